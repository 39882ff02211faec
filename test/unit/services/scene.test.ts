/** Reads of a scene against a plain map: what is durable, what was written over it, and pages in both directions. */

import { describe, expect, test } from 'vitest';
import { compareBytes, toHex } from '../../../engine/base/bytes.js';
import { DurableScene, Scene } from '../../../engine/services/scene.js';
import { numberTable } from '../../../engine/services/table.js';
import { openMemoryStore } from '../../support/memoryStore.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const numbers = numberTable(0xf0, 'numbers of a test');
const others = numberTable(0xf1, 'other numbers of a test');

const key = (first: number, second: number): Uint8Array => Uint8Array.of(first, second);

async function stored(entries: ReadonlyMap<string, number>) {
  const store = await openMemoryStore();
  const scene = new Scene(store);
  for (const [text, value] of entries) scene.put(numbers, Uint8Array.from(Buffer.from(text, 'hex')), value);
  scene.put(others, key(1, 1), 7);
  await store.commit({ batch: scene.finish() });
  return store;
}

describe('a scene', () => {
  test('reads what was written over what is durable, in pages of any size', async () => {
    const random = new SeededRandom(testSeed());
    let compared = 0;
    for (let round = 0; round < 40; round++) {
      const model = new Map<string, number>();
      const any = (): Uint8Array => key(random.below(3), random.below(8));
      for (let at = 0; at < 12; at++) model.set(toHex(any()), random.below(1_000));
      const store = await stored(model);
      const scene = new Scene(store);
      for (let at = 0; at < 10; at++) {
        const where = any();
        if (random.below(3) === 0) {
          scene.delete(numbers, where);
          model.delete(toHex(where));
        } else {
          const value = random.below(1_000);
          scene.put(numbers, where, value);
          model.set(toHex(where), value);
        }
      }
      const prefix = Uint8Array.of(random.below(3));
      const reverse = random.below(2) === 1;
      const expected = [...model]
        .map(([text, value]) => ({ key: Uint8Array.from(Buffer.from(text, 'hex')), value }))
        .filter((entry) => entry.key[0] === prefix[0])
        .sort((a, b) => (reverse ? -1 : 1) * compareBytes(a.key, b.key));
      const read = [];
      let behind: Uint8Array | undefined;
      const limit = 1 + random.below(4);
      for (;;) {
        const page = await scene.range(numbers, prefix, { reverse, limit, behind });
        expect(page.length).toBeLessThanOrEqual(limit);
        if (page.length === 0) break;
        read.push(...page);
        behind = page.at(-1)?.key;
      }
      expect(read.map((entry) => [toHex(entry.key), entry.value])).toEqual(
        expected.map((entry) => [toHex(entry.key), entry.value]),
      );
      compared += read.length;
      await store.commit({ batch: scene.finish() });
      const durable = await new DurableScene(store).range(numbers, prefix, { reverse, limit: 100 });
      expect(durable.map(({ value }) => value)).toEqual(expected.map(({ value }) => value));
      await store.close();
    }
    expect(compared).toBeGreaterThan(80);
  });

  test('takes back what work has written that is not kept, also over writes before it', async () => {
    const store = await stored(new Map());
    const scene = new Scene(store);
    scene.put(numbers, key(1, 1), 1);
    const refused = await scene.undoable(
      async () => {
        scene.put(numbers, key(1, 1), 2);
        scene.put(numbers, key(1, 2), 3);
        return 'no';
      },
      (result) => result === 'yes',
    );
    expect(refused).toBe('no');
    expect(await scene.get(numbers, key(1, 1))).toBe(1);
    expect(await scene.get(numbers, key(1, 2))).toBeUndefined();
    const thrown = scene.undoable(
      async () => {
        scene.delete(numbers, key(1, 1));
        throw new Error('a fault');
      },
      () => true,
    );
    await expect(thrown).rejects.toThrow('a fault');
    expect(await scene.get(numbers, key(1, 1))).toBe(1);
    await store.close();
  });
});
