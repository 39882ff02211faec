/** The bounds of what travels between nodes, each with what it protects and where it came from. */

import { invariant } from './refusal.js';

/** Largest frame between nodes: one WebSocket message, its authentication tag included. */
export const PEER_FRAME_BYTES = 1024 * 1024;

/** Bytes of a larger message that travel in one frame. A vote waits behind one such part at most: 10 ms at 100 Mbit/s. Sealing
 *  a part takes some 50 us, of which the call itself is a tenth. */
export const PEER_PART_BYTES = 128 * 1024;

/** Largest message between nodes, put together from its parts. */
export const PEER_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Bytes of unfinished messages of one peer: the largest message, and urgent ones between its parts. */
export const PEER_ASSEMBLY_BYTES = PEER_MESSAGE_BYTES + 16 * 1024 * 1024;

/** Bytes of unfinished messages of all peers together. Above it, the link that holds the most is ended. */
export const PEER_ASSEMBLY_TOTAL_BYTES = 512 * 1024 * 1024;

/** Messages of one peer that may be unfinished at the same time. This program sends two: one of each rank. */
export const PEER_MESSAGES_UNDER_WAY = 4;

/** Bytes of messages that wait for one peer, by rank; the newest message is refused above it. An empty queue takes a message of
 *  any size. Urgent: votes of 1,500 validators. The bytes of one message may wait for all peers at once and are held once. */
export const PEER_QUEUE_BYTES = { urgent: 8 * 1024 * 1024, bulk: PEER_MESSAGE_BYTES } as const;

/** Bytes of one peer that are handed to the sockets ahead of time: an urgent message waits behind them. Two parts keep a link
 *  busy while the next part is sealed. */
export const PEER_WINDOW_BYTES = 2 * PEER_PART_BYTES;

/** Accepted links whose handshake is not over. Each costs an encapsulation and two signature operations, some 10 ms of
 *  processor time. `near` is for addresses of this machine and for proxies that name no client. */
export const PEER_HANDSHAKES = { all: 64, perNetwork: 4, near: 48 } as const;

/** A handshake takes three messages and two signatures at each end: less than a second between busy machines on two sides of the
 *  world. */
export const PEER_HANDSHAKE_MS = 10_000;

/** How long the place of a failed handshake stays taken in its network: a network can demand the work of `perNetwork`
 *  handshakes in this time. */
export const PEER_HANDSHAKE_PENALTY_MS = 5_000;

/** A silent peer is asked for a sign of life after `pingMs`, and its link is ended after `silentMs`. When the same key asks for a
 *  second link, the first has `probeMs` to show that it is alive. */
export const PEER_SILENCE = { pingMs: 10_000, silentMs: 30_000, probeMs: 3_000 } as const;

/** When another process asks for a link with a connected key, and the first one is still heard from after this long, both run: what a
 *  process that has ended had sent has arrived by then, also on a slow line. */
export const PEER_RIVAL_MS = 10_000;

/** An unfinished message of which no part comes for this long ends its link. */
export const PEER_STALL_MS = 30_000;

/** What travels between nodes must fit what holds it. @param socketBytes what may wait in one WebSocket.
 *  @throws InvariantError when two limits contradict each other. */
export function assertPeerLimits(socketBytes: number): void {
  invariant(PEER_PART_BYTES * 2 <= PEER_FRAME_BYTES, 'a part with its tag must fit a frame');
  invariant(PEER_FRAME_BYTES <= socketBytes, 'a frame must fit what may wait in a socket');
  invariant(PEER_WINDOW_BYTES + PEER_FRAME_BYTES <= socketBytes, 'a socket must take what is handed over ahead');
  invariant(PEER_MESSAGE_BYTES < PEER_ASSEMBLY_BYTES, 'the largest message must fit the budget of its peer');
  invariant(PEER_ASSEMBLY_BYTES * 4 <= PEER_ASSEMBLY_TOTAL_BYTES, 'a few peers must not take what all may hold');
  invariant(PEER_HANDSHAKES.perNetwork * 8 <= PEER_HANDSHAKES.all, 'a few networks must not take all handshakes');
  invariant(PEER_SILENCE.probeMs < PEER_SILENCE.pingMs, 'a probe must be answered before the next ping');
  invariant(PEER_SILENCE.pingMs * 2 < PEER_SILENCE.silentMs, 'two pings must go unanswered before a link ends');
}
