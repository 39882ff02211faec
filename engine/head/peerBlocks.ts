/** What peers send for the slots above the tip is checked here: headers, blocks, votes and certificates.
 *
 *  In: what a peer sent, in its own form. Out: candidates and decided blocks for the head, votes for the voter, and a verdict for the
 *  network, which judges the peer by it. Signatures are checked in the pool; blocks to catch up with are brought in by `decidedBlocks.ts`. */

import { toBinary } from '../base/bytes.js';
import type { Log, Timers } from '../base/ports.js';
import { type Refusal, refuse } from '../base/refusal.js';
import type { Block } from '../chain/block.js';
import { type Certificate, checkCertificate } from '../chain/certificate.js';
import type { Vote } from '../chain/vote.js';
import { EarlyHeader } from '../consensus/blockCheck.js';
import type { ChainRules } from '../consensus/production.js';
import type { BlockVerifier } from '../intake/verifier.js';
import type { Mempool, PoolItem } from '../mempool/mempool.js';
import type { CertificateVerdict, DecidedBlock, HeaderVerdict, NetworkEvent, SignedHeader } from '../network/events.js';
import type { LinkId } from '../network/net.js';
import { checkVotes } from './blockSignatures.js';
import { CertificateSignatures } from './certificateSignatures.js';
import { DecidedBlocks, Uncertified } from './decidedBlocks.js';
import { isBusy } from './halt.js';
import type { Head } from './head.js';
import type { Voter } from './voter.js';

export interface PeerBlocksParts {
  readonly rules: ChainRules;
  readonly head: Head;
  readonly voter: Voter;
  readonly mempool: Mempool;
  readonly verifier: BlockVerifier;
  readonly timers: Timers;
  readonly log: Log;
  /** Milliseconds since the epoch, by the clock that blocks are dated with. */
  readonly now: () => number;
  /** A certificate of the open height holds. */
  readonly onDecided: (certificate: Certificate) => void;
}

/** Wait before a block is offered to the head again that could not be checked, because the pool was busy. */
const BLOCK_RETRY_MS = 200;

/** Headers ahead of this clock that wait for their time: only a proposer that signs many for one slot has more. The newest loses; it
 *  is offered again. */
const EARLY_HEADERS = 8;

/** An early header is looked at again at least this often: clocks are set. */
const EARLY_LOOK_MS = 60_000;

export class PeerBlocks {
  readonly #decided: DecidedBlocks;
  readonly #certificates: CertificateSignatures;
  readonly #early = new Map<string, { readonly signed: SignedHeader; readonly cancel: () => void }>();
  #stopped = false;

  /** @param tell tells the network a verdict. */
  constructor(
    private readonly parts: PeerBlocksParts,
    private readonly tell: (event: NetworkEvent) => void,
  ) {
    const { rules, head, verifier, log } = parts;
    const onChecked = (hash: string, refusal: Refusal | undefined): void => this.#decidedChecked(hash, refusal);
    this.#certificates = new CertificateSignatures(rules, verifier);
    this.#decided = new DecidedBlocks({ rules, head, verifier, log, onChecked, certificates: this.#certificates });
  }

  async header(signed: SignedHeader): Promise<void> {
    const { head } = this.parts;
    const refusal = await head.offerHeader(signed, signed.hash);
    if (this.#stopped) return;
    if (refusal instanceof EarlyHeader) {
      this.tell({ kind: 'headerChecked', hash: signed.hash, verdict: this.#putOff(signed) });
      return;
    }
    // Since the block came, another one may have become the tip, or itself: then it is late, and nobody is to blame.
    const isLate = head.tip.hash !== signed.header.prev_hash;
    const verdict = refusal && isLate ? 'unclear' : verdictOf(refusal);
    this.tell({ kind: 'headerChecked', hash: signed.hash, verdict });
  }

  /** Looks at a header again when its time has come, if its slot is still open then. */
  #putOff(signed: SignedHeader): HeaderVerdict {
    const { head, timers, now } = this.parts;
    for (const [hash, early] of this.#early)
      if (head.extends(early.signed)) {
        early.cancel();
        this.#early.delete(hash);
      }
    if (this.#early.has(signed.hash)) return 'early';
    if (this.#early.size >= EARLY_HEADERS) return 'unclear';
    const wait = Math.min(signed.header.time - now(), EARLY_LOOK_MS);
    const cancel = timers.after(wait, () => {
      this.#early.delete(signed.hash);
      if (!head.extends(signed)) void this.header(signed);
    });
    this.#early.set(signed.hash, { signed, cancel });
    return 'early';
  }

  /** Transactions that wait here are not verified again. */
  #known(leaves: readonly Uint8Array[]): (PoolItem | undefined)[] {
    if (leaves.length === 0) return [];
    const waiting = new Map<string, PoolItem>();
    for (const item of this.parts.mempool.items()) waiting.set(toBinary(item.leaf), item);
    return leaves.map((leaf) => waiting.get(toBinary(leaf)));
  }

  async block(hash: string, block: Block, leaves: readonly Uint8Array[]): Promise<void> {
    const { head, timers } = this.parts;
    const refusal = await head.offer(block, this.#known(leaves));
    if (refusal && isUnclear(refusal) && !this.#stopped && block.header.height === head.tip.height + 1) {
      timers.after(BLOCK_RETRY_MS, () => void this.block(hash, block, leaves));
      return;
    }
    const verdict = verdictOf(refusal);
    this.tell({ kind: 'blockChecked', hash, verdict: verdict === 'holds' ? 'valid' : 'unclear' });
  }

  /** Brings in a block with its certificate, from a peer that is ahead, after those that came before it. */
  decidedBlock(hash: string, decided: DecidedBlock): void {
    this.#decided.take(hash, decided);
  }

  #decidedChecked(hash: string, refusal: Refusal | undefined): void {
    const verdict = verdictOf(refusal);
    const isUncertified = refusal instanceof Uncertified;
    this.tell({
      kind: 'blockChecked',
      hash,
      verdict:
        verdict === 'holds' ? 'valid' : verdict !== 'invalid' ? 'unclear' : isUncertified ? 'uncertified' : verdict,
    });
  }

  /** Certificates of headers above the head. */
  async headerCertificates(token: number, certificates: readonly Certificate[]): Promise<void> {
    const verdicts = await Promise.all(certificates.map((certificate) => this.#judge(certificate)));
    if (!this.#stopped) this.tell({ kind: 'headerCertificatesChecked', token, verdicts });
  }

  async #judge(certificate: Certificate): Promise<CertificateVerdict> {
    const { head } = this.parts;
    const { height, blockHash } = certificate;
    const { totalStake, stakeOf } = head.set;
    const next = head.tip.height + 1;
    if (height < next) return 'unclear';
    // The set of a later height may be another one.
    if (checkCertificate(certificate, { height, blockHash, totalStake }, stakeOf))
      return height === next ? 'false' : 'unproven';
    const problem = await this.#certificates.check(certificate).catch(() => refuse('busy', 'not checked'));
    return problem ? (isBusy(problem) ? 'unclear' : 'false') : 'holds';
  }

  async votes(link: LinkId, votes: readonly Vote[]): Promise<void> {
    const verdicts = await checkVotes(this.parts.rules, this.parts.verifier, votes);
    if (!verdicts) return this.tell({ kind: 'votesChecked', link, votes, accepted: [], rejected: [] });
    const accepted = votes.filter((_, index) => verdicts[index]);
    const rejected = votes.filter((_, index) => !verdicts[index]);
    for (const vote of accepted) this.parts.voter.step({ kind: 'vote', vote });
    this.tell({ kind: 'votesChecked', link, votes, accepted, rejected });
  }

  async certificate(link: LinkId, certificate: Certificate): Promise<void> {
    const { head } = this.parts;
    const { height, blockHash } = certificate;
    const { totalStake, stakeOf } = head.set;
    if (height !== head.tip.height + 1)
      return this.tell({ kind: 'certificateChecked', link, certificate, holds: undefined });
    const refusal =
      checkCertificate(certificate, { height, blockHash, totalStake }, stakeOf) ??
      (await this.#certificates.check(certificate).catch(() => refuse('busy', 'not checked')));
    const holds = refusal ? (isBusy(refusal) ? undefined : false) : true;
    this.tell({ kind: 'certificateChecked', link, certificate, holds });
    if (holds) this.parts.onDecided(certificate);
  }

  /** Brings in nothing more. @returns when what is under way has ended. */
  stop(): Promise<void> {
    this.#stopped = true;
    for (const { cancel } of this.#early.values()) cancel();
    return this.#decided.stop();
  }
}

/** Codes that say nothing about the block, only about this node at this moment. */
const isUnclear = (refusal: Refusal): boolean => isBusy(refusal) || refusal.code === 'stopping';

function verdictOf(refusal: Refusal | undefined): HeaderVerdict {
  if (!refusal) return 'holds';
  return isUnclear(refusal) ? 'unclear' : 'invalid';
}
