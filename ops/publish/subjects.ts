/** Subjects of events in a stream of NATS: by chain, kind, account and token, so that a consumer takes what it needs.
 *
 *  rouged.<chain>.block
 *  rouged.<chain>.tx.<kind>.<account>.<token>
 *  rouged.<chain>.balance.<account>.<token>
 *  rouged.<chain>.contract.<address>
 *
 *  Events as JSON begin with rouged-json, events for edges with rouged-relay, so that all formats of a chain can be there. An account is its rouge1 address: that of the signer, or of the balance. A transaction that names no token has XRGE. */

import { XRGE } from '../../engine/base/amounts.js';
import { fromHex, toHex } from '../../engine/base/bytes.js';
import { type AccountId, accountOfBytes, accountOfKey, addressOf } from '../../engine/crypto/address.js';
import type { EventFormat } from '../../engine/store/chainStore.js';
import { readRelayFrame } from '../../engine/stream/relayFrame.js';
import { StreamFrame } from '../../proto/wire.js';

const ROOTS: Readonly<Record<EventFormat, string>> = {
  protobuf: 'rouged',
  json: 'rouged-json',
  relay: 'rouged-relay',
};

/** Signers that are remembered: the checksum of an address, or the hash of a key, costs more than the rest of an event. */
const KNOWN_SIGNERS = 10_000;

/** Chain ids are of a-z, 0-9 and -: each is one token of a subject. */
export const subjectsOf = (chainId: string, format: EventFormat): string => `${ROOTS[format]}.${chainId}.>`;

/** Streams have no dots in their names. */
export const streamNameOf = (chainId: string, format: EventFormat): string =>
  `${ROOTS[format].replace('-', '_')}_${chainId}`.toUpperCase();

/** Where statistics and what else is not in the log go, without a stream: whoever is away misses them, as at the node. */
export const passingSubjectOf = (chainId: string): string => `rouged-passing.${chainId}`;

/** What a frame says that its subject needs. */
type Facts =
  | { readonly kind: 'block' }
  | { readonly kind: 'tx'; readonly operation: string; readonly signer: Uint8Array | string; readonly token: string }
  | { readonly kind: 'balance'; readonly account: Uint8Array | string; readonly token: string }
  | { readonly kind: 'contract'; readonly address: string };

/** Of which block or transaction an event is, whatever else a version of the node says of it: two chains differ in it. */
type Origin = string;

export interface ReadFrame {
  /** As in JSON: `new_block`, `resumed`, `error`. */
  readonly type: string;
  readonly seq: number;
  /** Absent for frames that are no events of the log. */
  readonly facts?: Facts;
  readonly origin?: Origin;
  /** An event that is not in the log, in a stream for relays. */
  readonly isPassing?: boolean;
  /** Of an `error`. */
  readonly error?: { readonly code: string; readonly text: string; readonly oldest: number | undefined };
}

interface JsonFrame {
  readonly type: string;
  readonly seq?: number;
  readonly code?: string;
  readonly error?: string;
  readonly oldest?: number;
  readonly tx_type: string;
  readonly from: string;
  readonly token: string | null;
  readonly account: string;
  readonly contract_addr: string;
  readonly hash: string;
  readonly tx_hash: string;
  readonly block_height: number;
  readonly new_balance_quanta?: string;
  readonly new_balance_units?: string;
}

function jsonFacts({ type, tx_type, from, token, account, contract_addr }: JsonFrame): Facts | undefined {
  switch (type) {
    case 'new_block':
      return { kind: 'block' };
    case 'new_transaction':
      return { kind: 'tx', operation: tx_type, signer: from, token: token ?? XRGE };
    case 'balance_update':
      return { kind: 'balance', account, token: token ?? XRGE };
    case 'contract_event':
      return { kind: 'contract', address: contract_addr };
    default:
      return undefined;
  }
}

function jsonOrigin(frame: JsonFrame): Origin {
  const { type, hash, tx_hash, block_height, account, token = XRGE, new_balance_quanta, new_balance_units } = frame;
  if (type === 'new_block') return hash;
  if (type !== 'balance_update') return `${block_height} ${tx_hash}`;
  return `${block_height} ${account} ${token} ${new_balance_quanta ?? new_balance_units}`;
}

function readJson(bytes: Uint8Array): ReadFrame {
  const frame = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')) as JsonFrame;
  const facts = jsonFacts(frame);
  const { type, seq = 0, code, error, oldest } = frame;
  if (type === 'error') return { type, seq, error: { code: code ?? '', text: error ?? '', oldest } };
  return { type, seq, ...(facts && { facts, origin: jsonOrigin(frame) }) };
}

const NOTHING = new Uint8Array();

function readProtobuf(bytes: Uint8Array): ReadFrame {
  const frame = StreamFrame.decode(bytes);
  const { newTransaction, balanceUpdate, newBlock, contractEvent, error, resumed, stats, subscribed } = frame;
  if (newTransaction) {
    const { txType, from, token, seq, txHash, blockHeight } = newTransaction;
    const origin = `${blockHeight} ${toHex(txHash ?? NOTHING)}`;
    const facts = { kind: 'tx', operation: txType ?? '', signer: from ?? NOTHING, token: token || XRGE } as const;
    return { type: 'new_transaction', seq: Number(seq), facts, origin };
  }
  if (balanceUpdate) {
    const { account, token, seq, blockHeight, newBalance } = balanceUpdate;
    const facts = { kind: 'balance', account: account ?? NOTHING, token: token ?? '' } as const;
    return {
      type: 'balance_update',
      seq: Number(seq),
      facts,
      origin: `${blockHeight} ${toHex(account ?? NOTHING)} ${token} ${newBalance}`,
    };
  }
  if (newBlock) {
    const { seq, hash } = newBlock;
    return { type: 'new_block', seq: Number(seq), facts: { kind: 'block' }, origin: toHex(hash ?? NOTHING) };
  }
  if (contractEvent) {
    const { contractAddr, seq, txHash, blockHeight } = contractEvent;
    const facts = { kind: 'contract', address: toHex(contractAddr ?? NOTHING) } as const;
    const origin = `${blockHeight} ${toHex(txHash ?? NOTHING)}`;
    return { type: 'contract_event', seq: Number(seq), facts, origin };
  }
  if (error) {
    const { code, error: text, oldest } = error;
    const begins = oldest === undefined || oldest === null ? undefined : Number(oldest);
    return { type: 'error', seq: 0, error: { code: code ?? '', text: text ?? '', oldest: begins } };
  }
  if (subscribed) return { type: 'subscribed', seq: Number(subscribed.seq) };
  if (resumed) return { type: 'resumed', seq: Number(resumed.seq) };
  return { type: stats ? 'stats' : 'other', seq: Number(stats?.seq ?? 0) };
}

/** An event for relays has the facts of the frame in it; every other frame is as in protobuf. */
function readRelay(bytes: Uint8Array): ReadFrame {
  const event = readRelayFrame(bytes);
  return event ? { ...readProtobuf(event.protobuf), isPassing: event.isPassing } : readProtobuf(bytes);
}

/** Reads a frame of a node's stream. @throws Error for bytes that are none. */
export const readFrame: Readonly<Record<EventFormat, (bytes: Uint8Array) => ReadFrame>> = {
  json: readJson,
  protobuf: readProtobuf,
  relay: readRelay,
};

/** Whether two frames are the same event of one chain. Another version of the node may say more of an event than the one that has published
 *  it. @throws Error for bytes that are no frame. */
export function isSameEvent(format: EventFormat, one: Uint8Array, other: Uint8Array): boolean {
  if (Buffer.compare(one, other) === 0) return true;
  const [first, second] = [readFrame[format](one), readFrame[format](other)];
  return first.seq === second.seq && first.type === second.type && first.origin === second.origin;
}

export class Subjects {
  readonly #addresses = new Map<string, string>();
  readonly #root: string;

  constructor(chainId: string, format: EventFormat) {
    this.#root = `${ROOTS[format]}.${chainId}`;
  }

  /** @param signer account of 32 bytes, or a key in hex. */
  #address(signer: Uint8Array | string): string {
    const name = typeof signer === 'string' ? signer : accountOfBytes(signer);
    const known = this.#addresses.get(name);
    if (known !== undefined) return known;
    const account =
      typeof signer === 'string' ? accountOfKey(fromHex(signer) ?? new Uint8Array()) : (name as AccountId);
    const address = addressOf(account);
    if (this.#addresses.size >= KNOWN_SIGNERS) this.#addresses.clear();
    this.#addresses.set(name, address);
    return address;
  }

  of(facts: Facts): string {
    switch (facts.kind) {
      case 'block':
        return `${this.#root}.block`;
      case 'tx':
        return `${this.#root}.tx.${facts.operation}.${this.#address(facts.signer)}.${facts.token}`;
      case 'balance': {
        // JSON has the address itself.
        const address = typeof facts.account === 'string' ? facts.account : this.#address(facts.account);
        return `${this.#root}.balance.${address}.${facts.token}`;
      }
      case 'contract':
        return `${this.#root}.contract.${facts.address}`;
    }
  }
}
