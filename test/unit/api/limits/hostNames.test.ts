/** Names that a port for this machine alone answers to, and who counts as the machine itself. */

import { expect, test } from 'vitest';
import { isLoopbackHost, nameOfHost, namesLoopback, OwnNames, ownNamesAt } from '../../../../api/limits/hostNames.js';
import { asksForItself } from '../../../../api/limits/ownMachine.js';
import { request } from '../requests.js';

const names = new OwnNames(['127.0.0.5', 'Node.Local', 'https://rpc.example.org:8443/api']);

test.each([
  ...['localhost', 'LOCALHOST:5100', 'localhost.', 'localhost:', '127.0.0.1', '127.0.0.1:65535', '[::1]', '[::1]:5100'],
  ...['[0:0:0:0:0:0:0:1]:80', '127.0.0.5', 'node.local:1', 'NODE.local', 'rpc.example.org', 'rpc.example.org:443'],
])('%s is ours', (host) => {
  expect(names.check(host)).toBeUndefined();
});

test.each([
  ...['', 'evil.example', 'localhost.evil.example', 'evil.localhost', '127.0.0.1.evil.example', '127.0.0.2', '[::2]'],
  ...['localhost, evil.example', 'localhost:80:80', 'localhost/x', 'user@localhost', 'localhost@evil.example', '::1'],
  ...[
    ' localhost',
    'localhost ',
    'lo\ncalhost',
    '2130706433',
    '0x7f.1',
    '127.1',
    '0.0.0.0',
    '[::1',
    '::1]',
    'rpc.example',
  ],
  ...['[::1%25lo]', 'xn--localhost', 'localhost..', '.localhost', 'l\u00f6calhost', 'localhost:80x', '127.0.0.1#', '*'],
])('%j is not', (host) => {
  expect(names.check(host)).toMatchObject({ code: 'host_unknown', status: 421 });
});

test('the refusal says the names, and no more of a long Host than is needed', () => {
  const refusal = names.check('x'.repeat(5_000));
  expect(refusal?.message).toContain('localhost, 127.0.0.1, ::1, 127.0.0.5, node.local, rpc.example.org');
  expect(refusal?.message.length).toBeLessThan(500);
});

test('only a port that this machine alone reaches has names', () => {
  for (const host of [
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '0:0:0:0:0:0:0:1',
    'localhost',
    'LocalHost',
    '::ffff:127.0.0.1',
  ]) {
    expect(isLoopbackHost(host), host).toBe(true);
    expect(ownNamesAt(host)?.check('localhost')).toBeUndefined();
    expect(ownNamesAt(host)?.check(host.includes(':') ? `[${host}]:1` : host), host).toBeUndefined();
  }
  for (const host of ['0.0.0.0', '::', '10.0.0.1', 'node.example', '2001:db8::1', '128.0.0.1'])
    expect(ownNamesAt(host), host).toBeUndefined();
  expect(nameOfHost('A.Example:1')).toBe('a.example');
  expect([namesLoopback('localhost:1'), namesLoopback('a.example'), namesLoopback('')]).toEqual([true, false, false]);
});

test('the machine asks for itself from loopback, by a name of loopback, with nothing that a proxy adds', () => {
  const asking = (headers: Readonly<Record<string, string>>, remoteAddress = '127.0.0.1') =>
    asksForItself({ ...request('GET', '/', headers), remoteAddress });
  for (const host of ['localhost:5100', '127.0.0.1', '[::1]:5100']) expect(asking({ host }), host).toBe(true);
  expect(asking({}, '::1')).toBe(true);
  for (const address of ['10.0.0.1', '192.168.0.2', '2001:db8::1', '', '128.0.0.1'])
    expect(asking({}, address)).toBe(false);
  for (const host of ['', 'evil.example', 'rpc.example.org', '127.0.0.1.evil.example'])
    expect(asking({ host })).toBe(false);
  const added = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via', 'x-forwarded-host', 'x-forwarded-proto'];
  for (const name of [...added, 'cf-connecting-ip', 'true-client-ip', 'x-client-ip'])
    expect(asking({ [name]: '127.0.0.1' }), name).toBe(false);
  // A page of another site, in a browser on this machine; the node's own page.
  const host = 'localhost:5100';
  expect(asking({ host, origin: 'https://evil.example' })).toBe(false);
  for (const site of ['cross-site', 'same-site', 'anything'])
    expect(asking({ host, 'sec-fetch-site': site }), site).toBe(false);
  expect(asking({ host, 'sec-fetch-site': 'none' })).toBe(true);
  expect(asking({ host, 'sec-fetch-site': 'same-origin', origin: 'http://localhost:5100' })).toBe(true);
  expect(asking({ host, 'sec-fetch-site': 'none', origin: 'https://evil.example' })).toBe(false);
});
