/** Bench of the main thread: 20,000 distinct transfers from the pool's verdict to a durable, announced block.
 *
 *  In: nothing; the transfers are made here, outside the measured time. Out: microseconds of the main thread per transfer
 *  by stage, the state root compared with one hash per call, and the cost of handing 20,000 changes to the store. Left out: the
 *  network, the signature checks and the signing, which happen in other threads. */

import { createHash } from 'node:crypto';
import { invariant } from '../../engine/base/refusal.js';
import { batchHashing, oneByOne } from '../../engine/crypto/batchHashing.js';
import { accounts } from '../../engine/ledger/tables.js';
import { Overlay } from '../../engine/state/state.js';
import { atMost, type BenchOptions, besideFigure, type Figure, figureOf, ratioAtLeast, type Unit } from '../figures.js';
import { collectGarbage, GarbageClock, type Reading, threadClock, timed, timedToNextTick } from '../measure.js';
import { packAndHandOver } from '../micro/commit.js';
import { accountKeys, fillState } from '../network.js';
import { ring, type Verified, verifyAll, type Wallet, wallets } from '../transfers.js';
import { type BlockTimes, runBlock, stages } from './block.js';
import { type BenchChain, openChain } from './chain.js';

const oneCallPerHash = oneByOne('one call per hash', (message) => createHash('sha256').update(message).digest());

const TRANSFERS = 20_000;
const ACCOUNTS = 1_000_000;
/** The first blocks run before the code is compiled. */
const WARM_UP_BLOCKS = 2;
const BLOCKS = 5;

/** Microseconds of main thread time per transfer, all stages. */
const TOTAL_US = 60;
/** One hash per call takes at least this many times as long. */
const ROOT_RATIO = 4;
/** Milliseconds of main thread time for packing and handing over the changes of a block. */
const COMMIT_MS = 15;

interface Size {
  readonly transfers: number;
  readonly accounts: number;
  readonly warmUp: number;
  readonly blocks: number;
}

interface Round {
  readonly times: BlockTimes;
  readonly verified: Pick<Verified, 'encodeMs' | 'decodeMs'>;
  readonly garbage: number;
}

async function runBlocks(bench: BenchChain, senders: readonly Wallet[], size: Size): Promise<Round[]> {
  const rounds: Round[] = [];
  const garbageClock = new GarbageClock();
  for (let round = 0; round < size.warmUp + size.blocks; round++) {
    const { items, ...verified } = verifyAll(ring(senders, round, round * senders.length));
    invariant(
      new Set(items.map(({ transaction }) => transaction.id)).size === size.transfers,
      'transfers are not distinct',
    );
    await collectGarbage();
    await garbageClock.read();
    const times = await runBlock(bench, items, round);
    rounds.push({ times, verified, garbage: await garbageClock.read() });
  }
  garbageClock.close();
  return rounds.slice(size.warmUp);
}

/** The root of as many changed accounts as there are transfers, over the same tree, batched and with one call per hash. */
async function rootFigures({ state, hashing }: BenchChain, senders: readonly Wallet[], size: Size): Promise<Figure[]> {
  const batched: number[] = [];
  const single: number[] = [];
  const keys = accountKeys(senders, size.accounts);
  const step = Math.floor(size.accounts / size.transfers);
  for (let round = 0; round < size.blocks + 1; round++) {
    const overlay = new Overlay(state);
    for (let change = 0; change < size.transfers; change++) {
      const key = keys[(change * step + round) % keys.length] as string;
      const account = state.get(accounts, key);
      invariant(account, 'an account is missing');
      overlay.put(accounts, key, { ...account, balance: account.balance + 1n });
    }
    const roots: string[] = [];
    for (const [way, times] of [
      [oneCallPerHash, single],
      [batchHashing, batched],
    ] as const) {
      hashing.current = way;
      await collectGarbage();
      const { milliseconds, value } = timed(() => state.prepare(overlay));
      if (round > 0) times.push(milliseconds);
      roots.push(Buffer.from(value.root).toString('hex'));
      value.revert();
    }
    invariant(roots[0] === roots[1], 'two ways of hashing gave two roots');
  }
  hashing.current = batchHashing;
  const what = `root of ${size.transfers} changed keys over ${size.accounts} accounts`;
  return [
    figureOf(what, batched, 'ms'),
    ratioAtLeast(besideFigure(`${what}, one call per hash`, single, batched, 'ms'), ROOT_RATIO),
  ];
}

type Clock = keyof Reading;

function figures(rounds: readonly Round[], size: Size): Figure[] {
  const perTransfer = (name: string, of: (round: Round) => number): Figure =>
    figureOf(
      name,
      rounds.map((round) => (of(round) * 1_000) / size.transfers),
      'us',
    );
  const total = (clock: Clock, name: string): Figure =>
    perTransfer(name, ({ times }) => stages.reduce((sum, stage) => sum + times.stages[stage][clock], 0));
  const each = (name: string, of: (times: BlockTimes) => number): ((unit: Unit) => Figure) => {
    const values = rounds.map(({ times }) => of(times));
    return (unit) => figureOf(name, values, unit);
  };
  const whole = each(
    "the block's commit whole, with bodies, signatures and indexes: until the next tick",
    ({ stages: s }) => s.pack.wall + s['hand over'].wall,
  );
  return [
    perTransfer('before: packets out', ({ verified }) => verified.encodeMs),
    perTransfer('before: verdicts in', ({ verified }) => verified.decodeMs),
    ...stages.map((stage) => perTransfer(stage, ({ times }) => times.stages[stage].thread)),
    atMost(total('thread', `total by ${threadClock.name}, per transfer`), TOTAL_US),
    total('wall', 'total by the wall clock, per transfer'),
    perTransfer('of it pauses of garbage collection', ({ garbage }) => garbage),
    perTransfer('beside: events with one listener to all', ({ times }) => times.eventsHeard.thread),
    whole('ms'),
    each('until the durable block', ({ commitDurable }) => commitDurable)('ms'),
    each('until the durable journal', ({ journalDurable }) => journalDurable)('ms'),
    each('journal record', ({ journalBytes }) => journalBytes / 1e6)('MB'),
  ];
}

/** A block's state changes alone, packed and handed over: records without body, signatures and indexes. */
async function commitFigures({ store }: BenchChain, { changes }: BlockTimes, size: Size): Promise<Figure[]> {
  const blocked: number[] = [];
  const answered: number[] = [];
  for (let round = 0; round < size.warmUp + 2 * size.blocks; round++) {
    await collectGarbage();
    const start = performance.now();
    const { milliseconds, value } = await timedToNextTick(() => packAndHandOver(store, changes));
    await value;
    if (round < size.warmUp) continue;
    blocked.push(milliseconds);
    answered.push(performance.now() - start);
  }
  const what = `commit of ${changes.length} changed records`;
  return [
    atMost(figureOf(`${what}: pack and hand over, until the next tick`, blocked, 'ms'), COMMIT_MS),
    figureOf(`${what}: until the durable answer`, answered, 'ms'),
  ];
}

export const pipeline = {
  name: 'pipeline',
  about: `${TRANSFERS} distinct transfers through mempool, block, root and commit: microseconds of main thread by stage`,
  async run({ quick }: BenchOptions): Promise<Figure[]> {
    const size: Size = quick
      ? { transfers: 1_000, accounts: 10_000, warmUp: 1, blocks: 2 }
      : { transfers: TRANSFERS, accounts: ACCOUNTS, warmUp: WARM_UP_BLOCKS, blocks: BLOCKS };
    const senders = wallets(size.transfers);
    const bench = await openChain(size.transfers, (state, rules) =>
      fillState(state, rules, accountKeys(senders, size.accounts)),
    );
    try {
      const rounds = await runBlocks(bench, senders, size);
      const last = rounds.at(-1);
      invariant(last, 'no block was measured');
      return [
        ...figures(rounds, size),
        ...(await commitFigures(bench, last.times, size)),
        ...(await rootFigures(bench, senders, size)),
      ];
    } finally {
      await bench.close();
    }
  },
};
