/** The replay guard at start: the (key, nonce) of every block in the horizon, read back from stored bodies.
 *
 *  In: the store and its tip. Out: the guard as it was after the tip. A nonce is read from the bytes that were signed: a text
 *  from which the key's hex was cut out may differ from the one that was signed. */

import { Body } from '../../proto/wire.js';
import { asBuffer, utf8Text } from '../base/bytes.js';
import { REPLAY_HORIZON_MS } from '../base/limits.js';
import { invariant, isRefusal, type Refusal } from '../base/refusal.js';
import { parseHeader } from '../chain/header.js';
import { type AccountId, accountOfBytes } from '../crypto/address.js';
import { type ReplayGuard, type ReplayTag, replayTag } from '../ledger/replayGuard.js';
import { storedNonce } from '../ledger/unreadable.js';
import { blockKey, heightKey, publicKeyKey, recentKey } from './keys.js';
import type { KeyReader } from './port.js';
import { decodeStoredBlock, type StoredBlock } from './records.js';
import { decodeRecentBlock } from './snapshot/recentBlocks.js';

/** Reads every block whose time is in the horizon before the tip; their (key, nonce) must not come again.
 *  @param guard an empty one. @param blocksFrom lowest height above genesis whose block is here whole; below it are those that a
 *  snapshot brought.
 *  @returns the first height that it was made of. */
export async function fillReplayGuard(
  guard: ReplayGuard,
  store: KeyReader,
  tipBlock: StoredBlock,
  blocksFrom = 1,
): Promise<number> {
  const { height: tip, time } = tipBlock.header;
  const horizon = time - REPLAY_HORIZON_MS;
  const blockAt = (height: number): Promise<PastBlock | undefined> =>
    height < blocksFrom ? restoredAt(store, height) : storedAt(store, height);
  let first = tip + 1;
  while (first > 1 && ((await blockAt(first - 1))?.time ?? Number.NEGATIVE_INFINITY) >= horizon) first--;
  for (let height = first; height <= tip; height++) {
    const block = await blockAt(height);
    const entries = (await block?.entries()) ?? [];
    if (block && entries.length > 0) guard.addBlock(block.time, await tagsOf(store, entries));
  }
  return first;
}

/** What the guard is made of. */
interface PastBlock {
  /** Of its header. */
  readonly time: number;
  entries(): Promise<readonly Signed[]>;
}

async function storedAt(store: KeyReader, height: number): Promise<PastBlock> {
  const { header, transactionCount } = await recordAt(store, height);
  const entries = async (): Promise<readonly Signed[]> => {
    if (transactionCount === 0) return [];
    const body = await store.getFrom('bodies', heightKey(height));
    invariant(body, `the body of block ${height} is missing`);
    return signedIn(Body.decode(body).transactions);
  };
  return { time: header.time, entries };
}

/** @returns undefined below the blocks that the snapshot brought: the rule did not ask about them then. */
async function restoredAt(store: KeyReader, height: number): Promise<PastBlock | undefined> {
  const bytes = await store.get(recentKey(height));
  if (!bytes) return undefined;
  const { headerBytes, transactions } = decodeRecentBlock(bytes);
  const header = parseHeader(utf8Text(headerBytes));
  invariant(!isRefusal(header), 'the header of a restored block cannot be read');
  return { time: header.time, entries: async () => signedIn(transactions) };
}

async function recordAt(store: KeyReader, height: number): Promise<StoredBlock> {
  const record = await store.get(blockKey(height));
  invariant(record, `block ${height} is missing`);
  return decodeStoredBlock(record);
}

const COLON_BETWEEN = Buffer.from('":"');
const QUOTE = 0x22;

/** Whether the cut took the whole value of a member, as it does for `from` in every ordinary text. Then the text around it says
 *  everything else exactly as it was signed: no name and no other value has lost anything. Only a value begins after `":"`, and
 *  the next quote ends it. */
export function isWholeValueCut(text: Uint8Array, keyAt: number): boolean {
  const at = keyAt - 1;
  return (
    at >= COLON_BETWEEN.length &&
    text[at] === QUOTE &&
    asBuffer(text).compare(COLON_BETWEEN, 0, COLON_BETWEEN.length, at - COLON_BETWEEN.length, at) === 0
  );
}

interface Signed {
  readonly sender: AccountId;
  readonly text: Uint8Array;
  readonly keyAt: number;
}

const NO_KEY = new Uint8Array();

interface Stored {
  readonly account?: Uint8Array | null;
  readonly text?: Uint8Array | null;
  readonly keyAt?: number | null;
}

const signedIn = (transactions: readonly Stored[]): readonly Signed[] =>
  transactions.map(({ account, text, keyAt }) => {
    invariant(account, 'a stored transaction has no account');
    return { sender: accountOfBytes(account), text: text ?? new Uint8Array(), keyAt: keyAt ?? 0 };
  });

/** Tags of a block's transactions. A text that can no longer be read has no tag: nothing that is accepted today can be equal to
 *  it. Keys are put back only where the text needs them, which saves most of the time of a start. */
async function tagsOf(store: KeyReader, entries: readonly Signed[]): Promise<ReplayTag[]> {
  const keys = await keysOf(store, entries);
  return entries.flatMap(({ sender, text, keyAt }) => {
    const nonce = nonceOf(text, keyAt, keys.get(sender));
    return isRefusal(nonce) ? [] : [replayTag({ sender, nonce })];
  });
}

function nonceOf(text: Uint8Array, keyAt: number, key: Uint8Array | undefined): string | Refusal {
  if (keyAt === 0 || isWholeValueCut(text, keyAt)) return storedNonce({ text, keyAt: 0, publicKey: NO_KEY });
  invariant(key, 'the key of a stored transaction is missing');
  return storedNonce({ text, keyAt, publicKey: key });
}

/** Keys of those signers whose texts need them. */
async function keysOf(
  store: KeyReader,
  entries: readonly Signed[],
): Promise<ReadonlyMap<AccountId, Uint8Array | undefined>> {
  const needed = entries.filter(({ text, keyAt }) => keyAt > 0 && !isWholeValueCut(text, keyAt));
  const signers = [...new Set(needed.map(({ sender }) => sender))];
  if (signers.length === 0) return new Map();
  const found = await store.getMany(signers.map(publicKeyKey));
  return new Map(signers.map((account, index) => [account, found[index]]));
}
