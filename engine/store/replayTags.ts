/** The replay guard at start: the (key, nonce) of every block in the horizon, read back from stored bodies.
 *
 *  In: the store and its tip. Out: the guard as it was after the tip. A nonce is read from the bytes that were signed: a text
 *  from which the key's hex was cut out may differ from the one that was signed. */

import { Body } from '../../proto/wire.js';
import { asBuffer } from '../base/bytes.js';
import { REPLAY_HORIZON_MS } from '../base/limits.js';
import { invariant, isRefusal, type Refusal } from '../base/refusal.js';
import { type AccountId, accountOfBytes } from '../crypto/address.js';
import { ReplayGuard, type ReplayTag, replayTag } from '../ledger/replayGuard.js';
import { storedNonce } from '../ledger/unreadable.js';
import { blockKey, heightKey, publicKeyKey } from './keys.js';
import type { KeyReader } from './port.js';
import { decodeStoredBlock, type StoredBlock } from './records.js';

/** Reads every block whose time is in the horizon before the tip; their (key, nonce) must not come again.
 *  @param secret of the guard. */
export async function rebuildReplayGuard(
  store: KeyReader,
  tipBlock: StoredBlock,
  secret?: Uint8Array,
): Promise<ReplayGuard> {
  const horizon = tipBlock.header.time - REPLAY_HORIZON_MS;
  let first = tipBlock.header.height + 1;
  while (first > 1 && (await recordAt(store, first - 1)).header.time >= horizon) first--;
  const guard = new ReplayGuard(secret);
  for (let height = first; height <= tipBlock.header.height; height++) {
    const { header, transactionCount } = await recordAt(store, height);
    if (transactionCount === 0) continue;
    const body = await store.getFrom('bodies', heightKey(height));
    invariant(body, `the body of block ${height} is missing`);
    guard.addBlock(header.time, await bodyTags(store, body));
  }
  return guard;
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

/** Tags of a body's transactions. A text that can no longer be read has no tag: nothing that is accepted today can be equal to
 *  it. Keys are put back only where the text needs them, which saves most of the time of a start. */
async function bodyTags(store: KeyReader, body: Uint8Array): Promise<ReplayTag[]> {
  const entries = Body.decode(body).transactions.map(({ account, text, keyAt }): Signed => {
    invariant(account, 'a stored transaction has no account');
    return { sender: accountOfBytes(account), text: text ?? new Uint8Array(), keyAt: keyAt ?? 0 };
  });
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
