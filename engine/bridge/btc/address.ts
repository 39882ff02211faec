/** Addresses of Bitcoin as output scripts and back.
 *
 *  What an address stands for is compared as the bytes of its script, never as text: bech32 has two spellings, and an explorer may
 *  show another one. */

import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer';
import { bytesEqual, toHex } from '../../base/bytes.js';
import { type Refusal, refuse } from '../../base/refusal.js';
import { BTC_NETWORKS, type BtcNetwork } from '../../chain/bridgeRules.js';

export { BTC_NETWORKS, type BtcNetwork };

const PARAMETERS = { mainnet: NETWORK, testnet: TEST_NETWORK, regtest: { ...TEST_NETWORK, bech32: 'bcrt' } } as const;

/** First characters of base58 addresses: version bytes of key hashes and of script hashes. */
const BASE58_FIRST = { mainnet: /^[13]/, testnet: /^[mn2]/, regtest: /^[mn2]/ } as const;

/** Structural bounds of the facts. */
const BECH32_CHARACTERS = { min: 14, max: 90 } as const;
const BASE58_CHARACTERS = { min: 26, max: 35 } as const;
const BECH32_TEXT = /^[ac-hj-np-z02-9]+$/;
const BASE58_TEXT = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** Outputs that a wallet can own: of a key, of a script, of Taproot. An anchor output (P2A) has an address too, and anybody can
 *  spend it. */
const OWNED_TYPES = new Set(['pkh', 'sh', 'wpkh', 'wsh', 'tr']);

export interface BtcAddress {
  readonly text: string;
  readonly script: Uint8Array;
}

const bad = (sentence: string): Refusal => refuse('invalid_recipient', sentence);

const isWithin = (length: number, { min, max }: { readonly min: number; readonly max: number }): boolean =>
  length >= min && length <= max;

/** The part of a bech32 address after its prefix and separator. */
function bech32Problem(text: string, prefix: string): Refusal | undefined {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return bad('bech32 address must not be mixed-case');
  if (!isWithin(text.length, BECH32_CHARACTERS)) return bad('bech32 address length is out of range');
  return BECH32_TEXT.test(lower.slice(prefix.length)) ? undefined : bad('bech32 address has invalid characters');
}

function structuralProblem(text: string, network: BtcNetwork): Refusal | undefined {
  if (text === '') return bad('empty BTC address');
  const prefix = `${PARAMETERS[network].bech32}1`;
  if (text.toLowerCase().startsWith(prefix)) return bech32Problem(text, prefix);
  if (!BASE58_FIRST[network].test(text)) return bad(`unrecognized BTC address format for ${network}`);
  if (!isWithin(text.length, BASE58_CHARACTERS)) return bad('base58 address length is out of range');
  return BASE58_TEXT.test(text) ? undefined : bad('base58 address has invalid characters');
}

function decoded(text: string, network: BtcNetwork): Uint8Array | undefined {
  try {
    const address = Address(PARAMETERS[network]).decode(text);
    return OWNED_TYPES.has(address.type) ? OutScript.encode(address) : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes an address with its checksum: a structural check alone lets coins be burned with no payout possible.
 *  @returns the address in its usual spelling, or a refusal that says what is wrong. */
export function readBtcAddress(text: string, network: BtcNetwork): BtcAddress | Refusal {
  const problem = structuralProblem(text, network);
  if (problem) return problem;
  const isBech32 = text.toLowerCase().startsWith(`${PARAMETERS[network].bech32}1`);
  const spelled = isBech32 ? text.toLowerCase() : text;
  const script = decoded(spelled, network);
  return script
    ? { text: spelled, script }
    : bad('BTC address does not decode: its checksum is wrong, or it is of a kind that nobody can be paid with');
}

/** @returns the address of an output script, or undefined for a script without one. */
export function addressOfScript(script: Uint8Array, network: BtcNetwork): string | undefined {
  try {
    const text = Address(PARAMETERS[network]).encode(OutScript.decode(script));
    const again = decoded(text, network);
    return again && bytesEqual(again, script) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Scripts as keys of sets: hex. */
export const scriptKey = (script: Uint8Array): string => toHex(script);
