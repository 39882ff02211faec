/** Options of the bridge to the EVM, and the bridge that they make. Names in capitals are those of the specification. */

import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { readEvmAddress } from '../../engine/bridge/evm/address.js';
import type { EvmBridge } from '../../engine/bridge/evm/contracts.js';
import { majority } from '../../engine/bridge/quorum.js';
import { JsonRpc, type RpcLimits } from '../bridge/jsonRpc.js';
import {
  accountRule,
  badOption,
  booleanOption,
  enumOption,
  integerOption,
  listOption,
  matching,
  type OptionTable,
  type OptionValues,
  optionalInteger,
  providerRule,
  quoted,
  secretRule,
  textOption,
  textOptionWithDefault,
  urlOptionWithDefault,
} from './optionKinds.js';

const BRIDGE = 'Bridge';

export const addressRule = {
  accepts: (text: string): boolean => readEvmAddress(text) !== undefined,
  mustBe: 'an EVM address (0x and 40 hex digits; mixed letters are its checksum)',
};

/** USDC of Circle on Base and on Base Sepolia. */
const USDC: Readonly<Record<number, string>> = {
  8453: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  84532: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
};

/** The chain when none is named. */
const STANDARD_CHAIN = 8453;

/** More providers than this only cost time; each is asked for every deposit. */
export const MOST_PROVIDERS = 16;

/** A user claims a deposit now and then, and asks again until it is deep enough; each claim costs the providers some twenty calls. */
const BRIDGE_REQUESTS = 20;

/** What verification reads. */
export const evmBridgeOptions = {
  'bridge-custody-address': textOption({
    chapter: BRIDGE,
    placeholder: 'address',
    rule: addressRule,
    environment: ['QV_BRIDGE_CUSTODY_ADDRESS'],
    help: 'EVM custody address of the ETH bridge; without it the bridge is off.',
  }),
  'base-sepolia-rpc': urlOptionWithDefault({
    chapter: BRIDGE,
    default: 'https://sepolia.base.org',
    environment: ['QV_BASE_SEPOLIA_RPC'],
    help: 'JSON-RPC of the EVM network, main or test, when bridge-evm-providers names none.',
  }),
  'bridge-evm-providers': listOption({
    chapter: BRIDGE,
    placeholder: 'url,...',
    rule: providerRule,
    secret: true,
    help: 'JSON-RPC providers of the EVM network, each of another host.',
  }),
  'bridge-evm-quorum': optionalInteger({
    chapter: BRIDGE,
    min: 1,
    max: MOST_PROVIDERS,
    placeholder: 'providers',
    defaultText: 'more than half',
    help: 'Providers that must say the same about a deposit; one that contradicts refuses it.',
  }),
  'bridge-chain-id': textOption({
    chapter: BRIDGE,
    placeholder: 'id',
    rule: matching(/^/, 'a chain id'),
    environment: ['QV_BRIDGE_CHAIN_ID'],
    help: 'Chain id of the EVM network: 8453 (Base) or 84532 (Base Sepolia).',
  }),
  'bridge-min-confirmations': integerOption({
    chapter: BRIDGE,
    default: 6,
    min: 1,
    max: 10_000,
    placeholder: 'blocks',
    environment: ['QV_BRIDGE_MIN_CONFIRMATIONS'],
    help: 'Depth at which a deposit counts.',
  }),
  'bridge-evm-finality': enumOption({
    chapter: BRIDGE,
    values: ['depth', 'safe', 'finalized'],
    default: 'depth',
    help: 'Level that the block of a deposit must have reached beside its depth.',
  }),
  'bridge-evm-raw-binding': enumOption({
    chapter: BRIDGE,
    values: ['off', 'required'],
    default: 'off',
    help: "Recompute the block's hash from its header, transactions and receipts; providers must serve whole blocks and eth_getBlockReceipts.",
  }),
  'bridge-usdc-address': textOption({
    chapter: BRIDGE,
    placeholder: 'address',
    rule: addressRule,
    environment: ['QV_BRIDGE_USDC_ADDRESS'],
    help: 'USDC contract; without it that of the chain id.',
  }),
  'rouge-bridge-address': textOption({
    chapter: BRIDGE,
    placeholder: 'address',
    rule: addressRule,
    environment: ['QV_ROUGE_BRIDGE_ADDRESS', 'ROUGE_BRIDGE_ADDRESS'],
    help: 'Contract that emits deposits and releases of ETH and USDC.',
  }),
  'xrge-bridge-vault': textOption({
    chapter: BRIDGE,
    placeholder: 'address',
    rule: addressRule,
    environment: ['XRGE_BRIDGE_VAULT'],
    help: 'Contract that holds bridged XRGE; without it the XRGE bridge is off.',
  }),
  'xrge-bridge-token': textOptionWithDefault({
    chapter: BRIDGE,
    placeholder: 'address',
    rule: addressRule,
    default: '0x147120faEC9277ec02d957584CFCD92B56A24317',
    environment: ['XRGE_BRIDGE_TOKEN'],
    help: 'XRGE contract on the EVM network.',
  }),
} satisfies OptionTable;

/** What the node's routes read beside them. */
export const bridgeServiceOptions = {
  'admin-key': textOption({
    chapter: BRIDGE,
    placeholder: 'secret',
    rule: secretRule,
    environment: ['QV_ADMIN_KEY'],
    secret: true,
    help: 'Enables the admin reclaim endpoint.',
  }),
  'bridge-relayer-secret': textOption({
    chapter: BRIDGE,
    placeholder: 'secret',
    rule: secretRule,
    environment: ['BRIDGE_RELAYER_SECRET'],
    secret: true,
    help: 'Value of the header x-bridge-relayer-secret.',
  }),
  'bridge-withdraw-paused': booleanOption({
    chapter: BRIDGE,
    default: false,
    environment: ['QV_BRIDGE_WITHDRAW_PAUSED'],
    help: 'Refuse new withdrawals.',
  }),
  'bridge-max-withdraw-units': integerOption({
    chapter: BRIDGE,
    default: 0,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    placeholder: 'units',
    environment: ['QV_BRIDGE_MAX_WITHDRAW_UNITS'],
    help: 'Most units of one withdrawal; 0 for no cap.',
  }),
  'bridge-allow-raw-key': booleanOption({
    chapter: BRIDGE,
    default: false,
    environment: ['QV_BRIDGE_ALLOW_RAW_KEY'],
    available: false,
    help: 'Accept the old body of a withdrawal, which has a private key.',
  }),
  'bridge-operators': listOption({
    chapter: BRIDGE,
    placeholder: 'key,...',
    rule: accountRule,
    help: "Keys that may sign what the relayer does, beside this node's own.",
  }),
  'bridge-attest': booleanOption({
    chapter: BRIDGE,
    default: false,
    help: 'Verify claims that wait for attestations and attest them, as a validator of a network whose genesis file asks for that.',
  }),
  'rate-limit-bridge-per-minute': integerOption({
    chapter: BRIDGE,
    default: BRIDGE_REQUESTS,
    min: 0,
    max: 1_000_000,
    help: 'Claims and deposit addresses of one client address a minute; 0 for no limit.',
  }),
} satisfies OptionTable;

export type EvmBridgeConfig = OptionValues<typeof evmBridgeOptions>;

/** The chain id as verification uses it: unset is Base; anything but the two known ones refuses. */
function chainIdOf(text: string | undefined): number | Refusal {
  if (text === undefined) return STANDARD_CHAIN;
  const id = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return Object.hasOwn(USDC, id)
    ? id
    : badOption(`QV_BRIDGE_CHAIN_ID ${quoted(text).replaceAll('"', "'")} is not a valid chain id — refusing to credit`);
}

/** An address that its option's rule has accepted. */
const lower = (name: string, text: string | undefined) => (text === undefined ? {} : { [name]: text.toLowerCase() });

/** The providers, or why they are not that many different ones. */
function providersOf(config: EvmBridgeConfig, limits: Partial<RpcLimits>): readonly JsonRpc[] | Refusal {
  const named = config.bridgeEvmProviders;
  const urls = named.length > 0 ? named : [config.baseSepoliaRpc];
  if (urls.length > MOST_PROVIDERS) return badOption(`the bridge asks at most ${MOST_PROVIDERS} EVM providers`);
  const providers = urls.map((url) => new JsonRpc(url, limits));
  const hosts = providers.map(({ host }) => host);
  const repeated = hosts.find((host, at) => hosts.indexOf(host) !== at);
  return repeated === undefined
    ? providers
    : badOption(`two EVM providers have the host ${repeated}: one operator is one provider`);
}

export interface EvmSetup {
  readonly bridge: EvmBridge;
  readonly providers: readonly JsonRpc[];
}

/** @param limits other limits of a call than the usual ones. @returns the bridge, or what cannot hold together in its options. */
export function evmSetup(config: EvmBridgeConfig, limits: Partial<RpcLimits> = {}): EvmSetup | Refusal {
  const chainId = chainIdOf(config.bridgeChainId);
  if (isRefusal(chainId)) return chainId;
  const providers = providersOf(config, limits);
  if (isRefusal(providers)) return providers;
  const quorum = config.bridgeEvmQuorum ?? majority(providers.length);
  if (quorum > providers.length)
    return badOption(`--bridge-evm-quorum ${quorum} needs as many EVM providers; there are ${providers.length}`);
  const rules = {
    chainId: BigInt(chainId),
    confirmations: config.bridgeMinConfirmations,
    finality: config.bridgeEvmFinality,
    rawBinding: config.bridgeEvmRawBinding === 'required',
    quorum,
  };
  const bridge: EvmBridge = {
    rules,
    usdc: (config.bridgeUsdcAddress ?? (USDC[chainId] as string)).toLowerCase(),
    xrge: config.xrgeBridgeToken.toLowerCase(),
    ...lower('custody', config.bridgeCustodyAddress),
    ...lower('bridge', config.rougeBridgeAddress),
    ...lower('vault', config.xrgeBridgeVault),
  };
  return { bridge, providers };
}
