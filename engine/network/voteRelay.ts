/** Votes on their way through the network.
 *
 *  In: votes of peers, verdicts on their signatures, own votes. Out: votes to check, once each; accepted ones to every peer that has
 *  not shown them. Of one voter at most two blocks per height, round and type pass, because the second is the evidence, and one
 *  signature for each of them: ML-DSA has many valid ones for a message. May be lost: votes of a peer beyond what is checked for it at
 *  a time, newest first; their voter offers them again. */

import { toHex } from '../base/bytes.js';
import type { Precommit } from '../chain/certificate.js';
import type { Vote } from '../chain/vote.js';
import { sha256Hex, sha256Of } from '../crypto/sha256.js';
import { VOTES_PER_MESSAGE } from './limits.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';

/** Votes of one voter for one height: the latest rounds of an equivocating proposer. The oldest round loses. */
const VOTES_PER_VOTER = 64;

/** Different votes of one voter in one (round, type): as many as blocks of a slot are followed. Each may complete the quorum behind
 *  somebody's lock. */
const VOTES_OF_SLOT = 8;

/** Votes of one peer that are being checked: those of a few rounds of the set. */
const CHECKING = { base: 64, perValidator: 4 } as const;

/** Heights above the open one whose votes are taken. */
const HEIGHTS_AHEAD = 2;

/** Names a precommit in a certificate that leaves it out. */
export const precommitReference = ({ voterKey, signature }: Precommit): string => toHex(sha256Of(voterKey, signature));

interface Held {
  readonly vote: Vote;
  readonly reference: string;
  readonly own: boolean;
  /** Links that have shown it. */
  readonly from: Set<LinkId>;
  /** These, and those that were sent it when they were near enough to keep it. */
  readonly shown: Set<LinkId>;
}

interface Named {
  readonly vote: Vote;
  readonly reference: string;
  readonly voter: string;
  /** Tells it from every other vote. */
  readonly key: string;
  /** Height, round and type of its voter. */
  readonly slot: string;
}

function nameOf(vote: Vote): Named {
  const reference = precommitReference(vote);
  const voter = sha256Hex(vote.voterKey);
  const slot = `${vote.height}/${vote.round}/${vote.type}/${voter}`;
  return { vote, reference, voter, slot, key: `${slot}/${vote.blockHash}/${reference}` };
}

const oldestOf = (votes: readonly Named[]): Named =>
  votes.reduce((oldest, each) => (each.vote.round < oldest.vote.round ? each : oldest));

export class VoteRelay {
  readonly #held = new Map<string, Held>();
  readonly #byReference = new Map<string, Held>();
  /** Blocks that a voter's accepted votes of one slot name. */
  readonly #slots = new Map<string, Set<string>>();
  /** By height and voter. */
  readonly #perVoter = new Map<string, Named[]>();
  /** Being checked: who has shown it meanwhile. */
  readonly #checking = new Map<string, Set<LinkId>>();
  readonly #checkingFor = new Map<LinkId, number>();

  constructor(private readonly around: Surroundings) {}

  get size(): number {
    return this.#held.size;
  }

  /** A precommit that this node holds, for a certificate that leaves it out. */
  precommit(reference: string): Precommit | undefined {
    return this.#byReference.get(reference)?.vote;
  }

  /** Whether the peer holds this precommit: it has shown it, or was sent it. */
  hasShown(peer: Peer, reference: string): boolean {
    return this.#byReference.get(reference)?.shown.has(peer.link) ?? false;
  }

  /** Links that have shown a vote for this block. */
  linksNaming(hash: string): Set<LinkId> {
    const links = new Set<LinkId>();
    for (const { vote, from } of this.#held.values())
      if (vote.blockHash === hash) for (const link of from) links.add(link);
    return links;
  }

  /** Voters whose votes for this block are held. */
  votersNaming(hash: string): number {
    const voters = new Set<string>();
    for (const { vote } of this.#held.values()) if (vote.blockHash === hash) voters.add(sha256Hex(vote.voterKey));
    return voters.size;
  }

  received(peer: Peer, votes: readonly Vote[]): void {
    const toCheck: Vote[] = [];
    for (const vote of votes) if (this.#isToBeChecked(peer, vote)) toCheck.push(vote);
    if (toCheck.length > 0) this.around.emit({ kind: 'votes', link: peer.link, votes: toCheck });
  }

  #isToBeChecked(peer: Peer, vote: Vote): boolean {
    const { head, counters } = this.around;
    if (vote.height < head.height || vote.height > head.height + 1 + HEIGHTS_AHEAD) return false;
    const named = nameOf(vote);
    const held = this.#held.get(named.key);
    if (held) {
      held.from.add(peer.link);
      held.shown.add(peer.link);
      return false;
    }
    // Votes for the head are still wanted: the certificate of the next block may leave them out. Who joins the set further ahead
    // offers its votes again when this node is there.
    const set = vote.height === head.height ? head.earlierSet : head.set;
    if (!set.has(named.voter) || !this.#hasRoom(named)) return false;
    const checking = this.#checking.get(named.key);
    if (checking) {
      checking.add(peer.link);
      return false;
    }
    const busy = this.#checkingFor.get(peer.link) ?? 0;
    if (busy >= CHECKING.base + CHECKING.perValidator * head.set.size) {
      counters.droppedVotes++;
      return false;
    }
    this.#checkingFor.set(peer.link, busy + 1);
    this.#checking.set(named.key, new Set([peer.link]));
    return true;
  }

  #hasRoom({ vote, slot, voter }: Named): boolean {
    const hashes = this.#slots.get(slot);
    if (hashes && (hashes.has(vote.blockHash) || hashes.size >= VOTES_OF_SLOT)) return false;
    const votes = this.#perVoter.get(`${vote.height}/${voter}`) ?? [];
    return votes.length < VOTES_PER_VOTER || oldestOf(votes).vote.round < vote.round;
  }

  /** Counts a vote of its voter; the oldest round makes room. */
  #count(named: Named): void {
    const voter = `${named.vote.height}/${named.voter}`;
    const votes = this.#perVoter.get(voter) ?? [];
    if (votes.length >= VOTES_PER_VOTER) {
      const oldest = oldestOf(votes);
      votes.splice(votes.indexOf(oldest), 1);
      this.#held.delete(oldest.key);
      this.#byReference.delete(oldest.reference);
      this.#slots.get(oldest.slot)?.delete(oldest.vote.blockHash);
    }
    votes.push(named);
    this.#perVoter.set(voter, votes);
  }

  /** @param votes those of the effect; `accepted` and `rejected` are among them. */
  checked(link: LinkId, votes: readonly Vote[], accepted: readonly Vote[], rejected: readonly Vote[]): void {
    const showers = new Map<string, Set<LinkId>>();
    for (const vote of votes) {
      const { key } = nameOf(vote);
      showers.set(key, this.#checking.get(key) ?? new Set());
      this.#checking.delete(key);
    }
    const left = (this.#checkingFor.get(link) ?? 0) - votes.length;
    if (left > 0) this.#checkingFor.set(link, left);
    else this.#checkingFor.delete(link);
    const taken = accepted.flatMap((vote) => this.#take(vote, false, showers) ?? []);
    this.#spread(taken);
    const blamed = new Set<LinkId>();
    for (const vote of rejected) for (const each of showers.get(nameOf(vote).key) ?? []) blamed.add(each);
    for (const each of blamed) {
      const peer = this.around.peer(each);
      if (peer) this.around.fault(peer, 'invalidVote');
    }
  }

  #take(vote: Vote, own: boolean, showers: ReadonlyMap<string, Set<LinkId>>): Held | undefined {
    const named = nameOf(vote);
    if (vote.height < this.around.head.height || this.#held.has(named.key) || !this.#hasRoom(named)) return undefined;
    const from = showers.get(named.key) ?? new Set();
    const held: Held = { vote, reference: named.reference, own, from, shown: new Set(from) };
    this.#held.set(named.key, held);
    this.#byReference.set(named.reference, held);
    const hashes = this.#slots.get(named.slot) ?? new Set();
    this.#slots.set(named.slot, hashes.add(vote.blockHash));
    this.#count(named);
    return held;
  }

  /** Own votes leave at once. */
  own(votes: readonly Vote[]): void {
    this.#spread(votes.flatMap((vote) => this.#take(vote, true, new Map()) ?? []));
  }

  #spread(list: readonly Held[]): void {
    if (list.length === 0) return;
    for (const peer of this.around.peers)
      this.#sendTo(
        peer,
        list.filter(({ shown, vote }) => !shown.has(peer.link) && peer.height < vote.height),
      );
  }

  #sendTo(peer: Peer, list: readonly Held[]): void {
    for (let at = 0; at < list.length; at += VOTES_PER_MESSAGE) {
      const part = list.slice(at, at + VOTES_PER_MESSAGE);
      // Who is further behind does not keep it, and needs it in a certificate.
      for (const { shown, vote } of part) if (vote.height <= peer.height + 1 + HEIGHTS_AHEAD) shown.add(peer.link);
      this.around.send(peer, { kind: 'votes', votes: part.map(({ vote }) => vote) });
    }
  }

  /** Everything for the open height: for a new peer, which may have been without a connection for long. */
  greet(peer: Peer): void {
    const open = this.around.head.height + 1;
    const list = [...this.#held.values()];
    this.#sendTo(
      peer,
      list.filter(({ vote, shown }) => vote.height >= open && peer.height < vote.height && !shown.has(peer.link)),
    );
    if (peer.height >= open - 1) this.around.send(peer, { kind: 'votesWanted', height: open });
  }

  /** Own votes for the open height again, to everybody that is not known to have decided it: what was sent may have been lost with
   *  a connection, or in a queue that was full. */
  offerAgain(): void {
    const open = this.around.head.height + 1;
    const list = [...this.#held.values()].filter(({ own, vote }) => own && vote.height === open);
    if (list.length === 0) return;
    for (const peer of this.around.peers) if (peer.height < open) this.#sendTo(peer, list);
  }

  /** Answers with everything held for a height. */
  wanted(peer: Peer, height: number): void {
    this.#sendTo(
      peer,
      [...this.#held.values()].filter(({ vote }) => vote.height === height),
    );
  }

  /** What was decided is forgotten, except for the votes of the head. */
  headChanged(): void {
    const { height } = this.around.head;
    for (const [key, { vote, reference }] of this.#held)
      if (vote.height < height) {
        this.#held.delete(key);
        this.#byReference.delete(reference);
      }
    const isOld = (key: string): boolean => Number(key.slice(0, key.indexOf('/'))) < height;
    for (const table of [this.#slots, this.#perVoter])
      for (const key of table.keys()) if (isOld(key)) table.delete(key);
  }

  gone(link: LinkId): void {
    for (const { from, shown } of this.#held.values()) {
      from.delete(link);
      shown.delete(link);
    }
    for (const links of this.#checking.values()) links.delete(link);
    this.#checkingFor.delete(link);
  }
}
