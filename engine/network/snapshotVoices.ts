/** Which snapshots peers offer, and which of them can be trusted.
 *
 *  In: answers of peers. Out: questions, and a decision: the snapshot to fetch, or why there is none. A block is trusted when the operator
 *  has named it, or when at least two of the peers that the operator named give its hash and none of them gives another. A named peer that
 *  has no snapshot of the block is asked for its hash. A named URL has one voice, whatever keys answer there, and a key has one. */

import { SNAPSHOT_FETCH } from './limits.js';
import type { SnapshotOffer } from './messages.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { SnapshotSyncOptions, SnapshotTrust } from './snapshotEvents.js';
import type { Surroundings } from './surroundings.js';

export interface SnapshotVoicesParts extends SnapshotSyncOptions {
  readonly around: Surroundings;
  /** The URL by which the operator has named a peer. */
  readonly namedAs: (peer: Peer) => string | undefined;
  readonly named: number;
}

export interface Decision {
  readonly offer: SnapshotOffer;
  readonly trust: SnapshotTrust;
  /** An earlier run has begun to fetch it. */
  readonly isHeld: boolean;
}

/** Questions of one peer that may wait for an answer. */
const QUESTIONS_PER_PEER = 8;

/** Heights of which the hashes of one peer are remembered. */
const MOST_HEIGHTS = 64;

/** Named peers that must agree. */
const VOICES = 2;

/** Two hashes of one height from one peer: it agrees with nobody. */
const CONTRADICTION = '';

const keyOf = ({ height, hash, id, parts, bytes }: SnapshotOffer): string => [height, hash, id, parts, bytes].join();

interface Voice {
  /** Of the peer that spoke there first. */
  readonly id: string;
  /** By height. */
  readonly hashes: Map<number, string>;
}

export class SnapshotVoices {
  readonly #asked = new Map<number, { readonly link: LinkId; readonly height: number }>();
  readonly #offers = new Map<LinkId, readonly SnapshotOffer[]>();
  /** What was said at each named URL. */
  readonly #voices = new Map<string, Voice>();
  /** When a named peer was asked for a hash last, by its id and the height. */
  readonly #askedAt = new Map<string, number>();
  readonly #excluded = new Set<string>();
  #firstAt: number | undefined;
  #holdsNothing = false;

  constructor(private readonly parts: SnapshotVoicesParts) {}

  /** The choice is open again: what comes from now on counts as the first answer. */
  begin(): void {
    this.#firstAt = undefined;
    this.#askedAt.clear();
  }

  /** Asks what a peer has. @param height whose hash is asked for; 0 for none. */
  ask({ link }: Peer, height = 0): void {
    const { around } = this.parts;
    let waiting = 0;
    for (const asked of this.#asked.values()) if (asked.link === link) waiting++;
    const peer = around.peer(link);
    if (!peer || waiting >= QUESTIONS_PER_PEER) return;
    const request = around.nextRequest();
    this.#asked.set(request, { link, height });
    around.send(peer, { kind: 'snapshotsWanted', request, height });
  }

  /** @returns false for an answer to no question. */
  heard(peer: Peer, request: number, snapshots: readonly SnapshotOffer[], hash: string | undefined): boolean {
    const { around, namedAs } = this.parts;
    const asked = this.#asked.get(request);
    if (asked?.link !== peer.link) return false;
    this.#asked.delete(request);
    this.#offers.set(peer.link, snapshots);
    this.#firstAt ??= around.now;
    const url = namedAs(peer);
    if (url !== undefined) {
      const { hashes } = this.#voiceAt(url, peer);
      for (const offer of snapshots) this.#note(hashes, offer.height, offer.hash);
      if (asked.height > 0 && hash !== undefined) this.#note(hashes, asked.height, hash);
    }
    this.#askForHashes();
    return true;
  }

  #voiceAt(url: string, { id }: Peer): Voice {
    const voice = this.#voices.get(url) ?? { id, hashes: new Map<number, string>() };
    this.#voices.set(url, voice);
    return voice;
  }

  #note(hashes: Map<number, string>, height: number, hash: string): void {
    const earlier = hashes.get(height);
    hashes.set(height, earlier === undefined || earlier === hash ? hash : CONTRADICTION);
    const newest = [...hashes.keys()].sort((a, b) => b - a);
    const { held } = this.parts;
    for (const old of newest.slice(MOST_HEIGHTS)) if (old !== held?.offer.height) hashes.delete(old);
  }

  /** Asks the named peers for the hashes of blocks of which other named peers have snapshots. */
  #askForHashes(): void {
    const { around, trusted, held, namedAs } = this.parts;
    if (trusted) return;
    const named = [...around.peers].filter((peer) => namedAs(peer) !== undefined);
    const heights = new Set<number>(held ? [held.offer.height] : []);
    for (const { link } of named) {
      const offered = (this.#offers.get(link) ?? []).map(({ height }) => height).sort((a, b) => b - a);
      for (const height of offered.slice(0, SNAPSHOT_FETCH.vouched)) heights.add(height);
    }
    for (const peer of named)
      for (const height of heights) {
        const key = `${peer.id}:${height}`;
        const isRecent = around.now < (this.#askedAt.get(key) ?? Number.NEGATIVE_INFINITY) + SNAPSHOT_FETCH.askMs;
        if (isRecent || this.#voices.get(namedAs(peer) ?? '')?.hashes.has(height)) continue;
        this.#askedAt.set(key, around.now);
        this.ask(peer, height);
      }
  }

  #trustIn({ height, hash }: SnapshotOffer): SnapshotTrust | undefined {
    const { trusted } = this.parts;
    if (trusted) return trusted.height === height && trusted.hash === hash ? 'trusted-block' : undefined;
    const given = [...this.#voices.values()].filter(({ hashes }) => hashes.has(height));
    const isOne = given.every(({ hashes }) => hashes.get(height) === hash);
    return isOne && new Set(given.map(({ id }) => id)).size >= VOICES ? 'peers' : undefined;
  }

  /** Connected peers that offer exactly this. */
  sources(offer: SnapshotOffer): readonly Peer[] {
    const key = keyOf(offer);
    return [...this.parts.around.peers].filter(({ link }) =>
      this.#offers.get(link)?.some((offered) => keyOf(offered) === key),
    );
  }

  /** What an earlier run has kept is of no use. */
  forgetHeld(): void {
    this.#holdsNothing = true;
  }

  /** Never to be chosen again. */
  exclude(offer: SnapshotOffer): void {
    this.#excluded.add(keyOf(offer));
  }

  /** @returns what to fetch, or why nothing can be trusted; undefined while that is open. */
  decide(): Decision | string | undefined {
    const { around, trusted } = this.parts;
    const held = this.#heldDecision();
    if (held) return held;
    if (this.#firstAt === undefined) return undefined;
    const best = this.#best();
    if (best && (trusted || this.#isSettled(this.#firstAt))) return best;
    const decideAt = this.#firstAt + SNAPSHOT_FETCH.decideMs;
    if (around.now >= decideAt) return best ?? this.#whyNone();
    around.wakeAt(best ? Math.min(decideAt, this.#firstAt + SNAPSHOT_FETCH.settleMs) : decideAt);
    return undefined;
  }

  #heldDecision(): Decision | undefined {
    const { held } = this.parts;
    if (!held || this.#holdsNothing || this.#excluded.has(keyOf(held.offer))) return undefined;
    const { offer, isComplete } = held;
    const trust = isComplete || this.sources(offer).length > 0 ? this.#trustIn(offer) : undefined;
    return trust && { offer, trust, isHeld: true };
  }

  /** The newest one that is trusted; of those of one block the one that most peers have. */
  #best(): Decision | undefined {
    let best: (Decision & { readonly sources: number }) | undefined;
    const seen = new Set<string>();
    for (const offer of [...this.#offers.values()].flat()) {
      const key = keyOf(offer);
      if (seen.has(key) || this.#excluded.has(key)) continue;
      seen.add(key);
      const trust = this.#trustIn(offer);
      const sources = trust ? this.sources(offer).length : 0;
      if (!trust || sources === 0) continue;
      const height = best?.offer.height ?? 0;
      if (offer.height > height || (offer.height === height && sources > (best?.sources ?? 0)))
        best = { offer, trust, isHeld: false, sources };
    }
    return best;
  }

  /** Whether every named peer has said what it knows, or had the time for it. */
  #isSettled(firstAt: number): boolean {
    const { around, namedAs, named } = this.parts;
    if (around.now >= firstAt + SNAPSHOT_FETCH.settleMs) return true;
    const links = new Set([...around.peers].filter((peer) => namedAs(peer) !== undefined).map(({ link }) => link));
    const waits = [...this.#asked.values()].some(({ link }) => links.has(link));
    return links.size >= named && !waits;
  }

  #whyNone(): string {
    const { trusted } = this.parts;
    const blocks = new Set([...this.#offers.values()].flat().map(({ height, hash }) => `${height}:${hash}`));
    if (blocks.size === 0) return 'no peer offers a snapshot';
    const offered = [...blocks].slice(0, SNAPSHOT_FETCH.vouched).join(', ');
    return trusted
      ? `no peer offers a snapshot of the trusted block ${trusted.height}:${trusted.hash}; they offer ${offered}`
      : `no two peers of --peers give the same hash for the block of a snapshot, or one of them gives another; they offer ${offered}`;
  }

  gone(link: LinkId): void {
    this.#offers.delete(link);
    for (const [request, asked] of this.#asked) if (asked.link === link) this.#asked.delete(request);
  }
}
