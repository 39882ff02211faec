/** Private events at an edge, with a node that answers as the test says: who may hold a connection to it, and for how long. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import type { MailboxListener } from '../../../../api/stream/mailboxes.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { PrivateRelay } from '../../../../ops/edge/privateRelay.js';

const GOOD = 'good';
const BAD = 'bad';

let node: WebSocketServer;
let relay: PrivateRelay;
let lost: string[];

beforeEach(async () => {
  node = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(node, 'listening');
  node.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { auth } = JSON.parse(String(data)) as { auth?: { signature: string } };
      if (!auth) return socket.send(JSON.stringify({ type: 'subscribed', topics: ['stats'] }));
      const answer =
        auth.signature === GOOD
          ? { type: 'subscribed', topics: ['messenger'] }
          : { type: 'auth_error', code: 'invalid_signature', error: 'Invalid signature' };
      socket.send(JSON.stringify(answer));
    }),
  );
  relay = new PrivateRelay(`http://127.0.0.1:${(node.address() as AddressInfo).port}`);
  lost = [];
});

afterEach(() => {
  relay.close();
  node.close();
});

const listener = (): MailboxListener => ({ tell: () => {}, lost: (sentence) => void lost.push(sentence) });

async function prove(who: MailboxListener, signature: string, source = '192.0.2.1'): Promise<string> {
  const answer = await relay.prove(JSON.stringify({ signature, public_key: 'ab'.repeat(1_952) }), source, who);
  return isRefusal(answer) ? answer.message : 'proven';
}

test('a client that proves nothing holds no connection to the node, however long it stays', async () => {
  const who = listener();
  for (let time = 0; time < 3; time++) expect(await prove(who, BAD)).toBe('Invalid signature');
  await vi.waitFor(() => expect([relay.clients, node.clients.size]).toEqual([0, 0]));
  // Nothing that it could lose.
  expect(lost).toEqual([]);
  expect(await prove(who, GOOD)).toBe('proven');
  expect(await prove(who, BAD)).toBe('Invalid signature');
  expect([relay.clients, node.clients.size]).toEqual([1, 1]);
});

test('proofs at once share one connection, and one that is refused takes nothing from the others', async () => {
  const who = listener();
  const answers = await Promise.all([BAD, GOOD, BAD, GOOD].map((signature) => prove(who, signature)));
  expect(answers).toEqual(['Invalid signature', 'proven', 'Invalid signature', 'proven']);
  expect([relay.clients, node.clients.size, lost]).toEqual([1, 1, []]);
});

test('the connections of one address leave room for others', async () => {
  for (let count = 0; count < 64; count++) expect(await prove(listener(), GOOD)).toBe('proven');
  expect(await prove(listener(), GOOD)).toMatch(/of 64 connections of an address and no more; prove the key at a node/);
  expect(await prove(listener(), GOOD, '192.0.2.2')).toBe('proven');
  // Many clients may be behind a proxy of this machine.
  for (let count = 65; count < 256; count++) expect(await prove(listener(), GOOD, '127.0.0.1')).toBe('proven');
  expect(await prove(listener(), GOOD, '127.0.0.1')).toMatch(/of 256 connections and no more/);
});

test('a proven connection that breaks is said to its client', async () => {
  expect(await prove(listener(), GOOD)).toBe('proven');
  for (const socket of node.clients) socket.terminate();
  await vi.waitFor(() => expect(lost.length).toBe(1));
  expect(lost[0]).toMatch(/prove your keys again/);
  expect(relay.clients).toBe(0);
});
