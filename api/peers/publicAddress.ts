/** Which addresses are of the public internet: a node dials no other on the word of a stranger, who could otherwise make it send
 *  requests to its own machine and to the network around it. */

import { BlockList, isIP } from 'node:net';
import { canonicalAddress } from '../limits/clientAddress.js';

/** Registries of special-purpose addresses of IANA (RFC 6890), and multicast. */
const RESERVED_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // between a provider and its customers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and the metadata services of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
];

/** Of IPv6 only 2000::/3 is assigned to the public internet; these parts of it are not, or carry an IPv4 address that decides. */
const RESERVED_IPV6 = [
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
];
const PUBLIC_IPV6 = '2000::/3';

function blockList(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const reservedIpv4 = blockList('ipv4', RESERVED_IPV4);
const reservedIpv6 = blockList('ipv6', RESERVED_IPV6);
const publicIpv6 = blockList('ipv6', [PUBLIC_IPV6]);

/** @param text an address without brackets. @returns false for anything that is not an address, too. */
export function isPublicAddress(text: string): boolean {
  const address = canonicalAddress(text);
  if (address === undefined) return false;
  if (isIP(address) === 4) return !reservedIpv4.check(address, 'ipv4');
  return publicIpv6.check(address, 'ipv6') && !reservedIpv6.check(address, 'ipv6');
}
