/** Any bit of a block's bytes that flips on its way is noticed: the bytes no longer decode, the signed header is another
 *  one, a rule refuses the block, or nothing of the block's meaning has changed. */

import { describe, expect, test } from 'vitest';
import { bytesEqual, toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { type Block, decodeBlock, encodeBlock } from '../../engine/chain/block.js';
import { importBlock } from '../../engine/consensus/importing.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { rulesOf, TestChain, throughTheWire } from '../support/chain.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { actor, faucet, itemOfParts, transfer } from '../support/transactions.js';

const FLIPS = 3_000;

const voters = ['10000', '20000', '30001'].map((stake, index) => ({ actor: actor(`voter ${index}`), stake }));
const alice = actor('alice');
const bob = actor('bob');

function scene() {
  const rules = rulesOf({ validators: voters, allocations: [{ to: alice.keyHex, amount: '1000' }], faucet: true });
  const maker = new TestChain(rules);
  const receiver = new TestChain(rules);
  expect(isRefusal(receiver.receive(throughTheWire(maker.produce())))).toBe(false);
  const timestamp = maker.tip.time;
  const good = maker.produce([
    transfer({ signer: alice, timestamp, priorityFee: 12n }, bob, 5n),
    transfer({ signer: alice, timestamp, accountNonce: 2 }, bob.keyHex, 1n, 'GOLD'),
    faucet({ signer: bob, timestamp }),
  ]);
  expect(good.items.length).toBe(3);
  return { maker, receiver, good };
}

/** How the flip is noticed; `same` when the block still says exactly the same. */
function verdict(receiver: TestChain, original: Block, bytes: Uint8Array): string {
  const block = decodeBlock(bytes);
  if (isRefusal(block)) return 'bytes';
  // Whoever verifies signatures refuses these two.
  if (!bytesEqual(block.headerBytes, original.headerBytes)) return 'header';
  if (!bytesEqual(block.proposerSignature, original.proposerSignature)) return 'seal';
  const items: PoolItem[] = [];
  for (const parts of block.transactions) {
    const item = itemOfParts(parts);
    if (isRefusal(item)) return 'transaction';
    items.push(item);
  }
  const { rules, state, replay, tip } = receiver;
  const executed = importBlock({ rules, state, replay, tip, block, items, now: undefined });
  if (isRefusal(executed)) return 'rules';
  executed.prepared.revert();
  return bytesEqual(encodeBlock(block), encodeBlock(original)) ? 'same' : 'unnoticed';
}

describe('a flipped bit', () => {
  const seed = testSeed();
  test(`in a block is noticed, ${FLIPS} times, seed ${seed}`, () => {
    const random = new SeededRandom(seed);
    const { maker, receiver, good } = scene();
    const bytes = encodeBlock(good.block);
    const { root } = receiver;
    // Signatures are runs of zeros here: without them half of the flips would fall into one.
    const telling = [...bytes.keys()].filter((at) => bytes[at] !== 0);
    const counts = new Map<string, number>();
    for (let flip = 0; flip < FLIPS; flip++) {
      const at = random.chance(70) ? random.pick(telling) : random.below(bytes.length);
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
  });
});
