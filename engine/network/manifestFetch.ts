/** Fetches the manifest of a snapshot: from one peer at a time, piece by piece.
 *
 *  In: who has the snapshot, pieces, the verdict. Out: requests, and a whole manifest with its sender. Every node has its own certificate in
 *  it, so only its sender can say how long it is: the first piece that is not full is the last one. Who is silent rests, and the next peer
 *  is asked; whose manifest is none is banned. */

import { concatBytes } from '../base/bytes.js';
import { MAX_MANIFEST_BYTES } from '../state/stateChunk.js';
import { SNAPSHOT_FETCH, SNAPSHOT_PIECE_BYTES } from './limits.js';
import type { LinkId } from './net.js';
import type { PartFetchParts } from './partFetch.js';
import type { Peer } from './peer.js';

/** Part 0 of a snapshot. */
const MANIFEST = 0;

/** Peers whose turn is remembered. */
const TURNS = 1_024;

interface Download {
  readonly peer: Peer;
  readonly pieces: Uint8Array[];
  /** The request that waits; undefined while the whole is being checked. */
  request: number | undefined;
  at: number;
}

/** When manifests were asked of peers, of which several fetches one after the other know: the latest is last. */
export class ManifestTurns {
  readonly #askedAt = new Map<string, number>();

  asked({ id }: Peer, now: number): void {
    this.#askedAt.delete(id);
    this.#askedAt.set(id, now);
    for (const oldest of this.#askedAt.keys()) if (this.#askedAt.size > TURNS) this.#askedAt.delete(oldest);
  }

  /** Whether the turn of one peer comes before that of another. */
  isBefore(one: Peer, other: Peer): boolean {
    return this.#lastOf(one) < this.#lastOf(other);
  }

  #lastOf({ id }: Peer): number {
    return this.#askedAt.get(id) ?? Number.NEGATIVE_INFINITY;
  }
}

export interface ManifestFetchParts extends Omit<PartFetchParts, 'whole'> {
  /** Whether the operator has named this peer: its manifest is taken before those of others. */
  readonly isNamed: (peer: Peer) => boolean;
  readonly turns: ManifestTurns;
  readonly whole: (bytes: Uint8Array) => void;
}

export class ManifestFetch {
  #download: Download | undefined;
  /** By the peer's id. */
  readonly #rests = new Map<string, number>();
  /** When something came last, or the beginning. */
  lastAt: number;

  constructor(private readonly parts: ManifestFetchParts) {
    this.lastAt = parts.around.now;
  }

  /** Whose manifest is under way or being checked; it may have gone meanwhile. */
  get from(): Peer | undefined {
    return this.#download?.peer;
  }

  advance(): void {
    const { around, turns } = this.parts;
    if (this.#download) return;
    const peer = this.#next();
    if (!peer) return;
    turns.asked(peer, around.now);
    this.#download = { peer, pieces: [], request: undefined, at: around.now };
    this.#ask(peer, this.#download);
  }

  /** Of those that do not rest, a named one, and of these the one that was asked longest ago: several that are silent in turn would keep
   *  an honest one waiting for ever. */
  #next(): Peer | undefined {
    const { around, sources } = this.parts;
    let next: Peer | undefined;
    for (const peer of sources()) {
      if (peer.left) continue;
      const until = this.#rests.get(peer.id) ?? Number.NEGATIVE_INFINITY;
      if (around.now < until) around.wakeAt(until);
      else if (!next || this.#isBefore(peer, next)) next = peer;
    }
    return next;
  }

  #isBefore(one: Peer, other: Peer): boolean {
    const { turns, isNamed } = this.parts;
    return isNamed(one) === isNamed(other) ? turns.isBefore(one, other) : isNamed(one);
  }

  #ask(peer: Peer, download: Download): void {
    const { around, id } = this.parts;
    download.request = around.nextRequest();
    download.at = around.now;
    const offset = download.pieces.length * SNAPSHOT_PIECE_BYTES;
    around.send(peer, { kind: 'snapshotPartWanted', request: download.request, id, part: MANIFEST, offset });
    around.wakeAt(around.now + SNAPSHOT_FETCH.silentMs);
  }

  received(peer: Peer, request: number, bytes: Uint8Array, refused: boolean): void {
    const { around, whole } = this.parts;
    const download = this.#download;
    if (download?.request !== request || download.peer !== peer) return;
    download.request = undefined;
    if (refused) {
      this.#leave(peer, SNAPSHOT_FETCH.busyMs);
      return;
    }
    this.lastAt = around.now;
    around.counters.snapshotBytesFetched += bytes.length;
    download.pieces.push(bytes);
    if (bytes.length < SNAPSHOT_PIECE_BYTES) whole(concatBytes(...download.pieces));
    else if (download.pieces.length * SNAPSHOT_PIECE_BYTES <= MAX_MANIFEST_BYTES) this.#ask(peer, download);
    else this.refused();
  }

  /** What came is no manifest of the snapshot: its sender is to blame, and the next one is asked. */
  refused(): void {
    const peer = this.from;
    this.#download = undefined;
    if (peer) this.parts.around.fault(peer, 'wrongSnapshot');
    this.advance();
  }

  #leave(peer: Peer, restMs: number): void {
    this.#rests.set(peer.id, this.parts.around.now + restMs);
    this.#download = undefined;
    this.advance();
  }

  time(): void {
    const { around } = this.parts;
    const { silentMs, restMs } = SNAPSHOT_FETCH;
    const peer = this.from;
    if (this.#download?.request !== undefined) {
      const due = this.#download.at + silentMs;
      if (around.now < due) around.wakeAt(due);
      else if (peer) {
        around.fault(peer, 'timeout');
        this.#leave(peer, restMs);
      }
    }
    this.advance();
  }

  gone(link: LinkId): void {
    // What is being checked goes on: nobody is needed for it.
    if (this.#download?.peer.link === link && this.#download.request !== undefined) this.#download = undefined;
    this.advance();
  }
}
