/** The blocks that are offered for one slot: room for a few, the wanted one is never given up, and what was kept is read back. */

import { expect, test } from 'vitest';
import { type Candidate, Candidates, decodeCandidates, encodeCandidates } from '../../../engine/head/candidates.js';
import { rulesOf, TestChain } from '../../support/chain.js';
import { actor } from '../../support/transactions.js';

const chain = new TestChain(rulesOf({ validators: [{ actor: actor('candidates: validator'), stake: '1000' }] }));
const blocks = [1, 2, 3].map((slot) => {
  const executed = chain.build([], chain.tip.time + slot * 1_000);
  executed.prepared.revert();
  return chain.seal(executed);
});

const candidate = (hash: string, isDurable = false): Candidate => {
  const { block, items } = blocks[0] as (typeof blocks)[number];
  return { block, hash, items, isDurable };
};

const hashes = (candidates: Candidates): string[] => [...candidates.all()].map(({ hash }) => hash);

test('three of them have room; a fourth one has none, unless it is the wanted one', () => {
  const candidates = new Candidates();
  for (const hash of ['a', 'b', 'c']) expect(candidates.add(candidate(hash), undefined)).toBe(true);
  expect(candidates.add(candidate('d'), undefined)).toBe(false);
  expect(candidates.add(candidate('d'), 'b')).toBe(false);
  expect(hashes(candidates)).toEqual(['a', 'b', 'c']);
  expect(candidates.add(candidate('d'), 'd')).toBe(true);
  expect(hashes(candidates)).toEqual(['b', 'c', 'd']);
  expect([candidates.get('a'), candidates.get('d')?.hash]).toEqual([undefined, 'd']);
  candidates.clear();
  expect(hashes(candidates)).toEqual([]);
});

test('what is durable is not given up, and the wanted one is taken all the same', () => {
  const candidates = new Candidates();
  for (const hash of ['a', 'b', 'c']) candidates.add(candidate(hash, hash !== 'b'), undefined);
  expect(candidates.add(candidate('d'), 'd')).toBe(true);
  expect(hashes(candidates)).toEqual(['a', 'c', 'd']);
  const all = new Candidates();
  for (const hash of ['a', 'b', 'c']) all.add(candidate(hash, true), undefined);
  expect(all.add(candidate('e'), 'd')).toBe(false);
  expect(all.add(candidate('d'), 'd')).toBe(true);
  expect(hashes(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('an invalid block makes room for any other one', () => {
  const candidates = new Candidates();
  for (const hash of ['a', 'b', 'c']) candidates.add(candidate(hash, true), undefined);
  expect(candidates.add(candidate('d'), undefined)).toBe(false);
  (candidates.get('b') as Candidate).problem = 'wrong root';
  expect(candidates.add(candidate('d'), undefined)).toBe(true);
  expect(hashes(candidates)).toEqual(['a', 'c', 'd']);
});

test('kept blocks are read back; bytes that cannot be read are none', () => {
  const bytes = encodeCandidates(blocks.map(({ block }) => block));
  expect(decodeCandidates(bytes).map(({ header }) => header)).toEqual(blocks.map(({ block }) => block.header));
  expect(decodeCandidates(encodeCandidates([]))).toEqual([]);
  for (const bad of [Uint8Array.of(0xff), bytes.subarray(0, bytes.length - 1), Uint8Array.of(0x0a, 1, 7)])
    expect(decodeCandidates(bad)).toEqual([]);
});
