/** The trie and the state against a recursive reference that shares nothing with them but the rule itself: random sets of
 *  leaves whose paths share up to 255 bits, changed and removed over several rounds, reverted and
 *  applied again. */

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchHashing, oneByOne, portableHashing } from '../../engine/crypto/batchHashing.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { HASH_BYTES, LeafChanges, NO_LEAF } from '../../engine/state/leaves.js';
import { Overlay, State } from '../../engine/state/state.js';
import { defineTable, stateKey, type Table } from '../../engine/state/table.js';
import { Trie } from '../../engine/state/trie.js';
import { seededRuns } from './seed.js';

const sha256 = (...parts: readonly Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

interface Leaf {
  readonly path: Buffer;
  readonly hash: Buffer;
}

/** The rules of ARCHITECTURE.md, State proofs, word for word. */
function referenceRoot(leaves: readonly Leaf[], depth = 0): Buffer {
  const [first, second] = leaves;
  if (!first) return Buffer.alloc(32);
  if (!second) return first.hash;
  const goesRight = ({ path }: Leaf): boolean => ((path[depth >> 3] as number) & (0x80 >> (depth & 7))) !== 0;
  return sha256(
    referenceRoot(
      leaves.filter((leaf) => !goesRight(leaf)),
      depth + 1,
    ),
    referenceRoot(leaves.filter(goesRight), depth + 1),
  );
}

const referenceLeaf = (key: Uint8Array, value: Uint8Array): Leaf => ({
  path: sha256(key),
  hash: sha256(Uint8Array.of(0), sha256(key), sha256(value)),
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** A path that leaves an earlier one after `shared` bits; bits after that are its own or the other's. */
interface PathPlan {
  readonly from: number;
  readonly shared: number;
  readonly tail: Uint8Array | undefined;
}

/** Distinct paths only. */
function pathsOf(plans: readonly PathPlan[]): Buffer[] {
  const paths: Buffer[] = [];
  for (const { from, shared, tail } of plans) {
    const path = Buffer.from(paths[from % Math.max(1, paths.length)] ?? Buffer.alloc(32));
    const byte = shared >> 3;
    const bit = 0x80 >> (shared & 7);
    if (tail) {
      const kept = (path[byte] as number) & ~(bit - 1);
      path.set(tail.subarray(byte), byte);
      path[byte] = kept | ((path[byte] as number) & (bit - 1));
    }
    path[byte] = (path[byte] as number) ^ bit;
    if (!paths.some((other) => other.equals(path))) paths.push(path);
  }
  return paths;
}

const pathPlan: fc.Arbitrary<PathPlan> = fc.record({
  from: fc.nat(20),
  shared: fc.oneof(fc.nat(8), fc.nat(255)),
  tail: fc.option(fc.uint8Array({ minLength: 32, maxLength: 32 }), { nil: undefined }),
});

/** Value 0 removes the leaf. */
const round = fc.uniqueArray(fc.record({ path: fc.nat(20), value: fc.integer({ min: 0, max: 2 }) }), {
  selector: ({ path }) => path,
  minLength: 1,
  maxLength: 20,
  size: 'max',
});

const leafHash = (path: Buffer, value: number): Buffer => sha256(path, Uint8Array.of(value));

/** A trie beside the plain set of leaves that it should represent. */
class Model {
  /** By number. */
  readonly paths: Buffer[] = [];
  readonly trie = new Trie(batchHashing, (leaf) => this.paths[leaf] as Buffer);
  readonly leaves = new Map<string, { readonly leaf: Leaf; readonly number: number }>();

  reference(): string {
    return hex(referenceRoot([...this.leaves.values()].map(({ leaf }) => leaf)));
  }

  /** @returns the changes, applied. A leaf that comes again may have another number. */
  apply(changes: readonly { readonly path: Buffer; readonly value: number }[]): LeafChanges {
    const staged = new LeafChanges();
    for (const { path, value } of changes) {
      const index = staged.add(this.leaves.get(hex(path))?.number ?? this.paths.push(path) - 1);
      staged.paths.set(path, index * HASH_BYTES);
      if (value > 0) new Uint8Array(staged.hashWords.buffer).set(leafHash(path, value), index * HASH_BYTES);
    }
    this.trie.apply(staged);
    changes.forEach(({ path, value }, index) => {
      const number = staged.leaves[index] as number;
      if (value === 0) this.leaves.delete(hex(path));
      else this.leaves.set(hex(path), { leaf: { path, hash: leafHash(path, value) }, number });
    });
    return staged;
  }
}

/** The root, hashed along a path from its leaf and the siblings. */
function walkedRoot(model: Model, path: Buffer): Buffer {
  const { siblings, leaf } = model.trie.walk(path);
  const found = leaf === NO_LEAF ? undefined : model.leaves.get(hex(model.paths[leaf] as Buffer));
  expect(found?.number ?? NO_LEAF).toBe(leaf);
  if (model.leaves.has(hex(path))) expect(hex(found?.leaf.path as Buffer)).toBe(hex(path));
  let hash: Buffer = found ? found.leaf.hash : Buffer.alloc(32);
  for (const [depth, sibling] of [...siblings.entries()].reverse()) {
    const goesRight = ((path[depth >> 3] as number) & (0x80 >> (depth & 7))) !== 0;
    hash = goesRight ? sha256(sibling, hash) : sha256(hash, sibling);
  }
  return hash;
}

test('random sets of leaves have the root of the recursive reference', () => {
  let checked = 0;
  let removed = 0;
  let unchanged = 0;
  fc.assert(
    fc.property(
      fc.array(pathPlan, { minLength: 1, maxLength: 20, size: 'max' }),
      fc.array(round, { minLength: 2, maxLength: 6 }),
      (plans, rounds) => {
        const paths = pathsOf(plans);
        const model = new Model();
        for (const changes of rounds) {
          const concrete = changes
            .filter(({ path }) => path < paths.length)
            .map((change) => ({ ...change, path: paths[change.path] as Buffer }));
          const before = hex(model.trie.root());
          const held = new Map([...model.leaves].map(([path, { leaf }]) => [path, hex(leaf.hash)]));
          const applied = model.apply(concrete);
          const after = model.reference();
          expect(hex(model.trie.root())).toBe(after);
          expect(model.trie.size).toBe(model.leaves.size);
          concrete.forEach(({ path }, index) => {
            const now = model.leaves.get(hex(path));
            const isChanged = held.get(hex(path)) !== (now && hex(now.leaf.hash));
            expect(applied.changed[index]).toBe(isChanged ? 1 : 0);
            if (!isChanged) unchanged++;
            else if (!now) removed++;
          });
          model.trie.apply(applied);
          expect(hex(model.trie.root())).toBe(before);
          model.trie.apply(applied);
          expect(hex(model.trie.root())).toBe(after);
          expect(hex(walkedRoot(model, paths[checked % paths.length] as Buffer))).toBe(after);
          checked++;
        }
      },
    ),
    seededRuns('trie against reference', 4_000),
  );
  console.log(`${checked} sets, ${removed} leaves removed, ${unchanged} changes of nothing`);
  expect(checked).toBeGreaterThanOrEqual(10_000);
  expect(removed).toBeGreaterThan(5_000);
  expect(unchanged).toBeGreaterThan(1_000);
});

const readBalance = (bytes: Uint8Array, at: number): number => Buffer.from(bytes.subarray(at, at + 8)).readUIntBE(2, 6);

/** Kept as bytes. */
const balances: Table<number> = defineTable({
  id: 1,
  name: 'balances',
  encode: (value) => {
    const bytes = Buffer.alloc(8);
    bytes.writeUIntBE(value, 2, 6);
    return new Uint8Array(bytes);
  },
  decode: (bytes) => readBalance(bytes, 0),
  packed: { bytes: 8, read: readBalance },
});

/** Kept as objects. Values of any length, so that they take one, two or many blocks of the hash function. */
const texts: Table<string> = defineTable({
  id: 127,
  name: 'texts',
  encode: (value) => new Uint8Array(Buffer.from(value, 'latin1')),
  decode: (bytes) => Buffer.from(bytes).toString('latin1'),
});

const tables: readonly Table<unknown>[] = [balances as Table<unknown>, texts as Table<unknown>];

type Write =
  | { readonly table: typeof balances; readonly key: string; readonly value: number | undefined }
  | { readonly table: typeof texts; readonly key: string; readonly value: string | undefined };

const key = fc.nat(40).map((number) => 'k'.repeat(number % 60) + number);
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ table: fc.constant(balances), key, value: fc.option(fc.nat(5), { nil: undefined }) }),
  fc.record({
    table: fc.constant(texts),
    key,
    value: fc.option(
      fc.nat(6).map((size) => 'v'.repeat(size * 45)),
      { nil: undefined },
    ),
  }),
);
const block = fc.record({ writes: fc.array(write, { maxLength: 25 }), reverts: fc.boolean() });

function writeTo(overlay: Overlay, { table, key: name, value }: Write): void {
  if (value === undefined) overlay.delete<unknown>(table as Table<unknown>, name);
  else overlay.put<unknown>(table as Table<unknown>, name, value);
}

const recordsOf = (
  state: State,
): { readonly table: Table<unknown>; readonly key: string; readonly bytes: Uint8Array }[] =>
  tables.flatMap((table) =>
    [...state.entries(table)].map(([name, value]) => ({ table, key: name, bytes: table.encode(value) })),
  );

const rootOf = (state: State): string =>
  hex(
    referenceRoot(recordsOf(state).map(({ table, key: name, bytes }) => referenceLeaf(stateKey(table, name), bytes))),
  );

test('blocks of random writes, committed and reverted, keep state, root and changes together', () => {
  let blocks = 0;
  let reverts = 0;
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (plan) => {
      const state = new State(tables, nativeProtocol.stateTree);
      for (const { writes, reverts: takesBack } of plan) {
        const overlay = new Overlay(state);
        for (const one of writes) writeTo(overlay, one);
        const before = { root: hex(state.root()), records: recordsOf(state) };
        const expected = overlay.changes();
        const prepared = state.prepare(overlay);
        expect(prepared.changes).toEqual(expected);
        expect(recordsOf(state)).toEqual(before.records);
        if (takesBack) {
          prepared.revert();
          expect(hex(state.root())).toBe(before.root);
          expect(recordsOf(state)).toEqual(before.records);
          reverts++;
        } else {
          prepared.commit();
          expect(hex(prepared.root)).toBe(rootOf(state));
          expect(hex(state.root())).toBe(rootOf(state));
        }
        blocks++;
      }
      const loaded = new State(tables, nativeProtocol.stateTree, portableHashing);
      for (const { table, key: name, bytes } of recordsOf(state).reverse()) loaded.load(table.id, name, bytes);
      loaded.finishLoad();
      expect(hex(loaded.root())).toBe(hex(state.root()));
      expect(loaded.size).toBe(state.size);
    }),
    seededRuns('state against reference', 600),
  );
  console.log(`${blocks} blocks, ${reverts} of them reverted`);
  expect(blocks).toBeGreaterThanOrEqual(1_000);
  expect(reverts).toBeGreaterThan(200);
});

test('the root does not depend on the order of insertion or the hasher', () => {
  let checked = 0;
  const plain = oneByOne('node:crypto', (message) => createHash('sha256').update(message).digest());
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 40 }),
      fc.infiniteStream(fc.nat()),
      (set, chance) => {
        const shuffled = set
          .map((number) => ({ number, rank: chance.next().value as number }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ number }) => number);
        const roots = [set, shuffled].map((numbers, which) => {
          const state = new State(tables, nativeProtocol.stateTree, [batchHashing, plain][which]);
          for (const number of numbers) {
            const overlay = new Overlay(state);
            overlay.put(texts, String(number), `value ${number}`);
            state.prepare(overlay).commit();
          }
          return hex(state.root());
        });
        expect(roots[0]).toBe(roots[1]);
        checked++;
      },
    ),
    seededRuns('order of insertion', 200),
  );
  expect(checked).toBe(200);
});

test('many slices of changes at once have the reference root too', () => {
  const { seed } = seededRuns('many slices', 1);
  const path = (number: number): Buffer => sha256(Buffer.from(`${seed} ${number}`));
  const model = new Model();
  const change = (number: number, value: number) => ({ path: path(number), value });
  const numbers = Array.from({ length: 18_000 }, (_, number) => number);
  model.apply(numbers.map((number) => change(number, 1)));
  expect(hex(model.trie.root())).toBe(model.reference());
  const full = hex(model.trie.root());
  const memory = model.trie.memoryBytes;
  const removed = model.apply(numbers.filter((number) => number % 3 > 0).map((number) => change(number, 0)));
  expect(hex(model.trie.root())).toBe(model.reference());
  expect(model.trie.size).toBe(6_000);
  model.trie.apply(removed);
  expect(hex(model.trie.root())).toBe(full);
  expect(model.trie.memoryBytes).toBe(memory);
});
