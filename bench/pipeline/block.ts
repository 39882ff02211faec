/** One block through the stages of the producer, each with its time on the main thread.
 *
 *  In: verified transactions. Out: milliseconds by stage, and the durable block. The calls and their order are those of
 *  engine/node.ts (`#admit`), engine/head/producer.ts (`#fillSlot`, `#sign`, `#commit`) and engine/head/aftermath.ts; only
 *  the verdicts on signatures are given. */

import { fromHex, toHex } from '../../engine/base/bytes.js';
import { invariant } from '../../engine/base/refusal.js';
import type { Block } from '../../engine/chain/block.js';
import { type Certificate, makeCertificate } from '../../engine/chain/certificate.js';
import { buildBlock, type Candidate, nextContext } from '../../engine/consensus/production.js';
import { SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import type { VerifiedTransaction } from '../../engine/intake/verifier.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import type { Change } from '../../engine/state/state.js';
import type { Delivery, Listener } from '../../engine/stream/audience.js';
import { eventsOf } from '../../engine/stream/blockEvents.js';
import { EventHub } from '../../engine/stream/hub.js';
import { clocked, minus, nextTick, type Reading, readClocks, since } from '../measure.js';
import { proposerKey } from '../network.js';
import { bytesOf, NOW } from '../transfers.js';
import type { BenchChain } from './chain.js';

/** Stages that count, in their order. */
export const stages = [
  'mempool add',
  'candidates',
  'execution',
  'transactions root',
  'state root',
  'journal encode',
  'journal hand over',
  'pack',
  'hand over',
  'state commit',
  'mempool settle',
  'events',
] as const;

export type Stage = (typeof stages)[number];

export interface BlockTimes {
  readonly stages: Readonly<Record<Stage, Reading>>;
  /** Milliseconds until the store answered: none of it is main thread time. */
  readonly journalDurable: number;
  readonly commitDurable: number;
  readonly eventsHeard: Reading;
  readonly changes: readonly Change[];
  readonly journalBytes: number;
}

/** Signature and certificate of a network of one validator, with bytes of the right length. */
const proposerSignature = bytesOf('proposer signature', SIGNATURE_BYTES);

function certificateOf({ chain }: BenchChain): Certificate | undefined {
  const { height, hash } = chain.tip;
  if (height === 0) return undefined;
  const blockHash = fromHex(hash);
  invariant(blockHash, 'a block hash is hex');
  return makeCertificate(height, 0, blockHash, [{ voterKey: proposerKey, signature: proposerSignature }]);
}

function addAll(bench: BenchChain, items: readonly VerifiedTransaction[], now: number): void {
  const { mempool, rules, state, chain, scratch } = bench;
  for (const item of items) {
    const refusal = mempool.add(item, scratch, nextContext(rules, state, chain.tip, now));
    invariant(!refusal, `the mempool refused a transfer: ${refusal?.message}`);
  }
}

function build(bench: BenchChain, candidates: readonly PoolItem[], now: number): Candidate {
  const { rules, state, replay, chain } = bench;
  const certificate = certificateOf(bench);
  const outOfTime = (): boolean => false;
  return buildBlock({ rules, state, replay, tip: chain.tip, certificate, candidates, proposerKey, now, outOfTime });
}

function settle({ mempool, rules, state, chain }: BenchChain, candidate: Candidate, now: number): void {
  const included = candidate.execution.outcomes.map(({ transaction }) => transaction);
  mempool.settle(included);
  const senders = new Set(included.map(({ sender }) => sender));
  const next = nextContext(rules, state, chain.tip, now);
  mempool.expire(next.time);
  const dropped = mempool.recheck(senders, state, next, candidate.prepared.changes);
  invariant(dropped.length === 0 && mempool.size === 0, 'the block left something behind');
}

function publish(hub: EventHub, bench: BenchChain, { header, execution, prepared }: Candidate): void {
  const { height, time } = header;
  const { hash } = bench.chain.tip;
  const { outcomes } = execution;
  const { changes } = prepared;
  const block = {
    height,
    hash,
    time,
    proposer: header.proposer_pub_key,
    stateRoot: header.state_root,
    outcomes,
    changes,
  };
  hub.publish(eventsOf(block, bench.chain.events));
}

/** A listener that counts. */
class Counter implements Listener {
  count = 0;
  deliver(events: readonly Delivery[]): void {
    this.count += events.length;
  }

  overrun(): void {
    invariant(false, 'the hub let go of the listener');
  }
}

/** Hands the commit over, and waits for the event loop's next turn, then for the durable answer. */
async function handOver(work: () => Promise<unknown>) {
  await nextTick();
  const start = readClocks();
  const answer = work();
  await nextTick();
  const spent = since(start);
  await answer;
  return { start, spent, answered: since(start).wall };
}

/** Makes the slot's record and the block durable. */
async function makeDurable(bench: BenchChain, candidate: Candidate) {
  const { journal, store, chain, rules, packedAt } = bench;
  const { header, headerBytes, certificate, items } = candidate;
  const encoded = clocked(() => {
    const transactions = items.map(({ transaction }) => transaction);
    const block: Block = { header, headerBytes, proposerSignature, certificate, transactions };
    return { block, bytes: journal.encode(block) };
  });
  const { block, bytes } = encoded.value;
  const journalBytes = bytes.length;
  const journaled = await handOver(() => store.journalWrite(bytes));
  journal.record(block);
  const committed = await handOver(() => {
    const hash = rules.protocol.blockHash(headerBytes, toHex(proposerSignature));
    return chain.commit(candidate, proposerSignature, hash);
  });
  const pack = minus(packedAt(), committed.start);
  return {
    stages: {
      'journal encode': encoded.spent,
      'journal hand over': journaled.spent,
      pack,
      'hand over': minus(committed.spent, pack),
    },
    journalBytes,
    journalDurable: journaled.answered,
    commitDurable: committed.answered,
  };
}

function checked(candidate: Candidate, count: number): Candidate {
  const { items, execution } = candidate;
  invariant(items.length === count, 'the block does not hold every transfer');
  invariant(
    execution.outcomes.every(({ failure }) => !failure),
    'a transfer failed',
  );
  return candidate;
}

/** @param round counts the blocks from 0. */
export async function runBlock(
  bench: BenchChain,
  items: readonly VerifiedTransaction[],
  round: number,
): Promise<BlockTimes> {
  const { state, root, replay, mempool } = bench;
  const now = NOW + round * 400;
  const hub = new EventHub(0, (work) => work());
  const added = clocked(() => addAll(bench, items, now));
  await nextTick();
  const candidates = clocked(() => [...mempool.candidates()]);
  const built = clocked(() => build(bench, candidates.value, now));
  const candidate = checked(built.value, items.length);
  const roots = { 'transactions root': root.spent, 'state root': state.spent };
  const execution = minus(minus(built.spent, root.spent), state.spent);
  const durable = await makeDurable(bench, candidate);
  const committed = clocked(() => {
    candidate.prepared.commit();
    replay.addBlock(candidate.header.time, candidate.execution.tags);
  });
  const settled = clocked(() => settle(bench, candidate, now));
  const events = clocked(() => publish(hub, bench, candidate));
  const counter = new Counter();
  hub.add(counter);
  const heard = clocked(() => publish(hub, bench, candidate));
  invariant(counter.count > items.length, 'the listener heard too little');
  return {
    stages: {
      'mempool add': added.spent,
      candidates: candidates.spent,
      execution,
      ...roots,
      ...durable.stages,
      'state commit': committed.spent,
      'mempool settle': settled.spent,
      events: events.spent,
    },
    journalDurable: durable.journalDurable,
    commitDurable: durable.commitDurable,
    eventsHeard: heard.spent,
    changes: candidate.prepared.changes,
    journalBytes: durable.journalBytes,
  };
}
