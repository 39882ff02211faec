/** What a provider of the EVM answers with an error is read by strangers: it must not show the key of the provider's address. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { JsonRpc } from '../../../../ops/bridge/jsonRpc.js';

const KEYS = ['path-key-0123456789', 'query-key-0123456789'];
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    const message = `${'x'.repeat(170)} invalid key: ${KEYS.join(' ')} (${request.url})`;
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message } }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => void server.close(resolve)));

test.each(KEYS)('an error that repeats %s is shown without it', async (key) => {
  const { port } = server.address() as AddressInfo;
  const [path, query] = KEYS;
  const answer = await new JsonRpc(`http://127.0.0.1:${port}/v2/${path}?apikey=${query}`).call('eth_chainId', []);
  const message = isRefusal(answer) ? answer.message : '';
  expect(message).toMatch(/^RPC error: x+ invalid key/);
  // Not even the part of it that a bound on the length would leave.
  expect(message).not.toContain(key.slice(0, 8));
});
