/** A chain whose leader is gone for good: its operator's last copy is exported, and another key goes on from the same state, as built
 *  programs. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUANTA } from '../../engine/base/amounts.js';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import { loadOrCreateNodeKeys } from '../../ops/config/nodeKeys.js';
import { getJson } from '../crash/crashedChain.js';
import { feed, signTransfers, untilStanding } from '../crash/nodeLoad.js';
import { ONE_SENTENCE, type Ran, runProgram } from '../crash/runProgram.js';
import { ChainWatch } from '../support/chainWatch.js';
import { exchangePaths } from '../support/exchangeLive.js';
import { createPoolOrder, type ExchangeOrder, signedOrder, swapOrder } from '../support/exchangeRequests.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { type SigningActor, signingActor } from '../support/transactions.js';

const actors = [1, 2, 3].map((number) => signingActor(`successor: ${number}`));
const SLOW_MACHINE_MS = 180_000;

let root: string;
let old: LiveNode;
const started: LiveNode[] = [];

const balances = async (node: LiveNode): Promise<unknown[]> =>
  Promise.all(actors.map(async ({ address }) => (await getJson(node.url, `/api/balance/${address}`)).balance_quanta));

/** Sends an order of the exchange and waits until it is in a block. */
async function trade(node: LiveNode, order: ExchangeOrder & { readonly operation: keyof typeof exchangePaths }) {
  const watch = await ChainWatch.open(node.url);
  const { body, txId } = signedOrder(actors[0] as SigningActor, order);
  const { status, json } = await exchange(node.url, exchangePaths[order.operation], {
    method: 'POST',
    headers: JSON_HEADERS,
    body,
  });
  expect([status, json?.error]).toEqual([200, undefined]);
  expect((await watch.included(txId)).status).toBe('success');
  await watch.close();
}

const poolStats = async (node: LiveNode): Promise<unknown> => {
  const { status, json } = await exchange(node.url, '/api/pool/TIN-XRGE/stats');
  const stats = json?.stats as Record<string, unknown> | undefined;
  return [status, stats?.total_swaps];
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'rouged-successor-'));
  const allocations = [
    ...actors.map(({ address }) => ({ address, amount: '1000' })),
    { address: (actors[0] as SigningActor).address, amount: '1000000', token: 'TIN' },
  ];
  old = await startNode({ genesis: { allocations }, flags: ['--heartbeat-ms', '3600000'] });
  started.push(old);
  await trade(old, createPoolOrder('TIN', 400_000n, 'XRGE', 100n * QUANTA));
  await trade(old, swapOrder('TIN', 1_000n, 'XRGE'));
  await feed(old.url, signTransfers(actors, 40, new SeededRandom(testSeed())));
  await untilStanding(old.url);
}, SLOW_MACHINE_MS);

afterAll(async () => {
  for (const node of started) await node.remove();
  if (root) rmSync(root, { recursive: true, force: true });
});

async function exported(out: string, ...more: string[]): Promise<Ran> {
  return runProgram(['genesis', 'export', '--data-dir', old.dataDir, '--out', out, '--json', ...more]);
}

test(
  'goes on under another key with every balance, is sound, and starts again',
  async () => {
    const before = await balances(old);
    const height = Number((await getJson(old.url, '/api/stats')).network_height);
    const { block } = await getJson(old.url, `/api/block/${height}`);
    await old.stop();

    const dataDir = join(root, 'heir');
    mkdirSync(dataDir);
    const keys = loadOrCreateNodeKeys(dataDir);
    if (isRefusal(keys)) throw new Error(keys.message);
    const heir = toHex(keys.publicKey);
    const file = join(dataDir, 'genesis.json');
    const poor = await exported(file, '--chain-id', 'heirs-1', '--validator', `${heir}:50000`);
    expect([poor.code, poor.err]).toEqual([2, expect.stringMatching(ONE_SENTENCE)]);
    expect(poor.err).toContain('too little for a stake');
    const made = await exported(
      file,
      ...['--chain-id', 'heirs-1', '--validator', `${heir}:50000:heir`],
      ...['--allocation', `${addressOfKey(keys.publicKey)}:60000`],
    );
    expect(made.code, made.err).toBe(0);
    expect(JSON.parse(made.out)).toMatchObject({
      chain_id: 'heirs-1',
      continues: { height, state_root: (block as { stateRoot: string }).stateRoot },
    });
    const again = await exported(file, '--chain-id', 'heirs-1');
    expect(again.err).toContain('exists and is not overwritten');

    const node = await startNode({ dataDir, flags: ['--heartbeat-ms', '3600000'] });
    started.push(node);
    await untilStanding(node.url);
    expect(await balances(node)).toEqual(before);
    const { validators } = await getJson(node.url, '/api/validators');
    expect(
      (validators as { address: string; status: string }[]).map(({ address, status }) => [address, status]),
    ).toEqual([
      [addressOfKey(keys.publicKey), 'active'],
      [expect.any(String), 'unbonding'],
    ]);
    // The pool goes on with its reserves; what its swaps moved is counted anew.
    expect(await poolStats(node)).toEqual([200, 0]);
    await trade(node, swapOrder('XRGE', QUANTA, 'TIN'));
    expect(await poolStats(node)).toEqual([200, 1]);
    // Signers of the old chain sign here for the first time.
    await feed(node.url, signTransfers(actors, 20, new SeededRandom(testSeed() + 1)));
    await untilStanding(node.url);
    const after = await balances(node);
    expect(after).not.toEqual(before);
    await node.stop();

    const sound = await runProgram(['verify-db', '--data-dir', dataDir]);
    expect([sound.code, sound.err], sound.out).toEqual([0, expect.any(String)]);
    const restarted = await startNode({ dataDir });
    started.push(restarted);
    expect(await balances(restarted)).toEqual(after);
    expect(readFileSync(file, 'utf8')).toContain('"records"');
  },
  SLOW_MACHINE_MS,
);

test(
  'a command that asks for something else gets one sentence',
  async () => {
    const out = join(root, 'never.json');
    const refusals = [
      [[], 'needs --chain-id'],
      [['--chain-id', 'live-1', '--at', '0'], '--at'],
      [['--chain-id', 'heirs-2', '--at', '1000000'], '--at must be a height from 1 to'],
      [['--chain-id', 'rougechain-mainnet-1'], 'rougechain-mainnet-1'],
      [['--chain-id', 'heirs-2', '--data-dir', join(root, 'empty')], 'genesis'],
    ] as const;
    for (const [words, sentence] of refusals) {
      const { code, err } = await exported(out, ...words);
      expect([code, err], words.join(' ')).toEqual([expect.any(Number), expect.stringMatching(ONE_SENTENCE)]);
      expect(code).not.toBe(0);
      expect(err).toContain(sentence);
    }
  },
  SLOW_MACHINE_MS,
);
