/** k of n providers that say the same: against a count of all cases of up to four providers. */

import { describe, expect, test } from 'vitest';
import { isRefusal, refuse } from '../../../engine/base/refusal.js';
import { agree, majority, reachedBy } from '../../../engine/bridge/quorum.js';

const answered = (texts: readonly string[]) =>
  texts.map((text, at) => ({
    host: `host${at}`,
    answer: text === '' ? refuse('busy', `failure ${at}`) : { text },
  }));

/** Every way in which n providers say a, b or nothing. */
function* cases(providers: number): Generator<readonly string[]> {
  if (providers === 0) yield [];
  else for (const rest of cases(providers - 1)) for (const text of ['a', 'b', '']) yield [text, ...rest];
}

describe('agree', () => {
  test('rule 1: needs k of n, and refuses every contradiction however few say otherwise', () => {
    let checked = 0;
    for (const providers of [1, 2, 3, 4])
      for (const texts of cases(providers))
        for (let needed = 1; needed <= providers; needed++) {
          const result = agree(answered(texts), needed, ({ text }) => text);
          const said = texts.filter((text) => text !== '');
          const isProven = new Set(said).size === 1 && said.length >= needed;
          expect(isRefusal(result), `${texts} of ${needed}`).toBe(!isProven);
          if (!isRefusal(result)) expect(result).toHaveLength(said.length);
          checked++;
        }
    expect(checked).toBe(3 + 9 * 2 + 27 * 3 + 81 * 4);
  });

  test('says who contradicts whom, who failed, and a reason that all have as it is', () => {
    const message = (texts: readonly string[], needed: number): string => {
      const result = agree(answered(texts), needed, ({ text }) => text);
      return isRefusal(result) ? result.message : 'agreed';
    };
    expect(message(['a', 'b', 'a'], 1)).toBe('providers contradict each other: host0, host2 against host1 — refusing');
    expect(message(['a', '', ''], 2)).toBe(
      '1 of 3 providers answered, 2 must agree (host1: failure 1; host2: failure 2)',
    );
    const alike = ['x', 'y'].map((host) => ({ host, answer: refuse('not_found', 'transaction not found') }));
    expect(agree(alike, 2, String)).toEqual(refuse('not_found', 'transaction not found'));
  });

  test('marks what some say and others do not, and not what all say', () => {
    const isOneSided = (texts: readonly string[]): boolean | undefined => {
      const result = agree(answered(texts), 2, ({ text }) => text);
      return isRefusal(result) ? result.isOneSided : undefined;
    };
    expect(isOneSided(['a', 'b', 'a'])).toBe(true);
    expect(isOneSided(['a', '', ''])).toBe(true);
    expect(isOneSided(['', ''])).toBe(true);
    expect(isOneSided(['a', 'a', ''])).toBe(undefined);
    const alike = ['x', 'y'].map((host) => ({ host, answer: refuse('rule_violation', 'reverted') }));
    expect(agree(alike, 2, String)).toMatchObject({ isOneSided: false });
  });

  test('rule 1: never counts one host twice', () => {
    const twice = [1, 1].map(() => ({ host: 'one.example', answer: 'a' }));
    expect(() => agree(twice, 2, String)).toThrow(/answers once/);
    expect(() => agree([], 0, String)).toThrow(/at least one/);
  });
});

test('a majority is more than half, and a height counts when the quorum has reached it', () => {
  expect([1, 2, 3, 4, 5].map(majority)).toEqual([1, 2, 2, 3, 3]);
  expect([1, 2, 3].map((needed) => reachedBy([5, 900, 7], needed))).toEqual([900, 7, 5]);
});
