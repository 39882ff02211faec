/** Snapshots of a local network: a chain with records of every table, later blocks, and the revert, with the
 *  process killed at each step of it. The node's reads and verify-db check the result. */

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { revertPoints } from '../../workers/store/crashPoints.js';
import { getJson } from '../crash/crashedChain.js';
import { copyOf } from '../crash/nodeDirectory.js';
import { ONE_SENTENCE, runCommand } from '../crash/runProgram.js';
import { ChainWatch } from '../support/chainWatch.js';
import { createPoolOrder, swapOrder } from '../support/exchangeRequests.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, type LiveNodeOptions, runNodeToItsEnd } from '../support/liveNode.js';
import { type Answer, accountsOf, local, localAnswer, signerOf, startLocal } from '../support/localNode.js';
import { membersOf } from '../support/nftRequests.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { type Signed, signed, signedFaucet, signedTransfer } from '../support/signedRequests.js';
import { actor, type SigningActor, signingActor } from '../support/transactions.js';

/** Nodes start and stop one after another here. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const XRGE = 1_000_000_000n;
const bob = actor('snapshots: bob');
const asker = signingActor('snapshots: asker');

/** The data directory of a stopped network with snapshot 1 and blocks above it. */
let made: string;
/** The accounts of the network, and so of every copy of it. */
let accounts: readonly SigningActor[];
/** The answers of reads when the snapshot was taken. */
let before: Answer;
let snapshot: Answer;
let node: LiveNode;

/** Answers that show every table and every index: nothing of what came later may be in them. */
const READ = [
  '/api/tokens',
  '/api/pools',
  '/api/nft/collections',
  '/api/validators',
  '/api/token/GOLD/holders',
  '/api/events',
  '/api/burned',
  '/api/finality',
] as const;

async function shown(url: string): Promise<Answer> {
  const answers: Record<string, unknown> = {};
  const paths = [
    ...READ,
    ...[...accounts, bob, asker].map(({ address }) => `/api/balance/${address}`),
    ...accounts
      .slice(0, 3)
      .flatMap(({ keyHex }) => [
        `/api/account/${keyHex}/nonce`,
        `/api/allowances/${keyHex}`,
        `/api/nft/owner/${keyHex}`,
        `/api/address/${keyHex}/transactions`,
        `/api/validators/${keyHex}/unbonding`,
      ]),
  ];
  for (const path of paths) {
    const { status, json } = await exchange(url, path);
    answers[path] = status === 200 ? json : status;
  }
  const { blocks } = await getJson(url, `/api/blocks?from_height=1&to_height=${String(snapshot?.height ?? 1)}`);
  return { ...answers, blocks };
}

/** Posts and waits for the block. The node makes one at once. */
async function done(url: string, path: string, request: Signed): Promise<void> {
  const watch = await ChainWatch.open(url);
  const { status, text } = await exchange(url, path, { method: 'POST', headers: JSON_HEADERS, body: request.body });
  expect(status, `${path}: ${text}`).toBe(200);
  await watch.included(request.txId);
  await watch.close();
}

const order = (signer: SigningActor, type: string, members: object): Signed =>
  signed(signer, { type, ...membersOf({ ...members }) });

/** Records of every table: accounts, tokens, allowances, pools and shares, collections and NFTs, stakes and what is unbonding, the
 *  faucet's. */
async function fill(url: string): Promise<void> {
  const [alice, carol] = accounts;
  if (!alice || !carol) throw new Error('there are too few accounts');
  const collectionId = `col:${alice.keyHex.slice(0, 16)}:ART`;
  const pool = createPoolOrder('GOLD', 1_000_000n, 'XRGE', 1_000n * XRGE);
  const swap = swapOrder('XRGE', 5n * XRGE, 'GOLD');
  const steps: readonly (readonly [string, Signed])[] = [
    ['/api/v2/transfer', signedTransfer(alice, bob.address, '3.5')],
    [
      '/api/v2/token/create',
      order(alice, 'create_token', { name: 'Gold', symbol: 'GOLD', totalSupply: 5_000_000, mintable: true }),
    ],
    ['/api/v2/token/approve', order(alice, 'approve', { spender: carol.keyHex, token_symbol: 'GOLD', amount: 77 })],
    ['/api/v2/pool/create', signed(alice, { type: pool.operation, ...pool.members })],
    ['/api/v2/swap/execute', signed(carol, { type: swap.operation, ...swap.members })],
    ['/api/v2/nft/collection/create', order(alice, 'nft_create_collection', { symbol: 'ART', name: 'Pictures' })],
    ['/api/v2/nft/mint', order(alice, 'nft_mint', { collectionId, name: 'one' })],
    ['/api/v2/stake', order(carol, 'stake', { amount: 30_000 })],
    ['/api/v2/unstake', order(carol, 'unstake', { amount: 10_000 })],
    ['/api/v2/token/burn', order(alice, 'burn', { token: 'GOLD', amount: 11 })],
    ['/api/v2/faucet', signedFaucet(asker)],
  ];
  for (const [path, request] of steps) await done(url, path, request);
}

/** More of the same, so that every answer changes. */
async function goOn(url: string): Promise<void> {
  const [alice, carol, dora] = accounts;
  if (!alice || !carol || !dora) throw new Error('there are too few accounts');
  const swap = swapOrder('XRGE', 9n * XRGE, 'GOLD');
  const steps: readonly (readonly [string, Signed])[] = [
    ['/api/v2/transfer', signedTransfer(alice, bob.address, '100')],
    ['/api/v2/token/create', order(carol, 'create_token', { name: 'Iron', symbol: 'IRON', totalSupply: 9 })],
    ['/api/v2/token/approve', order(alice, 'approve', { spender: dora.keyHex, token_symbol: 'GOLD', amount: 5 })],
    ['/api/v2/swap/execute', signed(dora, { type: swap.operation, ...swap.members })],
    ['/api/v2/nft/collection/create', order(carol, 'nft_create_collection', { symbol: 'MAP', name: 'Maps' })],
    ['/api/v2/stake', order(dora, 'stake', { amount: 20_000 })],
    ['/api/v2/token/burn', order(alice, 'burn', { token: 'GOLD', amount: 1 })],
    ['/api/v2/faucet', signedFaucet(asker)],
  ];
  for (const [path, request] of steps) await done(url, path, request);
}

/** Long heartbeats: no block comes on its own between two checks. */
const QUIET = ['--automine', '--block-time-ms', '3600000', '--heartbeat-ms', '3600000'];
const started = async (options: Omit<LiveNodeOptions, 'local'> = {}): Promise<LiveNode> => {
  const next = await startLocal({ flags: QUIET, ...options });
  onTestFinished(() => next.stop('SIGKILL').then(() => undefined));
  return next;
};

async function expectSound(dataDir: string): Promise<void> {
  const { code, out, err } = await runCommand(['verify-db', '--data-dir', dataDir, '--verify-workers', '1']);
  expect(code, out + err).toBe(0);
}

beforeAll(async () => {
  node = await startLocal({ flags: QUIET });
  made = node.dataDir;
  accounts = (await accountsOf(made)).map(signerOf);
  await fill(node.url);
  snapshot = await localAnswer(made, 'snapshot');
  before = await shown(node.url);
  await goOn(node.url);
  const after = await shown(node.url);
  // Every compared answer has changed, so the comparison can fail.
  const same = Object.keys(before).filter((path) => JSON.stringify(before[path]) === JSON.stringify(after[path]));
  expect(same.filter((path) => READ.includes(path as (typeof READ)[number]))).toEqual([]);
  expect(Object.values(before).filter((answer) => typeof answer === 'number')).toEqual([]);
  await node.stop();
});
afterAll(() => node.remove());

/** Checks that a node is on the chain of the snapshot and continues. */
async function expectReverted(running: LiveNode): Promise<void> {
  const { url, dataDir } = running;
  expect(await localAnswer(dataDir, 'status')).toMatchObject({
    height: snapshot.height,
    hash: snapshot.hash,
    pending: 0,
  });
  expect(await shown(url)).toEqual(before);
  // The heights above are signed a second time, with other blocks.
  await goOn(url);
  expect((await getJson(url, '/api/health')) as object).toMatchObject({ status: 'ok' });
}

describe('a revert', () => {
  test('takes everything back, tells listeners, and the chain goes on', async () => {
    const running = await started({ dataDir: copyOf(made) });
    const { dataDir, url } = running;
    const listener = await ChainWatch.open(url);
    await localAnswer(dataDir, 'pause');
    const [alice] = accounts;
    if (!alice) throw new Error('there is no account');
    const pending = signedTransfer(alice, bob.address, '4');
    await exchange(url, '/api/v2/transfer', { method: 'POST', headers: JSON_HEADERS, body: pending.body });
    expect(await localAnswer(dataDir, 'revert', '1')).toEqual(snapshot);
    expect(await listener.closed()).toMatchObject({ code: 1001 });
    expect(await localAnswer(dataDir, 'status')).toMatchObject({ production: 'paused' });
    await localAnswer(dataDir, 'resume');
    await expectReverted(running);
    // The events are numbered on from the snapshot, so a listener that resumes gets the new ones.
    const again = await ChainWatch.open(url);
    await again.close();
    await running.stop();
    await expectSound(dataDir);
    const restarted = await started({ dataDir });
    expect(await localAnswer(dataDir, 'snapshots')).toEqual({ snapshots: [snapshot] });
    expect(await localAnswer(dataDir, 'revert', '1')).toEqual(snapshot);
    await expectReverted(restarted);
  });

  test('to a damaged snapshot is refused, and the chain continues; other snapshots are not affected', async () => {
    const running = await started({ dataDir: copyOf(made) });
    const { dataDir } = running;
    const snapshots = join(dataDir, 'snapshots');
    const later = await localAnswer(dataDir, 'snapshot');
    writeFileSync(join(snapshots, '1/db/CURRENT'), '');
    mkdirSync(join(snapshots, '99'));
    writeFileSync(join(snapshots, 'last-id'), 'x');
    const tip = await localAnswer(dataDir, 'status');
    for (const damage of ['no CURRENT', 'no database']) {
      const { code, err } = await local(dataDir, 'revert', '1');
      expect(code, damage).toBe(1);
      expect(err, damage).toMatch(/^rouged: snapshot 1 is damaged, and the chain stays as it is: .+\n$/);
      rmSync(join(snapshots, '1/db'), { recursive: true, force: true });
    }
    expect(await localAnswer(dataDir, 'status')).toMatchObject({ height: tip.height, hash: tip.hash });
    expect((await localAnswer(dataDir, 'snapshot')).id).toBe('100');
    expect(await localAnswer(dataDir, 'revert', '2')).toEqual(later);
    expect(await localAnswer(dataDir, 'mine', '2')).toMatchObject({ blocks: 2, to_height: Number(later.height) + 2 });
    expect(existsSync(join(dataDir, 'revert-check'))).toBe(false);
  });

  test('may go to and fro between snapshots, whose ids are not used again', async () => {
    const running = await started({ dataDir: copyOf(made) });
    const { dataDir } = running;
    const later = await localAnswer(dataDir, 'snapshot');
    expect(later.id).toBe('2');
    await localAnswer(dataDir, 'revert', '1');
    await localAnswer(dataDir, 'revert', '2');
    expect(await localAnswer(dataDir, 'status')).toMatchObject({ height: later.height, hash: later.hash });
    await localAnswer(dataDir, 'remove', '2');
    expect((await local(dataDir, 'revert', '2')).err).toBe('rouged: there is no snapshot "2"; there are: 1\n');
    expect((await localAnswer(dataDir, 'snapshot')).id).toBe('3');
    expect(readdirSync(join(dataDir, 'snapshots')).sort()).toEqual(['1', '3', 'last-id']);
  });

  test('takes the clock back to where it stood', async () => {
    const running = await started({ dataDir: copyOf(made) });
    const { dataDir } = running;
    await localAnswer(dataDir, 'time', '+100');
    const { id } = await localAnswer(dataDir, 'snapshot');
    await localAnswer(dataDir, 'time', '+5000');
    await localAnswer(dataDir, 'revert', String(id));
    expect(await localAnswer(dataDir, 'time')).toMatchObject({ ahead_seconds: 100 });
    await localAnswer(dataDir, 'revert', '1');
    expect(await localAnswer(dataDir, 'time')).toMatchObject({ ahead_seconds: 0 });
    expect(await localAnswer(dataDir, 'mine', '2')).toMatchObject({ blocks: 2 });
  });
});

const seed = testSeed();
const drawn = new SeededRandom(seed).cases(revertPoints, 2);

/** A run draws the points at which a running process is killed. All are passed at starts that continue a revert. */
describe(`a process killed on the way back (seed ${seed})`, () => {
  test.each(drawn)('at %s continues the revert at the next start and completes it', async (point) => {
    const dataDir = copyOf(made);
    const killed = await started({ dataDir, environment: { ROUGED_CRASH_POINT: point } });
    const asked = await local(dataDir, 'revert', '1');
    expect(asked.code).toBe(1);
    expect((await killed.ended).signal).toBe('SIGKILL');
    const again = await started({ dataDir });
    await expectReverted(again);
    expect(existsSync(join(dataDir, 'revert.json'))).toBe(false);
    await again.stop();
    await expectSound(dataDir);
  });

  test('again and again, at the starts that continue it', async () => {
    const dataDir = copyOf(made);
    const killed = await started({ dataDir, environment: { ROUGED_CRASH_POINT: 'revert-order' } });
    await local(dataDir, 'revert', '1');
    await killed.ended;
    for (const point of revertPoints.filter((point) => point !== 'revert-order')) {
      const options = { dataDir, local: true, flags: QUIET, environment: { ROUGED_CRASH_POINT: point } };
      expect((await runNodeToItsEnd(options)).exit.signal).toBe('SIGKILL');
    }
    await expectReverted(await started({ dataDir }));
  });

  test('is not continued by a network that others can use', async () => {
    const dataDir = copyOf(made);
    const killed = await started({ dataDir, environment: { ROUGED_CRASH_POINT: 'revert-remove' } });
    await local(dataDir, 'revert', '1');
    await killed.ended;
    const files = readdirSync(dataDir).sort();
    for (const [isLocal, flags] of [
      [true, ['--public-url', 'http://node.example']],
      [false, []],
    ] as const) {
      const { exit, output } = await runNodeToItsEnd({ dataDir, local: isLocal, flags });
      expect([exit.code, output]).toEqual([1, expect.stringContaining('start it once as a local network')]);
      expect(output).toMatch(ONE_SENTENCE);
    }
    expect(readdirSync(dataDir).sort()).toEqual(files);
    await expectReverted(await started({ dataDir }));
  });
});

test('half a snapshot of a killed process is none, and is removed with the next one', async () => {
  const dataDir = copyOf(made);
  mkdirSync(join(dataDir, 'snapshots', '2.unfinished', 'db.unfinished'), { recursive: true });
  await started({ dataDir });
  expect(await localAnswer(dataDir, 'snapshots')).toEqual({ snapshots: [snapshot] });
  expect((await localAnswer(dataDir, 'snapshot')).id).toBe('2');
  expect(readdirSync(join(dataDir, 'snapshots')).sort()).toEqual(['1', '2', 'last-id']);
});
