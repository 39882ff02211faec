/** `rouged keys reset-journal`: replaces a lost sign journal or vote journal, or discards the one block that intact journals hold and
 *  the chain does not.
 *
 *  The journals keep a validator from signing two blocks for one slot and two votes in one round. Only its operator can know that
 *  nothing above the tip was signed with this key; the command says so and requires `--yes`. Intact journals are kept, with one
 *  exception: a signed block that the node cannot import would stop it for ever. To discard that block the operator has to name
 *  its height, so that nobody does it by habit. */

import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { emptyJournal, SignJournal } from '../../engine/consensus/signJournal.js';
import { emptyVoteJournal, VoteJournal } from '../../engine/consensus/voteJournal.js';
import { type JournalName, StoreError, type StorePort } from '../../engine/store/port.js';
import type { StoredBlock } from '../../engine/store/records.js';
import { RecoveryError, readTip, tipOf } from '../../engine/store/recovery.js';
import { openStore } from '../../workers/store/openStore.js';
import { loadKeyFile, nodeKeysPath } from '../config/nodeKeys.js';
import { EXIT_OK, type Terminal } from './terminal.js';

const WARNING =
  'A new journal lets this key sign every block, and vote for every block, above the tip of this data directory. If the key has ' +
  'signed such a block already, here or in a copy, signing another one for the same height is what validators are punished for. ' +
  'Restore sign-journal.bin and vote-journal.bin from a backup if you can. If you are certain, run this again with --yes.';

/** What intact journals contain; undefined for one that is lost or damaged. */
interface Intact {
  readonly slots: { readonly height: number; readonly isUnstored: boolean } | undefined;
  readonly votes: { readonly height: number } | undefined;
}

/** @returns undefined for a journal that is lost or damaged. */
async function readBytes(store: StorePort, journal: JournalName): Promise<Uint8Array | undefined> {
  try {
    return await store.journalRead(journal);
  } catch (error) {
    if (error instanceof StoreError && error.code === 'JOURNAL_DAMAGED') return undefined;
    throw error;
  }
}

async function readIntact(store: StorePort, tipBlock: StoredBlock, publicKey: Uint8Array | undefined): Promise<Intact> {
  const { chain_id: chainId } = tipBlock.header;
  const slots = new SignJournal(chainId);
  const slotBytes = await readBytes(store, 'slot');
  const unstored = slotBytes && slots.restore(slotBytes, tipOf(tipBlock), true);
  const height = slots.slot?.height;
  const intactSlots =
    isRefusal(unstored) || height === undefined ? undefined : { height, isUnstored: unstored !== undefined };
  // A directory without a key has voted for nothing.
  if (!publicKey) return { slots: intactSlots, votes: { height: 0 } };
  const voteBytes = await readBytes(store, 'votes');
  const votes = new VoteJournal(chainId, publicKey);
  const isVotes = voteBytes !== undefined && votes.restore(voteBytes, 0) === undefined;
  return { slots: intactSlots, votes: isVotes ? { height: votes.height } : undefined };
}

/** The height above the tip that the journals show as signed. */
function signedAbove({ slots, votes }: Intact, tip: number): number | undefined {
  if (slots?.isUnstored) return slots.height;
  return votes && votes.height > tip ? votes.height : undefined;
}

/** Why these journals must not be replaced. @param giveUp height of the block that the operator discards. */
function checkGivingUp(intact: Intact, tip: number, giveUp: number | undefined): Refusal | undefined {
  const above = signedAbove(intact, tip);
  if (giveUp !== undefined && above !== giveUp)
    return refuse(
      'rule_violation',
      `the journals hold no block ${giveUp} that is signed and not stored: there is nothing to give up`,
    );
  if (giveUp !== undefined) return undefined;
  const { slots, votes } = intact;
  if (slots && votes)
    return refuse(
      'rule_violation',
      above !== undefined
        ? `the sign journal is there and whole: it holds block ${above}, which is signed and not stored; start the node, which brings it in. If the node says that it cannot, and no other node has seen that block, --give-up ${above} gives it up`
        : `the sign journal is there and whole: it says that this key signed up to height ${slots.height}; there is nothing to reset`,
    );
  if (slots || above === undefined) return undefined;
  return refuse(
    'rule_violation',
    `the vote journal says that this key has voted at height ${above}, and the chain ends at height ${tip}: restore sign-journal.bin, or bring the missing blocks in with "rouged import". If no other node has seen a block above height ${tip}, --give-up ${above} gives them up`,
  );
}

/** Writes the journals that are lost, or both when a block is given up: they end at the tip. @returns the height of the tip. */
async function reset(dataDir: string, giveUp: number | undefined): Promise<number | Refusal> {
  const keys = loadKeyFile(nodeKeysPath(dataDir));
  if (isRefusal(keys) && keys.code !== 'not_found') return keys;
  const publicKey = isRefusal(keys) ? undefined : keys.publicKey;
  try {
    const store = await openStore({ directory: dataDir });
    try {
      const tipBlock = await readTip(store);
      const tip = tipOf(tipBlock);
      const intact = await readIntact(store, tipBlock, publicKey);
      const refusal = checkGivingUp(intact, tip.height, giveUp);
      if (refusal) return refusal;
      const { chain_id: chainId } = tipBlock.header;
      const isAll = giveUp !== undefined;
      // The vote journal first: until the sign journal is there too, the node signs nothing.
      if (publicKey && (isAll || !intact.votes))
        await store.journalWrite(emptyVoteJournal(chainId, publicKey, tip.height), 'votes');
      if (isAll || !intact.slots) await store.journalWrite(emptyJournal(chainId, tip));
      return tip.height;
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
  terminal.out(`the journals of ${dataDir} are new: above height ${height} this key may sign blocks and votes\n`);
  return EXIT_OK;
}
