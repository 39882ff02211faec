/** Block production: when to propose, and the block itself.
 *
 *  In: the state after the tip, what the mempool offers (`blockFilling.ts`), the parent's certificate, the clock's reading. Out: a
 *  candidate block with its prepared state; the caller signs it, makes it durable, and commits or reverts the state. */

import { toHex } from '../base/bytes.js';
import { MAX_CLOCK_LEAD_MS } from '../base/limits.js';
import type { Tip } from '../chain/block.js';
import type { Certificate } from '../chain/certificate.js';
import type { Genesis } from '../chain/genesis.js';
import type { Header } from '../chain/header.js';
import { accountOfKey } from '../crypto/address.js';
import type { BlockContext } from '../ledger/blockContext.js';
import { type ContractMachine, noMachine } from '../ledger/contractMachine.js';
import { placeOldPools, routesBegin } from '../ledger/deepPools.js';
import { BlockExecution, totalsOf } from '../ledger/execution.js';
import { pools } from '../ledger/poolTables.js';
import type { ReplayGuard } from '../ledger/replayGuard.js';
import { leafOfItem } from '../mempool/entry.js';
import type { PoolItem } from '../mempool/mempool.js';
import type { Protocol } from '../protocol/protocol.js';
import { Overlay, type Prepared, type State, type StateView, undoing } from '../state/state.js';
import { MachineExhausted } from '../vm/machine.js';
import { type Filled, type Filling, fillBlock, type Seen } from './blockFilling.js';

/** What stays the same from block to block. */
export interface ChainRules {
  readonly genesis: Genesis;
  readonly protocol: Protocol;
  /** Runs contracts; a thread without one cannot execute a block that carries a contract. */
  readonly contracts?: ContractMachine;
}

export interface ProductionTimes {
  readonly blockTimeMs: number;
  /** Longest silence while nothing waits: one empty block per this time. */
  readonly heartbeatMs: number;
  /** A block is begun as soon as a transaction is admitted. */
  readonly atOnce?: boolean;
}

/** Milliseconds until the next block is due.
 *  A block is produced every block time while transactions wait, or while the tip holds some (the next block carries
 *  their certificate and releases their fees); otherwise only the heartbeat is due.
 *  @param waiting whether the mempool holds anything. @param now milliseconds. */
export function untilDue(tip: Tip, waiting: boolean, now: number, times: ProductionTimes): number {
  if (tip.height === 0) return 0;
  const interval = waiting || tip.transactionCount > 0 ? times.blockTimeMs : times.heartbeatMs;
  // A clock that was set back must not stop the proposer for longer than one interval.
  return Math.min(interval, Math.max(0, tip.time + interval - now));
}

/** Milliseconds for which a block after the tip would be further ahead of this clock than a receiver accepts: its time
 *  must be above the tip's. More than 0 after a clock that was ahead has been set back. */
export const clockLag = (tip: Tip, now: number): number => Math.max(0, tip.time + 1 - MAX_CLOCK_LEAD_MS - now);

/** The context of the block after the tip. @param state after the tip. @param now milliseconds; header time is above the parent's. */
export function nextContext(
  rules: ChainRules,
  state: StateView,
  tip: Pick<Tip, 'height' | 'time' | 'hash'>,
  now: number,
): BlockContext {
  const { genesis, protocol, contracts = noMachine } = rules;
  return {
    genesis,
    protocol,
    limits: genesis.limits,
    height: tip.height + 1,
    time: Math.max(now, tip.time + 1),
    baseFee: totalsOf(state).baseFee,
    prevHash: tip.hash,
    contracts,
  };
}

/** Whether a block reads all pools before its first transaction: only the committed state lists them. */
export const needsPools = (context: BlockContext): boolean => routesBegin(context);

/** Begins a block on the committed state. @param tryFirst as `BlockExecution` has it. */
export function beginBlock(state: State, context: BlockContext, replay: ReplayGuard, tryFirst = false): BlockExecution {
  const overlay = new Overlay(state);
  if (needsPools(context)) placeOldPools(overlay, context, state.entries(pools));
  return new BlockExecution(overlay, context, replay, tryFirst);
}

/** The `state_root` that the header of a height carries: the builder writes it and the checker expects it. Undefined below the
 *  first height whose headers have one. @param root of the state after the block. */
export const stateRootOf = ({ protocol }: ChainRules, height: number, root: Uint8Array): string | undefined =>
  protocol.requiresStateRoot(height) ? toHex(root) : undefined;

/** An executed block whose state is prepared but not yet visible. */
export interface ExecutedBlock {
  readonly header: Header;
  readonly headerBytes: Uint8Array;
  readonly certificate: Certificate | undefined;
  readonly items: readonly PoolItem[];
  readonly execution: BlockExecution;
  readonly prepared: Prepared;
  /** Quanta collected. */
  readonly fees: bigint;
}

export interface Candidate extends ExecutedBlock, Pick<Filled, 'refused' | 'unpaid'> {}

export interface ProductionInput extends Filling {
  readonly rules: ChainRules;
  readonly state: State;
  readonly replay: ReplayGuard;
  readonly tip: Tip;
  readonly certificate: Certificate | undefined;
  /** ML-DSA-65 public key of the proposer. */
  readonly proposerKey: Uint8Array;
  readonly now: number;
  /** Called when all transactions are executed, before the roots: lets the caller time both. */
  readonly onExecuted?: () => void;
}

/** @throws when no block can be made at all; then nothing is prepared. */
export function buildBlock(input: ProductionInput): Candidate {
  const seen: Seen = { candidates: [], directory: [] };
  try {
    return assemble(input, seen);
  } catch (error) {
    if (seen.candidates.length + seen.directory.length === 0 || error instanceof MachineExhausted) throw error;
    // A fault that shows only when the whole block is put together, such as a record that cannot be encoded: assemble the same
    // transactions once more, executing each of them to the end on its own first.
    return assemble({ ...input, ...seen }, { candidates: [], directory: [] }, true);
  }
}

/** @param seen collects what was looked at. */
function assemble(input: ProductionInput, seen: Seen, tryFirst = false): Candidate {
  const { rules, state, tip, certificate, proposerKey } = input;
  const context = nextContext(rules, state, tip, input.now);
  const execution = beginBlock(state, context, input.replay, tryFirst);
  const { items, refused, unpaid } = fillBlock(execution, input, seen);
  const fees = execution.finish(accountOfKey(proposerKey));
  input.onExecuted?.();
  const prepared = state.prepare(execution.state);
  return undoing(prepared, () => {
    const root = stateRootOf(rules, context.height, prepared.root);
    const header = makeHeader(rules, context, tip, toHex(proposerKey), items, root, certificate);
    const headerBytes = rules.protocol.headerBytes(header);
    return { header, headerBytes, certificate, items, execution, prepared, fees, refused, unpaid };
  });
}

function makeHeader(
  { genesis, protocol }: ChainRules,
  context: BlockContext,
  tip: Tip,
  proposer: string,
  items: readonly PoolItem[],
  stateRoot: string | undefined,
  certificate: Certificate | undefined,
): Header {
  return {
    version: 1,
    chain_id: genesis.chainId,
    height: context.height,
    time: context.time,
    prev_hash: tip.hash,
    tx_hash: protocol.transactionsRoot(items.map(leafOfItem)),
    proposer_pub_key: proposer,
    ...(stateRoot === undefined ? {} : { state_root: stateRoot }),
    ...(protocol.requiresCertificate(genesis, context.height) && certificate
      ? { parent_commit: protocol.certificateHash(certificate) }
      : {}),
  };
}
