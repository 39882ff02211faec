/** What one provider has answered about one transaction, and what that establishes.
 *
 *  In: the answers of one operation on one provider, never a mixture. Out: inputs, outputs and place of the transaction, or a refusal. Under
 *  the modes of the rules nothing is taken from JSON that raw bytes or headers could show. */

import { bytesEqual } from '../../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import type { BlockPlace, EsploraTransaction, SpentOutput } from './esploraAnswers.js';
import { hashOfShown, shownHash } from './hash.js';
import type { HeaderChain } from './headers.js';
import { isMerkleProof, type MerkleProof } from './merkle.js';
import type { BtcBridgeRules } from './rules.js';
import { type BtcOutput, type BtcTransaction, looksLikeNode, parseBtcTransaction } from './transaction.js';

export interface RawEvidence {
  readonly transaction: Uint8Array;
  /** Raw transactions whose outputs it spends; their order does not matter. */
  readonly previous: readonly Uint8Array[];
}

export interface SpvEvidence {
  readonly chain: HeaderChain;
  readonly proof: MerkleProof;
  /** The first transaction of the block, raw. */
  readonly coinbase: Uint8Array;
  readonly coinbaseProof: MerkleProof;
}

export interface BtcEvidence {
  /** Address of the provider as sentences may show it. */
  readonly provider: string;
  readonly transaction: EsploraTransaction;
  readonly tipHeight: number;
  /** Height of the block of the transaction in the best chain, false for a stale block, undefined when the provider does not say. */
  readonly bestChainHeight: number | false | undefined;
  readonly raw: RawEvidence | undefined;
  readonly spv: SpvEvidence | undefined;
}

/** Evidence, or why there is none: `busy` when the provider gave no usable answer, `not_found` when it does not know the transaction. */
export type BtcAnswer = BtcEvidence | Refusal;

export interface EstablishedTransaction {
  readonly id: string;
  readonly isCoinbase: boolean;
  readonly inputs: readonly SpentOutput[];
  readonly outputs: readonly BtcOutput[];
  /** What the provider says that it is, in satoshis. */
  readonly shownFee: bigint | undefined;
  /** Absent while it is unconfirmed. */
  readonly block: BlockPlace | undefined;
  /** 0 while it is unconfirmed. */
  readonly confirmations: number;
}

/** Outputs of a coinbase cannot be spent before (consensus rule of Bitcoin), and a reorganisation removes them for good. */
const COINBASE_CONFIRMATIONS = 100;

export const confirmationsNeeded = (
  transaction: EstablishedTransaction,
  { minConfirmations }: BtcBridgeRules,
): number => (transaction.isCoinbase ? Math.max(COINBASE_CONFIRMATIONS, minConfirmations) : minConfirmations);

/** A provider whose answers contradict each other or a proof. It has answered, so nothing excuses it. */
const lie = ({ provider }: BtcEvidence, reason: string): Refusal => refuse('rule_violation', `${provider}: ${reason}`);

const sameOutputs = (a: readonly BtcOutput[], b: readonly BtcOutput[]): boolean =>
  a.length === b.length &&
  a.every(({ value, script }, index) => {
    const other = b[index] as BtcOutput;
    return value === other.value && bytesEqual(script, other.script);
  });

/** The outputs that a transaction spends, from raw transactions that hash to the ids it names. */
function spentOutputs(transaction: BtcTransaction, previous: readonly Uint8Array[]): readonly SpentOutput[] | string {
  const known = new Map<string, BtcTransaction>();
  for (const bytes of previous) {
    const parsed = parseBtcTransaction(bytes);
    if (isRefusal(parsed)) return parsed.message;
    known.set(parsed.id, parsed);
  }
  const spent: SpentOutput[] = [];
  for (const { previousId, previousIndex } of transaction.inputs) {
    const output = known.get(previousId)?.outputs[previousIndex];
    if (!output) return `the raw transaction ${previousId} that it spends is missing or hashes to another id`;
    spent.push(output);
  }
  return spent;
}

type Parts = Pick<EstablishedTransaction, 'isCoinbase' | 'inputs' | 'outputs'>;

function bound(evidence: BtcEvidence): (Parts & { readonly parsed: BtcTransaction }) | Refusal {
  const { raw, transaction } = evidence;
  if (!raw) return lie(evidence, 'it gives no raw transaction, which raw binding requires');
  const parsed = parseBtcTransaction(raw.transaction);
  if (isRefusal(parsed)) return lie(evidence, parsed.message);
  if (parsed.id !== transaction.id)
    return lie(evidence, `its raw transaction hashes to ${parsed.id}, not to ${transaction.id}`);
  if (!sameOutputs(parsed.outputs, transaction.outputs))
    return lie(evidence, 'the outputs that it shows are not those of its raw transaction');
  const inputs = parsed.isCoinbase ? [] : spentOutputs(parsed, raw.previous);
  if (typeof inputs === 'string') return lie(evidence, inputs);
  return { parsed, isCoinbase: parsed.isCoinbase, inputs, outputs: parsed.outputs };
}

/** That a transaction is in the block at a height of a chain of headers. The coinbase has to be as deep as the transaction: a proof that begins
 *  at an inner node, or at a transaction that looks like one, has another length.
 *  @returns what is wrong. */
export function inclusionProblem(
  transaction: BtcTransaction,
  { height, hash }: BlockPlace,
  { chain, proof, coinbase, coinbaseProof }: SpvEvidence,
): string | undefined {
  const header = chain.at(height);
  if (!header) return `there is no proven header at height ${height}`;
  if (hash !== undefined && shownHash(header.hash) !== hash)
    return `the proven block at height ${height} is another one`;
  if (looksLikeNode(transaction)) return 'the transaction has 64 bytes and could be a node of a Merkle tree';
  const first = parseBtcTransaction(coinbase);
  if (isRefusal(first)) return first.message;
  if (!first.isCoinbase || looksLikeNode(first) || coinbaseProof.position !== 0)
    return 'the first transaction is no coinbase';
  if (coinbaseProof.siblings.length !== proof.siblings.length)
    return 'the Merkle proofs of the transaction and of the coinbase differ in depth';
  const isIn = ({ id }: BtcTransaction, of: MerkleProof): boolean =>
    isMerkleProof(hashOfShown(id) as Uint8Array, of, header.merkleRoot);
  if (!isIn(first, coinbaseProof)) return 'the Merkle proof of the coinbase does not lead to the header';
  return isIn(transaction, proof) ? undefined : 'the Merkle proof does not lead to the header';
}

/** Depth of a block under a tip; 0 for a block above it. */
const depthOf = (height: number, tipHeight: number): number => Math.max(0, tipHeight - height + 1);

function placeProblem(evidence: BtcEvidence, { height, hash }: BlockPlace, rules: BtcBridgeRules): Refusal | undefined {
  const { bestChainHeight } = evidence;
  if (bestChainHeight === false) return lie(evidence, `block ${hash ?? height} is not in the best chain`);
  if (bestChainHeight === undefined)
    return rules.rawBinding === 'off'
      ? undefined
      : lie(evidence, 'it does not say whether the block is in the best chain');
  return bestChainHeight === height
    ? undefined
    : lie(evidence, `it shows its block at heights ${height} and ${bestChainHeight}`);
}

/** @returns confirmations of a transaction in a block, by its headers when they are required. */
function provenDepth(
  evidence: BtcEvidence,
  block: BlockPlace,
  parsed: BtcTransaction | undefined,
  rules: BtcBridgeRules,
): number | Refusal {
  const shown = depthOf(block.height, evidence.tipHeight);
  if (rules.spv === 'off') return shown;
  if (!evidence.spv || !parsed) return lie(evidence, 'it gives no Merkle proof and headers, which SPV requires');
  const { checkpoint } = evidence.spv.chain;
  if (checkpoint.hash !== rules.checkpoint?.hash || checkpoint.height !== rules.checkpoint.height)
    return lie(evidence, 'its headers begin at another checkpoint');
  const problem = inclusionProblem(parsed, block, evidence.spv);
  if (problem !== undefined) return lie(evidence, problem);
  return Math.min(shown, depthOf(block.height, evidence.spv.chain.tipHeight));
}

/** @param id that the operation is about. */
export function establish(evidence: BtcEvidence, id: string, rules: BtcBridgeRules): EstablishedTransaction | Refusal {
  const { transaction } = evidence;
  if (transaction.id !== id) return lie(evidence, 'it answers about another transaction');
  const binding = rules.rawBinding === 'required' ? bound(evidence) : undefined;
  if (isRefusal(binding)) return binding;
  const parts: Parts = binding ?? transaction;
  const { block } = transaction;
  const known = {
    ...{ id, isCoinbase: parts.isCoinbase, inputs: parts.inputs, outputs: parts.outputs },
    ...{ shownFee: transaction.fee, block },
  };
  if (!block) return { ...known, confirmations: 0 };
  const confirmations = placeProblem(evidence, block, rules) ?? provenDepth(evidence, block, binding?.parsed, rules);
  if (isRefusal(confirmations)) return confirmations;
  const header = rules.spv === 'required' ? evidence.spv?.chain.at(block.height) : undefined;
  return { ...known, block: header ? { ...block, hash: shownHash(header.hash) } : block, confirmations };
}
