/** `rouged keys reset-journal`: gives up a lost sign journal.
 *
 *  The journal is what keeps a validator from signing two blocks for one slot. Only its operator can know that nothing
 *  above the tip was signed with this key; the command says so and wants `--yes`. */

import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { emptyJournal } from '../../engine/consensus/signJournal.js';
import { StoreError } from '../../engine/store/port.js';
import { RecoveryError, readTip, tipOf } from '../../engine/store/recovery.js';
import { openStore } from '../../workers/store.js';
import { EXIT_OK, type Terminal } from './terminal.js';

const WARNING =
  'A new journal lets this key sign every block above the tip of this data directory. If the key has signed such a block ' +
  'already, here or in a copy, signing another one for the same height is what validators are punished for. Restore ' +
  'sign-journal.bin from a backup if you can. If you are certain, run this again with --yes.';

/** Writes a journal that ends at the tip. @returns the height of the tip. */
async function reset(dataDir: string): Promise<number | Refusal> {
  try {
    const store = await openStore({ directory: dataDir });
    try {
      const tipBlock = await readTip(store);
      await store.journalWrite(emptyJournal(tipBlock.header.chain_id, tipOf(tipBlock)));
      return tipBlock.header.height;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreError || error instanceof RecoveryError) return refuse('rule_violation', error.message);
    throw error;
  }
}

export async function resetJournal(dataDir: string, certain: boolean, terminal: Terminal): Promise<number | Refusal> {
  if (!certain) return refuse('rule_violation', WARNING);
  const height = await reset(dataDir);
  if (isRefusal(height)) return height;
  terminal.out(`the sign journal of ${dataDir} is new: blocks above height ${height} may be signed\n`);
  return EXIT_OK;
}
