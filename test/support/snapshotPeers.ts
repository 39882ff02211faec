/** Peers that have a snapshot and serve it well or badly, around one node whose chain is to begin with it.
 *
 *  In: who they are and how each behaves. Out: what the node asked of whom, what it kept, whom it banned, what it did in the end. The
 *  snapshot is made of pattern bytes: what a part holds is judged by the owner of the disk, whom this stands in for. */

import { sha256Hex } from '../../engine/crypto/sha256.js';
import type { NetworkEffect } from '../../engine/network/events.js';
import { SNAPSHOT_PIECE_BYTES } from '../../engine/network/limits.js';
import { decodeMessage } from '../../engine/network/messageCodec.js';
import type { PeerMessage, SnapshotOffer } from '../../engine/network/messages.js';
import type { LinkId } from '../../engine/network/net.js';
import type { RestoreOutcome, SnapshotSyncOptions } from '../../engine/network/snapshotEvents.js';
import { ScriptedPeers } from './scriptedPeers.js';

const bytesOf = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (at * 31 + (at >>> 8) + seed) & 0xff);

/** A snapshot: its manifest is part 0. */
export interface FakeSnapshot {
  readonly offer: SnapshotOffer;
  readonly parts: readonly Uint8Array[];
}

export function fakeSnapshot(height: number, sizes: readonly number[], seed = 1): FakeSnapshot {
  const parts = [700, ...sizes].map((size, part) => bytesOf(size, seed + part));
  const hash = sha256Hex(bytesOf(8, height));
  const id = sha256Hex(bytesOf(8, height * 7 + seed));
  return { offer: { height, hash, id, parts: sizes.length, bytes: sizes.reduce((a, b) => a + b, 0) }, parts };
}

/** What a peer does with a request for a piece: its answer, or nothing. */
export type Behaviour = (
  piece: Uint8Array,
  wanted: { readonly part: number; readonly offset: number },
) => Uint8Array | 'refuse' | 'silence' | 'vanish';

export const honest: Behaviour = (piece) => piece;

export interface Actor {
  readonly name: string;
  readonly url?: string;
  /** Absent: it has none. */
  readonly snapshots?: readonly FakeSnapshot[];
  readonly behaviour?: Behaviour;
  /** The hash that it gives of any height; absent: those of its snapshots. */
  readonly gives?: (height: number) => string | undefined;
  /** What it says that it has; absent: what it has. */
  readonly says?: readonly SnapshotOffer[];
  /** It answers no question. */
  readonly isMute?: boolean;
}

interface Seat {
  readonly actor: Actor;
  readonly link: LinkId;
}

type Send = Extract<NetworkEffect, { readonly kind: 'send' }>;

export class SnapshotPeers {
  readonly peers: ScriptedPeers;
  readonly seats = new Map<LinkId, Seat>();
  /** Parts that were asked of each peer, by its name. */
  readonly asked = new Map<string, number[]>();
  readonly kept = new Map<number, Uint8Array>();
  readonly banned: string[] = [];
  readonly chosen: Extract<NetworkEffect, { readonly kind: 'snapshotChosen' }>[] = [];
  readonly dropped: string[] = [];
  restored: string | undefined;
  givenUp: string | undefined;
  blocksAsked = 0;
  /** Judges a part instead of comparing it with the true one. */
  judge: ((part: number) => 'kept' | 'damaged' | 'lie' | 'failed') | undefined;
  /** How restorings end, one after the other; those behind them end well. */
  readonly outcomes: RestoreOutcome[] = [];
  readonly #queue: NetworkEffect[] = [];
  #wakeAt = Number.POSITIVE_INFINITY;

  constructor(
    private readonly truth: FakeSnapshot,
    sync: Partial<SnapshotSyncOptions>,
    seeds: readonly string[] = ['http://a/api', 'http://b/api'],
    /** Parts that were there before. */
    private readonly here: ReadonlySet<number> = new Set(),
  ) {
    this.peers = new ScriptedPeers({ seeds, snapshotSync: { trusted: undefined, held: undefined, ...sync } });
    this.#take();
    this.run();
  }

  join(actor: Actor): LinkId {
    const status = { height: 900, hash: 'ab'.repeat(32), proposerDistance: undefined, producing: true };
    const link = this.peers.up(actor.name, actor.url === undefined ? {} : { url: actor.url });
    this.#take();
    this.seats.set(link, { actor, link });
    this.say(link, this.peers.introduction(actor.name, { status }));
    this.run();
    return link;
  }

  say(link: LinkId, message: PeerMessage): void {
    this.peers.say(link, message);
    this.#take();
  }

  leave(link: LinkId): void {
    this.seats.delete(link);
    this.peers.step({ kind: 'down', link, reason: 'gone' });
    this.#take();
    this.run();
  }

  /** Lets time pass, with every wake that the node has asked for. */
  pass(ms: number): void {
    const end = this.peers.now + ms;
    while (this.peers.now < end) {
      const step = Math.max(1, Math.min(end, this.#wakeAt) - this.peers.now);
      this.#wakeAt = Number.POSITIVE_INFINITY;
      this.peers.pass(step);
      this.#take();
      this.run();
    }
  }

  #take(): void {
    this.#queue.push(...this.peers.effects);
  }

  /** Answers everything that is open. */
  run(): void {
    for (let effect = this.#queue.shift(); effect; effect = this.#queue.shift()) this.#on(effect);
  }

  #on(effect: NetworkEffect): void {
    const answer = (event: Parameters<ScriptedPeers['step']>[0]): void => {
      this.peers.step(event);
      this.#take();
    };
    if (effect.kind === 'wake') this.#wakeAt = Math.min(this.#wakeAt, effect.at);
    else if (effect.kind === 'send') this.#answer(effect);
    else if (effect.kind === 'disconnect') this.#disconnect(effect);
    else if (effect.kind === 'snapshotChosen') this.chosen.push(effect);
    else if (effect.kind === 'snapshotDropped') this.dropped.push(effect.reason);
    else if (effect.kind === 'snapshotGivenUp') this.givenUp = effect.reason;
    else if (effect.kind === 'snapshotManifest') {
      const { run, offer, bytes } = effect;
      const isTrue = offer.id === this.truth.offer.id && (!bytes || same(bytes, this.truth.parts[0]));
      const sizes = this.truth.parts.slice(1).map(({ length: size }, at) => ({ size, isHere: this.here.has(at + 1) }));
      answer({ kind: 'snapshotManifestChecked', run, plan: isTrue ? sizes : 'invalid' });
    } else if (effect.kind === 'snapshotPart') {
      const { run, part, bytes } = effect;
      const verdict = this.judge?.(part) ?? (same(bytes, this.truth.parts[part]) ? 'kept' : 'damaged');
      if (verdict === 'kept') this.kept.set(part, bytes);
      answer({ kind: 'snapshotPartChecked', run, part, verdict });
    } else if (effect.kind === 'restoreSnapshot') {
      const outcome = this.outcomes.shift() ?? 'restored';
      if (outcome === 'restored') this.restored = effect.trust;
      answer({ kind: 'snapshotRestored', run: effect.run, outcome });
    }
  }

  #disconnect({ link, banned }: Extract<NetworkEffect, { readonly kind: 'disconnect' }>): void {
    const name = this.seats.get(link)?.actor.name;
    if (banned && name !== undefined) this.banned.push(name);
    this.seats.delete(link);
    this.peers.step({ kind: 'down', link, reason: 'closed' });
    this.#take();
  }

  #answer({ link, message: bytes }: Send): void {
    const message = decodeMessage(bytes);
    const seat = this.seats.get(link);
    if (!seat || typeof message === 'string') return;
    const { actor } = seat;
    if (message.kind === 'headersWanted' || message.kind === 'blocksWanted') this.blocksAsked++;
    if (message.kind === 'ping') this.say(link, { kind: 'pong', number: message.number });
    if (message.kind === 'snapshotsWanted' && !actor.isMute) {
      const { request, height } = message;
      const own = actor.snapshots?.find(({ offer }) => offer.height === height)?.offer.hash;
      const blockHash = actor.gives ? actor.gives(height) : own;
      const snapshots = actor.says ?? actor.snapshots?.map(({ offer }) => offer) ?? [];
      this.say(link, { kind: 'snapshotsOffered', request, snapshots, blockHash: height > 0 ? blockHash : undefined });
    }
    if (message.kind === 'snapshotPartWanted') this.#piece(seat, message);
  }

  #piece({ actor, link }: Seat, wanted: Extract<PeerMessage, { readonly kind: 'snapshotPartWanted' }>): void {
    const { request, id, part, offset } = wanted;
    if (offset === 0) this.asked.set(actor.name, [...(this.asked.get(actor.name) ?? []), part]);
    // A liar that says what it does not have sends what it has.
    const has = actor.snapshots?.find(({ offer }) => offer.id === id) ?? (actor.says && actor.snapshots?.[0]);
    const whole = has?.parts[part];
    const piece = whole?.subarray(offset, offset + SNAPSHOT_PIECE_BYTES);
    const answer = piece ? (actor.behaviour ?? honest)(piece, { part, offset }) : 'refuse';
    if (answer === 'silence') return;
    if (answer === 'vanish') this.leave(link);
    else {
      const refused = answer === 'refuse';
      this.say(link, { kind: 'snapshotPart', request, bytes: refused ? new Uint8Array() : answer, refused });
    }
  }
}

export const same = (a: Uint8Array, b: Uint8Array | undefined): boolean =>
  b !== undefined && Buffer.compare(Buffer.from(a), Buffer.from(b)) === 0;
