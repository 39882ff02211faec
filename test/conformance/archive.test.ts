/** An archive node over HTTP: `?height=` on every read of accounts, tokens, pools, NFTs and proofs, good and bad input. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountBytes, accountOfKey } from '../../engine/crypto/address.js';
import { accountOf } from '../../engine/ledger/funds.js';
import { accountStateKey, readAccountRecord, verifyProof } from '../../engine/state/proof.js';
import { openStore } from '../../workers/store/openStore.js';
import { bundledFile } from '../../workers/threads/workerFile.js';
import { runProgram } from '../crash/runProgram.js';
import { KeptChain, KeptStore, keptActors, keptGenesis } from '../support/keptChain.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';

const BLOCKS = 60;
const TRANSFERS = 4;
const PAIRS = 1_000;
/** Requests at a time. */
const TOGETHER = 20;

let directory: string;
let node: LiveNode;
const source = KeptChain.unsigned();
/** XRGE of an actor after each block. */
const balances: bigint[] = [];
const nonces: number[] = [];
const [, holder] = keptActors as [unknown, (typeof keptActors)[number]];
/** Every actor's account after each block, as the chain that was executed in memory had it. */
const replayed: (readonly ReturnType<typeof accountOf>[])[] = [];
const note = (): void => {
  const { balance, nonce } = accountOf(source.chain.state, accountOfKey(holder.publicKey));
  balances.push(balance);
  nonces.push(nonce);
  replayed.push(keptActors.map(({ account }) => accountOf(source.chain.state, account)));
};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rouged-archive-'));
  writeFileSync(join(directory, 'genesis.json'), keptGenesis());
  note();
  const port = await openStore({ directory, queries: bundledFile('engine/stream/queries.js') });
  const kept = await KeptStore.open(source, port, { mode: 'archive', blocks: 1 });
  for (let height = 1; height <= BLOCKS; height++) {
    source.grow(1, TRANSFERS, 400);
    note();
    await kept.follow();
  }
  await kept.close();
  node = await startNode({ dataDir: directory, mine: false, flags: ['--mode', 'archive'] });
}, 120_000);

afterAll(async () => {
  await node?.remove();
  rmSync(directory, { recursive: true, force: true });
});

async function get(path: string): Promise<{ readonly status: number; readonly json: Record<string, unknown> }> {
  const response = await fetch(node.url + path);
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

test('the node says that it is an archive', async () => {
  expect((await get('/api/stats')).json).toMatchObject({
    mode: 'archive',
    lowest_block_height: 0,
    lowest_state_height: 0,
  });
  expect(node.logs()).toMatch(/mode +archive: every block, and the state at every height/);
});

test('balance and nonce at every height, with the key as address and as hex', async () => {
  const different = new Set<bigint>();
  for (let height = 0; height <= BLOCKS; height++) {
    const { address, keyHex } = holder;
    const { json } = await get(`/api/balance/${height % 2 === 0 ? address : keyHex}?height=${height}`);
    expect(json, `height ${height}`).toMatchObject({
      success: true,
      balance_quanta: String(balances[height]),
      address,
    });
    expect(Object.keys(json.token_balances as object)).toEqual(['GOLD']);
    const nonce = (await get(`/api/account/${address}/nonce?height=${height}`)).json;
    expect(nonce.nonce).toBe(nonces[height]);
    expect(nonce.next_nonce).toBe((nonces[height] as number) + 1);
    different.add(balances[height] as bigint);
  }
  expect(different.size).toBeGreaterThan(BLOCKS / 3);
});

test(`${PAIRS} random accounts at random heights are what a replay of the chain had there`, async () => {
  const random = new SeededRandom(testSeed());
  const pairs = Array.from({ length: PAIRS }, () => ({
    index: random.below(keptActors.length),
    height: random.below(BLOCKS + 1),
  }));
  let past = 0;
  for (let first = 0; first < PAIRS; first += TOGETHER)
    await Promise.all(
      pairs.slice(first, first + TOGETHER).map(async ({ index, height }) => {
        const { address } = keptActors[index] as (typeof keptActors)[number];
        const [expected, now] = [replayed[height]?.[index], replayed[BLOCKS]?.[index]];
        const path = `/api/balance/${address}?height=${height}`;
        expect((await get(path)).json, path).toMatchObject({ balance_quanta: String(expected?.balance) });
        if (expected?.balance !== now?.balance) past++;
      }),
    );
  expect(past).toBeGreaterThan(PAIRS / 2);
});

/** Every read of the state, on this chain. */
const reads = (): readonly string[] => [
  `/api/balance/${holder.address}`,
  `/api/balance/${holder.address}/GOLD`,
  `/api/balance/${holder.address}/XRGE`,
  `/api/resolve/${holder.address}`,
  `/api/account/${holder.address}/nonce`,
  '/api/tokens',
  '/api/token/GOLD/metadata',
  '/api/token/GOLD/holders',
  '/api/token/XRGE/holders',
  '/api/top-holders',
  `/api/token/allowance?owner=${holder.address}&spender=${holder.address}&token=GOLD`,
  `/api/token/allowances?owner=${holder.address}`,
  `/api/allowances/${holder.address}`,
  '/api/pools',
  '/api/nft/collections',
  `/api/nft/owner/${holder.address}`,
  '/api/validators',
  `/api/validators?publicKey=${keptActors[0]?.address}`,
  `/api/validators/${holder.address}/unbonding`,
  `/api/proof/account/${holder.address}`,
  `/api/proof/token/${holder.address}/GOLD`,
  '/api/proof/key/01',
];

const withHeight = (path: string, height: string): string => `${path}${path.includes('?') ? '&' : '?'}height=${height}`;

test('a read at the height of the tip is the read without a height', async () => {
  for (const path of reads()) {
    const [now, then] = [await get(path), await get(withHeight(path, String(BLOCKS)))];
    expect(now.status, path).toBe(200);
    expect(then, path).toEqual(now);
  }
});

test('every read answers in the same shape at an earlier height, and differs where the chain has moved', async () => {
  let moved = 0;
  for (const path of reads()) {
    const [now, then] = [await get(path), await get(withHeight(path, '7'))];
    expect(then.status, path).toBe(200);
    expect(Object.keys(then.json), path).toEqual(Object.keys(now.json));
    if (JSON.stringify(then.json) !== JSON.stringify(now.json)) moved++;
  }
  expect(moved).toBeGreaterThan(9);
  // What is not there yet at a height is unknown there.
  for (const path of [
    '/api/pool/GOLD-XRGE',
    '/api/nft/collection/col:0:A',
    '/api/nft/token/col:0:A/1',
    '/api/nft/collection/col:0:A/tokens',
  ])
    expect((await get(withHeight(path, '7'))).json, path).toMatchObject({ code: 'not_found' });
});

test('a proof at a height leads to the state root of that block', async () => {
  for (const height of [0, 1, 30, BLOCKS - 1, BLOCKS]) {
    const { json } = await get(`/api/proof/account/${holder.address}?height=${height}`);
    const block = (await get(`/api/block/${height}`)).json.block as {
      readonly stateRoot: string | null;
      readonly hash: string;
    };
    expect(json).toMatchObject({ height, block_hash: block.hash });
    if (block.stateRoot === null) continue;
    const value = verifyProof(
      json as never,
      block.stateRoot,
      accountStateKey(accountBytes(accountOfKey(holder.publicKey))),
    );
    expect(readAccountRecord(value as Uint8Array)).toMatchObject({
      balance: balances[height],
      nonce: BigInt(nonces[height] as number),
    });
  }
});

test.each([
  ['above the tip', String(BLOCKS + 1), 404, 'not_found'],
  ['far above the tip', String(Number.MAX_SAFE_INTEGER), 404, 'not_found'],
  ['above every number', '9007199254740993', 400, 'malformed_parameter'],
  ['negative', '-1', 400, 'malformed_parameter'],
  ['a fraction', '1.5', 400, 'malformed_parameter'],
  ['empty', '', 400, 'malformed_parameter'],
  ['a word', 'latest', 400, 'malformed_parameter'],
  ['with an exponent', '1e1', 400, 'malformed_parameter'],
  ['given twice', '1&height=2', 400, 'malformed_parameter'],
])('a height that is %s is refused everywhere', async (_, height, status, code) => {
  for (const path of reads()) {
    const refused = await get(withHeight(path, height));
    expect({ path, status: refused.status, code: refused.json.code }).toEqual({ path, status, code });
  }
});

test('the directory stays an archive, or becomes full; then older state is refused with the height there is', async () => {
  await node.stop();
  node = await startNode({ dataDir: directory, mine: false });
  for (const path of reads()) {
    const refused = await get(withHeight(path, '7'));
    expect({ path, status: refused.status, ...refused.json }).toMatchObject({
      path,
      status: 410,
      code: 'pruned',
      lowest_height: BLOCKS,
    });
  }
  expect((await get(`/api/balance/${holder.address}?height=${BLOCKS}`)).status).toBe(200);
  await node.stop();
  const back = await runProgram(['--data-dir', directory, '--api-port', '0', '--mode', 'archive']);
  expect(back.code).toBe(1);
  expect(back.err).toMatch(/has no history of the state below its tip.*rouged export.*rouged import/);
});
