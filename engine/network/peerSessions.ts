/** The life of connections: who may come, what they are sent, why they leave.
 *
 *  In: sessions that come up and go down, messages to send, faults. Out: encoded messages (urgent ones at once, bulk ones while the link
 *  has room), pings, goodbyes, bans. A peer that must leave stays in the table until the end of the step, so that nothing changes under
 *  whoever is working through it. */

import { bytesEqual } from '../base/bytes.js';
import type { Random } from '../base/ports.js';
import type { AddressBook } from './addressBook.js';
import { count, countTraffic } from './counters.js';
import type { Discovery } from './discovery.js';
import { INTRODUCTION_MS, OUTBOX_MS, PING_MS, SILENT_MS } from './limits.js';
import { decodeMessage, encodeMessage } from './messageCodec.js';
import { type PeerMessage, type PeerStatus, rankOf } from './messages.js';
import type { LinkId } from './net.js';
import { Peer } from './peer.js';
import { PeerTable } from './peerTable.js';
import type { Fault } from './scores.js';
import type { PeerIdentity } from './sessionEvents.js';
import type { Surroundings } from './surroundings.js';

/** One peer, for the page, the API and the metrics. */
export interface PeerView {
  readonly url: string;
  readonly name: string;
  readonly version: string;
  /** Hex SHA-256 of its key. */
  readonly id: string;
  readonly publicKey: Uint8Array;
  readonly direction: 'dial' | 'accept';
  readonly address: string;
  readonly connectedMs: number;
  /** What it says of its head. */
  readonly height: number;
  readonly hash: string;
  readonly validator: boolean;
  readonly score: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly queuedBytes: number;
}

export interface PeerSessionsOptions {
  readonly ownKey: Uint8Array;
  readonly url: string;
  readonly name: string;
  readonly version: string;
  readonly random: Random;
  readonly linkBytes: (link: LinkId) => number;
  readonly now: number;
}

const INSTANCE_BYTES = 16;
const SALT_BYTES = 32;

export class PeerSessions {
  readonly table: PeerTable;
  readonly #instance: Uint8Array;
  readonly #salts = new Map<LinkId, Uint8Array>();
  readonly #leaving: Peer[] = [];
  /** Sessions with this node's own key. */
  readonly #selves = new Map<LinkId, PeerIdentity>();
  readonly #pressed = new Set<Peer>();
  #pings = 0;

  constructor(
    private readonly options: PeerSessionsOptions,
    private readonly surroundings: () => Surroundings,
  ) {
    this.#instance = options.random.bytes(INSTANCE_BYTES);
    this.table = new PeerTable((id) => this.surroundings().head.set.has(id));
  }

  get introducedCount(): number {
    return [...this.table.introduced()].length;
  }

  /** A step begins: what was given to links before is in their own count now. */
  begin(): void {
    for (const peer of this.#pressed) peer.given = 0;
    this.#pressed.clear();
  }

  saltFor(peer: Peer): Uint8Array {
    return this.#salts.get(peer.link) ?? new Uint8Array(SALT_BYTES);
  }

  up(link: LinkId, identity: PeerIdentity, discovery: Discovery, status: PeerStatus): void {
    const around = this.surroundings();
    const { now, counters } = around;
    const { url } = identity.facts;
    if (bytesEqual(identity.publicKey, this.options.ownKey)) {
      this.#selves.set(link, identity);
      this.#emitSend(link, this.#introduction(new Uint8Array(SALT_BYTES), status));
      return;
    }
    if (url !== undefined) discovery.dialled(url, identity.id);
    const banned = discovery.book.banReason(identity.id, now);
    const peer = new Peer(link, identity, now);
    const place = this.table.placeFor(peer, now);
    if (banned !== undefined || this.table.ofId(identity.id) || place === 'full') {
      counters.refusedConnections++;
      const reason =
        banned !== undefined ? `banned: ${banned}` : place === 'full' ? 'no free place' : 'already connected';
      if (url !== undefined) discovery.ended(url, true);
      this.#close(link, reason, banned !== undefined);
      return;
    }
    counters.connections++;
    if (place.evicted) this.leave(place.evicted, 'its place is needed', false);
    this.#salts.set(link, this.options.random.bytes(SALT_BYTES));
    this.table.add(peer);
    this.send(peer, this.#introduction(this.saltFor(peer), status));
    around.wakeAt(now + INTRODUCTION_MS);
  }

  #introduction(salt: Uint8Array, status: PeerStatus): PeerMessage {
    const { url, name, version, now } = this.options;
    const ageMs = Math.round(this.surroundings().now - now);
    return {
      kind: 'introduction',
      introduction: { instance: this.#instance, salt, url, name, version, ageMs, status },
    };
  }

  isSelf(link: LinkId): boolean {
    return this.#selves.has(link);
  }

  /** The other end has this node's key: it is this process, or another one. */
  heardSelf(link: LinkId, bytes: Uint8Array, discovery: Discovery): void {
    const message = decodeMessage(bytes);
    if (typeof message === 'string' || message.kind !== 'introduction') return;
    const { instance, ageMs, url } = message.introduction;
    const dialled = this.#selves.get(link)?.facts.url;
    if (!bytesEqual(instance, this.#instance))
      this.surroundings().emit({ kind: 'ownKeyElsewhere', link, url: dialled ?? url, ageMs });
    else if (dialled !== undefined) discovery.isOwn(dialled);
    this.#selves.delete(link);
    // The other end reads the introduction first: frames that were sent before a close still arrive.
    this.#close(link, 'the other end has the key of this node', false);
  }

  down(link: LinkId): void {
    this.#selves.delete(link);
    const peer = this.table.get(link);
    if (peer && !this.#leaving.includes(peer)) this.#leaving.push(peer);
  }

  send(peer: Peer, message: PeerMessage): void {
    this.#sendEncoded(peer, message.kind, encodeMessage(message));
  }

  sendAll(peers: Iterable<Peer>, message: PeerMessage): void {
    let bytes: Uint8Array | undefined;
    for (const peer of peers) {
      bytes ??= encodeMessage(message);
      this.#sendEncoded(peer, message.kind, bytes);
    }
  }

  #sendEncoded(peer: Peer, kind: PeerMessage['kind'], bytes: Uint8Array): void {
    const { counters } = this.surroundings();
    if (peer.left) return;
    countTraffic(counters.sent, kind, bytes.length);
    if (rankOf(kind) === 'urgent') this.#give(peer, bytes, 'urgent');
    else if (!peer.outbox.add(bytes)) counters.lost++;
    else this.#pump(peer);
  }

  #pump(peer: Peer): void {
    const before = this.options.linkBytes(peer.link) + peer.given;
    for (const message of peer.outbox.take(before)) this.#give(peer, message, 'bulk');
    if (peer.outbox.bytes > 0) this.surroundings().wakeAt(this.surroundings().now + OUTBOX_MS);
  }

  #give(peer: Peer, message: Uint8Array, rank: 'urgent' | 'bulk'): void {
    peer.given += message.length;
    this.#pressed.add(peer);
    this.surroundings().emit({ kind: 'send', link: peer.link, message, rank });
  }

  drained(link: LinkId): void {
    const peer = this.table.get(link);
    if (peer) this.#pump(peer);
  }

  /** A peer that has gone meanwhile is banned all the same, and so are the connections that its key has now. */
  fault(peer: Peer, fault: Fault, book: AddressBook): void {
    const { counters, now } = this.surroundings();
    if (peer.left && book.banReason(peer.id, now) !== undefined) return;
    count(counters.faults, fault);
    const consequence = peer.score.fault(fault, now);
    if (consequence === undefined) return;
    const isBanned = consequence === 'ban';
    if (isBanned) {
      count(counters.bans, fault);
      book.ban(peer.id, fault, now);
    }
    const concerned = isBanned ? [...this.table.all()].filter(({ id }) => id === peer.id) : [peer];
    for (const each of concerned) {
      each.useless = true;
      this.leave(each, isBanned ? `banned: ${fault}` : `of no use: ${fault}`, isBanned);
    }
  }

  /** Ends a connection at the end of the step. */
  leave(peer: Peer, reason: string, banned: boolean): void {
    if (peer.left) return;
    this.send(peer, { kind: 'goodbye', reason });
    peer.left = true;
    this.#leaving.push(peer);
    this.#close(peer.link, reason, banned);
  }

  #close(link: LinkId, reason: string, banned: boolean): void {
    this.surroundings().emit({ kind: 'disconnect', link, reason, banned });
  }

  #emitSend(link: LinkId, message: PeerMessage): void {
    this.surroundings().emit({ kind: 'send', link, message: encodeMessage(message), rank: 'urgent' });
  }

  /** @returns a peer that has left, out of the table now. */
  takeLeaving(): Peer | undefined {
    const peer = this.#leaving.shift();
    if (!peer) return undefined;
    peer.left = true;
    this.table.remove(peer.link);
    this.#salts.delete(peer.link);
    return peer;
  }

  /** This process may have been stopped: then silence is its own, and what peers said waits in the links. */
  time(now: number, passed: number): void {
    if (passed < PING_MS) return;
    for (const peer of this.table.all()) {
      peer.heardAt = now;
      peer.pingedAt = now;
    }
  }

  keepAlive(): void {
    const around = this.surroundings();
    const { now } = around;
    for (const peer of this.table.all()) {
      this.#pump(peer);
      if (!peer.introduction && now >= peer.since + INTRODUCTION_MS && now >= peer.heardAt + INTRODUCTION_MS)
        this.leave(peer, 'it has not introduced itself', false);
      else if (now >= peer.heardAt + SILENT_MS) this.leave(peer, 'it is silent', false);
      else if (now >= Math.max(peer.heardAt, peer.pingedAt) + PING_MS) {
        peer.pingedAt = now;
        this.send(peer, { kind: 'ping', number: ++this.#pings });
      }
    }
    if (this.table.size > 0) around.wakeAt(now + PING_MS / 2);
  }

  view(): PeerView[] {
    const { now, head } = this.surroundings();
    return [...this.table.introduced()].map(({ introduction, identity, link, score, outbox, status, since }) => ({
      url: introduction?.url ?? '',
      name: introduction?.name ?? '',
      version: introduction?.version ?? '',
      id: identity.id,
      publicKey: identity.publicKey,
      direction: identity.facts.direction,
      address: identity.facts.address,
      connectedMs: now - since,
      height: status?.height ?? 0,
      hash: status?.hash ?? '',
      validator: head.set.has(identity.id),
      score: score.points(now),
      faults: Object.fromEntries(score.faults),
      queuedBytes: outbox.bytes + this.options.linkBytes(link),
    }));
  }
}
