/** bridge_mint: an authority says that a deposit has happened on another chain; the last approval needed mints it. (Specification, Bridge.)
 *
 *  A claim key mints once for ever. It is free, so every rule is in `admit`. */

import { approveDeposit, checkAuthority, checkDeposit, checkNews } from '../bridge.js';
import { defineKind } from '../kind.js';
import { type DepositFields, depositLog, factsOf } from './bridgeFields.js';
import { type StatementResult, statement, statementRefusals } from './bridgeStatement.js';

export const bridgeMint = defineKind<DepositFields, StatementResult>({
  ...statement,
  name: 'bridge_mint',
  route: '/api/v2/bridge/mint',
  summary:
    'An authority of the bridge states a deposit on another chain; with enough of them it is minted, once for ever',
  refusals: statementRefusals,

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

  answer: () => ({ message: 'Bridge mint submitted' }),
});
