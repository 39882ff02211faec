/** One connected peer: who it is, what it said of itself, and what is known about it. */

import { KnownIds } from './knownIds.js';
import { KNOWN_IDS } from './limits.js';
import type { Introduction, MessageKind, PeerStatus } from './messages.js';
import type { LinkId } from './net.js';
import { Outbox } from './outbox.js';
import { Score } from './scores.js';
import type { PeerIdentity } from './sessionEvents.js';
import { TokenBucket } from './tokenBucket.js';

/** Messages a second of each kind; a kind that is not named may come ten times a second. A follower hands over what its clients
 *  send: more than a full block each second. */
const MESSAGES_PER_SECOND: Partial<Record<MessageKind, number>> = {
  status: 50,
  compactBlock: 20,
  blockOffer: 100,
  votesWanted: 2,
  certificateWanted: 5,
  signedByWanted: 1,
  blockTransactions: 500,
  blockTransactionsWanted: 50,
  blockPart: 2_000,
  headersWanted: 50,
  headersPart: 500,
  votes: 2_000,
  certificate: 50,
  inventory: 200,
  transactionsWanted: 200,
  transactions: 2_000,
  handover: 20_000,
  handoverAnswer: 20_000,
  snapshotsWanted: 2,
  snapshotPartWanted: 400,
  snapshotPart: 400,
  serviceLogs: 20,
  serviceRunsWanted: 50,
  serviceRuns: 50,
  serviceForward: 50,
  serviceForwarded: 50,
  peersWanted: 0.5,
  peers: 0.5,
};
const OTHERS_PER_SECOND = 10;

/** A peer that was stopped, or a line that was cut, delivers at once what was sent before the connection would have ended. */
const BURST_SECONDS = 40;

export class Peer {
  introduction: Introduction | undefined;
  status: PeerStatus | undefined;
  /** Transactions that it has shown or was sent. */
  readonly knows = new KnownIds(KNOWN_IDS.perPeer);
  readonly outbox = new Outbox();
  readonly score: Score;
  /** Bytes that were given to the link in this step: the link does not count them yet. */
  given = 0;
  heardAt: number;
  pingedAt: number;
  /** It is not asked for blocks before. */
  restsUntil = 0;
  /** It has said that it does not have the blocks below this height. */
  lowestHeight = 0;
  /** It must leave, or has left: nothing is sent to it any more. */
  left = false;
  /** It leaves for what it did or did not do. */
  useless = false;
  /** This node asked it for addresses. */
  askedForPeers = false;
  readonly #buckets = new Map<MessageKind, TokenBucket>();

  constructor(
    readonly link: LinkId,
    readonly identity: PeerIdentity,
    readonly since: number,
  ) {
    this.score = new Score(since);
    this.heardAt = since;
    this.pingedAt = since;
  }

  get id(): string {
    return this.identity.id;
  }

  /** What it says of its head; 0 before its introduction. It is not proof. */
  get height(): number {
    return this.status?.height ?? 0;
  }

  /** @returns whether another message of this kind is within its limit. */
  allows(kind: MessageKind, now: number): boolean {
    let bucket = this.#buckets.get(kind);
    if (!bucket) {
      const perSecond = MESSAGES_PER_SECOND[kind] ?? OTHERS_PER_SECOND;
      bucket = new TokenBucket(Math.max(4, perSecond * BURST_SECONDS), perSecond, now);
      this.#buckets.set(kind, bucket);
    }
    return bucket.take(1, now);
  }
}
