/** One watcher against a chain in memory: ranges, depth, reorganisations, providers that refuse, lag and change in the middle of a scan. */

import { describe, expect, test } from 'vitest';
import { isRefusal, refuse } from '../../../../engine/base/refusal.js';
import { CLAIMS_OF_LANE, ClaimQueue } from '../../../../ops/relayer/claimQueue.js';
import { Lane, type Step } from '../../../../ops/relayer/lane.js';
import type { ScannedRange } from '../../../../ops/relayer/source.js';
import type { LaneState } from '../../../../ops/relayer/stateFile.js';
import { MemoryDeposits } from '../../../support/memoryDeposits.js';

const queueOf = () =>
  new ClaimQueue({
    ...{ now: () => 0, monotonic: () => 0, random: () => 0 },
    times: { firstWaitMs: 1, mostWaitMs: 1 },
  });

const keysOf = (queue: ClaimQueue): readonly string[] => queue.claims.map(({ claimKey }) => claimKey);

async function stepOf(lane: Lane): Promise<Step> {
  const step = await lane.step();
  if (isRefusal(step)) throw new Error(step.message);
  return step;
}

/** Steps until nothing is left. */
async function settle(lane: Lane): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (let step = await stepOf(lane); step.kind !== 'idle'; step = await stepOf(lane)) {
    steps.push(step);
    if (steps.length > 1_000) throw new Error('it does not come to rest');
  }
  return steps;
}

describe('a watcher', () => {
  test('without a height begins with what is deep enough from now on, and says so before it scans', async () => {
    const chain = new MemoryDeposits(50);
    chain.deposit(43, 'old');
    chain.deposit(44, 'new');
    const queue = queueOf();
    const lane = new Lane(chain, queue, undefined, undefined);
    expect(await stepOf(lane)).toEqual({ kind: 'begun', start: 44 });
    expect([lane.state, lane.scanned]).toEqual([{ start: 44, checkpoints: [] }, undefined]);
    expect(await stepOf(lane)).toEqual({ kind: 'idle', why: 'done' });
    chain.mine(3);
    await settle(lane);
    expect([keysOf(queue), lane.scanned]).toEqual([['new'], 46]);
  });

  test('scans ranges up to the depth, each with some blocks of the one before, and each deposit once', async () => {
    const chain = new MemoryDeposits(300);
    for (const height of [0, 99, 100, 189, 190, 250, 293, 294]) chain.deposit(height, `d${height}`);
    const queue = queueOf();
    const lane = new Lane(chain, queue, undefined, 0);
    const steps = await settle(lane);
    expect(chain.asked).toEqual([
      [0, 89],
      [80, 179],
      [170, 269],
      [260, 293],
    ]);
    expect(steps.map((step) => (step.kind === 'moved' ? step.found : step.kind))).toEqual(['begun', 1, 2, 3, 1]);
    expect(keysOf(queue)).toEqual(['d0', 'd99', 'd100', 'd189', 'd190', 'd250', 'd293']);
    expect([lane.head, lane.scanned]).toEqual([299, 293]);
  });

  test('goes on where the state of an earlier run ended', async () => {
    const chain = new MemoryDeposits(100);
    const first = new Lane(chain, queueOf(), undefined, 10);
    await settle(first);
    chain.mine(20);
    chain.deposit(95, 'next');
    chain.asked.length = 0;
    const queue = queueOf();
    const lane = new Lane(chain, queue, first.state as LaneState, 0);
    await settle(lane);
    expect(chain.asked).toEqual([[84, 113]]);
    expect(keysOf(queue)).toEqual(['next']);
  });

  test('names deposits of nobody once', async () => {
    const chain = new MemoryDeposits(20);
    const lane = new Lane(chain, queueOf(), undefined, 0);
    await settle(lane);
    chain.mine(10);
    chain.unclaimable.push({ hash: 'before', height: 13 }, { hash: 'fresh', height: 14 });
    expect(await stepOf(lane)).toMatchObject({ kind: 'moved', unclaimable: [{ hash: 'fresh', height: 14 }] });
  });

  test('stops scanning while its share of claims is full, and others do not count', async () => {
    const chain = new MemoryDeposits(30);
    const queue = queueOf();
    const lane = new Lane(chain, queue, undefined, 0);
    for (let number = 0; number < CLAIMS_OF_LANE; number++)
      queue.add(number === 0 ? 'another' : 'memory', {
        ...{ coin: 'ETH', hash: '', recipient: '', height: 1 },
        claimKey: `${number}`,
      });
    await settle(lane);
    expect(lane.scanned).toBe(23);
    queue.add('memory', { coin: 'ETH', hash: '', recipient: '', height: 1, claimKey: 'one more' });
    chain.mine(5);
    expect(await stepOf(lane)).toEqual({ kind: 'idle', why: 'full' });
  });
});

describe('a provider', () => {
  test.each([1, 2, 3, 10, 33, 99])(
    'that takes %i blocks at once is asked for so many in the end, and nothing is left out',
    async (most) => {
      const chain = new MemoryDeposits(400);
      chain.mostTaken = most;
      for (let height = 0; height < 394; height++) chain.deposit(height, `d${height}`);
      const queue = queueOf();
      const steps = await settle(new Lane(chain, queue, undefined, 0));
      expect(queue.size).toBe(394);
      expect(steps.some((step) => step.kind === 'narrowed')).toBe(true);
      const refused = chain.asked.filter(([from, to]) => to - from + 1 > most).length;
      // Seven to come down, and now and then one to see whether it takes more again.
      expect(refused).toBeLessThan(8 + chain.asked.length / 8);
    },
  );

  test('that refuses a single block has failed', async () => {
    const chain = new MemoryDeposits(40);
    chain.mostTaken = 0;
    const lane = new Lane(chain, queueOf(), undefined, 0);
    let step = await lane.step();
    for (let tries = 0; tries < 9 && !isRefusal(step); tries++) step = await lane.step();
    expect(isRefusal(step) && step.message).toBe('RPC error: too many blocks');
  });

  test('whose questions all cost the same is not asked for less', async () => {
    const chain = new MemoryDeposits(40);
    [chain.mostBlocks, chain.mostTaken] = [undefined, 0];
    const lane = new Lane(chain, queueOf(), undefined, 0);
    await stepOf(lane);
    expect(isRefusal(await lane.step())).toBe(true);
    chain.mostTaken = Number.MAX_SAFE_INTEGER;
    await settle(lane);
    expect(chain.asked).toEqual([
      [0, 33],
      [0, 33],
    ]);
  });

  test('that has fewer blocks than before is behind, and is no reorganisation', async () => {
    const chain = new MemoryDeposits(60);
    const lane = new Lane(chain, queueOf(), undefined, 0);
    await settle(lane);
    chain.reorganise(40, 'a', 0);
    expect(await stepOf(lane)).toEqual({ kind: 'idle', why: 'behind' });
    chain.mine(20);
    expect(await stepOf(lane)).toEqual({ kind: 'idle', why: 'done' });
  });

  test('that does not have the last block that was scanned is behind, and is no reorganisation', async () => {
    const chain = new MemoryDeposits(60);
    chain.deposit(50, 'd');
    const queue = queueOf();
    const lane = new Lane(chain, queue, undefined, 0);
    await settle(lane);
    chain.mine(9);
    const blockHash = chain.blockHash.bind(chain);
    chain.blockHash = async (height) => (height === 53 ? undefined : blockHash(height));
    expect(await stepOf(lane)).toEqual({ kind: 'idle', why: 'behind' });
    expect([queue.size, lane.scanned]).toEqual([1, 53]);
  });

  test('with a server that lags hides no deposit: nothing is asked for beyond it, and what it has left out is read again', async () => {
    const chain = new MemoryDeposits(200);
    const queue = queueOf();
    const lane = new Lane(chain, queue, undefined, 0);
    await settle(lane);
    // Forty blocks that one server does not have yet; it answers the question for logs.
    chain.mine(40);
    chain.deposit(215, 'hidden');
    const whole = chain.deposits.bind(chain);
    chain.deposits = async (from, to) => {
      const { deposits, ...rest } = (await whole(from, to)) as ScannedRange;
      return { ...rest, deposits: deposits.filter(({ height }) => height < 200) };
    };
    await settle(lane);
    expect([keysOf(queue), lane.scanned]).toEqual([[], 233]);
    // Now it answers the question for the head, and the other one that for logs.
    const head = chain.head.bind(chain);
    chain.head = async () => 199;
    chain.deposits = whole;
    expect(await stepOf(lane)).toEqual({ kind: 'idle', why: 'behind' });
    chain.head = head;
    chain.mine(60);
    await settle(lane);
    expect([keysOf(queue), lane.scanned]).toEqual([['hidden'], 299 - 40 - 6]);
    // After some time without it nothing is held back any more.
    for (let looks = 0; looks < 50; looks++) await stepOf(lane);
    await settle(lane);
    expect(lane.scanned).toBe(293);
  });

  test('that has named a far too great head once holds the watch up for some looks only', async () => {
    const chain = new MemoryDeposits(60);
    const queue = queueOf();
    const lane = new Lane(chain, queue, undefined, 0);
    await settle(lane);
    const head = chain.head.bind(chain);
    chain.head = async () => 1_000_000_000;
    expect(await stepOf(lane)).toEqual({ kind: 'idle', why: 'behind' });
    chain.head = head;
    for (let looks = 0; looks < 50; looks++) {
      chain.mine(1);
      if (chain.top === 100) chain.deposit(100, 'd');
      await stepOf(lane);
    }
    await settle(lane);
    expect([keysOf(queue), lane.scanned]).toEqual([['d'], 103]);
  });

  test('that fails is asked again from the same height', async () => {
    const chain = new MemoryDeposits(60);
    chain.deposit(20, 'd');
    const queue = queueOf();
    const lane = new Lane(chain, queue, undefined, 0);
    await stepOf(lane);
    chain.fault = refuse('busy', 'down');
    expect(await lane.step()).toBe(chain.fault);
    chain.fault = undefined;
    await settle(lane);
    expect(keysOf(queue)).toEqual(['d']);
  });
});

describe('a reorganisation', () => {
  test('below what is scanned is noticed: claims of the old branch go, those of the new one come', async () => {
    const chain = new MemoryDeposits(300);
    for (const height of [200, 280, 290]) chain.deposit(height, `a${height}`);
    const queue = queueOf();
    const lane = new Lane(chain, queue, undefined, 0);
    await settle(lane);
    chain.reorganise(275, 'b', 40);
    chain.deposit(282, 'b282');
    const steps = await settle(lane);
    expect(steps[0]).toEqual({ kind: 'reorganised', from: 293, to: 269, forgotten: 2 });
    expect(keysOf(queue)).toEqual(['a200', 'b282']);
    expect(lane.state?.checkpoints.every(({ height, hash }) => hash === `${height < 275 ? 'a' : 'b'}${height}`)).toBe(
      true,
    );
  });

  test('of everything that was scanned begins anew', async () => {
    const chain = new MemoryDeposits(100);
    chain.deposit(50, 'a50');
    const queue = queueOf();
    const lane = new Lane(chain, queue, undefined, 40);
    await settle(lane);
    chain.reorganise(0, 'b', 120);
    chain.deposit(45, 'b45');
    const [first] = await settle(lane);
    expect(first).toEqual({ kind: 'reorganised', from: 93, to: 39, forgotten: 1 });
    expect(keysOf(queue)).toEqual(['b45']);
  });

  test('in the middle of a scan leaves nothing out', async () => {
    const chain = new MemoryDeposits(60);
    const queue = queueOf();
    const lane = new Lane(chain, queue, undefined, 0);
    await stepOf(lane);
    chain.meanwhile = () => {
      chain.reorganise(20, 'b', 60);
      chain.deposit(30, 'b30');
      chain.meanwhile = () => {};
    };
    expect(await stepOf(lane)).toEqual({ kind: 'idle', why: 'unsettled' });
    expect([queue.size, lane.scanned]).toEqual([0, undefined]);
    await settle(lane);
    expect(keysOf(queue)).toEqual(['b30']);
  });
});

describe('a source that gives only the oldest of too many', () => {
  test('is asked for the rest; those in blocks that were scanned before do not hold it up', async () => {
    const chain = new MemoryDeposits(40);
    for (let height = 0; height < 34; height++) chain.deposit(height, `d${height}`);
    const all = chain.deposits.bind(chain);
    chain.deposits = async (from, to) => {
      const found = (await all(from, to)) as ScannedRange;
      const upTo = Math.min(to, from + 6);
      return { ...found, deposits: found.deposits.filter(({ height }) => height <= upTo), upTo };
    };
    const queue = queueOf();
    const lane = new Lane(chain, queue, undefined, 0);
    await settle(lane);
    expect([queue.size, lane.scanned]).toEqual([34, 33]);
  });
});
