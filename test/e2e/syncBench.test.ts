/** The bench `sync` at its quick size: both ways end at the same height, and every figure is there. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { builtFile } from '../../workers/threads/workerFile.js';

interface Line {
  readonly bench: string;
  readonly name: string;
  readonly value: number;
  readonly ratio?: { readonly median: number };
}

test('an empty node comes to the tip from genesis and from a snapshot file', async () => {
  const program = fileURLToPath(builtFile('bench/main.js'));
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'sync', '--quick', '--json']);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as Line);
  expect(lines).toHaveLength(7);
  for (const { bench, name, value } of lines) {
    expect(bench).toBe('sync');
    expect(value, name).toBeGreaterThan(0);
  }
  const [genesis, snapshot, alone] = lines;
  expect(genesis?.ratio).toBeUndefined();
  for (const beside of [snapshot, alone]) expect(beside?.ratio?.median, beside?.name).toBeGreaterThan(0);
}, 120_000);
