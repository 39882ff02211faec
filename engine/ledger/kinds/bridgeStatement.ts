/** What bridge_mint and bridge_attest share: both state a deposit on another chain, and the last statement needed mints it. They have the same
 *  members, so each must name itself. */

import { XRGE } from '../../base/amounts.js';
import type { Kind } from '../kind.js';
import { tokenUnits } from '../movement.js';
import { resultOf, storedFlag } from '../resultCodec.js';
import {
  bridgeSubjects,
  type DepositFields,
  depositLayout,
  depositMembers,
  depositView,
  readDeposit,
  recipientKeys,
} from './bridgeFields.js';
import { messageAnswer } from './tokenFields.js';

export interface StatementResult {
  /** Whether it was the last statement that the claim needed. */
  readonly minted: boolean;
}

export type StatementKind = Kind<DepositFields, StatementResult>;

export const statementRefusals = ['rule_violation', 'not_authorized', 'already_exists', 'invalid_recipient'] as const;

export const statement = {
  chapter: 'Bridge',
  members: depositMembers,
  answers: [messageAnswer],
  layout: depositLayout,
  namesItself: true,
  result: resultOf<StatementResult>({ minted: ['minted', storedFlag] }),
  admitsOutflow: false,
  isOfBridge: true,

  decode: readDeposit,

  outflow: () => [],

  movements: ({ fields: { recipient, token, units } }, { minted }) =>
    minted ? [{ reason: 'bridge', to: recipient, moved: tokenUnits(token, units) }] : [],

  parties: ({ recipient }, { minted }) => (minted ? [recipient] : []),

  subjects: ({ token }, { minted }) => (minted ? bridgeSubjects(token) : []),

  tokens: ({ token }, { minted }) => (minted ? [token] : []),

  reveals: recipientKeys,

  event: ({ recipient, recipientText, token, units }) => ({
    to: { account: recipient, text: recipientText },
    ...(token === XRGE ? {} : { token }),
    amount: units,
  }),

  view: (fields, result) => ({ ...depositView(fields), ...(result && { minted: result.minted }) }),
} as const satisfies Partial<StatementKind>;
