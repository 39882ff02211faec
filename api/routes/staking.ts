/** Chapter Staking of the specification: stakes, unbonding, the next proposer, finality.
 *  The signed routes (`POST /api/v2/stake`, `/api/v2/unstake`) are those of their kinds. */

import { Type } from 'typebox';
import { amountView, formatXrge, XRGE, xrgeNumber } from '../../engine/base/amounts.js';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { type AccountId, addressOf } from '../../engine/crypto/address.js';
import { type ActiveSet, activeSetOf } from '../../engine/ledger/activeSet.js';
import { stakeTotalsOf, unbondingOf } from '../../engine/ledger/staking.js';
import { accountUnbonding, type Validator, validators } from '../../engine/ledger/tables.js';
import type { Node } from '../../engine/node.js';
import { Pieces } from '../../engine/store/pieces.js';
import { defineRoute } from '../context.js';
import { AccountText, DecimalXrge, Height, Quanta, Xrge } from '../schemas.js';
import { jsonStream, listAnswer, readAccount } from './parts.js';

const chapter = 'Staking';

const ValidatorRecord = Type.Object(
  {
    publicKey: Type.String({ description: 'ML-DSA-65 public key, hex' }),
    public_key: Type.String({ description: 'The same' }),
    address: Type.String(),
    name: Type.Union([Type.String(), Type.Null()], { description: 'Name in the genesis file' }),
    stake: Xrge,
    stake_quanta: Quanta,
    status: Type.Union([Type.Literal('active'), Type.Literal('waiting'), Type.Literal('unbonding')], {
      description:
        '`active` in the active set of the next block; `waiting` while its stake is below the set; `unbonding` while no stake is left and some waits for its release',
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

/** What the views of a list share. */
interface Listed {
  readonly node: Node;
  /** Names of validators from the genesis file. */
  readonly names: ReadonlyMap<string, string>;
  /** Members of the active set. */
  readonly active: ReadonlySet<string>;
}

const nextSetOf = ({ state, options }: Node): ActiveSet => activeSetOf(state, options.rules.genesis);

const listedOf = (node: Node): Listed => ({
  node,
  names: new Map(
    node.options.rules.genesis.validators.flatMap(({ account, name }) => (name === null ? [] : [[account, name]])),
  ),
  active: new Set(nextSetOf(node).validators.map(({ account }) => account)),
});

function validatorView({ node, names, active }: Listed, [account, validator]: Entry) {
  const { stake, blocksProposed, publicKey } = validator;
  const key = toHex(publicKey);
  return {
    publicKey: key,
    public_key: key,
    address: addressOf(account),
    name: names.get(account) ?? null,
    ...amountView(XRGE, stake, 'stake'),
    status: active.has(account) ? 'active' : stake > 0n ? 'waiting' : 'unbonding',
    ...amountView(XRGE, node.state.get(accountUnbonding, account)?.total ?? 0n, 'unbonding'),
    blocksProposed,
    slashCount: 0,
    jailedUntil: 0,
    jailed_until: 0,
    entropyContributions: 0,
  };
}

/** All of them: the list has no pages. */
async function* validatorPieces(
  node: Node,
  entries: readonly Entry[],
  view: (listed: Listed, entry: Entry) => unknown,
): AsyncIterable<Uint8Array> {
  const of = listedOf(node);
  const pieces = new Pieces();
  for (const [index, entry] of entries.entries())
    yield* pieces.add(() => (index === 0 ? '' : ',') + JSON.stringify(view(of, entry)));
  yield* pieces.end();
}

function selected(node: Node, account: AccountId | undefined): Entry[] {
  if (account === undefined) return [...node.state.inOrder(validators)] as unknown as Entry[];
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
      activeStake: Type.Number({ description: 'XRGE staked by the active set of the next block' }),
      activeStake_quanta: Quanta,
      activeValidators: Type.Integer({ minimum: 0, description: 'Members of that set' }),
      maxValidators: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Most members of the active set; null on a network where every staker is a member',
      }),
    }),
  },
  handler: ({ node }, { query }) => {
    const named = query.publicKey === undefined ? undefined : readAccount(query.publicKey);
    if (isRefusal(named)) return named;
    const { genesis } = node.options.rules;
    const { stake } = stakeTotalsOf(node.state, genesis);
    const { schedule, maxValidators } = genesis;
    const pieces = validatorPieces(node, selected(node, named?.account), validatorView);
    const set = nextSetOf(node);
    const totals = {
      ...amountView(XRGE, stake, 'totalStaked'),
      ...amountView(XRGE, stake, 'totalStake'),
      ...amountView(XRGE, set.totalStake, 'activeStake'),
      activeValidators: set.validators.length,
      maxValidators: schedule.heights.active_set === null ? null : maxValidators,
    };
    return jsonStream(listAnswer({ success: true }, 'validators', pieces, totals));
  },
});

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
      totalStake: Type.String({ ...DecimalXrge, description: 'XRGE staked by the active set, exact decimal text' }),
      totalStaked: Type.String({ ...DecimalXrge, description: 'XRGE staked by everybody, exact decimal text' }),
      selectionWeight: Type.Union([DecimalXrge, Type.Null()], { description: 'Stake of the proposer' }),
      entropySource: Type.Null({ description: 'The rule draws no lots' }),
      entropyHex: Type.Null(),
    }),
  },
  handler: ({ node }) => {
    const { proposer: designated, totalStake } = nextSetOf(node);
    return {
      success: true as const,
      height: node.chain.tip.height + 1,
      rule: 'designated_max_stake' as const,
      proposer: designated ? toHex(designated.publicKey) : null,
      totalStake: formatXrge(totalStake),
      totalStaked: formatXrge(stakeTotalsOf(node.state, node.options.rules.genesis).stake),
      selectionWeight: designated ? formatXrge(designated.stake) : null,
      entropySource: null,
      entropyHex: null,
    };
  },
});

const Percent = Type.Number({ minimum: 0, maximum: 100 });

const ValidatorStats = Type.Object(
  {
    publicKey: Type.String({ description: 'ML-DSA-65 public key, hex' }),
    address: Type.String(),
    name: Type.Union([Type.String(), Type.Null()], { description: 'Name in the genesis file' }),
    status: Type.Enum(['active', 'waiting', 'unbonding']),
    stake: Xrge,
    stake_quanta: Quanta,
    blocksProposed: Type.Integer(),
    lastProposedHeight: Type.Integer({ minimum: 0, description: '0 when it has proposed none of the counted blocks' }),
    countedHeights: Type.Integer({ minimum: 0, description: 'Certified blocks for which its vote weighed something' }),
    votes: Type.Integer({ minimum: 0, description: 'Those of them whose certificate holds its precommit' }),
    missedVotes: Type.Integer({ minimum: 0 }),
    uptime: Type.Union([Percent, Type.Null()], { description: 'Votes in percent; null before any was due' }),
    prevoteParticipation: Type.Number({
      description: 'The same as precommitParticipation: a certificate holds no prevotes',
    }),
    precommitParticipation: Type.Number({ description: 'Votes in percent; 0 before any was due' }),
    lastSeenHeight: Type.Integer({
      minimum: 0,
      description: 'The latest block that it proposed or precommitted; 0 for none',
    }),
  },
  { title: 'ValidatorStats' },
);

function statsView(listed: Listed, entry: Entry) {
  const { publicKey, address, name, status, stake, stake_quanta, blocksProposed } = validatorView(listed, entry);
  const { counted, votes, lastVoted, lastProposed } = listed.node.chain.votes.of(entry[0]);
  const share = counted === 0 ? 0 : (votes * 100) / counted;
  return {
    ...{ publicKey, address, name, status, stake, stake_quanta, blocksProposed },
    lastProposedHeight: lastProposed,
    countedHeights: counted,
    votes,
    missedVotes: counted - votes,
    uptime: counted === 0 ? null : share,
    prevoteParticipation: share,
    precommitParticipation: share,
    lastSeenHeight: Math.max(lastVoted, lastProposed),
  };
}

/** Blocks with a certificate whose votes are counted. */
function countedBlocks(node: Node): number {
  const { votes, tip } = node.chain;
  const finalityFrom = node.options.rules.genesis.schedule.heights.finality_v2;
  if (votes.from === undefined || finalityFrom === null) return 0;
  return Math.max(0, tip.height - Math.max(2, finalityFrom + 1, votes.from) + 1);
}

const stats = defineRoute({
  method: 'GET',
  path: '/api/validators/stats',
  chapter,
  summary: 'What each validator proposed and voted, counted from the certificates on the chain; greatest stake first',
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      validators: Type.Array(ValidatorStats),
      totalHeights: Type.Integer({ minimum: 0, description: 'Certified blocks that are counted' }),
      countedFrom: Type.Union([Height, Type.Null()], {
        description:
          'The first block that is counted: 1, unless an older version has stored those below; null before it',
      }),
    }),
  },
  handler: ({ node }) => {
    const pieces = validatorPieces(node, selected(node, undefined), statsView);
    const totals = { totalHeights: countedBlocks(node), countedFrom: node.chain.votes.from ?? null };
    return jsonStream(listAnswer({ success: true }, 'validators', pieces, totals));
  },
});

export const stakingRoutes = [list, stats, unbonding, selection];
