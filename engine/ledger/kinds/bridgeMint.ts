/** bridge_mint: an authority says that a deposit has happened on another chain; the last approval needed mints it. (Specification, Bridge.)
 *
 *  A claim key mints once for ever. It is free, so every rule is in `admit`. */

import { XRGE } from '../../base/amounts.js';
import { approveDeposit, checkAuthority, checkDeposit, checkNews } from '../bridge.js';
import { defineKind } from '../kind.js';
import { tokenUnits } from '../movement.js';
import { resultOf, storedFlag } from '../resultCodec.js';
import { shownSymbol } from '../tokens.js';
import {
  bridgeSubjects,
  type DepositFields,
  depositLayout,
  depositLog,
  depositMembers,
  depositView,
  factsOf,
  readDeposit,
  recipientKeys,
} from './bridgeFields.js';
import { messageAnswer } from './tokenFields.js';

export interface DepositResult {
  /** Whether it was the last approval that the claim needed. */
  readonly minted: boolean;
}

export const depositResult = resultOf<DepositResult>({ minted: ['minted', storedFlag] });

export const depositRefusals = ['rule_violation', 'not_authorized', 'already_exists', 'invalid_recipient'] as const;

export const bridgeMint = defineKind<DepositFields, DepositResult>({
  name: 'bridge_mint',
  route: '/api/v2/bridge/mint',
  chapter: 'Bridge',
  summary:
    'An authority of the bridge states a deposit on another chain; with enough of them it is minted, once for ever',
  members: depositMembers,
  answers: [messageAnswer],
  refusals: depositRefusals,
  layout: depositLayout,
  // bridge_attest has the same members.
  namesItself: true,
  result: depositResult,
  admitsOutflow: false,

  decode: readDeposit,

  outflow: () => [],

  admit(view, { sender, fields }, block) {
    const facts = factsOf(fields);
    return (
      checkAuthority(block.genesis, sender) ??
      checkDeposit(view, fields.claimKey, facts, block) ??
      checkNews(view, fields.claimKey, facts, { authority: sender }, block)
    );
  },

  apply: (state, { sender, fields }, block) => ({
    minted: approveDeposit(state, fields.claimKey, factsOf(fields), { authority: sender }, block),
  }),

  logs: ({ fields }, { minted }) => [{ event: minted ? 'bridge_mint' : 'bridge_approval', data: depositLog(fields) }],

  movements: ({ fields: { recipient, token, units } }, { minted }) =>
    minted ? [{ reason: 'bridge', to: recipient, moved: tokenUnits(token, units) }] : [],

  parties: ({ recipient }, { minted }) => (minted ? [recipient] : []),

  subjects: ({ token }, { minted }) => (minted ? bridgeSubjects(token) : []),

  reveals: recipientKeys,

  answer: () => ({ message: 'Bridge mint submitted' }),

  event: ({ recipient, recipientText, token, units }) => ({
    to: { account: recipient, text: recipientText },
    ...(token === XRGE ? {} : { token: shownSymbol(token) }),
    amount: units,
  }),

  view: (fields, result) => ({ ...depositView(fields), ...(result && { minted: result.minted }) }),
});
