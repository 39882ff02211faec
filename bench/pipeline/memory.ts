/** Bench of memory: what an account takes in the state and its reading indexes, at a million and at ten million accounts.
 *
 *  Each point runs in a process of its own. Ten million accounts need some 3 GB while they are loaded; on a machine without it
 *  that point is left out. */

import { execFile } from 'node:child_process';
import { freemem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { builtFile } from '../../workers/threads/workerFile.js';
import { type BenchDefinition, besideFigure, type Figure, figureOf } from '../figures.js';
import type { AccountsMemory } from './memoryPoint.js';

const ACCOUNTS = [1_000_000, 10_000_000] as const;
const QUICK_ACCOUNTS = [1_000, 2_000] as const;
/** Bytes of free memory for each account: the state, and its leaves before they are in the trie. */
const FREE_BYTES = 400;
/** A process that takes longer is considered hung. */
const POINT_LIMIT_MS = 600_000;

async function measurePoint(accounts: number): Promise<AccountsMemory> {
  const program = fileURLToPath(builtFile('bench/pipeline/memoryPoint.js'));
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(accounts)], {
    timeout: POINT_LIMIT_MS,
  });
  return JSON.parse(stdout) as AccountsMemory;
}

const parts: Readonly<Record<keyof AccountsMemory, string>> = {
  state: 'state',
  trie: 'trie in it',
  indexes: 'reading indexes',
  peak: 'resident at its highest while loading',
};

export const memory: BenchDefinition = {
  name: 'memory',
  about: 'bytes of an account in memory, with a million and with ten million accounts',
  async run({ quick }): Promise<Figure[]> {
    const figures: Figure[] = [];
    let first: AccountsMemory | undefined;
    for (const accounts of quick ? QUICK_ACCOUNTS : ACCOUNTS) {
      if (freemem() < accounts * FREE_BYTES) continue;
      const point = await measurePoint(accounts);
      const each = (name: keyof AccountsMemory, { [name]: bytes }: AccountsMemory, of: number): number => bytes / of;
      for (const name of Object.keys(parts) as (keyof AccountsMemory)[]) {
        const title = `${parts[name]}, each of ${accounts} accounts`;
        const value = each(name, point, accounts);
        const smallest = quick ? QUICK_ACCOUNTS[0] : ACCOUNTS[0];
        figures.push(
          first ? besideFigure(title, [value], [each(name, first, smallest)], 'B') : figureOf(title, [value], 'B'),
        );
      }
      first ??= point;
    }
    return figures;
  },
};
