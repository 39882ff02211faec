/** Who a request is counted for: the address of its client, and the network that shares one allowance.
 *
 *  In: the TCP peer, the X-Forwarded-For header, the list of proxies that the operator trusts. Out: an address that the
 *  client could not choose. Without trusted proxies the header is ignored. With them it is read from its end, where
 *  the proxy nearest to this node wrote: the first address that is not a trusted proxy is the client. Everything
 *  further left came from that client and is ignored. An entry that is not an address ends the reading, and the
 *  request is counted for the proxy that passed it on. Several X-Forwarded-For lines are one list in the order in which
 *  they were sent (RFC 9110, 5.3), so a proxy may add to the client's line, write one below it, or replace it. */

import { BlockList, isIP, SocketAddress } from 'node:net';

/** What a request says about its origin. */
interface RequestSource {
  /** Address of the TCP peer. */
  readonly remoteAddress: string;
  /** Values of all lines of a header. */
  joinedHeader(name: string): string;
}

export type AddressTest = (address: string) => boolean;

/** Most chained proxies that are followed; real chains are shorter, and every hop costs a look-up. */
const MAX_HOPS = 16;

const MAPPED = '::ffff:';

/** @param address of a TCP peer as the server port writes it. */
export const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** The canonical form of an address: dotted IPv4, also for IPv4 inside IPv6, or IPv6 as RFC 5952 writes it.
 *  @returns undefined for anything that is not an address. */
export function canonicalAddress(text: string): string | undefined {
  if (isIP(text) === 0 || text.includes('%')) return undefined;
  const { address } = new SocketAddress({ address: text, family: familyOf(text) });
  return address.startsWith(MAPPED) && address.includes('.') ? address.slice(MAPPED.length) : address;
}

interface AddressRange {
  readonly address: string;
  readonly bits: number;
}

/** @param text an address, or a network such as 10.0.0.0/8. @returns undefined for anything else. */
export function readAddressRange(text: string): AddressRange | undefined {
  const [address = '', prefix, ...more] = text.split('/');
  const canonical = canonicalAddress(address);
  if (!canonical || more.length > 0) return undefined;
  const most = isIP(canonical) === 4 ? 32 : 128;
  if (prefix === undefined) return { address: canonical, bits: most };
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  return bits <= most ? { address: canonical, bits } : undefined;
}

/** @param list addresses and networks; other entries are ignored, because the configuration has already refused them.
 *  @returns whether an address is one of them. */
export function trustedProxies(list: readonly string[]): AddressTest {
  const block = new BlockList();
  let entries = 0;
  for (const range of list.map(readAddressRange)) {
    if (!range) continue;
    block.addSubnet(range.address, range.bits, familyOf(range.address));
    entries++;
  }
  if (entries === 0) return () => false;
  return (address) => isIP(address) !== 0 && block.check(address, familyOf(address));
}

/** The address in one entry of X-Forwarded-For; some proxies write a port behind it. */
function forwardedAddress(entry: string): string | undefined {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry);
  if (bracketed) return canonicalAddress(bracketed[1] ?? '');
  const withPort = /^([\d.]+):\d{1,5}$/.exec(entry);
  return canonicalAddress(withPort?.[1] ?? entry);
}

/** @param peer address of the TCP connection as the server port writes it, which is the canonical form.
 *  @param forwardedFor the X-Forwarded-For header, '' without one.
 *  @returns the client's address in canonical form; the peer's own text when that is not an address. */
export function clientAddress(peer: string, forwardedFor: string, trusted: AddressTest): string {
  let address = peer;
  let end = forwardedFor.length;
  for (let hop = 0; hop < MAX_HOPS && end > 0 && trusted(address); hop++) {
    const comma = forwardedFor.lastIndexOf(',', end - 1);
    const next = forwardedAddress(forwardedFor.slice(comma + 1, end).trim());
    if (next === undefined) break;
    address = next;
    end = comma;
  }
  return address;
}

/** The first groups of an IPv6 address in canonical form. */
function leadingGroups(address: string, count: number): string {
  const [left = '', right] = address.split('::');
  const groups = left === '' ? [] : left.split(':');
  if (right !== undefined) {
    const tail = right === '' ? 0 : right.split(':').length + (right.includes('.') ? 1 : 0);
    while (groups.length < 8 - tail) groups.push('0');
    if (right !== '') groups.push(...right.split(':'));
  }
  return groups.slice(0, count).join(':');
}

/** What shares one allowance: an IPv4 address, or the /64 in which an IPv6 host can choose any address. */
export const clientNetwork = (address: string): string =>
  address.includes(':') ? `${leadingGroups(address, 4)}::/64` : address;

/** The client whose share of the node's memory and streams a request counts against: the address that a trusted proxy names,
 *  else the peer; '' for this machine and for proxies that name no client, which may serve many. (Limits on requests count every
 *  address; limits on connections count the TCP peer, because a connection is the proxy's own.) */
export const holderOf =
  (trusted: AddressTest) =>
  (request: Pick<RequestSource, 'remoteAddress' | 'joinedHeader'>): string => {
    const peer = request.remoteAddress;
    const address = trusted(peer) ? clientAddress(peer, request.joinedHeader('x-forwarded-for'), trusted) : peer;
    return isLoopback(address) || trusted(address) ? '' : clientNetwork(address);
  };

/** A range that usually has one owner: the IPv4 /24, or the IPv6 /48 of one site. @param network of `clientNetwork`. */
export const widerNetwork = (network: string): string =>
  network.includes(':')
    ? `${network.split(':', 3).join(':')}::/48`
    : `${network.slice(0, Math.max(0, network.lastIndexOf('.')))}.0/24`;
