/** What a broken node shows to whom: every client learns that it does not work, only its operator gets the path and the error.
 *
 *  The sign journal of a running node cannot be written, because a directory is at the path of its temporary file: the
 *  error has a path and an error number, as with a full or broken disk. */

import { mkdirSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exchange, JSON_HEADERS, type Received } from '../support/httpClient.js';
import { type LiveNode, type LiveNodeOptions, startNode } from '../support/liveNode.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('health text: alice');
const bob = actor('health text: bob');
const genesis = { allocations: [{ address: alice.address, amount: '1000' }], faucet: true };

/** Makes a directory; a file that the node is writing there has another name in a moment. */
function inTheWay(path: string): void {
  for (;;)
    try {
      mkdirSync(path);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
}

async function brokenNode(options: LiveNodeOptions): Promise<LiveNode> {
  const flags = ['--faucet-enabled', '--heartbeat-ms', '3600000', ...(options.flags ?? [])];
  const node = await startNode({ ...options, genesis, flags });
  onTestFinished(node.remove);
  inTheWay(join(node.dataDir, 'sign-journal.bin.tmp'));
  const { body } = signedTransfer(alice, bob.address, '1');
  await exchange(node.url, '/api/v2/transfer', { method: 'POST', headers: JSON_HEADERS, body });
  await node.printed(/block production stopped/);
  return node;
}

interface Reason {
  readonly code: string;
  readonly message: string;
  readonly detail?: string;
}

const reasonsOf = ({ json }: Received) => (json?.reasons ?? []) as readonly Reason[];

/** No part of an answer may come from the operating system. */
function expectPublic(node: LiveNode, { text }: Received): void {
  expect(text).not.toContain(node.dataDir);
  expect(text).not.toMatch(/E[A-Z]{3,}:|errno|\/tmp|sign-journal\.bin|illegal operation|syscall|"detail"/);
  expect(text).toContain('a journal beside the database cannot be written');
}

const FORWARDED = { 'x-forwarded-for': '203.0.113.5' };

test('paths and errors are for this machine and the log, never for others', async () => {
  const node = await brokenNode({ flags: ['--host', '0.0.0.0'] });
  const url = `http://127.0.0.1:${node.port}`;
  const local = await exchange(url, '/api/health');
  const [reason] = reasonsOf(local);
  expect(local.json).toMatchObject({ status: 'degraded', reason: 'a journal beside the database cannot be written' });
  expect(reason).toMatchObject({
    code: 'production_halted',
    message: 'a journal beside the database cannot be written',
  });
  expect(reason?.detail).toContain(join(node.dataDir, 'sign-journal.bin'));
  expect(reason?.detail).toContain('EISDIR');
  expect(node.logs()).toMatch(/"reason":"the sign journal \/.*EISDIR.*"msg":"block production stopped/);

  const others: readonly Readonly<Record<string, string>>[] = [
    FORWARDED,
    ...['forwarded', 'x-real-ip', 'via', 'x-forwarded-host', 'x-forwarded-proto'].map((name) => ({
      [name]: '127.0.0.1',
    })),
    { host: 'evil.example' },
    { host: `node.example:${node.port}`, origin: 'http://node.example' },
  ];
  for (const headers of others)
    for (const path of ['/api/health', '/api/health?strict=true'])
      expectPublic(node, await exchange(url, path, { headers }));
  const elsewhere = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');
  if (elsewhere) expectPublic(node, await exchange(`http://${elsewhere.address}:${node.port}`, '/api/health'));

  // A refusal of a write is the same for every client.
  const { body } = signedTransfer(alice, bob.address, '1');
  const faucet = JSON.stringify({ recipientPublicKey: bob.keyHex });
  let refused = 0;
  for (const [path, sent] of [
    ['/api/v2/transfer', body],
    ['/api/v2/batch', `[${body}]`],
    ['/api/faucet', faucet],
  ] as const)
    for (const headers of [{}, FORWARDED]) {
      const answer = await exchange(url, path, {
        method: 'POST',
        headers: { ...JSON_HEADERS, ...headers },
        body: sent,
      });
      expect(answer.text).toContain('"not_producing"');
      expectPublic(node, answer);
      refused++;
    }
  expect(refused).toBe(6);
});

test('where proxies are trusted, no client counts as this machine', async () => {
  const node = await brokenNode({ flags: ['--trusted-proxies', '10.0.0.0/8'] });
  for (const headers of [{}, FORWARDED]) expectPublic(node, await exchange(node.url, '/api/health', { headers }));
});
