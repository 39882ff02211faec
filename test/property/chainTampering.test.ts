/** Any flipped bit in a block's bytes is noticed: the bytes no longer decode, the signed header is another
 *  one, a rule refuses the block, or the block's meaning has not changed. */

import { describe, expect, test } from 'vitest';
import { bytesEqual, toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { type Block, decodeBlock, encodeBlock } from '../../engine/chain/block.js';
import { checkBlock } from '../../engine/consensus/blockCheck.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import { BlockExecution } from '../../engine/ledger/execution.js';
import { kindOf } from '../../engine/ledger/kinds/index.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { Overlay } from '../../engine/state/state.js';
import { type Produced, TestChain, throughTheWire } from '../support/chain.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { itemOfParts } from '../support/transactions.js';
import { type Planned, Workload, workloadKinds } from '../support/workload.js';

const FLIPS = 2_500;
/** Header, seal and the beginning of the certificate. */
const FRAME_BYTES = 9_000;

/** Blocks before the one that is tampered with: they make the tokens, pools and collections that it uses. */
const EARLIER_BLOCKS = 12;
const EARLIER_TRANSACTIONS = 120;

/** After this many tries a failed transaction of a kind is accepted. */
const TRIES = 3_000;

/** Those that a block carries before any of the directory. */
const ordinary = workloadKinds.filter((name) => !kindOf(name)?.isOfDirectory).length;

/** Takes back what a block has kept, too. */
class Undoable extends Overlay {
  override settle(): void {}
}

/** One transaction of each kind, none of which affects another, in an order that a block may have. */
function oneOfEach(chain: TestChain, workload: Workload, time: number): Planned[] {
  const overlay = new Undoable(chain.state);
  const execution = new BlockExecution(overlay, chain.context(time), chain.replay);
  const found = new Map<string, Planned>();
  for (let tried = 0; found.size < workloadKinds.length; tried++) {
    const planned = workload.plan(time);
    const { transaction } = planned.item;
    const isEarly = kindOf(transaction.operation)?.isOfDirectory && found.size < ordinary;
    if (isEarly || found.has(transaction.operation)) continue;
    const mark = overlay.mark();
    const outcome = execution.include(transaction);
    if (!isRefusal(outcome) && (!outcome.failure || tried > TRIES)) found.set(transaction.operation, planned);
    else overlay.rollback(mark);
  }
  return [...found.values()];
}

/** A chain whose last block holds every kind of transaction, and a node that has all blocks but that one. */
function scene(random: SeededRandom) {
  const workload = new Workload(random);
  const maker = new TestChain(workload.rules);
  const receiver = new TestChain(workload.rules);
  const produce = (time: number, planned: readonly Planned[]): Produced => {
    workload.play(time, planned, accountOfKey(maker.proposerKey));
    return maker.produce(
      planned.map(({ item }) => item),
      time,
    );
  };
  for (let block = 0; block < EARLIER_BLOCKS; block++) {
    const time = maker.tip.time + workload.pause();
    const planned = workload.plans(time, EARLIER_TRANSACTIONS);
    expect(isRefusal(receiver.receive(throughTheWire(produce(time, planned))))).toBe(false);
  }
  const time = maker.tip.time + 400;
  const good = produce(time, oneOfEach(maker, workload, time));
  expect(good.items.length).toBe(workloadKinds.length);
  return { maker, receiver, good };
}

/** How the flip is noticed; `same` when the block still says exactly the same. */
function verdict(receiver: TestChain, original: Block, bytes: Uint8Array): string {
  const block = decodeBlock(bytes);
  if (isRefusal(block)) return 'bytes';
  // The signature check refuses these two.
  if (!bytesEqual(block.headerBytes, original.headerBytes)) return 'header';
  if (!bytesEqual(block.proposerSignature, original.proposerSignature)) return 'seal';
  const items: PoolItem[] = [];
  for (const parts of block.transactions) {
    const item = itemOfParts(parts);
    if (isRefusal(item)) return 'transaction';
    items.push(item);
  }
  const { rules, state, replay, tip } = receiver;
  const executed = checkBlock({ rules, state, replay, tip, block, items, now: undefined });
  if (isRefusal(executed)) return 'rules';
  executed.prepared.revert();
  return bytesEqual(encodeBlock(block), encodeBlock(original)) ? 'same' : 'unnoticed';
}

describe('a flipped bit', () => {
  const seed = testSeed();
  test(`in a block is noticed, ${FLIPS} times, seed ${seed}`, () => {
    const random = new SeededRandom(seed);
    const { maker, receiver, good } = scene(random);
    const bytes = encodeBlock(good.block);
    const { root } = receiver;
    // Signatures are runs of zeros here: without them half of the flips would fall into one. Header and seal come first.
    const telling = [...bytes.keys()].filter((at) => bytes[at] !== 0);
    const counts = new Map<string, number>();
    for (let flip = 0; flip < FLIPS; flip++) {
      const at = random.chance(70)
        ? random.pick(telling)
        : random.below(random.chance(70) ? FRAME_BYTES : bytes.length);
      const bit = random.below(8);
      const tampered = Uint8Array.from(bytes);
      tampered[at] = (tampered[at] as number) ^ (1 << bit);
      const noticed = verdict(receiver, good.block, tampered);
      expect([at, bit, noticed]).not.toEqual([at, bit, 'unnoticed']);
      counts.set(noticed, (counts.get(noticed) ?? 0) + 1);
    }
    console.log(`seed ${seed}: ${JSON.stringify(Object.fromEntries(counts))}`);
    for (const way of ['bytes', 'header', 'seal', 'transaction', 'rules'])
      expect([way, (counts.get(way) ?? 0) >= 20]).toEqual([way, true]);
    expect(receiver.root).toBe(root);
    expect(isRefusal(receiver.receive(throughTheWire(good)))).toBe(false);
    expect(toHex(receiver.state.root())).toBe(maker.root);
  }, 120_000);
});
