/** The keys with which the transactions of recent blocks were signed, from a store that holds the snapshot's state. */

import type { AccountId } from '../../crypto/address.js';
import { publicKeyKey } from '../keys.js';
import type { KeyReader } from '../port.js';
import { signersIn } from './recentBlocks.js';

/** @param run of recent blocks. */
export async function signerKeys(store: KeyReader, run: Uint8Array): Promise<ReadonlyMap<AccountId, Uint8Array>> {
  const signers = signersIn(run);
  const keys = await store.getMany(signers.map(publicKeyKey));
  return new Map(signers.flatMap((account, index) => (keys[index] ? [[account, keys[index]]] : [])));
}
