/** Thousands of sockets at /api/ws: each gets the block, and `ws_clients` counts them whatever ends them. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { WS_CLIENTS } from '../../engine/base/limits.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('clients: alice');
const bob = actor('clients: bob');

/** Descriptors that a process may hold, where the system reports it; the tests' own files and the node's database use some. */
function descriptors(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1_024);
  } catch {
    return 1_024;
  }
}
const COUNT = Math.max(100, Math.min(WS_CLIENTS, descriptors() - 900));
/** Handshakes under way at a time: below the queue of the listening socket. */
const AT_A_TIME = 100;
const SLOW_MACHINE_MS = 240_000;

let node: LiveNode;
let api: CheckedApi;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  const allocations = [{ address: alice.address, amount: '1000' }];
  node = await startNode({ genesis: { allocations }, flags: ['--heartbeat-ms', '3600000'] });
  api = new CheckedApi(node.url);
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await node?.remove();
});

const clients = async (): Promise<number> => Number((await api.get('/api/stats')).ws_clients);

async function counted(expected: number): Promise<void> {
  for (let tries = 0; tries < 500 && (await clients()) !== expected; tries++);
  expect(await clients()).toBe(expected);
}

test(`${COUNT} of them`, { timeout: SLOW_MACHINE_MS }, async () => {
  const heard: number[] = Array.from({ length: COUNT }, () => 0);
  let blocks = 0;
  let all: () => void = () => {};
  const everybody = new Promise<void>((resolve) => {
    all = resolve;
  });
  const open = async (index: number): Promise<void> => {
    const socket = new WebSocket(`${node.url.replace('http', 'ws')}/api/ws`, { perMessageDeflate: false });
    sockets.push(socket);
    socket.on('error', () => {});
    let subscribed: () => void = () => {};
    const ready = new Promise<void>((resolve) => {
      subscribed = resolve;
    });
    socket.on('message', (data) => {
      const { type, tx_count: count } = JSON.parse(String(data)) as { type: string; tx_count?: number };
      if (type === 'subscribed') subscribed();
      if (type !== 'new_block' || count !== 1) return;
      heard[index] = (heard[index] ?? 0) + 1;
      if (++blocks === COUNT) all();
    });
    await once(socket, 'open');
    socket.send('{"subscribe":["blocks"]}');
    await ready;
  };
  for (let first = 0; first < COUNT; first += AT_A_TIME) {
    const group = Math.min(AT_A_TIME, COUNT - first);
    await Promise.all(Array.from({ length: group }, (_, index) => open(first + index)));
    expect(await clients()).toBe(first + group);
  }
  const { body } = signedTransfer(alice, bob.address, '1');
  expect((await api.post('/api/v2/transfer', body)).status).toBe(200);
  await everybody;
  expect(heard.every((count) => count === 1)).toBe(true);
  // A third closes properly, a third breaks off, the others stay.
  const third = Math.floor(COUNT / 3);
  const closed = sockets.slice(0, 2 * third).map((socket) => once(socket, 'close'));
  for (const socket of sockets.slice(0, third)) socket.close();
  for (const socket of sockets.slice(third, 2 * third)) socket.terminate();
  await Promise.all(closed);
  await counted(COUNT - 2 * third);
  expect(await api.get('/api/health')).toMatchObject({ status: 'ok' });
});
