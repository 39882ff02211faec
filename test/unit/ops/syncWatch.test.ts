/** How a node that is behind tells of it: rate, time left, which lines the log gets and when. */

import { expect, test } from 'vitest';
import { RATE_WINDOW_MS, SyncWatch, WORTH_SAYING } from '../../../ops/health/syncWatch.js';

interface Line {
  readonly at: number;
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

class Scene {
  now = 1_000;
  readonly lines: Line[] = [];
  readonly watch: SyncWatch;
  /** What stood on the terminal's last line, in turn. */
  readonly bars: (string | undefined)[] = [];

  constructor(onTerminal = false) {
    const write = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) => {
      this.lines.push({ at: this.now, level, message, fields });
    };
    const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
    this.watch = new SyncWatch(log, onTerminal ? { show: (text) => this.bars.push(text) } : undefined);
  }

  /** One look a second. */
  look(height: number, target?: number): void {
    this.watch.look(height, target, this.now);
    this.now += 1_000;
  }
}

test('rate and time left are those of the last thirty seconds', () => {
  const scene = new Scene();
  scene.look(0, 10_000);
  expect(scene.watch.reading).toEqual({ height: 0, target: 10_000 });
  scene.look(50, 10_000);
  expect(scene.watch.reading).toEqual({ height: 50, target: 10_000, blocksPerSecond: 50, remainingSeconds: 199 });
  let height = 50;
  for (let second = 0; second < 2 * (RATE_WINDOW_MS / 1_000); second++) {
    height += 100;
    scene.look(height, 10_100);
  }
  expect(scene.watch.reading).toEqual({
    height: 6_050,
    target: 10_100,
    blocksPerSecond: 100,
    remainingSeconds: Math.ceil(4_050 / 100),
  });
  for (let second = 0; second <= RATE_WINDOW_MS / 1_000; second++) scene.look(height, 10_100);
  expect(scene.watch.reading).toEqual({ height: 6_050, target: 10_100, blocksPerSecond: 0 });
  scene.look(10_100);
  expect(scene.watch.reading).toBeUndefined();
});

test('a line at the beginning, one every ten seconds, one at the end', () => {
  const scene = new Scene();
  for (let second = 1; second <= 35; second++) scene.look(second * 10, 1_000);
  expect(scene.lines.map(({ at }) => at)).toEqual([1_000, 11_000, 21_000, 31_000]);
  expect(new Set(scene.lines.map(({ level, message }) => `${level} ${message}`))).toEqual(
    new Set(['info fetching the blocks that other nodes have']),
  );
  expect(scene.lines[1]?.fields).toEqual({ height: 110, target: 1_000, blocksPerSecond: 10, remainingSeconds: 89 });
  scene.look(1_000);
  expect(scene.lines.slice(4)).toEqual([
    {
      at: 36_000,
      level: 'info',
      message: 'caught up with the other nodes',
      fields: { height: 1_000, blocks: 990, seconds: 35, blocksPerSecond: 28.3 },
    },
  ]);
  for (let second = 0; second < 30; second++) scene.look(1_000 + second);
  expect(scene.lines).toHaveLength(5);
});

test('a few missing blocks are no line, not even at the end', () => {
  const scene = new Scene();
  scene.look(5, 5 + WORTH_SAYING - 1);
  expect(scene.watch.reading).toBeDefined();
  scene.look(5 + WORTH_SAYING - 1);
  expect(scene.lines).toEqual([]);
  scene.look(5, 5 + WORTH_SAYING);
  expect(scene.lines).toHaveLength(1);
});

test('peers that are silent for a moment do not end it; who serves nothing any more does, with a warning', () => {
  const scene = new Scene();
  scene.look(0, 1_000);
  for (let second = 0; second < 9; second++) scene.look(20);
  expect(scene.watch.reading).toBeUndefined();
  scene.look(40, 1_200);
  expect(scene.watch.reading).toMatchObject({ height: 40, target: 1_200, blocksPerSecond: 4 });
  expect(scene.lines.map(({ at }) => at)).toEqual([1_000, 11_000]);
  for (let second = 0; second < 20; second++) scene.look(40);
  expect(scene.lines.slice(2)).toMatchObject([
    { at: 26_000, level: 'warn', fields: { height: 40, blocks: 40, target: 1_200 } },
  ]);
});

test('on a terminal a bar goes on in place of the lines between the first and the last', () => {
  const scene = new Scene(true);
  scene.look(100, 100 + WORTH_SAYING - 1);
  expect(scene.bars).toEqual([]);
  scene.look(100, 1_100);
  for (let second = 1; second <= 15; second++) scene.look(100 + second * 25, 1_100);
  expect(scene.lines.map(({ at }) => at)).toEqual([2_000]);
  expect(scene.bars).toHaveLength(16);
  expect(scene.bars[0]).toBe('block 100 of 1100 [>                       ] 0% | 0 blocks/s');
  expect(scene.bars.at(-1)).toBe('block 475 of 1100 [=========>              ] 37% | 23.4 blocks/s | 27 s left');
  scene.look(1_100);
  expect(scene.bars.at(-1)).toBeUndefined();
  expect(scene.lines.map(({ message }) => message).at(-1)).toBe('caught up with the other nodes');
});
