/** Chapter Community votes: proposals, votes, what proves them. */

import { defineRoute } from '../../context.js';
import { text } from '../../routing/parameters.js';
import { Type } from '../../routing/schema.js';
import { EXAMPLE_ADDRESS } from '../../schemas.js';
import { listedRead } from './pieces.js';
import { asker, serviceRead, serviceRoute } from './serviceRoute.js';

const chapter = 'Community votes';

const orNull = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()]);
const Quanta = Type.String({ pattern: '^\\d+$', description: 'Quanta' });
const Address = Type.String({ description: 'Address' });
const Milliseconds = Type.Integer({ description: 'Milliseconds since the epoch' });
const Bps = Type.Integer({ description: 'Hundredths of a percent' });
const Count = Type.Integer({ minimum: 0 });
const Choice = Type.Enum(['yes', 'no', 'abstain']);

const proposalMembers = {
  id: Type.String({ description: 'RP-<number>-<first 8 hex digits of the account of its home>' }),
  title: Type.String(),
  summary: Type.String(),
  link: orNull(Type.String()),
  territory: orNull(Type.String()),
  recipient: orNull(Address),
  requestedXrge: Type.Union([Type.Number(), Type.Null()]),
  creator: Address,
  createdAtMs: Milliseconds,
  startsAtMs: Milliseconds,
  endsAtMs: Milliseconds,
  durationDays: Type.Number(),
  home: Type.String({ description: 'Address of the node that has opened it, and counts' }),
  snapshotHeight: Type.Integer({ description: 'Balances after this block are the weights' }),
  snapshotRoot: Type.String({
    description:
      'SHA-256, hex, of the list of weights: for each wallet its account (32 bytes) and its balance in quanta (16 bytes, big-endian), sorted by account',
  }),
  eligibleTotalQuanta: Quanta,
  capQuanta: Quanta,
  capBps: Bps,
  turnoutQuanta: Quanta,
  turnoutBps: Bps,
  excluded: Type.Array(Address),
  eligibleVoters: Count,
  payoutTxId: orNull(Type.String()),
  payoutXrge: Type.Union([Type.Number(), Type.Null()]),
  cancelled: Type.Boolean(),
  cancelReason: orNull(Type.String()),
};

const itemMembers = {
  ...proposalMembers,
  proposal: Type.Object(proposalMembers, { description: 'The same members' }),
  status: Type.Enum(['open', 'passed', 'failed', 'paid', 'cancelled']),
  tally: Type.Object({ yes: Quanta, no: Quanta, abstain: Quanta, turnout: Quanta, voters: Count }),
  summaryXrge: Type.Object({
    eligibleTotal: Type.Number(),
    cap: Type.Number(),
    turnoutNeeded: Type.Number(),
    yes: Type.Number(),
    no: Type.Number(),
    abstain: Type.Number(),
    turnout: Type.Number(),
  }),
};

const signedMembers = {
  publicKey: Type.String({ description: 'Hex' }),
  signedPayload: Type.String({ description: 'The exact text that was signed' }),
  signature: Type.String({ description: 'Hex' }),
};

const Vote = Type.Object(
  {
    proposalId: Type.String(),
    voter: Address,
    choice: Choice,
    weight: Quanta,
    weightQuanta: Quanta,
    castAtMs: Milliseconds,
    ...signedMembers,
  },
  { title: 'CommunityVote' },
);

const Proposal = Type.Object(itemMembers, { title: 'CommunityProposal' });

const params = Type.Object({
  id: text({ mustBe: 'the id of a proposal', maxLength: 64, examples: ['RP-1-00000000'] }),
});

const config = defineRoute({
  method: 'GET',
  path: '/api/regen/config',
  chapter,
  summary: 'The rules of this node for proposals that are opened now',
  refusals: ['busy', 'stopping'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      treasury: orNull(Address),
      capBps: Bps,
      turnoutBps: Bps,
      defaultDays: Count,
      minCreatorXrge: Count,
      excluded: Type.Array(Address),
      curators: Type.Array(Address),
      home: Type.String({ description: 'Address of this node' }),
    }),
  },
  handler: (context, { request }) => serviceRead(asker(context, request), 'regen_config', {}),
});

const proposals = defineRoute({
  method: 'GET',
  path: '/api/regen/proposals',
  chapter,
  summary: 'All proposals, newest first, with tally and status',
  refusals: ['busy', 'stopping'],
  response: { 200: Type.Object({ success: Type.Literal(true), proposals: Type.Array(Proposal) }) },
  handler: (context, { request }) =>
    listedRead(asker(context, request), { member: 'proposals', list: 'regen_proposals' }, {}),
});

const proposal = defineRoute({
  method: 'GET',
  path: '/api/regen/proposals/:id',
  chapter,
  summary: 'One proposal with every vote that counts, and what was signed',
  params,
  refusals: ['not_found', 'busy', 'stopping'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      ...itemMembers,
      request: Type.Object(signedMembers, { description: 'What the creator has signed' }),
      opening: Type.Object(signedMembers, { description: 'The frozen rules, as the home has signed them' }),
      votes: Type.Array(Vote, { description: 'The last one of each wallet, in the order of accounts' }),
    }),
  },
  handler: (context, { params: { id }, request }) =>
    listedRead(asker(context, request), { head: 'regen_proposal', member: 'votes', list: 'regen_votes' }, { id }),
});

const snapshot = defineRoute({
  method: 'GET',
  path: '/api/regen/proposals/:id/snapshot',
  chapter,
  summary: 'The list of weights of a proposal, with which everybody can recount it',
  params,
  refusals: ['not_found', 'busy', 'stopping'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      proposalId: Type.String(),
      home: Address,
      snapshotHeight: Count,
      snapshotRoot: proposalMembers.snapshotRoot,
      eligibleVoters: Count,
      eligibleTotalQuanta: Quanta,
      capQuanta: Quanta,
      weights: Type.Array(
        Type.Object({
          account: Type.String({ description: 'SHA-256 of the public key, hex; an address is its bech32m' }),
          balanceQuanta: Quanta,
          weightQuanta: Type.String({ pattern: '^\\d+$', description: 'The balance, or the cap when that is less' }),
        }),
      ),
    }),
  },
  handler: (context, { params: { id }, request }) =>
    listedRead(
      asker(context, request),
      { head: 'regen_snapshot', member: 'weights', list: 'regen_snapshot_entries' },
      { id },
    ),
});

const weight = defineRoute({
  method: 'GET',
  path: '/api/regen/proposals/:id/weight/:who',
  chapter,
  summary: 'What a wallet may vote with on a proposal, and its vote',
  params: Type.Object({
    ...params.properties,
    who: Type.String({ description: 'Address or public key', maxLength: 4_096, examples: [EXAMPLE_ADDRESS] }),
  }),
  refusals: ['malformed_parameter', 'not_found', 'busy', 'stopping'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      address: Address,
      eligible: Type.Boolean(),
      excluded: Type.Boolean(),
      weightQuanta: Quanta,
      weightXrge: Type.Number(),
      vote: Type.Union([Choice, Type.Null()]),
    }),
  },
  handler: (context, { params: { id, who }, request }) =>
    serviceRead(asker(context, request), 'regen_weight', { id, who }),
});

export const regenRoutes = [
  config,
  proposals,
  proposal,
  snapshot,
  weight,
  serviceRoute('regen_proposal', itemMembers),
  serviceRoute('regen_vote', { ...itemMembers, vote: Vote }),
  serviceRoute('regen_payout', itemMembers),
  serviceRoute('regen_cancel', itemMembers),
];
