/** The last blocks of a chain as a snapshot carries them, read from a store that has them whole, or has them from a snapshot itself. */

import { Body } from '../../../proto/wire.js';
import { SIGNATURE_BYTES } from '../../crypto/mldsa.js';
import { sha256 } from '../../crypto/sha256.js';
import { blockKey, heightKey, recentKey } from '../keys.js';
import { type KeyReader, StoreError } from '../port.js';
import { decodeStoredBlock } from '../records.js';
import { decodeRecentBlock, type RecentBlock, type RecentTransaction } from './recentBlocks.js';

const NO_BYTES = new Uint8Array();

async function readTransactions(reader: KeyReader, height: number, count: number): Promise<RecentTransaction[]> {
  if (count === 0) return [];
  const [body, signatures] = await Promise.all([
    reader.getFrom('bodies', heightKey(height)),
    reader.getFrom('signatures', heightKey(height)),
  ]);
  if (body === undefined || signatures?.length !== count * SIGNATURE_BYTES)
    throw new StoreError(
      'QUERY_FAILED',
      `the transactions of block ${height} or their signatures are not kept, and a snapshot needs those of the last ten minutes`,
    );
  return Body.decode(body).transactions.map(({ account, text, keyAt }, index) => ({
    account: account ?? NO_BYTES,
    text: text ?? NO_BYTES,
    keyAt: keyAt ?? 0,
    signatureHash: sha256(signatures.subarray(index * SIGNATURE_BYTES, (index + 1) * SIGNATURE_BYTES)),
  }));
}

/** @throws StoreError when the block is not there, neither whole nor from a snapshot. */
export async function readRecentBlock(reader: KeyReader, height: number): Promise<RecentBlock> {
  const restored = await reader.get(recentKey(height));
  if (restored) return decodeRecentBlock(restored);
  const record = await reader.get(blockKey(height));
  if (!record)
    throw new StoreError('QUERY_FAILED', `block ${height} is not here, and a snapshot needs its transactions`);
  const { headerBytes, proposerSignature, transactionCount } = decodeStoredBlock(record);
  return { headerBytes, proposerSignature, transactions: await readTransactions(reader, height, transactionCount) };
}
