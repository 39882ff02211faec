/** The second look, just before the mint: a deposit that was verified earlier must still be in the chain. */

import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import { agree, type ProviderAnswer } from '../quorum.js';
import { canonicalFault, chainFault, type EvidenceTexts, type EvmRules } from './evidence.js';
import { type EvmReceipt, type Result, reading, readReceipt } from './values.js';

export interface RecheckResults {
  readonly chainId: Result;
  /** eth_getTransactionReceipt. */
  readonly receipt: Result;
  /** eth_getBlockByNumber of the deposit's height. */
  readonly block: Result;
}

/** Where the transaction was when the deposit was verified. */
export interface SeenBlock {
  readonly hash: string;
  readonly blockHash: string;
  readonly height: number;
}

/** Reads one provider's answer. */
export function readRecheck(
  seen: SeenBlock,
  { chainId, receipt: result, block }: RecheckResults,
  rules: Pick<EvmRules, 'chainId'>,
  texts: EvidenceTexts,
): EvmReceipt | Refusal {
  const fault = chainFault(chainId, rules.chainId, texts);
  if (fault) return fault;
  if (isRefusal(result)) return refuse('busy', texts.unavailable(result.message));
  if (result === null) return refuse('not_found', texts.notFound);
  const receipt = reading('eth_getTransactionReceipt', () => readReceipt(result));
  if (isRefusal(receipt)) return receipt;
  if (receipt.transactionHash !== seen.hash)
    return refuse('busy', texts.unavailable('the receipt is of another transaction'));
  return canonicalFault(block, receipt) ?? receipt;
}

/** @returns why the deposit must not be minted now, or undefined. One provider that sees another block is enough. */
export function recheckFault(
  seen: SeenBlock,
  answers: readonly ProviderAnswer<EvmReceipt>[],
  rules: Pick<EvmRules, 'quorum'>,
): Refusal | undefined {
  const agreeing = agree(answers, rules.quorum, ({ blockHash, succeeded }) => `${blockHash} ${succeeded}`);
  if (isRefusal(agreeing)) return agreeing;
  const [receipt] = agreeing as [EvmReceipt];
  return receipt.succeeded && receipt.blockHash === seen.blockHash
    ? undefined
    : refuse(
        'rule_violation',
        `the transaction is in block ${receipt.blockHash} now and was verified in ${seen.blockHash}: reorganised — refusing to credit`,
      );
}
