/** The blocks of the last ten minutes as a snapshot carries them: what the replay rule needs, and what the hashes are made of.
 *
 *  In: runs of blocks from the newest down, and the keys of accounts, which the state has proven. Out: the blocks, or a fault with a
 *  name. Each block's hash is that which the block above names, and its transactions have the root of its header; so a (key,
 *  nonce) can be neither left out nor added. Of a signature only its hash is carried: it was checked by those who certified. */

import { WireRecentBlock, type WireRecentBlockMembers, WireRecentBlocks } from '../../../proto/wire.js';
import { bytesEqual, decodeUtf8, toHex } from '../../base/bytes.js';
import { REPLAY_HORIZON_MS } from '../../base/limits.js';
import { isRefusal } from '../../base/refusal.js';
import { type Header, parseHeader } from '../../chain/header.js';
import { joinKey } from '../../chain/transaction.js';
import type { ChainRules } from '../../consensus/production.js';
import { ACCOUNT_BYTES, type AccountId, accountOfBytes } from '../../crypto/address.js';
import { sha256 } from '../../crypto/sha256.js';
import { HASH_BYTES } from '../../state/leaves.js';
import { faulty, isFault, type SnapshotFault } from '../../state/snapshotFault.js';
import type { Manifest, RecentEntry } from './manifest.js';

export interface RecentTransaction {
  /** 32 bytes. */
  readonly account: Uint8Array;
  /** The signed bytes without the key's hex. */
  readonly text: Uint8Array;
  readonly keyAt: number;
  /** SHA-256 of the signature. */
  readonly signatureHash: Uint8Array;
}

export interface RecentBlock {
  readonly headerBytes: Uint8Array;
  readonly proposerSignature: Uint8Array;
  readonly transactions: readonly RecentTransaction[];
}

const NO_BYTES = new Uint8Array();

const fromWire = (wire: WireRecentBlockMembers): RecentBlock => ({
  headerBytes: wire.header ?? NO_BYTES,
  proposerSignature: wire.proposerSignature ?? NO_BYTES,
  transactions: (wire.transactions ?? []).map(({ account, text, keyAt, signatureHash }) => ({
    account: account ?? NO_BYTES,
    text: text ?? NO_BYTES,
    keyAt: keyAt ?? 0,
    signatureHash: signatureHash ?? NO_BYTES,
  })),
});

export const encodeRecentBlock = ({ headerBytes, proposerSignature, transactions }: RecentBlock): Uint8Array =>
  WireRecentBlock.encode({ header: headerBytes, proposerSignature, transactions: [...transactions] }).finish();

/** @throws Error for bytes that this program did not write. */
export const decodeRecentBlock = (bytes: Uint8Array): RecentBlock => fromWire(WireRecentBlock.decode(bytes));

/** @param blocks from the newest down, each as `encodeRecentBlock` gives it. */
export const encodeRun = (blocks: readonly Uint8Array[]): Uint8Array =>
  WireRecentBlocks.encode({ blocks: blocks.map((bytes) => WireRecentBlock.decode(bytes)) }).finish();

/** The accounts that signed in a run, each once; none for bytes that are no run. */
export function signersIn(run: Uint8Array): readonly AccountId[] {
  try {
    const { blocks } = WireRecentBlocks.decode(run);
    const signers = blocks.flatMap((block) => fromWire(block).transactions.map(({ account }) => account));
    return [...new Set(signers.filter((account) => account.length === ACCOUNT_BYTES).map(accountOfBytes))];
  } catch {
    return [];
  }
}

/** A block whose hash and transactions hold. */
export interface ProvenBlock {
  readonly block: RecentBlock;
  readonly header: Header;
}

/** The key of an account, as the state of the snapshot proves it. */
export type KeyOf = (account: AccountId) => Uint8Array | undefined;

/** What the next block down must be. */
interface Expected {
  readonly height: number;
  readonly hash: string;
  /** Header time of the block above. */
  readonly before: number;
}

function decodeRun(bytes: Uint8Array, entry: RecentEntry): RecentBlock[] | SnapshotFault {
  const name = runName(entry);
  if (!bytesEqual(sha256(bytes), entry.hash))
    return faulty('damaged', `${name}: the bytes are not those that the manifest names`);
  try {
    const wire = WireRecentBlocks.decode(bytes);
    if (bytesEqual(WireRecentBlocks.encode(wire).finish(), bytes)) return wire.blocks.map(fromWire);
  } catch {
    // The same fault as below.
  }
  return faulty('encoding', `${name}: it is no message of recent blocks`);
}

export const runName = ({ first, last }: RecentEntry): string => `recent blocks ${first} to ${last}`;

function headerOf(block: RecentBlock, expected: Expected, { protocol, genesis }: ChainRules): Header | SnapshotFault {
  const name = `recent block ${expected.height}`;
  if (protocol.blockHash(block.headerBytes, toHex(block.proposerSignature)) !== expected.hash)
    return faulty('blocks', `${name}: it has not the hash that the block above names`);
  const text = decodeUtf8(block.headerBytes);
  const header = text === undefined ? undefined : parseHeader(text);
  const holds =
    header !== undefined &&
    !isRefusal(header) &&
    header.height === expected.height &&
    header.chain_id === genesis.chainId &&
    header.time < expected.before;
  return holds ? header : faulty('blocks', `${name}: its header is not that of the block below the one above`);
}

/** The leaf of a transaction in the root of its block; undefined when its key is not known or its members have wrong lengths. */
function leafOf(
  { account, text, keyAt, signatureHash }: RecentTransaction,
  { protocol }: ChainRules,
  keyOf: KeyOf,
): Uint8Array | undefined {
  if (account.length !== HASH_BYTES || signatureHash.length !== HASH_BYTES) return undefined;
  const key = keyOf(accountOfBytes(account));
  const signed = key && joinKey(text, keyAt, key);
  return signed && protocol.transactionLeafOfHash(protocol.transactionId(key, signed), signatureHash);
}

/** Walks from the snapshot's block down; takes the runs in the order of the manifest. */
export class RecentWalk {
  #next: Expected;
  #oldest: Header | undefined;
  readonly #newest: number;

  constructor(
    { height, hash, header }: Pick<Manifest, 'height' | 'hash' | 'header'>,
    private readonly rules: ChainRules,
  ) {
    this.#next = { height, hash, before: Number.POSITIVE_INFINITY };
    this.#newest = header.time;
  }

  /** @returns the blocks of the run. */
  take(bytes: Uint8Array, entry: RecentEntry, keyOf: KeyOf): readonly ProvenBlock[] | SnapshotFault {
    const blocks = decodeRun(bytes, entry);
    if (isFault(blocks)) return blocks;
    if (blocks.length !== entry.last - entry.first + 1)
      return faulty('blocks', `${runName(entry)}: it holds ${blocks.length} blocks`);
    const proven: ProvenBlock[] = [];
    for (const block of blocks) {
      const header = this.#prove(block, keyOf);
      if (isFault(header)) return header;
      proven.push({ block, header });
    }
    return proven;
  }

  #prove(block: RecentBlock, keyOf: KeyOf): Header | SnapshotFault {
    const header = headerOf(block, this.#next, this.rules);
    if (isFault(header)) return header;
    const leaves = block.transactions.map((transaction) => leafOf(transaction, this.rules, keyOf));
    const known = leaves.filter((leaf) => leaf !== undefined);
    if (known.length < leaves.length || this.rules.protocol.transactionsRoot(known) !== header.tx_hash)
      return faulty('transactions', `recent block ${header.height}: its transactions are not those of its header`);
    this.#oldest = header;
    this.#next = { height: header.height - 1, hash: header.prev_hash, before: header.time };
    return header;
  }

  /** Whether the replay rule asks about a block of this time. */
  isRecent(time: number): boolean {
    return time >= this.#newest - REPLAY_HORIZON_MS;
  }

  /** Whether the walk has reached a block about which the rule does not ask, or the first of the chain. */
  end(): SnapshotFault | undefined {
    const { protocol, genesis } = this.rules;
    if (this.#oldest && !this.isRecent(this.#oldest.time)) return undefined;
    if (this.#next.height === 0 && this.#next.hash === protocol.genesisBlock(genesis).hash) return undefined;
    return faulty(
      'blocks',
      `the recent blocks end at block ${this.#next.height + 1}, which is less than ${REPLAY_HORIZON_MS / 1_000} s before the snapshot's`,
    );
  }
}
