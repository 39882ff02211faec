/** Community votes in the index: what the node shows of them, brought up to date now and then. They are no part of blocks.
 *
 *  In: the node's list of proposals. Out: the proposals, and the votes of those that are open, or whose status or count has changed since. */

import { isDeepStrictEqual } from 'node:util';
import { jsonText, storable } from './copyText.js';
import type { IndexDatabase } from './database.js';
import { isProblem, type NodeBlocks, type NodeProblem } from './nodeBlocks.js';

/** A vote shows in the index after this long at the latest. */
export const VOTES_EVERY_MS = 30_000;

interface Proposal {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly creator: string;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  readonly snapshotHeight: number;
  readonly tally: {
    readonly yes: string;
    readonly no: string;
    readonly abstain: string;
    readonly voters: number;
  };
}

interface Vote {
  readonly voter: string;
  readonly choice: string;
  readonly weightQuanta: string;
  readonly castAtMs: number;
  readonly publicKey: string;
  readonly signedPayload: string;
  readonly signature: string;
}

const when = (milliseconds: number): string => new Date(milliseconds).toISOString();

async function putProposal(database: IndexDatabase, proposal: Proposal, votes: readonly Vote[]): Promise<void> {
  const { id, title, status, creator, startsAtMs, endsAtMs, snapshotHeight, tally } = proposal;
  await database.query(
    `INSERT INTO rouged.proposals (id, title, status, creator, starts_at, ends_at, snapshot_height, yes, no, abstain, voters, details)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (id) DO UPDATE SET title = excluded.title, status = excluded.status, ends_at = excluded.ends_at, yes = excluded.yes,
       no = excluded.no, abstain = excluded.abstain, voters = excluded.voters, details = excluded.details, seen_at = now()`,
    [
      ...[id, storable(title), status, creator, when(startsAtMs), when(endsAtMs), snapshotHeight],
      ...[tally.yes, tally.no, tally.abstain, tally.voters, jsonText(proposal)],
    ],
  );
  await database.query('DELETE FROM rouged.votes WHERE proposal_id = $1 AND voter <> ALL ($2::text[])', [
    id,
    votes.map(({ voter }) => voter),
  ]);
  // A row that stays as it is, is not written: an open proposal is read every half a minute.
  await database.query(
    `INSERT INTO rouged.votes (proposal_id, voter, choice, weight, cast_at, public_key, signed_payload, signature)
     SELECT $1, v.voter, v.choice, v."weightQuanta"::numeric, to_timestamp(v."castAtMs" / 1000.0), v."publicKey", v."signedPayload", v.signature
       FROM json_to_recordset($2) AS v(voter text, choice text, "weightQuanta" text, "castAtMs" bigint, "publicKey" text,
                                       "signedPayload" text, signature text)
     ON CONFLICT (proposal_id, voter) DO UPDATE SET choice = excluded.choice, weight = excluded.weight, cast_at = excluded.cast_at,
       public_key = excluded.public_key, signed_payload = excluded.signed_payload, signature = excluded.signature
       WHERE (votes.signature, votes.weight) IS DISTINCT FROM (excluded.signature, excluded.weight)`,
    [id, jsonText(votes)],
  );
}

const OPEN = 'open';

/** Whether nothing can have changed. Who votes again while a proposal is open may leave its count as it was. jsonb keeps members in an order of its own. */
const isKnown = (before: Proposal | undefined, { status, tally }: Proposal): boolean =>
  before !== undefined && status !== OPEN && before.status === status && isDeepStrictEqual(before.tally, tally);

/** @returns why the node did not tell, of the first that it did not tell of; errors are the database's. */
export async function bringVotes(database: IndexDatabase, node: NodeBlocks): Promise<NodeProblem | undefined> {
  const found = await node.ask('/regen/proposals');
  if (isProblem(found)) return found;
  if (!Array.isArray(found.proposals)) return node.unread('/regen/proposals');
  const proposals = found.proposals as readonly Proposal[];
  const known = new Map(
    (
      await database.query<{ id: string; details: unknown }>(
        'SELECT id, details::text AS details FROM rouged.proposals',
      )
    ).map(({ id, details }) => [id, JSON.parse(String(details)) as Proposal]),
  );
  let problem: NodeProblem | undefined;
  for (const proposal of proposals) {
    if (isKnown(known.get(proposal.id), proposal)) continue;
    const path = `/regen/proposals/${encodeURIComponent(proposal.id)}`;
    const one = await node.ask(path);
    const fault = isProblem(one) ? one : Array.isArray(one.votes) ? undefined : node.unread(path);
    // One that the node lists and does not tell of, keeps no other out.
    problem ??= fault;
    if (fault || isProblem(one)) continue;
    await database.inTransaction(() => putProposal(database, proposal, one.votes as readonly Vote[]));
  }
  return problem;
}
