/** Why a request failed.
 *
 *  In: a failure of the node, of the connection, or of the caller's own values. Out: one class of error with a code for
 *  programs. */

import type { RefusalCode } from './generated/answers.js';

/** Codes of this client, in addition to those of the node:
 *  `unreachable`: no connection; `timeout`: no answer in time; `malformed_answer`: not the answer of a node;
 *  `not_included`, `not_final`: not within the given time; `transaction_failed`: in a block, but it failed there;
 *  `invalid_input`: a value that cannot be sent; `invalid_key`: keys that cannot be used; `wrong_key`: encrypted for others;
 *  `damaged_ciphertext`: signed by its sender, but it cannot be decrypted by anybody. */
export type ClientCode =
  | 'unreachable'
  | 'timeout'
  | 'malformed_answer'
  | 'not_included'
  | 'not_final'
  | 'transaction_failed'
  | 'invalid_input'
  | 'invalid_key'
  | 'wrong_key'
  | 'damaged_ciphertext';

/** Newer nodes may have codes that this client does not know. */
export type ErrorCode = RefusalCode | ClientCode | (string & {});

export interface ErrorFacts {
  readonly status?: number;
  readonly retryAfter?: number | undefined;
  readonly txId?: string | undefined;
  readonly details?: unknown;
  readonly cause?: unknown;
}

export class RougedError extends Error {
  override readonly name = 'RougedError';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Seconds after which a new try can succeed, when the node says so. */
  readonly retryAfter: number | undefined;
  /** The transaction concerned. After `unreachable` or `timeout` it may still be included. */
  readonly txId: string | undefined;
  /** What the node answered, when that was more than a code and a sentence. */
  readonly details: unknown;

  constructor(
    readonly code: ErrorCode,
    message: string,
    { status = 0, retryAfter, txId, details, cause }: ErrorFacts = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.retryAfter = retryAfter;
    this.txId = txId;
    this.details = details;
  }
}

/** @throws RougedError `invalid_input` when the condition does not hold. */
export function check(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new RougedError('invalid_input', sentence);
}
