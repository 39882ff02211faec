/** A stored block put together again: record, body, signatures and keys as one block that can be checked and forwarded. */

import { Body } from '../../proto/wire.js';
import { toHex } from '../base/bytes.js';
import type { Block } from '../chain/block.js';
import type { SignedParts } from '../chain/transaction.js';
import { accountOfBytes } from '../crypto/address.js';
import { SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { blockKey, heightKey, publicKeyKey } from './keys.js';
import type { StorePort } from './port.js';
import { decodeStoredBlock, type StoredBlock } from './records.js';

export interface WholeBlock {
  readonly stored: StoredBlock;
  readonly block: Block;
  /** The stored body's bytes; undefined for a block without transactions. */
  readonly body: Uint8Array | undefined;
}

async function readTransactions(store: StorePort, body: Uint8Array, signatures: Uint8Array) {
  const entries = Body.decode(body).transactions;
  if (signatures.length !== entries.length * SIGNATURE_BYTES)
    return `it has ${entries.length} transactions and ${signatures.length / SIGNATURE_BYTES} signatures`;
  const keys = await store.getMany(
    entries.map(({ account }) => publicKeyKey(accountOfBytes(account ?? new Uint8Array()))),
  );
  const parts: SignedParts[] = [];
  for (const [index, { operation, text, keyAt, account }] of entries.entries()) {
    const publicKey = keys[index];
    if (!publicKey) return `the key of account ${toHex(account ?? new Uint8Array())} is missing`;
    parts.push({
      operation: operation ?? '',
      publicKey,
      text: text ?? new Uint8Array(),
      keyAt: keyAt ?? 0,
      signature: signatures.subarray(index * SIGNATURE_BYTES, (index + 1) * SIGNATURE_BYTES),
    });
  }
  return parts;
}

/** @returns the block, or a sentence saying which part is missing or cannot be read. */
export async function readWholeBlock(store: StorePort, height: number): Promise<WholeBlock | string> {
  const record = await store.get(blockKey(height));
  if (!record) return 'its record is missing';
  try {
    const stored = decodeStoredBlock(record);
    const { header, headerBytes, proposerSignature, certificate, transactionCount } = stored;
    const frame = { header, headerBytes, proposerSignature, certificate };
    // A snapshot brings the record of its block, and nothing else of it.
    if (header.parent_commit !== undefined && !certificate) return "its parent's certificate is not kept";
    if (transactionCount === 0) return { stored, block: { ...frame, transactions: [] }, body: undefined };
    const [body, signatures] = await Promise.all([
      store.getFrom('bodies', heightKey(height)),
      store.getFrom('signatures', heightKey(height)),
    ]);
    if (!body || !signatures) return `its ${body ? 'signatures are' : 'body is'} missing`;
    const transactions = await readTransactions(store, body, signatures);
    if (typeof transactions === 'string') return transactions;
    return { stored, block: { ...frame, transactions }, body };
  } catch (error) {
    return `it cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
