/** A lane of the pool over threads that misbehave on purpose: starts, packets in order, who is blamed for the death
 *  of a thread. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PacketLoss, SLOW_START_MS, SLOW_STARTS, VerifyLane } from '../../../../workers/verify/verifyLane.js';

/** A lane over worker files written by the test: what the pool's own worker never does, these do on purpose. */
const settings = { chainId: 'lane-test-1', protocol: 'native', backend: 'noble', cacheBytes: 0, requireChainId: false };

const HEALTHY = `
export const selfTest = () => ({ backend: 'noble', microseconds: 5, rejected: [] });
export default (packet) => {
  const first = new Uint8Array(packet)[0];
  if (first === 1) process.exit(1);
  if (first === 2) throw new Error('a packet it cannot read');
  if (first === 3) { for (;;); }
  if (first === 4) { const from = performance.now(); while (performance.now() - from < 30); }
  return packet;
};`;

let directory = '';
let lane: VerifyLane | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rouged-lane-'));
});

afterEach(async () => {
  await lane?.close();
  lane = undefined;
  rmSync(directory, { recursive: true });
});

const write = (source: string): URL => {
  const file = join(directory, 'worker.mjs');
  writeFileSync(file, source);
  return pathToFileURL(file);
};

/** A lane whose events can be awaited, each in turn. */
function openLane(file: URL): { lane: VerifyLane; next(): Promise<string> } {
  const events: string[] = [];
  const readers: ((event: string) => void)[] = [];
  const add = (event: string): void => {
    const reader = readers.shift();
    if (reader) reader(event);
    else events.push(event);
  };
  lane = new VerifyLane(file, settings, {
    ready: ({ microseconds }) => add(`ready ${microseconds}`),
    lost: () => add('lost'),
    failed: (reason) => add(`failed: ${reason}`),
  });
  return {
    lane,
    next: () =>
      new Promise((resolve) => {
        const event = events.shift();
        if (event === undefined) readers.push(resolve);
        else resolve(event);
      }),
  };
}

const packet = (first: number): ArrayBuffer => Uint8Array.of(first).buffer;

describe('a lane', () => {
  test('starts only over a thread that loads, passes its self-test and stays', async () => {
    const broken: readonly (readonly [string, string])[] = [
      ['syntax error', 'Unexpected'],
      ['throw new Error("no memory for it")', 'no memory for it'],
      ['process.exit(3)', 'exited with code: 3'],
      ['export const selfTest = () => { throw new Error("wrong answers"); }', 'wrong answers'],
      ['export const selfTest = () => process.exit(4)', 'exited with code: 4'],
    ];
    let refused = 0;
    for (const [source, reason] of broken) {
      const opened = openLane(write(source));
      await expect(opened.lane.start()).rejects.toThrow(reason);
      await opened.lane.close();
      refused++;
    }
    expect(refused).toBe(5);
  });

  test('waits long for a thread that is slow to start, and says so', async () => {
    const slow: number[] = [];
    let tick = (): void => undefined;
    const timers = {
      after: (milliseconds: number, callback: () => void) => {
        expect(milliseconds).toBe(SLOW_START_MS);
        tick = callback;
        return () => undefined;
      },
    };
    const events = { ready: () => undefined, lost: () => undefined, failed: () => undefined };
    const open = (source: string): Promise<void> => {
      lane = new VerifyLane(write(source), settings, { ...events, slow: (seconds) => slow.push(seconds) }, timers);
      return lane.start();
    };
    // It answers when it has been waited for almost to the end; the clock is the test's.
    const gate = join(directory, 'gate');
    const waiting = open(`
import { existsSync } from 'node:fs';
export const selfTest = async () => {
  while (!existsSync(${JSON.stringify(gate)})) await new Promise((resolve) => setTimeout(resolve, 5));
  return { backend: 'noble', microseconds: 5, rejected: [] };
};`);
    for (let waited = 1; waited < SLOW_STARTS; waited++) tick();
    writeFileSync(gate, '');
    await waiting;
    expect(lane?.state).toBe('ready');
    expect(slow).toEqual(Array.from({ length: SLOW_STARTS - 1 }, (_, at) => 30 * (at + 1)));
    await lane?.close();

    const hung = expect(open('export const selfTest = () => new Promise(() => undefined);')).rejects.toThrow(
      'no answer within 300 s',
    );
    for (let waited = 0; waited < SLOW_STARTS; waited++) tick();
    await hung;
  });

  test('answers its first packet before it begins the second', async () => {
    const opened = openLane(write(HEALTHY));
    await opened.lane.start();
    let early = 0;
    for (let round = 0; round < 20; round++) {
      let open = true;
      const first = opened.lane.run(packet(0));
      const second = opened.lane.run(packet(4)).then(() => {
        open = false;
      });
      await first;
      // Answers that leave together are read in one turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      if (open) early++;
      await second;
    }
    expect(early).toBe(20);
  });

  test('fails, and recovers, when what follows a new thread breaks; nothing is left unhandled', async () => {
    const events: string[] = [];
    let told = (): void => {};
    const isReady = new Promise<void>((resolve) => {
      told = resolve;
    });
    let broken = true;
    lane = new VerifyLane(write(HEALTHY), settings, {
      ready: () => {
        events.push('ready');
        if (events.length === 1) return;
        if (!broken) return told();
        broken = false;
        throw new Error('nobody can take packets');
      },
      lost: () => void events.push('lost'),
      failed: (reason) => void events.push(`failed: ${reason}`),
    });
    await lane.start();
    expect(await lane.run(packet(1))).toBeInstanceOf(PacketLoss);
    await isReady;
    expect(events).toEqual(['ready', 'lost', 'ready', 'failed: nobody can take packets', 'ready']);
    expect(lane.state).toBe('ready');
  });

  test('that is closed while its thread is replaced has ended with its close, and says nothing more', async () => {
    const events: string[] = [];
    lane = new VerifyLane(write(HEALTHY), settings, {
      ready: () => void events.push('ready'),
      lost: () => void events.push('lost'),
      failed: (reason) => void events.push(`failed: ${reason}`),
    });
    await lane.start();
    await lane.run(packet(1));
    await lane.close();
    expect([lane.state, lane.threads.length]).toEqual(['closed', 0]);
    expect(events).toEqual(['ready', 'lost']);
  });

  test('blames the packet on which its thread died, not the one behind it', async () => {
    const opened = openLane(write(HEALTHY));
    await opened.lane.start();
    expect(await opened.next()).toBe('ready 5');
    const answers = await Promise.all([opened.lane.run(packet(1)), opened.lane.run(packet(0))]);
    expect(answers).toMatchObject([{ blamed: true }, { blamed: false }]);
    expect(answers[0]).toBeInstanceOf(PacketLoss);
    expect(await opened.next()).toBe('lost');
    expect(await opened.next()).toBe('ready 5');
    expect(await opened.lane.run(packet(0))).toBeInstanceOf(ArrayBuffer);
  });

  test('takes an error over a packet for a loss, and goes on with the same thread', async () => {
    const opened = openLane(write(HEALTHY));
    await opened.lane.start();
    const [thread] = opened.lane.threads;
    expect(await opened.lane.run(packet(2))).toMatchObject({ blamed: true, reason: 'a packet it cannot read' });
    expect([await opened.next(), await opened.next(), await opened.next()]).toEqual(['ready 5', 'lost', 'ready 5']);
    expect(opened.lane.threads[0]).toBe(thread);
  });
});

describe('a lane without a thread', () => {
  test('whose successor cannot start says why, and tries again until it can', async () => {
    const opened = openLane(write(HEALTHY));
    await opened.lane.start();
    expect(await opened.next()).toBe('ready 5');
    write('throw new Error("not now")');
    const loss = await opened.lane.run(packet(1));
    expect(loss).toBeInstanceOf(PacketLoss);
    expect(await opened.next()).toBe('lost');
    expect(await opened.next()).toBe('failed: not now');
    expect(opened.lane.state).toBe('failed');
    expect(opened.lane.threads).toEqual([]);
    write(HEALTHY);
    expect(await opened.next()).toBe('ready 5');
    expect(await opened.lane.run(packet(0))).toBeInstanceOf(ArrayBuffer);
  });

  test('whose successor leaves without a word is found out as well', async () => {
    const opened = openLane(write(HEALTHY));
    await opened.lane.start();
    write('process.exit(0)');
    await opened.lane.run(packet(1));
    expect([await opened.next(), await opened.next()]).toEqual(['ready 5', 'lost']);
    expect(await opened.next()).toContain('failed: ');
  });

  test('closes over a thread that never answers, and settles its packets', async () => {
    const opened = openLane(write(HEALTHY));
    await opened.lane.start();
    const endless = [opened.lane.run(packet(3)), opened.lane.run(packet(0))];
    await opened.lane.close();
    const answers = await Promise.all(endless);
    expect(answers.every((answer) => answer instanceof PacketLoss)).toBe(true);
    expect(opened.lane.state).toBe('closed');
  });
});
