/** Checks a block that was not made here, or not in this run: peers' blocks, and the journaled one at start.
 *
 *  In: a block whose signatures (proposer, certificate, transactions) the verifier has checked. Out: the executed block
 *  with its prepared state, or the reason why it is invalid; then nothing has changed. */

import { binaryToHex, bytesEqual, fromHex } from '../base/bytes.js';
import { MAX_CLOCK_LEAD_MS } from '../base/limits.js';
import { errorText, isRefusal, Refusal, refuse } from '../base/refusal.js';
import { type Block, proposerKey, type Tip } from '../chain/block.js';
import { type Certificate, checkCertificate } from '../chain/certificate.js';
import type { Header } from '../chain/header.js';
import { accountOfKey } from '../crypto/address.js';
import { activeSetOf, tipSetOf } from '../ledger/activeSet.js';
import { isForCode } from '../ledger/contractMachine.js';
import { BlockExecution, TransactionFault } from '../ledger/execution.js';
import type { ReplayGuard } from '../ledger/replayGuard.js';
import type { PoolItem } from '../mempool/mempool.js';
import { Overlay, type State } from '../state/state.js';
import { MachineExhausted } from '../vm/machine.js';
import { beginBlock, type ChainRules, type ExecutedBlock, needsPools, nextContext, stateRootOf } from './production.js';

export interface BlockToCheck {
  readonly rules: ChainRules;
  readonly state: State;
  readonly replay: ReplayGuard;
  readonly tip: Tip;
  readonly block: Block;
  /** The block's transactions, decoded and verified, in its order. */
  readonly items: readonly PoolItem[];
  /** Clock reading in milliseconds; undefined for history, whose time is not compared with the clock. */
  readonly now: number | undefined;
}

/** A header and the place that it claims. */
export interface HeaderToCheck extends Pick<BlockToCheck, 'rules' | 'state' | 'tip' | 'now'> {
  readonly header: Header;
}

const invalid = (height: number, message: string): Refusal =>
  refuse('block_conflict', `block ${height} rejected: ${message}`);

/** Whether a header may be the child of the tip. Its signature is checked elsewhere. */
export function checkHeader({ rules, state, tip, header, now }: HeaderToCheck): Refusal | undefined {
  const { height } = header;
  if (height !== tip.height + 1)
    return refuse('block_conflict', `Block height ${height} doesn't extend tip height ${tip.height}`);
  if (header.prev_hash !== tip.hash) return refuse('block_conflict', "Block prev_hash doesn't match our tip");
  if (header.version !== 1) return invalid(height, `unknown header version ${header.version}`);
  if (header.chain_id !== rules.genesis.chainId) return invalid(height, `it belongs to chain ${header.chain_id}`);
  if (header.time <= tip.time) return invalid(height, 'its time is not above its parent');
  const early = now === undefined ? undefined : checkTime(header, now);
  if (early) return early;
  const designated = activeSetOf(state, rules.genesis).proposer;
  const key = proposerKey(header);
  if (!designated) return invalid(height, 'no eligible validator to propose');
  if (!key || !bytesEqual(key, designated.publicKey))
    return invalid(height, 'its proposer is not the designated proposer');
  return undefined;
}

/** A header whose time is further ahead of this clock than a receiver accepts; it may be valid later. */
export class EarlyHeader extends Refusal {}

export const checkTime = ({ height, time }: Header, now: number): EarlyHeader | undefined =>
  time > now + MAX_CLOCK_LEAD_MS
    ? new EarlyHeader('block_conflict', `block ${height} rejected: its time is in the future`)
    : undefined;

/** Whether a block carries the certificate of its parent, the tip. Its signatures are checked elsewhere. */
export function checkParentCommit({
  rules,
  state,
  tip,
  block,
}: Pick<BlockToCheck, 'rules' | 'state' | 'tip'> & { readonly block: Pick<Block, 'header' | 'certificate'> }):
  | Refusal
  | undefined {
  const { header, certificate } = block;
  const { height } = header;
  if (!rules.protocol.requiresCertificate(rules.genesis, height)) {
    if (header.parent_commit === undefined && !certificate) return undefined;
    return invalid(height, 'carries a parent commit certificate that its height does not have');
  }
  if (!certificate) return invalid(height, `missing the commit certificate of its parent ${tip.height}`);
  if (header.parent_commit !== rules.protocol.certificateHash(certificate))
    return invalid(height, 'its header names another commit certificate than it carries');
  const problem = checkTipCertificate(rules, state, tip, certificate);
  return problem && invalid(height, problem.message);
}

/** Whether a certificate commits the tip with a quorum of the stake that voted on it; its signatures are checked elsewhere. */
export function checkTipCertificate(
  { genesis }: Pick<ChainRules, 'genesis'>,
  state: State,
  tip: Tip,
  certificate: Certificate,
): Refusal | undefined {
  const { totalStake, stakeOf } = tipSetOf(state, genesis);
  const blockHash = fromHex(tip.hash) ?? new Uint8Array();
  return checkCertificate(certificate, { height: tip.height, blockHash, totalStake }, stakeOf);
}

function reasonOf({ transaction }: PoolItem, refusal: Refusal): string {
  if (!(refusal instanceof TransactionFault)) return refusal.message;
  return `this node fails on ${transaction.operation} ${binaryToHex(transaction.id)}: ${errorText(refusal.cause)}`;
}

/** The check of one block. It goes on where it was when a contract that the block needs was not compiled: each transaction is executed
 *  once, however many contracts have to be waited for. The state must not change meanwhile. */
export class BlockCheck {
  #execution: BlockExecution | undefined;
  /** Transactions that are executed. */
  #done = 0;

  /** @param ran the block's transactions, executed already on what is the committed state now (`runAhead`). */
  constructor(
    private readonly input: BlockToCheck,
    private readonly ran?: RanBlock,
  ) {}

  /** A block that the program itself fails on is refused like an invalid one: this node cannot continue with it. A block that needs
   *  code which is not compiled here is no invalid one: the refusal is `Postponed`, and `run` is called again when it is compiled.
   *  @throws MachineExhausted when this machine, and not the block, is the cause. */
  run(): ExecutedBlock | Refusal {
    const { input } = this;
    const { height } = input.block.header;
    try {
      if (!this.#execution) {
        const refusal = checkHeader({ ...input, header: input.block.header }) ?? checkParentCommit(input);
        if (refusal) return refusal;
      }
      const ran = this.ran ?? this.#run();
      return isRefusal(ran) ? ran : finish(input, ran, this.ran !== undefined);
    } catch (error) {
      if (error instanceof MachineExhausted) throw error;
      return invalid(height, `this node fails on it: ${errorText(error)}`);
    }
  }

  #run(): RanBlock | Refusal {
    const { rules, state, tip, block, items, replay } = this.input;
    if (!this.#execution) {
      const refusal = checkRoot(this.input);
      if (refusal) return refusal;
      this.#execution = beginBlock(state, nextContext(rules, state, tip, block.header.time), replay);
    }
    const refusal = includeAll(this.#execution, block, items.slice(this.#done), () => this.#done++);
    return refusal ?? ranBlock(this.#execution, block);
  }
}

/** As `BlockCheck`, for those who have every contract compiled at once. */
export const checkBlock = (input: BlockToCheck, ran?: RanBlock): ExecutedBlock | Refusal =>
  new BlockCheck(input, ran).run();

/** A block's transactions, executed; its header and the state root are not checked. */
export interface RanBlock {
  readonly execution: BlockExecution;
  /** Quanta collected. */
  readonly fees: bigint;
}

/** Executes a block on top of its parent, whose changes the state does not show yet.
 *  @returns undefined when it has to be executed on the committed state: it is invalid, or needs what only that can tell. */
export function runAhead(
  input: Pick<BlockToCheck, 'rules' | 'replay' | 'block' | 'items'>,
  parent: Pick<ExecutedBlock, 'header' | 'execution'>,
): RanBlock | undefined {
  const { rules, block } = input;
  const view = parent.execution.state;
  // The header names the parent's hash; `checkHeader` compares it before anything of this is used.
  const { time, prev_hash: hash } = block.header;
  const context = nextContext(rules, view, { ...parent.header, hash }, time);
  if (needsPools(context)) return undefined;
  const replay = input.replay.with(parent.header.time, parent.execution.tags);
  try {
    const execution = new BlockExecution(new Overlay(view), context, replay);
    const refusal = checkRoot(input) ?? includeAll(execution, block, input.items, () => undefined);
    return refusal ? undefined : ranBlock(execution, block);
  } catch {
    // The same happens on the committed state, and is said then.
    return undefined;
  }
}

type Content = Pick<BlockToCheck, 'rules' | 'block' | 'items'>;

function checkRoot({ rules, block, items }: Content): Refusal | undefined {
  const { height, tx_hash } = block.header;
  return rules.protocol.transactionsRoot(items.map(({ leaf }) => leaf)) === tx_hash
    ? undefined
    : invalid(height, 'tx_hash does not match its transactions');
}

/** @param included called for each that is executed. @returns why the next one cannot be. */
function includeAll(
  execution: BlockExecution,
  { header }: Pick<Block, 'header'>,
  items: readonly PoolItem[],
  included: () => void,
): Refusal | undefined {
  for (const item of items) {
    const outcome = execution.include(item.transaction);
    if (isForCode(outcome)) return outcome;
    if (isRefusal(outcome))
      return invalid(header.height, `tx #${execution.outcomes.length}: ${reasonOf(item, outcome)}`);
    included();
  }
  return undefined;
}

const ranBlock = (execution: BlockExecution, { header }: Pick<Block, 'header'>): RanBlock => ({
  execution,
  fees: execution.finish(accountOfKey(proposerKey(header) ?? new Uint8Array())),
});

/** Computes the state root and compares it. @param isAhead whether it was executed on a state that was not committed then. */
function finish(input: BlockToCheck, { execution, fees }: RanBlock, isAhead: boolean): ExecutedBlock | Refusal {
  const { rules, state, block, items } = input;
  const { header } = block;
  if (isAhead) execution.state.moveOnto(state);
  const prepared = state.prepare(execution.state);
  const root = stateRootOf(rules, header.height, prepared.root);
  if (root !== header.state_root) {
    prepared.revert();
    return refuse(
      'block_conflict',
      `state root mismatch at height ${header.height}: header=${header.state_root ?? 'none'}, computed=${root ?? 'none'}`,
    );
  }
  return { header, headerBytes: block.headerBytes, certificate: block.certificate, items, execution, prepared, fees };
}
