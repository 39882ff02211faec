/** Text of a peer's address, one form for all adapters, because limits are counted by it.
 *  In: 4 or 16 bytes in network order. Out: dotted IPv4, also for an IPv4 address inside IPv6 (RFC 4291, 2.5.5.2),
 *  or IPv6 as RFC 5952 writes it; '' for anything else (a Unix socket, a connection that is gone). */

const MAPPED_PREFIX_BYTES = 12;

export function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length !== 16) return '';
  if (isMapped(bytes)) return bytes.subarray(MAPPED_PREFIX_BYTES).join('.');
  const groups: number[] = [];
  for (let at = 0; at < 16; at += 2) groups.push(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
  const [start, length] = longestZeroRun(groups);
  const hex = groups.map((group) => group.toString(16));
  if (length < 2) return hex.join(':');
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`;
}

function isMapped(bytes: Uint8Array): boolean {
  for (let at = 0; at < MAPPED_PREFIX_BYTES; at++) if (bytes[at] !== (at < 10 ? 0 : 0xff)) return false;
  return true;
}

/** The first of the longest runs (RFC 5952, 4.2.3). */
function longestZeroRun(groups: readonly number[]): readonly [start: number, length: number] {
  let best: readonly [number, number] = [0, 0];
  for (let start = 0; start < groups.length; start++) {
    let end = start;
    while (groups[end] === 0) end++;
    if (end - start > best[1]) best = [start, end - start];
    start = Math.max(start, end);
  }
  return best;
}
