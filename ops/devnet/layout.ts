/** What a network of several nodes on one machine has on disk: one directory with its genesis file, a funded wallet, and a data
 *  directory for each node.
 *
 *  In: how many nodes, and their stakes. Out: the nodes, made at first and found again later. The genesis file is written last: a
 *  process that ends before leaves keys, which the next start uses. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatXrge, QUANTA } from '../../engine/base/amounts.js';
import { toHex, utf8 } from '../../engine/base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { DEFAULT_BLOCK_TIME_MS, type Genesis, parseGenesis } from '../../engine/chain/genesis.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import { type KeyPair, PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { createDurableFile, fileErrorCode, makePrivateDirectory } from '../config/durableFile.js';
import { genesisFileText, genesisPathIn, STAKE_ABOVE_FAUCET } from '../config/genesisFile.js';
import { createKeyFile, loadKeyFile, loadOrCreateNodeKeys } from '../config/nodeKeys.js';
import { badOption } from '../config/optionKinds.js';

export const DEVNET_CHAIN_ID = 'rouged-devnet-1';

/** As in the local network: load must not make fees unaffordable within a minute. */
const FEE_CEILING = QUANTA / 10n;

export const WALLET_QUANTA = 1_000_000n * QUANTA;

const VALIDATORS = 4;

export interface DevnetShape {
  readonly dataDir: string;
  /** Those of the network that is there, else 4. */
  readonly validators: number | undefined;
  /** Those of the last start, else none. */
  readonly followers: number | undefined;
  /** Quanta, one for each validator; all the same when empty. */
  readonly stakes: readonly bigint[];
  readonly blockTimeMs: number | undefined;
}

export interface DevnetNode {
  /** As in `validator-1`. */
  readonly name: string;
  readonly validates: boolean;
  readonly dataDir: string;
  /** ML-DSA-65, lower-case hex. */
  readonly publicKey: string;
}

export interface Devnet {
  readonly genesisPath: string;
  /** Validators first. */
  readonly nodes: readonly DevnetNode[];
  readonly wallet: { readonly path: string; readonly address: string };
  /** The network was made by this call. */
  readonly isNew: boolean;
}

function keysOf(dataDir: string, name: string, validates: boolean): DevnetNode | Refusal {
  const keys = loadOrCreateNodeKeys(join(dataDir, name));
  return isRefusal(keys) ? keys : { name, validates, dataDir: join(dataDir, name), publicKey: toHex(keys.publicKey) };
}

/** Nodes `<kind>-1` to `<kind>-<count>`, with their keys. */
function nodesOf(dataDir: string, kind: string, count: number): readonly DevnetNode[] | Refusal {
  const nodes: DevnetNode[] = [];
  for (let number = 1; number <= count; number++) {
    const node = keysOf(dataDir, `${kind}-${number}`, kind === 'validator');
    if (isRefusal(node)) return node;
    nodes.push(node);
  }
  return nodes;
}

function walletOf(path: string): KeyPair | Refusal {
  const known = loadKeyFile(path);
  return isRefusal(known) && known.code === 'not_found' ? createKeyFile(path) : known;
}

function readGenesis(path: string): Genesis | Refusal | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return undefined;
    return refuse('not_found', `the genesis file ${path} cannot be read (${fileErrorCode(error)})`);
  }
  const genesis = parseGenesis(text);
  return isRefusal(genesis) ? refuse(genesis.code, `${path}: ${genesis.message}`) : genesis;
}

/** Why the network that is there is not the one that is asked for. */
function otherShape(shape: DevnetShape, genesis: Genesis): Refusal | undefined {
  const { dataDir, validators, stakes } = shape;
  const has = genesis.validators.length;
  const without = 'leave the option out, or choose another --data-dir';
  if (genesis.chainId !== DEVNET_CHAIN_ID)
    return refuse(
      'rule_violation',
      `${dataDir} holds the chain ${genesis.chainId}, which devnet has not made: choose another --data-dir`,
    );
  if (validators !== undefined && validators !== has)
    return badOption(`--validators is ${validators}, but the network in ${dataDir} has ${has}: ${without}`);
  const known = genesis.validators.map(({ stake }) => formatXrge(stake));
  if (stakes.length > 0 && stakes.map((stake) => formatXrge(stake)).join() !== known.join())
    return badOption(`--stakes is not that of the network in ${dataDir}, which began with ${known.join()}: ${without}`);
  if (shape.blockTimeMs !== undefined && shape.blockTimeMs !== genesis.blockTimeMs)
    return badOption(
      `--block-time-ms is not that of the network in ${dataDir}, which is ${genesis.blockTimeMs}: ${without}`,
    );
  return undefined;
}

/** Name of a node, which is that of its directory too. */
export const NODE_DIRECTORY = /^(?:validator|follower)-\d+$/;

/** Directories of followers that an earlier start has made. */
function followersIn(dataDir: string): number {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  return names.filter((name) => /^follower-\d+$/.test(name)).length;
}

/** @param time milliseconds since the epoch. */
const genesisText = (shape: DevnetShape, keys: readonly NamedKey[], wallet: string, time: number): string =>
  genesisFileText({
    chainId: DEVNET_CHAIN_ID,
    time,
    blockTimeMs: shape.blockTimeMs ?? DEFAULT_BLOCK_TIME_MS,
    faucetEnabled: true,
    validators: keys.map(({ name, publicKey }, index) => ({
      publicKey,
      name,
      stake: shape.stakes[index] ?? STAKE_ABOVE_FAUCET,
    })),
    allocations: [{ address: wallet, amount: WALLET_QUANTA, label: 'wallet' }],
    feeCeiling: FEE_CEILING,
  });

type NamedKey = Pick<DevnetNode, 'name' | 'publicKey'>;

/** Why no network can begin with these stakes: its genesis file is read with keys that nobody has. */
function badGenesis(shape: DevnetShape, validators: number): Refusal | undefined {
  const keys = Array.from({ length: validators + 1 }, (_, index) => new Uint8Array(PUBLIC_KEY_BYTES).fill(index));
  const named = keys.slice(1).map((key, index) => ({ name: `validator-${index + 1}`, publicKey: toHex(key) }));
  const genesis = parseGenesis(genesisText(shape, named, addressOfKey(keys[0] as Uint8Array), 0));
  return isRefusal(genesis) ? badOption(`no network can begin so: ${genesis.message}`) : undefined;
}

/** Makes the genesis file. @returns why it could not be made. */
function createGenesis(path: string, shape: DevnetShape, nodes: readonly DevnetNode[], wallet: string, time: number) {
  try {
    createDurableFile(path, utf8(genesisText(shape, nodes, wallet, time)), 0o644);
    return undefined;
  } catch (error) {
    return refuse('not_authorized', `the genesis file ${path} cannot be written (${fileErrorCode(error)})`);
  }
}

/** What a start is about to run. */
export interface DevnetPlan {
  readonly shape: DevnetShape;
  readonly validators: number;
  readonly followers: number;
  /** Of a network that is there. */
  readonly genesis: Genesis | undefined;
}

/** Looks at the directory and changes nothing. */
export function planDevnet(shape: DevnetShape): DevnetPlan | Refusal {
  const { dataDir, stakes } = shape;
  const genesis = readGenesis(genesisPathIn(dataDir));
  if (isRefusal(genesis)) return genesis;
  const refusal = genesis && otherShape(shape, genesis);
  if (refusal) return refusal;
  const validators = genesis?.validators.length ?? shape.validators ?? (stakes.length > 0 ? stakes.length : VALIDATORS);
  if (stakes.length > 0 && stakes.length !== validators)
    return badOption(`--stakes needs one stake for each of the ${validators} validators, not ${stakes.length}`);
  const bad = genesis ? undefined : badGenesis(shape, validators);
  if (bad) return bad;
  return { shape, validators, followers: shape.followers ?? followersIn(dataDir), genesis };
}

/** Whether a validator has another key than the genesis file says. */
function lostKey({ dataDir }: DevnetShape, genesis: Genesis, nodes: readonly DevnetNode[]): Refusal | undefined {
  const lost = genesis.validators.findIndex(({ publicKey }, index) => toHex(publicKey) !== nodes[index]?.publicKey);
  if (lost < 0) return undefined;
  return refuse(
    'rule_violation',
    `the key of ${nodes[lost]?.name} in ${dataDir} is not that of the genesis file: restore it, or choose another --data-dir`,
  );
}

/** Makes what is missing of the network. @param now milliseconds since the epoch, the time of a new genesis. */
export function ensureDevnet({ shape, genesis, ...count }: DevnetPlan, now: number): Devnet | Refusal {
  const { dataDir } = shape;
  try {
    makePrivateDirectory(dataDir);
  } catch (error) {
    return refuse('not_authorized', `the directory ${dataDir} cannot be made (${fileErrorCode(error)})`);
  }
  const validators = nodesOf(dataDir, 'validator', count.validators);
  if (isRefusal(validators)) return validators;
  const lost = genesis && lostKey(shape, genesis, validators);
  if (lost) return lost;
  const followers = nodesOf(dataDir, 'follower', count.followers);
  if (isRefusal(followers)) return followers;
  const path = join(dataDir, 'wallet.json');
  const wallet = walletOf(path);
  if (isRefusal(wallet)) return wallet;
  const address = addressOfKey(wallet.publicKey);
  const genesisPath = genesisPathIn(dataDir);
  const failed = genesis ? undefined : createGenesis(genesisPath, shape, validators, address, now);
  if (failed) return failed;
  return { genesisPath, nodes: [...validators, ...followers], wallet: { path, address }, isNew: genesis === undefined };
}

/** The words that start a node of the network. @param ports of all nodes, in their order. */
export function wordsOf({ genesisPath, nodes }: Devnet, index: number, ports: readonly number[]): readonly string[] {
  const node = nodes[index] as DevnetNode;
  const others = ports.filter((_, other) => other !== index).map((port) => `${urlOf(port)}/api`);
  return [
    ...['run', '--data-dir', node.dataDir, '--genesis', genesisPath, '--node-name', node.name],
    ...['--host', '127.0.0.1', '--api-port', String(ports[index]), '--public-url', urlOf(ports[index] as number)],
    ...(others.length > 0 ? ['--peers', others.join()] : []),
    ...['--allow-private-peers', '--faucet-enabled', ...(node.validates ? ['--mine'] : [])],
    // The clients of a network on this machine are its developer, and all its nodes have one address.
    ...['--rate-limit-read-per-minute', '0', '--rate-limit-write-per-minute', '0'],
  ];
}

export const urlOf = (port: number): string => `http://127.0.0.1:${port}`;
