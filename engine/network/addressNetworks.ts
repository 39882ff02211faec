/** Which addresses usually have one owner: the IPv4 /24, or the IPv6 /48 of one site. Inbound slots are kept for different ones. */

/** @param address as a socket gives it. @returns '' for an unknown address and for this machine, whose connections are not told apart. */
export function addressNetwork(address: string): string {
  const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
  if (plain === '' || plain === '::1' || plain.startsWith('127.')) return '';
  if (!plain.includes(':')) return `${plain.slice(0, Math.max(0, plain.lastIndexOf('.')))}.0/24`;
  const [left = '', right] = plain.split('::');
  const groups = left === '' ? [] : left.split(':');
  // Behind the gap stand as many groups as are missing; only the first three matter.
  if (right !== undefined) {
    const tail = right === '' ? [] : right.split(':');
    while (groups.length + tail.length < 8) groups.push('0');
    groups.push(...tail);
  }
  return `${groups
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/48`;
}
