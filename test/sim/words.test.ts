/** What a node says of itself without a reason is found. */

import { expect, test } from 'vitest';
import type { Machine, RunningNode } from './machine.js';
import { Words } from './words.js';

interface Said {
  readonly behind?: number;
  readonly fetched?: number;
  readonly height?: number;
  readonly life?: number;
  readonly problem?: string;
  readonly isWaiting?: boolean;
}

const machine = { number: 3 } as Machine;

const node = ({ behind, fetched = 0, height = 0, life = 1, problem, isWaiting = false }: Said): RunningNode =>
  ({
    life,
    node: {
      behind,
      head: { halt: { problem: problem === undefined ? undefined : { message: problem }, isWaiting } },
      network: { counters: { blocksFetched: fetched } },
      chain: { tip: { height } },
    },
  }) as unknown as RunningNode;

test('a node is behind only for as long as what it was served shows it', () => {
  const time = { elapsed: 0 };
  const words = new Words(time);
  const look = (said: Said): number => words.look(machine, node(said)).length;
  expect(look({ behind: 9 })).toBe(1);
  expect(look({ behind: 9, fetched: 1 })).toBe(0);
  time.elapsed = 20_000;
  expect(look({ behind: 9, fetched: 1 })).toBe(0);
  time.elapsed = 20_001;
  expect(look({ behind: 9, fetched: 1 })).toBe(1);
  expect(look({ behind: 9, fetched: 1, height: 1 })).toBe(0);
  // Another process begins anew.
  expect(look({ behind: 9, height: 1, life: 2 })).toBe(1);
  expect(words.checked).toBe(6);
});

test('a node may be behind a head that there is, as soon as headers prove it', () => {
  const words = new Words({ elapsed: 0 });
  expect(words.look({ number: 1 } as Machine, node({ height: 7 }))).toEqual([]);
  expect(words.look(machine, node({ behind: 8 }))).toEqual([]);
  expect(words.look(machine, node({ behind: 9 }))).toEqual([
    'machine 3 says that 9 is the head, and was served no block',
  ]);
});

test('a node may wait, and does not stop for good', () => {
  const words = new Words({ elapsed: 0 });
  expect(words.look(machine, node({ problem: 'the disk is full', isWaiting: true }))).toEqual([]);
  expect(words.look(machine, node({ problem: 'a fault' }))).toEqual(['machine 3 has stopped for good: a fault']);
});
