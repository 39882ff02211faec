/** What a node's answer to a claim means: done, refused for good, another time, or nothing about this claim at all.
 *
 *  The answers carry sentences (specification, Bridge; facts on claims). Only what can never change is refused for good: facts of the deposit's
 *  own transaction, in which the node's providers agree. Everything else is asked again, so a sentence that is not known here costs requests and loses no deposit. */

import type { JsonObject } from '../../engine/base/json.js';
import { isNodeFault, type NodeFault, textMember } from '../cli/client.js';

export type ClaimAnswer =
  | { readonly kind: 'done'; readonly was: 'minted' | 'claimed' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later'; readonly reason: string }
  /** The node takes no claims at present, this one or another. */
  | { readonly kind: 'node'; readonly why: NodeTrouble; readonly reason: string };

export type NodeTrouble = 'unreachable' | 'unauthorized' | 'rate_limited' | 'unavailable';

/** Nothing before it: other sentences may quote what a provider says. */
const CLAIMED = /^(?:transaction|deposit) already claimed\b/i;

const FINAL: readonly RegExp[] = [
  /supported RougeBridge deposit events in one transaction/,
  /\bdeposit transaction reverted\b/,
  /\bdeposit amount is (?:zero|out of range)\b/,
  /\bempty RougeChain pubkey\b/,
  /\bsub-unit dust rejected\b/,
  /\bdeposit token \S+ is not the configured\b/,
  /\bno matching USDC Transfer\b/,
  /\b(?:deposit )?amount too small\b/i,
  /\bis not a well-formed \w+ event\b/,
  /\bunsupported deposit token\b/,
  /\bthe recipient is neither a rouge1 address nor a public key\b/,
  /\bno output pays the custody address\b/,
  /\bdeposit has no OP_RETURN\b/,
  /\bdeposit OP_RETURN did not decode\b/,
  /\bdeposit has no inputs\b/,
  /\bspends coins of the bridge itself\b/,
  /\binvalid BTC txid\b/,
];

/** Sentences about the caller, not about the deposit; they come with status 200 too. */
const NOT_AUTHORIZED = /^unauthorized\b|^signature verification failed\b/;

const UNAUTHORIZED = new Set([401, 403]);

/** Whether providers of the node do not say the same: whatever one of them says may be refused for another reason tomorrow. */
const isOneSided = ({ answer }: NodeFault): boolean => answer?.get('one_sided') === true;

function troubleOf({ status, code, message }: NodeFault): NodeTrouble | undefined {
  if (status === 0 || code === 'malformed_answer') return 'unreachable';
  if (status === 429) return 'rate_limited';
  if (UNAUTHORIZED.has(status)) return 'unauthorized';
  if (status === 503 || (status >= 404 && status < 500)) return 'unavailable';
  return NOT_AUTHORIZED.test(message) ? 'unauthorized' : undefined;
}

/** @param answer of the route that claims. */
export function claimAnswer(answer: JsonObject | NodeFault): ClaimAnswer {
  if (!isNodeFault(answer))
    return { kind: 'done', was: CLAIMED.test(textMember(answer, 'error') ?? '') ? 'claimed' : 'minted' };
  const { message: reason } = answer;
  if (CLAIMED.test(reason)) return { kind: 'done', was: 'claimed' };
  const why = troubleOf(answer);
  if (why !== undefined) return { kind: 'node', why, reason };
  // `busy`: nothing is known, whatever a provider says that the sentence quotes.
  const isFinal = answer.code !== 'busy' && !isOneSided(answer) && FINAL.some((pattern) => pattern.test(reason));
  return isFinal ? { kind: 'refused', reason } : { kind: 'later', reason };
}
