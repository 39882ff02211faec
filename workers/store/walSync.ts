/** Makes RocksDB's write-ahead log durable; the binding itself never syncs.
 *
 *  In: nothing. Out: a promise that all writes that had returned before the call survive a power cut. All families share one
 *  log, so one sync covers all of them.
 *
 *  The log rotates when a write fills a memory table, so one block may be in several logs. RocksDB replays logs in order and
 *  stops at the first hole: a durable new log is useless while an older one is not durable. Therefore, when
 *  `currentWalFile` names another file than the one held open, every log from the held one up to the current one is
 *  synced, and then the directory, which names the new files. A log that no longer exists then had been written to tables,
 *  which RocksDB syncs, together with its manifest, before it removes a log.
 *
 *  An error of fdatasync is final (the kernel may drop the pages and report success next time): the caller must not continue
 *  writing. */

import { join } from 'node:path';

export interface WalFile {
  /** Relative to the database's directory. */
  readonly path: string;
  readonly number: number;
}

export interface SyncedFile {
  /** fdatasync. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The disk as this file needs it; `workers/store/disk.ts` is the real one. */
export interface WalDisk {
  /** @returns undefined when the file does not exist. */
  open(path: string): Promise<SyncedFile | undefined>;
  list(directory: string): Promise<readonly string[]>;
  syncDirectory(directory: string): Promise<void>;
}

const LOG_NAME = /^(\d+)\.log$/;

export class WalSync {
  #held: { readonly number: number; readonly file: SyncedFile } | undefined;

  constructor(
    readonly directory: string,
    readonly currentWal: () => Promise<WalFile>,
    readonly disk: WalDisk,
  ) {}

  /** No write may run at the same time.
   *  @throws what the disk throws. */
  async sync(): Promise<void> {
    const current = await this.currentWal();
    if (this.#held?.number === current.number) await this.#held.file.sync();
    else await this.#rotate(current);
  }

  async close(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    await held?.file.close();
  }

  async #rotate(current: WalFile): Promise<void> {
    const held = this.#held;
    if (held) await held.file.sync();
    for (const log of await this.#logsBetween(held?.number ?? -1, current.number)) {
      const file = await this.disk.open(join(this.directory, log));
      if (file) await syncAndClose(file);
    }
    const file = await this.disk.open(join(this.directory, current.path));
    if (!file) throw new Error(`the current write-ahead log ${current.path} is not in ${this.directory}`);
    try {
      await file.sync();
      await this.disk.syncDirectory(this.directory);
    } catch (error) {
      await file.close();
      throw error;
    }
    this.#held = { number: current.number, file };
    await held?.file.close();
  }

  /** Logs strictly between two numbers, oldest first. */
  async #logsBetween(after: number, before: number): Promise<string[]> {
    const logs: { name: string; number: number }[] = [];
    for (const name of await this.disk.list(this.directory)) {
      const number = Number(LOG_NAME.exec(name)?.[1]);
      if (number > after && number < before) logs.push({ name, number });
    }
    return logs.sort((a, b) => a.number - b.number).map((log) => log.name);
  }
}

async function syncAndClose(file: SyncedFile): Promise<void> {
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
