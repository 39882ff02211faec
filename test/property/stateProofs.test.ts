/** Proofs over random states: every record and every absent key is proven under the state's root, by a verifier that
 *  shares nothing with the trie; and no altered proof proves anything else. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromHex, toHex, utf8 } from '../../engine/base/bytes.js';
import { InvariantError } from '../../engine/base/refusal.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { ProofError, type ProofJson, verifyProof } from '../../engine/state/proofVerifier.js';
import { Overlay, State, type StateProof } from '../../engine/state/state.js';
import { defineTable, stateKey, type Table } from '../../engine/state/table.js';
import { seededRuns } from './seed.js';

const textTable = (id: number): Table<string> =>
  defineTable({
    id,
    name: `texts ${id}`,
    encode: (value) => utf8(value),
    decode: (bytes) => Buffer.from(bytes).toString('utf8'),
  });

const first = textTable(1);
const second = textTable(90);
const tables = [first, second] as unknown as readonly Table<unknown>[];

const proofJson = (key: Uint8Array, proof: StateProof): ProofJson => ({
  state_root: toHex(proof.root),
  key: toHex(key),
  value: proof.value === undefined ? null : toHex(proof.value),
  siblings: proof.siblings.map(toHex),
  other: proof.other ? { key_hash: toHex(proof.other.keyHash), value_hash: toHex(proof.other.valueHash) } : null,
});

const proven = (state: State, key: Uint8Array): ProofJson => proofJson(key, state.prove(key));

const table = fc.constantFrom(first, second);
const name = fc.nat(60).map(String);
const write = fc.record({ table, name, value: fc.option(fc.nat(3).map(String), { nil: undefined }) });
const step = fc.record({ writes: fc.array(write, { maxLength: 30 }), reverts: fc.boolean() });

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function run(state: State, { writes, reverts }: Step): void {
  const overlay = new Overlay(state);
  for (const { table: home, name: key, value } of writes)
    if (value === undefined) overlay.delete(home, key);
    else overlay.put(home, key, value);
  const prepared = state.prepare(overlay);
  expect(() => state.prove(stateKey(first, '1'))).toThrow(InvariantError);
  if (reverts) prepared.revert();
  else prepared.commit();
}

/** What the state itself says it holds. */
const held = (state: State, home: Table<string>, key: string): string | undefined => state.get(home, key);

function checkEveryKey(state: State, counts: { present: number; empty: number; displaced: number }): void {
  const root = toHex(state.root());
  for (const home of [first, second])
    for (let number = 0; number <= 60; number++) {
      const key = stateKey(home, String(number));
      const proof = proven(state, key);
      const value = verifyProof(proof, root, toHex(key));
      expect(value && Buffer.from(value).toString('utf8')).toBe(held(state, home, String(number)));
      if (value) counts.present++;
      else if (proof.other) counts.displaced++;
      else counts.empty++;
    }
}

test('every key of random states is proven present or absent, also after reverts, removals and loading', () => {
  const counts = { present: 0, empty: 0, displaced: 0 };
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
      const state = new State(tables, nativeProtocol.stateTree);
      for (const one of steps) run(state, one);
      checkEveryKey(state, counts);
      const loaded = new State(tables, nativeProtocol.stateTree);
      for (const home of [first, second])
        for (const [key, value] of state.entries(home)) loaded.load(home.id, key, utf8(value));
      loaded.finishLoad();
      checkEveryKey(loaded, counts);
      run(loaded, { writes: [{ table: second, name: '7', value: 'new' }], reverts: false });
      checkEveryKey(loaded, counts);
    }),
    seededRuns('proofs of every key', 150),
  );
  console.log(`${counts.present} present, ${counts.empty} in an empty half, ${counts.displaced} displaced by another`);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(1_000);
});

/** Every way to alter one place of a proof. */
function* forgeries(proof: ProofJson): Generator<ProofJson> {
  const flipped = (hex: string, at: number): string => {
    const bytes = fromHex(hex) as Uint8Array;
    bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ 1;
    return toHex(bytes);
  };
  const { siblings, value, other } = proof;
  for (let index = 0; index < siblings.length; index++) {
    const at = (list: readonly string[]): ProofJson => ({ ...proof, siblings: list });
    yield at(siblings.map((hash, place) => (place === index ? flipped(hash, index) : hash)));
    yield at(siblings.filter((_, place) => place !== index));
    yield at(siblings.flatMap((hash, place) => (place === index ? [hash, hash] : [hash])));
  }
  yield { ...proof, siblings: [...siblings, '00'.repeat(32)] };
  if (value === null) yield { ...proof, value: '31', other: null };
  else {
    yield { ...proof, value: null };
    yield { ...proof, value: `${value}00` };
    if (value !== '') yield { ...proof, value: flipped(value, 0) };
  }
  if (other) {
    yield { ...proof, other: null };
    yield { ...proof, other: { ...other, key_hash: flipped(other.key_hash, 31) } };
    yield { ...proof, other: { ...other, value_hash: flipped(other.value_hash, 0) } };
  } else yield { ...proof, other: { key_hash: '11'.repeat(32), value_hash: '22'.repeat(32) } };
}

test('an altered proof proves nothing', () => {
  let checked = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 2 }), table, name, (steps, home, number) => {
      const state = new State(tables, nativeProtocol.stateTree);
      for (const one of steps) run(state, one);
      const key = stateKey(home, number);
      const root = toHex(state.root());
      const proof = proven(state, key);
      verifyProof(proof, root, toHex(key));
      for (const forged of forgeries(proof)) {
        expect(() => verifyProof(forged, root, toHex(key))).toThrow(ProofError);
        checked++;
      }
      expect(() => verifyProof(proof, '00'.repeat(31).concat('01'), toHex(key))).toThrow('another state root');
      expect(() => verifyProof(proof, root, toHex(stateKey(home, 'other')))).toThrow('another key');
    }),
    seededRuns('forged proofs', 1_000),
  );
  console.log(`${checked} forged proofs`);
  expect(checked).toBeGreaterThan(4_000);
});

test('anything that is not a proof is refused with a reason', () => {
  const state = new State(tables, nativeProtocol.stateTree);
  run(state, { writes: [{ table: first, name: '1', value: 'x' }], reverts: false });
  const key = stateKey(first, '1');
  const proof = proven(state, key);
  const root = toHex(state.root());
  const malformed: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
    [{ siblings: undefined }, 'siblings is not a list'],
    [{ siblings: Array(257).fill('00'.repeat(32)) }, 'at most 256 steps'],
    [{ siblings: ['00'] }, 'sibling 0 has not 32 bytes'],
    [{ siblings: [7] }, 'sibling 0 is not hex'],
    [{ value: 'xy' }, 'value is not hex'],
    [{ value: 7 }, 'neither hex nor null'],
    [{ value: null, other: { key_hash: '00', value_hash: '00' } }, 'key_hash has not 32 bytes'],
    [{ value: null, other: 'x' }, 'neither an object nor null'],
    [{ other: { key_hash: '11'.repeat(32), value_hash: '22'.repeat(32) } }, 'either a value or another record'],
  ];
  for (const [change, message] of malformed)
    expect(() => verifyProof({ ...proof, ...change } as ProofJson, root, toHex(key)), message).toThrow(message);
  expect(() => verifyProof(null as unknown as ProofJson, root, toHex(key))).toThrow('another key');
});
