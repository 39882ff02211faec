/** Chapter Staking of the specification: stakes, unbonding, the next proposer, finality.
 *  The signed routes (`POST /api/v2/stake`, `/api/v2/unstake`) are those of their kinds. */

import { Type } from 'typebox';
import { amountView, formatXrge, XRGE, xrgeNumber } from '../../engine/base/amounts.js';
import { compareBytes, toHex } from '../../engine/base/bytes.js';
import { isRefusal, refuse } from '../../engine/base/refusal.js';
import { quorumOf } from '../../engine/chain/certificate.js';
import { designatedProposer, totalVotingStake } from '../../engine/consensus/proposer.js';
import { type AccountId, accountOfKey, addressOf } from '../../engine/crypto/address.js';
import { stakeTotalsOf, unbondingOf } from '../../engine/ledger/staking.js';
import { accountUnbonding, type Validator, validators } from '../../engine/ledger/tables.js';
import type { Node } from '../../engine/node.js';
import { Pieces } from '../../engine/store/pieces.js';
import { defineRoute } from '../context.js';
import { wholeNumber } from '../routing/parameters.js';
import { AccountText, Hash, Height, Quanta, Xrge } from '../schemas.js';
import { finalizedHeight, framed, jsonStream, listAnswer, readAccount } from './parts.js';

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

/** Names of validators from the genesis file. */
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

/** Sorts validators in the order in which they would propose. */
const byStake = ([, a]: Entry, [, b]: Entry): number =>
  a.stake === b.stake ? compareBytes(a.publicKey, b.publicKey) : a.stake > b.stake ? -1 : 1;

/** All of them: the list has no pages. */
async function* validatorPieces(
  node: Node,
  entries: readonly Entry[],
  view: (node: Node, names: ReadonlyMap<string, string>, entry: Entry) => unknown,
): AsyncIterable<Uint8Array> {
  const names = namesOf(node);
  const pieces = new Pieces();
  for (const [index, entry] of entries.entries())
    yield* pieces.add(() => (index === 0 ? '' : ',') + JSON.stringify(view(node, names, entry)));
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
    const pieces = validatorPieces(node, selected(node, named?.account), validatorView);
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

const Round = Type.Integer({
  minimum: 0,
  description: 'Round of the votes: 0, unless the proposer signed two blocks of this height',
});

const Vote = Type.Object(
  {
    vote_type: Type.Literal('precommit'),
    height: Height,
    round: Round,
    block_hash: Hash,
    voter_pub_key: Type.String({ description: 'ML-DSA-65 public key, hex' }),
    signature: Type.String({ description: 'ML-DSA-65 signature of the vote, hex' }),
    stake: Xrge,
    stake_quanta: Quanta,
  },
  { title: 'Precommit' },
);

const noProof = (height: number, why: string) =>
  refuse('not_found', `No finality proof available for height ${height}: ${why}`);

const finalityProof = defineRoute({
  method: 'GET',
  path: '/api/finality/:height',
  chapter,
  summary: 'The quorum certificate of a block: its precommits, and the stake behind them',
  refusals: ['not_found'],
  params: Type.Object({
    height: wholeNumber({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Height of a final block',
      examples: [1],
    }),
  }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      proof: Type.Object({
        height: Height,
        round: Round,
        block_hash: Hash,
        total_stake: Xrge,
        total_stake_quanta: Quanta,
        voting_stake: Xrge,
        voting_stake_quanta: Quanta,
        quorum_threshold: Xrge,
        quorum_threshold_quanta: Quanta,
        created_at: Type.Integer({ description: 'Time of the block that carries the certificate, milliseconds' }),
        precommit_votes: Type.Array(Vote, { description: 'In the order of raw voter keys' }),
      }),
    }),
  },
  handler: async ({ node }, { params: { height } }) => {
    const { tip } = node.chain;
    if (height === 0) return noProof(height, 'nobody votes on the genesis block');
    if (height >= tip.height)
      return noProof(height, `the latest block is ${tip.height}, final is ${finalizedHeight(node)}`);
    const facts = await node.chain.finality(height);
    if (!facts) return noProof(height, 'the next block holds no certificate with the stakes behind it');
    const { round, blockHash, total, voting, time } = facts;
    const proof = {
      height,
      round,
      block_hash: blockHash,
      ...amountView(XRGE, total, 'total_stake'),
      ...amountView(XRGE, voting, 'voting_stake'),
      ...amountView(XRGE, quorumOf(total), 'quorum_threshold'),
      created_at: time,
    };
    const head = `{"success":true,"proof":${JSON.stringify(proof).slice(0, -1)},"precommit_votes":[`;
    return jsonStream(framed(head, node.chain.precommits(height), '}}'));
  },
});

const Percent = Type.Number({ minimum: 0, maximum: 100 });

const ValidatorStats = Type.Object(
  {
    publicKey: Type.String({ description: 'ML-DSA-65 public key, hex' }),
    address: Type.String(),
    name: Type.Union([Type.String(), Type.Null()], { description: 'Name in the genesis file' }),
    status: Type.Enum(['active', 'unbonding']),
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

function statsView(node: Node, names: ReadonlyMap<string, string>, entry: Entry) {
  const { publicKey, address, name, status, stake, stake_quanta, blocksProposed } = validatorView(node, names, entry);
  const { counted, votes, lastVoted, lastProposed } = node.chain.votes.of(entry[0]);
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

export const stakingRoutes = [list, stats, unbonding, selection, finality, finalityProof];
