/** Brings in history: blocks that others made final, each with its own certificate, which the next block or the end of the source
 *  carries. Every signature and rule is checked.
 *
 *  In: blocks, each the child of the one before. Out: the chain with them, durable, or the reason why one is invalid; then
 *  all blocks before it stay and nothing of it does. While one block is executed and written, the signatures of the blocks that
 *  follow are checked, because they do not depend on it. */

import { fromHex } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Block } from '../chain/block.js';
import { type Certificate, checkCertificate } from '../chain/certificate.js';
import type { ChainRules } from '../consensus/production.js';
import type { BlockVerifier } from '../intake/verifier.js';
import type { PoolItem } from '../mempool/mempool.js';
import { checkBlockSignatures, checkCertificateSignatures } from './blockSignatures.js';
import type { Head } from './head.js';

/** Items worked on ahead of the one that is consumed, and transactions that they may hold together: enough to keep the
 *  verification threads busy, few enough to hold in memory. */
const AHEAD_BLOCKS = 32;
const AHEAD_TRANSACTIONS = 8_192;

/** Runs `work` on items ahead of their reader, which gets item and result in the order of the source.
 *  @param weigh transactions in an item. */
export async function* inOrder<T, R>(
  source: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
  weigh: (item: T) => number,
): AsyncIterable<{ readonly item: T; readonly result: R }> {
  const waiting: { readonly item: T; readonly result: Promise<R> }[] = [];
  let held = 0;
  for await (const item of source) {
    const result = work(item);
    // The reader that takes it gets the failure; but it may never be taken.
    result.catch(() => {});
    waiting.push({ item, result });
    held += weigh(item);
    while (waiting.length >= AHEAD_BLOCKS || (held > AHEAD_TRANSACTIONS && waiting.length > 1)) {
      const next = waiting.shift() as (typeof waiting)[number];
      held -= weigh(next.item);
      yield { item: next.item, result: await next.result };
    }
  }
  for (const next of waiting) yield { item: next.item, result: await next.result };
}

/** A block of a source. */
export interface HistoryBlock {
  readonly block: Block;
  /** Its own certificate, where the source has it: that of the last block. */
  readonly certificate?: Certificate | undefined;
}

interface Checked {
  readonly block: Block;
  readonly certificate: Certificate | undefined;
  readonly items: readonly PoolItem[];
}

export interface ImporterParts {
  readonly rules: ChainRules;
  readonly head: Head;
  readonly verifier: BlockVerifier;
}

/** What became of an import. */
export interface Imported {
  readonly refusal: Refusal | undefined;
  /** Height of the last block of the source, which stays out because the source does not hold its certificate. */
  readonly uncertified: number | undefined;
}

export class Importer {
  constructor(private readonly parts: ImporterParts) {}

  /** Imports blocks until they end or one of them is invalid.
   *  @param imported called with each height that is now durable.
   *  @throws StoreError when a block could not be made durable. */
  async importAll(
    blocks: AsyncIterable<HistoryBlock | Refusal>,
    imported: (height: number) => void = () => {},
  ): Promise<Imported> {
    const checked = inOrder(
      blocks,
      async (one) => (isRefusal(one) ? one : this.#check(one)),
      (one) => (isRefusal(one) ? 0 : one.block.transactions.length),
    );
    let waiting: Checked | undefined;
    const bringIn = async (one: Checked, certificate: Certificate | undefined): Promise<Refusal | undefined> => {
      const refusal = await this.#bringIn(one, certificate);
      if (!refusal) imported(one.block.header.height);
      return refusal;
    };
    for await (const { result } of checked) {
      if (isRefusal(result)) {
        const refusal = waiting && this.#standsAlone(waiting) && (await bringIn(waiting, waiting.certificate));
        return { refusal: refusal || result, uncertified: undefined };
      }
      this.parts.head.expect(result.block, result.items);
      const refusal = waiting && (await bringIn(waiting, result.block.certificate));
      if (refusal) return { refusal, uncertified: undefined };
      waiting = result;
    }
    if (!waiting) return { refusal: undefined, uncertified: undefined };
    if (!this.#standsAlone(waiting)) return { refusal: undefined, uncertified: waiting.block.header.height };
    return { refusal: await bringIn(waiting, waiting.certificate), uncertified: undefined };
  }

  /** Whether a block can be brought in without the one that follows it. */
  #standsAlone({ block, certificate }: Checked): boolean {
    return certificate !== undefined || !this.parts.head.needsCertificate(block.header.height);
  }

  async #check({ block, certificate }: HistoryBlock): Promise<Checked | Refusal> {
    const { rules, verifier } = this.parts;
    const items = await checkBlockSignatures(rules, verifier, block);
    const problem = isRefusal(items)
      ? items
      : certificate && (await checkCertificateSignatures(rules, verifier, certificate));
    if (problem && isRefusal(problem)) return refuse(problem.code, `block ${block.header.height}: ${problem.message}`);
    return { block, certificate, items: items as PoolItem[] };
  }

  async #bringIn({ block, items }: Checked, certificate: Certificate | undefined): Promise<Refusal | undefined> {
    const { head } = this.parts;
    const { height } = block.header;
    if (!head.needsCertificate(height)) return head.bringIn(block, items, undefined);
    const { totalStake, stakeOf } = head.set;
    const blockHash = fromHex(head.hashOf(block)) ?? new Uint8Array();
    const problem = certificate
      ? checkCertificate(certificate, { height, blockHash, totalStake }, stakeOf)
      : refuse('rule_violation', 'the next block carries no certificate of it');
    if (problem) return refuse(problem.code, `block ${height} rejected: ${problem.message}`);
    return head.bringIn(block, items, certificate);
  }
}
