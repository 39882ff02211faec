/** Serves the snapshots of this node to peers: what there is, and their parts, piece by piece.
 *
 *  In: questions and requests. Out: reads from the disk, a few at a time, and pieces: the next one of a peer is read when its link has room,
 *  so a slow reader costs no memory. May be lost: the newest request beyond those that wait per peer; all requests of the peer that was
 *  served longest ago, when another one comes and no place is free. Both are refused, and asked again or elsewhere. */

import { SNAPSHOT_OFFERS, SNAPSHOT_SERVE } from './limits.js';
import type { SnapshotOffer } from './messages.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';

interface Wanted {
  readonly request: number;
  readonly id: string;
  readonly part: number;
  readonly offset: number;
}

const NO_BYTES = new Uint8Array();

export class SnapshotServer {
  readonly #questions = new Map<number, { readonly link: LinkId; readonly request: number }>();
  /** Requests of each peer, in order; the peer that was served longest ago comes first. */
  readonly #wanted = new Map<LinkId, Wanted[]>();
  readonly #reads = new Map<number, { readonly link: LinkId; readonly request: number }>();

  constructor(private readonly around: Surroundings) {}

  /** @param height whose hash is asked for; 0 for none. */
  asked(peer: Peer, request: number, height: number): void {
    if (this.#questions.size >= SNAPSHOT_SERVE.questions) return;
    const token = this.around.nextRequest();
    this.#questions.set(token, { link: peer.link, request });
    this.around.emit({ kind: 'readSnapshots', token, height });
  }

  answer(token: number, snapshots: readonly SnapshotOffer[], blockHash: string | undefined): void {
    const question = this.#questions.get(token);
    this.#questions.delete(token);
    const peer = question && this.around.peer(question.link);
    if (!peer) return;
    const { request } = question;
    const shown = snapshots.slice(0, SNAPSHOT_OFFERS);
    this.around.send(peer, { kind: 'snapshotsOffered', request, snapshots: shown, blockHash });
  }

  wanted(peer: Peer, wanted: Wanted): void {
    const waiting = this.#wanted.get(peer.link) ?? [];
    if (waiting.length >= SNAPSHOT_SERVE.requests) {
      this.#refuse(peer, wanted.request);
      return;
    }
    if (!this.#wanted.has(peer.link)) this.#makePlace();
    waiting.push(wanted);
    this.#wanted.set(peer.link, waiting);
    this.advance();
  }

  #makePlace(): void {
    const [oldest] = this.#wanted;
    if (!oldest || this.#wanted.size < SNAPSHOT_SERVE.peers) return;
    const [link, requests] = oldest;
    this.#wanted.delete(link);
    const peer = this.around.peer(link);
    if (peer) for (const { request } of requests) this.#refuse(peer, request);
  }

  #refuse(peer: Peer, request: number): void {
    this.around.send(peer, { kind: 'snapshotPart', request, bytes: NO_BYTES, refused: true });
  }

  /** Reads what can be read and sent now. */
  advance(): void {
    const reading = new Set([...this.#reads.values()].map(({ link }) => link));
    for (const [link, requests] of [...this.#wanted]) {
      if (this.#reads.size >= SNAPSHOT_SERVE.reads) return;
      const peer = this.around.peer(link);
      if (!peer || reading.has(link) || peer.outbox.bytes > SNAPSHOT_SERVE.linkBytes) continue;
      const next = requests.shift();
      this.#wanted.delete(link);
      if (requests.length > 0) this.#wanted.set(link, requests);
      if (!next) continue;
      const { request, id, part, offset } = next;
      const token = this.around.nextRequest();
      this.#reads.set(token, { link, request });
      this.around.emit({ kind: 'readSnapshotPart', token, id, part, offset });
    }
  }

  partRead(token: number, bytes: Uint8Array | undefined): void {
    const read = this.#reads.get(token);
    this.#reads.delete(token);
    const peer = read && this.around.peer(read.link);
    if (peer && bytes) {
      this.around.counters.snapshotBytesServed += bytes.length;
      this.around.send(peer, { kind: 'snapshotPart', request: read.request, bytes, refused: false });
    } else if (peer) this.#refuse(peer, read.request);
    this.advance();
  }

  gone(link: LinkId): void {
    this.#wanted.delete(link);
  }
}
