/** The owner of the head: the one place where a block becomes the tip.
 *
 *  In: blocks for the slot above the tip, built here, heard from a peer, read from a journal or imported; votes and certificates.
 *  Out: a chain that only grows. Each block passes the same effects, one block at a time: (1) header and signatures are checked here,
 *  (2) to (8) are those of `openSlot.ts`. A block that was interrupted after (3) is brought in again from the journals; nothing of a
 *  block is shown before (6).
 *
 *  After a disk failure the head waits (`resuming.ts`): once the disk accepts writes again, the store is reopened, its head is compared
 *  with the tip, and the block that was being stored is brought in: adopted when it turns out to be durable, stored when it is not. */

import { toHex } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Block, Tip } from '../chain/block.js';
import type { Certificate } from '../chain/certificate.js';
import { checkHeader, checkParentCommit, checkTime } from '../consensus/blockCheck.js';
import type { ExecutedBlock } from '../consensus/production.js';
import type { ActiveSet } from '../ledger/activeSet.js';
import type { PoolItem } from '../mempool/mempool.js';
import {
  checkCertificateSignatures,
  checkProposerSignature,
  checkTransactions,
  type SignedHeader,
} from './blockSignatures.js';
import type { Candidate } from './candidates.js';
import { Halt } from './halt.js';
import type { HeadListener, HeadParts } from './headParts.js';
import { OpenSlot } from './openSlot.js';
import { Resuming } from './resuming.js';
import { Turns } from './turns.js';
import type { Voter } from './voter.js';

const NOTHING: HeadListener = { moved: () => {}, candidate: () => {}, wanted: () => {}, resumed: () => {} };

export class Head {
  readonly halt: Halt;
  listener: HeadListener = NOTHING;
  readonly #slot: OpenSlot;
  readonly #resuming: Resuming;
  readonly #turns = new Turns(() => this.#slot.prepared !== undefined);
  #stopped = false;

  constructor(
    private readonly parts: HeadParts,
    certificate: Certificate | undefined,
  ) {
    const { clock, log } = parts;
    const halt = new Halt(log, clock);
    const listener = (): HeadListener => this.listener;
    this.halt = halt;
    this.#slot = new OpenSlot(
      parts,
      { halt, listener, tryAgain: (afterMs) => this.#resuming.tryAgain(afterMs) },
      certificate,
    );
    this.#resuming = new Resuming(
      parts,
      {
        ...{ halt, listener },
        attempt: (work) => this.attempt(work),
        use: (candidate) => this.#use(candidate),
        proceed: () => this.#proceed(),
      },
      this.#slot,
    );
  }

  /** Whether this process continues the chain after a failure; a node that only reads waits for its disk all the same. */
  get isProducing(): boolean {
    return this.#slot.isProducing;
  }

  set isProducing(isProducing: boolean) {
    this.#slot.isProducing = isProducing;
  }

  get tip(): Tip {
    return this.parts.chain.tip;
  }

  /** Certificate of the tip; undefined while it is not known, and on heights that have none. */
  get certificate(): Certificate | undefined {
    return this.#slot.certificate;
  }

  /** Learns the certificate of the tip: a directory of an older version, and one that was filled from a file, do not hold it. */
  certifyTip(certificate: Certificate): void {
    this.#slot.certificate ??= certificate;
    this.listener.moved();
  }

  /** The validators of the open slot. */
  get set(): ActiveSet {
    return this.#slot.set;
  }

  /** Height up to which nothing can be taken back: the tip, unless it lacks the certificate that its height needs. */
  get finalHeight(): number {
    const { height } = this.tip;
    return this.#slot.certificate || !this.needsCertificate(height) ? height : Math.max(0, height - 1);
  }

  /** Whether a block of this height becomes the tip only with its own certificate. */
  needsCertificate(height: number): boolean {
    return this.#slot.needsCertificate(height);
  }

  /** A block for the open slot is here already. */
  get hasCandidate(): boolean {
    return !this.#slot.candidates.all().next().done;
  }

  /** A block that has its certificate and is not here, 64 hex characters. */
  get missing(): string | undefined {
    const { decided, candidates } = this.#slot;
    const hash = decided && toHex(decided.blockHash);
    return hash !== undefined && candidates.get(hash) === undefined ? hash : undefined;
  }

  candidate(hash: string): Candidate | undefined {
    return this.#slot.candidates.get(hash);
  }

  /** Blocks for the open slot whose signatures hold. */
  get candidates(): readonly Candidate[] {
    return [...this.#slot.candidates.all()];
  }

  /** Opens the slot above the tip. @param own the block that this node has signed and that is not in the chain. */
  async start(voter: Voter, own: Block | undefined): Promise<void> {
    this.#slot.voter = voter;
    this.#resuming.find(own);
    this.#slot.open();
    if (this.parts.store.stats().writeFailure !== undefined) this.awaitDisk();
    else await this.attempt(async () => void (await this.#resuming.bringBack()));
  }

  /** Brings back the block that this node has signed for the open slot, in the present piece of work. */
  async bringBack(own: Block): Promise<void> {
    this.#resuming.find(own);
    await this.#resuming.bringBack();
  }

  /** Waits until the disk takes writes. */
  awaitDisk(): void {
    this.#resuming.awaitDisk();
  }

  /** Runs a piece of work while no other one runs; a failure of the disk in it is waited for, any other one halts the chain. */
  attempt(work: () => Promise<void>): Promise<void> {
    return this.run(async () => {
      try {
        await work();
      } catch (error) {
        this.#resuming.failed(error);
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

  /** Offers a block for the open slot. @param known its transactions that are verified already, by their position.
   *  @returns why it cannot be a candidate. */
  async offer(block: Block, known?: readonly (PoolItem | undefined)[]): Promise<Refusal | undefined> {
    const hash = this.hashOf(block);
    if (this.#slot.candidates.get(hash)) return undefined;
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
    const own = this.#slot.certificate;
    if (own && rules.protocol.certificateHash(own) === rules.protocol.certificateHash(certificate)) return undefined;
    return checkCertificateSignatures(rules, verifier, certificate);
  }

  /** Offers the header of a block for the open slot: the votes learn of it. @returns why it is refused; an `EarlyHeader` only for one
   *  that its proposer has signed. */
  async offerHeader(signed: SignedHeader, hash = this.hashOf(signed)): Promise<Refusal | undefined> {
    const { rules, verifier, state } = this.parts;
    const { header, headerBytes, proposerSignature } = signed;
    const refusal =
      checkHeader({ rules, state, tip: this.tip, header, now: undefined }) ??
      (await checkProposerSignature(verifier, signed)) ??
      this.extends(signed) ??
      checkTime(header, this.parts.now());
    if (!refusal)
      this.#slot.voter?.step({ kind: 'proposal', hash, header: { header, headerBytes, proposerSignature } });
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
    if (this.#slot.candidates.get(candidate.hash)) return undefined;
    const needed = this.#slot.decided ? toHex(this.#slot.decided.blockHash) : this.#slot.wanted;
    if (!this.#slot.candidates.add(candidate, needed))
      return refuse('block_conflict', 'this slot has enough blocks already: its proposer signs more than one');
    this.#slot.heldSince ??= this.parts.clock.monotonic();
    this.listener.candidate(candidate.block, candidate.hash);
    this.#use(candidate);
    return undefined;
  }

  /** Carries out the decision that is there, or prepares the block that the votes want. */
  #proceed(): void {
    const { decided, wanted } = this.#slot;
    if (decided) this.#do(() => this.#slot.decide());
    else if (wanted !== undefined) this.prepare(wanted);
  }

  /** Goes on with a candidate when something waits for it. */
  #use({ hash, block }: Candidate): void {
    if (this.#slot.decided) this.#do(() => this.#slot.decide());
    else if (this.#slot.wanted === hash || !this.needsCertificate(block.header.height)) this.prepare(hash);
    this.#slot.voter?.step({ kind: 'complete', hash });
  }

  /** Takes the block that this node has built in the present piece of work, and signed. */
  propose(executed: ExecutedBlock, block: Block): void {
    const hash = this.hashOf(block);
    this.#slot.prepared = { hash, executed };
    this.#slot.heldSince ??= this.parts.clock.monotonic();
    this.#slot.candidates.add({ block, hash, items: executed.items, isDurable: true }, hash);
    const { header, headerBytes, proposerSignature } = block;
    this.#slot.voter?.step({ kind: 'proposal', hash, header: { header, headerBytes, proposerSignature } });
    this.listener.candidate(block, hash);
    if (!this.needsCertificate(header.height)) this.prepare(hash);
  }

  /** The votes want this block to be the prepared one. */
  prepare(hash: string): void {
    this.#slot.wanted = hash;
    if (this.#slot.candidates.get(hash)) this.#do(() => this.#slot.prepare(hash));
    else this.listener.wanted(hash);
  }

  /** A block of the open slot has its certificate. */
  decide(certificate: Certificate): void {
    if (certificate.height !== this.tip.height + 1) return;
    if (!this.#slot.decided) this.#slot.measure(certificate);
    this.#slot.decided = certificate;
    this.#do(() => this.#slot.decide());
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
      try {
        const executed = await this.#slot.execute({ block, hash, items, isDurable: false });
        if (isRefusal(executed)) return executed;
        await this.#slot.commit({ block, hash, certificate }, executed);
      } catch (error) {
        this.#resuming.failed(error);
        throw error;
      }
      return undefined;
    });
  }

  /** Tells of the block that is brought in next: it is executed while its parent is on the way to the disk. Its signatures were
   *  checked. */
  expect(block: Block, items: readonly PoolItem[]): void {
    this.#slot.ahead.expect({ block, hash: this.hashOf(block), items });
  }

  /** The network has committed a block that this node finds invalid: it halts. */
  contradict(block: Pick<Candidate, 'block' | 'hash'>, refusal: Refusal, certificate: Certificate): void {
    this.#slot.contradict(block, refusal, certificate);
  }

  hashOf(block: Pick<Block, 'headerBytes' | 'proposerSignature'>): string {
    return this.#slot.hashOf(block);
  }

  /** Drops what is prepared and accepts no more work. */
  async stop(): Promise<void> {
    this.#resuming.cancel();
    // A block that is being signed leads to votes, and those to its storing: an orderly end leaves nothing half done.
    do {
      await this.#slot.voter?.settled();
      await this.#turns.ended();
    } while (this.#turns.areUnderWay || this.#slot.voter?.isSigning);
    this.#stopped = true;
    this.#resuming.stop();
    this.#slot.revert();
    this.#turns.look();
  }

  #do(work: () => Promise<void>): void {
    void this.attempt(async () => {
      if (!this.#stopped && this.halt.problem === undefined) await work();
    });
  }
}
