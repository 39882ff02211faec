/** Ports that only this machine reaches answer to its own names only, so that a page whose name resolves to this machine
 *  (DNS rebinding) reads nothing: the API on loopback, metrics, the control door. Both servers, plain requests and handshakes. */

import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadUws } from '../../api/server/uwsBinding.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { Raw } from './serverContract.js';

const { from: nativeFrom } = loadUws();
const servers = nativeFrom === undefined ? ['node'] : ['uws', 'node'];

const FOREIGN = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil.example:5100', '10.0.0.1'];

const seen = async (url: string, path: string, host: string, sending: Parameters<typeof exchange>[2] = {}) => {
  const answer = await exchange(url, path, { ...sending, headers: { ...sending.headers, host } });
  return [answer.status, answer.json?.code];
};

/** The status of a WebSocket handshake under a name, and the code in a refusal. */
function handshake(port: number, host: string): Promise<readonly [number | undefined, unknown]> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...{ host, upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-version': '13' },
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const request = http.get({ host: '127.0.0.1', port, path: '/api/ws', headers, agent: false });
    request.on('error', reject);
    request.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      resolve([statusCode, undefined]);
    });
    request.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve([response.statusCode, JSON.parse(body).code]));
    });
  });
}

describe.each(servers)('a node on loopback (%s)', (server) => {
  let node: LiveNode;
  beforeAll(async () => {
    const flags = ['--http-server', server, '--public-url', 'https://rpc.example.org:8443/api', '--metrics-port', '0'];
    node = await startNode({ rateLimits: true, flags });
  });
  afterAll(() => node?.remove());

  test('answers to its own names, at any port', async () => {
    const own = [
      'localhost',
      '127.0.0.1',
      '[::1]',
      `127.0.0.1:${node.port}`,
      'LOCALHOST:1',
      'rpc.example.org',
      'rpc.example.org:443',
    ];
    for (const host of own) {
      expect(await seen(node.url, '/api/stats', host), host).toEqual([200, undefined]);
      expect(await handshake(node.port, host), host).toEqual([101, undefined]);
    }
  });

  test('refuses every other one with 421, whatever is asked, and counts it for no client', async () => {
    const before = Number((await exchange(node.url, '/api/stats')).headers['x-ratelimit-remaining']);
    let checked = 0;
    for (const host of FOREIGN) {
      for (const [path, method] of [
        ...[
          ['/api/health', 'GET'],
          ['/api/health', 'HEAD'],
          ['/api/health', 'OPTIONS'],
          ['/', 'GET'],
          ['/metrics', 'GET'],
        ],
        ...[
          ['/openapi.json', 'GET'],
          ['/nowhere', 'GET'],
          ['/api/v2/transfer', 'POST'],
          ['/api/faucet', 'POST'],
        ],
      ] as const) {
        const sending = { method, headers: { ...JSON_HEADERS, origin: 'http://evil.example' } };
        const [status, code] = await seen(node.url, path, host, sending);
        expect([status, code], `${method} ${path} ${host}`).toEqual([
          421,
          method === 'HEAD' ? undefined : 'host_unknown',
        ]);
        checked++;
      }
      expect(await handshake(node.port, host), host).toEqual([421, 'host_unknown']);
    }
    expect(checked).toBe(45);
    const answer = await exchange(node.url, '/api/health', { headers: { host: 'evil.example' } });
    expect(answer.json?.error).toMatch(/ask for localhost, 127\.0\.0\.1, ::1, rpc\.example\.org; .* --public-url/);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const after = Number((await exchange(node.url, '/api/stats')).headers['x-ratelimit-remaining']);
    expect(before - after).toBe(1);
  });

  test('refuses an empty Host, and two with 400 and a sentence', async () => {
    const empty = new Raw(node.port);
    empty.write('GET /api/health HTTP/1.1', 'Host:', '', '');
    expect(await empty.until((so) => so.includes('host_unknown'))).toMatch(/^HTTP\/1\.1 421 /);
    const raw = new Raw(node.port);
    raw.write('GET /api/health HTTP/1.1', 'Host: localhost', 'Host: evil.example', '', '');
    // The native server's newer build refuses it on its own, with its own text.
    const refusesItself = server === 'uws' && nativeFrom === '@btc-vision/uwebsockets.js';
    const received = await raw.until((so) => so.includes(refusesItself ? '\r\n\r\n' : 'host_ambiguous'));
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    if (!refusesItself)
      expect(received).toMatch(/^HTTP\/1\.1 400 .*"error":"the request names more than one Host; send one"/s);
  });

  test('has metrics and a control door that do the same', async () => {
    const [, port = ''] = await node.printed(/"port":(\d+),"msg":"metrics are served"/);
    const { url } = JSON.parse(readFileSync(join(node.dataDir, 'control.json'), 'utf8')) as { readonly url: string };
    const metrics = `http://127.0.0.1:${port}`;
    for (const host of ['localhost', '127.0.0.1:1', '[::1]']) {
      expect((await seen(metrics, '/metrics', host))[0]).toBe(200);
      // The name is accepted; without a token it gets no further.
      expect((await seen(url, '/backup', host, { method: 'POST' }))[0]).toBe(401);
    }
    for (const host of [...FOREIGN, 'rpc.example.org']) {
      expect((await seen(metrics, '/metrics', host))[0], host).toBe(421);
      expect((await seen(url, '/backup', host, { method: 'POST' }))[0], host).toBe(421);
    }
    for (const door of [metrics, url]) {
      const raw = new Raw(Number(new URL(door).port));
      raw.write('GET /metrics HTTP/1.1', 'Host: localhost', 'Host: localhost', '', '');
      expect(await raw.until((so) => so.includes('send one'))).toMatch(/^HTTP\/1\.1 400 /);
    }
  });
});

test('a node that others reach answers to any name', async () => {
  const node = await startNode({ flags: ['--host', '0.0.0.0'] });
  onTestFinished(node.remove);
  const url = `http://127.0.0.1:${node.port}`;
  for (const host of FOREIGN) {
    expect(await seen(url, '/api/health', host), host).toEqual([200, undefined]);
    expect(await handshake(node.port, host), host).toEqual([101, undefined]);
    // Metrics are for this machine, under one of its names.
    expect(await seen(url, '/metrics', host), host).toEqual([403, 'not_authorized']);
  }
  expect((await seen(url, '/metrics', 'localhost'))[0]).toBe(200);
});
