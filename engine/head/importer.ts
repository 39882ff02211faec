/** Imports whole blocks that were made elsewhere, or earlier, on top of the tip: every signature and rule is checked.
 *
 *  In: blocks, each the child of the one before. Out: the chain with them, durable, or the reason why one is invalid; then
 *  all blocks before it stay and nothing of it does. While one block is executed and written, the signatures of the blocks that
 *  follow are checked, because they do not depend on it. */

import { fromHex, toHex } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Block } from '../chain/block.js';
import { certificateChecks } from '../chain/certificate.js';
import { checkBlock } from '../consensus/blockCheck.js';
import type { ChainRules, ExecutedBlock } from '../consensus/production.js';
import type { BlockVerifier, VerifiedTransaction } from '../intake/verifier.js';
import type { ReplayGuard } from '../ledger/replayGuard.js';
import type { State } from '../state/state.js';
import type { ChainStore } from '../store/chainStore.js';

/** Checks every signature of a block: of its proposer, of its parent's certificate, of its transactions.
 *  @returns its transactions, decoded, in its order. */
export async function checkBlockSignatures(
  { genesis, protocol }: ChainRules,
  verifier: BlockVerifier,
  block: Block,
): Promise<VerifiedTransaction[] | Refusal> {
  const { certificate } = block;
  const voted =
    certificate &&
    protocol.voteBytes(genesis.chainId, 'precommit', certificate.height, certificate.round, certificate.blockHash);
  const checks = [
    {
      message: block.headerBytes,
      publicKey: fromHex(block.header.proposer_pub_key) ?? new Uint8Array(),
      signature: block.proposerSignature,
    },
    ...(certificate && voted ? certificateChecks(certificate, voted) : []),
  ];
  const verdicts = await verifier.checkSignatures(checks);
  if (isRefusal(verdicts)) return verdicts;
  if (verdicts.includes(false)) return refuse('invalid_signature', 'a signature in it does not hold');
  const items = await verifier.verifyTransactions(block.transactions);
  const verified: VerifiedTransaction[] = [];
  for (const [index, item] of items.entries()) {
    if (isRefusal(item)) return refuse(item.code, `tx #${index}: ${item.message}`);
    verified.push(item);
  }
  return verified;
}

export interface ImporterParts {
  readonly rules: ChainRules;
  readonly state: State;
  readonly replay: ReplayGuard;
  readonly chain: ChainStore;
  readonly verifier: BlockVerifier;
}

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

export class Importer {
  constructor(private readonly parts: ImporterParts) {}

  /** Imports blocks until they end or one of them is invalid.
   *  @param imported called with each height that is now durable.
   *  @throws StoreError when a block could not be made durable. */
  async importAll(
    blocks: AsyncIterable<Block | Refusal>,
    imported: (height: number) => void = () => {},
  ): Promise<Refusal | undefined> {
    const { rules, verifier } = this.parts;
    const checked = inOrder(
      blocks,
      async (block) => (isRefusal(block) ? block : checkBlockSignatures(rules, verifier, block)),
      (block) => (isRefusal(block) ? 0 : block.transactions.length),
    );
    for await (const { item: block, result: items } of checked) {
      if (isRefusal(block)) return block;
      const refusal = await this.#bringIn(block, items);
      if (refusal) return refusal;
      imported(block.header.height);
    }
    return undefined;
  }

  async #bringIn(block: Block, items: VerifiedTransaction[] | Refusal): Promise<Refusal | undefined> {
    if (isRefusal(items)) return refuse(items.code, `block ${block.header.height}: ${items.message}`);
    const { rules, state, replay, chain } = this.parts;
    const executed = checkBlock({ rules, state, replay, tip: chain.tip, block, items, now: undefined });
    if (isRefusal(executed)) return executed;
    await this.#commit(executed, block.proposerSignature);
    return undefined;
  }

  async #commit(executed: ExecutedBlock, proposerSignature: Uint8Array): Promise<void> {
    const { rules, chain, replay } = this.parts;
    try {
      const hash = rules.protocol.blockHash(executed.headerBytes, toHex(proposerSignature));
      await chain.commit(executed, proposerSignature, hash);
    } catch (error) {
      executed.prepared.revert();
      throw error;
    }
    executed.prepared.commit();
    replay.addBlock(executed.header.time, executed.execution.tags);
  }
}
