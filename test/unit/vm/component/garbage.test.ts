/** Functions of the host called with numbers that mean nothing, over memory that means nothing, by a component whose allocator answers
 *  anything: each call ends with a trap or an answer, and only the room for the answer and what was allocated is written. */

import { describe, expect, it } from 'vitest';
import { ComponentBinding } from '../../../../engine/vm/component/binding.js';
import type { ComponentGuest } from '../../../../engine/vm/component/guest.js';
import { layoutOf, loweredSignature, returnsThroughMemory } from '../../../../engine/vm/component/layout.js';
import type { WitType, WitValue } from '../../../../engine/vm/component/witType.js';
import { hostFunctions } from '../../../../engine/vm/component/world.js';
import { HostTrap } from '../../../../engine/vm/host/hostFrame.js';
import { SeededRandom, testSeed } from '../../../support/random.js';
import { hostNames } from '../../../support/scriptedCore.js';
import { randomValue } from '../../../support/witValues.js';

const CALLS_EACH = 1_000;
const MEMORY = 65_536;

/** Mostly addresses and lengths that are near to each other, and the ends of all ranges. */
const garbage = (random: SeededRandom): number =>
  random.chance(85)
    ? random.pick([random.below(2), random.below(300), 8 * random.below(300)])
    : random.pick([
        0,
        1,
        2,
        -1,
        -8,
        MEMORY,
        MEMORY - 8,
        MEMORY - 24,
        2 ** 31 - 1,
        -(2 ** 31),
        random.below(2 ** 32) | 0,
      ]);

class WildGuest implements ComponentGuest {
  readonly memory: Uint8Array;
  /** Ranges that were allocated. */
  readonly allocated: (readonly [number, number])[] = [];
  charged = 0;

  constructor(readonly random: SeededRandom) {
    // Mostly ASCII, so that many strings are well-formed.
    this.memory = random.bytes(MEMORY).map((byte) => (random.chance(99) ? byte & 0x7f : byte));
  }

  realloc(_address: number, _had: number, _alignment: number, size: number): number {
    const address = this.random.chance(80) ? 8 * this.random.below(MEMORY / 16) : garbage(this.random);
    this.allocated.push([address >>> 0, size]);
    return address;
  }

  chargeCopy(bytes: number): void {
    this.charged += bytes;
  }
}

/** A short random answer: long ones do not fit. */
function answerOf(type: WitType | undefined, random: SeededRandom): WitValue {
  const value = randomValue(type, random);
  return value instanceof Uint8Array ? value.slice(0, 100) : typeof value === 'string' ? value.slice(0, 40) : value;
}

describe('garbage', () => {
  const seed = testSeed();

  it.each(hostNames)(`does no harm to %s (seed ${seed})`, (name) => {
    const random = SeededRandom.of(seed, name);
    const type: { result: WitType | undefined } = hostFunctions[name];
    const { parameters } = loweredSignature(hostFunctions[name]);
    const guest = new WildGuest(random);
    const asked: Record<string, WitValue>[] = [];
    const lengths: (readonly number[])[] = [];
    const ask = (_: unknown, values: Record<string, WitValue>): WitValue => {
      asked.push(values);
      return answerOf(type.result, random);
    };
    const binding = new ComponentBinding(guest, ask, (_, each) => lengths.push(each));
    const tally = { trapped: 0, answered: 0 };
    for (let count = 0; count < CALLS_EACH; count++) {
      const values = parameters.map((each) => (each === 'i64' ? random.bigBelow(2n ** 64n) : garbage(random)));
      const before = guest.memory.slice();
      guest.allocated.length = 0;
      asked.length = 0;
      try {
        binding.callHost(name, values);
        tally.answered++;
        expect(asked).toHaveLength(1);
      } catch (error) {
        if (!(error instanceof HostTrap)) throw error;
        tally.trapped++;
      }
      const written = [...guest.allocated];
      const room = Number(values.at(-1)) >>> 0;
      if (type.result && returnsThroughMemory(hostFunctions[name])) written.push([room, layoutOf(type.result).size]);
      for (const [from, size] of written) before.set(guest.memory.subarray(from, from + size), Math.min(from, MEMORY));
      expect(Buffer.compare(before, guest.memory)).toBe(0);
      // A string or a list of the memory's size is the most that one parameter can bring.
      for (const value of Object.values(asked[0] ?? {}))
        if (typeof value === 'string' || value instanceof Uint8Array) expect(value.length).toBeLessThanOrEqual(MEMORY);
    }
    expect(tally.trapped + tally.answered).toBe(CALLS_EACH);
    expect(lengths).toHaveLength(CALLS_EACH);
    expect(tally.answered).toBeGreaterThan(0);
  });
});
