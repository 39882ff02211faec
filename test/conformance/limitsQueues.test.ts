/** With a full queue the public API answers 503 with Retry-After, never 500: the node's real parts in this process,
 *  each with a queue so short that a few requests fill it. */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openApi } from '../../api/app.js';
import { chooseServer } from '../../api/server/choose.js';
import type { Log } from '../../engine/base/ports.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { parseGenesis } from '../../engine/chain/genesis.js';
import type { VerifierPort } from '../../engine/intake/verifier.js';
import { Node } from '../../engine/node.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { RunningOperations } from '../../ops/operations.js';
import { createImagePool } from '../../workers/images/imagePool.js';
import { openStore } from '../../workers/store/openStore.js';
import { bundledFile } from '../../workers/threads/workerFile.js';
import { createVerifierPool } from '../../workers/verify/verifierPool.js';
import { BLOCK_TIME_MS, GENESIS_TIME } from '../support/chain.js';
import { exchange, JSON_HEADERS, type Received } from '../support/httpClient.js';
import { noServices } from '../support/noServices.js';
import { actor, CHAIN_ID, signingActor } from '../support/transactions.js';

const validator = signingActor('queues: validator');

interface Queues {
  readonly maxReads?: number;
  readonly verifyItems?: number;
  readonly trustedProxies?: readonly string[];
}

/** @returns the URL of a producing node, the errors that it has logged, and the source of each verified request. */
async function startWith({ maxReads, verifyItems, trustedProxies = [] }: Queues) {
  const directory = mkdtempSync(join(tmpdir(), 'rouged-queues-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const errors: unknown[] = [];
  const quiet = () => {};
  const log: Log = { debug: quiet, info: quiet, warn: quiet, error: (fields) => errors.push(fields) };
  const genesis = parseGenesis(
    JSON.stringify({
      chain_id: CHAIN_ID,
      genesis_time: GENESIS_TIME,
      initial_validators: [{ pub_key: validator.keyHex, stake: '100000' }],
    }),
  );
  if (isRefusal(genesis)) throw new Error(genesis.message);
  const store = await openStore({
    directory,
    queries: bundledFile('engine/store/history.js'),
    ...(maxReads !== undefined && { maxReads }),
  });
  onTestFinished(() => store.close());
  const verifier = createVerifierPool({
    threads: 1,
    chainId: CHAIN_ID,
    protocol: nativeProtocol.name,
    backend: 'noble',
    requireChainId: false,
    secretKey: validator.secretKey,
    log,
    ...(verifyItems !== undefined && { maxItems: verifyItems }),
  });
  onTestFinished(() => verifier.close());
  await verifier.start();
  const sources: (string | undefined)[] = [];
  const noting: VerifierPort = {
    verify(item, now) {
      sources.push(item.source);
      return verifier.verify(item, now);
    },
    verifyAll(items, ...call) {
      sources.push(...items.map(({ source }) => source));
      verifier.verifyAll(items, ...call);
    },
    verifyTransactions: (parts) => verifier.verifyTransactions(parts),
    checkSignatures: (checks) => verifier.checkSignatures(checks),
    sign: (message, rank) => verifier.sign(message, rank),
    stats: () => verifier.stats(),
    close: () => verifier.close(),
  };
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const times = { blockTimeMs: BLOCK_TIME_MS, heartbeatMs: 3_600_000 };
  const node = await Node.open(
    {
      rules: { genesis, protocol: nativeProtocol },
      publicKey: validator.publicKey,
      mine: true,
      times,
      mempool: { transactions: 100, bytes: 1024 * 1024, perSender: 10, senderBytes: 1024 * 1024 },
      faucet: { enabled: false, whitelist: undefined },
      nodeName: undefined,
      eventLogBlocks: 1_000,
    },
    {
      store,
      verifier: noting,
      log,
      clock,
      timers: {
        after(milliseconds, callback) {
          const timer = setTimeout(callback, milliseconds);
          return () => clearTimeout(timer);
        },
      },
      random: { bytes: (length) => new Uint8Array(randomBytes(length)) },
    },
  );
  onTestFinished(() => node.stop());
  const limits = { reads: 0, writes: 0, validators: 0, peers: 0, apiKeys: [], trustedProxies, publicEdge: false };
  const images = createImagePool();
  onTestFinished(() => images.close());
  const operations = await RunningOperations.start(
    { node, store, verifier, images, clock, dataDir: directory, log },
    { metrics: 'off', metricsPort: undefined, metricsHost: '127.0.0.1' },
  );
  onTestFinished(() => operations.health.stop());
  const api = openApi(node, {
    log,
    operations: operations.api,
    logos: images,
    services: noServices,
    corsOrigins: undefined,
    wsMaxClients: 0,
    limits,
    version: '0.0.0',
    createServer: chooseServer('auto').create,
    maxConnections: 0,
    maxConnectionsPerAddress: 0,
  });
  onTestFinished(() => api.close());
  const { port } = await api.listen({ host: '127.0.0.1', port: 0 });
  return { url: `http://127.0.0.1:${port}`, errors, sources };
}

/** Asserts that some answers are 503 busy with Retry-After, and that the others have `status`. */
function expectSomeBusy(answers: readonly Received[], status: number): void {
  const busy = answers.filter((answer) => answer.status === 503);
  expect(busy.length).toBeGreaterThan(0);
  for (const { headers, json } of busy) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(json).toEqual({ success: false, error: expect.stringContaining('try again'), code: 'busy' });
  }
  const others = answers.filter((answer) => answer.status !== 503);
  expect(others.map((answer) => answer.status)).toEqual(others.map(() => status));
  expect(others.length).toBeGreaterThan(0);
}

test('reads of the store, single ones and streams', async () => {
  const { url, errors } = await startWith({ maxReads: 1 });
  const all = (path: string) => Promise.all(Array.from({ length: 40 }, () => exchange(url, path)));
  expectSomeBusy(await all(`/api/tx/${'0'.repeat(64)}`), 404);
  expectSomeBusy(await all('/api/txs'), 200);
  expectSomeBusy(await all('/api/block/0'), 200);
  expectSomeBusy(await all('/api/blocks'), 200);
  expect(errors).toEqual([]);
});

test('requests that wait for verification', async () => {
  const { url, errors } = await startWith({ verifyItems: 2 });
  const bodies = Array.from({ length: 40 }, (_, index) => {
    const { keyHex } = actor(`queues: ${index}`);
    return JSON.stringify({ payload: { from: keyHex }, signature: '00'.repeat(3_309), public_key: keyHex });
  });
  const send = (body: string) => exchange(url, '/api/v2/transfer', { method: 'POST', headers: JSON_HEADERS, body });
  expectSomeBusy(await Promise.all(bodies.map(send)), 401);
  expect(errors).toEqual([]);
});

test("a request is counted for its client's network, which only a trusted proxy may name", async () => {
  const body = JSON.stringify({ payload: {}, public_key: validator.keyHex, signature: '00' });
  const routes: readonly (readonly [path: string, body: string, items: number])[] = [
    ['/api/v2/transfer', body, 1],
    ['/api/tx/broadcast', JSON.stringify({ tx_type: 'transfer', from_pub_key: validator.keyHex }), 1],
    ['/api/v2/batch', `[${body},${body.replace('{}', '{"n":1}')}]`, 2],
  ];
  const clients = ['203.0.113.7', '2001:db8:1:2:3::4'];
  let asked = 0;
  for (const [trustedProxies, expected] of [
    [['127.0.0.1'], ['203.0.113.7', '2001:db8:1:2::/64']],
    [[], ['127.0.0.1', '127.0.0.1']],
  ] as const) {
    const { url, sources } = await startWith({ trustedProxies });
    for (const [index, client] of clients.entries())
      for (const [path, content, items] of routes) {
        const headers = { ...JSON_HEADERS, 'X-Forwarded-For': client };
        await exchange(url, path, { method: 'POST', headers, body: content });
        expect(sources.splice(0)).toEqual(Array(items).fill(expected[index]));
        asked += items;
      }
  }
  expect(asked).toBe(16);
});
