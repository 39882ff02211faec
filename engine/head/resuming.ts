/** Continues the chain after a start and after a failure of the disk.
 *
 *  In: what the journals hold, what failed, a store that takes writes again. Out: blocks that were signed or voted for are candidates again,
 *  a block that turned out to be durable is adopted, and what was interrupted goes on. A failure that no wait mends halts the chain. */

import { isRefusal } from '../base/refusal.js';
import type { Block } from '../chain/block.js';
import { headAfterFailure } from '../store/headAfterFailure.js';
import { problemOf } from '../store/problems.js';
import { removeOrphans } from '../store/recovery.js';
import { MachineExhausted } from '../vm/machine.js';
import { checkBlockSignatures } from './blockSignatures.js';
import { type Candidate, readCandidates } from './candidates.js';
import { type Halt, isPassing } from './halt.js';
import type { HeadListener, HeadParts } from './headParts.js';
import type { Decided, OpenSlot } from './openSlot.js';

/** What the owner of the head does for it. */
export interface AroundResuming {
  readonly halt: Halt;
  readonly listener: () => HeadListener;
  /** Runs a piece of work while no other one runs. */
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
  /** Goes on with a candidate when something waits for it. */
  readonly use: (candidate: Candidate) => void;
  /** Carries out the decision that is there, or prepares the block that the votes want. */
  readonly proceed: () => void;
}

/** Attempts at one height to execute what this machine has failed at: what it lacks now it may have in a moment. */
const MACHINE_ATTEMPTS = 5;
const MACHINE_RETRY_MS = 1_000;

export class Resuming {
  /** What the journals held at the start, until it was brought back. */
  #journaled: { readonly own: Block | undefined } | undefined;
  #cancelRetry: (() => void) | undefined;
  /** Failures of the machine that runs contracts since the tip had this height. */
  #exhausted = { height: -1, times: 0 };
  #stopped = false;

  constructor(
    private readonly parts: HeadParts,
    private readonly around: AroundResuming,
    private readonly slot: OpenSlot,
  ) {}

  /** @param own the block that this node has signed and that is not in the chain. */
  find(own: Block | undefined): void {
    this.#journaled = { own };
  }

  /** Waits for nothing any more; a piece of work that is under way still ends. */
  cancel(): void {
    this.#cancelRetry?.();
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Brings back, once, the blocks that the journals hold and the chain does not.
   *  @returns whether nothing is left to be tried again. */
  async bringBack(): Promise<boolean> {
    const { store, log } = this.parts;
    const journaled = this.#journaled;
    if (!journaled) return true;
    if (journaled.own && !(await this.#restore(journaled.own, true))) return false;
    for (const block of await readCandidates(store, log))
      if (this.slot.isOpen(block)) await this.#restore(block, false);
    this.#journaled = undefined;
    return true;
  }

  /** Waits until the disk takes writes. */
  awaitDisk(): void {
    const failure = this.parts.store.stats().writeFailure;
    if (failure === undefined || this.around.halt.isWaiting || this.around.halt.isFinal) return;
    this.parts.signer?.suspend();
    this.tryAgain(this.around.halt.wait('disk', 'STORE_FAILED', failure, this.slot.isProducing));
  }

  /** A failure outside the chain: the disk is waited for, and a few times the machine that runs contracts; any other failure ends
   *  production. */
  failed(error: unknown): void {
    this.slot.revert();
    if (isPassing(error)) {
      this.parts.signer?.suspend();
      this.tryAgain(this.around.halt.wait('disk', error.code, problemOf(error), this.slot.isProducing));
    } else if (error instanceof MachineExhausted) this.#lacksMachine(error);
    else
      this.around.halt.ofFault(
        error,
        this.slot.unstored?.block.header.height ?? this.parts.signer?.unconfirmed?.header.height,
      );
  }

  /** Nothing is wrong with the block: it may be tried again here, and any time after a restart. */
  #lacksMachine({ message: detail }: MachineExhausted): void {
    const { height } = this.parts.chain.tip;
    if (this.#exhausted.height !== height) this.#exhausted = { height, times: 0 };
    const times = ++this.#exhausted.times;
    const isLast = times > MACHINE_ATTEMPTS;
    const way = isLast ? `, in ${times} attempts: give it more memory, and restart the node` : ' at present';
    const message = `this machine has too little memory to compile or run the contracts of block ${height + 1}${way}`;
    const problem = { message, detail: `${message} (${detail})` };
    if (isLast) {
      this.around.halt.forGood(problem);
      return;
    }
    this.parts.signer?.suspend();
    this.around.halt.wait('machine', 'machine_exhausted', problem, this.slot.isProducing);
    this.tryAgain(MACHINE_RETRY_MS * times);
  }

  /** Brings back a block of the open slot that this node has signed, or voted for.
   *  @returns false for an own one that could not be checked. */
  async #restore(block: Block, isOwn: boolean): Promise<boolean> {
    const { rules, verifier, log } = this.parts;
    const { height } = block.header;
    const hash = this.slot.hashOf(block);
    if (this.slot.candidates.get(hash)) return true;
    const items = await checkBlockSignatures(rules, verifier, block);
    if (isRefusal(items)) {
      if (!isOwn) {
        log.warn({ height, hash, reason: items.message }, 'a kept block cannot be used');
        return true;
      }
      const afterMs = this.around.halt.ofSigned(height, items);
      if (afterMs !== undefined) this.tryAgain(afterMs);
      this.slot.unstored = { block, hash, certificate: undefined };
      return false;
    }
    const candidate: Candidate = { block, hash, items, isDurable: true };
    this.slot.candidates.add(candidate, hash);
    log.info({ height }, 'brought in the journaled block');
    const { header, headerBytes, proposerSignature } = block;
    this.slot.voter?.step({ kind: 'proposal', hash, header: { header, headerBytes, proposerSignature } });
    this.around.listener().candidate(block, hash);
    this.around.use(candidate);
    return true;
  }

  /** Tries after a while to continue from the store's head. */
  tryAgain(afterMs: number): void {
    this.#cancelRetry?.();
    if (!this.#stopped)
      this.#cancelRetry = this.parts.timers.after(afterMs, () => void this.around.attempt(() => this.#resume()));
  }

  /** Reopens the store and continues from its head. @throws StoreError while the disk accepts no writes. */
  async #resume(): Promise<void> {
    const { store, chain, state, log, signer } = this.parts;
    if (this.#stopped || this.around.halt.isFinal) return;
    await store.reopen();
    const unstored = this.slot.unstored;
    const left = await headAfterFailure(store, { tip: chain.tip, state, unstored: unstored?.hash });
    const refusal = isRefusal(left) ? left : this.slot.isProducing ? await signer?.compare() : undefined;
    if (refusal) return this.around.halt.forGood({ message: refusal.message });
    if (left === 'body') await removeOrphans(store, chain.tip.height);
    const unconfirmed = signer?.unconfirmed;
    if (unconfirmed) {
      await signer?.repeat(unconfirmed);
      this.#journaled = { own: unconfirmed };
    }
    if (unstored && left === 'stored') await this.#adopt(unstored);
    if (!(await this.bringBack()) || this.around.halt.isFinal) return;
    const { seconds, mended } = this.around.halt.end();
    log.info({ height: chain.tip.height, left, seconds }, this.slot.isProducing ? 'block production resumed' : mended);
    this.around.proceed();
    this.slot.voter?.retry();
    this.around.listener().resumed();
  }

  /** The block whose storing failed is durable all the same. */
  async #adopt(decided: Decided): Promise<void> {
    const candidate = this.slot.candidates.get(decided.hash);
    const executed = candidate && (await this.slot.execute(candidate));
    if (!executed || isRefusal(executed)) {
      this.around.halt.forGood({
        message: 'the stored head is not the block that this process made: restart the node',
      });
      return;
    }
    await this.slot.commit(decided, executed, true);
  }
}
