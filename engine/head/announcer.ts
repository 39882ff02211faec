/** Announces each durable block to readers and listeners: reading indexes, events, measures, the log.
 *
 *  In: executed blocks that the state shows already. Out: indexes over the newest state, events in the hub, one line per block at
 *  debug and a summary of every hundred at info; on a developer's network a line at info for each block with transactions. A fault
 *  in one of them is logged and does not affect the others. */

import type { Log, Timers } from '../base/ports.js';
import type { Refusal } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import type { ExecutedBlock } from '../consensus/production.js';
import type { ReadingIndexes } from '../ledger/indexes/index.js';
import type { Faults } from '../measures/faults.js';
import type { NodeMeasures } from '../measures/nodeMeasures.js';
import type { Mempool } from '../mempool/mempool.js';
import type { State } from '../state/state.js';
import type { ChainStore, EventFormat } from '../store/chainStore.js';
import { lastOf } from '../store/records.js';
import { eventsOf } from '../stream/blockEvents.js';
import { encodings } from '../stream/eventEncoding.js';
import { EventHub } from '../stream/hub.js';
import { IndexKeeper } from './indexKeeper.js';

/** Characters of a hash that are enough for a person to compare. */
const SHORT_HASH = 12;

/** One line in 40 s at full pace, one in a quarter of an hour on an idle network. */
const BLOCKS_PER_SUMMARY = 100;

export interface AnnouncerParts {
  readonly state: State;
  readonly chain: ChainStore;
  readonly mempool: Mempool;
  readonly measures: NodeMeasures;
  readonly faults: Faults;
  readonly timers: Timers;
  /** Nodes that are connected. */
  readonly peerCount: () => number;
  readonly log: Log;
  /** Whether blocks of the past come in, faster than anybody reads lines. */
  readonly isCatchingUp: () => boolean;
  /** Writes a line at info for each block with transactions. */
  readonly saysEachBlock: boolean;
}

export class Announcer {
  readonly hub: EventHub;
  readonly #indexes: IndexKeeper;
  /** Header time of the last block, milliseconds. */
  #tipTime: number;
  /** What the next summary in the log covers. */
  #summary = { blocks: 0, transactions: 0, failed: 0 };

  constructor(private readonly parts: AnnouncerParts) {
    const { state, chain, timers, faults, log } = parts;
    this.#indexes = new IndexKeeper(state, log, (height, error) => faults.noted('indexes', height, error));
    this.#tipTime = chain.tip.time;
    this.hub = new EventHub(
      lastOf(chain.events),
      (work) => timers.after(0, work),
      (error) => faults.noted('events', chain.tip.height, error),
    );
  }

  /** Indexes over the state after the tip, for readers. */
  get indexes(): ReadingIndexes {
    return this.#indexes.indexes;
  }

  /** Makes the indexes now rather than at the first read. */
  makeIndexes(): void {
    void this.#indexes.indexes;
  }

  /** @param tookMs from the beginning of the block until it was durable. */
  announce(executed: ExecutedBlock, hash: string, tookMs: number): void {
    const { chain, saysEachBlock } = this.parts;
    const { header, execution, prepared } = executed;
    this.#indexes.follow(header.height, prepared.changes);
    this.#note(executed, hash);
    if (saysEachBlock && executed.items.length > 0) this.#say(executed, hash, tookMs);
    const block = {
      height: header.height,
      hash,
      time: header.time,
      proposer: header.proposer_pub_key,
      stateRoot: header.state_root,
      outcomes: execution.outcomes,
      changes: prepared.changes,
    };
    this.hub.publish(eventsOf(block, chain.events));
    this.hub.publishStats((sequence, format) => this.statsEvent(sequence, format));
  }

  #say({ header, execution }: ExecutedBlock, hash: string, tookMs: number): void {
    const kinds: Record<string, number> = {};
    let failed = 0;
    for (const { transaction, failure } of execution.outcomes) {
      kinds[transaction.operation] = (kinds[transaction.operation] ?? 0) + 1;
      if (failure !== undefined) failed++;
    }
    this.parts.log.info(
      {
        height: header.height,
        transactions: execution.outcomes.length,
        kinds,
        failed,
        hash: hash.slice(0, SHORT_HASH),
        ms: Math.round(tookMs),
      },
      'block with transactions',
    );
  }

  /** Every block at debug, a summary of every hundred at info. */
  #note(executed: ExecutedBlock, hash: string): void {
    const { measures, mempool, log } = this.parts;
    const { header, execution } = executed;
    const parentTime = header.height > 1 ? this.#tipTime : undefined;
    this.#tipTime = header.time;
    const failed = measures.block(executed, parentTime);
    const transactions = execution.outcomes.length;
    log.debug(
      { height: header.height, transactions, failed, mempool: mempool.size, hash, bytes: execution.bytes },
      'block',
    );
    const summary = this.#summary;
    summary.blocks++;
    summary.transactions += transactions;
    summary.failed += failed;
    if (summary.blocks < BLOCKS_PER_SUMMARY || this.parts.isCatchingUp()) return;
    log.info({ height: header.height, ...summary, mempool: mempool.size }, 'blocks produced');
    this.#summary = { blocks: 0, transactions: 0, failed: 0 };
  }

  /** A transaction left the mempool without a block. */
  dropped({ id, sender }: Transaction, { code, message }: Refusal): void {
    this.hub.publishPassing({
      topic: 'transactions',
      accounts: [sender],
      tokens: [],
      encode: (sequence, format) => encodings[format].dropped({ id, sender, code, message }, sequence),
    });
  }

  /** Statistics as an event. @param sequence number of the latest event that was handed out. */
  statsEvent(sequence: number, format: EventFormat): Uint8Array {
    const { chain, mempool, peerCount } = this.parts;
    const stats = { blockHeight: chain.tip.height, peerCount: peerCount(), mempoolSize: mempool.size };
    return encodings[format].stats(stats, sequence);
  }
}
