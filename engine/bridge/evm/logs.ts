/** Answers to eth_getLogs, read strictly: logs that were not asked for are the provider's failure. */

import type { Refusal } from '../../base/refusal.js';
import { address, count, data, type EvmLog, hash, list, malformed, object, type Result, reading } from './values.js';

/** Which logs are asked for. */
export interface LogQuery {
  /** Address in small letters. */
  readonly emitter: string;
  /** First topics, one of which a log has. */
  readonly topics: readonly string[];
  /** Heights, both included. */
  readonly from: number;
  readonly to: number;
}

/** A log with its transaction and its block. */
export interface PlacedLog extends EvmLog {
  readonly transactionHash: string;
  readonly blockHash: string;
  readonly height: number;
}

const quantityOf = (height: number): string => `0x${height.toString(16)}`;

/** The parameters of eth_getLogs. */
export const logParams = ({ emitter, topics, from, to }: LogQuery): readonly unknown[] => [
  { address: emitter, topics: [topics], fromBlock: quantityOf(from), toBlock: quantityOf(to) },
];

function readPlacedLog(value: Parameters<typeof object>[0], query: LogQuery): PlacedLog {
  const members = object(value, 'a log');
  const topics = list(members.get('topics'), 'topics').map((topic) => hash(topic, 'a topic'));
  const removed = members.get('removed');
  const log: PlacedLog = {
    address: address(members.get('address'), 'address of a log'),
    topics,
    data: data(members.get('data'), 'data of a log'),
    index: count(members.get('logIndex'), 'logIndex'),
    transactionHash: hash(members.get('transactionHash'), 'transactionHash of a log'),
    blockHash: hash(members.get('blockHash'), 'blockHash of a log'),
    height: count(members.get('blockNumber'), 'blockNumber of a log'),
  };
  if (removed !== undefined && removed !== false) malformed('a log was removed from the chain');
  if (topics.length > 4) malformed('a log has more than four topics');
  if (log.address !== query.emitter || !query.topics.includes(topics[0] ?? '')) malformed('a log was not asked for');
  if (log.height < query.from || log.height > query.to) malformed('a log is of a block that was not asked for');
  return log;
}

/** @returns the logs in the order of the answer, or why the answer cannot be used. */
export const readLogs = (result: Result, query: LogQuery): readonly PlacedLog[] | Refusal =>
  reading('eth_getLogs', () =>
    list(result as Parameters<typeof list>[0], 'the result').map((log) => readPlacedLog(log, query)),
  );
