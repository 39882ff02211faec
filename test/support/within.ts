/** Ends a wait that would never end, and says what was waited for: a test's own limit says only that the test took too long. */

/** Far above what the wait takes on a busy machine, and below a test's limit. */
const LIMIT_MS = 90_000;

/** @param what is waited for. @param seen what the world looks like, asked when it takes too long.
 *  @throws Error with both. */
export async function within<T>(what: string, wait: Promise<T>, seen: () => unknown = () => ''): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took more than ${LIMIT_MS} ms: ${seen()}`)), LIMIT_MS);
  });
  try {
    return await Promise.race([wait, late]);
  } finally {
    clearTimeout(timer);
  }
}
