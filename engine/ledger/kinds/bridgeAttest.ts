/** bridge_attest: a validator has looked at the other chain for itself and finds what an authority has stated. Networks whose genesis file
 *  asks for it mint only what validators with two thirds of the stake attest. (Specification, Bridge.) */

import { refuse } from '../../base/refusal.js';
import { approveDeposit, checkDeposit, checkNews, isProposed } from '../bridge.js';
import { defineKind } from '../kind.js';
import { stakeOf } from '../staking.js';
import { type DepositFields, depositLog, factsOf } from './bridgeFields.js';
import { type StatementResult, statement, statementRefusals } from './bridgeStatement.js';

export const bridgeAttest = defineKind<DepositFields, StatementResult>({
  ...statement,
  name: 'bridge_attest',
  route: '/api/v2/bridge/attest',
  summary: 'A validator attests a deposit that an authority has stated, on networks that ask for it',
  refusals: [...statementRefusals, 'not_found'],

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

  answer: () => ({ message: 'Attestation submitted' }),
});
