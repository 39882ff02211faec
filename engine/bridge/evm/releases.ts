/** Releases of a withdrawal: before a refund, the events since the withdrawal are looked through in pages of blocks. Of ETH and USDC the
 *  release events of the bridge's contract name the withdrawal; of XRGE the vault's Transfers to the destination are candidates.
 *
 *  In: one provider's answers. Out: the pages that are asked for, and the transactions that a page has. A provider that does not know the chain up
 *  to the moment of the question is missing: it would not see a release. */

import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesEqual, utf8 } from '../../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import type { EvmBridge, EvmCoin } from './contracts.js';
import { type DecodedEvent, type EventName, eventsOf, topicOf } from './events.js';
import type { OwedPayout } from './payouts.js';
import { address, count, data, type EvmLog, hash, list, malformed, object, type Result, reading } from './values.js';

/** Blocks of a page at first: what public providers of Base give at once. */
export const RELEASE_PAGE_BLOCKS = 2_000;
/** A provider that refuses so few gives none. */
export const LEAST_PAGE_BLOCKS = 10;
/** Pages of one scan at each provider: with two seconds a block, 46 days at the first size. */
export const MOST_RELEASE_PAGES = 1_000;
/** Logs of a page that are read; releases of some blocks. A page with more is asked for in parts. */
const MOST_PAGE_LOGS = 2_000;
/** Clocks of two chains differ: the scan begins this much before the withdrawal. */
export const CLOCKS_MS = 15 * 60_000;
/** A provider's head may be this much older than the question. Blocks of Base come every two seconds; what a provider does not have yet, a refund
 *  would pay twice. */
export const HEAD_AGE_MS = 3 * 60_000;

const EVENT = { ETH: 'BridgeReleaseETH', USDC: 'BridgeReleaseERC20', XRGE: 'Transfer' } as const satisfies Record<
  EvmCoin,
  EventName
>;

const quantity = (height: number): string => `0x${height.toString(16)}`;
const addressTopic = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;

/** Who emits the events of a coin. @returns undefined when its part of the bridge is off. */
export function releaseEmitter({ bridge, vault, xrge }: EvmBridge, coin: EvmCoin): string | undefined {
  if (coin !== 'XRGE') return bridge;
  return vault === undefined ? undefined : xrge;
}

/** Parameters of eth_getLogs: the contract's releases to whomever, as coins that went elsewhere in the name of the withdrawal are gone too; the
 *  vault's Transfers to the destination. @param from first block. @param to last one. */
export function releaseFilter(bridge: EvmBridge, owed: OwedPayout, from: number, to: number): readonly unknown[] {
  const parties = owed.coin === 'XRGE' ? [addressTopic(bridge.vault ?? ''), addressTopic(owed.destination)] : [];
  return [
    {
      fromBlock: quantity(from),
      toBlock: quantity(to),
      address: releaseEmitter(bridge, owed.coin),
      topics: [topicOf(EVENT[owed.coin]), ...parties],
    },
  ];
}

/** Whether an event is one of the withdrawal, whatever amount it pays. */
function isRelease({ vault }: EvmBridge, owed: OwedPayout, { args }: DecodedEvent): boolean {
  if (owed.coin === 'XRGE') return args.from === vault && args.to === owed.destination;
  return args.l1TxId !== undefined && bytesEqual(args.l1TxId, keccak_256(utf8(owed.withdrawalId)));
}

/** Reads a page. @returns hashes of the transactions that release the withdrawal, or may do so (XRGE). */
export function readReleases(
  bridge: EvmBridge,
  owed: OwedPayout,
  range: { readonly from: number; readonly to: number },
  result: Result,
): readonly string[] | Refusal {
  if (isRefusal(result)) return result;
  const emitter = releaseEmitter(bridge, owed.coin);
  if (emitter === undefined) return refuse('not_found', 'RougeBridge address not configured');
  const logs = reading('eth_getLogs', () => readLogs(result, range));
  if (isRefusal(logs)) return logs;
  if (logs.some((log) => log.address !== emitter || log.topics[0] !== topicOf(EVENT[owed.coin])))
    return refuse('busy', 'Invalid RPC response: eth_getLogs: a log that was not asked for');
  const events = eventsOf(logs, emitter, EVENT[owed.coin]);
  if (isRefusal(events)) return events;
  return events.flatMap((event, at) => (isRelease(bridge, owed, event) ? [(logs[at] as PlacedLog).transaction] : []));
}

interface PlacedLog extends EvmLog {
  readonly transaction: string;
}

function readLogs(
  result: Exclude<Result, Refusal>,
  { from, to }: { readonly from: number; readonly to: number },
): readonly PlacedLog[] {
  const values = list(result, 'the result');
  if (values.length > MOST_PAGE_LOGS) malformed(`more than ${MOST_PAGE_LOGS} logs`);
  return values.map((value) => {
    const members = object(value, 'a log');
    const height = count(members.get('blockNumber'), 'blockNumber of a log');
    if (height < from || height > to) malformed('a log of a block that was not asked for');
    return {
      address: address(members.get('address'), 'address of a log'),
      topics: list(members.get('topics'), 'topics').map((topic) => hash(topic, 'a topic')),
      data: data(members.get('data'), 'data of a log'),
      index: count(members.get('logIndex'), 'logIndex'),
      transaction: hash(members.get('transactionHash'), 'transactionHash of a log'),
    };
  });
}

/** Height and time of a block. */
export interface DatedBlock {
  readonly height: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** Reads eth_getBlockByNumber. @param height that was asked for; undefined for a tag. */
export function readDatedBlock(result: Result, height?: number): DatedBlock | Refusal {
  if (isRefusal(result)) return result;
  const block = reading('eth_getBlockByNumber', () => {
    const members = object(result, 'the block');
    const time = count(members.get('timestamp'), 'timestamp') * 1_000;
    return { height: count(members.get('number'), 'number'), time };
  });
  if (isRefusal(block) || height === undefined || block.height === height) return block;
  return refuse('busy', 'Invalid RPC response: eth_getBlockByNumber: another block than the one that was asked for');
}

/** @returns a refusal for a head that is older than the question. */
export const staleHead = (head: DatedBlock, asOf: number): Refusal | undefined =>
  head.time >= asOf - HEAD_AGE_MS
    ? undefined
    : refuse('busy', `its newest block ${head.height} is ${Math.round((asOf - head.time) / 1_000)} s old`);

/** The search for the first block that can have a release: a step says which block to look at next. */
export class FirstBlockSearch {
  #low = 0;
  #high: number;

  /** @param head known to the provider. @param since milliseconds. */
  constructor(
    head: DatedBlock,
    private readonly since: number,
  ) {
    this.#high = head.height;
  }

  /** The block whose time is needed; undefined when the search is over. */
  get wanted(): number | undefined {
    return this.#low < this.#high ? Math.floor((this.#low + this.#high) / 2) : undefined;
  }

  /** No block before it can have the release. */
  get first(): number {
    return this.#low;
  }

  take({ height, time }: DatedBlock): void {
    if (time < this.since) this.#low = height + 1;
    else this.#high = height;
  }
}

/** The sentence of a refund whose releases are unknown. */
export const unknownReleases = (why: string): Refusal =>
  refuse('busy', `Refund refused: could not verify the releases on Base (${why}). Not minting.`);
