/** Temporary data directories and opened stores that a test file leaves behind closed and removed. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { BatchWriter } from '../../../../engine/store/batch.js';
import type { StorePort } from '../../../../engine/store/port.js';
import { openStore, type StoreOptions } from '../../../../workers/store/openStore.js';

const directories: string[] = [];
const stores: StorePort[] = [];

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close().catch(() => undefined);
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'rouged-store-'));
  directories.push(directory);
  return directory;
}

export async function openedStore(options: Partial<StoreOptions> = {}): Promise<StorePort> {
  const store = await openStore({ directory: temporaryDirectory(), ...options });
  stores.push(store);
  return store;
}

/** A batch of puts. */
export function puts(entries: Iterable<readonly [string, string]>): Uint8Array {
  const writer = new BatchWriter();
  for (const [key, value] of entries) writer.put(key, value);
  return writer.finish();
}
