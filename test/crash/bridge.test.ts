/** Kills a node while it mints a deposit: while the providers are asked, between their last answer and the signature, and between the lasting
 *  effects of the block. After each death the deposit can be claimed, and is minted once. And while it gives away deposit addresses: whoever
 *  got one keeps it, and nobody else gets it. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe as describeAlways, expect, onTestFinished, test } from 'vitest';
import { ADDRESSES_FILE } from '../../ops/bridge/depositAddresses.js';
import type { CrashPoint } from '../../workers/store/crashPoints.js';
import { walletOf } from '../support/bitcoinChain.js';
import { ANVIL, type Json } from '../support/evm/anvil.js';
import { type Answer, ForeignSide, RELAYER_SECRET } from '../support/evm/bridgeScene.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { actor, signingActor } from '../support/transactions.js';
import { copyOf } from './nodeDirectory.js';
import { untilStanding } from './nodeLoad.js';

/** Elsewhere than in CI the variable may name none. */
const describe = describeAlways.skipIf(ANVIL === undefined && process.env.CI !== 'true');

const SLOW_MACHINE_MS = 240_000;
const QUIET = ['--heartbeat-ms', '3600000'];
const KILLED = { code: null, signal: 'SIGKILL' };
/** Of these a run draws some (ROUGED_TEST_ALL=1: all). Between two of them each: before the block is journaled, before its votes are, before it is in the database, behind all. */
const POINTS: readonly CrashPoint[] = [
  ...(['journal-begin', 'journal-sync', 'journal-directory', 'votes-begin', 'votes-directory'] as const),
  ...(['commit-begin', 'commit-body', 'commit-batch', 'commit-sync', 'commit-answer'] as const),
];
const user = signingActor('bridge crash: user');
const seed = testSeed();
const random = new SeededRandom(seed);

let side: ForeignSide;
let owner: LiveNode;

const environment = (more: Readonly<Record<string, string>> = {}) => ({ ...side.environment(), ...more });

beforeAll(async () => {
  if (ANVIL === undefined && process.env.CI !== 'true') return;
  side = await ForeignSide.start();
  owner = await startNode({ genesis: { bridge: { btcNetwork: 'regtest' } }, flags: QUIET, environment: environment() });
  await untilStanding(owner.url);
  await owner.stop();
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await owner?.remove();
  await side?.stop();
});

const post = async (url: string, path: string, body: unknown, headers = {}): Promise<Answer> => {
  const sending = { method: 'POST', headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(body) };
  return (await exchange(url, path, sending)).json as Answer;
};

const claim = (url: string, body: unknown): Promise<Answer> => post(url, '/api/bridge/claim', body);

async function start(dataDir: string, more: Readonly<Record<string, string>> = {}): Promise<LiveNode> {
  const node = await startNode({ dataDir, flags: QUIET, environment: environment(more) });
  onTestFinished(() => node.remove());
  return node;
}

/** Starts again, claims until the deposit is minted, and looks how often that was. */
async function mintedOnce(dataDir: string, body: Answer): Promise<void> {
  const node = await start(dataDir);
  const again = await claim(node.url, body);
  if (again.success !== true) expect(again.error).toBe('Transaction already claimed');
  expect(await claim(node.url, body)).toMatchObject({ success: false, error: 'Transaction already claimed' });
  const { json } = await exchange(node.url, `/api/balance/${user.address}/qETH`);
  expect(json?.balance).toBe(1_000_000);
  const reserves = (await exchange(node.url, '/api/bridge/reserves')).json?.reserves as readonly Answer[];
  expect(reserves.find(({ token }) => token === 'qETH')).toMatchObject({ minted: 1_000_000, claimable: 1_000_000 });
  await node.stop('SIGKILL');
}

const freshClaim = async (): Promise<Answer> =>
  side.claimBody('ETH', await side.deep({ to: side.evm.custody, value: 10n ** 18n }), user.address);

describe(`a node that mints is killed (seed ${seed})`, () => {
  test.each([
    ['rule 5: while the first question is under way', 'eth_getTransactionByHash', 1],
    ['rule 5: while the second look is under way', 'eth_getTransactionReceipt', 4],
  ])('%s', { timeout: SLOW_MACHINE_MS }, async (_, method, passing) => {
    const dataDir = copyOf(owner.dataDir);
    const body = await freshClaim();
    const node = await start(dataDir);
    let asked = 0;
    for (const provider of side.evm.providers)
      provider.lie = (name: string, result: Json) => {
        // Three providers answer each question.
        if (name === method && ++asked === passing) return () => void node.stop('SIGKILL');
        return result;
      };
    const answer = await claim(node.url, body).catch(() => undefined);
    expect(await node.ended).toEqual(KILLED);
    side.beHonest();
    expect(answer?.success).not.toBe(true);
    await mintedOnce(dataDir, body);
  });

  test.each(random.cases(POINTS, 4).map((point) => [point]))(
    'rule 5: at %s of the block of the mint',
    { timeout: SLOW_MACHINE_MS },
    async (point) => {
      const dataDir = copyOf(owner.dataDir);
      const body = await freshClaim();
      const node = await start(dataDir, { ROUGED_CRASH_POINT: `${point}:1` });
      const answer = await claim(node.url, body).catch(() => undefined);
      expect(await node.ended).toEqual(KILLED);
      // The answer of a commit and the kill behind it race.
      if (point !== 'commit-answer') expect(answer?.success).not.toBe(true);
      await mintedOnce(dataDir, body);
    },
  );
});

describe(`a node that gives away deposit addresses is killed (seed ${seed})`, () => {
  test('whoever got one keeps it, and nobody else gets it', { timeout: SLOW_MACHINE_MS }, async () => {
    const dataDir = copyOf(owner.dataDir);
    const given = new Map<string, string>();
    const secret = { 'x-bridge-relayer-secret': RELAYER_SECRET };
    const recipients = Array.from({ length: 120 }, (_, number) => actor(`bridge crash: ${number}`).address);
    for (let round = 0; round < 3; round++) {
      const node = await start(dataDir);
      const addresses = Array.from({ length: 50 }, (_, number) => ({
        ...{ index: 50 * round + number, address: walletOf(`crash ${round} ${number}`).address },
      }));
      expect(await post(node.url, '/api/bridge/btc/deposit-pool', { addresses }, secret)).toMatchObject({ added: 50 });
      const end = random.between(1, 39);
      let answers = 0;
      await Promise.all(
        recipients.slice(40 * round, 40 * (round + 1)).map(async (recipient) => {
          const answer = await post(node.url, '/api/bridge/btc/deposit-address', { recipient }).catch(() => undefined);
          if (answer?.success === true) given.set(recipient, String(answer.address));
          if (++answers === end) void node.stop('SIGKILL');
        }),
      );
      expect(await node.ended).toEqual(KILLED);
    }
    expect(given.size).toBeGreaterThan(2);
    const node = await start(dataDir);
    for (const [recipient, address] of given)
      expect(await post(node.url, '/api/bridge/btc/deposit-address', { recipient })).toMatchObject({ address });
    for (const recipient of recipients) {
      const { address } = await post(node.url, '/api/bridge/btc/deposit-address', { recipient });
      given.set(recipient, String(address));
    }
    expect(new Set(given.values()).size).toBe(recipients.length);
    await node.stop('SIGKILL');
    // Whoever puts an older copy in its place would have them given away again.
    const path = join(dataDir, ADDRESSES_FILE);
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${lines.slice(0, -2).join('\n')}\n`);
    await expect(start(dataDir)).rejects.toThrow(
      /bridge-addresses\.log is an older copy, was cut or has other records/,
    );
    writeFileSync(path, lines.join('\n'));
    const again = await start(dataDir);
    const [recipient] = recipients;
    expect(await post(again.url, '/api/bridge/btc/deposit-address', { recipient })).toMatchObject({
      address: given.get(recipient ?? ''),
    });
  });
});
