/** Fetches the parts of one snapshot from the peers that have it.
 *
 *  In: which parts are missing, who has the snapshot, pieces, verdicts. Out: requests, and whole parts. A part comes from one peer, so that
 *  a bad one has one sender; several come at a time, from several peers. Who is silent rests, and its parts are asked of the next peer.
 *  Memory: the parts that are under way or being checked. */

import { concatBytes } from '../base/bytes.js';
import { SNAPSHOT_FETCH, SNAPSHOT_PIECE_BYTES } from './limits.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';
import { TokenBucket } from './tokenBucket.js';

export interface MissingPart {
  readonly part: number;
  /** Bytes. */
  readonly size: number;
}

interface Download extends MissingPart {
  readonly link: LinkId;
  readonly pieces: Uint8Array[];
  /** Pieces that have been asked for, and those that have come. */
  asked: number;
  came: number;
  at: number;
}

interface Ask {
  readonly link: LinkId;
  readonly part: number;
  readonly piece: number;
}

export interface PartFetchParts {
  readonly around: Surroundings;
  /** Of the snapshot. */
  readonly id: string;
  /** Peers that have the snapshot. */
  readonly sources: () => readonly Peer[];
  readonly whole: (part: number, bytes: Uint8Array) => void;
}

/** Pieces that are asked of one peer before the first of them comes: enough for a line of 100 ms at 80 MB/s. */
const ASKS_PER_PEER = 16;

/** An empty part is asked for too. */
const piecesOf = (size: number): number => Math.max(1, Math.ceil(size / SNAPSHOT_PIECE_BYTES));

const pieceBytes = ({ size }: MissingPart, piece: number): number =>
  Math.min(SNAPSHOT_PIECE_BYTES, size - piece * SNAPSHOT_PIECE_BYTES);

export class PartFetch {
  /** The next one last. */
  readonly #missing: MissingPart[];
  readonly #downloads = new Map<number, Download>();
  /** Whole parts without a verdict, and who sent them. */
  readonly #checking = new Map<number, { readonly link: LinkId; readonly size: number }>();
  readonly #asks = new Map<number, Ask>();
  readonly #pace = new Map<LinkId, TokenBucket>();
  /** By the peer's id. */
  readonly #rests = new Map<string, number>();
  /** When something came last, or the beginning. */
  lastAt: number;
  /** Bytes that came. */
  fetched = 0;

  constructor(
    private readonly parts: PartFetchParts,
    missing: readonly MissingPart[],
  ) {
    this.#missing = [...missing].reverse();
    this.lastAt = parts.around.now;
  }

  get isDone(): boolean {
    return this.#missing.length + this.#downloads.size + this.#checking.size === 0;
  }

  /** Parts that are missing or without a verdict. */
  get open(): number {
    return this.#missing.length + this.#downloads.size + this.#checking.size;
  }

  /** Asks for as much as may be under way. */
  advance(): void {
    const ready = this.parts.sources().filter((peer) => this.#isReady(peer));
    for (let most = 1; most <= SNAPSHOT_FETCH.perPeer; most++) for (const peer of ready) this.#begin(peer, most);
    for (const peer of ready) this.#askOf(peer);
  }

  #isReady({ id, left }: Peer): boolean {
    const { now } = this.parts.around;
    const until = this.#rests.get(id);
    if (until !== undefined && now >= until) this.#rests.delete(id);
    else if (until !== undefined) this.parts.around.wakeAt(until);
    return !left && !this.#rests.has(id);
  }

  /** Gives a peer another part, if it has fewer than so many. */
  #begin({ link }: Peer, most: number): void {
    if (this.#downloads.size + this.#checking.size >= SNAPSHOT_FETCH.parts) return;
    let own = 0;
    for (const download of this.#downloads.values()) if (download.link === link) own++;
    const next = own < most ? this.#missing.pop() : undefined;
    if (!next) return;
    const { now } = this.parts.around;
    this.#downloads.set(next.part, { ...next, link, pieces: [], asked: 0, came: 0, at: now });
    this.parts.around.wakeAt(now + SNAPSHOT_FETCH.silentMs);
  }

  #askOf(peer: Peer): void {
    const { around, id } = this.parts;
    const { perSecond } = SNAPSHOT_FETCH;
    const pace = this.#pace.get(peer.link) ?? new TokenBucket(perSecond, perSecond, around.now);
    this.#pace.set(peer.link, pace);
    let waiting = [...this.#asks.values()].filter(({ link }) => link === peer.link).length;
    for (const download of this.#downloads.values()) {
      if (download.link !== peer.link) continue;
      for (; download.asked < piecesOf(download.size); download.asked++) {
        if (waiting >= ASKS_PER_PEER) return;
        if (!pace.take(1, around.now)) {
          around.wakeAt(around.now + 1_000 / perSecond);
          return;
        }
        const request = around.nextRequest();
        const { part, asked: piece } = download;
        this.#asks.set(request, { link: peer.link, part, piece });
        waiting++;
        const offset = piece * SNAPSHOT_PIECE_BYTES;
        around.send(peer, { kind: 'snapshotPartWanted', request, id, part, offset });
      }
    }
  }

  /** A piece, or a refusal. What was asked for and given up since is passed over. */
  received(peer: Peer, request: number, bytes: Uint8Array, refused: boolean): void {
    const { around } = this.parts;
    const ask = this.#asks.get(request);
    if (ask?.link !== peer.link) return;
    this.#asks.delete(request);
    const download = this.#downloads.get(ask.part);
    if (download?.link !== peer.link) return;
    if (refused) {
      this.#rests.set(peer.id, around.now + SNAPSHOT_FETCH.busyMs);
      this.#giveBack(peer.link);
    } else if (bytes.length !== pieceBytes(download, ask.piece)) {
      this.#giveBack(peer.link);
      around.fault(peer, 'wrongSnapshot');
    } else this.#take(download, ask.piece, bytes);
    this.advance();
  }

  #take(download: Download, piece: number, bytes: Uint8Array): void {
    const { around, whole } = this.parts;
    const { part, size, link, pieces } = download;
    around.counters.snapshotBytesFetched += bytes.length;
    this.fetched += bytes.length;
    this.lastAt = around.now;
    download.at = around.now;
    pieces[piece] = bytes;
    if (++download.came < piecesOf(size)) return;
    this.#downloads.delete(part);
    this.#checking.set(part, { link, size });
    whole(part, pieces.length === 1 ? bytes : concatBytes(...pieces));
  }

  /** The verdict on a whole part. @returns whether it was waited for. */
  checked(part: number, isKept: boolean): boolean {
    const checked = this.#checking.get(part);
    if (!checked) return false;
    this.#checking.delete(part);
    if (!isKept) {
      this.#missing.push({ part, size: checked.size });
      const peer = this.parts.around.peer(checked.link);
      if (peer) this.parts.around.fault(peer, 'wrongSnapshot');
    }
    this.advance();
    return true;
  }

  #giveBack(link: LinkId): void {
    for (const [part, download] of this.#downloads) {
      if (download.link !== link) continue;
      this.#downloads.delete(part);
      this.#missing.push({ part, size: download.size });
    }
    for (const [request, ask] of this.#asks) if (ask.link === link) this.#asks.delete(request);
  }

  time(): void {
    const { around } = this.parts;
    const { silentMs, restMs } = SNAPSHOT_FETCH;
    for (const { link, at } of [...this.#downloads.values()]) {
      if (around.now < at + silentMs) {
        around.wakeAt(at + silentMs);
        continue;
      }
      this.#giveBack(link);
      const peer = around.peer(link);
      if (!peer) continue;
      this.#rests.set(peer.id, around.now + restMs);
      around.fault(peer, 'timeout');
    }
    this.advance();
  }

  gone(link: LinkId): void {
    this.#giveBack(link);
    this.#pace.delete(link);
    this.advance();
  }
}
