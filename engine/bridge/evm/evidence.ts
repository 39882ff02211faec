/** What one provider proves about one transaction, and what a quorum of providers proves together.
 *
 *  In: the raw results of one provider's calls. Out: the evidence, or why this provider is missing. Checked for each provider by itself:
 *  it serves the expected chain; transaction, receipt and logs name one hash; the block at the receipt's height has the receipt's hash,
 *  so a height that is final says something about this very block; with raw binding, that the block's hash covers all of it. */

import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import { agree, type ProviderAnswer, reachedBy } from '../quorum.js';
import { bindToBlock } from './rawBinding.js';
import {
  count,
  type EvmReceipt,
  type EvmTransaction,
  malformed,
  quantity,
  type Result,
  readBlockName,
  reading,
  readReceipt,
  readTransaction,
} from './values.js';

/** From when on a block counts: at a depth, or also at or below the block that the chain calls safe or finalized. */
export type Finality = 'depth' | 'safe' | 'finalized';

/** How much of the providers' word is checked. */
export interface EvmRules {
  readonly chainId: bigint;
  /** Blocks above the transaction's. */
  readonly confirmations: number;
  readonly finality: Finality;
  /** Whether receipt and transaction must be recomputed into the hash of their block. */
  readonly rawBinding: boolean;
  /** Providers that must agree. */
  readonly quorum: number;
}

/** One provider's results. `block` and those after it are asked for when the receipt names a height. */
export interface EvmResults {
  /** eth_chainId. */
  readonly chainId: Result;
  /** eth_getTransactionByHash. */
  readonly transaction: Result;
  /** eth_getTransactionReceipt. */
  readonly receipt: Result;
  /** eth_blockNumber. */
  readonly head: Result;
  /** eth_getBlockByNumber of the receipt's height; with its transactions when binding is required. */
  readonly block?: Result | undefined;
  /** eth_getBlockByNumber of the tag `safe` or `finalized`. */
  readonly level?: Result | undefined;
  /** eth_getBlockReceipts of the receipt's height. */
  readonly blockReceipts?: Result | undefined;
}

/** How a route says that something is missing. */
export interface EvidenceTexts {
  readonly wrongChain: (expected: bigint, got: bigint) => string;
  readonly chainUnknown: (why: string) => string;
  readonly unavailable: (why: string) => string;
  readonly notFound: string;
  readonly notMined: string;
  readonly headUnknown: string;
  readonly tooShallow: (needed: number, height: number, head: number) => string;
}

export interface EvmEvidence {
  readonly transaction: EvmTransaction;
  readonly receipt: EvmReceipt;
  /** Height of the provider's head. */
  readonly head: number;
  /** Height of its safe or finalized block, when that is asked for. */
  readonly level?: number;
}

/** What a quorum agrees on. */
export interface ProvenTransaction {
  readonly transaction: EvmTransaction;
  readonly receipt: EvmReceipt;
  /** Blocks above the transaction's that the quorum has. */
  readonly depth: number;
  /** The head that the quorum has reached. */
  readonly head: number;
}

/** @returns why the provider does not serve the chain. */
export function chainFault(
  result: Result,
  expected: bigint,
  texts: Pick<EvidenceTexts, 'wrongChain' | 'chainUnknown'>,
): Refusal | undefined {
  if (isRefusal(result)) return refuse('busy', texts.chainUnknown(result.message));
  const chainId = reading('eth_chainId', () => quantity(result, 'the chain id'));
  if (isRefusal(chainId)) return refuse('busy', texts.chainUnknown(chainId.message));
  return chainId === expected ? undefined : refuse('rule_violation', texts.wrongChain(expected, chainId));
}

/** The block at a height must be the one that the receipt names. */
export function canonicalFault(block: Result | undefined, named: { blockHash: string; height: number }) {
  if (block === undefined) return refuse('busy', 'the block at the height of the transaction was not asked for');
  if (isRefusal(block)) return block;
  const name = reading('eth_getBlockByNumber', () => readBlockName(block));
  if (isRefusal(name)) return name;
  return name.height === named.height && name.blockHash === named.blockHash
    ? undefined
    : refuse(
        'busy',
        `block ${named.height} is ${name.blockHash} and the receipt names ${named.blockHash}: reorganised`,
      );
}

function readLevel(results: EvmResults, finality: Finality): number | undefined | Refusal {
  if (finality === 'depth') return undefined;
  const { level } = results;
  if (level === undefined || level === null) return refuse('busy', `the provider has no ${finality} block`);
  return isRefusal(level) ? level : reading(`the ${finality} block`, () => readBlockName(level).height);
}

function readPair(results: EvmResults, hash: string, texts: EvidenceTexts): [EvmTransaction, EvmReceipt] | Refusal {
  const { transaction, receipt } = results;
  if (isRefusal(transaction)) return refuse('busy', texts.unavailable(transaction.message));
  if (isRefusal(receipt)) return refuse('busy', texts.unavailable(receipt.message));
  if (transaction === null) return refuse('not_found', texts.notFound);
  if (receipt === null) return refuse('not_found', texts.notMined);
  return reading('the transaction', () => {
    const read: [EvmTransaction, EvmReceipt] = [readTransaction(transaction), readReceipt(receipt)];
    if (read[0].hash !== hash || read[1].transactionHash !== hash) malformed('it is another transaction');
    return read;
  });
}

/** Reads what one provider answered about the transaction `hash` (0x and 64 small hex digits). */
export function readEvidence(
  hash: string,
  results: EvmResults,
  rules: EvmRules,
  texts: EvidenceTexts,
): EvmEvidence | Refusal {
  const fault = chainFault(results.chainId, rules.chainId, texts);
  if (fault) return fault;
  const pair = readPair(results, hash, texts);
  if (isRefusal(pair)) return pair;
  const [transaction, receipt] = pair;
  const { head: headResult, block, blockReceipts } = results;
  const head = isRefusal(headResult) ? headResult : reading('eth_blockNumber', () => count(headResult, 'the height'));
  if (isRefusal(head)) return refuse('busy', texts.headUnknown);
  const other = canonicalFault(block, receipt);
  if (other) return other;
  const level = readLevel(results, rules.finality);
  if (isRefusal(level)) return level;
  const unbound = rules.rawBinding ? bindToBlock(transaction, receipt, rules.chainId, block, blockReceipts) : undefined;
  return unbound ?? { transaction, receipt, head, ...(level === undefined ? {} : { level }) };
}

/** Everything that decides about a deposit; heads differ among honest providers. */
const digestOf = ({ transaction, receipt }: EvmEvidence): string =>
  JSON.stringify([transaction, receipt], (_, value) => (typeof value === 'bigint' ? String(value) : value));

/** @returns the transaction that the quorum agrees on, deep enough and final enough for the quorum. */
export function prove(
  answers: readonly ProviderAnswer<EvmEvidence>[],
  rules: EvmRules,
  texts: EvidenceTexts,
): ProvenTransaction | Refusal {
  const agreeing = agree(answers, rules.quorum, digestOf);
  if (isRefusal(agreeing)) return agreeing;
  const { transaction, receipt } = agreeing[0] as EvmEvidence;
  const reached = (heights: readonly number[]): number => reachedBy(heights, rules.quorum);
  const head = reached(agreeing.map((evidence) => evidence.head));
  const { height } = receipt;
  if (head < height + rules.confirmations)
    return refuse('unconfirmed', texts.tooShallow(rules.confirmations, height, head));
  if (rules.finality !== 'depth') {
    const level = reached(agreeing.map((evidence) => evidence.level ?? -1));
    if (level < height)
      return refuse(
        'unconfirmed',
        `the transaction's block ${height} is not ${rules.finality} yet (block ${level} is)`,
      );
  }
  return { transaction, receipt, head, depth: head - height };
}
