/** Headers, transactions and receipts of Ethereum and of OP stack chains from their JSON to the bytes that are hashed.
 *
 *  Sources: EIP-2718 and the EIPs of each type, EIP-1559, 4895, 4844, 4788, 7685 for the header, specs.optimism.io (Deposits) for type 0x7e.
 *  A field that a later fork adds makes hashes that do not match: raw binding then refuses until it is added here. */

import { RLP, type RLPInput } from 'micro-eth-signer/core/rlp.js';
import { concatBytes, fromHex } from '../../base/bytes.js';
import type { JsonObject, JsonValue } from '../../base/json.js';
import { address, count, data, hash, list, malformed, object, quantity } from './values.js';

/** How a member is encoded: a number without leading zeros, bytes, an address that may be absent, a flag, or a list. */
type Encoder = (value: JsonValue | undefined, name: string) => RLPInput;
type Field = readonly [name: string, encode: Encoder];

const bytesOf = (hex: string): Uint8Array => fromHex(hex.slice(2)) as Uint8Array;

const number: Encoder = (value, name) => quantity(value, name);
const bytes: Encoder = (value, name) => bytesOf(data(value, name));
const recipient: Encoder = (value, name) =>
  value === null || value === undefined ? new Uint8Array(0) : bytesOf(address(value, name));
const flag: Encoder = (value) => (value === true ? 1 : 0);
const optionalNumber: Encoder = (value, name) => (value === null || value === undefined ? 0n : quantity(value, name));
const hashes: Encoder = (value, name) => list(value, name).map((item) => bytesOf(hash(item, name)));
const accessList: Encoder = (value, name) =>
  list(value, name).map((item) => {
    const members = object(item, name);
    return [bytesOf(address(members.get('address'), name)), hashes(members.get('storageKeys'), name)];
  });

const encodeFields = (members: JsonObject, fields: readonly Field[]): RLPInput[] =>
  fields.map(([name, encode]) => encode(members.get(name), name));

const HEADER: readonly Field[] = [
  ['parentHash', bytes],
  ['sha3Uncles', bytes],
  ['miner', bytes],
  ['stateRoot', bytes],
  ['transactionsRoot', bytes],
  ['receiptsRoot', bytes],
  ['logsBloom', bytes],
  ['difficulty', number],
  ['number', number],
  ['gasLimit', number],
  ['gasUsed', number],
  ['timestamp', number],
  ['extraData', bytes],
  ['mixHash', bytes],
  ['nonce', bytes],
];

/** Each fork appended fields; none is there without those before it. */
const LATER: readonly Field[] = [
  ['baseFeePerGas', number],
  ['withdrawalsRoot', bytes],
  ['blobGasUsed', number],
  ['excessBlobGas', number],
  ['parentBeaconBlockRoot', bytes],
  ['requestsHash', bytes],
];

/** The header's RLP, whose Keccak hash is the block's. */
export function encodeHeader(block: JsonObject): Uint8Array {
  const present = LATER.findIndex(([name]) => block.get(name) === undefined || block.get(name) === null);
  const later = present < 0 ? LATER : LATER.slice(0, present);
  return RLP.encode(encodeFields(block, [...HEADER, ...later]));
}

const CHAIN: Field = ['chainId', number];
const NONCE: Field = ['nonce', number];
const CALL: readonly Field[] = [
  ['gas', number],
  ['to', recipient],
  ['value', number],
  ['input', bytes],
];
const FEES: readonly Field[] = [
  ['maxPriorityFeePerGas', number],
  ['maxFeePerGas', number],
];
const ACCESS: Field = ['accessList', accessList];
const SIGNATURE: readonly Field[] = [
  ['yParity', number],
  ['r', number],
  ['s', number],
];

const AUTHORIZATION: readonly Field[] = [CHAIN, ['address', bytes], NONCE, ...SIGNATURE];
const authorizations: Encoder = (value, name) =>
  list(value, name).map((item) => encodeFields(object(item, name), AUTHORIZATION));

/** By type (EIP-2718). */
const TRANSACTIONS: Readonly<Record<number, readonly Field[]>> = {
  0: [NONCE, ['gasPrice', number], ...CALL, ['v', number], ['r', number], ['s', number]],
  1: [CHAIN, NONCE, ['gasPrice', number], ...CALL, ACCESS, ...SIGNATURE],
  2: [CHAIN, NONCE, ...FEES, ...CALL, ACCESS, ...SIGNATURE],
  3: [
    CHAIN,
    NONCE,
    ...FEES,
    ...CALL,
    ACCESS,
    ['maxFeePerBlobGas', number],
    ['blobVersionedHashes', hashes],
    ...SIGNATURE,
  ],
  4: [CHAIN, NONCE, ...FEES, ...CALL, ACCESS, ['authorizationList', authorizations], ...SIGNATURE],
  126: [
    ['sourceHash', bytes],
    ['from', bytes],
    ['to', recipient],
    ['mint', optionalNumber],
    ['value', number],
    ['gas', number],
    ['isSystemTx', flag],
    ['input', bytes],
  ],
};

/** A payload behind its type; legacy ones have no type byte. */
const typed = (type: number, fields: RLPInput[]): Uint8Array =>
  type === 0 ? RLP.encode(fields) : concatBytes(Uint8Array.of(type), RLP.encode(fields));

/** The type; answers about the oldest transactions name none. */
const typeOf = (members: JsonObject): number =>
  members.get('type') === undefined ? 0 : count(members.get('type'), 'type');

/** The bytes whose Keccak hash is the transaction's. */
export function encodeTransaction(members: JsonObject): Uint8Array {
  const type = typeOf(members);
  const fields = TRANSACTIONS[type] ?? malformed(`transactions of type ${type} are unknown`);
  return typed(type, encodeFields(members, fields));
}

const LOG: readonly Field[] = [
  ['address', bytes],
  ['topics', hashes],
  ['data', bytes],
];
const RECEIPT: readonly Field[] = [
  ['status', number],
  ['cumulativeGasUsed', number],
  ['logsBloom', bytes],
  ['logs', (value, name) => list(value, name).map((item) => encodeFields(object(item, name), LOG))],
];
/** Since Canyon; receipts of before hash without their nonce. */
const DEPOSIT_RECEIPT: readonly Field[] = [
  ['depositNonce', number],
  ['depositReceiptVersion', number],
];

/** The bytes that the trie of receipts has. */
export function encodeReceipt(members: JsonObject): Uint8Array {
  const type = typeOf(members);
  const version = members.get('depositReceiptVersion');
  const isVersioned = type === 126 && version !== undefined && version !== null;
  return typed(type, encodeFields(members, isVersioned ? [...RECEIPT, ...DEPOSIT_RECEIPT] : RECEIPT));
}
