/** Threads that a test writes down itself. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';

/** @param source of a module; `marker(name)` in it is false once, over all threads, and true from then on. */
export function threadFile(source: string): URL {
  const directory = mkdtempSync(join(tmpdir(), 'rouged-contracts-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'thread.mjs');
  const head = `
import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
function marker(name) {
  const file = ${JSON.stringify(directory)} + '/' + name;
  const wasThere = existsSync(file);
  writeFileSync(file, '');
  return wasThere;
}
`;
  writeFileSync(file, head + source);
  return pathToFileURL(file);
}
