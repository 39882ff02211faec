/** The worst of what waits, beside a list that is sorted anew each time. */

import { expect, test } from 'vitest';
import { byPriority, type Entry, isPresent } from '../../../engine/mempool/entry.js';
import { WorstFirst } from '../../../engine/mempool/worstFirst.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const STEPS = 6_000;

test('comes out whatever was put in, has left or was cleared away', () => {
  const random = new SeededRandom(testSeed());
  const rows = new WorstFirst();
  const waiting: Entry[] = [];
  const counts = { pushed: 0, popped: 0, restored: 0, gone: 0, cleared: 0, empty: 0 };
  const worst = (): Entry | undefined => waiting.filter(isPresent).sort(byPriority).at(-1);
  for (let step = 0; step < STEPS; step++) {
    const what = random.below(10);
    if (what < 3) {
      // Fees and shares of which many are the same tip, written otherwise.
      const entry = {
        priorityFee: BigInt(random.chance(60) ? 0 : random.below(13)),
        shares: BigInt(random.chance(70) ? 1 : random.between(1, 6)),
        arrival: step,
        gone: false,
      } as Entry;
      rows.push(entry);
      waiting.push(entry);
      counts.pushed++;
    } else if (what < 6) {
      const entry = rows.pop();
      expect(entry).toBe(worst());
      if (!entry) counts.empty++;
      else if (random.chance(40)) {
        rows.push(entry);
        counts.restored++;
      } else {
        waiting.splice(waiting.indexOf(entry), 1);
        counts.popped++;
      }
    } else if (what < 9 && waiting.length > 0) {
      random.pick(waiting).gone = true;
      counts.gone++;
    } else if (random.chance(10)) {
      rows.clearAway();
      expect(rows.size).toBe(waiting.filter(isPresent).length);
      waiting.splice(0, waiting.length, ...waiting.filter(isPresent));
      counts.cleared++;
    }
    expect(rows.peek()).toBe(worst());
    expect(rows.size).toBeGreaterThanOrEqual(waiting.filter(isPresent).length);
  }
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(name === 'empty' ? 0 : 20);
});
