/** Chapter Staking of the specification: who has staked what, what is unbonding, whose the next block is, what is final.
 *  The signed routes (`POST /api/v2/stake`, `/api/v2/unstake`) are those of their kinds. */

import { Type } from 'typebox';
import { amountView, formatXrge, XRGE, xrgeNumber } from '../../engine/base/amounts.js';
import { compareBytes, toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { quorumOf } from '../../engine/chain/certificate.js';
import { designatedProposer, totalVotingStake } from '../../engine/consensus/proposer.js';
import { type AccountId, accountOfKey, addressOf } from '../../engine/crypto/address.js';
import { stakeTotalsOf, unbondingOf } from '../../engine/ledger/staking.js';
import { accountUnbonding, type Validator, validators } from '../../engine/ledger/tables.js';
import type { Node } from '../../engine/node.js';
import { Pieces } from '../../engine/store/pieces.js';
import { defineRoute } from '../context.js';
import { AccountText, Height, Quanta, Xrge } from '../schemas.js';
import { finalizedHeight, jsonStream, listAnswer, readAccount } from './parts.js';

const chapter = 'Staking';

const ValidatorRecord = Type.Object(
  {
    publicKey: Type.String({ description: 'ML-DSA-65 public key, hex' }),
    public_key: Type.String({ description: 'The same' }),
    address: Type.String(),
    name: Type.Union([Type.String(), Type.Null()], { description: 'Name in the genesis file' }),
    stake: Xrge,
    stake_quanta: Quanta,
    status: Type.Union([Type.Literal('active'), Type.Literal('unbonding')], {
      description: '`active` while stake is above zero; `unbonding` while none is left and some waits for its release',
    }),
    unbonding: Xrge,
    unbonding_quanta: Quanta,
    blocksProposed: Type.Integer(),
    slashCount: Type.Integer({ description: 'Always 0: no rule of this network slashes' }),
    jailedUntil: Type.Integer({ description: 'Always 0: no rule of this network jails' }),
    jailed_until: Type.Integer({ description: 'The same' }),
    entropyContributions: Type.Integer({ description: 'Always 0: the proposer is not drawn by lot' }),
  },
  { title: 'Validator' },
);

type Entry = readonly [account: AccountId, validator: Validator];

/** Names of validators that the genesis file gives one. */
const namesOf = (node: Node): ReadonlyMap<string, string> =>
  new Map(
    node.options.rules.genesis.validators.flatMap(({ account, name }) => (name === null ? [] : [[account, name]])),
  );

function validatorView(node: Node, names: ReadonlyMap<string, string>, [account, validator]: Entry) {
  const { stake, blocksProposed, publicKey } = validator;
  const key = toHex(publicKey);
  return {
    publicKey: key,
    public_key: key,
    address: addressOf(account),
    name: names.get(account) ?? null,
    ...amountView(XRGE, stake, 'stake'),
    status: stake > 0n ? 'active' : 'unbonding',
    ...amountView(XRGE, node.state.get(accountUnbonding, account)?.total ?? 0n, 'unbonding'),
    blocksProposed,
    slashCount: 0,
    jailedUntil: 0,
    jailed_until: 0,
    entropyContributions: 0,
  };
}

/** In the order in which they would propose. */
const byStake = ([, a]: Entry, [, b]: Entry): number =>
  a.stake === b.stake ? compareBytes(a.publicKey, b.publicKey) : a.stake > b.stake ? -1 : 1;

/** All of them: the list has no pages. */
async function* validatorPieces(node: Node, entries: readonly Entry[]): AsyncIterable<Uint8Array> {
  const names = namesOf(node);
  const pieces = new Pieces();
  for (const [index, entry] of entries.entries())
    yield* pieces.add(() => (index === 0 ? '' : ',') + JSON.stringify(validatorView(node, names, entry)));
  yield* pieces.end();
}

function selected(node: Node, account: AccountId | undefined): Entry[] {
  if (account === undefined) return ([...node.state.entries(validators)] as unknown as Entry[]).sort(byStake);
  const validator = node.state.get(validators, account);
  return validator ? [[account, validator]] : [];
}

const list = defineRoute({
  method: 'GET',
  path: '/api/validators',
  chapter,
  summary: 'Validators, greatest stake first; the totals are those of the whole network',
  query: Type.Object({ publicKey: Type.Optional(AccountText) }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      validators: Type.Array(ValidatorRecord),
      totalStaked: Xrge,
      totalStaked_quanta: Quanta,
      totalStake: Xrge,
      totalStake_quanta: Quanta,
    }),
  },
  handler: ({ node }, { query }) => {
    const named = query.publicKey === undefined ? undefined : readAccount(query.publicKey);
    if (isRefusal(named)) return named;
    const { stake } = stakeTotalsOf(node.state, node.options.rules.genesis);
    const pieces = validatorPieces(node, selected(node, named?.account));
    const totals = { ...amountView(XRGE, stake, 'totalStaked'), ...amountView(XRGE, stake, 'totalStake') };
    return jsonStream(listAnswer({ success: true }, 'validators', pieces, totals));
  },
});

const everyone = (node: Node): Validator[] => [...node.state.entries(validators)].map(([, validator]) => validator);

const unbonding = defineRoute({
  method: 'GET',
  path: '/api/validators/:publicKey/unbonding',
  chapter,
  summary: 'What an account has unstaked and does not have in its balance yet, in the order of its release',
  params: Type.Object({ publicKey: AccountText }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      address: Type.String(),
      height: Type.Integer({ minimum: 0, description: 'Height of the latest block' }),
      unbonding: Type.Array(
        Type.Object({
          amount: Xrge,
          amount_quanta: Quanta,
          releaseHeight: Type.Integer({ description: 'Height of the block that pays it into the balance' }),
        }),
      ),
      total: Xrge,
      total_quanta: Quanta,
    }),
  },
  handler: ({ node }, { params }) => {
    const named = readAccount(params.publicKey);
    if (isRefusal(named)) return named;
    const { account } = named;
    const total = node.state.get(accountUnbonding, account)?.total ?? 0n;
    return {
      success: true as const,
      address: addressOf(account),
      height: node.chain.tip.height,
      unbonding: [...unbondingOf(node.state, account)].map(({ amount, releaseHeight }) => ({
        amount: xrgeNumber(amount),
        amount_quanta: String(amount),
        releaseHeight,
      })),
      total: xrgeNumber(total),
      total_quanta: String(total),
    };
  },
});

const DecimalXrge = Type.String({ pattern: '^\\d+(\\.\\d{1,9})?$', description: 'XRGE, exact decimal text' });

const selection = defineRoute({
  method: 'GET',
  path: '/api/selection',
  chapter,
  summary: 'Who may propose the next block, and by which rule',
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      height: Height,
      rule: Type.Literal('designated_max_stake'),
      proposer: Type.Union([Type.String(), Type.Null()], { description: 'Public key, hex' }),
      totalStake: DecimalXrge,
      selectionWeight: Type.Union([DecimalXrge, Type.Null()], { description: 'Stake of the proposer' }),
      entropySource: Type.Null({ description: 'The rule draws no lots' }),
      entropyHex: Type.Null(),
    }),
  },
  handler: ({ node }) => {
    const designated = designatedProposer(everyone(node));
    return {
      success: true as const,
      height: node.chain.tip.height + 1,
      rule: 'designated_max_stake' as const,
      proposer: designated ? toHex(designated.publicKey) : null,
      totalStake: formatXrge(stakeTotalsOf(node.state, node.options.rules.genesis).stake),
      selectionWeight: designated ? formatXrge(designated.stake) : null,
      entropySource: null,
      entropyHex: null,
    };
  },
});

const finality = defineRoute({
  method: 'GET',
  path: '/api/finality',
  chapter,
  summary: 'The latest final block, and the stake whose precommits make the latest block final',
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      finalizedHeight: Height,
      tipHeight: Height,
      totalStake: DecimalXrge,
      quorumStake: DecimalXrge,
      finalized_height: Height,
      tip_height: Height,
      total_stake: Xrge,
      total_stake_quanta: Type.Optional(Quanta),
      finalized_stake: Type.Number({
        description: 'XRGE that those have staked now whose precommits made the final block final',
      }),
      finalized_stake_quanta: Type.Optional(Quanta),
    }),
  },
  handler: ({ node }) => {
    const total = totalVotingStake(everyone(node));
    const voters = node.chain.tipBlock.certificate?.precommits ?? [];
    const voted = voters.flatMap(({ voterKey }) => node.state.get(validators, accountOfKey(voterKey)) ?? []);
    const heights = { final: finalizedHeight(node), tip: node.chain.tip.height };
    return {
      success: true as const,
      finalizedHeight: heights.final,
      tipHeight: heights.tip,
      totalStake: formatXrge(total),
      quorumStake: formatXrge(quorumOf(total)),
      finalized_height: heights.final,
      tip_height: heights.tip,
      ...amountView(XRGE, total, 'total_stake'),
      ...amountView(XRGE, totalVotingStake(voted), 'finalized_stake'),
    };
  },
});

export const stakingRoutes = [list, unbonding, selection, finality];
