/** Serves headers of the chain with their certificates to peers that ask.
 *
 *  In: requests. Out: reads from the store, a message's worth at a time per peer, and the messages: the next one is read when the peer's
 *  outbox has room, so a slow reader costs no memory. May be lost: the newest request beyond a few per peer, which is refused. */

import { toTheEnd } from './blockServer.js';
import { HEADERS, PRECOMMIT_BYTES, SERVE, SERVE_HEADERS } from './limits.js';
import type { CertifiedHeader } from './messages.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';
import { chunks } from './transactionRelay.js';

interface Range {
  readonly request: number;
  next: number;
  readonly to: number;
  left: number;
}

/** What a header counts for in a request: both ends reckon alike. */
export const certifiedHeaderBytes = ({ headerBytes, proposerSignature, certificate }: CertifiedHeader): number =>
  headerBytes.length + proposerSignature.length + certificate.precommits.length * PRECOMMIT_BYTES;

export class HeaderServer {
  /** Ranges of each peer, in order; the first is served. */
  readonly #ranges = new Map<LinkId, Range[]>();
  /** Reads that the store has not answered. */
  readonly #reads = new Map<number, LinkId>();

  constructor(private readonly around: Surroundings) {}

  wanted(peer: Peer, request: number, from: number, count: number, mostBytes: number): void {
    const ranges = this.#ranges.get(peer.link) ?? [];
    const to = Math.min(from + Math.min(count, HEADERS.perRequest) - 1, this.around.head.height);
    if (from < 1 || to < from || ranges.length >= SERVE_HEADERS.requests) {
      this.around.send(peer, { kind: 'blocksEnd', request, refused: true, lowestHeight: 0 });
      return;
    }
    ranges.push({ request, next: from, to, left: mostBytes });
    this.#ranges.set(peer.link, ranges);
    this.advance();
  }

  /** Reads what can be read and sent now. */
  advance(): void {
    const reading = new Set(this.#reads.values());
    for (const [link, ranges] of this.#ranges) {
      const range = ranges[0];
      const peer = this.around.peer(link);
      if (this.#reads.size >= SERVE_HEADERS.reads) return;
      if (!range || !peer || reading.has(link) || peer.outbox.bytes > SERVE.bytes / 2) continue;
      const token = this.around.nextRequest();
      this.#reads.set(token, link);
      this.around.emit({ kind: 'readHeaders', token, fromHeight: range.next, count: range.to - range.next + 1 });
    }
  }

  /** @param lowestHeight of this node's blocks, when the first that was asked for is below them. */
  read(token: number, headers: readonly CertifiedHeader[], lowestHeight: number): void {
    const link = this.#reads.get(token);
    this.#reads.delete(token);
    const range = link === undefined ? undefined : this.#ranges.get(link)?.[0];
    const peer = link === undefined ? undefined : this.around.peer(link);
    if (range && peer) {
      if (headers.length > 0) this.#serve(peer, range, headers);
      else this.#end(peer, range, true, lowestHeight);
      toTheEnd(this.#ranges, peer.link);
    }
    this.advance();
  }

  /** Ends with the header that exceeds what was asked for. */
  #serve(peer: Peer, range: Range, headers: readonly CertifiedHeader[]): void {
    const served: CertifiedHeader[] = [];
    for (const each of headers.slice(0, range.to - range.next + 1)) {
      if (range.left <= 0 && served.length > 0) break;
      served.push(each);
      range.left -= certifiedHeaderBytes(each);
    }
    for (const part of chunks(served, certifiedHeaderBytes)) {
      this.around.send(peer, { kind: 'headersPart', request: range.request, fromHeight: range.next, headers: part });
      range.next += part.length;
      this.around.counters.headersServed += part.length;
    }
    if (range.next > range.to || range.left <= 0) this.#end(peer, range, false, 0);
  }

  #end(peer: Peer, { request }: Range, refused: boolean, lowestHeight: number): void {
    const ranges = this.#ranges.get(peer.link) ?? [];
    ranges.shift();
    if (ranges.length === 0) this.#ranges.delete(peer.link);
    this.around.send(peer, { kind: 'blocksEnd', request, refused, lowestHeight });
  }

  gone(link: LinkId): void {
    this.#ranges.delete(link);
  }
}
