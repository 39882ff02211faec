/** `rouged keys reset-journal`: replaces a lost sign journal or vote journal, or discards the one block that an intact journal holds and the chain
 *  does not.
 *
 *  The journal keeps a validator from signing two blocks for one slot. Only its operator can know that nothing
 *  above the tip was signed with this key; the command says so and requires `--yes`. An intact journal is kept, with one
 *  exception: a signed block that the node cannot import would stop it for ever. To discard that block the operator has to name
 *  its height, so that nobody does it by habit. */

import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { emptyJournal, SignJournal } from '../../engine/consensus/signJournal.js';
import { emptyVoteJournal, readVoteRecord } from '../../engine/consensus/voteJournal.js';
import { encodeCandidates } from '../../engine/head/candidates.js';
import { StoreError, type StorePort } from '../../engine/store/port.js';
import type { StoredBlock } from '../../engine/store/records.js';
import { RecoveryError, readTip, tipOf } from '../../engine/store/recovery.js';
import { openStore } from '../../workers/store/openStore.js';
import { loadKeyFile, nodeKeysPath } from '../config/nodeKeys.js';
import { EXIT_OK, type Terminal } from './terminal.js';

const WARNING =
  'A new journal lets this key sign every block above the tip of this data directory. If the key has signed such a block ' +
  'already, here or in a copy, signing another one for the same height is what validators are punished for. Restore ' +
  'sign-journal.bin and vote-journal.bin from a backup if you can. If you are certain, run this again with --yes.';

/** What an intact journal contains. */
interface Intact {
  readonly height: number;
  /** Whether its block is signed and not stored. */
  readonly isUnstored: boolean;
}

async function readIntact(store: StorePort, tipBlock: StoredBlock): Promise<Intact | undefined> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await store.journalRead();
  } catch (error) {
    if (error instanceof StoreError && error.code === 'JOURNAL_DAMAGED') return undefined;
    throw error;
  }
  const journal = new SignJournal(tipBlock.header.chain_id);
  const unstored = bytes && journal.restore(bytes, tipOf(tipBlock), true);
  const height = journal.slot?.height;
  return isRefusal(unstored) || height === undefined ? undefined : { height, isUnstored: unstored !== undefined };
}

/** Whether a validator's record of its votes is missing or damaged beside a chain. */
async function lacksVotes(store: StorePort, tipBlock: StoredBlock): Promise<boolean> {
  try {
    const bytes = await store.journalRead('votes');
    return bytes === undefined ? tipBlock.header.height > 0 : isRefusal(readVoteRecord(bytes));
  } catch (error) {
    if (error instanceof StoreError && error.code === 'JOURNAL_DAMAGED') return true;
    throw error;
  }
}

/** Why this journal must not be replaced. @param giveUp height of the block that the operator discards. */
function checkGivingUp(intact: Intact | undefined, giveUp: number | undefined): Refusal | undefined {
  if (giveUp !== undefined && !(intact?.isUnstored && intact.height === giveUp))
    return refuse(
      'rule_violation',
      `the sign journal holds no block ${giveUp} that is signed and not stored: there is nothing to give up`,
    );
  if (!intact || giveUp !== undefined) return undefined;
  return refuse(
    'rule_violation',
    intact.isUnstored
      ? `the sign journal is there and whole: it holds block ${intact.height}, which is signed and not stored; start the node, which brings it in. If the node says that it cannot, and no other node has seen that block, --give-up ${intact.height} gives it up`
      : `the sign journal is there and whole: it says that this key signed up to height ${intact.height}; there is nothing to reset`,
  );
}

/** Writes journals that end at the tip, in place of those that are lost. @returns the height of the tip. */
async function resetIn(store: StorePort, dataDir: string, giveUp: number | undefined): Promise<number | Refusal> {
  const tipBlock = await readTip(store);
  const { height, chain_id: chainId } = tipBlock.header;
  const intact = await readIntact(store, tipBlock);
  const withVotes = giveUp !== undefined || (await lacksVotes(store, tipBlock));
  const refusal = intact && giveUp === undefined && withVotes ? undefined : checkGivingUp(intact, giveUp);
  if (refusal) return refusal;
  const keys = withVotes ? loadKeyFile(nodeKeysPath(dataDir)) : undefined;
  if (isRefusal(keys) && (intact || keys.code !== 'not_found')) return keys;
  // Without a key nobody has voted here.
  if (keys && !isRefusal(keys)) await store.journalWrite(emptyVoteJournal(chainId, keys.publicKey, height), 'votes');
  if (giveUp !== undefined) await store.journalWrite(encodeCandidates([]), 'candidate');
  if (!intact || giveUp !== undefined) await store.journalWrite(emptyJournal(chainId, tipOf(tipBlock)));
  return height;
}

async function reset(dataDir: string, giveUp: number | undefined): Promise<number | Refusal> {
  try {
    const store = await openStore({ directory: dataDir });
    try {
      return await resetIn(store, dataDir, giveUp);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreError || error instanceof RecoveryError) return refuse('rule_violation', error.message);
    throw error;
  }
}

export interface ResetOptions {
  readonly dataDir: string;
  readonly yes: boolean;
  readonly giveUp: number | undefined;
}

export async function resetJournal(options: ResetOptions, terminal: Terminal): Promise<number | Refusal> {
  const { dataDir, yes, giveUp } = options;
  if (!yes) return refuse('rule_violation', WARNING);
  const height = await reset(dataDir, giveUp);
  if (isRefusal(height)) return height;
  terminal.out(`the sign journal of ${dataDir} is new: blocks above height ${height} may be signed\n`);
  return EXIT_OK;
}
