/** Values of Ethereum's JSON-RPC, read strictly (execution-apis, base types): an answer of another shape is the provider's failure.
 *
 *  Hex comes out in small letters, so that two spellings of one value are equal. */

import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.js';
import type { JsonBounds } from '../../base/limits.js';
import { type Refusal, refuse } from '../../base/refusal.js';

/** An answer about one transaction. A receipt with a thousand logs has 300 KB and 15,000 values; a block of Base with every transaction or
 *  receipt has a few MB (raw binding). A header has some thirty members. */
export const RPC_JSON: JsonBounds = {
  characters: 24 * 1024 * 1024,
  values: 1_000_000,
  members: 128,
  keyCharacters: 128,
  depth: 10,
};

/** The result of a provider's call, or why there is none. */
export type Result = JsonValue | Refusal;

/** Logs of one transaction that are read. A deposit has three. */
const MOST_LOGS = 10_000;

/** Thrown by the readers; `reading` turns it into a refusal. */
class Malformed {
  constructor(readonly reason: string) {}
}

/** Runs readers. @returns their result, or a refusal that names the member that has another shape. */
export function reading<T>(what: string, read: () => T): T | Refusal {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed) return refuse('busy', `Invalid RPC response: ${what}: ${error.reason}`);
    throw error;
  }
}

/** @throws caught by `reading` only. */
export function malformed(reason: string): never {
  throw new Malformed(reason);
}

const QUANTITY = /^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/;

function matched(value: JsonValue | undefined, pattern: RegExp, name: string, kind: string): string {
  if (typeof value !== 'string' || !pattern.test(value)) malformed(`${name} is not ${kind}`);
  return (value as string).toLowerCase();
}

/** A number below 2^256 without leading zeros. */
export const quantity = (value: JsonValue | undefined, name: string): bigint =>
  BigInt(matched(value, QUANTITY, name, 'a quantity'));

/** A count that a double holds exactly: a height, an index. */
export function count(value: JsonValue | undefined, name: string): number {
  const number = quantity(value, name);
  return number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : malformed(`${name} is out of range`);
}

/** 32 bytes. */
export const hash = (value: JsonValue | undefined, name: string): string =>
  matched(value, /^0x[0-9a-fA-F]{64}$/, name, 'a hash of 32 bytes');

/** 20 bytes. */
export const address = (value: JsonValue | undefined, name: string): string =>
  matched(value, /^0x[0-9a-fA-F]{40}$/, name, 'an address');

/** Any number of bytes. A pattern would take a stack frame or a state for each pair; the length is checked apart. */
export function data(value: JsonValue | undefined, name: string): string {
  const text = matched(value, /^0x[0-9a-fA-F]*$/, name, 'bytes in hex');
  return text.length % 2 === 0 ? text : malformed(`${name} has an odd number of digits`);
}

export function object(value: JsonValue | undefined, name: string): JsonObject {
  return isJsonObject(value) ? value : malformed(`${name} is not an object`);
}

export function list(value: JsonValue | undefined, name: string): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : malformed(`${name} is not a list`);
}

/** A log: an event that a contract has emitted. */
export interface EvmLog {
  readonly address: string;
  /** 0 to 4 of 32 bytes. */
  readonly topics: readonly string[];
  readonly data: string;
  /** Index in the block. */
  readonly index: number;
}

export interface EvmTransaction {
  readonly hash: string;
  readonly from: string;
  /** Absent when it makes a contract. */
  readonly to?: string;
  /** Wei. */
  readonly value: bigint;
}

export interface EvmReceipt {
  readonly transactionHash: string;
  readonly blockHash: string;
  readonly height: number;
  /** Index of the transaction in its block. */
  readonly index: number;
  /** Whether it was executed without being reverted. */
  readonly succeeded: boolean;
  readonly logs: readonly EvmLog[];
}

export function readTransaction(value: JsonValue): EvmTransaction {
  const members = object(value, 'the transaction');
  const to = members.get('to');
  return {
    hash: hash(members.get('hash'), 'hash'),
    from: address(members.get('from'), 'from'),
    ...(to === null || to === undefined ? {} : { to: address(to, 'to') }),
    value: quantity(members.get('value'), 'value'),
  };
}

/** A log belongs to its receipt and was not taken back. */
function readLog(value: JsonValue, receipt: Omit<EvmReceipt, 'logs'>): EvmLog {
  const members = object(value, 'a log');
  const topics = list(members.get('topics'), 'topics').map((topic) => hash(topic, 'a topic'));
  const removed = members.get('removed');
  if (topics.length > 4) malformed('a log has more than four topics');
  if (removed !== undefined && removed !== false) malformed('a log was removed from the chain');
  if (hash(members.get('transactionHash'), 'transactionHash of a log') !== receipt.transactionHash)
    malformed('a log is of another transaction');
  if (hash(members.get('blockHash'), 'blockHash of a log') !== receipt.blockHash)
    malformed('a log is of another block');
  return {
    address: address(members.get('address'), 'address of a log'),
    topics,
    data: data(members.get('data'), 'data of a log'),
    index: count(members.get('logIndex'), 'logIndex'),
  };
}

export function readReceipt(value: JsonValue): EvmReceipt {
  const members = object(value, 'the receipt');
  const status = members.get('status');
  if (status !== '0x0' && status !== '0x1') malformed('status is neither 0x0 nor 0x1');
  const receipt = {
    transactionHash: hash(members.get('transactionHash'), 'transactionHash'),
    blockHash: hash(members.get('blockHash'), 'blockHash'),
    height: count(members.get('blockNumber'), 'blockNumber'),
    index: count(members.get('transactionIndex'), 'transactionIndex'),
    succeeded: status === '0x1',
  };
  const values = list(members.get('logs'), 'logs');
  if (values.length > MOST_LOGS) malformed(`more than ${MOST_LOGS} logs`);
  const logs = values.map((log) => readLog(log, receipt));
  if (logs.some(({ index }, at) => at > 0 && index !== (logs[at - 1] as EvmLog).index + 1))
    malformed('the logs do not follow one another');
  return { ...receipt, logs };
}

/** Where a block lies and its hash. */
export function readBlockName(value: JsonValue): { readonly height: number; readonly blockHash: string } {
  const members = object(value, 'the block');
  return { height: count(members.get('number'), 'number'), blockHash: hash(members.get('hash'), 'hash') };
}
