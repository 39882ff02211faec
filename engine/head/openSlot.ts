/** The slot above the tip: leads one of its blocks at a time through the effects that make it the tip.
 *
 *  In: candidates whose header and signatures hold, what the votes want, a certificate. Out: (2) a block is executed and the state
 *  prepared, (3) its body is durable where this node votes, (4) this node votes, (5) its certificate is there, (6) it is durable in the
 *  chain, (7) the state shows it, (8) it is announced; then the next slot is open. It owns the one prepared state. Its caller runs
 *  one piece of work at a time. */

import { toHex } from '../base/bytes.js';
import { isRefusal, type Refusal } from '../base/refusal.js';
import type { Block, Tip } from '../chain/block.js';
import type { Certificate } from '../chain/certificate.js';
import { BlockCheck } from '../consensus/blockCheck.js';
import type { ExecutedBlock } from '../consensus/production.js';
import { type ActiveSet, activeSetOf } from '../ledger/activeSet.js';
import { CodeMissing } from '../ledger/contractMachine.js';
import { Ahead } from './ahead.js';
import { type Candidate, Candidates, encodeCandidates } from './candidates.js';
import type { Halt } from './halt.js';
import type { HeadListener, HeadParts } from './headParts.js';
import type { Voter } from './voter.js';

/** A block whose own certificate is there. */
export interface Decided {
  readonly block: Block;
  readonly hash: string;
  readonly certificate: Certificate | undefined;
}

interface PreparedBlock {
  readonly hash: string;
  readonly executed: ExecutedBlock;
}

/** What surrounds the slot in the owner of the head. */
export interface AroundSlot {
  readonly halt: Halt;
  readonly listener: () => HeadListener;
  /** Continues from the store's head after this time. */
  readonly tryAgain: (afterMs: number) => void;
}

export class OpenSlot {
  readonly candidates = new Candidates();
  readonly ahead: Ahead;
  /** Hex; undefined in a process that signs nothing. */
  readonly #ownKey: string | undefined;
  voter: Voter | undefined;
  prepared: PreparedBlock | undefined;
  /** The block that the votes want prepared, 64 hex characters. */
  wanted: string | undefined;
  /** The certificate of a block of the open slot that is not in the chain yet. */
  decided: Certificate | undefined;
  /** When the first block of the open slot was here, monotonic milliseconds. */
  heldSince: number | undefined;
  /** The block that is being stored, or whose storing failed. */
  unstored: Decided | undefined;
  set: ActiveSet;
  /** Whether this process continues the chain after a failure. */
  isProducing = false;

  /** @param certificate that of the tip. */
  constructor(
    private readonly parts: HeadParts,
    private readonly around: AroundSlot,
    public certificate: Certificate | undefined,
  ) {
    const { state, rules, signer } = parts;
    this.#ownKey = signer && toHex(signer.publicKey);
    this.set = activeSetOf(state, rules.genesis);
    this.ahead = new Ahead(parts);
  }

  get tip(): Tip {
    return this.parts.chain.tip;
  }

  /** Whether a block of this height becomes the tip only with its own certificate. */
  needsCertificate(height: number): boolean {
    const { genesis, protocol } = this.parts.rules;
    return protocol.requiresCertificate(genesis, height + 1);
  }

  hashOf({ headerBytes, proposerSignature }: Pick<Block, 'headerBytes' | 'proposerSignature'>): string {
    return this.parts.rules.protocol.blockHash(headerBytes, toHex(proposerSignature));
  }

  measure({ round }: Certificate): void {
    const { measures, clock } = this.parts;
    measures.certificates[round === 0 ? 'first' : 'later']++;
    if (this.heldSince !== undefined) measures.certificateSeconds.observe((clock.monotonic() - this.heldSince) / 1_000);
  }

  revert(): void {
    this.prepared?.executed.prepared.revert();
    this.prepared = undefined;
  }

  /** Makes the block the prepared one, once the contracts that it needs are compiled: what it needs shows when it is executed. */
  async execute({ block, hash, items }: Candidate): Promise<ExecutedBlock | Refusal> {
    if (this.prepared?.hash === hash) return this.prepared.executed;
    this.revert();
    const { rules, state, replay, compiled } = this.parts;
    const ran = this.ahead.take(hash);
    const check = new BlockCheck({ rules, state, replay, tip: this.tip, block, items, now: undefined }, ran);
    for (;;) {
      const executed = check.run();
      if (!isRefusal(executed)) {
        this.prepared = { hash, executed };
        return executed;
      }
      if (!(executed instanceof CodeMissing) || !compiled) return executed;
      await compiled(executed.codeHash);
    }
  }

  /** Effects 2 to 4. */
  async prepare(hash: string): Promise<void> {
    const candidate = this.candidates.get(hash);
    if (!candidate || candidate.problem !== undefined || this.decided || !this.isOpen(candidate.block)) return;
    const executed = await this.execute(candidate);
    if (isRefusal(executed)) return this.#refuse(candidate, executed);
    if (!this.needsCertificate(candidate.block.header.height))
      return this.commit({ block: candidate.block, hash, certificate: undefined }, executed);
    const key = this.parts.signer?.publicKey;
    if (!candidate.isDurable && key && this.set.stakeOf(key) > 0n) await this.#keep(candidate);
    candidate.isDurable = true;
    this.voter?.step({ kind: 'ready', hash });
  }

  isOpen({ header }: Block): boolean {
    return header.height === this.tip.height + 1 && header.prev_hash === this.tip.hash;
  }

  #refuse(candidate: Candidate, refusal: Refusal): void {
    const { log } = this.parts;
    const { hash, block } = candidate;
    if (this.#isOwn(hash)) this.#refuseOwn(block, refusal);
    else {
      candidate.problem = refusal.message;
      log.warn({ height: block.header.height, hash, reason: refusal.message }, 'a signed block is invalid');
      this.voter?.step({ kind: 'invalid', hash });
    }
  }

  /** Whether this node has signed the block. What only its key has signed, in another process or an earlier life, does not bind it. */
  #isOwn(hash: string): boolean {
    const own = this.isProducing ? this.parts.signer?.blockAbove(this.tip) : undefined;
    return own !== undefined && this.hashOf(own) === hash;
  }

  /** This node has signed the block, so it signs no other one for the slot: an operator has to act. */
  #refuseOwn({ header }: Block, refusal: Refusal): void {
    const afterMs = this.around.halt.ofSigned(header.height, refusal);
    if (afterMs !== undefined) this.around.tryAgain(afterMs);
  }

  /** Effect 3: this block and those that were kept before it. */
  async #keep(candidate: Candidate): Promise<void> {
    // From here on it makes room for no other one: the next record must hold it too.
    candidate.isDurable = true;
    const kept = [...this.candidates.all()].filter(({ isDurable }) => isDurable);
    try {
      await this.parts.store.journalWrite(encodeCandidates(kept.map(({ block }) => block)), 'candidate');
    } catch (error) {
      candidate.isDurable = false;
      throw error;
    }
  }

  /** Effects 5 to 8, when block and certificate are both here. */
  async decide(): Promise<void> {
    const certificate = this.decided;
    if (!certificate || certificate.height !== this.tip.height + 1) return;
    const hash = toHex(certificate.blockHash);
    const candidate = this.candidates.get(hash);
    if (!candidate) return this.around.listener().wanted(hash);
    const executed = await this.execute(candidate);
    if (isRefusal(executed)) return this.contradict(candidate, executed, certificate);
    await this.commit({ block: candidate.block, hash, certificate }, executed);
  }

  /** Two thirds of the stake have committed a block that this node refuses: it cannot follow them. */
  contradict({ block, hash }: Pick<Candidate, 'block' | 'hash'>, refusal: Refusal, { precommits }: Certificate): void {
    const isAlone = precommits.every(({ voterKey }) => toHex(voterKey) === this.#ownKey);
    const { height } = block.header;
    const { message } = refusal;
    if (isAlone && this.#isOwn(hash)) this.#refuseOwn(block, refusal);
    else
      this.around.halt.forGood({
        message: `the network has committed block ${height} (${hash.slice(0, 16)}), which this node finds invalid: ${message}. This node runs another version of the rules, or its state is damaged: update it, or run "rouged verify-db"`,
      });
  }

  /** Effects 6 to 8. @param isStored whether effect 6 has happened. */
  async commit(decided: Decided, executed: ExecutedBlock, isStored = false): Promise<void> {
    const { chain, replay, measures, follow } = this.parts;
    const { block, hash, certificate } = decided;
    const lap = measures.laps();
    this.unstored = decided;
    if (isStored) chain.adopt(executed, block.proposerSignature, hash);
    else await this.#store(decided, executed);
    this.unstored = undefined;
    lap('commit');
    executed.prepared.commit();
    this.prepared = undefined;
    this.certificate = certificate;
    replay.addBlock(executed.header.time, executed.execution.tags);
    follow(executed, hash);
    this.open();
  }

  async #store({ block, hash, certificate }: Decided, executed: ExecutedBlock): Promise<void> {
    const stored = this.parts.chain.commit(executed, block.proposerSignature, hash, certificate);
    this.ahead.storing(hash, executed);
    try {
      await stored;
    } finally {
      this.ahead.stored();
    }
  }

  open(): void {
    const { rules, state } = this.parts;
    const { height, hash } = this.tip;
    this.candidates.clear();
    this.heldSince = undefined;
    this.wanted = undefined;
    this.decided = undefined;
    this.set = activeSetOf(state, rules.genesis);
    this.voter?.step({ kind: 'height', height: height + 1, parentHash: hash, set: this.set });
    this.around.listener().moved();
  }
}
