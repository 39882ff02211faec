/** The local network of `run --local`: one validator on this machine, ready for a newcomer.
 *
 *  In: the configuration. Out: node-keys.json, the seed of the funded accounts and genesis.json in the data directory, made when
 *  absent, in that order: a crash between them leaves a key and a seed that the next start uses. A genesis file whose validator's
 *  key is gone is refused: a fresh key could never produce a block of that network. A network that others may use gets no funded
 *  accounts and the ordinary rules. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { QUANTA } from '../../engine/base/amounts.js';
import { toHex, utf8 } from '../../engine/base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { DEFAULT_BLOCK_TIME_MS, LOCAL_CHAIN_ID } from '../../engine/chain/genesis.js';
import { createDurableFile, fileErrorCode } from '../config/durableFile.js';
import { genesisFileText, genesisPathIn, type NewAllocation, STAKE_ABOVE_FAUCET } from '../config/genesisFile.js';
import { loadOrCreateNodeKeys, type NodeKeys, nodeKeysPath } from '../config/nodeKeys.js';
import { badOption } from '../config/optionKinds.js';
import type { Config } from '../config/schema.js';
import { LOCAL_ACCOUNT_QUANTA, localAccounts, makeLocalSeed } from '../local/accounts.js';
import { notForDevelopers } from '../local/developerNetwork.js';

/** Without a ceiling, load would make fees unaffordable within a minute: the base fee may fall, but not rise above its start. */
const LOCAL_FEE_CEILING = QUANTA / 10n;

export interface LocalNetwork {
  readonly keys: NodeKeys;
  readonly genesisPath: string;
  /** The genesis file was made by this call. */
  readonly created: boolean;
}

/** Genesis allocations for the accounts of a developer's network. */
function fundedAccounts(seed: Uint8Array): readonly NewAllocation[] {
  return localAccounts(seed).map(({ index, address }) => ({
    address,
    amount: LOCAL_ACCOUNT_QUANTA,
    label: `local account ${index}`,
  }));
}

function createGenesis(config: Config, keys: NodeKeys, path: string, time: number): Refusal | undefined {
  const forDevelopers = notForDevelopers(config) === undefined;
  const seed = forDevelopers ? makeLocalSeed(config.dataDir) : undefined;
  if (isRefusal(seed)) return seed;
  const validator = { publicKey: toHex(keys.publicKey), stake: STAKE_ABOVE_FAUCET, name: config.nodeName ?? 'local' };
  const text = genesisFileText({
    chainId: config.chainId ?? LOCAL_CHAIN_ID,
    time,
    blockTimeMs: config.blockTimeMs ?? DEFAULT_BLOCK_TIME_MS,
    faucetEnabled: config.faucetEnabled,
    validators: [validator],
    allocations: seed === undefined ? [] : fundedAccounts(seed),
    feeCeiling: LOCAL_FEE_CEILING,
    developerRules: forDevelopers,
  });
  try {
    createDurableFile(path, utf8(text), 0o644);
    return undefined;
  } catch (error) {
    return refuse('not_authorized', `the genesis file ${path} cannot be written (${fileErrorCode(error)})`);
  }
}

/** Makes the missing files of the local network.
 *  @param now milliseconds since the epoch, the genesis time of a new network. */
export function ensureLocalNetwork(config: Config, now: number): LocalNetwork | Refusal {
  const genesisPath = config.genesis ?? genesisPathIn(config.dataDir);
  const genesisExists = existsSync(genesisPath);
  if (!genesisExists && config.genesis !== undefined)
    return badOption(`there is no genesis file ${genesisPath}; leave --genesis out to have one made`);
  const keysPath = nodeKeysPath(config.dataDir);
  if (genesisExists && config.genesis === undefined && !existsSync(keysPath))
    return refuse(
      'rule_violation',
      `${genesisPath} names a validator whose key file ${keysPath} is gone; restore it, or start again with an empty --data-dir`,
    );
  if (!genesisExists && existsSync(join(config.dataDir, 'db')))
    return refuse(
      'rule_violation',
      `${config.dataDir} holds a chain, but its genesis file ${genesisPath} is gone; restore it, or start with an empty --data-dir`,
    );
  const keys = loadOrCreateNodeKeys(config.dataDir);
  if (isRefusal(keys)) return keys;
  const fault = genesisExists ? undefined : createGenesis(config, keys, genesisPath, now);
  return fault ?? { keys, genesisPath, created: !genesisExists };
}
