/** What this node signs for the chain, and the journals that are durable before a signature leaves.
 *
 *  In: an executed block of this node's slot, or votes. Out: the signed block, the signed votes, or a refusal; then nothing was
 *  signed. Nothing is signed for a height that the journals or other nodes have shown to be signed already, unless it is the
 *  same again: then the same bytes come back. */

import { bytesEqual, fromHex } from '../base/bytes.js';
import type { Log } from '../base/ports.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Block, Tip } from '../chain/block.js';
import { messageOf, type Vote, type VoteIntent } from '../chain/vote.js';
import type { ChainRules, ExecutedBlock } from '../consensus/production.js';
import { SignJournal } from '../consensus/signJournal.js';
import { emptyVoteJournal, type PrevotedBlock, VoteJournal } from '../consensus/voteJournal.js';
import { accountOfKey } from '../crypto/address.js';
import type { VerifierPort } from '../intake/verifier.js';
import { activeSetOf, tipSetOf } from '../ledger/activeSet.js';
import type { NodeMeasures } from '../measures/nodeMeasures.js';
import { transactionOfItem } from '../mempool/entry.js';
import type { StorePort } from '../store/port.js';
import { proposedBy, type Recovered } from '../store/recovery.js';

export interface SignerParts {
  readonly rules: ChainRules;
  /** ML-DSA-65 public key of this node. */
  readonly publicKey: Uint8Array;
  readonly store: StorePort;
  readonly verifier: VerifierPort;
  readonly log: Log;
  readonly measures: NodeMeasures;
}

/** What the journals say at start. */
export interface SignedBefore {
  /** The block that is signed and not in the chain. */
  readonly block: Block | undefined;
  readonly votes: readonly Vote[];
  /** The others' prevotes that allowed the latest precommit among them. */
  readonly quorum: readonly Vote[];
}

export class Signer {
  readonly #slots: SignJournal;
  readonly #votes: VoteJournal;
  /** The block whose journal record is being written, or whose writing failed. */
  #unconfirmed: Block | undefined;
  /** Vote records that are being written, or whose writing failed: the file may hold one of them. */
  #unconfirmedVotes: readonly Uint8Array[] = [];
  #isSuspended = false;

  constructor(private readonly parts: SignerParts) {
    const { chainId } = parts.rules.genesis;
    this.#slots = new SignJournal(chainId);
    this.#votes = new VoteJournal(chainId, parts.publicKey);
  }

  get publicKey(): Uint8Array {
    return this.parts.publicKey;
  }

  /** Reads the journals. @returns a refusal when signing would be unsafe. */
  async restore(recovered: Recovered): Promise<SignedBefore | Refusal> {
    const { store, publicKey } = this.parts;
    const { tip, tipBlock } = recovered;
    const own = tip.height > 0 && proposedBy(tipBlock, publicKey);
    const { validators } = activeSetOf(recovered.state, this.parts.rules.genesis);
    const block = this.#slots.restore(await store.journalRead('slot'), tip, own, validators.length > 1);
    if (isRefusal(block)) return block;
    const bytes = await store.journalRead('votes');
    const refusal = this.#votes.restore(bytes, this.#mayHaveVoted(recovered) ? tip.height : 0);
    if (refusal) return refusal;
    if (!bytes) await this.#beginVotes(tip.height);
    const { votes, quorum } = this.#votes;
    return { block, votes, quorum };
  }

  /** Whether a missing vote journal may hide a vote. A version that kept no certificate of its tip kept no vote journal. */
  #mayHaveVoted({ certificate, state, votes }: Recovered): boolean {
    const { publicKey, rules } = this.parts;
    const { genesis } = rules;
    if (!certificate) return false;
    const record = votes.of(accountOfKey(publicKey));
    const isMember = [tipSetOf(state, genesis), activeSetOf(state, genesis)].some(
      ({ stakeOf }) => stakeOf(publicKey) > 0n,
    );
    return isMember || record.votes > 0 || record.lastProposed > 0;
  }

  /** From now on a missing vote journal is a lost one. */
  async #beginVotes(height: number): Promise<void> {
    const { store, rules, publicKey, log } = this.parts;
    if (store.stats().writeFailure !== undefined) return;
    const record = (): Uint8Array => emptyVoteJournal(rules.genesis.chainId, publicKey, height);
    try {
      await this.#writeVotes(record());
      this.#votes.restore(record(), height);
    } catch (error) {
      log.warn({ error }, 'the vote journal could not be begun; the first vote tries again');
    }
  }

  async #writeVotes(record: Uint8Array): Promise<void> {
    // A copy: the store takes the bytes away.
    this.#unconfirmedVotes = [...this.#unconfirmedVotes, new Uint8Array(record)];
    await this.parts.store.journalWrite(record, 'votes');
    this.#unconfirmedVotes = [];
  }

  /** Height of the newest thing that the journals show as signed; 0 for nothing. */
  get height(): number {
    return Math.max(this.#slots.slot?.height ?? 0, this.#votes.height);
  }

  /** The block that this key has signed for the slot above the tip. */
  blockAbove({ height, hash }: Tip): Block | undefined {
    return this.#slots.blockOf({ height: height + 1, parentHash: hash });
  }

  /** Whether this key has signed a block of this height, or of a later one. */
  hasSigned(height: number): boolean {
    return (this.#slots.slot?.height ?? 0) >= height;
  }

  /** Signs the header, and makes the slot's record durable. */
  async block(executed: ExecutedBlock): Promise<Block | Refusal> {
    const { store, measures } = this.parts;
    const { header, headerBytes, certificate, items } = executed;
    const claim = this.#slots.claim({ height: header.height, parentHash: header.prev_hash }, headerBytes);
    if (isRefusal(claim)) return claim;
    if (claim.kind === 'repeat') return claim.block;
    const lap = measures.laps();
    const proposerSignature = await this.#signature(headerBytes);
    if (isRefusal(proposerSignature)) return proposerSignature;
    lap('sign');
    const transactions = items.map(transactionOfItem);
    const block: Block = { header, headerBytes, proposerSignature, certificate, transactions };
    this.#unconfirmed = block;
    await store.journalWrite(this.#slots.encode(block), 'slot');
    lap('journal');
    this.#slots.record(block);
    this.#unconfirmed = undefined;
    return block;
  }

  /** Signs votes of one height, and makes their record durable. @param quorum the others' prevotes that allow a precommit among
   *  them. @param prevoted the latest quorum of prevotes that was seen. */
  async votes(
    intents: readonly VoteIntent[],
    quorum: readonly Vote[],
    prevoted?: PrevotedBlock,
  ): Promise<readonly Vote[] | Refusal> {
    const { rules, publicKey, measures } = this.parts;
    const { genesis, protocol } = rules;
    const claim = this.#votes.claim(intents, prevoted);
    if (isRefusal(claim)) return claim;
    const lap = measures.laps();
    const signed = await Promise.all(
      claim.sign.map(async (intent): Promise<Vote | Refusal> => {
        const message = messageOf(genesis.chainId, intent, protocol.voteBytes);
        const signature = await this.#signature(message);
        return isRefusal(signature) ? signature : { ...intent, voterKey: publicKey, signature };
      }),
    );
    const votes: Vote[] = [];
    for (const one of signed) {
      if (isRefusal(one)) return one;
      votes.push(one);
    }
    if (votes.length > 0) {
      if (this.#isSuspended) return refuse('busy', 'the journals are compared with the disk first');
      await this.#writeVotes(this.#votes.encode(votes, quorum));
      this.#votes.record(votes, quorum);
    }
    lap('certify');
    return [...claim.repeat, ...votes];
  }

  /** This node's precommit for a block that is in the chain already. Nothing new is said by it, so no journal holds it. */
  async precommitOf({ height, hash }: Tip): Promise<Vote | Refusal> {
    const { rules, publicKey } = this.parts;
    const blockHash = fromHex(hash) ?? new Uint8Array();
    const message = rules.protocol.voteBytes(rules.genesis.chainId, 'precommit', height, 0, blockHash);
    const signature = await this.#signature(message);
    if (isRefusal(signature)) return signature;
    return { type: 'precommit', height, round: 0, blockHash: hash, voterKey: publicKey, signature };
  }

  /** Brings the slot journal to a block that was signed but whose record may not be durable. */
  async repeat(block: Block): Promise<void> {
    await this.parts.store.journalWrite(this.#slots.encode(block), 'slot');
    this.#slots.record(block);
    this.#unconfirmed = undefined;
  }

  /** The database may be closed: no vote is signed before the journals are compared, because it would replace what another process
   *  has written. */
  suspend(): void {
    this.#isSuspended = true;
  }

  get isSuspended(): boolean {
    return this.#isSuspended;
  }

  get unconfirmed(): Block | undefined {
    return this.#unconfirmed;
  }

  /** Whether the journals on the disk are those that this process wrote. While the database was closed, or open for reading only,
   *  another process may have used the directory. Votes are signed again once both are. */
  async compare(): Promise<Refusal | undefined> {
    const { store } = this.parts;
    const slot = await store.journalRead('slot');
    const isSlotOurs = !slot || this.#slots.isLast(slot, this.#unconfirmed);
    const votes = await store.journalRead('votes');
    const found = votes && this.#unconfirmedVotes.find((record) => bytesEqual(record, votes));
    if (!isSlotOurs || (votes && !found && !this.#votes.isLast(votes)))
      return refuse('rule_violation', 'another process has signed with this data directory: restart the node');
    this.#unconfirmedVotes = found ? [found] : [];
    this.#isSuspended = false;
    return undefined;
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
}
