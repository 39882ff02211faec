/** Serves whole blocks of the chain, and what this node has seen of a key, to peers that ask.
 *
 *  In: requests. Out: reads from the store, one block at a time per peer, and its parts. A part leaves, and the next block of a request
 *  is read, when few bytes wait for the peer: a slow reader costs one block, and no part finds the outbox full, however large
 *  the block is. May be lost: the newest request beyond a few per peer, which is refused. */

import type { DecidedBlock } from './events.js';
import { SERVE, SIGNED_BY_ITEMS } from './limits.js';
import type { BlockPart, SignedBy } from './messages.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';
import { chunks, partsBytes } from './transactionRelay.js';

interface Range {
  readonly request: number;
  next: number;
  readonly to: number;
  left: number;
  /** Parts of the block that is being sent, in their order. */
  parts: BlockPart[];
}

const hasRoom = (peer: Peer): boolean => peer.outbox.bytes <= SERVE.bytes / 2;

/** Takes what the block has off the bytes that are left for the request. */
function partsOf(range: Range, { block, certificate }: DecidedBlock): BlockPart[] {
  const { header, headerBytes, proposerSignature, certificate: parentCertificate, transactions } = block;
  const { request } = range;
  const { height } = header;
  const transactionCount = transactions.length;
  const head = { headerBytes, proposerSignature, parentCertificate, certificate, transactionCount };
  range.left -= headerBytes.length + certificate.precommits.length * 5_300;
  const parts: BlockPart[] = [];
  let first = 0;
  for (const part of chunks(transactions, partsBytes, transactionCount)) {
    parts.push({ request, height, head: first === 0 ? head : undefined, first, transactions: part });
    for (const each of part) range.left -= partsBytes(each);
    first += part.length;
  }
  return parts.length > 0 ? parts : [{ request, height, head, first: 0, transactions: [] }];
}

export class BlockServer {
  /** Ranges of each peer, in order; the first is served. */
  readonly #ranges = new Map<LinkId, Range[]>();
  /** Reads that the store has not answered. */
  readonly #reads = new Map<number, LinkId>();
  readonly #signedBy = new Map<number, { readonly link: LinkId; readonly request: number }>();

  constructor(private readonly around: Surroundings) {}

  wanted(peer: Peer, request: number, from: number, count: number, mostBytes: number): void {
    const ranges = this.#ranges.get(peer.link) ?? [];
    const last = Math.min(from + Math.min(count, SERVE.blocks) - 1, this.around.head.height);
    if (from < 1 || last < from || ranges.length >= SERVE.requests) {
      this.around.send(peer, { kind: 'blocksEnd', request, refused: true, lowestHeight: 0 });
      return;
    }
    ranges.push({ request, next: from, to: last, left: mostBytes, parts: [] });
    this.#ranges.set(peer.link, ranges);
    this.advance();
  }

  /** Sends and reads what can be sent and read now. */
  advance(): void {
    const reading = new Set(this.#reads.values());
    for (const link of [...this.#ranges.keys()]) {
      const peer = this.around.peer(link);
      if (!peer) continue;
      this.#sendParts(peer);
      const range = this.#ranges.get(link)?.[0];
      if (!range || range.parts.length > 0 || reading.has(link) || !hasRoom(peer) || this.#reads.size >= SERVE.reads)
        continue;
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
    if (range && peer) {
      if (decided) range.parts = partsOf(range, decided);
      else this.#end(peer, range, true, lowestHeight);
    }
    this.advance();
  }

  #sendParts(peer: Peer): void {
    const range = this.#ranges.get(peer.link)?.[0];
    if (!range || range.parts.length === 0) return;
    while (hasRoom(peer)) {
      const part = range.parts.shift() as BlockPart;
      this.around.send(peer, { kind: 'blockPart', part });
      if (range.parts.length > 0) continue;
      range.next++;
      this.around.counters.blocksServed++;
      if (range.next > range.to || range.left <= 0) this.#end(peer, range, false, 0);
      return;
    }
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
  }
}
