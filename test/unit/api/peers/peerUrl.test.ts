/** Which URLs of other nodes this node dials, in every spelling of their hosts. */

import { describe, expect, test } from 'vitest';
import { peerUrlPolicy, readPeerUrl, registeredUrl } from '../../../../api/peers/peerUrl.js';
import { isPublicAddress } from '../../../../api/peers/publicAddress.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { accepted, refusedAs } from '../../base/outcome.js';

const policy = peerUrlPolicy({ allowPrivate: false, named: [], own: [] });

describe('the URL of a peer', () => {
  const spellings: readonly (readonly [given: string, text: string, socket: string])[] = [
    ['https://node.example/api', 'https://node.example/api', 'wss://node.example/api/p2p'],
    ['HTTPS://Node.EXAMPLE:443/api/', 'https://node.example/api', 'wss://node.example/api/p2p'],
    ['https://node.example./api', 'https://node.example/api', 'wss://node.example/api/p2p'],
    ['http://node.example:80/api', 'http://node.example/api', 'ws://node.example/api/p2p'],
    ['http://node.example:5100/api', 'http://node.example:5100/api', 'ws://node.example:5100/api/p2p'],
    [' https://node.example/one/api ', 'https://node.example/one/api', 'wss://node.example/one/api/p2p'],
    ['https://bücher.example/api', 'https://xn--bcher-kva.example/api', 'wss://xn--bcher-kva.example/api/p2p'],
    ['https://node.example/x/../api', 'https://node.example/api', 'wss://node.example/api/p2p'],
    ['http://8.8.8.8/api', 'http://8.8.8.8/api', 'ws://8.8.8.8/api/p2p'],
    ['http://134744072/api', 'http://8.8.8.8/api', 'ws://8.8.8.8/api/p2p'],
    ['http://0x08080808/api', 'http://8.8.8.8/api', 'ws://8.8.8.8/api/p2p'],
    ['http://8.8.8.8./api', 'http://8.8.8.8/api', 'ws://8.8.8.8/api/p2p'],
    ['http://[2606:4700:0:0::1111]:9/api', 'http://[2606:4700::1111]:9/api', 'ws://[2606:4700::1111]:9/api/p2p'],
  ];

  test.each(spellings)('%s', (given, text, socket) => {
    expect(accepted(readPeerUrl(given))).toMatchObject({ text, socket });
    expect(accepted(policy.check(given)).text).toBe(text);
  });

  test.each([
    ['', 'must be like'],
    ['node.example/api', 'must be like'],
    ['/api', 'must be like'],
    ['https:///api', 'must end in /api'],
    ['https://node.example:99999/api', 'must be like'],
    ['https://node.example:0/api', 'port'],
    ['https://node example/api', 'must be like'],
    ['https://[::1/api', 'must be like'],
    ['https://1.2.3.4.5/api', 'must be like'],
    ['https://256.1.1.1/api', 'must be like'],
    ['https://node.example../api', 'must name a host'],
    ['https://./api', 'must'],
    ['ftp://node.example/api', 'must begin with http'],
    ['ws://node.example/api', 'must begin with http'],
    ['file:///api', 'must begin with http'],
    ['javascript:/api', 'must begin with http'],
    ['https://user@node.example/api', 'user name'],
    ['https://:secret@node.example/api', 'user name'],
    ['https://node.example/api?x=1', 'must end with its path'],
    ['https://node.example/api#x', 'must end with its path'],
    ['https://node.example/', 'must end in /api'],
    ['https://node.example/api/p2p', 'must end in /api'],
    ['https://node.example/API', 'must end in /api'],
    [`https://${'a'.repeat(600)}.example/api`, 'at most'],
  ])('is malformed: %s', (given, part) => {
    expect(refusedAs(readPeerUrl(given))).toMatch(/^malformed_parameter: /);
    expect(refusedAs(policy.check(given))).toContain(part);
  });
});

describe('a host of a stranger', () => {
  const forbidden = [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'api.localhost',
    'printer.local',
    'db.internal',
    'router.lan',
    'nas.home.arpa',
    '127.0.0.1',
    '127.1',
    '127.0.0.1.',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '１２７.0.0.1',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '0',
    '0.0.0.0',
    '10.1.2.3',
    '167772161',
    '100.64.0.1',
    '100.127.255.255',
    '169.254.169.254',
    '0xa9fea9fe',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:10.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[100::1]',
    '[2001::1]',
    '[2001:db8::1]',
    '[2002:7f00:1::]',
    '[3fff::1]',
    '[fc00::1]',
    '[fdab::1]',
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[ff02::1]',
  ];

  test.each(forbidden)('is not on the public internet: %s', (host) => {
    expect(refusedAs(policy.check(`http://${host}/api`))).toMatch(/^rule_violation: .* is not on the public internet/);
    expect(refusedAs(policy.check(`https://${host}:8443/api`))).toMatch(/^rule_violation: /);
    const lenient = peerUrlPolicy({ allowPrivate: true, named: [], own: [] });
    expect(isRefusal(lenient.check(`http://${host}/api`))).toBe(false);
  });

  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '128.0.0.1',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '[2606:4700::1]',
    '[2a00::1]',
    '[::ffff:8.8.8.8]',
    'localhost.example',
    'mylocalhost',
    'internal.example',
    '10.0.0.1.example',
  ])('is: %s', (host) => {
    expect(isRefusal(policy.check(`http://${host}/api`))).toBe(false);
  });

  test('is judged again by the addresses to which it resolves', () => {
    const url = accepted(policy.check('https://node.example/api'));
    for (const address of ['8.8.8.8', '2606:4700::1', '::ffff:8.8.8.8']) expect(policy.allows(url, address)).toBe(true);
    for (const address of ['127.0.0.1', '::1', '::ffff:10.0.0.1', 'fe80::1%eth0', '', 'node.example'])
      expect(policy.allows(url, address)).toBe(false);
    expect(isPublicAddress('not an address')).toBe(false);
  });
});

test('URLs that the operator has named lead anywhere, in any spelling, and to themselves only', () => {
  const named = peerUrlPolicy({ allowPrivate: false, named: ['http://10.0.0.7:5100/api', 'broken'], own: [] });
  const url = accepted(named.check('http://0x0a000007:5100/api/'));
  expect(named.allows(url, '10.0.0.7')).toBe(true);
  for (const other of ['http://10.0.0.7:5101/api', 'http://10.0.0.8:5100/api', 'https://10.0.0.7:5100/api'])
    expect(refusedAs(named.check(other))).toContain('not on the public internet');
});

test('the own URL is refused, even where private hosts are allowed', () => {
  const own = ['https://me.example/api'];
  const all = peerUrlPolicy({ allowPrivate: true, named: own, own });
  for (const spelling of ['https://me.example/api', 'https://ME.example:443/api/', 'https://me.example./api'])
    expect(refusedAs(all.check(spelling))).toBe('rule_violation: this is the URL of this node itself');
  expect(isRefusal(all.check('http://me.example/api'))).toBe(false);
});

test('a URL may be registered without /api; the spelling that is kept is one', () => {
  const spellings = [
    'https://a.example',
    'https://a.example/',
    ' https://A.example/api ',
    'https://a.example:443/api/',
  ];
  for (const text of spellings) expect(registeredUrl(text), text).toBe('https://a.example/api');
  expect(registeredUrl('http://a.example:5100/node')).toBe('http://a.example:5100/node/api');
  for (const text of ['', 'a.example', 'ftp://a.example', 'https://u@a.example', 'https://a.example/?x', 'https://'])
    expect(isRefusal(registeredUrl(text)), text).toBe(true);
  expect(isRefusal(registeredUrl(`https://a.example/${'x'.repeat(600)}`))).toBe(true);
});
