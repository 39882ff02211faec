/** What the parts of the peer network share: the moment, the head, the peers, and the ways to say something. */

import type { Protocol } from '../protocol/protocol.js';
import type { NetworkCounters } from './counters.js';
import type { NetworkEffect, WaitingTransactions } from './events.js';
import type { PeerMessage } from './messages.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { Fault } from './scores.js';

export interface HeadFacts {
  readonly height: number;
  readonly hash: string;
  /** Ids (hex SHA-256 of the key) of the validators of the next height. */
  readonly set: ReadonlySet<string>;
  /** The same of the head's own height; of a node that has just started, the set of the next. */
  readonly earlierSet: ReadonlySet<string>;
  /** Id of the proposer of the next height. */
  readonly proposer: string | undefined;
}

export interface Surroundings {
  readonly ownId: string;
  /** 32 bytes with which this peer salts the short ids that it sends here. */
  saltFor(peer: Peer): Uint8Array;
  readonly protocol: Protocol;
  readonly waiting: WaitingTransactions;
  readonly counters: NetworkCounters;
  readonly now: number;
  readonly head: HeadFacts;
  /** Peers that have introduced themselves, in the order of their connection. */
  readonly peers: Iterable<Peer>;
  /** Undefined when it is gone or has not introduced itself. */
  peer(link: LinkId): Peer | undefined;
  send(peer: Peer, message: PeerMessage): void;
  /** Encodes once. */
  sendAll(peers: Iterable<Peer>, message: PeerMessage): void;
  emit(effect: NetworkEffect): void;
  fault(peer: Peer, fault: Fault): void;
  /** A `time` is wanted at this moment at the latest. */
  wakeAt(at: number): void;
  /** A number for a request, never used twice by this node. */
  nextRequest(): number;
}
