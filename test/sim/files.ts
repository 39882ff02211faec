/** The files of a simulated machine beside its database: what a power cut leaves of them.
 *
 *  In: writes, syncs, removals. Out: bytes by name. What was synced stays; of a file that was not, nothing is left, or its beginning,
 *  or all of it. A removal is there at once. */

import type { SeededRandom } from '../support/random.js';

interface File {
  readonly bytes: Uint8Array;
  isSynced: boolean;
}

export class Files {
  readonly #files = new Map<string, File>();

  /** Replaces a file; a power cut may tear it. */
  write(name: string, bytes: Uint8Array): void {
    this.#files.set(name, { bytes: bytes.slice(), isSynced: false });
  }

  /** @param folder with a slash at its end. */
  sync(folder: string): void {
    for (const name of this.names(folder)) (this.#files.get(name) as File).isSynced = true;
  }

  /** Writes and syncs. */
  keep(name: string, bytes: Uint8Array): void {
    this.#files.set(name, { bytes: bytes.slice(), isSynced: true });
  }

  read(name: string): Uint8Array | undefined {
    return this.#files.get(name)?.bytes;
  }

  remove(name: string): void {
    this.#files.delete(name);
  }

  /** Removes a folder, or gives it another name in one step. @param to undefined: removes it. */
  move(folder: string, to: string | undefined): void {
    for (const name of this.names(folder)) {
      const file = this.#files.get(name) as File;
      this.#files.delete(name);
      if (to !== undefined) this.#files.set(to + name.slice(folder.length), file);
    }
  }

  names(folder: string): readonly string[] {
    return [...this.#files.keys()].filter((name) => name.startsWith(folder));
  }

  /** A power cut. */
  crash(random: SeededRandom): void {
    for (const [name, file] of [...this.#files]) {
      if (file.isSynced) continue;
      const left = random.below(3);
      if (left === 0) this.#files.delete(name);
      else this.keep(name, left === 1 ? file.bytes.subarray(0, random.below(file.bytes.length + 1)) : file.bytes);
    }
  }
}
