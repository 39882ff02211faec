/** Components that were cut or changed at random: each is refused, or means what the original means. Nothing is thrown, and what is
 *  taken is valid for the component model's own tools. */

import { componentWit } from '@bytecodealliance/jco-transpile/wasm-tools';
import { beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { type ComponentCore, componentCore } from '../../../../engine/vm/component/componentCore.js';
import { ComponentReader } from '../../../../engine/vm/component/componentReader.js';
import { SeededRandom, testSeed } from '../../../support/random.js';
import { built, smallCore } from '../../../support/smallCores.js';

const MUTATIONS = 20_000;
/** Seeds that once failed: a component whose `call` was its allocator was taken. */
const KEPT_SEEDS = [1_451_595_589];
/** Of the changed components that are taken, these many are shown to the tool, which takes about a millisecond for each. */
const SHOWN = 500;

/** Offsets of what a component says, without its custom sections, and without the contract's own code, which the reader of plain
 *  contracts judges. */
function placesOf(component: Uint8Array, { offset, core }: ComponentCore): readonly number[] {
  const places: number[] = [];
  const reader = new ComponentReader(component, 8);
  while (!reader.isAtEnd) {
    const start = reader.at;
    const id = reader.byte();
    reader.skip(reader.u32());
    for (let at = start; id !== 0 && at < reader.at; at++)
      if (at < offset || at >= offset + core.length) places.push(at);
  }
  return places;
}

const meaning = ({ imports, memory, realloc, call, postReturn, initialize }: ComponentCore): string =>
  JSON.stringify([imports, memory, realloc, call, postReturn, initialize]);

describe('changed components', () => {
  let component: Uint8Array;
  let original: ComponentCore;

  beforeAll(async () => {
    const imports = ['block-height', 'caller', 'log', 'attached', 'nft-mint', 'token-balance'] as const;
    component = await built(await smallCore({ imports, postReturn: '', initialize: '' }));
    const found = componentCore(component);
    if (isRefusal(found)) throw new Error(found.message);
    original = found;
  });

  it('refuses a component that is cut, wherever its contract is not whole', () => {
    let refused = 0;
    for (let length = 0; length < component.length; length++) {
      const found = componentCore(component.subarray(0, length));
      if (isRefusal(found)) refused++;
      else {
        // What is missing then are custom sections at the end: names, and who made it.
        expect(meaning(found)).toBe(meaning(original));
        expect(Buffer.compare(found.core, original.core)).toBe(0);
      }
    }
    expect(component.length - refused).toBeGreaterThan(0);
    expect(component.length - refused).toBeLessThan(4);
  });

  it.each([...KEPT_SEEDS, testSeed()])(
    'refuses a component with changed bytes, or takes the same from it (seed %i)',
    async (seed) => {
      const random = SeededRandom.of(seed, 'bytes');
      const tally = { refused: 0, taken: 0, shown: 0 };
      const places = placesOf(component, original);
      for (let count = 0; count < MUTATIONS; count++) {
        const changed = component.slice();
        for (let change = random.between(1, 3); change > 0; change--) {
          const at = random.chance(10) ? random.below(original.offset) : random.pick(places);
          const other = random.pick(places);
          changed[at] = random.pick([
            random.below(256),
            changed[other] ?? 0,
            (changed[at] ?? 0) ^ (1 << random.below(8)),
          ]);
        }
        const found = componentCore(changed);
        if (isRefusal(found)) {
          tally.refused++;
          expect(found.message).toMatch(/^Invalid component: .+ \(at byte \d+\)$/s);
          continue;
        }
        tally.taken++;
        expect(meaning(found)).toBe(meaning(original));
        expect(Buffer.compare(found.core, original.core)).toBe(0);
        if (tally.shown++ < SHOWN) await componentWit(changed);
      }
      expect(tally.refused + tally.taken).toBe(MUTATIONS);
      expect(tally.refused).toBeGreaterThan(MUTATIONS / 2);
      expect(tally.taken).toBeGreaterThan(SHOWN / 2);
    },
  );
});

describe('components that are large', () => {
  const MEBIBYTE = 1_048_576;
  const preamble = Buffer.from([0x00, 0x61, 0x73, 0x6d, 0x0d, 0x00, 0x01, 0x00]);

  /** An unsigned number of four bytes in LEB128. */
  const number = (value: number): number[] =>
    [0, 7, 14, 21].map((shift) => ((value >>> shift) & 0x7f) | (shift < 21 ? 0x80 : 0));
  const section = (id: number, items: number, content: Buffer): Buffer =>
    Buffer.concat([Buffer.from([id, ...number(content.length + 4), ...number(items)]), content]);

  /** Sections until the upload is full. */
  const filled = (...sections: readonly Buffer[]): Uint8Array => {
    const bytes = sections.reduce((sum, each) => sum + each.length, 0);
    const times = Math.floor((MEBIBYTE - preamble.length) / bytes);
    return Buffer.concat([preamble, ...[...Array(times).keys()].flatMap(() => sections)]);
  };

  const types = (length: number): Buffer => section(7, length, Buffer.alloc(length, 0x73));

  it.each([
    ['empty custom sections', filled(Buffer.from([0, 1, 0]))],
    ['empty sections', filled(Buffer.from([7, 1, 0]))],
    ['types in one section', filled(types(MEBIBYTE - 100))],
    ['types in many sections', filled(types(1_000))],
    [
      'options of options',
      filled(
        types(1),
        section(7, 9_000, Buffer.concat([...Array(9_000).keys()].map((at) => Buffer.from([0x6b, ...number(at)])))),
      ),
    ],
    [
      'instance types',
      filled(
        section(
          7,
          1,
          Buffer.concat([Buffer.from([0x42, ...number(9_000)]), Buffer.alloc(18_000, Buffer.from([1, 0x73]))]),
        ),
      ),
    ],
  ])('are refused before many objects are made: %s', (_, bytes) => {
    expect(bytes.length).toBeGreaterThan(MEBIBYTE / 2);
    const found = componentCore(bytes);
    expect(isRefusal(found) && found.message).toContain('it has more than 65536 items');
  });
});
