/** Which errors say that a disk accepts no writes at present although it can be read: it is full, a quota or a limit on files
 *  is reached, or it is mounted read-only (as Linux does with a file system that had errors). */

const CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);

/** The same errors as RocksDB reports them: with the system's text. */
const TEXT = /no space left on device|disk quota exceeded|file too large|read-only file system/i;

/** Also looks at the causes of the error. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && CODES.has(cause.code)) return true;
    if (TEXT.test(cause.message)) return true;
  }
  return false;
}
