/** bridge_attest: a validator has looked at the other chain for itself and finds what an authority has stated. Networks whose genesis file
 *  asks for it mint only what validators with two thirds of the stake attest. (Specification, Bridge.) */

import { XRGE } from '../../base/amounts.js';
import { refuse } from '../../base/refusal.js';
import { approveDeposit, checkDeposit, checkNews, isProposed } from '../bridge.js';
import { defineKind } from '../kind.js';
import { tokenUnits } from '../movement.js';
import { stakeOf } from '../staking.js';
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
import { type DepositResult, depositRefusals, depositResult } from './bridgeMint.js';
import { messageAnswer } from './tokenFields.js';

export const bridgeAttest = defineKind<DepositFields, DepositResult>({
  name: 'bridge_attest',
  route: '/api/v2/bridge/attest',
  chapter: 'Bridge',
  summary: 'A validator attests a deposit that an authority has stated, on networks that ask for it',
  members: depositMembers,
  answers: [messageAnswer],
  refusals: [...depositRefusals, 'not_found'],
  layout: depositLayout,
  namesItself: true,
  result: depositResult,
  admitsOutflow: false,

  decode: readDeposit,

  outflow: () => [],

  admit(view, { sender, fields }, block) {
    const facts = factsOf(fields);
    const problem = checkDeposit(view, fields.claimKey, facts, block);
    if (problem) return problem;
    if (!block.genesis.bridge?.attest)
      return refuse(
        'rule_violation',
        'claims of this network need no attestations: its genesis file does not ask for them',
      );
    if (stakeOf(view, sender) === 0n) return refuse('not_authorized', 'only a validator with a stake may attest');
    // Without this, attestations of deposits that nobody claims would fill the state for nothing.
    if (!isProposed(view, fields.claimKey, facts))
      return refuse('not_found', 'no authority has stated this deposit; an attestation follows a bridge_mint');
    return checkNews(view, fields.claimKey, facts, { attester: sender }, block);
  },

  apply: (state, { sender, fields }, block) => ({
    minted: approveDeposit(state, fields.claimKey, factsOf(fields), { attester: sender }, block),
  }),

  logs: ({ fields }, { minted }) => [
    { event: minted ? 'bridge_mint' : 'bridge_attestation', data: depositLog(fields) },
  ],

  movements: ({ fields: { recipient, token, units } }, { minted }) =>
    minted ? [{ reason: 'bridge', to: recipient, moved: tokenUnits(token, units) }] : [],

  parties: ({ recipient }, { minted }) => (minted ? [recipient] : []),

  subjects: ({ token }, { minted }) => (minted ? bridgeSubjects(token) : []),

  reveals: recipientKeys,

  answer: () => ({ message: 'Attestation submitted' }),

  event: ({ recipient, recipientText, token, units }) => ({
    to: { account: recipient, text: recipientText },
    ...(token === XRGE ? {} : { token: shownSymbol(token) }),
    amount: units,
  }),

  view: (fields, result) => ({ ...depositView(fields), ...(result && { minted: result.minted }) }),
});
