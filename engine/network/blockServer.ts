/** Serves whole blocks of the chain, and what this node has seen of a key, to peers that ask.
 *
 *  In: requests. Out: reads from the store, one block at a time per peer, and its parts: as many as the peer's outbox takes, the rest when
 *  it has room. A few blocks are kept meanwhile, so that a large one is not read for each piece of it; a slow reader's is read again, so
 *  it costs no memory. May be lost: the newest request beyond a few per peer, which is refused. */

import type { DecidedBlock } from './events.js';
import { MESSAGE_OVERHEAD_BYTES, PRECOMMIT_BYTES, SERVE, SIGNED_BY_ITEMS } from './limits.js';
import type { PeerMessage, SignedBy } from './messages.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';
import { chunks, partsBytes } from './transactionRelay.js';

type Wanted = Extract<PeerMessage, { readonly kind: 'blocksWanted' }>;

interface Range {
  readonly request: number;
  /** The peer has the certificates of the blocks. */
  readonly withoutCertificate: boolean;
  next: number;
  readonly to: number;
  left: number;
  /** Transactions of the next block that have been sent; undefined: nothing of it has. */
  sent: number | undefined;
}

/** A block of which more is to be sent. */
interface Held {
  readonly decided: DecidedBlock;
  /** When some of it was sent last. */
  at: number;
}

export class BlockServer {
  /** Ranges of each peer, in order; the first is served. */
  readonly #ranges = new Map<LinkId, Range[]>();
  /** Reads that the store has not answered. */
  readonly #reads = new Map<number, LinkId>();
  /** At most `SERVE.reads`. */
  readonly #held = new Map<LinkId, Held>();
  readonly #signedBy = new Map<number, { readonly link: LinkId; readonly request: number }>();

  constructor(private readonly around: Surroundings) {}

  wanted(peer: Peer, { request, fromHeight: from, count, mostBytes, withoutCertificate }: Wanted): void {
    const ranges = this.#ranges.get(peer.link) ?? [];
    const last = Math.min(from + Math.min(count, SERVE.blocks) - 1, this.around.head.height);
    if (from < 1 || last < from || ranges.length >= SERVE.requests) {
      this.around.send(peer, { kind: 'blocksEnd', request, refused: true, lowestHeight: 0 });
      return;
    }
    ranges.push({ request, withoutCertificate, next: from, to: last, left: mostBytes, sent: undefined });
    this.#ranges.set(peer.link, ranges);
    this.advance();
  }

  /** Sends and reads what can be sent and read now. */
  advance(): void {
    for (const [link, held] of this.#held) this.#goOn(link, held);
    const reading = new Set(this.#reads.values());
    for (const [link, ranges] of this.#ranges) {
      const range = ranges[0];
      const peer = this.around.peer(link);
      if (this.#reads.size >= SERVE.reads) return;
      if (!range || !peer || reading.has(link) || this.#held.has(link) || peer.outbox.bytes > SERVE.bytes / 2) continue;
      const token = this.around.nextRequest();
      this.#reads.set(token, link);
      this.around.emit({ kind: 'readBlock', token, height: range.next });
    }
  }

  /** @param lowestHeight of this node's blocks, when the one that was asked for is below them. */
  blockRead(token: number, decided: DecidedBlock | undefined, lowestHeight = 0): void {
    const link = this.#reads.get(token);
    this.#reads.delete(token);
    const range = link === undefined ? undefined : this.#ranges.get(link)?.[0];
    const peer = link === undefined ? undefined : this.around.peer(link);
    if (range && peer && !decided) this.#end(peer, range, true, lowestHeight);
    else if (link !== undefined && range && peer && decided) {
      const height = range.next;
      this.#serve(peer, range, decided);
      if (this.#ranges.get(link)?.[0] === range && range.next === height && this.#held.size < SERVE.reads)
        this.#held.set(link, { decided, at: this.around.now });
      toTheEnd(this.#ranges, link);
    }
    this.advance();
  }

  #goOn(link: LinkId, held: Held): void {
    const range = this.#ranges.get(link)?.[0];
    const peer = this.around.peer(link);
    const { now } = this.around;
    const sent = range?.sent;
    const isWhole = !range || !peer || this.#serve(peer, range, held.decided);
    if (!isWhole && range.sent !== sent) held.at = now;
    if (isWhole || now >= held.at + SERVE.heldMs) this.#held.delete(link);
  }

  /** Sends what fits of the next block. @returns whether all of it was sent. */
  #serve(peer: Peer, range: Range, decided: DecidedBlock): boolean {
    if (!this.#send(peer, range, decided)) return false;
    if (range.next > range.to || range.left <= 0) this.#end(peer, range, false, 0);
    return true;
  }

  #send(peer: Peer, range: Range, { block, certificate: own }: DecidedBlock): boolean {
    const certificate = range.withoutCertificate ? undefined : own;
    const { header, headerBytes, proposerSignature, certificate: parentCertificate, transactions } = block;
    const { request } = range;
    const count = transactions.length;
    const head = { headerBytes, proposerSignature, parentCertificate, certificate, transactionCount: count };
    const certificates = (certificate?.precommits.length ?? 0) + (parentCertificate?.precommits.length ?? 0);
    const headBytes = headerBytes.length + certificates * PRECOMMIT_BYTES;
    const rest = range.sent === undefined ? transactions : transactions.slice(range.sent);
    const parts = count === 0 ? [[]] : chunks(rest, partsBytes, count);
    for (const part of parts) {
      const first = range.sent ?? 0;
      const isFirst = range.sent === undefined;
      const bytes = part.reduce((sum, each) => sum + partsBytes(each), isFirst ? headBytes : 0);
      if (!peer.outbox.hasRoom(bytes + MESSAGE_OVERHEAD_BYTES)) return false;
      this.around.send(peer, {
        kind: 'blockPart',
        part: { request, height: header.height, head: isFirst ? head : undefined, first, transactions: part },
      });
      range.left -= bytes;
      range.sent = first + part.length;
    }
    range.sent = undefined;
    range.next++;
    this.around.counters.blocksServed++;
    return true;
  }

  /** The end is told only when something asked for did not come: the receiver counts the blocks. */
  #end(peer: Peer, range: Range, refused: boolean, lowestHeight: number): void {
    const ranges = this.#ranges.get(peer.link) ?? [];
    ranges.shift();
    if (ranges.length === 0) this.#ranges.delete(peer.link);
    this.around.send(peer, { kind: 'blocksEnd', request: range.request, refused, lowestHeight });
  }

  signedByWanted(peer: Peer, request: number, key: Uint8Array): void {
    if (this.#signedBy.size >= SERVE.reads * SERVE.requests) return;
    const token = this.around.nextRequest();
    this.#signedBy.set(token, { link: peer.link, request });
    this.around.emit({ kind: 'readSignedBy', token, key });
  }

  signedByRead(token: number, signedBy: SignedBy | undefined): void {
    const asked = this.#signedBy.get(token);
    this.#signedBy.delete(token);
    const peer = asked && this.around.peer(asked.link);
    if (!peer || !asked || !signedBy) return;
    const { height, votes, headers } = signedBy;
    this.around.send(peer, {
      kind: 'signedByAnswer',
      request: asked.request,
      signedBy: { height, votes: votes.slice(0, SIGNED_BY_ITEMS), headers: headers.slice(0, SIGNED_BY_ITEMS) },
    });
  }

  gone(link: LinkId): void {
    this.#ranges.delete(link);
    this.#held.delete(link);
  }
}

/** The next turn is another's: the first peers would have all reads while they ask for more. */
export function toTheEnd<Value>(turns: Map<LinkId, Value>, link: LinkId): void {
  const value = turns.get(link);
  if (value === undefined) return;
  turns.delete(link);
  turns.set(link, value);
}
