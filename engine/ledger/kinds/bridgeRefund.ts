/** bridge_refund: what a withdrawal has burned is minted again to its owner, because it will not be paid out. (Specification, Bridge
 *  withdrawal.)
 *
 *  A withdrawal ends once, so no refund follows a payout or another refund. */

import { amountView } from '../../base/amounts.js';
import { isRefusal } from '../../base/refusal.js';
import { type AccountId, addressOf } from '../../crypto/address.js';
import { checkAuthority } from '../bridge.js';
import { approveEnding, checkEndingNews, checkRefund, openWithdrawal, refund } from '../bridgeEndings.js';
import { defineKind } from '../kind.js';
import { layout, text } from '../layout.js';
import { tokenUnits } from '../movement.js';
import { resultOf, storedAccount, storedAmount, storedFlag, storedText } from '../resultCodec.js';
import { tokenSubject } from '../subjects.js';
import { shownSymbol } from '../tokens.js';
import { readWithdrawalId, withdrawalMember } from './bridgeFields.js';
import { messageAnswer } from './tokenFields.js';

interface RefundFields {
  readonly withdrawal: string;
}

interface Result {
  /** Whether it was the last approval that the ending needed. */
  readonly ended: boolean;
  readonly owner: AccountId;
  /** Symbol in upper case. */
  readonly token: string;
  readonly units: bigint;
}

const ENDING = 'refund';

export const bridgeRefund = defineKind<RefundFields, Result>({
  name: 'bridge_refund',
  route: '/api/v2/bridge/refund',
  chapter: 'Bridge',
  summary: 'An authority of the bridge gives back what a withdrawal has burned',
  members: [withdrawalMember],
  answers: [messageAnswer],
  refusals: ['rule_violation', 'not_authorized', 'not_found', 'already_exists'],
  layout: layout<RefundFields>({ withdrawal: text }),
  // bridge_fail and bridge_fulfil have its member too.
  namesItself: true,
  result: resultOf<Result>({
    ended: ['ended', storedFlag],
    owner: ['owner', storedAccount],
    token: ['token', storedText],
    units: ['units', storedAmount],
  }),
  admitsOutflow: false,
  isOfBridge: true,

  decode(reader) {
    const withdrawal = readWithdrawalId(reader);
    return withdrawal === undefined ? undefined : { withdrawal };
  },

  outflow: () => [],

  admit(view, { sender, fields }, { genesis }) {
    const problem = checkAuthority(genesis, sender);
    if (problem) return problem;
    const found = openWithdrawal(view, fields.withdrawal);
    if (isRefusal(found)) return found;
    return checkRefund(view, found) ?? checkEndingNews(found, { authority: sender, ending: ENDING });
  },

  apply(state, { sender, fields }, block) {
    const found = openWithdrawal(state, fields.withdrawal);
    if (isRefusal(found)) return found;
    const { owner, token, units } = found.withdrawal;
    const ended = approveEnding(state, found, { authority: sender, ending: ENDING }, block);
    if (ended) refund(state, found, block);
    return { ended, owner, token, units };
  },

  logs: ({ fields: { withdrawal } }, { ended, owner, token, units }) => [
    {
      event: ended ? 'bridge_refund' : 'bridge_approval',
      data: { withdrawal, token: shownSymbol(token), ...amountView(token, units), to: addressOf(owner) },
    },
  ],

  movements: (_, { ended, owner, token, units }) =>
    ended ? [{ reason: 'bridge', to: owner, moved: tokenUnits(token, units) }] : [],

  parties: (_, { ended, owner }) => (ended ? [owner] : []),

  subjects: (_, { ended, token }) => (ended && token !== 'XRGE' ? [tokenSubject(token)] : []),

  tokens: (_, { ended, token }) => (ended ? [token] : []),

  answer: () => ({ message: 'Refund submitted' }),

  event: () => ({}),

  view: ({ withdrawal }) => ({ withdrawal }),
});
