/** What a close frame can carry beside its code (RFC 6455, 5.5). */
const MAX_REASON_BYTES = 123;

/** @returns the longest beginning of `reason` that fits a close frame. */
export function cutReason(reason: string): string {
  let cut = reason;
  while (Buffer.byteLength(cut) > MAX_REASON_BYTES) cut = cut.slice(0, -1);
  return cut;
}
