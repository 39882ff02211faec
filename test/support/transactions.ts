/** Transactions for tests: an order in, a decoded transaction with its leaf and body entry out.
 *
 *  `item` decodes real signed bytes and uses a constant instead of the signature: the ledger, the mempool and
 *  consensus never look at it. `signedItem` signs with ML-DSA-65 and goes through the verifier's own code. */

import { createHash } from 'node:crypto';
import { formatUnits, formatXrge, XRGE } from '../../engine/base/amounts.js';
import { fromBinary, toBinary, toHex, utf8 } from '../../engine/base/bytes.js';
import { canonicalJson, JsonNumber, type JsonValue } from '../../engine/base/json.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { cutKey, encodeBodyEntry, type SignedParts, type Transaction } from '../../engine/chain/transaction.js';
import { type AccountId, accountBytes, accountOfKey, addressOf } from '../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import { verifyRequest } from '../../engine/intake/verify.js';
import { decodeTransaction } from '../../engine/ledger/decode.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { signer } from './signer.js';

export const CHAIN_ID = 'rouged-test-1';

export interface Actor {
  readonly publicKey: Uint8Array;
  /** 3,904 characters. */
  readonly keyHex: string;
  readonly account: AccountId;
  readonly address: string;
}

export interface SigningActor extends Actor {
  readonly secretKey: Uint8Array;
}

function actorOfKey(publicKey: Uint8Array): Actor {
  const account = accountOfKey(publicKey);
  return { publicKey, keyHex: toHex(publicKey), account, address: addressOf(account) };
}

/** An account with a key of the right length that cannot sign. */
export const actor = (name: string): Actor =>
  actorOfKey(new Uint8Array(createHash('shake256', { outputLength: PUBLIC_KEY_BYTES }).update(name).digest()));

/** An account with a real ML-DSA-65 key. */
export function signingActor(name: string): SigningActor {
  const { publicKey, secretKey } = signer.keygen(sha256(utf8(name)));
  return { ...actorOfKey(publicKey), secretKey };
}

export interface Order {
  readonly signer: Actor;
  readonly operation: string;
  readonly members?: Readonly<Record<string, JsonValue>>;
  /** Milliseconds. */
  readonly timestamp: number;
  /** An unused one when absent. */
  readonly nonce?: string;
  /** Quanta. */
  readonly priorityFee?: bigint;
  readonly accountNonce?: number;
}

let nonces = 0;
export const freshNonce = (): string => `nonce-${String(++nonces).padStart(10, '0')}`;

export const number = (value: number | bigint | string): JsonNumber => new JsonNumber(String(value));

export function payloadText(order: Order): string {
  const payload = new Map<string, JsonValue>([
    ['type', order.operation],
    ['from', order.signer.keyHex],
    ['timestamp', number(order.timestamp)],
    ['nonce', order.nonce ?? freshNonce()],
    ...Object.entries(order.members ?? {}),
  ]);
  if (order.priorityFee !== undefined) payload.set('priority_fee', number(formatXrge(order.priorityFee)));
  if (order.accountNonce !== undefined) payload.set('account_nonce', number(order.accountNonce));
  return canonicalJson(payload);
}

const NO_SIGNATURE = new Uint8Array(SIGNATURE_BYTES);

export const partsOf = (order: Order, signature = NO_SIGNATURE): SignedParts => ({
  operation: order.operation,
  publicKey: order.signer.publicKey,
  signature,
  ...cutKey(utf8(payloadText(order)), order.signer.publicKey),
});

/** From signed parts, as in a block or a stored body. */
export function itemOfParts(parts: SignedParts): PoolItem | Refusal {
  const transaction = decodeTransaction(parts, CHAIN_ID, nativeProtocol);
  if (isRefusal(transaction)) return transaction;
  return {
    transaction,
    leaf: nativeProtocol.transactionLeaf(fromBinary(transaction.id), transaction.signature),
    bodyEntry: encodeBodyEntry(parts, accountBytes(transaction.sender)),
  };
}

/** @throws Error when the order does not decode: a test that wants a refusal uses `itemOfParts`. */
export function item(order: Order, signature = NO_SIGNATURE): PoolItem {
  const decoded = itemOfParts(partsOf(order, signature));
  if (isRefusal(decoded)) throw new Error(decoded.message);
  return decoded;
}

/** The envelope that a wallet posts, really signed. */
export function signedEnvelope(order: Order & { readonly signer: SigningActor }): Uint8Array {
  const text = payloadText(order);
  const signature = toHex(signer.sign(utf8(text), order.signer.secretKey));
  return utf8(`{"payload":${text},"signature":"${signature}","public_key":"${order.signer.keyHex}"}`);
}

/** Through the verifier's own code, at the clock of its timestamp. @throws Error when it refuses. */
export function signedItem(order: Order & { readonly signer: SigningActor }): PoolItem {
  const verified = verifyRequest(signedEnvelope(order), order.operation, order.timestamp, {
    chainId: CHAIN_ID,
    protocol: nativeProtocol,
    backend: signer,
    requireChainId: false,
  });
  if (isRefusal(verified)) throw new Error(verified.message);
  const { parts, decoded, id, leaf, signedLength } = verified;
  const transaction: Transaction = { ...parts, ...decoded, id: toBinary(id), signedLength };
  return { transaction, leaf, bodyEntry: encodeBodyEntry(parts, accountBytes(decoded.sender)) };
}

type Common = Omit<Order, 'operation' | 'members'>;

/** @param amount quanta, or base units of the token. */
export const transferOrder = (
  common: Common,
  to: Actor | string,
  amount: bigint,
  token: string = XRGE,
): Order & Common => ({
  ...common,
  operation: 'transfer',
  members: {
    to: typeof to === 'string' ? to : to.address,
    amount: number(token === XRGE ? formatXrge(amount) : formatUnits(amount, 0)),
    token,
  },
});

export const transfer = (common: Common, to: Actor | string, amount: bigint, token: string = XRGE): PoolItem =>
  item(transferOrder(common, to, amount, token));

/** @param recipient another account, for a request that a node signs. */
export const faucet = (common: Common, recipient?: Actor): PoolItem =>
  item({ ...common, operation: 'faucet', ...(recipient ? { members: { recipient: recipient.keyHex } } : {}) });

/** @param amount quanta. */
const stakeOrder = (common: Common, amount: bigint, operation: 'stake' | 'unstake' = 'stake'): Order & Common => ({
  ...common,
  operation,
  members: { amount: number(formatXrge(amount)) },
});

export const stake = (common: Common, amount: bigint): PoolItem => item(stakeOrder(common, amount));
export const unstake = (common: Common, amount: bigint): PoolItem => item(stakeOrder(common, amount, 'unstake'));

export interface TokenOrder {
  readonly symbol: string;
  /** Base units. */
  readonly supply: bigint;
  readonly name?: string;
  readonly decimals?: number;
  readonly mintable?: boolean;
  readonly maxSupply?: bigint;
}

export type MetadataOrder = Readonly<
  Partial<Record<'image' | 'description' | 'website' | 'twitter' | 'discord', string>>
>;

export const createTokenOrder = (
  common: Common,
  { symbol, supply, name = `Token ${symbol}`, decimals, mintable, maxSupply }: TokenOrder,
  metadata: MetadataOrder = {},
): Order & Common => ({
  ...common,
  operation: 'create_token',
  members: {
    name,
    symbol,
    totalSupply: number(supply),
    ...(decimals === undefined ? {} : { decimals: number(decimals) }),
    ...(mintable === undefined ? {} : { mintable }),
    ...(maxSupply === undefined ? {} : { max_supply: number(maxSupply) }),
    ...metadata,
  },
});

export const createToken = (common: Common, token: TokenOrder, metadata: MetadataOrder = {}): PoolItem =>
  item(createTokenOrder(common, token, metadata));

/** @param amount base units. */
export const mintTokens = (common: Common, token: string, amount: bigint): PoolItem =>
  item({ ...common, operation: 'mint_tokens', members: { token_symbol: token, amount: number(amount) } });

export const updateTokenMetadata = (common: Common, token: string, metadata: MetadataOrder): PoolItem =>
  item({ ...common, operation: 'update_token_metadata', members: { token_symbol: token, ...metadata } });

export const claimTokenMetadata = (common: Common, token: string): PoolItem =>
  item({ ...common, operation: 'claim_token_metadata', members: { token_symbol: token } });

/** @param amount base units. */
export const approve = (common: Common, spender: Actor, token: string, amount: bigint): PoolItem =>
  item({
    ...common,
    operation: 'approve',
    members: { spender: spender.address, token_symbol: token, amount: number(amount) },
  });

/** @param amount base units. */
export const transferFrom = (
  common: Common,
  owner: Actor,
  to: Actor | string,
  token: string,
  amount: bigint,
): PoolItem =>
  item({
    ...common,
    operation: 'transfer_from',
    members: {
      owner: owner.address,
      to: typeof to === 'string' ? to : to.address,
      token_symbol: token,
      amount: number(amount),
    },
  });

export const tokenFreeze = (common: Common, token: string, frozen = true): PoolItem =>
  item({ ...common, operation: 'token_freeze', members: { token_symbol: token, frozen } });

/** @param amount quanta, or base units of the token. */
export const burn = (common: Common, amount: bigint, token: string = XRGE): PoolItem =>
  item({
    ...common,
    operation: 'burn',
    members: { token, amount: number(token === XRGE ? formatXrge(amount) : amount) },
  });
