/** Chapter Staking of the specification: stakes, unbonding, the next proposer, finality.
 *  The signed routes (`POST /api/v2/stake`, `/api/v2/unstake`) are those of their kinds. */

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
import type { Content } from '../routing/answer.js';
import { Type } from '../routing/schema.js';
import { AccountText, DecimalXrge, Height, Quanta, Xrge } from '../schemas.js';
import { jsonStream, listAnswer, readAccount } from './parts.js';
import { atHeight, type Listed, listAt, pastRefusals, readAt } from './past.js';

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
interface Shown {
  readonly node: Source;
  /** Names of validators from the genesis file. */
  readonly names: ReadonlyMap<string, string>;
  /** Members of the active set. */
  readonly active: ReadonlySet<string>;
}

/** Where records are read from: a node, or its past. */
type Source = Pick<Listed, 'state' | 'options' | 'chain'>;

const nextSetOf = ({ state, options }: Pick<Source, 'state' | 'options'>): ActiveSet =>
  activeSetOf(state, options.rules.genesis);

const shownOf = (node: Source): Shown => ({
  node,
  names: new Map(
    node.options.rules.genesis.validators.flatMap(({ account, name }) => (name === null ? [] : [[account, name]])),
  ),
  active: new Set(nextSetOf(node).validators.map(({ account }) => account)),
});

function validatorView({ node, names, active }: Shown, [account, validator]: Entry) {
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
function* viewsOf(node: Source, entries: readonly Entry[], view: (shown: Shown, entry: Entry) => unknown) {
  const shown = shownOf(node);
  for (const entry of entries) yield view(shown, entry);
}

async function* validatorPieces(views: Iterable<unknown>): AsyncIterable<Uint8Array> {
  const pieces = new Pieces();
  let comma = '';
  for (const view of views) {
    yield* pieces.add(() => comma + JSON.stringify(view));
    comma = ',';
  }
  yield* pieces.end();
}

const inOrder = ({ state }: Source): Entry[] => [...(state.inOrder?.(validators) ?? [])] as unknown as Entry[];

function selected({ state }: Source, account: AccountId): Entry[] {
  const validator = state.get(validators, account);
  return validator ? [[account, validator]] : [];
}

const list = defineRoute({
  method: 'GET',
  path: '/api/validators',
  chapter,
  summary: 'Validators, greatest stake first; the totals are those of the whole network',
  query: Type.Object({ publicKey: Type.Optional(AccountText), ...atHeight }),
  refusals: pastRefusals,
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
    if (named === undefined)
      return listAt(node, query.height, (source) =>
        validatorsAnswer(source, viewsOf(source, inOrder(source), validatorView)),
      );
    const { chain, options } = node;
    return readAt(node, query.height, ({ state }) => {
      const source = { chain, options, state };
      return validatorsAnswer(source, [...viewsOf(source, selected(source, named.account), validatorView)]);
    });
  },
});

function validatorsAnswer(source: Source, views: Iterable<unknown>): Content {
  const { genesis } = source.options.rules;
  const { stake } = stakeTotalsOf(source.state, genesis);
  const { schedule, maxValidators } = genesis;
  const set = nextSetOf(source);
  const totals = {
    ...amountView(XRGE, stake, 'totalStaked'),
    ...amountView(XRGE, stake, 'totalStake'),
    ...amountView(XRGE, set.totalStake, 'activeStake'),
    activeValidators: set.validators.length,
    maxValidators: schedule.heights.active_set === null ? null : maxValidators,
  };
  return jsonStream(listAnswer({ success: true }, 'validators', validatorPieces(views), totals));
}

const unbonding = defineRoute({
  method: 'GET',
  path: '/api/validators/:publicKey/unbonding',
  chapter,
  summary: 'What an account has unstaked and does not have in its balance yet, in the order of its release',
  params: Type.Object({ publicKey: AccountText }),
  query: Type.Object(atHeight),
  refusals: pastRefusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      address: Type.String(),
      height: Type.Integer({ minimum: 0, description: 'Height of the latest block, or the one that was named' }),
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
  handler: ({ node }, { params, query }) => {
    const named = readAccount(params.publicKey);
    if (isRefusal(named)) return named;
    const { account } = named;
    return readAt(node, query.height, ({ state }) => {
      const total = state.get(accountUnbonding, account)?.total ?? 0n;
      return {
        success: true as const,
        address: addressOf(account),
        height: query.height ?? node.chain.tip.height,
        unbonding: [...unbondingOf(state, account)].map(({ amount, releaseHeight }) => ({
          amount: xrgeNumber(amount),
          amount_quanta: String(amount),
          releaseHeight,
        })),
        total: xrgeNumber(total),
        total_quanta: String(total),
      };
    });
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

function statsView(shown: Shown, entry: Entry) {
  const { publicKey, address, name, status, stake, stake_quanta, blocksProposed } = validatorView(shown, entry);
  const { counted, votes, lastVoted, lastProposed } = shown.node.chain.votes.of(entry[0]);
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
    const pieces = validatorPieces(viewsOf(node, inOrder(node), statsView));
    const totals = { totalHeights: countedBlocks(node), countedFrom: node.chain.votes.from ?? null };
    return jsonStream(listAnswer({ success: true }, 'validators', pieces, totals));
  },
});

export const stakingRoutes = [list, stats, unbonding, selection];
