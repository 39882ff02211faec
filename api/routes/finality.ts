/** Finality (specification, Finality): the latest final block, the certificate of each, votes and evidence. */

import type { Static } from 'typebox';
import { amountView, formatXrge, XRGE } from '../../engine/base/amounts.js';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal, refuse } from '../../engine/base/refusal.js';
import { quorumOf } from '../../engine/chain/certificate.js';
import { culpritOf, evidenceToJson } from '../../engine/chain/evidence.js';
import type { Vote as SignedVote } from '../../engine/chain/vote.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import { readVote } from '../../engine/head/voteDesk.js';
import { jsonElements } from '../../engine/intake/batch.js';
import { tipSetOf } from '../../engine/ledger/activeSet.js';
import { stakeTotalsOf } from '../../engine/ledger/staking.js';
import type { Node } from '../../engine/node.js';
import { type FinalityFacts, precommitPieces } from '../../engine/store/finality.js';
import { defineRoute } from '../context.js';
import { wholeNumber } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';
import { DecimalXrge, Hash, Height, Quanta, Xrge } from '../schemas.js';
import { framed, jsonStream } from './parts.js';

const chapter = 'Staking';

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
      totalStake: Type.String({
        ...DecimalXrge,
        description: 'XRGE of the set that votes for the latest block, exact decimal text',
      }),
      totalStaked: Type.String({ ...DecimalXrge, description: 'XRGE staked by everybody, exact decimal text' }),
      quorumStake: DecimalXrge,
      finalized_height: Height,
      tip_height: Height,
      total_stake: Xrge,
      total_stake_quanta: Type.Optional(Quanta),
      finalized_stake: Type.Number({
        description: 'XRGE of those in that set whose precommits made the final block final',
      }),
      finalized_stake_quanta: Type.Optional(Quanta),
    }),
  },
  handler: ({ node }) => {
    const { genesis } = node.options.rules;
    // Nobody votes on the genesis block: there it is the set that votes next.
    const set = node.chain.tip.height === 0 ? node.head.set : tipSetOf(node.state, genesis);
    const { totalStake: total, stakeOf } = set;
    const voters = node.head.certificate?.precommits ?? [];
    const voted = voters.reduce((sum, { voterKey }) => sum + stakeOf(voterKey), 0n);
    const heights = { final: node.head.finalHeight, tip: node.chain.tip.height };
    return {
      success: true as const,
      finalizedHeight: heights.final,
      tipHeight: heights.tip,
      totalStake: formatXrge(total),
      totalStaked: formatXrge(stakeTotalsOf(node.state, genesis).stake),
      quorumStake: formatXrge(quorumOf(total)),
      finalized_height: heights.final,
      tip_height: heights.tip,
      ...amountView(XRGE, total, 'total_stake'),
      ...amountView(XRGE, voted, 'finalized_stake'),
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
  refusals: ['not_found', 'pruned'],
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
        created_at: Type.Integer({
          description:
            'Time of the block that carries the certificate, milliseconds; while there is none, of the final block itself',
        }),
        precommit_votes: Type.Array(Vote, { description: 'In the order of raw voter keys' }),
      }),
    }),
  },
  handler: async ({ node }, { params: { height } }) => {
    const { tip } = node.chain;
    if (height === 0) return noProof(height, 'nobody votes on the genesis block');
    if (height > tip.height) return noProof(height, `the latest block is ${tip.height}`);
    if (height === tip.height) return tipProof(node);
    // The certificate of a block is in the next one.
    const missing = node.chain.notKept(height + 1);
    if (missing) return missing;
    const facts = await node.chain.finality(height);
    if (!facts) return noProof(height, 'the next block holds no certificate with the stakes behind it');
    return proofAnswer(facts, node.chain.precommits(height));
  },
});

function proofAnswer(facts: Omit<FinalityFacts, 'voters'>, precommits: AsyncIterable<Uint8Array>) {
  const { height, round, blockHash, total, voting, time } = facts;
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
  return jsonStream(framed(head, precommits, '}}'));
}

/** No block carries the certificate of the tip yet. */
function tipProof(node: Node) {
  const { tip } = node.chain;
  const { certificate } = node.head;
  if (certificate?.height !== tip.height) return noProof(tip.height, 'this node does not have its certificate');
  const { height, round, blockHash } = certificate;
  const { totalStake: total, stakeOf } = tipSetOf(node.state, node.options.rules.genesis);
  const weights = certificate.precommits.map(({ voterKey }) => stakeOf(voterKey));
  const voting = weights.reduce((sum, weight) => sum + weight, 0n);
  const facts = { height, round, blockHash: toHex(blockHash), total, voting, time: tip.time };
  return proofAnswer(facts, precommitPieces(certificate, weights));
}

/** Votes of one request: those of a set of 32 for one height. */
const VOTES_PER_REQUEST = 64;

/** Each takes 10.8 KB. */
const VOTES_BODY_BYTES = 1024 * 1024;

const VoteOutcome = Type.Enum(['accepted', 'duplicate', 'not_ready', 'rejected'], {
  description:
    '`accepted`: its signature holds, and it counts; `duplicate`: it is known; `not_ready`: its height is not open yet, send it again later; `rejected`: its form, its voter, its height or its signature is wrong',
});

const VoteIn = Type.Object(
  {
    vote_type: Type.Enum(['prevote', 'precommit']),
    height: Height,
    round: Round,
    block_hash: Hash,
    voter_pub_key: Type.String({ description: 'ML-DSA-65 public key, hex' }),
    signature: Type.String({ description: 'ML-DSA-65 signature of the vote, hex' }),
  },
  { title: 'SignedVote' },
);

const voteRefusals = ['malformed_body', 'rate_limited', 'stopping'] as const;

const submitVotes = defineRoute({
  method: 'POST',
  path: '/api/finality/votes',
  chapter,
  summary: `Takes 1 to ${VOTES_PER_REQUEST} signed votes of any validators; each has its own result`,
  body: 'raw',
  bodyShape: Type.Array(VoteIn, { minItems: 1, maxItems: VOTES_PER_REQUEST }),
  bodyLimit: VOTES_BODY_BYTES,
  refusals: voteRefusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      results: Type.Array(VoteOutcome, { description: 'One for each vote, in their order' }),
    }),
  },
  handler: async ({ node, sourceOf }, { body, request }) => {
    const votes = jsonElements(body, VOTES_PER_REQUEST);
    if (votes === 'too_many' || votes.length === 0)
      return refuse('malformed_body', `1..=${VOTES_PER_REQUEST} votes per request`);
    if (typeof votes === 'string') return refuse('malformed_body', 'send the votes as a JSON array');
    const results = await node.votes.take(votes, sourceOf(request));
    return isRefusal(results) ? results : { success: true as const, results };
  },
});

const submitVote = defineRoute({
  method: 'POST',
  path: '/api/votes/submit',
  chapter,
  summary: 'One vote, under the names that clients of the existing network know; its signature is checked',
  body: 'raw',
  bodyShape: Type.Object({
    type: Type.Enum(['prevote', 'precommit']),
    height: Height,
    round: Round,
    blockHash: Hash,
    voterPubKey: Type.String({ description: 'ML-DSA-65 public key, hex' }),
    signature: Type.String({ description: 'ML-DSA-65 signature of the vote, hex' }),
  }),
  bodyLimit: 16 * 1024,
  refusals: [...voteRefusals, 'rule_violation'],
  response: { 200: Type.Object({ success: Type.Literal(true), result: VoteOutcome }) },
  handler: async ({ node, sourceOf }, { body, request }) => {
    const vote = readVote(body);
    if (isRefusal(vote)) return vote;
    const results = await node.votes.take([body], sourceOf(request));
    if (isRefusal(results)) return results;
    const [result = 'rejected'] = results;
    return result === 'rejected'
      ? refuse('rule_violation', 'the vote is rejected: its voter, its height or its signature is wrong')
      : { success: true as const, result };
  },
});

const VoteGroup = Type.Object(
  {
    blockHash: Hash,
    round: Round,
    voters: Type.Integer({ minimum: 1, description: 'How many validators have voted so' }),
    stake: Type.String({ ...DecimalXrge, description: 'XRGE that they have staked, exact decimal text' }),
    addresses: Type.Array(Type.String(), { description: 'Of these validators' }),
  },
  { title: 'VoteGroup' },
);

type Group = Static<typeof VoteGroup>;

/** Votes of one type by round and block. */
function groupsOf(votes: readonly SignedVote[], stakeOf: (key: Uint8Array) => bigint): Group[] {
  const groups = new Map<string, SignedVote[]>();
  for (const vote of votes) {
    const name = `${vote.round} ${vote.blockHash}`;
    groups.set(name, [...(groups.get(name) ?? []), vote]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const stake = group.reduce((sum, { voterKey }) => sum + stakeOf(voterKey), 0n);
    const addresses = group.map(({ voterKey }) => addressOfKey(voterKey));
    const { blockHash, round } = first;
    return [{ blockHash, round, voters: group.length, stake: formatXrge(stake), addresses }];
  });
}

/** What is known of the votes for a height: all of the open one, precommits below it. */
async function votesAt(node: Node, height: number) {
  const { tip } = node.chain;
  const { genesis } = node.options.rules;
  const answer = (total: bigint, prevote: readonly Group[], precommit: readonly Group[]) => ({
    success: true as const,
    height,
    totalStake: formatXrge(total),
    quorumStake: formatXrge(quorumOf(total)),
    prevote: [...prevote],
    precommit: [...precommit],
  });
  if (height === 0 || height > tip.height + 1)
    return refuse('not_found', `votes are known for the heights 1 to ${tip.height + 1}`);
  if (height < tip.height) {
    const missing = node.chain.notKept(height + 1);
    if (missing) return missing;
    const facts = await node.chain.finality(height);
    if (!facts) return refuse('not_found', `the votes for height ${height} are not kept: no block carries them`);
    const { blockHash, round, voters, voting, total } = facts;
    const group = { blockHash, round, voters: voters.length, stake: formatXrge(voting), addresses: [...voters] };
    return answer(total, [], [group]);
  }
  const set = height === tip.height ? tipSetOf(node.state, genesis) : node.head.set;
  const votes = votesKept(node, height);
  const ofType = (type: SignedVote['type']) =>
    groupsOf(
      votes.filter((vote) => vote.type === type),
      set.stakeOf,
    );
  return answer(set.totalStake, ofType('prevote'), ofType('precommit'));
}

/** Votes of the open height or the tip; after a restart those of the tip come from its certificate. */
function votesKept(node: Node, height: number): readonly SignedVote[] {
  const kept = node.votes.votesOf(height);
  const { certificate } = node.head;
  if (kept.length > 0 || certificate?.height !== height) return kept;
  const { round, blockHash, precommits } = certificate;
  return precommits.map((one) => ({ type: 'precommit', height, round, blockHash: toHex(blockHash), ...one }));
}

const votes = defineRoute({
  method: 'GET',
  path: '/api/votes',
  chapter,
  summary:
    'Who has voted for which block of a height, as far as this node has heard: of heights below the tip, precommits only',
  query: Type.Object({
    height: Type.Optional(
      wholeNumber({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'The latest block when absent' }),
    ),
  }),
  refusals: ['not_found', 'pruned'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      height: Height,
      totalStake: Type.String({
        ...DecimalXrge,
        description: 'XRGE of everybody who may vote on it, exact decimal text',
      }),
      quorumStake: DecimalXrge,
      prevote: Type.Array(VoteGroup),
      precommit: Type.Array(VoteGroup),
    }),
  },
  handler: ({ node }, { query }) => votesAt(node, query.height ?? Math.max(1, node.chain.tip.height)),
});

const EvidenceView = Type.Object(
  {
    id: Hash,
    kind: Type.Enum(['votes', 'blocks']),
    height: Height,
    signer_pub_key: Type.String({ description: 'The key that signed both, hex' }),
    signer_address: Type.String(),
    votes: Type.Optional(Type.Array(VoteIn, { description: 'Two votes of one height, round and type' })),
    blocks: Type.Optional(
      Type.Array(
        Type.Object({
          hash: Hash,
          header: Type.String({ description: 'The signed text' }),
          proposer_sig: Type.String({ description: 'ML-DSA-65 signature, hex' }),
        }),
        { description: 'Two headers of one slot' },
      ),
    ),
  },
  { title: 'Evidence' },
);

const evidence = defineRoute({
  method: 'GET',
  path: '/api/evidence',
  chapter,
  summary:
    'Equivocations of validators that this node has seen, the newest first: two texts that one key has signed and that exclude each other. They cost no stake',
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      evidence: Type.Array(EvidenceView),
      count: Type.Integer({ minimum: 0 }),
    }),
  },
  handler: ({ node }) => {
    const { blockHash } = node.options.rules.protocol;
    const list = node.evidence.list.map((one) => {
      const { votes: pair, blocks, ...head } = evidenceToJson(one, blockHash);
      return {
        ...head,
        signer_address: addressOfKey(culpritOf(one)),
        ...(pair && { votes: [...pair] }),
        ...(blocks && { blocks: [...blocks] }),
      };
    });
    return { success: true as const, evidence: list, count: list.length };
  },
});

export const finalityRoutes = [finality, finalityProof, submitVotes, submitVote, votes, evidence];
