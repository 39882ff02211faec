/** `rouged keys reset-journal`: gives up a lost sign journal.
 *
 *  The journal is what keeps a validator from signing two blocks for one slot. Only its operator can know that nothing
 *  above the tip was signed with this key; the command says so and wants `--yes`. */

import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { emptyJournal, SignJournal } from '../../engine/consensus/signJournal.js';
import { StoreError, type StorePort } from '../../engine/store/port.js';
import type { StoredBlock } from '../../engine/store/records.js';
import { RecoveryError, readTip, tipOf } from '../../engine/store/recovery.js';
import { openStore } from '../../workers/store.js';
import { EXIT_OK, type Terminal } from './terminal.js';

const WARNING =
  'A new journal lets this key sign every block above the tip of this data directory. If the key has signed such a block ' +
  'already, here or in a copy, signing another one for the same height is what validators are punished for. Restore ' +
  'sign-journal.bin from a backup if you can. If you are certain, run this again with --yes.';

/** Where the journal ends, when a node with this chain could use it: giving it up would only lose what it knows. */
async function intactHeight(store: StorePort, tipBlock: StoredBlock): Promise<number | undefined> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await store.journalRead();
  } catch (error) {
    if (error instanceof StoreError && error.code === 'JOURNAL_DAMAGED') return undefined;
    throw error;
  }
  const journal = new SignJournal(tipBlock.header.chain_id);
  return bytes && !isRefusal(journal.restore(bytes, tipOf(tipBlock), true)) ? journal.slot?.height : undefined;
}

/** Writes a journal that ends at the tip. @returns the height of the tip. */
async function reset(dataDir: string): Promise<number | Refusal> {
  try {
    const store = await openStore({ directory: dataDir });
    try {
      const tipBlock = await readTip(store);
      const intact = await intactHeight(store, tipBlock);
      if (intact !== undefined)
        return refuse(
          'rule_violation',
          `the sign journal is there and whole: it says that this key signed up to height ${intact}; there is nothing to reset`,
        );
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
