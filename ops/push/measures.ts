/** What push delivery counts. The names of errors are fixed: an answer of the provider adds no series. */

/** Errors of one message that the provider names. `other` is every name that is not listed. */
export const itemErrors = [
  'DeviceNotRegistered',
  'MessageTooBig',
  'MessageRateExceeded',
  'MismatchSenderId',
  'InvalidCredentials',
  'other',
] as const;
export type ItemError = (typeof itemErrors)[number];

/** Why a request failed. `content`: the provider refuses this body; `refused`: it refuses this node or has moved;
 *  `bad_answer`: it has taken the request, and its answer cannot be read. */
export const requestFailures = [
  'rate_limited',
  'server_error',
  'network',
  'timeout',
  'refused',
  'content',
  'bad_answer',
] as const;
export type RequestFailure = (typeof requestFailures)[number];

/** Why an event or a message never left. `no_endpoint`: its platform has none, or its token is not of the platform. */
export const dropReasons = ['queue_full', 'too_old', 'no_endpoint', 'registry'] as const;
export type DropReason = (typeof dropReasons)[number];

const zeros = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

export class PushMeasures {
  /** Messages that the provider has accepted. */
  sent = 0;
  /** Tokens that were removed because the provider reported them gone. */
  gone = 0;
  /** Messages that were given up after the provider had them. */
  readonly failed = zeros([...itemErrors, 'content', 'bad_answer'] as const);
  /** Events and messages that never left. */
  readonly dropped = zeros(dropReasons);
  readonly requests = zeros(requestFailures);
  /** Accepted messages that did not reach their device, by their receipts. */
  readonly receipts = zeros(itemErrors);
}

export interface PushStats {
  readonly measures: PushMeasures;
  /** Messages that wait. */
  readonly queued: number;
  /** Accepted messages whose receipts are still to come. */
  readonly receipts: number;
}
