/** What a node is started with: the command line, the genesis file and the keys, checked against each other.
 *
 *  In: the configuration, whose values are in range. Out: the setting of the process and the options of its node. Errors: StartError,
 *  whose sentence is for the operator. */

import { readFileSync } from 'node:fs';
import { MEMPOOL_PER_SENDER, MEMPOOL_SENDER_SHARE } from '../engine/base/limits.js';
import { isRefusal } from '../engine/base/refusal.js';
import { type Genesis, parseGenesis } from '../engine/chain/genesis.js';
import { type AccountId, resolveAccount } from '../engine/crypto/address.js';
import type { NodeOptions } from '../engine/node.js';
import { protocolOf } from '../engine/protocol/protocolOf.js';
import { KEEP_BLOCKS, type Keeping, whyTooFew } from '../engine/store/keeping.js';
import { bridgeOptionsOf, checkBridge } from './bridge/openBridge.js';
import { loadOrCreateNodeKeys, type NodeKeys } from './config/nodeKeys.js';
import type { Config } from './config/schema.js';
import { DeveloperNetwork, proveDeveloperNetwork } from './local/developerNetwork.js';
import { isReverting } from './local/revert.js';
import type { OpenLog } from './log.js';
import { peerOptions } from './peers.js';
import { whyNoSnapshotSync } from './snapshots/intake.js';

/** The node cannot start: a sentence for its operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
export function readGenesis(config: Config): Genesis {
  const path = config.genesis as string;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartError(`the genesis file ${path} cannot be read: ${(error as Error).message}`);
  }
  const genesis = parseGenesis(text);
  if (isRefusal(genesis)) throw new StartError(`${path}: ${genesis.message}`);
  if (config.chainId !== undefined && config.chainId !== genesis.chainId)
    throw new StartError(
      `--chain-id is ${config.chainId}, but the genesis file ${path} is of chain ${genesis.chainId}`,
    );
  return genesis;
}

/** Accounts that may use the faucet; undefined when all may. */
function readWhitelist(keys: readonly string[]): ReadonlySet<AccountId> | undefined {
  if (keys.length === 0) return undefined;
  return new Set(
    keys.map((text) => {
      const resolved = resolveAccount(text);
      if (!resolved)
        throw new StartError(`--faucet-whitelist: ${text.slice(0, 20)}... is neither a key nor an address`);
      return resolved.account;
    }),
  );
}

/** Parts that stay for the life of the process. */
export interface Setting extends OpenLog {
  readonly config: Config;
  readonly keys: NodeKeys;
  readonly genesis: Genesis;
  /** The proof that limits, clock and chain are the developer's, or why they are not. */
  readonly developer: DeveloperNetwork | string;
  /** Whether the operator has set limits. */
  readonly limitsAreSet: boolean;
  readonly stop: (reason: string) => void;
  /** A snapshot from peers is ready to become the chain. */
  onSnapshot: () => void;
}

export function readSetting(config: Config, limitsAreSet: boolean, opened: OpenLog, stop: Setting['stop']): Setting {
  const keys = loadOrCreateNodeKeys(config.dataDir);
  if (isRefusal(keys)) throw new StartError(keys.message);
  const genesis = readGenesis(config);
  const developer = proveDeveloperNetwork(config, genesis);
  if (isRefusal(developer)) throw new StartError(developer.message);
  if (typeof developer === 'string' && config.automine)
    throw new StartError(`--automine is for a developer's network: ${developer}`);
  if (typeof developer === 'string' && isReverting(config.dataDir))
    throw new StartError(
      `the chain in ${config.dataDir} is being taken back to a snapshot; start it once as a local network to finish that (${developer})`,
    );
  const bridge = checkBridge(config, genesis);
  if (isRefusal(bridge)) throw new StartError(bridge.message);
  const unsynced = whyNoSnapshotSync(config);
  if (unsynced !== undefined) throw new StartError(unsynced);
  return { config, ...opened, keys, genesis, developer, limitsAreSet, stop, onSnapshot: () => {} };
}

/** Options of a node that has sockets for its peers. */
export type RunOptions = NodeOptions & Required<Pick<NodeOptions, 'peers'>>;

type NodeSetting = Pick<Setting, 'config' | 'keys' | 'genesis' | 'developer'>;

function keepingOf({ mode, keepBlocks }: Config, unbonding: number): Keeping {
  if (keepBlocks !== undefined && mode !== 'pruned')
    throw new StartError(`--keep-blocks is for --mode pruned; --mode ${mode} keeps every block`);
  const keeping: Keeping = { mode, blocks: keepBlocks ?? KEEP_BLOCKS };
  const problem = whyTooFew(keeping, unbonding);
  if (problem !== undefined) throw new StartError(problem);
  return keeping;
}

export function nodeOptions({ config, keys, genesis, developer }: NodeSetting): RunOptions {
  const protocol = protocolOf(genesis.chainId);
  if (isRefusal(protocol)) throw new StartError(protocol.message);
  const peers = peerOptions(config);
  if (isRefusal(peers)) throw new StartError(peers.message);
  const blockTimeMs = config.blockTimeMs ?? genesis.blockTimeMs;
  const localNetwork = developer instanceof DeveloperNetwork;
  return {
    rules: { genesis, protocol },
    publicKey: keys.publicKey,
    mine: config.mine,
    times: { blockTimeMs, heartbeatMs: Math.max(config.heartbeatMs, blockTimeMs), atOnce: config.automine },
    mempool: {
      transactions: config.mempoolTransactions,
      bytes: config.mempoolBytes,
      perSender: Math.min(MEMPOOL_PER_SENDER, config.mempoolTransactions),
      senderBytes: Math.floor(config.mempoolBytes / MEMPOOL_SENDER_SHARE),
    },
    faucet: {
      enabled: config.faucetEnabled,
      whitelist: readWhitelist(config.faucetWhitelist),
      coolDown: !localNetwork,
    },
    bridge: bridgeOptionsOf(config),
    nodeName: config.nodeName,
    peers,
    eventLogBlocks: config.eventLogBlocks,
    keeping: keepingOf(config, genesis.unbondingBlocks),
    localNetwork,
  };
}
