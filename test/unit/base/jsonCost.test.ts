/** What a text costs its reader: no shape of it more than a stated multiple of an ordinary text, and every character is looked at
 *  a bounded number of times, however long the text is. */

import { describe, expect, test } from 'vitest';
import { hardShapes, plainShape, refusedShapes } from '../../../bench/jsonShapes.js';
import { DENSE_CHARACTERS, measureShapes } from '../../../bench/micro/jsonCost.js';
import { canonicalJson, parseJson } from '../../../engine/base/json.js';
import { JSON_COST_FACTOR, MAX_SIGNED_BYTES, SIGNED_JSON } from '../../../engine/base/limits.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { BATCH_MINT_NAMES, NFT_ATTRIBUTES_CHARACTERS } from '../../../engine/ledger/nfts.js';
import { accepted } from './outcome.js';

const ROUNDS = 4;
const SLOW_MACHINE_MS = 240_000;

/** A text that counts how many of its characters the reader has looked at. */
class CountingText {
  #steps = 0;
  readonly length: number;

  constructor(readonly text: string) {
    this.length = text.length;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Stops a reader that never ends. */
  #count(characters: number): void {
    this.#steps += characters;
    if (this.#steps > 100 * (this.length + 1)) throw new Error('every character has been looked at a hundred times');
  }

  charCodeAt(at: number): number {
    this.#count(1);
    return this.text.charCodeAt(at);
  }

  indexOf(piece: string, from: number): number {
    const at = this.text.indexOf(piece, from);
    this.#count((at < 0 ? this.length : at) - from + piece.length);
    return at;
  }

  startsWith(piece: string, at: number): boolean {
    this.#count(piece.length);
    return this.text.startsWith(piece, at);
  }

  slice(from: number, to: number): string {
    this.#count(to - from);
    return this.text.slice(from, to);
  }
}

/** Looks at the characters of a text, for each of them. */
function stepsOf(text: string): number {
  const counting = new CountingText(text);
  parseJson(counting as unknown as string, SIGNED_JSON);
  return counting.steps / text.length;
}

const shapes = Object.entries({ ...hardShapes, ...refusedShapes });

describe('a character of a text', () => {
  test('is looked at a bounded number of times, in short texts and in long ones', () => {
    // Steps at the lengths, the longest that is read included.
    const looks = [2_048, 32_768, MAX_SIGNED_BYTES - 16].map((length) =>
      shapes.map(([name, shape]) => ({ name, steps: stepsOf(shape(length)) })),
    );
    const all = looks.flat();
    expect(all.length).toBe(3 * shapes.length);
    expect(shapes.length).toBeGreaterThan(45);
    expect(all.filter(({ steps }) => steps > 8)).toEqual([]);
    // The count itself counts: everything that was taken has been looked at wholly.
    for (const [name, shape] of Object.entries(hardShapes))
      expect([name, stepsOf(shape(2_048)) >= 1]).toEqual([name, true]);
  });

  test('costs at most a stated multiple of one in an ordinary text', { timeout: SLOW_MACHINE_MS }, () => {
    let compared = 0;
    for (const length of [DENSE_CHARACTERS, MAX_SIGNED_BYTES / 2]) {
      const [plain, ...others] = measureShapes(length, ROUNDS);
      expect(plain.taken).toBe(true);
      const costs = others.map(({ name, nanoseconds }) => ({
        name,
        // The best rounds of either: what other programs' work disturbs least.
        times: Math.min(...nanoseconds) / Math.min(...plain.nanoseconds),
      }));
      expect(costs.filter(({ times }) => times > JSON_COST_FACTOR)).toEqual([]);
      compared += costs.length;
    }
    expect(compared).toBe(2 * shapes.length);
  });
});

describe('the bounds of a signed text', () => {
  test('take every shape of the first group and refuse every one of the second, with a sentence', () => {
    for (const [name, shape] of Object.entries(hardShapes)) {
      const value = parseJson(shape(8_192), SIGNED_JSON);
      expect([name, isRefusal(value) ? value.message : 'taken']).toEqual([name, 'taken']);
    }
    const sentences = Object.entries(refusedShapes).map(([name, shape]) => {
      const value = parseJson(shape(400_000), SIGNED_JSON);
      return isRefusal(value) ? value.message : `${name} is taken`;
    });
    expect(sentences.length).toBe(15);
    expect(sentences.filter((sentence) => !sentence.startsWith('not valid JSON: '))).toEqual([]);
  });

  test('are exact: the last that fits is taken, one more is not', () => {
    const bounds = { characters: 400, values: 10, members: 5, keyCharacters: 20, depth: 3 };
    const digits = (count: number): string => `[${Array(count).fill('0').join(',')}]`;
    const members = (count: number): string =>
      `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`;
    const key = (length: number): string => `{"${'k'.repeat(length)}":0}`;
    const deep = (depth: number): string => `${'['.repeat(depth)}0${']'.repeat(depth)}`;
    const pairs: readonly (readonly [string, string, string])[] = [
      [digits(9), digits(10), 'not valid JSON: more than 10 values'],
      [members(5), members(6), 'not valid JSON: an object of more than 5 members'],
      [key(20), key(21), 'not valid JSON: a key of more than 20 characters at position 1'],
      [deep(3), deep(4), 'not valid JSON: nested deeper than 3 levels'],
      [`"${'x'.repeat(398)}"`, `"${'x'.repeat(399)}"`, 'the JSON text is longer than 400 characters'],
    ];
    for (const [fits, exceeds, sentence] of pairs) {
      accepted(parseJson(fits, bounds));
      expect(parseJson(exceeds, bounds)).toMatchObject({ message: sentence });
    }
    expect(parseJson(`"${'x'.repeat(399)}"`, bounds)).toMatchObject({ code: 'too_large' });
    expect(pairs.length).toBe(5);
  });

  test('hold a batch mint of the most NFTs, each with the most attributes that people write', () => {
    const pair = '{"trait_type":"a","value":"b"}';
    const count = Math.floor((NFT_ATTRIBUTES_CHARACTERS - 1) / (pair.length + 1));
    const attributes = `[${Array(count).fill(pair).join(',')}]`;
    expect(attributes.length).toBeLessThanOrEqual(NFT_ATTRIBUTES_CHARACTERS);
    const nfts = Array<string>(BATCH_MINT_NAMES);
    const text = `{"batchAttributes":[${nfts.fill(attributes).join(',')}],"names":[${nfts.fill('"n"').join(',')}],"uris":[${nfts.fill('"u"').join(',')}]}`;
    expect(accepted(parseJson(text, SIGNED_JSON))).toBeInstanceOf(Map);
    expect(text.length).toBeLessThan(MAX_SIGNED_BYTES);
  });
});

test('the canonical text is never longer than the text that was read', () => {
  let read = 0;
  for (const [name, shape] of Object.entries({ plainShape, ...hardShapes })) {
    const text = shape(8_192);
    const value = accepted(parseJson(text, SIGNED_JSON));
    expect([name, canonicalJson(value as never).length <= text.length]).toEqual([name, true]);
    read++;
  }
  expect(read).toBe(1 + Object.keys(hardShapes).length);
});
