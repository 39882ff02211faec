/** Links to other nodes: from bytes of connections to authenticated peers and whole messages, and back.
 *
 *  In: what happened to connections, answers to signatures that were asked for, messages to send, time. Out: effects, to be
 *  performed in their order before those of the next step: frames are numbered, so one that leaves out of order ends its link
 *  (`sessionLinks.ts` performs them over a `Net`). Nothing that another node sends throws; it waits, or ends its link with a
 *  reason from `reasons.ts`.
 *
 *  A link is up at the end that accepted when the signature of the other end holds, and at the end that dialled when READY
 *  came, so no message is ever held for a stranger.
 *
 *  One link a key. A second link of a connected key replaces nothing: the end that accepted closes it with `already_connected`,
 *  and asks the first for a sign of life, so that a link whose other end is gone makes way within seconds. When two nodes dial each
 *  other at once, both ends accept before either READY arrives. Then each end that gets READY finds the other link up, and both keep
 *  the one that the lower key has dialled. The start of the process, which is a part of the signed nonces, tells this case from a
 *  second process with that key, whose link is closed. That may be the first one come back, whose old link is not known to be dead:
 *  when it asks again, and the first has been heard from meanwhile, both processes run. Each is shown what the other has signed in its
 *  handshake here, the first on its link, the second before its link is closed.
 *
 *  What strangers can demand: an accepted link costs the bytes of its frames until a hello of this network came, then an
 *  encapsulation on this thread (1 ms), a signature and a check in the threads of the pool; `handshakePlaces.ts` bounds how many,
 *  at a time and in a period, by network. A dialled link costs about the same, and this node decides what it dials. */

import { bytesEqual, compareBytes } from '../base/bytes.js';
import { PEER_ASSEMBLY_TOTAL_BYTES, PEER_HANDSHAKE_MS, PEER_MESSAGE_BYTES, PEER_RIVAL_MS } from '../base/peerLimits.js';
import type { Random } from '../base/ports.js';
import type { Aead } from '../crypto/aead.js';
import type { Kem } from '../crypto/mlkem.js';
import { sha256Hex } from '../crypto/sha256.js';
import { type Network, sameStart } from './handshake.js';
import { HandshakePlaces } from './handshakePlaces.js';
import { decodeMessage, encodeMessage } from './messageCodec.js';
import type { LinkFacts, LinkId } from './net.js';
import type { Arrived } from './parts.js';
import type { LinkReason } from './reasons.js';
import { SealedLink } from './sealedLink.js';
import type { HandshakeProof, Rank, SessionEffect, SessionEvent } from './sessionEvents.js';
import { type Action, beganLater, type Proven, type Self, Shaking } from './shaking.js';

export type { PeerIdentity, Rank, SessionEffect, SessionEvent, Unsent } from './sessionEvents.js';

export interface SessionSettings {
  readonly network: Network;
  /** ML-DSA-65 key of this node; `sign` effects ask for its signatures. */
  readonly publicKey: Uint8Array;
  /** When this process began, milliseconds since the epoch. */
  readonly startedAt: number;
  /** Milliseconds of the clock of `time` events. */
  readonly now: number;
  readonly random: Random;
  readonly kem: Kem;
  readonly aead: Aead;
  /** What shares the places for handshakes: the network of an address, '' for this machine and for unknown addresses. */
  readonly networkOf: (address: string) => string;
}

interface Link {
  readonly id: LinkId;
  readonly facts: LinkFacts;
  readonly openedAt: number;
  readonly shaking: Shaking;
  /** After the handshake. */
  proven?: Proven;
  sealed?: SealedLink;
  isUp: boolean;
  /** Another process that wants a link with the key of this one, and since when. */
  rival?: { readonly nonce: Uint8Array; readonly since: number };
  /** It has shown that another process has this node's key. */
  hasTold?: boolean;
}

export class Sessions {
  readonly #settings: SessionSettings;
  readonly #self: Self;
  readonly #links = new Map<LinkId, Link>();
  /** Links that this end has closed and the network has not. */
  readonly #ending = new Set<LinkId>();
  /** Links that are up, by the id of their peer. */
  readonly #peers = new Map<string, Link>();
  readonly #places = new HandshakePlaces();
  /** Signatures that were asked for, and for which handshake. */
  readonly #asked = new Map<number, Link>();
  #nextToken = 1;
  #now: number;
  #effects: SessionEffect[] = [];

  constructor(settings: SessionSettings) {
    this.#settings = settings;
    this.#now = settings.now;
    const { kem, network, publicKey, random, startedAt } = settings;
    const isOwnNonce = (nonce: Uint8Array): boolean => this.#isOwnNonce(nonce);
    this.#self = { network, publicKey, id: sha256Hex(publicKey), startedAt, random, kem, isOwnNonce };
  }

  /** When this process began, milliseconds since the epoch. */
  get startedAt(): number {
    return this.#settings.startedAt;
  }

  /** Handshakes under way and links that are up. */
  get counts(): { readonly handshakes: number; readonly up: number } {
    return { handshakes: this.#links.size - this.#peers.size, up: this.#peers.size };
  }

  /** @returns the link that is up to this peer. @param id hex SHA-256 of its key. */
  linkOf(id: string): LinkId | undefined {
    return this.#peers.get(id)?.id;
  }

  /** Bytes that wait for a peer beyond what was handed to the network. */
  waitingBytes(link: LinkId): number {
    return this.#links.get(link)?.sealed?.out.waitingBytes ?? 0;
  }

  step(event: SessionEvent): readonly SessionEffect[] {
    this.#take(event);
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  #take(event: SessionEvent): void {
    switch (event.kind) {
      case 'opened':
        this.#opened(event.link, event.facts);
        break;
      case 'frame':
        this.#frame(event.link, event.bytes);
        break;
      case 'closed':
        this.#closed(event.link, event.reason);
        break;
      case 'signed':
        this.#answered(event.token, (shaking) => shaking.signed(event.signature));
        break;
      case 'checked':
        this.#answered(event.token, (shaking) => shaking.checked(event.holds));
        break;
      case 'send':
        this.#send(event.link, event.message, event.rank ?? 'bulk');
        break;
      case 'close':
        this.#close(event.link, event.reason);
        break;
      case 'room':
        this.#room(event.link, event.bytes);
        break;
      case 'time':
        this.#time(event.now);
    }
  }

  #opened(id: LinkId, facts: LinkFacts): void {
    const shaking = new Shaking(this.#self, facts.direction);
    const link: Link = { id, facts, openedAt: this.#now, shaking, isUp: false };
    this.#links.set(id, link);
    if (facts.direction === 'dial') {
      this.#act(link, shaking.hello());
      return;
    }
    const outcome = this.#places.take(id, this.#settings.networkOf(facts.address));
    if (outcome === 'refused') this.#end(link, 'busy');
    else if (outcome !== 'admitted') this.#close(outcome, 'busy');
  }

  #frame(id: LinkId, bytes: Uint8Array): void {
    const link = this.#links.get(id);
    if (!link) return;
    if (!link.sealed) {
      this.#act(link, link.shaking.frame(bytes));
      return;
    }
    const arrived = link.sealed.take(bytes, this.#now);
    if (link.isUp) this.#arrived(link, arrived);
    else if (arrived.kind === 'signal' && arrived.signal === 'ready') this.#ready(link);
    else if (arrived.kind === 'message') this.#refused(link, arrived.bytes);
    else this.#end(link, arrived.kind === 'fault' ? arrived.reason : 'unexpected_frame');
    this.#pump(link);
  }

  #closed(id: LinkId, reason: string): void {
    if (this.#ending.delete(id)) return;
    const link = this.#links.get(id);
    if (link) this.#forget(link);
    this.#down(id, reason, link);
  }

  #answered(token: number, answer: (shaking: Shaking) => Action): void {
    const link = this.#asked.get(token);
    this.#asked.delete(token);
    if (link && this.#links.get(link.id) === link) this.#act(link, answer(link.shaking));
  }

  #send(id: LinkId, message: Uint8Array, rank: Rank): void {
    const link = this.#links.get(id);
    const lost = (why: 'full' | 'gone' | 'too_large'): void => {
      this.#effects.push({ kind: 'unsent', link: id, message, rank, why });
    };
    if (!link?.isUp || !link.sealed) lost('gone');
    else if (message.length === 0 || message.length > PEER_MESSAGE_BYTES) lost('too_large');
    else if (!link.sealed.out.offer(message, rank)) lost('full');
    else this.#pump(link);
  }

  /** A link that is not known here is being dialled, or is gone: the network's `closed` brings its `down`. */
  #close(id: LinkId, reason: string): void {
    const link = this.#links.get(id);
    if (!link && this.#ending.has(id)) return;
    this.#effects.push({ kind: 'close', link: id, reason });
    if (!link) return;
    this.#forget(link);
    this.#ending.add(id);
    this.#down(id, reason, link);
  }

  #down(id: LinkId, reason: string, link: Link | undefined): void {
    const proven = link?.proven?.id;
    this.#effects.push({ kind: 'down', link: id, reason, ...(proven !== undefined && { id: proven }) });
  }

  #end(link: Link, reason: LinkReason): void {
    if (this.#links.get(link.id) === link) this.#close(link.id, reason);
  }

  #forget(link: Link): void {
    const { id, proven, shaking } = link;
    this.#links.delete(id);
    if (proven && this.#peers.get(proven.id) === link) this.#peers.delete(proven.id);
    if (shaking.hasWorked && !proven) this.#places.fail(id, this.#now);
    else this.#places.release(id);
    link.isUp = false;
  }

  #room(id: LinkId, bytes: number): void {
    const link = this.#links.get(id);
    link?.sealed?.room(bytes);
    if (link) this.#pump(link);
  }

  #time(now: number): void {
    this.#now = now;
    this.#places.expire(now);
    for (const link of [...this.#links.values()]) {
      if (!link.isUp) {
        if (now - link.openedAt >= PEER_HANDSHAKE_MS) this.#end(link, 'handshake_timeout');
        continue;
      }
      const reason = link.sealed?.time(now);
      if (reason) this.#end(link, reason);
      else this.#pump(link);
    }
  }

  #act(link: Link, action: Action): void {
    switch (action.do) {
      case 'send':
        this.#effects.push({ kind: 'send', link: link.id, frame: action.frame });
        break;
      case 'sign':
        this.#effects.push({ kind: 'sign', token: this.#ask(link), message: action.message });
        break;
      case 'check': {
        const { message, publicKey, signature } = action;
        this.#effects.push({ kind: 'check', token: this.#ask(link), message, publicKey, signature });
        break;
      }
      case 'finish':
        if (action.frame) this.#effects.push({ kind: 'send', link: link.id, frame: action.frame });
        this.#finish(link, action.proven);
        break;
      case 'end':
        this.#end(link, action.reason);
    }
  }

  #ask(link: Link): number {
    const token = this.#nextToken++;
    this.#asked.set(token, link);
    return token;
  }

  /** The signature of the other end holds. */
  #finish(link: Link, proven: Proven): void {
    const { facts, id, shaking } = link;
    link.proven = proven;
    link.sealed = new SealedLink(this.#settings.aead, proven.keys, facts.direction, this.#now);
    this.#places.release(id);
    const isTwin = bytesEqual(proven.publicKey, this.#settings.publicKey);
    if (isTwin) this.#effects.push({ kind: 'twin', link: id, facts, later: beganLater(shaking.nonce, proven.nonce) });
    // The end that dialled waits for READY, or for the reason of the other end.
    if (facts.direction === 'dial') return;
    if (isTwin) {
      this.#end(link, 'own_key');
      return;
    }
    const first = this.#peers.get(proven.id);
    if (first) {
      this.#refuseSecond(link, first);
      return;
    }
    link.sealed.out.signal('ready');
    this.#pump(link);
    this.#up(link, proven);
  }

  /** The other end has taken the link that this end has dialled. */
  #ready(link: Link): void {
    const { proven } = link;
    if (!proven) return;
    const { publicKey } = this.#settings;
    const isLower = compareBytes(publicKey, proven.publicKey);
    if (isLower === 0) {
      this.#end(link, 'own_key');
      return;
    }
    const first = this.#peers.get(proven.id);
    if (first) {
      const isOfOneProcess = first.proven !== undefined && sameStart(first.proven.nonce, proven.nonce);
      const crossed = first.facts.direction === 'accept' && isOfOneProcess;
      if (!crossed || isLower > 0) {
        this.#refuseSecond(link, first);
        return;
      }
      this.#end(first, 'already_connected');
    }
    this.#up(link, proven);
  }

  #refuseSecond(second: Link, first: Link): void {
    if (second.proven && first.proven && !sameStart(second.proven.nonce, first.proven.nonce))
      this.#meetRival(second, second.proven, first, first.proven);
    this.#end(second, 'already_connected');
    first.sealed?.probe(this.#now);
    this.#pump(first);
  }

  #meetRival(second: Link, rival: Proven, first: Link, proven: Proven): void {
    if (!first.rival || !sameStart(first.rival.nonce, rival.nonce))
      first.rival = { nonce: rival.nonce, since: this.#now };
    if ((first.sealed?.heardAt ?? 0) < first.rival.since + PEER_RIVAL_MS) return;
    this.#show(second, proven.proof);
    this.#show(first, rival.proof);
  }

  #show(link: Link, proof: HandshakeProof): void {
    link.sealed?.out.offer(encodeMessage({ kind: 'keyElsewhere', proof }), 'urgent');
    this.#pump(link);
  }

  /** The node that this one has dialled says why it does not take the link. */
  #refused(link: Link, bytes: Uint8Array): void {
    const message = decodeMessage(bytes);
    const { proven } = link;
    if (!proven || link.hasTold || typeof message === 'string' || message.kind !== 'keyElsewhere') {
      this.#end(link, 'unexpected_frame');
      return;
    }
    link.hasTold = true;
    this.#effects.push({ kind: 'elsewhere', link: link.id, from: proven.publicKey, proof: message.proof });
  }

  #up(link: Link, { id, publicKey }: Proven): void {
    link.isUp = true;
    this.#peers.set(id, link);
    this.#effects.push({ kind: 'up', link: link.id, peer: { publicKey, id, facts: link.facts } });
  }

  #arrived(link: Link, arrived: Arrived): void {
    if (arrived.kind === 'message') this.#effects.push({ kind: 'message', link: link.id, bytes: arrived.bytes });
    else if (arrived.kind === 'fault') this.#end(link, arrived.reason);
    else if (arrived.kind === 'signal' && arrived.signal === 'ready') this.#end(link, 'unexpected_frame');
    else if (arrived.kind === 'part') this.#relieve();
  }

  /** Ends links until the unfinished messages of all fit their budget. */
  #relieve(): void {
    for (;;) {
      let total = 0;
      let greatest: Link | undefined;
      let most = 0;
      for (const link of this.#peers.values()) {
        const held = link.sealed?.incoming.heldBytes ?? 0;
        total += held;
        if (held > most) [greatest, most] = [link, held];
      }
      if (total <= PEER_ASSEMBLY_TOTAL_BYTES || !greatest) return;
      this.#end(greatest, 'no_room');
    }
  }

  /** Hands over what may leave. */
  #pump(link: Link): void {
    if (!link.sealed || this.#links.get(link.id) !== link) return;
    const { asks, ends, frames } = link.sealed.frames();
    for (const frame of frames) this.#effects.push({ kind: 'send', link: link.id, frame });
    if (asks) this.#effects.push({ kind: 'more', link: link.id });
    if (ends) this.#end(link, ends);
  }

  #isOwnNonce(nonce: Uint8Array): boolean {
    for (const { isUp, shaking } of this.#links.values()) if (!isUp && bytesEqual(shaking.nonce, nonce)) return true;
    return false;
  }
}
