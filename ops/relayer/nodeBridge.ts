/** What the node says about its bridge: which parts of it are on, and where deposits go. */

import { JsonNumber, type JsonObject, type JsonValue } from '../../engine/base/json.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { BTC_NETWORKS, type BtcAddress, type BtcNetwork, readBtcAddress } from '../../engine/bridge/btc/address.js';
import { readEvmAddress } from '../../engine/bridge/evm/address.js';
import { isNodeFault, type NodeClient, type NodeFault, textMember } from '../cli/client.js';

/** A part that is absent is off. Addresses in small letters. */
export interface NodeBridge {
  readonly evm?: {
    readonly chainId: bigint;
    /** The contract of ETH and USDC, where the node names it. */
    readonly contract: string | undefined;
  };
  readonly vault?: { readonly chainId: bigint; readonly address: string };
  /** Confirmations: those that the node asks for, where it says it. */
  readonly btc?: {
    readonly network: BtcNetwork;
    readonly custody: BtcAddress;
    readonly confirmations: number | undefined;
  };
  /** Blocks above a deposit on the EVM chain. */
  readonly confirmations?: number;
}

/** What the operator has written into the options, and the node must not contradict. */
export interface BridgeExpectations {
  /** Addresses in small letters. */
  readonly bridgeContract: string | undefined;
  readonly vault: string | undefined;
  readonly chainId: bigint | undefined;
  readonly custody: string | undefined;
}

const unreadable = (name: string): Refusal =>
  refuse('busy', `the node's answer about its bridge cannot be used: ${name} is missing or of another kind`);

function chainIdOf(value: JsonValue | undefined): bigint | undefined {
  const text = value instanceof JsonNumber ? value.text : '';
  return /^[1-9]\d{0,15}$/.test(text) ? BigInt(text) : undefined;
}

/** More is a typing error of somebody. */
const MOST_CONFIRMATIONS = 10_000;

function confirmationsOf(value: JsonValue | undefined): number | undefined {
  const confirmations = value instanceof JsonNumber ? Number(value.text) : 0;
  return Number.isSafeInteger(confirmations) && confirmations >= 1 && confirmations <= MOST_CONFIRMATIONS
    ? confirmations
    : undefined;
}

function evmOf(config: JsonObject): NodeBridge | Refusal {
  if (config.get('enabled') !== true) return {};
  const chainId = chainIdOf(config.get('chainId'));
  if (chainId === undefined) return unreadable('chainId');
  const text = textMember(config, 'bridgeAddress');
  const contract = text === undefined ? undefined : readEvmAddress(text);
  if (text !== undefined && contract === undefined) return unreadable('bridgeAddress');
  const confirmations = confirmationsOf(config.get('confirmations'));
  return { evm: { chainId, contract }, ...(confirmations === undefined ? {} : { confirmations }) };
}

function vaultOf(config: JsonObject): NodeBridge | Refusal {
  if (config.get('enabled') !== true) return {};
  const chainId = chainIdOf(config.get('chainId'));
  const address = readEvmAddress(textMember(config, 'vaultAddress') ?? '');
  if (chainId === undefined) return unreadable('chainId of XRGE');
  return address === undefined ? unreadable('vaultAddress') : { vault: { chainId, address } };
}

function btcOf(config: JsonObject): NodeBridge | Refusal {
  const text = textMember(config, 'btcCustodyAddress');
  if (text === undefined) return {};
  const network = BTC_NETWORKS.find((one) => one === textMember(config, 'btcNetwork'));
  if (network === undefined) return unreadable('btcNetwork');
  const custody = readBtcAddress(text, network);
  if (isRefusal(custody)) return unreadable('btcCustodyAddress');
  return { btc: { network, custody, confirmations: confirmationsOf(config.get('btcConfirmations')) } };
}

/** @param config of GET /api/bridge/config. @param xrge of GET /api/bridge/xrge/config. */
export function readNodeBridge(config: JsonObject, xrge: JsonObject): NodeBridge | Refusal {
  const parts: NodeBridge[] = [];
  for (const part of [evmOf(config), vaultOf(xrge), btcOf(config)]) {
    if (isRefusal(part)) return part;
    parts.push(part);
  }
  return Object.assign({}, ...parts);
}

/** A node that has no such route has no bridge. */
const offWhenMissing = (answer: JsonObject | NodeFault): JsonObject | NodeFault =>
  isNodeFault(answer) && answer.status === 404 ? new Map() : answer;

/** Asks the node. @returns a fault when it does not answer, a refusal when its answer cannot be used. */
export async function askNodeBridge(node: NodeClient, signal?: AbortSignal): Promise<NodeBridge | NodeFault | Refusal> {
  const get = { method: 'GET', ...(signal ? { signal } : {}) } as const;
  const config = offWhenMissing(await node.request('/bridge/config', get));
  if (isNodeFault(config)) return config;
  const xrge = offWhenMissing(await node.request('/bridge/xrge/config', get));
  return isNodeFault(xrge) ? xrge : readNodeBridge(config, xrge);
}

/** @returns the first contradiction between the options and the node. */
export function contradiction(expected: BridgeExpectations, { evm, vault, btc }: NodeBridge): Refusal | undefined {
  const { chainId, custody } = expected;
  const differs = (option: string, value: string, what: string, nodes: string): Refusal =>
    refuse(
      'malformed_parameter',
      `${option} is ${value}, but ${what} of the node is ${nodes}; one of the two is wrong`,
    );
  for (const part of [evm, vault])
    if (chainId !== undefined && part && part.chainId !== chainId)
      return differs('--evm-chain-id', String(chainId), 'the chain id', String(part.chainId));
  if (evm && vault && evm.chainId !== vault.chainId)
    return refuse(
      'malformed_parameter',
      `the node names two EVM chains, ${evm.chainId} and ${vault.chainId} for XRGE; its options contradict each other`,
    );
  if (expected.vault !== undefined && vault && vault.address !== expected.vault)
    return differs('--vault', expected.vault, 'the vault', vault.address);
  const { bridgeContract } = expected;
  if (bridgeContract !== undefined && evm?.contract !== undefined && evm.contract !== bridgeContract)
    return differs('--bridge-contract', bridgeContract, 'the bridge contract', evm.contract);
  if (bridgeContract !== undefined && bridgeContract === vault?.address)
    return refuse('malformed_parameter', `--bridge-contract ${bridgeContract} is the vault of the node`);
  return custody !== undefined && btc && !isSameAddress(custody, btc)
    ? differs('--btc-custody', custody, 'the custody address', btc.custody.text)
    : undefined;
}

/** Two spellings of one address have one script. */
function isSameAddress(text: string, { network, custody }: Required<NodeBridge>['btc']): boolean {
  const read = readBtcAddress(text, network);
  return !isRefusal(read) && Buffer.compare(read.script, custody.script) === 0;
}
