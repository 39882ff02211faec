/** A data directory with a chain of full blocks, made in seconds: the engine's own code builds, executes and commits the
 *  blocks. Only their signatures are constants, which are not checked when a node starts or reads.
 *
 *  In: how many blocks, and how many transfers in each. Out: a directory on which a real node can start. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRefusal } from '../../engine/base/refusal.js';
import { parseGenesis } from '../../engine/chain/genesis.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { ChainStore } from '../../engine/store/chainStore.js';
import { recover } from '../../engine/store/recovery.js';
import { openStore } from '../../workers/store/openStore.js';
import { BLOCK_TIME_MS, GENESIS_TIME, TestChain } from './chain.js';
import { type Actor, actor, CHAIN_ID, item, number } from './transactions.js';

export interface StoredChain {
  readonly height: number;
  readonly transactions: number;
  readonly sender: Actor;
}

function genesisText(sender: Actor, transfersPerBlock: number): string {
  return JSON.stringify({
    chain_id: CHAIN_ID,
    genesis_time: GENESIS_TIME,
    block_time_ms: BLOCK_TIME_MS,
    initial_validators: [{ pub_key: actor('stored chain: validator').keyHex, stake: '100000' }],
    initial_allocations: [{ address: sender.address, amount: '10000000' }],
    fees: { base_fee: '0.1', floor: '0.1', ceiling: '0.1' },
    limits: { max_block_transactions: transfersPerBlock },
  });
}

/** @param directory empty; gets a genesis file and a database.
 *  @param ballast characters of a member that no transfer needs: old directories hold such transactions. */
export async function makeStoredChain(
  directory: string,
  blocks: number,
  transfersPerBlock: number,
  ballast = 0,
): Promise<StoredChain> {
  const sender = actor('stored chain: sender');
  const recipient = actor('stored chain: recipient');
  const text = genesisText(sender, transfersPerBlock);
  const genesis = parseGenesis(text);
  if (isRefusal(genesis)) throw new Error(genesis.message);
  writeFileSync(join(directory, 'genesis.json'), text);
  const rules = { genesis, protocol: nativeProtocol };
  const transfer = (timestamp: number): PoolItem => {
    const made = item({
      signer: sender,
      operation: 'transfer',
      members: {
        to: recipient.address,
        amount: number('0.5'),
        ...(ballast > 0 ? { ballast: 'b'.repeat(ballast) } : {}),
      },
      timestamp,
    });
    if (ballast === 0) return made;
    // The version that accepted such a transaction had no size limit for its kind and no price for its bytes.
    return { ...made, transaction: { ...made.transaction, signedLength: made.transaction.signedLength - ballast } };
  };
  const store = await openStore({ directory });
  try {
    const stored = new ChainStore(store, await recover(store, rules));
    const chain = new TestChain(rules);
    for (let height = 1; height <= blocks; height++) {
      const time = chain.tip.time + BLOCK_TIME_MS;
      const candidate = chain.build(Array.from({ length: transfersPerBlock }, () => transfer(time)));
      const { block, hash } = chain.seal(candidate);
      chain.commit(candidate, hash);
      await stored.commit(candidate, block.proposerSignature, hash, chain.certificate);
    }
    const { height, totalTransactions } = stored.tip;
    return { height, transactions: totalTransactions, sender };
  } finally {
    await store.close();
  }
}
