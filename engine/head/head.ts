/** The owner of the head: the one place where a block becomes the tip.
 *
 *  In: blocks for the slot above the tip, built here, heard from a peer, read from a journal or imported; votes and certificates.
 *  Out: a chain that only grows. Each block passes the same effects, one block at a time: (1) header and signatures are checked,
 *  (2) it is executed and the state prepared, (3) its body is durable, where this node votes, (4) this node votes, (5) its
 *  certificate is there, (6) it is durable in the chain, (7) the state shows it, (8) it is announced.
 *  There is one prepared state. Whoever needs another block prepared reverts it first. A block that was interrupted after (3) is
 *  brought in again from the journals; nothing of a block is shown before (6).
 *
 *  After a disk failure the head waits: once the disk accepts writes again, the store is reopened, its head is compared with the
 *  tip, and the block that was being stored is brought in: adopted when it turns out to be durable, stored when it is not. */

import { toHex } from '../base/bytes.js';
import type { Clock, Log, Timers } from '../base/ports.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Block, Tip } from '../chain/block.js';
import type { Certificate } from '../chain/certificate.js';
import { checkBlock, checkHeader, checkParentCommit } from '../consensus/blockCheck.js';
import type { ChainRules, ExecutedBlock } from '../consensus/production.js';
import type { BlockVerifier } from '../intake/verifier.js';
import { type ActiveSet, activeSetOf } from '../ledger/activeSet.js';
import type { ReplayGuard } from '../ledger/replayGuard.js';
import type { NodeMeasures } from '../measures/nodeMeasures.js';
import type { PoolItem } from '../mempool/mempool.js';
import type { State } from '../state/state.js';
import type { ChainStore } from '../store/chainStore.js';
import { headAfterFailure } from '../store/headAfterFailure.js';
import type { StorePort } from '../store/port.js';
import { problemOf } from '../store/problems.js';
import { removeOrphans } from '../store/recovery.js';
import {
  checkBlockSignatures,
  checkCertificateSignatures,
  checkProposerSignature,
  checkTransactions,
} from './blockSignatures.js';
import { type Candidate, Candidates, decodeCandidates, encodeCandidates } from './candidates.js';
import { Halt, isPassing } from './halt.js';
import type { Signer } from './signer.js';
import { Turns } from './turns.js';
import type { Voter } from './voter.js';

export interface HeadParts {
  readonly rules: ChainRules;
  readonly state: State;
  readonly replay: ReplayGuard;
  readonly chain: ChainStore;
  readonly store: StorePort;
  readonly verifier: BlockVerifier;
  readonly log: Log;
  readonly measures: NodeMeasures;
  /** Measures durations. */
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly timers: Timers;
  /** Milliseconds since the epoch, by the clock that blocks are dated with. */
  readonly now: () => number;
  /** Called with each block that is durable and shown. */
  readonly follow: (executed: ExecutedBlock, hash: string) => void;
  /** Absent in a process that signs nothing. */
  readonly signer?: Signer;
}

/** Whom the head tells what happens. */
export interface HeadListener {
  /** The tip is another block, or the first slot is open. */
  moved(): void;
  /** Header, proposer and signatures of a block for the open slot hold: it may be passed on. */
  candidate(block: Block, hash: string): void;
  /** A block that is needed and not here. @param hash 64 hex characters. */
  wanted(hash: string): void;
  /** The disk takes writes again, or what could not be checked can be. */
  resumed(): void;
}

type SignedHeader = Pick<Block, 'header' | 'headerBytes' | 'proposerSignature'>;

/** A block whose own certificate is there. */
interface Decided {
  readonly block: Block;
  readonly hash: string;
  readonly certificate: Certificate | undefined;
}

interface PreparedBlock {
  readonly hash: string;
  readonly executed: ExecutedBlock;
}

const NOTHING: HeadListener = { moved: () => {}, candidate: () => {}, wanted: () => {}, resumed: () => {} };

export class Head {
  readonly halt: Halt;
  listener: HeadListener = NOTHING;
  readonly #candidates = new Candidates();
  /** Hex; undefined in a process that signs nothing. */
  readonly #ownKey: string | undefined;
  #voter: Voter | undefined;
  #prepared: PreparedBlock | undefined;
  /** The block that the votes want prepared, 64 hex characters. */
  #wanted: string | undefined;
  /** The certificate of a block of the open slot that is not in the chain yet. */
  #decided: Certificate | undefined;
  /** When the first block of the open slot was here, monotonic milliseconds. */
  #heldSince: number | undefined;
  /** The block that is being stored, or whose storing failed. */
  #unstored: Decided | undefined;
  /** Certificate of the tip. */
  #certificate: Certificate | undefined;
  #set: ActiveSet;
  readonly #turns = new Turns(() => this.#prepared !== undefined);
  #stopped = false;
  /** What the journals held at the start, until it was brought back. */
  #journaled: { readonly own: Block | undefined } | undefined;
  #cancelRetry: (() => void) | undefined;
  /** Whether this process continues the chain after a failure; a node that only reads waits for its disk all the same. */
  isProducing = false;

  constructor(
    private readonly parts: HeadParts,
    certificate: Certificate | undefined,
  ) {
    const { clock, log, state, rules, signer } = parts;
    this.halt = new Halt(log, clock);
    this.#ownKey = signer && toHex(signer.publicKey);
    this.#certificate = certificate;
    this.#set = activeSetOf(state, rules.genesis);
  }

  get tip(): Tip {
    return this.parts.chain.tip;
  }

  /** Certificate of the tip; undefined while it is not known, and on heights that have none. */
  get certificate(): Certificate | undefined {
    return this.#certificate;
  }

  /** Learns the certificate of the tip: a directory of an older version, and one that was filled from a file, do not hold it. */
  certifyTip(certificate: Certificate): void {
    this.#certificate ??= certificate;
    this.listener.moved();
  }

  /** The validators of the open slot. */
  get set(): ActiveSet {
    return this.#set;
  }

  /** Height up to which nothing can be taken back: the tip, unless it lacks the certificate that its height needs. */
  get finalHeight(): number {
    const { height } = this.tip;
    return this.#certificate || !this.needsCertificate(height) ? height : Math.max(0, height - 1);
  }

  /** Whether a block of this height becomes the tip only with its own certificate. */
  needsCertificate(height: number): boolean {
    const { genesis, protocol } = this.parts.rules;
    return protocol.requiresCertificate(genesis, height + 1);
  }

  /** A block for the open slot is here already. */
  get hasCandidate(): boolean {
    return !this.#candidates.all().next().done;
  }

  /** A block that has its certificate and is not here, 64 hex characters. */
  get missing(): string | undefined {
    const hash = this.#decided && toHex(this.#decided.blockHash);
    return hash !== undefined && this.#candidates.get(hash) === undefined ? hash : undefined;
  }

  candidate(hash: string): Candidate | undefined {
    return this.#candidates.get(hash);
  }

  /** Blocks for the open slot whose signatures hold. */
  get candidates(): readonly Candidate[] {
    return [...this.#candidates.all()];
  }

  /** Opens the slot above the tip. @param own the block that this node has signed and that is not in the chain. */
  async start(voter: Voter, own: Block | undefined): Promise<void> {
    this.#voter = voter;
    this.#journaled = { own };
    this.#openSlot();
    if (this.parts.store.stats().writeFailure !== undefined) this.awaitDisk();
    else await this.attempt(async () => void (await this.#bringBack()));
  }

  /** Brings back the block that this node has signed for the open slot, in the present piece of work. */
  async bringBack(own: Block): Promise<void> {
    this.#journaled = { own };
    await this.#bringBack();
  }

  /** Brings back, once, the blocks that the journals hold and the chain does not.
   *  @returns whether nothing is left to be tried again. */
  async #bringBack(): Promise<boolean> {
    const journaled = this.#journaled;
    if (!journaled) return true;
    if (journaled.own && !(await this.#restore(journaled.own, true))) return false;
    const held = await this.parts.store.journalRead('candidate');
    for (const block of held ? decodeCandidates(held) : []) if (this.#isOpen(block)) await this.#restore(block, false);
    this.#journaled = undefined;
    return true;
  }

  /** Waits until the disk takes writes. */
  awaitDisk(): void {
    const failure = this.parts.store.stats().writeFailure;
    if (failure !== undefined && !this.halt.isWaiting)
      this.#tryAgain(this.halt.wait('disk', 'STORE_FAILED', failure, this.isProducing));
  }

  /** Runs a piece of work while no other one runs; a failure of the disk in it is waited for, any other one halts the chain. */
  attempt(work: () => Promise<void>): Promise<void> {
    return this.run(async () => {
      try {
        await work();
      } catch (error) {
        this.#failed(error);
      }
    });
  }

  /** Runs a piece of work while no other one runs. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.run(work);
  }

  /** Resolves when no block is under way; undefined when none is. */
  get working(): Promise<void> | undefined {
    return this.#turns.working;
  }

  /** Takes a failure of another part in its turn: the block under way may be on its way to the disk. */
  failed(error: unknown): void {
    void this.attempt(() => Promise.reject(error));
  }

  /** A failure outside the chain: the disk is waited for, any other failure ends production. */
  #failed(error: unknown): void {
    this.#revert();
    if (isPassing(error)) {
      this.#tryAgain(this.halt.wait('disk', error.code, problemOf(error), this.isProducing));
    } else
      this.halt.ofFault(error, this.#unstored?.block.header.height ?? this.parts.signer?.unconfirmed?.header.height);
  }

  /** Offers a block for the open slot. @param known its transactions that are verified already, by their position.
   *  @returns why it cannot be a candidate. */
  async offer(block: Block, known?: readonly (PoolItem | undefined)[]): Promise<Refusal | undefined> {
    const hash = this.hashOf(block);
    if (this.#candidates.get(hash)) return undefined;
    const { rules, verifier, state } = this.parts;
    const refusal = (await this.offerHeader(block, hash)) ?? checkParentCommit({ rules, state, tip: this.tip, block });
    if (refusal) return refusal;
    const unsound = block.certificate && (await this.#checkParentSignatures(block.certificate));
    if (unsound) return unsound;
    const items = await checkTransactions(verifier, block, known);
    if (isRefusal(items)) return items;
    return this.extends(block) ?? this.#add({ block, hash, items, isDurable: false });
  }

  /** The certificate of the tip that this node has needs no second check. */
  async #checkParentSignatures(certificate: Certificate): Promise<Refusal | undefined> {
    const { rules, verifier } = this.parts;
    const own = this.#certificate;
    if (own && rules.protocol.certificateHash(own) === rules.protocol.certificateHash(certificate)) return undefined;
    return checkCertificateSignatures(rules, verifier, certificate);
  }

  /** Offers the header of a block for the open slot: the votes learn of it. @returns why it is refused. */
  async offerHeader(signed: SignedHeader, hash = this.hashOf(signed)): Promise<Refusal | undefined> {
    const { rules, verifier, state } = this.parts;
    const { header, headerBytes, proposerSignature } = signed;
    const refusal =
      checkHeader({ rules, state, tip: this.tip, header, now: this.parts.now() }) ??
      (await checkProposerSignature(verifier, signed)) ??
      this.extends(signed);
    if (!refusal) this.#voter?.step({ kind: 'proposal', hash, header: { header, headerBytes, proposerSignature } });
    return refusal;
  }

  /** Whether a block is a child of the tip. */
  extends({ header }: Pick<Block, 'header'>): Refusal | undefined {
    const { height, hash } = this.tip;
    if (header.height !== height + 1)
      return refuse('block_conflict', `Block height ${header.height} doesn't extend tip height ${height}`);
    return header.prev_hash === hash ? undefined : refuse('block_conflict', "Block prev_hash doesn't match our tip");
  }

  #add(candidate: Candidate): Refusal | undefined {
    if (this.#candidates.get(candidate.hash)) return undefined;
    const needed = this.#decided ? toHex(this.#decided.blockHash) : this.#wanted;
    if (!this.#candidates.add(candidate, needed))
      return refuse('block_conflict', 'this slot has enough blocks already: its proposer signs more than one');
    this.#heldSince ??= this.parts.clock.monotonic();
    this.listener.candidate(candidate.block, candidate.hash);
    this.#use(candidate);
    return undefined;
  }

  /** Goes on with a candidate when something waits for it. */
  #use({ hash, block }: Candidate): void {
    if (this.#decided) this.#do(() => this.#decide());
    else if (this.#wanted === hash || !this.needsCertificate(block.header.height)) this.prepare(hash);
  }

  /** Takes the block that this node has built in the present piece of work, and signed. */
  propose(executed: ExecutedBlock, block: Block): void {
    const hash = this.hashOf(block);
    this.#prepared = { hash, executed };
    this.#heldSince ??= this.parts.clock.monotonic();
    this.#candidates.add({ block, hash, items: executed.items, isDurable: true }, hash);
    const { header, headerBytes, proposerSignature } = block;
    this.#voter?.step({ kind: 'proposal', hash, header: { header, headerBytes, proposerSignature } });
    this.listener.candidate(block, hash);
    if (!this.needsCertificate(header.height)) this.prepare(hash);
  }

  /** The votes want this block to be the prepared one. */
  prepare(hash: string): void {
    this.#wanted = hash;
    if (this.#candidates.get(hash)) this.#do(() => this.#prepare(hash));
    else this.listener.wanted(hash);
  }

  /** A block of the open slot has its certificate. */
  decide(certificate: Certificate): void {
    if (certificate.height !== this.tip.height + 1) return;
    if (!this.#decided) this.#measure(certificate);
    this.#decided = certificate;
    this.#do(() => this.#decide());
  }

  #measure({ round }: Certificate): void {
    const { measures, clock } = this.parts;
    measures.certificates[round === 0 ? 'first' : 'later']++;
    if (this.#heldSince !== undefined)
      measures.certificateSeconds.observe((clock.monotonic() - this.#heldSince) / 1_000);
  }

  /** Brings in a block together with its certificate: history from a peer or a file. Its signatures were checked.
   *  @param certificate undefined on heights that have none. */
  async bringIn(
    block: Block,
    items: readonly PoolItem[],
    certificate: Certificate | undefined,
  ): Promise<Refusal | undefined> {
    return this.run(async () => {
      const { problem } = this.halt;
      if (problem) return refuse('busy', `no block is brought in at present: ${problem.message}`);
      const late = this.extends(block);
      if (late) return late;
      const hash = this.hashOf(block);
      const executed = this.#execute({ block, hash, items, isDurable: false });
      if (isRefusal(executed)) return executed;
      try {
        await this.#commit({ block, hash, certificate }, executed);
      } catch (error) {
        this.#failed(error);
        throw error;
      }
      return undefined;
    });
  }

  hashOf({ headerBytes, proposerSignature }: Pick<Block, 'headerBytes' | 'proposerSignature'>): string {
    return this.parts.rules.protocol.blockHash(headerBytes, toHex(proposerSignature));
  }

  /** Drops what is prepared and accepts no more work. */
  async stop(): Promise<void> {
    this.#cancelRetry?.();
    // A block that is being signed leads to votes, and those to its storing: an orderly end leaves nothing half done.
    do {
      await this.#voter?.settled();
      await this.#turns.ended();
    } while (this.#turns.areUnderWay || this.#voter?.isSigning);
    this.#stopped = true;
    this.#revert();
    this.#turns.look();
  }

  #do(work: () => Promise<void>): void {
    void this.attempt(async () => {
      if (!this.#stopped && this.halt.problem === undefined) await work();
    });
  }

  #revert(): void {
    this.#prepared?.executed.prepared.revert();
    this.#prepared = undefined;
  }

  /** Makes the block the prepared one. */
  #execute({ block, hash, items }: Candidate): ExecutedBlock | Refusal {
    if (this.#prepared?.hash === hash) return this.#prepared.executed;
    this.#revert();
    const { rules, state, replay } = this.parts;
    const executed = checkBlock({ rules, state, replay, tip: this.tip, block, items, now: undefined });
    if (!isRefusal(executed)) this.#prepared = { hash, executed };
    return executed;
  }

  /** Effects 2 to 4. */
  async #prepare(hash: string): Promise<void> {
    const candidate = this.#candidates.get(hash);
    if (!candidate || candidate.problem !== undefined || this.#decided || !this.#isOpen(candidate.block)) return;
    const executed = this.#execute(candidate);
    if (isRefusal(executed)) return this.#refuse(candidate, executed);
    if (!this.needsCertificate(candidate.block.header.height))
      return this.#commit({ block: candidate.block, hash, certificate: undefined }, executed);
    const key = this.parts.signer?.publicKey;
    if (!candidate.isDurable && key && this.#set.stakeOf(key) > 0n) await this.#keep(candidate);
    candidate.isDurable = true;
    this.#voter?.step({ kind: 'ready', hash });
  }

  #isOpen({ header }: Block): boolean {
    return header.height === this.tip.height + 1 && header.prev_hash === this.tip.hash;
  }

  #refuse(candidate: Candidate, refusal: Refusal): void {
    const { log } = this.parts;
    const { hash, block } = candidate;
    if (this.#isOwn(hash)) this.#refuseOwn(block, refusal);
    else {
      candidate.problem = refusal.message;
      log.warn({ height: block.header.height, hash, reason: refusal.message }, 'a signed block is invalid');
      this.#voter?.step({ kind: 'invalid', hash });
    }
  }

  /** Whether this node has signed the block. What only its key has signed, in another process or an earlier life, does not bind it. */
  #isOwn(hash: string): boolean {
    const own = this.isProducing ? this.parts.signer?.blockAbove(this.tip) : undefined;
    return own !== undefined && this.hashOf(own) === hash;
  }

  /** This node has signed the block, so it signs no other one for the slot: an operator has to act. */
  #refuseOwn({ header }: Block, refusal: Refusal): void {
    const afterMs = this.halt.ofSigned(header.height, refusal);
    if (afterMs !== undefined) this.#tryAgain(afterMs);
  }

  /** Effect 3: this block and those that were kept before it. */
  async #keep(candidate: Candidate): Promise<void> {
    // From here on it makes room for no other one: the next record must hold it too.
    candidate.isDurable = true;
    const kept = [...this.#candidates.all()].filter(({ isDurable }) => isDurable);
    try {
      await this.parts.store.journalWrite(encodeCandidates(kept.map(({ block }) => block)), 'candidate');
    } catch (error) {
      candidate.isDurable = false;
      throw error;
    }
  }

  /** Effects 5 to 8, when block and certificate are both here. */
  async #decide(): Promise<void> {
    const certificate = this.#decided;
    if (!certificate || certificate.height !== this.tip.height + 1) return;
    const hash = toHex(certificate.blockHash);
    const candidate = this.#candidates.get(hash);
    if (!candidate) return this.listener.wanted(hash);
    const executed = this.#execute(candidate);
    if (isRefusal(executed)) return this.contradict(candidate, executed, certificate);
    await this.#commit({ block: candidate.block, hash, certificate }, executed);
  }

  /** Two thirds of the stake have committed a block that this node refuses: it cannot follow them. */
  contradict({ block, hash }: Pick<Candidate, 'block' | 'hash'>, refusal: Refusal, { precommits }: Certificate): void {
    const isAlone = precommits.every(({ voterKey }) => toHex(voterKey) === this.#ownKey);
    const { height } = block.header;
    const { message } = refusal;
    if (isAlone && this.#isOwn(hash)) this.#refuseOwn(block, refusal);
    else
      this.halt.forGood({
        message: `the network has committed block ${height} (${hash.slice(0, 16)}), which this node finds invalid: ${message}. This node runs another version of the rules, or its state is damaged: update it, or run "rouged verify-db"`,
      });
  }

  /** Effects 6 to 8. @param isStored whether effect 6 has happened. */
  async #commit(decided: Decided, executed: ExecutedBlock, isStored = false): Promise<void> {
    const { chain, replay, measures, follow } = this.parts;
    const { block, hash, certificate } = decided;
    const lap = measures.laps();
    this.#unstored = decided;
    if (isStored) chain.adopt(executed, block.proposerSignature, hash);
    else await chain.commit(executed, block.proposerSignature, hash, certificate);
    this.#unstored = undefined;
    lap('commit');
    executed.prepared.commit();
    this.#prepared = undefined;
    this.#certificate = certificate;
    replay.addBlock(executed.header.time, executed.execution.tags);
    follow(executed, hash);
    this.#openSlot();
  }

  #openSlot(): void {
    const { rules, state } = this.parts;
    const { height, hash } = this.tip;
    this.#candidates.clear();
    this.#heldSince = undefined;
    this.#wanted = undefined;
    this.#decided = undefined;
    this.#set = activeSetOf(state, rules.genesis);
    this.#voter?.step({ kind: 'height', height: height + 1, parentHash: hash, set: this.#set });
    this.listener.moved();
  }

  /** Brings back a block of the open slot that this node has signed, or voted for.
   *  @returns false for an own one that could not be checked. */
  async #restore(block: Block, isOwn: boolean): Promise<boolean> {
    const { rules, verifier, log } = this.parts;
    const { height } = block.header;
    const hash = this.hashOf(block);
    if (this.#candidates.get(hash)) return true;
    const items = await checkBlockSignatures(rules, verifier, block);
    if (isRefusal(items)) {
      if (!isOwn) {
        log.warn({ height, hash, reason: items.message }, 'a kept block cannot be used');
        return true;
      }
      const afterMs = this.halt.ofSigned(height, items);
      if (afterMs !== undefined) this.#tryAgain(afterMs);
      this.#unstored = { block, hash, certificate: undefined };
      return false;
    }
    const candidate: Candidate = { block, hash, items, isDurable: true };
    this.#candidates.add(candidate, hash);
    log.info({ height }, 'brought in the journaled block');
    const { header, headerBytes, proposerSignature } = block;
    this.#voter?.step({ kind: 'proposal', hash, header: { header, headerBytes, proposerSignature } });
    this.listener.candidate(block, hash);
    this.#use(candidate);
    return true;
  }

  /** Tries after a while to continue from the store's head. */
  #tryAgain(afterMs: number): void {
    this.#cancelRetry?.();
    if (!this.#stopped)
      this.#cancelRetry = this.parts.timers.after(afterMs, () => void this.attempt(() => this.#resume()));
  }

  /** Reopens the store and continues from its head. @throws StoreError while the disk accepts no writes. */
  async #resume(): Promise<void> {
    const { store, chain, state, log, signer } = this.parts;
    if (this.#stopped) return;
    await store.reopen();
    const unstored = this.#unstored;
    const left = await headAfterFailure(store, { tip: chain.tip, state, unstored: unstored?.hash });
    const refusal = isRefusal(left) ? left : this.isProducing ? await signer?.compare() : undefined;
    if (refusal) return this.halt.forGood({ message: refusal.message });
    if (left === 'body') await removeOrphans(store, chain.tip.height);
    const unconfirmed = signer?.unconfirmed;
    if (unconfirmed) {
      await signer?.repeat(unconfirmed);
      this.#journaled = { own: unconfirmed };
    }
    if (unstored && left === 'stored') await this.#adopt(unstored);
    if (!(await this.#bringBack())) return;
    const seconds = this.halt.end();
    log.info(
      { height: chain.tip.height, left, seconds },
      this.isProducing ? 'block production resumed' : 'the disk takes writes again',
    );
    this.#redo();
  }

  /** The block whose storing failed is durable all the same. */
  async #adopt(decided: Decided): Promise<void> {
    const candidate = this.#candidates.get(decided.hash);
    const executed = candidate && this.#execute(candidate);
    if (!executed || isRefusal(executed)) {
      this.halt.forGood({ message: 'the stored head is not the block that this process made: restart the node' });
      return;
    }
    await this.#commit(decided, executed, true);
  }

  /** Goes on with what the failure interrupted. */
  #redo(): void {
    const wanted = this.#wanted;
    if (this.#decided) this.#do(() => this.#decide());
    else if (wanted !== undefined) this.prepare(wanted);
    this.#voter?.retry();
    this.listener.resumed();
  }
}
