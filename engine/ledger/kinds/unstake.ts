/** unstake: XRGE from the signer's stake into the unbonding queue, and back into its balance after the network's unbonding
 *  time, 500 blocks by default. (Specification, Staking, Limits.)
 *
 *  Any part of a stake can be taken. What remains stays active, however little it is: the minimum applies to stake calls only.
 *  Before `ledger_rules_2` either nothing or at least the minimum had to remain. The network's last active stake cannot be
 *  taken: without a validator no block would ever follow. */

import { amountView, formatXrge, XRGE } from '../../base/amounts.js';
import { type Refusal, refuse } from '../../base/refusal.js';
import { defineKind } from '../kind.js';
import { resultOf, storedNumber } from '../resultCodec.js';
import { hasSecondRules } from '../secondRules.js';
import { stakeOf, stakeTotalsOf, takeStake } from '../staking.js';
import {
  expectedStake,
  MIN_STAKE,
  MIN_STAKE_TEXT,
  pendingSum,
  readAmount,
  type StakeFields,
  stakeLayout,
  stakeMembers,
  stakeView,
} from './stakeFields.js';

const notFound = (): Refusal => refuse('rule_violation', 'validator not found');

/** @param staked quanta from which the amount is to be taken. */
const checkStaked = (staked: bigint, amount: bigint): Refusal | undefined =>
  amount > staked
    ? refuse(
        'insufficient_balance',
        `insufficient staked balance: have ${formatXrge(staked)} XRGE, want to unstake ${formatXrge(amount)} XRGE`,
      )
    : undefined;

/** The rule before `ledger_rules_2`. */
function checkRemainder(rest: bigint): Refusal | undefined {
  if (rest === 0n || rest >= MIN_STAKE) return undefined;
  return refuse(
    'rule_violation',
    `an unstake must leave nothing or at least ${MIN_STAKE_TEXT} staked, but ${formatXrge(rest)} XRGE would remain`,
  );
}

interface Result {
  /** Height of the block that pays it out. */
  readonly releaseHeight: number;
}

export const unstake = defineKind<StakeFields, Result>({
  name: 'unstake',
  route: '/api/v2/unstake',
  chapter: 'Staking',
  summary:
    'Takes XRGE out of the stake, all of it or a part; it is in the balance again after the unbonding time. The payload must name its type',
  members: stakeMembers(1e-9),
  answers: [
    {
      name: 'remainingStake',
      type: 'number',
      about: 'XRGE still staked by the signer once everything that it has pending is in a block and succeeds',
    },
    { name: 'remainingStake_quanta', type: 'digits', about: 'The same in quanta' },
    { name: 'message', type: 'text', about: 'A sentence' },
  ],
  refusals: ['rule_violation'],
  layout: stakeLayout,
  // It has the members of stake: without the operation's name the same signed bytes could be used for either.
  namesItself: true,
  result: resultOf<Result>({ releaseHeight: ['releaseHeight', storedNumber] }),
  admitsOutflow: false,

  decode: (reader) =>
    readAmount(reader, (quanta) =>
      quanta === 0n ? refuse('invalid_amount', 'unstake amount must be greater than zero') : undefined,
    ),

  outflow: () => [],

  // A signer without a stake gets that refusal, rather than one about a fee that it cannot pay.
  insufficient: (view, { sender }) => (stakeOf(view, sender) === 0n ? notFound() : undefined),

  checkBeside(view, { sender, fields }, pending) {
    const staked = stakeOf(view, sender);
    return staked === 0n ? notFound() : checkStaked(staked - pendingSum(pending, 'unstake'), fields.amount);
  },

  apply(state, { sender, fields }, block) {
    const { genesis, height } = block;
    const staked = stakeOf(state, sender);
    if (staked === 0n) return notFound();
    const problem =
      checkStaked(staked, fields.amount) ??
      (hasSecondRules(block) ? undefined : checkRemainder(staked - fields.amount));
    if (problem) return problem;
    if (fields.amount === staked && stakeTotalsOf(state, genesis).active === 1)
      return refuse(
        'rule_violation',
        'the last active stake of the network cannot be unstaked: without a validator no block would ever follow',
      );
    const releaseHeight = height + genesis.unbondingBlocks;
    takeStake(state, genesis, sender, fields.amount, releaseHeight);
    return { releaseHeight };
  },

  logs: ({ fields }, { releaseHeight }) => [
    { event: 'unstake', data: { ...stakeView(fields), release_height: releaseHeight } },
  ],

  parties: () => [],

  answer: (_, context) => ({
    ...amountView(XRGE, expectedStake(context), 'remainingStake'),
    message: 'Unstake transaction submitted',
  }),

  event: ({ amount }) => ({ amount }),

  view: stakeView,
});
