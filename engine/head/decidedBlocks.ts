/** Catching up: blocks that peers have made final, each with its own certificate.
 *
 *  In: blocks in the order of heights, a few ahead of the head. Out: the chain with them, or why one stays out. Signatures do not depend
 *  on the state, so those of a few blocks are checked at once, while an earlier block is executed and written; blocks are brought in one
 *  after the other. Nothing of a block whose parent stayed out comes in. A block that its certificate commits to and that this node finds
 *  invalid is nobody's fault who served it: this node cannot follow the network, and halts. */

import { fromHex } from '../base/bytes.js';
import type { Log } from '../base/ports.js';
import { isRefusal, Refusal, refuse } from '../base/refusal.js';
import { type Certificate, checkCertificate } from '../chain/certificate.js';
import type { ChainRules } from '../consensus/production.js';
import type { BlockVerifier } from '../intake/verifier.js';
import { isRelabelled } from '../ledger/decode.js';
import type { PoolItem } from '../mempool/mempool.js';
import type { DecidedBlock } from '../network/events.js';
import { leafOf } from '../network/openBlock.js';
import { checkProposerSignature, checkTransactions } from './blockSignatures.js';
import type { CertificateSignatures } from './certificateSignatures.js';
import { isBusy } from './halt.js';
import type { Head } from './head.js';

export interface DecidedBlocksParts {
  readonly rules: ChainRules;
  readonly head: Head;
  readonly verifier: BlockVerifier;
  readonly certificates: CertificateSignatures;
  readonly log: Log;
  /** @param refusal why the block stays out; undefined when it is in the chain. */
  readonly onChecked: (hash: string, refusal: Refusal | undefined) => void;
}

/** The block's own certificate does not hold: whoever sent it is to blame, not who sent the body. */
export class Uncertified extends Refusal {}

const uncertified = (refusal: Refusal | undefined): Refusal | undefined =>
  refusal && !isBusy(refusal) ? new Uncertified(refusal.code, refusal.message) : refusal;

/** Signatures that are checked ahead at a time: enough to keep the verification threads busy while a block is written, and a part of
 *  what may wait in the pool (`PRIORITY_ITEMS`). A block with more is checked alone. */
const AHEAD_SIGNATURES = 8_192;

/** A block whose check has not begun. */
interface Waiting {
  readonly signatures: number;
  readonly begin: () => void;
}

const signaturesIn = ({ block, certificate }: DecidedBlock): number =>
  1 + block.transactions.length + certificate.precommits.length + (block.certificate?.precommits.length ?? 0);

interface Taken {
  readonly hash: string;
  readonly decided: DecidedBlock;
  /** Its transactions, or why it stays out. */
  readonly checked: Promise<readonly PoolItem[] | Refusal>;
}

export class DecidedBlocks {
  readonly #waiting: Waiting[] = [];
  /** Taken and not brought in, in the order of heights. */
  readonly #taken: Taken[] = [];
  /** Signatures of blocks whose check has begun and that are not brought in. */
  #ahead = 0;
  #ended: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(private readonly parts: DecidedBlocksParts) {}

  /** Brings in a block after those that were taken before it. @param hash the block hash. */
  take(hash: string, decided: DecidedBlock): void {
    const signatures = signaturesIn(decided);
    const checked = new Promise<readonly PoolItem[] | Refusal>((resolve) => {
      const begin = (): void => resolve(this.#check(hash, decided).catch((error: unknown) => this.#later(error)));
      this.#waiting.push({ signatures, begin });
    });
    this.#beginChecks();
    this.#taken.push({ hash, decided, checked });
    this.#ended = this.#ended.then(async () => {
      await this.#bringIn(this.#taken.shift() as Taken);
      this.#ahead -= signatures;
      this.#beginChecks();
    });
  }

  /** Begins in the order of heights: the block that is brought in next has always begun. */
  #beginChecks(): void {
    for (let next = this.#waiting[0]; next && !this.#stopped; next = this.#waiting[0]) {
      if (this.#ahead > 0 && this.#ahead + next.signatures > AHEAD_SIGNATURES) return;
      this.#waiting.shift();
      this.#ahead += next.signatures;
      next.begin();
    }
  }

  /** Brings in nothing more. @returns when what is under way has ended. */
  stop(): Promise<void> {
    this.#stopped = true;
    return this.#ended;
  }

  #later(error: unknown): Refusal {
    this.parts.log.debug({ error }, 'a block of a peer could not be brought in');
    return refuse('busy', 'the block could not be checked or written now');
  }

  /** All signatures. Those of the block after the tip only when its certificate can be one: the set of later ones is not known. */
  async #check(hash: string, { block, certificate }: DecidedBlock): Promise<readonly PoolItem[] | Refusal> {
    const { head, verifier, certificates } = this.parts;
    const unproven = block.header.height === head.tip.height + 1 && this.#checkCertificate(hash, certificate);
    if (unproven) return unproven;
    const parent = block.certificate && certificates.check(block.certificate);
    const own = certificates.check(certificate);
    const proposer = checkProposerSignature(verifier, block);
    const [first, ...others] = [uncertified(await own), await parent, await proposer];
    const problem = first ?? others.find((each) => each !== undefined);
    return problem ?? checkTransactions(verifier, block);
  }

  /** The next block is executed while this one is written. */
  #expectNext(): void {
    const next = this.#taken[0];
    void next?.checked.then((items) => {
      if (!isRefusal(items) && !this.#stopped) this.parts.head.expect(next.decided.block, items);
    });
  }

  #checkCertificate(hash: string, certificate: Certificate): Refusal | undefined {
    const { head } = this.parts;
    const { totalStake, stakeOf } = head.set;
    const blockHash = fromHex(hash) ?? new Uint8Array();
    return uncertified(checkCertificate(certificate, { height: head.tip.height + 1, blockHash, totalStake }, stakeOf));
  }

  /** Whether the validators of the open slot have committed this block as it is here: what a server could have put in or left out is
   *  bound by the hash that they signed. */
  async #isCommitted(hash: string, { block, certificate }: DecidedBlock): Promise<boolean> {
    const { head, rules, certificates } = this.parts;
    const { protocol } = rules;
    const { header, transactions } = block;
    const parent = block.certificate && protocol.certificateHash(block.certificate);
    if (head.hashOf(block) !== hash || parent !== header.parent_commit) return false;
    if (protocol.transactionsRoot(transactions.map((parts) => leafOf(parts, protocol))) !== header.tx_hash)
      return false;
    if (transactions.some(isRelabelled) || this.#checkCertificate(hash, certificate)) return false;
    const unsigned = await certificates.check(certificate).catch((error: unknown) => this.#later(error));
    return unsigned === undefined;
  }

  async #bringIn({ hash, decided, checked }: Taken): Promise<void> {
    const { block, certificate } = decided;
    const { head, log, onChecked } = this.parts;
    if (this.#stopped) return;
    const { height } = block.header;
    const late =
      height === head.tip.height + 1
        ? this.#checkCertificate(hash, certificate)
        : refuse('busy', `Block height ${height} doesn't extend tip height ${head.tip.height}`);
    const items = late ?? (await checked);
    this.#expectNext();
    const refusal = isRefusal(items)
      ? items
      : await head.bringIn(block, items, certificate).catch((error: unknown) => this.#later(error));
    if (refusal && !isBusy(refusal) && (await this.#isCommitted(hash, { block, certificate }))) {
      head.contradict({ block, hash }, refusal, certificate);
      onChecked(hash, refuse('busy', 'this node finds invalid what the network has committed'));
      return;
    }
    if (refusal) log.debug({ height, reason: refusal.message }, 'a block of a peer stays out');
    onChecked(hash, refusal);
  }
}
