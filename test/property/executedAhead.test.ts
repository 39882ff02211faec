/** A block that is executed on top of its parent, before the state shows the parent, changes exactly what it changes when it is executed
 *  after it: the same records, outcomes, replay tags and root; and it is refused in the same cases. */

import { describe, expect, test } from 'vitest';
import { binaryToHex, toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { checkBlock, type RanBlock, runAhead } from '../../engine/consensus/blockCheck.js';
import type { ExecutedBlock } from '../../engine/consensus/production.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { type SealedBlock, TestChain, throughTheWire } from '../support/chain.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { Workload } from '../support/workload.js';

const BLOCKS = 40;
const TRANSACTIONS = 80;

const outcomesOf = ({ execution }: ExecutedBlock): unknown =>
  execution.outcomes.map(({ transaction, failure, fee, nonce, parties, subjects }) => [
    binaryToHex(transaction.id),
    failure?.message,
    ...[fee, nonce, parties, subjects],
  ]);

const changesOf = ({ prepared }: ExecutedBlock): unknown =>
  prepared.changes
    .map(({ table, key, value }) => `${table.id} ${binaryToHex(key)} ${value ? toHex(value) : 'deleted'}`)
    .sort();

type Received = Pick<SealedBlock, 'block' | 'items'>;

function executed(chain: TestChain, { block, items }: Received, ran?: RanBlock): ExecutedBlock {
  const { rules, state, replay, tip } = chain;
  const answer = checkBlock({ rules, state, replay, tip, block, items, now: undefined }, ran);
  if (isRefusal(answer)) expect.fail(answer.message);
  return answer;
}

/** The block with other transactions. */
function carrying({ rules }: TestChain, { block }: Received, items: readonly PoolItem[]): Received {
  const tx_hash = rules.protocol.transactionsRoot(items.map(({ leaf }) => leaf));
  return { block: { ...block, header: { ...block.header, tx_hash } }, items };
}

const ahead = ({ rules, replay }: TestChain, { block, items }: Received, parent: ExecutedBlock) =>
  runAhead({ rules, replay, block, items }, parent);

describe('a block that is executed before its parent is shown', () => {
  const seed = testSeed();
  test(`does the same as after it, ${BLOCKS} blocks of ${TRANSACTIONS} requests, seed ${seed}`, () => {
    const random = new SeededRandom(seed);
    const workload = new Workload(random);
    const maker = new TestChain(workload.rules);
    const [plain, eager] = [new TestChain(workload.rules), new TestChain(workload.rules)];
    const hashes: string[] = [];
    const blocks = Array.from({ length: BLOCKS }, () => {
      const time = maker.tip.time + workload.pause();
      const planned = workload.plans(time, TRANSACTIONS);
      workload.play(time, planned, accountOfKey(maker.proposerKey));
      const produced = maker.produce(
        planned.map(({ item }) => item),
        time,
      );
      hashes.push(produced.hash);
      return throughTheWire(produced);
    });
    let [ran, early, transactions, repeated]: [RanBlock | undefined, number, number, number] = [undefined, 0, 0, 0];
    for (const [index, block] of blocks.entries()) {
      const one = executed(plain, block);
      const other: ExecutedBlock = executed(eager, block, ran);
      expect(other.fees).toBe(one.fees);
      expect(outcomesOf(other)).toEqual(outcomesOf(one));
      expect(changesOf(other)).toEqual(changesOf(one));
      expect(toHex(other.prepared.root)).toBe(toHex(one.prepared.root));
      expect(other.execution.tags).toEqual(one.execution.tags);
      transactions += one.items.length;
      const next = blocks[index + 1];
      ran = next && ahead(eager, next, other);
      if (ran) early++;
      // What the parent carries cannot come again, though no replay guard knows it yet.
      if (next && block.items.length > 0) {
        expect(ahead(eager, carrying(eager, next, [block.items[0] as PoolItem]), other)).toBeUndefined();
        expect(ahead(eager, carrying(eager, next, []), other)).toBeDefined();
        repeated++;
      }
      plain.commit(one, hashes[index] as string);
      eager.commit(other, hashes[index] as string);
      expect(eager.root).toBe(plain.root);
    }
    expect(early).toBe(BLOCKS - 1);
    expect(repeated).toBeGreaterThan(BLOCKS / 2);
    expect(eager.root).toBe(maker.root);
    console.log(
      `seed ${seed}: ${early} blocks executed ahead, ${transactions} transactions, ${repeated} repeated ones refused`,
    );
  });

  test('is not taken for the next one while its parent is not the tip', () => {
    const random = new SeededRandom(seed);
    const workload = new Workload(random);
    const [maker, receiver] = [new TestChain(workload.rules), new TestChain(workload.rules)];
    const [first, second] = [maker.produce(), maker.produce()].map((each) => throughTheWire(each)) as [
      Received,
      Received,
    ];
    const parent = executed(receiver, first);
    const ran = ahead(receiver, second, parent);
    parent.prepared.revert();
    expect(ran).toBeDefined();
    const { rules, state, replay, tip } = receiver;
    const answer = checkBlock({ rules, state, replay, tip, ...second, now: undefined }, ran);
    expect(isRefusal(answer) && answer.message).toMatch(/doesn't extend tip height 0/);
  });
});
