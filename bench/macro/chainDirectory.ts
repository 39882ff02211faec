/** A data directory for benches of a whole node: made by the engine itself, with more accounts than its genesis file has.
 *
 *  In: the accounts and what is stored of them. Out: a directory that the built program starts from. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUANTA } from '../../engine/base/amounts.js';
import { toHex } from '../../engine/base/bytes.js';
import { InvariantError, isRefusal } from '../../engine/base/refusal.js';
import { parseGenesis } from '../../engine/chain/genesis.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import { accounts } from '../../engine/ledger/tables.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { BatchWriter } from '../../engine/store/batch.js';
import { publicKeyKey } from '../../engine/store/keys.js';
import { recover } from '../../engine/store/recovery.js';
import { loadOrCreateNodeKeys } from '../../ops/config/nodeKeys.js';
import { openStore } from '../../workers/store/openStore.js';

/** Records in one commit. */
const COMMIT_RECORDS = 100_000;

/** A local chain whose only validator is the node itself.
 *  @param names accounts beside those of the genesis file, 1,000 XRGE each.
 *  @param publicKeys of some of them, as the chain knows them after a transaction. */
export async function makeChainDirectory(
  directory: string,
  names: readonly string[],
  publicKeys: readonly Uint8Array[] = [],
): Promise<void> {
  const keys = loadOrCreateNodeKeys(directory);
  if (isRefusal(keys)) throw new InvariantError(keys.message);
  const text = JSON.stringify({
    chain_id: 'rouged-bench-1',
    genesis_time: Date.now(),
    initial_validators: [{ pub_key: toHex(keys.publicKey), stake: '1000000', name: 'bench' }],
  });
  writeFileSync(join(directory, 'genesis.json'), text);
  const genesis = parseGenesis(text);
  if (isRefusal(genesis)) throw new InvariantError(genesis.message);
  const store = await openStore({ directory });
  try {
    await recover(store, { genesis, protocol: nativeProtocol });
    const value = accounts.encode({ balance: 1_000n * QUANTA, nonce: 3, activity: 7 });
    for (let from = 0; from < names.length; from += COMMIT_RECORDS) {
      const batch = new BatchWriter();
      for (const name of names.slice(from, from + COMMIT_RECORDS)) batch.putIn(accounts.id, name, value);
      await store.commit({ batch: batch.finish() });
    }
    const batch = new BatchWriter();
    for (const key of publicKeys) batch.put(publicKeyKey(accountOfKey(key)), key);
    if (publicKeys.length > 0) await store.commit({ batch: batch.finish() });
  } finally {
    await store.close();
  }
}
