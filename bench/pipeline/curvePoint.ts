/** One point of the cost curves, in its own process: a given number of accounts and of transfers per block.
 *
 *  In: one argument of JSON (`PointSize`). Out: one line of JSON (`PointResult`). Blocks go through the stages of the producer as
 *  in the bench `pipeline`, from other senders each time, spread over all accounts. The state is loaded in the order of keys,
 *  as from disk, so neighbours in memory are not neighbours in a block. The first blocks have the same size at every point,
 *  so that the compiled code has seen the same work. */

import type { AccountId } from '../../engine/crypto/address.js';
import { median } from '../figures.js';
import { collectGarbage, type Reading } from '../measure.js';
import { accountKeys, fillState } from '../network.js';
import { ring, verifyAll, type Wallet, wallet } from '../transfers.js';
import { type BlockTimes, runBlock, type Stage, stages } from './block.js';
import { type BenchChain, openChain } from './chain.js';
import { CountingHashing } from './hashing.js';

export interface PointSize {
  readonly accounts: number;
  /** In a block; at most as many as there are accounts. */
  readonly transfers: number;
  readonly rounds: number;
  /** Measured together as one round. */
  readonly blocksPerRound: number;
  /** Before the measured blocks. */
  readonly warmUpBlocks: number;
}

/** Bytes of memory that the accounts take, after a full collection. */
export interface MemoryUse {
  readonly heap: number;
  readonly arrayBuffers: number;
  readonly resident: number;
}

/** Microseconds per transfer on both clocks. Processor time is that of all blocks of a round together, since some systems
 *  count it in ticks of milliseconds; the wall clock's is that of the median block, which other programs
 *  affect least. */
export interface PerTransfer {
  readonly thread: number;
  readonly wall: number;
}

export interface PointRound {
  readonly stages: Readonly<Record<Stage, PerTransfer>>;
  readonly total: PerTransfer;
  /** Of the state root, by the same clocks. */
  readonly rootPerKey: PerTransfer;
  /** Exact counts: inner nodes hashed, and keys, values and leaves hashed, for each changed key. */
  readonly nodesPerKey: number;
  readonly messagesPerKey: number;
}

export interface PointResult {
  readonly rounds: readonly PointRound[];
  readonly memory: MemoryUse;
}

/** Transfers of a block that warms up. */
const WARM_UP_TRANSFERS = 1_000;

async function memoryNow(): Promise<MemoryUse> {
  // A second collection frees what finalizers of the first released.
  await collectGarbage();
  await collectGarbage();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { heap: heapUsed, arrayBuffers, resident: rss };
}

/** Wallets by number, made when they send: otherwise thousands of public keys would be in memory beside the accounts. */
class Senders {
  #sent = 0;
  readonly accounts: readonly { readonly account: AccountId }[];

  constructor(count: number) {
    this.accounts = Array.from({ length: count }, (_, index) => ({ account: wallet(index).account }));
  }

  /** The next `count` of them, starting over after the last, each with a transfer to its neighbour. */
  next(count: number): Uint8Array[] {
    const people = Array.from({ length: count }, (_, at): Wallet => wallet((this.#sent + at) % this.accounts.length));
    const requests = ring(people, 0, this.#sent);
    this.#sent += count;
    return requests;
  }
}

interface MeasuredBlock {
  readonly transfers: number;
  readonly times: BlockTimes;
  readonly nodes: number;
  readonly messages: number;
}

class Blocks {
  #count = 0;
  readonly #hashing = new CountingHashing();

  constructor(
    private readonly bench: BenchChain,
    private readonly senders: Senders,
  ) {
    bench.hashing.current = this.#hashing;
  }

  async run(transfers: number): Promise<MeasuredBlock> {
    const { items } = verifyAll(this.senders.next(transfers));
    const { pairs, messages } = this.#hashing;
    const times = await runBlock(this.bench, items, this.#count++);
    return { transfers, times, nodes: this.#hashing.pairs - pairs, messages: this.#hashing.messages - messages };
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function roundOf(blocks: readonly MeasuredBlock[]): PointRound {
  const total = (of: (block: MeasuredBlock) => number): number => sum(blocks.map(of));
  const per = (
    items: (block: MeasuredBlock) => number,
    milliseconds: (times: BlockTimes, clock: keyof Reading) => number,
  ): PerTransfer => ({
    thread: (total(({ times }) => milliseconds(times, 'thread')) * 1_000) / total(items),
    wall: median(blocks.map((block) => (milliseconds(block.times, 'wall') * 1_000) / items(block))),
  });
  const transfers = ({ transfers }: MeasuredBlock): number => transfers;
  const keys = ({ times }: MeasuredBlock): number => times.changes.length;
  const ofStage = (stage: Stage) => per(transfers, (times, clock) => times.stages[stage][clock]);
  return {
    stages: Object.fromEntries(stages.map((stage) => [stage, ofStage(stage)])) as Record<Stage, PerTransfer>,
    total: per(transfers, (times, clock) => sum(stages.map((stage) => times.stages[stage][clock]))),
    rootPerKey: per(keys, (times, clock) => times.stages['state root'][clock]),
    nodesPerKey: total(({ nodes }) => nodes) / total(keys),
    messagesPerKey: total(({ messages }) => messages) / total(keys),
  };
}

async function measureRounds(blocks: Blocks, size: PointSize): Promise<PointRound[]> {
  const rounds: PointRound[] = [];
  for (let block = 0; block < size.warmUpBlocks; block++) await blocks.run(Math.min(WARM_UP_TRANSFERS, size.accounts));
  await blocks.run(size.transfers);
  for (let round = 0; round < size.rounds; round++) {
    await collectGarbage();
    const measured: MeasuredBlock[] = [];
    while (measured.length < size.blocksPerRound) measured.push(await blocks.run(size.transfers));
    rounds.push(roundOf(measured));
  }
  return rounds;
}

async function measure(size: PointSize): Promise<PointResult> {
  const { accounts, transfers } = size;
  const all = size.warmUpBlocks * WARM_UP_TRANSFERS + (1 + size.rounds * size.blocksPerRound) * transfers;
  const senders = new Senders(Math.min(accounts, all));
  const before = await memoryNow();
  const bench = await openChain(Math.max(transfers, WARM_UP_TRANSFERS), (state, rules) =>
    fillState(state, rules, accountKeys(senders.accounts, accounts).sort()),
  );
  try {
    const after = await memoryNow();
    const memory = {
      heap: after.heap - before.heap,
      arrayBuffers: after.arrayBuffers - before.arrayBuffers,
      resident: after.resident - before.resident,
    };
    return { rounds: await measureRounds(new Blocks(bench, senders), size), memory };
  } finally {
    await bench.close();
  }
}

console.log(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? '') as PointSize)));
