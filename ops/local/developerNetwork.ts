/** Whether the network of a start is a developer's: made by `run --local` on this machine, for this machine.
 *
 *  In: the configuration and its genesis. Out: the proof, or the sentence that says why not. The proof is an object that only
 *  this file makes: all code that lifts limits, moves the clock or reverts a chain requires one, so that none of this can happen
 *  to another network. What is proven: the node was started as a local network and names no address for others, its genesis
 *  file is the one in the data directory, that file has the developer's rules (which the reader of genesis files allows on
 *  one chain id only), and it pays the accounts that are derived from the seed beside it. A genesis file from
 *  elsewhere does not pay them. */

import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { type Genesis, LOCAL_CHAIN_ID } from '../../engine/chain/genesis.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import { genesisPathIn } from '../config/genesisFile.js';
import type { Config } from '../config/schema.js';
import { LOCAL_ACCOUNT_QUANTA, type LocalAccount, localAccounts, readLocalSeed } from './accounts.js';

const MADE_HERE = Symbol('made here');

export class DeveloperNetwork {
  /** @param made the key to this constructor, which never leaves this file. */
  constructor(
    made: typeof MADE_HERE,
    readonly dataDir: string,
    readonly chainId: string,
    readonly accounts: readonly LocalAccount[],
  ) {
    if (made !== MADE_HERE) throw new TypeError('a developer network is proven, not made');
  }
}

type Asked = Pick<Config, 'local' | 'genesis' | 'dataDir' | 'publicUrl' | 'peers' | 'chainId'>;

/** Why a start is not one of a developer's network, from its configuration alone. */
export function notForDevelopers(config: Asked): string | undefined {
  if (!config.local) return 'this node was not started with --local';
  if (config.publicUrl !== undefined) return 'this node has a --public-url, so others may use its network';
  if (config.peers.length > 0) return 'this node has --peers, so its network is not its own';
  if (config.genesis !== undefined && config.genesis !== genesisPathIn(config.dataDir))
    return 'this network is that of a given genesis file';
  if (config.chainId !== undefined && config.chainId !== LOCAL_CHAIN_ID)
    return `this network is ${config.chainId}; a developer's network is ${LOCAL_CHAIN_ID}`;
  return undefined;
}

const pays = (genesis: Genesis, { keys }: LocalAccount): boolean =>
  genesis.allocations.some(
    ({ account, amount, token }) =>
      account === accountOfKey(keys.publicKey) && amount === LOCAL_ACCOUNT_QUANTA && token === 'XRGE',
  );

/** @returns the proof, a sentence when this is not a developer's network, a refusal when its seed cannot be read. */
export function proveDeveloperNetwork(config: Asked, genesis: Genesis): DeveloperNetwork | string | Refusal {
  const reason = notForDevelopers(config);
  if (reason !== undefined) return reason;
  if (!genesis.developerRules)
    return `the data directory ${config.dataDir} was made without a developer's accounts; start with an empty --data-dir to get them`;
  const seed = readLocalSeed(config.dataDir);
  if (isRefusal(seed) && seed.code !== 'not_found') return seed;
  const accounts = isRefusal(seed) ? [] : localAccounts(seed);
  if (accounts.length === 0 || !accounts.every((account) => pays(genesis, account)))
    return `the genesis file in ${config.dataDir} was made elsewhere: it does not pay the accounts of this data directory`;
  return new DeveloperNetwork(MADE_HERE, config.dataDir, genesis.chainId, accounts);
}
