/** stake: XRGE from the signer's balance into its stake, at least 10,000 XRGE in every call. (Specification, Staking.)
 *
 *  The block is valid only if the signer can pay fee and amount. A first stake makes the signer a validator; from the next
 *  block on its votes have weight and it shares in the fees. */

import { amountView, XRGE } from '../../base/amounts.js';
import { refuse } from '../../base/refusal.js';
import { debit } from '../funds.js';
import { defineKind } from '../kind.js';
import { xrge } from '../movement.js';
import { noResult } from '../resultCodec.js';
import { addStake } from '../staking.js';
import {
  expectedStake,
  MIN_STAKE,
  MIN_STAKE_TEXT,
  MIN_STAKE_XRGE,
  readAmount,
  type StakeFields,
  stakeLayout,
  stakeMembers,
  stakeView,
} from './stakeFields.js';

const insufficient = () => refuse('insufficient_balance', 'insufficient balance');

export const stake = defineKind<StakeFields>({
  name: 'stake',
  route: '/api/v2/stake',
  chapter: 'Staking',
  summary: `Stakes XRGE, at least ${MIN_STAKE_TEXT} in every call`,
  members: stakeMembers(MIN_STAKE_XRGE),
  answers: [
    {
      name: 'stake',
      type: 'number',
      about: 'XRGE staked by the signer once everything that it has pending is in a block and succeeds',
    },
    { name: 'stake_quanta', type: 'digits', about: 'The same in quanta' },
    {
      name: 'status',
      type: 'text',
      words: ['active', 'unbonding'],
      about: '`active` when that stake is above zero, else `unbonding`',
    },
    { name: 'message', type: 'text', about: 'A sentence' },
  ],
  layout: stakeLayout,
  result: noResult,
  admitsOutflow: true,

  decode: (reader) =>
    readAmount(reader, (quanta) => (quanta < MIN_STAKE ? refuse('invalid_amount', 'below minimum stake') : undefined)),

  outflow: (fields) => [{ token: XRGE, amount: fields.amount }],

  insufficient,

  apply(state, { sender, publicKey, fields }, { genesis }) {
    if (!debit(state, sender, XRGE, fields.amount)) return insufficient();
    addStake(state, genesis, sender, publicKey, fields.amount);
    return null;
  },

  logs: ({ fields }) => [{ event: 'stake', data: stakeView(fields) }],

  movements: ({ sender, fields }) => [{ reason: 'stake', from: sender, moved: xrge(fields.amount) }],

  parties: () => [],

  answer(_, context) {
    const expected = expectedStake(context);
    return {
      ...amountView(XRGE, expected, 'stake'),
      status: expected > 0n ? 'active' : 'unbonding',
      message: 'Stake transaction submitted',
    };
  },

  event: ({ amount }) => ({ amount }),

  view: stakeView,
});
