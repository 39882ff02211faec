/** Compares a stored chain with the sign journal and the vote journal beside it: a database that has lost its newest blocks can be
 *  consistent in itself, and then only the journals know of them.
 *
 *  In: the store, its chain's id and protocol. Out: a finding when the two cannot belong together, otherwise a note on what was
 *  compared. The journal holds the whole last block that this key has signed. It is written before that block is stored and after
 *  all blocks below it are stored: so the journaled block is in the chain, or it is the next one and its parent is the tip. A node
 *  that signs nothing has no journal, and a chain that has grown by other validators' blocks is ahead of it. Votes are signed for the
 *  height above the tip at most. Repairs nothing. */

import { toHex } from '../base/bytes.js';
import { isRefusal } from '../base/refusal.js';
import type { Block } from '../chain/block.js';
import { readJournalRecord } from '../consensus/signJournal.js';
import { readVoteRecord } from '../consensus/voteJournal.js';
import type { Protocol } from '../protocol/protocol.js';
import { blockKey } from './keys.js';
import { StoreError, type StorePort } from './port.js';
import { decodeStoredBlock, type StoredBlock } from './records.js';

export interface JournalCheck {
  /** What is wrong, and what to do; undefined when journal and chain match. */
  readonly finding?: string;
  /** What was compared, when nothing is wrong. */
  readonly note?: string;
}

const finding = (text: string): JournalCheck => ({ finding: `the sign journal: ${text}` });
const note = (text: string): JournalCheck => ({ note: text });

const RESTORE =
  'restore the newest backup of the whole data directory, or bring the missing blocks in with "rouged import" from a node that has them; until then nothing is signed';

const blocks = (count: number): string => (count === 1 ? '1 block is' : `${count} blocks are`);

/** The journal is above the end of the chain. @param height of the journal's block. */
function missing(height: number, tip: StoredBlock, stored: number): JournalCheck {
  const count = stored - tip.header.height;
  return finding(
    `this key has signed up to height ${height}, and the database ends at height ${tip.header.height}: at least ${blocks(count)} missing, the end of the database is lost; ${RESTORE}`,
  );
}

async function storedBlock(store: StorePort, height: number): Promise<StoredBlock | undefined> {
  const record = await store.get(blockKey(height));
  return record && decodeStoredBlock(record);
}

/** The lowest block above the journal's with the same proposer: the journal should know of it. */
async function laterOwnBlock(store: StorePort, block: Block, tip: number): Promise<number | undefined> {
  for (let height = block.header.height + 1; height <= tip; height++) {
    const later = await storedBlock(store, height);
    if (later?.header.proposer_pub_key === block.header.proposer_pub_key) return height;
  }
  return undefined;
}

async function compareBelow(store: StorePort, block: Block, hash: string, tip: StoredBlock): Promise<JournalCheck> {
  const { height, proposer_pub_key: key } = block.header;
  const stored = await storedBlock(store, height);
  if (stored && stored.hash !== hash && stored.header.proposer_pub_key === key)
    return finding(
      `it holds another block ${height} of this key (${hash.slice(0, 16)}) than the database (${stored.hash.slice(0, 16)}): the key has signed both, or database and journal are of two machines; ${RESTORE}`,
    );
  const later = await laterOwnBlock(store, block, tip.header.height);
  if (later !== undefined)
    return finding(
      `it ends at height ${height}, and this key has proposed block ${later} of the database: it is an old copy; restore the newest sign-journal.bin, or run "rouged keys reset-journal" if you are certain that this key signed nothing above height ${tip.header.height}`,
    );
  return note(`the sign journal ends with block ${height}, as the database says`);
}

/** @param tip the last stored block. @throws StoreError when the database cannot be read. */
export async function checkJournal(
  store: StorePort,
  { chainId, protocol }: { readonly chainId: string; readonly protocol: Protocol },
  tip: StoredBlock,
): Promise<JournalCheck> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await store.journalRead();
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'JOURNAL_DAMAGED') throw error;
    return finding(
      `${error.message}; restore it, or run "rouged keys reset-journal" if you are certain that this key signed nothing above height ${tip.header.height}`,
    );
  }
  if (!bytes)
    return note(
      'there is no sign journal: whether the newest blocks are missing cannot be told (a node that does not produce blocks has none)',
    );
  const record = readJournalRecord(bytes);
  if (isRefusal(record)) return finding(`${record.message}; restore the newest sign-journal.bin`);
  if (record.chainId !== chainId)
    return finding(`it belongs to chain ${record.chainId}, the database to ${chainId}; restore the right one`);
  const { height, parentHash, block } = record;
  const end = tip.header.height;
  // The operator replaced the journal at a tip that was stored.
  if (!block)
    return height > end
      ? missing(height, tip, height)
      : note(`the sign journal was reset at height ${height}; nothing was signed since`);
  if (height > end + 1) return missing(height, tip, height - 1);
  const hash = protocol.blockHash(block.headerBytes, toHex(block.proposerSignature));
  if (height <= end) return compareBelow(store, block, hash, tip);
  if (parentHash !== tip.hash)
    return finding(
      `its block ${height} stands on block ${parentHash.slice(0, 16)}, and the database ends with ${tip.hash.slice(0, 16)}: the end of the database is lost or of another chain; ${RESTORE}`,
    );
  return note(`block ${height} is signed and not stored yet: the next start of the node brings it in`);
}

const voteFinding = (text: string): JournalCheck => ({ finding: `the vote journal: ${text}` });

/** @param tip the last stored block. @throws StoreError when the database cannot be read. */
export async function checkVoteJournal(store: StorePort, chainId: string, tip: StoredBlock): Promise<JournalCheck> {
  const end = tip.header.height;
  let bytes: Uint8Array | undefined;
  try {
    bytes = await store.journalRead('votes');
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'JOURNAL_DAMAGED') throw error;
    return voteFinding(
      `${error.message}; restore it, or run "rouged keys reset-journal" if you are certain that this key signed nothing above height ${end}`,
    );
  }
  if (!bytes) return note('there is no vote journal: this node has voted for nothing, or its journal is elsewhere');
  const record = readVoteRecord(bytes);
  if (isRefusal(record)) return voteFinding(record.message);
  if (record.chainId !== chainId)
    return voteFinding(`it belongs to chain ${record.chainId}, the database to ${chainId}; restore the right one`);
  const { height, votes } = record;
  if (height > end + 1)
    return voteFinding(
      `this key has voted up to height ${height}, and the database ends at height ${end}: at least ${blocks(height - 1 - end)} missing, the end of the database is lost; ${RESTORE}`,
    );
  if (votes.length === 0) return note(`the vote journal holds no vote above height ${height}`);
  return note(
    height > end
      ? `votes for block ${height} are signed, and it is not in the chain yet: the next start of the node goes on with it`
      : `the vote journal ends with votes for block ${height}`,
  );
}
