/** The meter of another process's heap: both of its ways find what that process allocates. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Counted, countedDuring, countedIn, type Grown, grownDuring } from '../../../bench/macro/heapMeter.js';
import { Inspector } from '../../../bench/macro/inspector.js';

/** A process that waits, and its inspector. */
async function inspected(): Promise<{ readonly inspector: Inspector; readonly kill: () => void }> {
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', '-e', 'setInterval(() => undefined, 1e6)'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {},
  });
  const kill = (): void => void child.kill('SIGKILL');
  onTestFinished(kill);
  let printed = '';
  for (;;) {
    const [piece] = (await once(child.stderr, 'data')) as [Buffer];
    printed += piece.toString();
    const url = /(ws:\/\/\S+)\n/.exec(printed)?.[1];
    if (url) return { inspector: await Inspector.open(url), kill };
  }
}

const OBJECTS = 400_000;
/** Of one that allocateObjects makes: four words. */
const OBJECT_BYTES = 32;

/** Runs in the inspected process: one object a turn, nearly all of them garbage at the end. */
function allocateObjects(): number {
  const kept = new Array<unknown>(1_000);
  for (let at = 0; at < 400_000; at++) kept[at % kept.length] = { at };
  return kept.length;
}

describe('the meter of a heap', () => {
  test('finds the bytes and the objects that the process allocates, collected ones too', async () => {
    const { inspector } = await inspected();
    onTestFinished(() => inspector.close());
    const allocate = async (): Promise<void> => {
      expect(await inspector.evaluate(allocateObjects)).toBe(1_000);
    };
    let counted: Counted | undefined;
    const alone: Grown = await grownDuring(inspector, allocate);
    const grown: Grown = await grownDuring(inspector, async () => {
      counted = await countedDuring(inspector, allocate);
    });
    const bytes = OBJECTS * OBJECT_BYTES;
    for (const found of [alone.bytes, grown.bytes, counted?.bytes ?? 0]) {
      // What collections before the beginning left to be swept counts against it.
      expect(found).toBeGreaterThan(0.9 * bytes);
      expect(found).toBeLessThan(1.5 * bytes);
    }
    expect(counted?.objects).toBeGreaterThanOrEqual(OBJECTS);
    expect(counted?.objects).toBeLessThan(1.2 * OBJECTS);
    const [site] = counted?.sites ?? [];
    expect(site?.name).toMatch(/^allocateObjects/);
    expect(site?.objects).toBeGreaterThanOrEqual(OBJECTS);
  });

  test('says what failed in the process, and that it has ended', async () => {
    const { inspector, kill } = await inspected();
    const fail = (): never => {
      throw new Error('on purpose');
    };
    await expect(inspector.evaluate(fail)).rejects.toThrow('on purpose');
    await expect(inspector.send('HeapProfiler.unknown')).rejects.toThrow('the inspector refuses');
    const endless = (): void => {
      for (;;);
    };
    const ended = expect(inspector.evaluate(endless)).rejects.toThrow('has ended');
    kill();
    await ended;
  });

  test('adds objects up by function, the one with the most bytes first', () => {
    const frame = (functionName: string, url = '', lineNumber = -1) => ({ functionName, url, lineNumber });
    const file = 'file:///home/me/rouged/dist/engine/a.js';
    const library = 'file:///home/me/rouged/node_modules/b/c.js';
    const head = {
      ...{ id: 1, callFrame: frame('(root)') },
      children: [
        { id: 2, callFrame: frame('slice'), children: [{ id: 3, callFrame: frame('', library, 0), children: [] }] },
        { id: 4, callFrame: frame('put', file, 9), children: [] },
        { id: 5, callFrame: frame('put', file, 9), children: [] },
      ],
    };
    const samples = [...[2, 4, 5, 4].map((nodeId) => ({ size: 16, nodeId })), { size: 24, nodeId: 3 }];
    expect(countedIn({ head, samples })).toEqual({
      ...{ objects: 5, bytes: 88 },
      sites: [
        { name: 'put engine/a.js:10', objects: 3, bytes: 48 },
        { name: '(anonymous) node_modules/b/c.js:1', objects: 1, bytes: 24 },
        { name: 'slice', objects: 1, bytes: 16 },
      ],
    });
  });
});
