/** Machines on which stores are opened: one with a directory and the store's thread, one in memory. */

import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { utf8Text } from '../../../../engine/base/bytes.js';
import type { StorePort } from '../../../../engine/store/port.js';
import { JOURNAL_FILE } from '../../../../workers/store/journalFile.js';
import { openStore } from '../../../../workers/store/openStore.js';
import { builtFile } from '../../../../workers/threads/workerFile.js';
import { MemoryDisks } from '../../../support/memoryDisk.js';
import { faultsAt } from '../../../support/memoryFaults.js';
import { openMemoryStore } from '../../../support/memoryStore.js';
import { puts, temporaryDirectory } from './storeDirectory.js';
import { createQueries } from './testQueries.js';

export interface Opening {
  /** In the words of ROUGED_FAULT_POINT. */
  readonly fault?: string;
  readonly maxReads?: number;
  /** Path below the machine's own. */
  readonly directory?: string;
}

/** A machine on which stores of one kind are opened. */
export interface Machine {
  open(opening?: Opening): Promise<StorePort>;
  path(directory: string): string;
  /** Takes the last byte of the sign journal. */
  tearJournal(): void;
}

class RealMachine implements Machine {
  readonly #root = temporaryDirectory();

  path(directory: string): string {
    return join(this.#root, directory);
  }

  async open({ fault = '', directory = 'data', ...rest }: Opening = {}): Promise<StorePort> {
    const built = builtFile('test/unit/workers/store/testQueries.js');
    process.env.ROUGED_FAULT_POINT = fault;
    try {
      return await openStore({ directory: this.path(directory), queries: built, ...rest });
    } finally {
      delete process.env.ROUGED_FAULT_POINT;
    }
  }

  tearJournal(): void {
    truncateSync(join(this.path('data'), JOURNAL_FILE), 40);
  }
}

class MemoryMachine implements Machine {
  readonly #disks = new MemoryDisks();

  path(directory: string): string {
    return `/machine/${directory}`;
  }

  open({ fault = '', directory = 'data', ...rest }: Opening = {}): Promise<StorePort> {
    const { path } = this;
    return openMemoryStore({
      disks: this.#disks,
      directory: path(directory),
      queries: createQueries(),
      at: faultsAt(fault),
      ...rest,
    });
  }

  tearJournal(): void {
    this.#disks.at(this.path('data')).tearJournal();
  }
}

const stores: StorePort[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close().catch(() => undefined);
});

/** For `describe.each`. */
export const machines = [
  ['in its thread', (): Machine => new RealMachine()],
  ['in memory', (): Machine => new MemoryMachine()],
] as const;

/** A store that is closed after the test. */
export async function openedOn(machine: Machine, opening: Opening = {}): Promise<StorePort> {
  const store = await machine.open(opening);
  stores.push(store);
  return store;
}

/** With so many entries, from `numbered(0)` on. */
export async function filledOn(machine: Machine, count: number): Promise<StorePort> {
  const store = await openedOn(machine);
  await store.commit({ batch: puts(Array.from({ length: count }, (_, i) => [numbered(i), `value ${i}`] as const)) });
  return store;
}

export const END = new Uint8Array(0);
export const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && utf8Text(bytes);
export const numbered = (i: number): string => `n${String(i).padStart(6, '0')}`;
