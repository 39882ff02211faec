/** What a genesis file says of bridges to other chains: who may say what has happened there, and the bounds of what they may say.
 *  (Specification, Bridge.)
 *
 *  No node can replay another chain, so claims are signed by keys that the file names, and every node checks signatures, claim keys, caps
 *  and totals alike. */

import { XRGE, XRGE_DECIMALS } from '../base/amounts.js';
import { fromHex, U128_MAX } from '../base/bytes.js';
import type { JsonObject } from '../base/json.js';
import { type AccountId, accountOfKey } from '../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../crypto/mldsa.js';
import type { GenesisReader } from './genesisReader.js';

export const BTC_NETWORKS = ['mainnet', 'testnet', 'regtest'] as const;
export type BtcNetwork = (typeof BTC_NETWORKS)[number];

/** Most base units that deposits of a token may mint. */
export interface BridgeCap {
  /** In one claim. */
  readonly claim: bigint;
  /** In one day of header time, in UTC. */
  readonly day: bigint;
}

export interface BridgeRules {
  /** Public keys of those who sign everything but withdrawals. */
  readonly authorities: ReadonlyMap<AccountId, Uint8Array>;
  /** How many of them must say the same. */
  readonly threshold: number;
  /** Whether a claim also needs validators with two thirds of the stake that have looked for themselves. */
  readonly attest: boolean;
  readonly btcNetwork: BtcNetwork;
  /** Satoshis. */
  readonly btcMinWithdraw: bigint;
  /** Most network fee that the recipient of one payout bears, in satoshis. */
  readonly btcMaxNetworkFee: bigint;
  /** Custody, contracts and vault, as the file writes them: no withdrawal goes there. Nodes that are asked to pay know their own
   *  beside these. */
  readonly ownAddresses: readonly string[];
  /** Key: symbol in upper case. */
  readonly caps: ReadonlyMap<string, BridgeCap>;
  /** Most XRGE in circulation that deposits may lead to, in quanta. */
  readonly maxXrge: bigint;
  /** Whether the genesis file names that; else it is what the network began with, and deposits bring in no more than was burned since. */
  readonly isMaxXrgeNamed: boolean;
}

/** Symbols of bridged tokens as they are shown; in upper case they are those of the state. */
export const BRIDGED_TOKENS = ['qETH', 'qUSDC', 'qBTC', 'XRGE'] as const;
export type BridgedToken = (typeof BRIDGED_TOKENS)[number];

const MOST_AUTHORITIES = 16;
const MOST_OWN_ADDRESSES = 64;
const MEMBERS = new Set([
  ...['authority', 'attest', 'btc_network', 'btc_min_withdraw', 'btc_max_network_fee', 'caps', 'own_addresses'],
]);
const AUTHORITY_MEMBERS = new Set(['keys', 'threshold']);
const CAP_MEMBERS = new Set(['claim', 'day']);

/** Standard values of the facts, satoshis. */
export const BTC_MIN_WITHDRAW = 2_000;
export const BTC_MAX_NETWORK_FEE = 10_000;

function readAuthorities(reader: GenesisReader, authority: JsonObject): Map<AccountId, Uint8Array> {
  const authorities = new Map<AccountId, Uint8Array>();
  const given = authority.get('keys');
  const keys = Array.isArray(given) ? given : [];
  for (const text of keys) {
    const key = typeof text === 'string' ? fromHex(text, PUBLIC_KEY_BYTES) : undefined;
    if (!key) reader.fail('bridge.authority.keys must be ML-DSA-65 public keys of 3,904 hex characters');
    else authorities.set(accountOfKey(key), key);
  }
  if (keys.length < 1 || keys.length > MOST_AUTHORITIES || authorities.size !== keys.length)
    reader.fail(`bridge.authority.keys must name 1 to ${MOST_AUTHORITIES} different keys`);
  return authorities;
}

function readCaps(reader: GenesisReader, caps: JsonObject): Map<string, BridgeCap> {
  reader.known(caps, new Set<string>(BRIDGED_TOKENS), 'bridge.caps.');
  return new Map(
    [...caps.keys()].map((token) => {
      const cap = reader.object(caps, token);
      reader.known(cap, CAP_MEMBERS, `bridge.caps.${token}.`);
      const decimals = token === XRGE ? XRGE_DECIMALS : 0;
      const claim = reader.amount(cap, 'claim', decimals, U128_MAX);
      return [token.toUpperCase(), { claim, day: reader.amount(cap, 'day', decimals, U128_MAX) }];
    }),
  );
}

/** Of the EVM, or the characters of an address of Bitcoin: whether that decodes is checked where addresses are read. */
const ADDRESS = /^(?:0x[0-9a-fA-F]{40}|[0-9a-zA-Z]{26,90})$/;

function readOwnAddresses(reader: GenesisReader, bridge: JsonObject): readonly string[] {
  const given = bridge.get('own_addresses') ?? [];
  const own = Array.isArray(given) && given.length <= MOST_OWN_ADDRESSES ? given : [undefined];
  if (!own.every((text) => typeof text === 'string' && ADDRESS.test(text)))
    reader.fail(`bridge.own_addresses must be up to ${MOST_OWN_ADDRESSES} addresses of the EVM or of Bitcoin`);
  // As they are written: the letters of an address of the EVM may be its checksum.
  return own.map(String);
}

function readNetwork(reader: GenesisReader, bridge: JsonObject): BtcNetwork {
  const given = bridge.get('btc_network') ?? 'mainnet';
  const network = BTC_NETWORKS.find((name) => name === given);
  if (!network) reader.fail(`bridge.btc_network must be one of ${BTC_NETWORKS.join(', ')}`);
  return network ?? 'mainnet';
}

/** @param initial XRGE with which the network begins, in quanta: the cap where the file names none. */
export function readBridge(reader: GenesisReader, genesis: JsonObject, initial: bigint): BridgeRules {
  const bridge = reader.object(genesis, 'bridge');
  reader.known(bridge, MEMBERS, 'bridge.');
  const authority = reader.object(bridge, 'authority');
  reader.known(authority, AUTHORITY_MEMBERS, 'bridge.authority.');
  const authorities = readAuthorities(reader, authority);
  const minWithdraw = reader.integer(bridge, 'btc_min_withdraw', BTC_MIN_WITHDRAW, 1);
  const maxFee = reader.integer(bridge, 'btc_max_network_fee', BTC_MAX_NETWORK_FEE, 0);
  return {
    authorities,
    threshold: reader.integer(authority, 'threshold', 1, 1, Math.max(1, authorities.size)),
    attest: reader.boolean(bridge, 'attest'),
    btcNetwork: readNetwork(reader, bridge),
    btcMinWithdraw: BigInt(minWithdraw),
    btcMaxNetworkFee: BigInt(maxFee),
    ownAddresses: readOwnAddresses(reader, bridge),
    caps: readCaps(reader, reader.object(bridge, 'caps')),
    maxXrge: reader.amount(genesis, 'max_supply', XRGE_DECIMALS, initial),
    isMaxXrgeNamed: genesis.has('max_supply'),
  };
}
