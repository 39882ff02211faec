/** The proposer's loop: for each slot build, sign, journal, commit, publish, vote.
 *
 *  In: time, the mempool, the state. Out: durable blocks. The order of effects is fixed: (1) the block is built and the
 *  state prepared, (2) the pool signs the header, (3) the slot journal is durable, (4) the block is durable, (5) the
 *  state shows it, (6) events leave, (7) this node's precommit is signed for the next block. A block that was interrupted
 *  after (3) is imported again from the journal; nobody has seen one that was interrupted before. A failure of disk or
 *  signer stops production with a reason; reads continue.
 *
 *  After a disk failure the producer waits: once the disk accepts writes again, the store is reopened, its head is compared
 *  with the tip, and the one block that was signed for the next slot is imported: adopted when it turns out to be durable,
 *  journaled and stored when it is not. No other block is ever signed for that slot. */

import { fromHex, toHex } from '../base/bytes.js';
import type { Clock, Timers } from '../base/ports.js';
import type { Problem } from '../base/problem.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Block } from '../chain/block.js';
import { type Certificate, makeCertificate } from '../chain/certificate.js';
import { checkBlock, checkTipCertificate } from '../consensus/blockCheck.js';
import type { ChainClock } from '../consensus/chainClock.js';
import {
  buildBlock,
  type Candidate,
  type ExecutedBlock,
  type ProductionTimes,
  untilDue,
} from '../consensus/production.js';
import type { SignJournal } from '../consensus/signJournal.js';
import { accountOfKey } from '../crypto/address.js';
import type { VerifierPort } from '../intake/verifier.js';
import { TransactionFault } from '../ledger/execution.js';
import type { ReplayGuard } from '../ledger/replayGuard.js';
import { validators } from '../ledger/tables.js';
import { headAfterFailure } from '../store/headAfterFailure.js';
import type { StorePort } from '../store/port.js';
import { problemOf } from '../store/problems.js';
import { removeOrphans } from '../store/recovery.js';
import { Aftermath, type AftermathParts } from './aftermath.js';
import { ClockWait } from './clockWait.js';
import { Halt, isBusy, isPassing } from './halt.js';
import { checkBlockSignatures } from './importer.js';
import { SlotWatch } from './slotWatch.js';

export interface ProducerParts extends AftermathParts {
  readonly times: ProductionTimes;
  /** ML-DSA-65 public key of this node. */
  readonly publicKey: Uint8Array;
  readonly replay: ReplayGuard;
  readonly store: StorePort;
  readonly verifier: VerifierPort;
  readonly journal: SignJournal;
  /** Dates blocks. */
  readonly chainClock: ChainClock;
  /** Measures durations. */
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly timers: Timers;
}

/** Share of the block time that taking transactions may use; the rest is for root, signature and disk. */
const EXECUTION_SHARE = 0.4;

/** Attempts to make a requested block before the caller gets a refusal: 5 s at the wait below. */
const MAKE_TRIES = 50;

/** Wait after a slot that could not be filled for a temporary reason (the pool was busy). */
const RETRY_MS = 100;

/** Runs a step before the block is durable: when it fails, the state goes back to the tip. */
async function undoing<T>({ prepared }: ExecutedBlock, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    prepared.revert();
    throw error;
  }
}

export class Producer {
  #cancelTimer: (() => void) | undefined;
  #working: Promise<void> | undefined;
  /** A node that may not produce never starts its producer; waiting transactions do not wake it then. */
  #started = false;
  #stopped = false;
  #certificate: Certificate | undefined;
  readonly #slot: SlotWatch;
  readonly #aftermath: Aftermath;
  readonly #halt: Halt;
  /** The block that is signed but not durable: the only one that this process may store in its slot. */
  #unstored: Block | undefined;
  readonly #clockWait: ClockWait;
  /** Something was admitted since the last block was begun. */
  #isFresh = false;
  #paused = false;
  /** Number of pieces of work that run between two blocks. */
  #holds = 0;
  /** When the block under way was begun, on the monotonic clock. */
  #slotBegan = 0;

  constructor(private readonly parts: ProducerParts) {
    this.#slot = new SlotWatch(parts.state, parts.publicKey, parts.log);
    this.#aftermath = new Aftermath(parts);
    const { chain, chainClock, clock, log } = parts;
    this.#halt = new Halt(log, clock);
    this.#clockWait = new ClockWait(
      () => chain.tip,
      () => chainClock.now(),
      log,
    );
  }

  get halted(): Problem | undefined {
    if (this.#halt.problem) return this.#halt.problem;
    const message = this.#started ? this.#clockWait.problem : undefined;
    return message === undefined ? undefined : { message };
  }

  /** Seconds after which production may continue on its own; undefined when somebody has to act, or nothing is wrong. */
  get retrySeconds(): number | undefined {
    return this.#halt.problem === undefined ? this.#clockWait.retrySeconds : this.#halt.retrySeconds;
  }

  /** Why the next slot is not this node's; undefined when the slot is this node's. */
  get standby(): string | undefined {
    return this.#slot.standby;
  }

  /** Imports what the journal holds beyond the tip, then begins. When the disk fails here, or has failed before, the producer
   *  waits for it as it does later; any other failure stops production only. */
  async start(unstored: Block | undefined): Promise<void> {
    this.#started = true;
    this.#unstored = unstored;
    const failure = this.parts.store.stats().writeFailure;
    if (failure !== undefined) return this.awaitDisk(failure);
    try {
      if (unstored && !(await this.#importOwn(unstored, false))) return;
      this.#slot.look();
      await this.#certify();
    } catch (error) {
      return this.#failed(error);
    }
    this.#arm();
  }

  /** Waits until the disk takes writes; a producer that was never started still produces nothing then. */
  awaitDisk(failure: Problem): void {
    if (!this.#halt.isWaiting) this.#tryAgain(this.#halt.wait('disk', 'STORE_FAILED', failure, this.#started));
  }

  /** Something waits: the next block may be due sooner than the heartbeat. */
  wake(): void {
    if (!this.#working) this.#arm();
  }

  /** A transaction waits: with `atOnce`, a block is begun now. */
  admitted(): void {
    this.#isFresh = true;
    this.wake();
  }

  /** Milliseconds since the block under way, or the last one, was begun. */
  get slotMs(): number {
    return this.parts.clock.monotonic() - this.#slotBegan;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Blocks are made only when `makeBlock` asks for one. */
  set paused(paused: boolean) {
    this.#paused = paused;
    if (paused && this.#halt.problem === undefined) this.#cancelTimer?.();
    this.wake();
  }

  /** Runs a piece of work while no block is under way; no block begins before it has ended. */
  async between<T>(work: () => Promise<T>): Promise<T> {
    this.#holds++;
    try {
      if (this.#halt.problem === undefined) this.#cancelTimer?.();
      while (this.#working) await this.#working;
      return await work();
    } finally {
      this.#holds--;
      this.wake();
    }
  }

  /** Makes one block now, even an empty one, and even while production is paused. @returns its height. */
  async makeBlock(): Promise<number | Refusal> {
    const { chain, timers } = this.parts;
    for (let tries = 0; tries < MAKE_TRIES; tries++) {
      while (this.#working) await this.#working;
      const why = this.halted?.message ?? this.standby;
      if (!this.#started || this.#stopped || why !== undefined)
        return refuse('not_producing', `this node makes no block: ${why ?? 'it produces none'}`);
      const { height } = chain.tip;
      this.#cancelTimer?.();
      this.#run(() => this.#fillSlot());
      await this.#working;
      if (chain.tip.height > height) return chain.tip.height;
      await new Promise<void>((resolve) => timers.after(RETRY_MS, resolve));
    }
    return refuse('busy', 'no block could be made within a few seconds: the log says why; try again in a moment', 1);
  }

  /** Resolves when the block under way has ended, well or badly; undefined when none is. */
  get working(): Promise<void> | undefined {
    return this.#working;
  }

  /** Ends after the block under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer?.();
    await this.#working;
  }

  #arm(atLeastMs = 0): void {
    if (!this.#started || this.#stopped || this.#halt.problem !== undefined) return;
    this.#cancelTimer?.();
    if (this.#paused || this.#holds > 0) return;
    const { chain, mempool, chainClock, times, timers } = this.parts;
    // What a block left behind waits for the block time: otherwise blocks that cannot carry it would follow each other endlessly.
    const isDue = times.atOnce === true && this.#isFresh;
    const due = isDue ? 0 : untilDue(chain.tip, mempool.size > 0, chainClock.now(), times);
    const wait = Math.max(atLeastMs, due);
    this.#cancelTimer = timers.after(wait, () => this.#tick());
  }

  #tick(): void {
    this.#cancelTimer = undefined;
    this.#run(() => this.#fillSlot());
  }

  /** @param work returns the shortest wait before the next slot, milliseconds. */
  #run(work: () => Promise<number>): void {
    this.#working = work()
      .catch((error: unknown) => {
        this.#failed(error);
        return 0;
      })
      .then((retryMs) => {
        this.#working = undefined;
        this.#arm(retryMs);
      });
  }

  /** Waits for a disk that has failed; any other error stops production. */
  #failed(error: unknown): void {
    if (isPassing(error)) this.#tryAgain(this.#halt.wait('disk', error.code, problemOf(error), this.#started));
    else this.#halt.ofFault(error, this.#unstored?.header.height);
  }

  /** Tries after a while to continue from the store's head. */
  #tryAgain(afterMs: number): void {
    if (!this.#stopped) this.#cancelTimer = this.parts.timers.after(afterMs, () => this.#run(() => this.#resume()));
  }

  /** Reopens the store and continues from its head. @throws StoreError while the disk accepts no writes. */
  async #resume(): Promise<number> {
    const { store, chain, state, log } = this.parts;
    await store.reopen();
    const unstored = this.#unstored;
    const left = await headAfterFailure(store, { tip: chain.tip, state, unstored: unstored && this.#hashOf(unstored) });
    const refusal = isRefusal(left) ? left : await this.#compareJournal(unstored);
    if (refusal) {
      this.#halt.forGood({ message: refusal.message });
      return 0;
    }
    if (unstored && !(await this.#bringIn(unstored, left === 'stored'))) return 0;
    if (!unstored && left === 'body') await removeOrphans(store, chain.tip.height);
    const seconds = this.#halt.end();
    if (!this.#started) {
      log.info({ height: chain.tip.height, seconds }, 'the disk takes writes again');
      return 0;
    }
    this.#slot.look();
    await this.#certify();
    if (this.#halt.problem === undefined)
      log.info({ height: chain.tip.height, left, seconds }, 'block production resumed');
    return 0;
  }

  /** The journal may hold the unstored block, or the one before it, whichever write failed; a damaged one ends production. */
  async #compareJournal(unstored: Block | undefined): Promise<Refusal | undefined> {
    const { store, journal } = this.parts;
    const bytes = await store.journalRead();
    // While the database was closed, or open for reading only, another process may have used the directory.
    return this.#started && bytes && !journal.isLast(bytes, unstored)
      ? refuse('rule_violation', 'another process has signed with this data directory: restart the node')
      : undefined;
  }

  /** Makes the signed block the tip. @param isStored whether the database holds it already.
   *  @returns whether it is the tip now. */
  async #bringIn(block: Block, isStored: boolean): Promise<boolean> {
    const { store, chain, journal } = this.parts;
    if (!isStored) {
      await removeOrphans(store, chain.tip.height);
      await store.journalWrite(journal.encode(block));
      journal.record(block);
    }
    return this.#importOwn(block, isStored);
  }

  #hashOf({ headerBytes, proposerSignature }: Block): string {
    return this.parts.rules.protocol.blockHash(headerBytes, toHex(proposerSignature));
  }

  /** @returns the shortest wait before the next try, milliseconds. */
  async #fillSlot(): Promise<number> {
    const { rules, state, replay, mempool, chain, chainClock, clock, publicKey, times, measures } = this.parts;
    this.#slotBegan = clock.monotonic();
    this.#isFresh = false;
    if (this.standby !== undefined) return times.blockTimeMs;
    if (!this.#certificate && rules.protocol.requiresCertificate(rules.genesis, chain.tip.height + 1)) {
      await this.#certify();
      if (!this.#certificate) return RETRY_MS;
    }
    const waitMs = this.#clockWait.look();
    if (waitMs !== undefined) return waitMs;
    const now = chainClock.now();
    const started = clock.monotonic();
    measures.left.expired += mempool.expire(now);
    const lap = measures.laps();
    const candidate = buildBlock({
      rules,
      state,
      replay,
      tip: chain.tip,
      certificate: this.#certificate,
      candidates: mempool.candidates(),
      proposerKey: publicKey,
      now,
      outOfTime: () => clock.monotonic() - started > times.blockTimeMs * EXECUTION_SHARE,
      onExecuted: () => lap('apply'),
    });
    lap('root');
    const signed = await undoing(candidate, () => {
      this.#forget(candidate);
      return this.#sign(candidate);
    });
    if (isRefusal(signed)) {
      candidate.prepared.revert();
      if (isBusy(signed)) return RETRY_MS;
      this.#halt.forGood({ message: signed.message });
      return 0;
    }
    await this.#commit(candidate, signed);
    return 0;
  }

  /** Transactions that no block can carry leave the mempool; those that the node failed on may not come back. */
  #forget({ refused }: Candidate): void {
    const { mempool } = this.parts;
    for (const { id, refusal } of refused)
      if (refusal instanceof TransactionFault) mempool.condemn(id, refusal);
      else mempool.drop(id);
    this.#aftermath.dropped(refused);
  }

  /** A signer that throws is asked again, like a busy one: nothing was signed. */
  async #signature(message: Uint8Array): Promise<Uint8Array | Refusal> {
    const { verifier, log } = this.parts;
    try {
      return await verifier.sign(message);
    } catch (error) {
      log.error({ error }, 'the signer failed; it is asked again');
      return refuse('internal', 'the signer failed');
    }
  }

  /** Signs the header and makes the slot's record durable. */
  async #sign(candidate: ExecutedBlock): Promise<Uint8Array | Refusal> {
    const { journal, store, measures } = this.parts;
    const { header, headerBytes, certificate, items } = candidate;
    const claim = journal.claim({ height: header.height, parentHash: header.prev_hash }, headerBytes);
    if (isRefusal(claim)) return claim;
    if (claim.kind === 'repeat') return claim.block.proposerSignature;
    const lap = measures.laps();
    const proposerSignature = await this.#signature(headerBytes);
    if (isRefusal(proposerSignature)) return proposerSignature;
    lap('sign');
    const transactions = items.map(({ transaction }) => transaction);
    const block: Block = { header, headerBytes, proposerSignature, certificate, transactions };
    this.#unstored = block;
    await store.journalWrite(journal.encode(block));
    lap('journal');
    journal.record(block);
    return proposerSignature;
  }

  /** Effects 4 to 7. @param isStored whether effect 4 has happened. */
  async #commit(executed: ExecutedBlock, proposerSignature: Uint8Array, isStored = false): Promise<void> {
    const { rules, chain, replay, chainClock, measures } = this.parts;
    const lap = measures.laps();
    const hash = await undoing(executed, async () => {
      const hash = rules.protocol.blockHash(executed.headerBytes, toHex(proposerSignature));
      if (isStored) chain.adopt(executed, proposerSignature, hash);
      else await chain.commit(executed, proposerSignature, hash);
      return hash;
    });
    this.#unstored = undefined;
    lap('commit');
    executed.prepared.commit();
    replay.addBlock(executed.header.time, executed.execution.tags);
    this.#aftermath.follow(executed, hash, chainClock.now());
    this.#slot.look();
    await this.#certify();
  }

  /** This node's precommit for the tip: a certificate when this key holds a quorum of the stake. */
  async #certify(): Promise<void> {
    this.#certificate = undefined;
    const { rules, state, chain, publicKey } = this.parts;
    const { height, hash } = chain.tip;
    if (!rules.protocol.requiresCertificate(rules.genesis, height + 1)) return;
    // A key that had no stake before the tip has no vote on it; while the slot is another validator's, that stops nothing.
    if (this.standby !== undefined && !state.get(validators, accountOfKey(publicKey))?.votingStake) return;
    const blockHash = fromHex(hash) ?? new Uint8Array();
    const lap = this.parts.measures.laps();
    const signature = await this.#signature(
      rules.protocol.voteBytes(rules.genesis.chainId, 'precommit', height, 0, blockHash),
    );
    if (isRefusal(signature)) return;
    lap('certify');
    const certificate = makeCertificate(height, 0, blockHash, [{ voterKey: publicKey, signature }]);
    // No block is built on a certificate that the validity rules would refuse.
    const problem = checkTipCertificate(state, chain.tip, certificate);
    if (problem) this.#halt.forGood({ message: `the precommit of this node alone is no quorum: ${problem.message}` });
    else this.#certificate = certificate;
  }

  /** Runs all checks again on a block that this node signed but that was not confirmed as durable.
   *  @returns whether it is the tip now; when it is not, production has stopped, temporarily or for good. */
  async #importOwn(block: Block, isStored: boolean): Promise<boolean> {
    const { rules, state, replay, chain, verifier, log } = this.parts;
    const items = await checkBlockSignatures(rules, verifier, block);
    const executed = isRefusal(items)
      ? items
      : checkBlock({ rules, state, replay, tip: chain.tip, block, items, now: undefined });
    const { height } = block.header;
    if (isRefusal(executed)) {
      const afterMs = this.#halt.ofSigned(height, executed);
      if (afterMs !== undefined) this.#tryAgain(afterMs);
      return false;
    }
    await this.#commit(executed, block.proposerSignature, isStored);
    log.info({ height }, 'brought in the journaled block');
    return true;
  }
}
