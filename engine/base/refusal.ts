/** Refusals: every way in which the node says no, as values with a code.
 *
 *  A refusal is never thrown. A function that may refuse returns `T | Refusal` and the caller checks `isRefusal`.
 *  This file holds the only list of codes. A code determines the HTTP status; the message is written for the person who
 *  has to act on it. Metrics count refusals by code. */

/** HTTP status of each code: 400 malformed or against a rule, 401 signature, time or nonce, 403 not allowed,
 *  404 unknown, 409 conflict, 410 gone, 413 too large, 421 for another server, 429 rate, 503 busy, 504 unknown outcome. */
export const refusalStatus = {
  host_ambiguous: 400,
  malformed_body: 400,
  malformed_payload: 400,
  malformed_parameter: 400,
  invalid_amount: 400,
  invalid_recipient: 400,
  operation_mismatch: 400,
  operation_unknown: 400,
  chain_id_mismatch: 400,
  derived_field_mismatch: 400,
  insufficient_balance: 400,
  rule_violation: 400,
  invalid_image: 400,
  invalid_contract: 400,
  invalid_signature: 401,
  timestamp_window: 401,
  from_mismatch: 401,
  nonce_missing: 401,
  nonce_used: 401,
  api_key_required: 401,
  api_key_invalid: 401,
  not_authorized: 403,
  suspended: 403,
  faucet_disabled: 403,
  faucet_restricted: 403,
  public_edge: 403,
  not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  events_pruned: 410,
  pruned: 410,
  expired: 410,
  block_conflict: 409,
  already_exists: 409,
  replaced: 409,
  legacy_endpoint: 410,
  too_large: 413,
  unsupported_media_type: 415,
  host_unknown: 421,
  faucet_cooldown: 429,
  faucet_balance: 429,
  faucet_pending: 429,
  sender_limit: 429,
  rate_limited: 429,
  internal: 500,
  busy: 503,
  mempool_full: 503,
  stopping: 503,
  not_producing: 503,
  no_authority: 503,
  height_not_reached: 503,
  unconfirmed: 504,
} as const satisfies Record<string, number>;

export type RefusalCode = keyof typeof refusalStatus;

/** All codes in a fixed order, so that a packet can carry a code as its index. */
export const refusalCodes = Object.keys(refusalStatus) as readonly RefusalCode[];

/** A refusal: what is wrong in one sentence, and the code that a program can act on. */
export class Refusal {
  constructor(
    readonly code: RefusalCode,
    readonly message: string,
    /** Seconds after which a retry can succeed; becomes the Retry-After header. */
    readonly retryAfterSeconds?: number,
    /** The lowest height there is, for a refusal because of a lower one. */
    readonly lowestHeight?: number,
    /** Whether some of several sources say it and others do not: they contradict them, fail, or were not heard. It says nothing for good,
     *  however final its code and sentence are: a source that lies today may be repaired or replaced. */
    readonly isOneSided = false,
  ) {}

  get status(): number {
    return refusalStatus[this.code];
  }
}

export const refuse = (code: RefusalCode, message: string, retryAfterSeconds?: number): Refusal =>
  new Refusal(code, message, retryAfterSeconds);

/** What some of several sources say, and others do not. */
export const refuseOneSided = (code: RefusalCode, message: string): Refusal =>
  new Refusal(code, message, undefined, undefined, true);

/** @param lowestHeight that can be asked for. */
export const refuseBelow = (message: string, lowestHeight: number): Refusal =>
  new Refusal('pruned', message, undefined, lowestHeight);

export const isRefusal = (value: unknown): value is Refusal => value instanceof Refusal;

/** A broken invariant of the program itself: thrown, because nothing after it can be trusted.
 *  Never used for input, however strange the input is. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** What an exception says, without its stack. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** @throws InvariantError when `condition` is false. Assertions stay on in production. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}
