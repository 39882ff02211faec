/** Why a node is not well: each reason at its bound, their order, the watches behind them, and the sizes on disk. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ChainsHealth, ProviderHealth } from '../../../engine/bridge/port.js';
import type { Reserve } from '../../../engine/head/bridge/reserves.js';
import { WITHDRAWAL_WAITS_MS } from '../../../ops/bridge/bridgeReading.js';
import {
  BLOCK_GRACE_MS,
  CLOCK_STEP_MS,
  DISAGREEMENT_SHOWN_MS,
  DISK_LOW_BYTES,
  type HealthReadings,
  healthCodes,
  healthProblems,
  LOOP_STALLED_MS,
  PROVIDER_FAILING_MS,
  PUSH_FAILING_MS,
} from '../../../ops/health/checks.js';
import { BlockWatch } from '../../../ops/health/health.js';
import { ClockWatch, readDisk } from '../../../ops/health/vitals.js';
import { temporaryDirectory } from './temporary.js';

const blocks = { sinceBlockMs: 100, waitingMs: undefined, blockTimeMs: 400, heartbeatMs: 10_000, waitsFor: undefined };

const healthy: HealthReadings = {
  services: { problem: undefined, bytes: 90, mostBytes: 100 },
  stopping: false,
  stateCheck: false,
  productionProblem: undefined,
  standby: false,
  storeFailure: undefined,
  failedReads: 0,
  disk: { freeBytes: DISK_LOW_BYTES },
  verifier: { workers: 1, lanes: 2 },
  loopDelayP99Ms: LOOP_STALLED_MS,
  clockStep: undefined,
  clockHeld: undefined,
  tipLeadMs: 2_000,
  equivocation: undefined,
  twin: undefined,
  servicesFull: false,
  peers: { connected: 1, areNeeded: true, height: 7, behind: undefined, missed: undefined, snapshot: undefined },
  blocks,
  push: { platform: 'expo', failure: 'timeout', forMs: PUSH_FAILING_MS - 1 },
  bridge: undefined,
};

const provider: ProviderHealth = {
  ...{ chain: 'evm', provider: 'one.example', answered: 1, failed: 0 },
  ...{ failingMs: undefined, failure: undefined, behind: 0 },
};

const noWithdrawals = { oldestWithdrawalMs: undefined };

const bridgeWith = (health: Partial<ChainsHealth>): Partial<HealthReadings> => ({
  bridge: {
    health: { providers: [provider], disagreements: 0, disagreement: undefined, ...health },
    ...noWithdrawals,
    reserves: [],
  },
});

const codesOf = (changes: Partial<HealthReadings>): string[] =>
  healthProblems({ ...healthy, ...changes }).map(({ code }) => code);

/** For every code, readings that are just bad enough. */
const bad: readonly (readonly [string, Partial<HealthReadings>, RegExp])[] = [
  ['stopping', { stopping: true }, /shutting down/],
  ['state_check', { stateCheck: true }, /is being checked against the root of its block/],
  ['production_halted', { productionProblem: { message: 'the journal is lost' } }, /^the journal is lost$/],
  [
    'production_standby',
    { productionProblem: { message: 'the next block is that of X' }, standby: true },
    /^the next block is/,
  ],
  ['store_failed', { storeFailure: { message: 'no space left' } }, /^no space left$/],
  ['store_damaged', { failedReads: 1 }, /to 1 reader since the start: .*rouged verify-db$/],
  ['store_damaged', { failedReads: 7 }, /to 7 readers since the start/],
  ['equivocation', { equivocation: 12 }, /^equivocation at 12: .*\/api\/evidence/],
  ['key_elsewhere', { twin: 'another process runs' }, /^another process runs$/],
  [
    'no_peers',
    { peers: { connected: 0, areNeeded: true, height: 7, behind: undefined, missed: undefined, snapshot: undefined } },
    /^no other node/,
  ],
  [
    'syncing',
    { peers: { connected: 1, areNeeded: true, height: 7, behind: 9, missed: undefined, snapshot: undefined } },
    /height 7 .*others say 9$/,
  ],
  [
    'blocks_dropped',
    { peers: { connected: 2, areNeeded: true, height: 7, behind: undefined, missed: 40, snapshot: undefined } },
    /at height 7, .* no block below 40: .*--peers.*--snapshot-sync/,
  ],
  ['disk_low', { disk: { freeBytes: DISK_LOW_BYTES - 1 } }, /only 1023 MiB are free/],
  [
    'services_down',
    { services: { problem: { message: 'they cannot be opened' }, bytes: 0, mostBytes: 0 } },
    /^they cannot be opened$/,
  ],
  [
    'services_full',
    { services: { problem: undefined, bytes: 91 * 2 ** 20, mostBytes: 100 * 2 ** 20 } },
    /take 91 MiB of 100 MiB: raise --services-megabytes/,
  ],
  ['verifier_down', { verifier: { workers: 0, lanes: 2 } }, /none of the 2/],
  ['block_late', { blocks: { ...blocks, sinceBlockMs: 20_001 + BLOCK_GRACE_MS } }, /no block for 25 s/],
  ['block_late', { blocks: { ...blocks, waitingMs: 4_001 + BLOCK_GRACE_MS } }, /wait for a block since 9 s/],
  [
    'block_late',
    { blocks: { ...blocks, sinceBlockMs: 30_000, waitsFor: 'the leader is away' } },
    /no block for 30 s: the leader is away$/,
  ],
  ['event_loop_stalled', { loopDelayP99Ms: LOOP_STALLED_MS + 1 }, /held up for 1 s/],
  ['clock_behind', { tipLeadMs: 61_000 }, /61 s behind/],
  ['clock_stepped', { clockStep: { byMs: -7_000, agoMs: 300_000 } }, /set back by 7 s, 300 s ago; blocks follow it$/],
  [
    'clock_stepped',
    { clockStep: { byMs: 3_600_000, agoMs: 12_000 }, clockHeld: { byMs: 3_599_000, leftMs: 287_400 } },
    /set forward by 3600 s, 12 s ago; blocks are dated 3599 s before it for 287 s more, in case it is set back$/,
  ],
  [
    'clock_stepped',
    { clockHeld: { byMs: CLOCK_STEP_MS, leftMs: 1_000 } },
    /^the clock was set forward; blocks are dated/,
  ],
  ['services_full', { servicesFull: true }, /^the services have no room .*--services-megabytes$/],
  [
    'push_failing',
    { push: { platform: 'expo', failure: 'server_error', forMs: PUSH_FAILING_MS } },
    /^the push provider of expo has taken no message for 600 s \(server_error\): check --push-endpoint/,
  ],
  [
    'bridge_provider_failing',
    bridgeWith({ providers: [{ ...provider, failingMs: PROVIDER_FAILING_MS, failure: 'HTTP 500' }] }),
    /^a provider of the bridge has given no usable answer for 300 s/,
  ],
  [
    'bridge_provider_lagging',
    bridgeWith({ providers: [{ ...provider, behind: 301 }] }),
    /is 301 blocks behind the others$/,
  ],
  [
    'bridge_provider_lagging',
    bridgeWith({ providers: [{ ...provider, chain: 'btc', behind: 4 }] }),
    /is 4 blocks behind the others$/,
  ],
  [
    'bridge_providers_disagree',
    bridgeWith({ disagreement: { sentence: 'a against b', agoMs: DISAGREEMENT_SHOWN_MS - 1 } }),
    /^providers of the bridge contradict each other/,
  ],
  [
    'bridge_coins_missing',
    { bridge: { health: undefined, ...noWithdrawals, reserves: [{ token: 'qBTC', difference: -7n } as Reserve] } },
    /^custody has 7 units of qBTC fewer than the chain owes/,
  ],
  [
    'bridge_withdrawal_waits',
    { bridge: { health: undefined, reserves: [], oldestWithdrawalMs: WITHDRAWAL_WAITS_MS } },
    /^a withdrawal was neither paid nor refunded for 24 hours: rouged bridge pending lists it$/,
  ],
];

test('a node at the edge of every bound is healthy', () => {
  expect(codesOf({})).toEqual([]);
  const providers = [{ ...provider, failingMs: PROVIDER_FAILING_MS - 1, behind: 300 }];
  const disagreement = { sentence: 'old', agoMs: DISAGREEMENT_SHOWN_MS };
  expect(codesOf(bridgeWith({ providers, disagreement }))).toEqual([]);
  expect(
    codesOf({
      bridge: {
        health: undefined,
        oldestWithdrawalMs: WITHDRAWAL_WAITS_MS - 1,
        reserves: [{ difference: 0n } as Reserve],
      },
    }),
  ).toEqual([]);
  expect(codesOf({ disk: undefined, blocks: undefined })).toEqual([]);
  expect(codesOf({ blocks: { ...blocks, sinceBlockMs: 25_000, waitingMs: 9_000 } })).toEqual([]);
  expect(codesOf({ clockStep: { byMs: 5_000, agoMs: 300_001 } })).toEqual([]);
  expect(codesOf({ clockHeld: { byMs: CLOCK_STEP_MS - 1, leftMs: 300_000 } })).toEqual([]);
});

test('every code can be given, with a sentence', () => {
  for (const [code, changes, sentence] of bad) {
    const problems = healthProblems({ ...healthy, ...changes });
    expect(problems.map((one) => one.code)).toEqual([code]);
    expect(problems[0]?.message).toMatch(sentence);
  }
  expect([...new Set(bad.map(([code]) => code))]).toEqual(healthCodes);
});

test('a clock that was set back behind the newest block is told with the wait', () => {
  const readings = { clockStep: { byMs: -3_600_000, agoMs: 1_000 }, tipLeadMs: 3_600_000 };
  const problems = healthProblems({ ...healthy, ...readings });
  expect(problems.map(({ code }) => code)).toEqual(['clock_behind', 'clock_stepped']);
  expect(problems[1]?.message).toMatch(/set back by 3600 s, 1 s ago; no block can be made for 3598 s, until/);
});

test('several reasons come with the most important first', () => {
  const all = {
    ...(Object.assign({}, ...bad.map(([, changes]) => changes)) as Partial<HealthReadings>),
    peers: { connected: 0, areNeeded: true, height: 7, behind: 9, missed: 40, snapshot: undefined },
    services: { problem: { message: 'they cannot be opened' }, bytes: 91, mostBytes: 100 },
    bridge: {
      reserves: [{ token: 'qETH', difference: -1n } as Reserve],
      oldestWithdrawalMs: 9 * WITHDRAWAL_WAITS_MS,
      health: {
        providers: [{ ...provider, failingMs: PROVIDER_FAILING_MS, behind: 301 }],
        ...{ disagreements: 1, disagreement: { sentence: 'a against b', agoMs: 0 } },
      },
    },
  };
  // A node that is known to be halted is not told to be late as well, and it is either halted or on standby.
  const others = healthCodes.filter((code) => code !== 'block_late' && code !== 'production_halted');
  expect(codesOf(all)).toEqual(others);
});

test('a jump of the clock is told from the passing of time', () => {
  let wall = 1_000_000;
  let monotonic = 0;
  const watch = new ClockWatch({ now: () => wall, monotonic: () => monotonic });
  const pass = (milliseconds: number, wallMilliseconds = milliseconds) => {
    monotonic += milliseconds;
    wall += wallMilliseconds;
    return watch.look();
  };
  expect(pass(1_000)).toBeUndefined();
  expect(pass(3_600_000)).toBeUndefined();
  expect(pass(1_000, 1_000 + CLOCK_STEP_MS - 1)).toBeUndefined();
  expect(pass(1_000, 1_000 + CLOCK_STEP_MS)).toMatchObject({ byMs: CLOCK_STEP_MS });
  expect(pass(1_000)).toBeUndefined();
  expect(pass(1_000, -59_000)).toEqual({ byMs: -60_000, at: monotonic });
  expect(watch.steps).toBe(2);
});

test('waiting counts from the last block, not from the first transaction', () => {
  const watch = new BlockWatch(5, 0);
  watch.look(5, false, 9_000);
  expect(watch.read(9_000)).toEqual({ sinceBlockMs: 9_000, waitingMs: undefined });
  watch.look(5, true, 9_500);
  expect(watch.read(10_000)).toEqual({ sinceBlockMs: 10_000, waitingMs: 500 });
  watch.look(6, true, 10_400);
  expect(watch.read(10_500)).toEqual({ sinceBlockMs: 100, waitingMs: 100 });
  watch.look(6, false, 10_600);
  expect(watch.read(10_700)).toEqual({ sinceBlockMs: 300, waitingMs: undefined });
});

test("the database's files are summed by what they are", async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'db', 'archive'), { recursive: true });
  const files = { '000012.sst': 10, '000013.sst': 5, '000014.blob': 7, '000015.log': 3, CURRENT: 2, 'LOG.old.log': 1 };
  for (const [name, size] of Object.entries(files)) writeFileSync(join(directory, 'db', name), new Uint8Array(size));
  const { database, freeBytes, totalBytes } = await readDisk(directory);
  expect(database).toEqual({
    table: { bytes: 15, files: 2 },
    blob: { bytes: 7, files: 1 },
    log: { bytes: 3, files: 1 },
    other: { bytes: 3, files: 2 },
  });
  expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
  expect(freeBytes).toBeGreaterThan(0);
  await expect(readDisk(join(directory, 'none'))).rejects.toThrow();
});
