/** Blocks that others send over HTTP: POST /api/blocks/import.
 *
 *  In: a block as JSON or protobuf, with or without its own certificate. Out: a candidate for the open slot, or a block of the
 *  chain when its certificate is there; or why it is neither. Its checks come in the order of the specification. A few blocks are
 *  checked at a time; the newest is refused. */

import { fromHex } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Block } from '../chain/block.js';
import { type Certificate, checkCertificate } from '../chain/certificate.js';
import { checkHeader } from '../consensus/blockCheck.js';
import type { ChainRules } from '../consensus/production.js';
import { type BlockBody, splitBlockJson, splitBlockMessage } from '../intake/blockBody.js';
import { withKnownLeaves } from '../intake/knownTransactions.js';
import type { BlockVerifier, EncodedTransaction } from '../intake/verifier.js';
import type { Mempool, PoolItem } from '../mempool/mempool.js';
import type { State } from '../state/state.js';
import { checkCertificateSignatures, checkProposerSignature } from './blockSignatures.js';
import type { Head } from './head.js';

export interface BlockImportParts {
  readonly rules: ChainRules;
  readonly state: State;
  readonly head: Head;
  readonly verifier: BlockVerifier;
  readonly mempool: Pick<Mempool, 'items'>;
  /** Milliseconds since the epoch, by the clock that blocks are dated with. */
  readonly now: () => number;
}

export interface ImportedBlock {
  readonly height: number;
  /** 64 hex characters. */
  readonly hash: string;
  /** `candidate`: it is offered for the open slot and waits for its certificate; `known`: it was before; `final`: it is in the chain. */
  readonly outcome: 'candidate' | 'known' | 'final';
}

/** Bodies of 16 MiB that are checked at a time. */
const UNDER_WAY = 4;

const RETRY_SECONDS = 2;

/** Characters of a precommit in a certificate: key and signature in hex, and what stands around them. A protobuf has half of it. */
const PRECOMMIT_CHARACTERS = 11_000;
const FRAME_CHARACTERS = 64 * 1024;

/** Certificates of a block: its parent's and its own. */
const CERTIFICATES = 2;

export class BlockImports {
  #underWay = 0;

  constructor(private readonly parts: BlockImportParts) {}

  /** @param isProtobuf the message Block; JSON otherwise. */
  async take(body: Uint8Array, isProtobuf: boolean): Promise<ImportedBlock | Refusal> {
    const { held } = this.parts.head.halt;
    if (held) return held;
    if (this.#underWay >= UNDER_WAY)
      return refuse('busy', 'the node is checking other blocks; try again in a moment', RETRY_SECONDS);
    this.#underWay++;
    try {
      const read = this.#read(body, isProtobuf);
      return isRefusal(read) ? read : await this.#import(read);
    } finally {
      this.#underWay--;
    }
  }

  #read(body: Uint8Array, isProtobuf: boolean): BlockBody | Refusal {
    const { rules, head } = this.parts;
    const voters = Math.max(head.set.validators.length, head.certificate?.precommits.length ?? 0);
    const most = FRAME_CHARACTERS + CERTIFICATES * voters * PRECOMMIT_CHARACTERS;
    return isProtobuf ? splitBlockMessage(body, most, voters) : splitBlockJson(body, rules.protocol.headerBytes, most);
  }

  async #import({ items, own, statedHash, ...frame }: BlockBody): Promise<ImportedBlock | Refusal> {
    const { head, verifier } = this.parts;
    const { height } = frame.header;
    const late = head.extends(frame);
    if (late) return late;
    const unsigned = await checkProposerSignature(verifier, frame);
    if (unsigned?.code === 'invalid_signature')
      return refuse('invalid_signature', 'Invalid proposer signature on imported block');
    if (unsigned) return unsigned;
    const hash = head.hashOf(frame);
    if (statedHash !== undefined && statedHash.toLowerCase() !== hash)
      return refuse('block_conflict', 'Block hash mismatch');
    if (!own && head.candidate(hash)) return { height, hash, outcome: 'known' };
    const unfit = this.#checkHeader(frame.header);
    if (unfit) return unfit;
    const verified = await this.#verify(items);
    if (isRefusal(verified)) return verified;
    const block: Block = { ...frame, transactions: verified.map(({ transaction }) => transaction) };
    const foreign = this.#checkRoot(block, verified);
    if (foreign) return foreign;
    const refusal = own ? await this.#bringIn(block, hash, verified, own) : await head.offer(block, verified);
    return refusal ?? { height, hash, outcome: own ? 'final' : 'candidate' };
  }

  #checkHeader(header: Block['header']): Refusal | undefined {
    const { rules, state, head, now } = this.parts;
    return checkHeader({ rules, state, tip: head.tip, header, now: now() });
  }

  /** Signatures that were checked when the mempool took the transaction are not checked again. */
  async #verify(items: readonly EncodedTransaction[]): Promise<PoolItem[] | Refusal> {
    const { verifier, mempool } = this.parts;
    const answers = await verifier.verifyTransactions(withKnownLeaves(items, mempool.items()));
    const verified: PoolItem[] = [];
    let first: { readonly index: number; readonly refusal: Refusal } | undefined;
    let wrong = 0;
    for (const [index, answer] of answers.entries()) {
      if (!isRefusal(answer)) verified.push(answer);
      else if (answer.code === 'invalid_signature') wrong++;
      else first ??= { index, refusal: answer };
    }
    if (first) {
      const { code, message, retryAfterSeconds } = first.refusal;
      return refuse(code, `tx #${first.index}: ${message}`, retryAfterSeconds);
    }
    return wrong === 0 ? verified : refuse('invalid_signature', `Block has ${wrong} invalid tx signatures`);
  }

  /** A header with transactions of another block must not become a candidate: both have one hash. */
  #checkRoot({ header }: Block, items: readonly PoolItem[]): Refusal | undefined {
    const root = this.parts.rules.protocol.transactionsRoot(items.map(({ leaf }) => leaf));
    if (root === header.tx_hash) return undefined;
    return refuse('block_conflict', `block ${header.height} rejected: tx_hash does not match its transactions`);
  }

  async #bringIn(
    block: Block,
    hash: string,
    items: readonly PoolItem[],
    own: Certificate,
  ): Promise<Refusal | undefined> {
    const { head, rules, verifier } = this.parts;
    const { height } = block.header;
    const late = head.extends(block);
    if (late) return late;
    const { totalStake, stakeOf } = head.set;
    const blockHash = fromHex(hash) ?? new Uint8Array();
    const unproven =
      checkCertificate(own, { height, blockHash, totalStake }, stakeOf) ??
      (await checkCertificateSignatures(rules, verifier, own));
    if (unproven) return refuse(unproven.code, `block ${height} rejected: its own certificate: ${unproven.message}`);
    const parent = block.certificate && (await checkCertificateSignatures(rules, verifier, block.certificate));
    if (parent)
      return refuse(parent.code, `block ${height} rejected: the certificate of its parent: ${parent.message}`);
    return head.bringIn(block, items, own);
  }
}
