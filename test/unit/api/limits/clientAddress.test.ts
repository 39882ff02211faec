/** The client for which a request is counted: forms of addresses, networks of proxies, and X-Forwarded-For lists that a
 *  client may have invented. */

import { describe, expect, test } from 'vitest';
import {
  canonicalAddress,
  clientAddress,
  clientNetwork,
  readAddressRange,
  trustedProxies,
  widerNetwork,
} from '../../../../api/limits/clientAddress.js';

const nobody = trustedProxies([]);
const proxies = trustedProxies(['10.0.0.0/8', '192.0.2.7', '2001:db8:aa::/48', '::1']);

test('addresses have one form', () => {
  expect(canonicalAddress('2001:DB8:0:0:0:0:0:1')).toBe('2001:db8::1');
  expect(canonicalAddress('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(canonicalAddress('::FFFF:c000:201')).toBe('192.0.2.1');
  for (const text of ['', ' 1.2.3.4', '1.2.3', '1.2.3.4.5', '01.2.3.4', 'localhost', 'fe80::1%eth0', '1.2.3.4/8'])
    expect(canonicalAddress(text), text).toBeUndefined();
});

test('ranges are addresses or networks', () => {
  expect(readAddressRange('10.0.0.0/8')).toEqual({ address: '10.0.0.0', bits: 8 });
  expect(readAddressRange('::1')).toEqual({ address: '::1', bits: 128 });
  for (const text of [
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::/129',
    '10.0.0.0/-1',
    '10.0.0.0/8.0',
    'proxy',
    '/8',
  ])
    expect(readAddressRange(text), text).toBeUndefined();
});

test('trusted proxies are the listed ones, of both families', () => {
  for (const address of ['10.1.2.3', '192.0.2.7', '2001:db8:aa:1::2', '::1']) expect(proxies(address)).toBe(true);
  for (const address of ['11.0.0.1', '192.0.2.8', '2001:db8:ab::1', '::2', '', 'unix', '::ffff:11.0.0.1'])
    expect(proxies(address)).toBe(false);
  expect(nobody('10.1.2.3')).toBe(false);
});

describe('the client of a request', () => {
  test.each([
    ['198.51.100.1', '203.0.113.9', '198.51.100.1', 'an untrusted peer says what it likes'],
    ['10.0.0.1', '', '10.0.0.1', 'a proxy that says nothing is the client'],
    ['10.0.0.1', '203.0.113.9', '203.0.113.9', 'a proxy names the client'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9', 'what the client wrote is left of it'],
    ['10.0.0.1', '1.1.1.1,203.0.113.9 , 10.2.2.2,192.0.2.7', '203.0.113.9', 'proxies in a row are looked through'],
    ['10.0.0.1', '10.5.5.5, 203.0.113.9', '203.0.113.9', 'a trusted address in what the client wrote is no proxy'],
    ['10.0.0.1', '10.5.5.5, 10.6.6.6', '10.5.5.5', 'a client inside is the farthest that is known'],
    ['10.0.0.1', 'unknown', '10.0.0.1', 'no address: the proxy that passed it on'],
    ['10.0.0.1', '1.1.1.1, _hidden, 10.2.2.2', '10.2.2.2', 'no address behind a proxy: that proxy'],
    ['10.0.0.1', '1.1.1.1, ', '10.0.0.1', 'an empty entry'],
    ['10.0.0.1', ',', '10.0.0.1', 'nothing but a comma'],
    ['10.0.0.1', '203.0.113.9:4711', '203.0.113.9', 'a port behind IPv4'],
    ['10.0.0.1', '[2001:db8::9]:4711', '2001:db8::9', 'a port behind IPv6'],
    ['10.0.0.1', '"203.0.113.9"', '10.0.0.1', 'quotes'],
    ['10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9', 'IPv4 inside IPv6'],
    ['::1', '2001:DB8::0:9', '2001:db8::9', 'a proxy on this machine'],
    ['', '203.0.113.9', '', 'a connection without an address'],
  ])('%s, "%s" is %s: %s', (peer, header, client) => {
    expect(clientAddress(peer, header, proxies)).toBe(client);
  });

  test('a long list of trusted addresses is not followed to its end', () => {
    const header = `203.0.113.9,${Array.from({ length: 5_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`)}`;
    expect(clientAddress('10.0.0.1', header, proxies)).toBe('10.0.19.120');
  });

  test('without trusted proxies the header means nothing', () => {
    expect(clientAddress('10.0.0.1', '203.0.113.9', nobody)).toBe('10.0.0.1');
  });
});

test('IPv6 is counted by /64, and widened to /48; IPv4 alone, and /24', () => {
  const networks: [address: string, network: string, wider: string][] = [
    ['203.0.113.9', '203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::6', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::/64', '1:2:3::/48'],
    ['::1.2.3.4', '0:0:0:0::/64', '0:0:0::/48'],
    ['1::6:7:8', '1:0:0:0::/64', '1:0:0::/48'],
    ['1::3:4:5:6:7:8', '1:0:3:4::/64', '1:0:3::/48'],
  ];
  for (const [address, network, wider] of networks) {
    expect(clientNetwork(address)).toBe(network);
    expect(widerNetwork(network)).toBe(wider);
  }
});
