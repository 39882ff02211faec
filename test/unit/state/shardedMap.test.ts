/** A map in shards: the same as a Map, beyond what one Map holds, with every kind of key that the state has. */

import { describe, expect, test } from 'vitest';
import { toBinary, u64Bytes } from '../../../engine/base/bytes.js';
import { MAP_ENTRIES, STATE_RECORDS } from '../../../engine/base/limits.js';
import { sha256Binary } from '../../../engine/crypto/sha256.js';
import { nftKey } from '../../../engine/ledger/nftTables.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { ShardedMap } from '../../../engine/state/shardedMap.js';
import { Overlay, State } from '../../../engine/state/state.js';
import { defineTable } from '../../../engine/state/table.js';
import { SeededRandom } from '../../support/random.js';

/** A Map that ends early, as a Map does at 2^24 entries. */
class SmallMap<K, V> extends Map<K, V> {
  constructor(private readonly most: number) {
    super();
  }

  override set(key: K, value: V): this {
    if (this.size >= this.most && !this.has(key)) throw new RangeError('Map maximum size exceeded');
    return super.set(key, value);
  }
}

const accountOf = (number: number): string => toBinary(Buffer.from(sha256Binary(u64Bytes(number)), 'latin1'));

const shapes: readonly (readonly [string, (number: number) => string])[] = [
  ['accounts', accountOf],
  ['balances of one token', (number) => `${accountOf(number)}GOLD`],
  ['one account in many tokens', (number) => `${accountOf(1)}TKN${number}`],
  ['allowances of one owner', (number) => `${accountOf(1)}${accountOf(number)}GOLD`],
  ['entries by number', (number) => toBinary(u64Bytes(number))],
  ['tokens of one collection', (number) => nftKey(7, number)],
  ['first tokens of many collections', (number) => nftKey(number, 1)],
  ['symbols', (number) => `T${number}`],
  ['ids of pools', (number) => `TKN${number}-XRGE`],
];

describe('a sharded map', () => {
  test('does what a Map does', () => {
    const random = new SeededRandom(7);
    const sharded = new ShardedMap<number>();
    const plain = new Map<string, number>();
    const keys = [...shapes.flatMap(([, keyOf]) => Array.from({ length: 40 }, (_, index) => keyOf(index))), '', 'a'];
    for (let step = 0; step < 20_000; step++) {
      const key = random.pick(keys);
      if (random.below(3) === 0) {
        sharded.delete(key);
        plain.delete(key);
      } else {
        sharded.set(key, step);
        plain.set(key, step);
      }
      const asked = random.pick(keys);
      expect(sharded.get(asked)).toBe(plain.get(asked));
      expect(sharded.has(asked)).toBe(plain.has(asked));
      if (step % 500 === 0) expect(sharded.size).toBe(plain.size);
    }
    expect(new Map(sharded)).toEqual(plain);
    expect(plain.size).toBeGreaterThan(100);
  });

  test.each(shapes)('spreads %s over enough shards for the largest state', (_, keyOf) => {
    const RECORDS = 40_000;
    const shards: Map<string, number>[] = [];
    const map = new ShardedMap<number>(() => {
      const shard = new Map<string, number>();
      shards.push(shard);
      return shard;
    });
    for (let number = 0; number < RECORDS; number++) map.set(keyOf(number), number);
    expect(map.size).toBe(RECORDS);
    const fullest = Math.max(...shards.map(({ size }) => size));
    expect((fullest / RECORDS) * STATE_RECORDS).toBeLessThan(MAP_ENTRIES);
  });

  test('holds more than one of its shards can, in the state too', () => {
    const MOST = 200;
    const RECORDS = 20_000;
    const makeShard = () => new SmallMap<string, never>(MOST);
    expect(() => {
      const one = makeShard();
      for (let number = 0; number <= MOST; number++) one.set(accountOf(number), 0 as never);
    }).toThrow(RangeError);
    const table = defineTable<number>({
      id: 1,
      name: 'numbers',
      encode: (value) => u64Bytes(value),
      decode: (bytes) => Number(Buffer.from(bytes).readBigUInt64BE(0)),
    });
    const small = new State([table], nativeProtocol.stateTree, undefined, undefined, makeShard);
    const usual = new State([table], nativeProtocol.stateTree);
    for (const state of [small, usual]) {
      for (let number = 0; number < RECORDS / 2; number++) state.load(1, accountOf(number), u64Bytes(number));
      state.finishLoad();
      const overlay = new Overlay(state);
      for (let number = RECORDS / 2; number < RECORDS; number++) overlay.put(table, accountOf(number), number);
      for (let number = 0; number < 1_000; number++) overlay.delete(table, accountOf(number));
      state.prepare(overlay).commit();
    }
    expect(small.size).toBe(RECORDS - 1_000);
    expect(small.root()).toEqual(usual.root());
    expect(small.get(table, accountOf(RECORDS - 1))).toBe(RECORDS - 1);
    expect(small.get(table, accountOf(1))).toBeUndefined();
    expect([...small.entries(table)].length).toBe(RECORDS - 1_000);
  });
});
