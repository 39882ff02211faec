/** Counting: of each wallet the last vote that the home has taken in before the end counts, with the weight of the list. */

import { toBinary } from '../../../base/bytes.js';
import { ACCOUNT_BYTES, type AccountId, accountBytes, accountOfBytes } from '../../../crypto/address.js';
import { keyOf } from '../../keys.js';
import type { SceneReader } from '../../scene.js';
import type { ServiceNode } from '../../surroundings.js';
import type { FoundProposal } from './found.js';
import { type Ballot, ballotCounts, ballots, type Choice } from './voteTables.js';
import { ListReader, weightOf } from './weightList.js';

export interface Tally {
  /** Quanta, like the two below. */
  readonly yes: bigint;
  readonly no: bigint;
  readonly abstain: bigint;
  /** Wallets. */
  readonly voters: number;
}

export const NO_VOTES: Tally = { yes: 0n, no: 0n, abstain: 0n, voters: 0 };

export const turnoutOf = ({ yes, no, abstain }: Tally): bigint => yes + no + abstain;

export function addVote(tally: Tally, choice: Choice, weight: bigint): Tally {
  return { ...tally, [choice]: tally[choice] + weight, voters: tally.voters + 1 };
}

export const statuses = ['open', 'passed', 'failed', 'paid', 'cancelled'] as const;
export type Status = (typeof statuses)[number];

export interface StatusFacts {
  readonly isCancelled: boolean;
  readonly isPaid: boolean;
  /** Milliseconds. */
  readonly endsAtMs: number;
  /** Turnout to pass, in quanta. */
  readonly turnout: bigint;
}

/** @param now milliseconds. */
export function statusOf({ isCancelled, isPaid, endsAtMs, turnout }: StatusFacts, tally: Tally, now: number): Status {
  if (isCancelled) return 'cancelled';
  if (now < endsAtMs) return 'open';
  const reached = turnoutOf(tally);
  const isPassed = reached >= turnout && reached > 0n && tally.yes > tally.no;
  if (!isPassed) return 'failed';
  return isPaid ? 'paid' : 'passed';
}

export interface LastBallot extends Ballot {
  readonly voter: AccountId;
}

const RANGE = 512;
/** Behind the proposal's number and its home. */
const VOTER_AT = 8 + ACCOUNT_BYTES;

/** Of each wallet its last ballot that counts, in the order of accounts. @param behind a wallet. */
export async function* lastBallots(
  scene: SceneReader,
  { key, opening }: Pick<FoundProposal, 'key' | 'opening'>,
  behind?: Uint8Array,
): AsyncGenerator<LastBallot, void, undefined> {
  const { endsAtMs } = opening.fields;
  let last: LastBallot | undefined;
  let from = behind && keyOf(key, behind, new Uint8Array(9).fill(0xff));
  for (;;) {
    const found = await scene.range(ballots, key, { limit: RANGE, behind: from });
    for (const entry of found) {
      from = entry.key;
      if (entry.value.timestamp >= endsAtMs) continue;
      const voter = accountOfBytes(entry.key.slice(VOTER_AT, VOTER_AT + ACCOUNT_BYTES));
      if (last && last.voter !== voter) yield last;
      last = { ...entry.value, voter };
    }
    if (found.length < RANGE) break;
  }
  if (last) yield last;
}

/** The ballot of a wallet that counts. */
export async function ballotOf(
  scene: SceneReader,
  { key, opening }: FoundProposal,
  voter: AccountId,
): Promise<LastBallot | undefined> {
  const { endsAtMs } = opening.fields;
  let behind: Uint8Array | undefined;
  for (;;) {
    const [last] = await scene.range(ballots, keyOf(key, accountBytes(voter)), { reverse: true, limit: 1, behind });
    if (!last || last.value.timestamp < endsAtMs) return last && { ...last.value, voter };
    behind = last.key;
  }
}

interface Kept {
  readonly ballots: number;
  readonly tally: Tally;
}

/** Tallies by proposal: they are the same as long as no ballot comes, and every list of proposals shows all of them. */
const kept = new WeakMap<ServiceNode, Map<string, Kept>>();
const MOST_KEPT = 4_096;

function keptBy(node: ServiceNode): Map<string, Kept> {
  const found = kept.get(node) ?? new Map<string, Kept>();
  kept.set(node, found);
  if (found.size > MOST_KEPT) found.clear();
  return found;
}

/** @returns undefined when there are votes, and this node does not have the list of their weights. */
export async function tallyOf(scene: SceneReader, found: FoundProposal, node: ServiceNode): Promise<Tally | undefined> {
  const count = (await scene.get(ballotCounts, found.key)) ?? 0;
  if (count === 0) return NO_VOTES;
  const known = keptBy(node);
  const name = toBinary(found.key);
  const last = known.get(name);
  if (last?.ballots === count) return last.tally;
  const list = new ListReader(scene, found.key);
  if (!(await list.isHere())) return undefined;
  let tally = NO_VOTES;
  for await (const { voter, choice } of lastBallots(scene, found)) {
    const weight = weightOf(await list.balance(voter), found.opening.fields.cap);
    if (weight > 0n) tally = addVote(tally, choice, weight);
  }
  known.set(name, { ballots: count, tally });
  return tally;
}
