/** Catching up with the chain: headers first (`headerChain.ts`), then their blocks from several peers.
 *
 *  In: what peers say of their heads, headers, parts of blocks, verdicts. Out: requests for ranges of heights whose headers are known, blocks
 *  in the order of heights. A height is asked of one peer at a time. Nothing that a peer says is believed: this node is behind when a header
 *  beyond its head is proven, or a block that it was served has turned out to be the next one, whatever peers say of their heads. A block
 *  that is not the one of its proven header makes its peer a liar when it arrives, one whose transactions are others when it is executed,
 *  and what else came from that peer is thrown away. Bounded: heights and bytes ahead of the head; what does not fit is not asked for. */

import { MAX_BLOCK_BYTES } from '../base/limits.js';
import type { SignedParts } from '../chain/transaction.js';
import { BlockSources } from './blockSources.js';
import type { BlockVerdict, CertificateVerdict, DecidedBlock } from './events.js';
import { type ChainedHeader, HeaderChain } from './headerChain.js';
import { AHEAD_MS, CATCH_UP, PRECOMMIT_BYTES } from './limits.js';
import type { BlockHead, BlockPart, CertifiedHeader } from './messages.js';
import type { LinkId } from './net.js';
import { Patience } from './patience.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';
import { partsBytes } from './transactionRelay.js';

interface Fetched {
  readonly decided: DecidedBlock;
  readonly hash: string;
  readonly link: LinkId;
  readonly bytes: number;
}

interface RangeRequest {
  readonly request: number;
  readonly link: LinkId;
  /** Of its peer. */
  readonly id: string;
  readonly to: number;
  /** The height that comes next. */
  next: number;
  served: number;
  /** Of whole blocks. */
  servedBytes: number;
  /** When it was asked, and when it was heard last. */
  readonly began: number;
  at: number;
  /** Of the block that is being received. */
  head: BlockHead | undefined;
  transactions: SignedParts[];
  bytes: number;
}

/** A block may hold this beside its signed bytes: key, signature and name of each of its transactions. */
const LARGEST_BLOCK = MAX_BLOCK_BYTES + 128 * 1024 * 1024;

const REQUEST_BYTES = Math.floor(CATCH_UP.bytes / CATCH_UP.requests);

export class CatchUp {
  readonly #requests = new Map<number, RangeRequest>();
  readonly #fetched = new Map<number, Fetched>();
  /** Given to the head and not decided there, by hash. */
  readonly #given = new Map<string, { readonly height: number; readonly link: LinkId }>();
  #bytes = 0;
  #next = 1;
  #aheadSince: number | undefined;
  #told: number | undefined;
  #toldMissed: number | undefined;
  /** A block of the chain beyond the head was served: for so long this node knows that it is behind. */
  #shownUntil = Number.NEGATIVE_INFINITY;
  readonly #sources: BlockSources;
  readonly #headers: HeaderChain;
  readonly #patience = new Patience();
  #pausedUntil = 0;
  /** Pauses since a block came in. */
  #pauses = 0;
  /** No blocks are asked for: the chain is to begin with a snapshot. */
  isHeld = false;

  constructor(private readonly around: Surroundings) {
    this.#sources = new BlockSources(around);
    this.#headers = new HeaderChain(around, this.#sources, (height) => this.#forgetAbove(height));
  }

  /** Requests that wait for an answer. */
  get requests(): number {
    return this.#requests.size;
  }

  /** Headers that are known ahead of the head. */
  get headers(): number {
    return this.#headers.size;
  }

  /** A block that was served is the next one of the chain. */
  #shown(link: LinkId): void {
    this.#shownUntil = this.around.now + CATCH_UP.shownMs;
    this.#pauses = 0;
    this.#sources.served(link);
  }

  /** Looks at what peers say and asks for what is missing. */
  advance(): void {
    const { head, now } = this.around;
    const target = this.isHeld ? 0 : this.#sources.target();
    this.#tellMissed(this.isHeld ? undefined : this.#sources.lowestMissed());
    if (target <= head.height) {
      this.#aheadSince = undefined;
      this.#tell(undefined);
      return;
    }
    this.#aheadSince ??= now;
    // The block that peers have just decided is on its way to this node by itself.
    const isActive = target > head.height + 1 || now >= this.#aheadSince + AHEAD_MS;
    if (!isActive) {
      this.around.wakeAt(this.#aheadSince + AHEAD_MS);
      return;
    }
    const isShown = now < this.#shownUntil;
    const { provenEnd, isFull } = this.#headers;
    // The chain goes on beyond the headers that fit: as far as peers say.
    if (provenEnd !== undefined && !isFull) this.#tell(provenEnd);
    else this.#tell(isShown || provenEnd !== undefined ? target : undefined);
    if (isShown) this.around.wakeAt(this.#shownUntil);
    if (now < this.#pausedUntil) this.around.wakeAt(this.#pausedUntil);
    else {
      this.#headers.advance(target);
      this.#askForMissing(Math.min(target, this.#headers.end));
    }
  }

  #tell(height: number | undefined): void {
    if (height === this.#told) return;
    this.#told = height;
    this.around.emit({ kind: 'behind', height });
  }

  #tellMissed(lowestHeight: number | undefined): void {
    if (lowestHeight === this.#toldMissed) return;
    this.#toldMissed = lowestHeight;
    this.around.emit({ kind: 'missed', lowestHeight });
  }

  #askForMissing(target: number): void {
    const { head } = this.around;
    const asked = new Set<number>();
    for (const { next, to } of this.#requests.values()) for (let at = next; at <= to; at++) asked.add(at);
    const last = Math.min(target, head.height + CATCH_UP.ahead);
    let at = Math.max(head.height + 1, this.#next);
    while (at <= last && this.#requests.size < CATCH_UP.requests && this.#mayHoldMore()) {
      if (asked.has(at) || this.#fetched.has(at)) {
        at++;
        continue;
      }
      const busy = new Set([...this.#requests.values()].map(({ link }) => link));
      const peer = this.#sources.best(at, busy);
      if (!peer) return;
      let to = at;
      const most = Math.min(last, peer.height, at + CATCH_UP.blocks - 1);
      while (to < most && !asked.has(to + 1) && !this.#fetched.has(to + 1)) to++;
      this.#ask(peer, at, to);
      at = to + 1;
    }
  }

  #mayHoldMore(): boolean {
    let bytes = this.#bytes;
    for (const request of this.#requests.values()) bytes += request.bytes;
    return bytes < CATCH_UP.bytes;
  }

  #ask(peer: Peer, from: number, to: number): void {
    const { now } = this.around;
    const request = this.around.nextRequest();
    this.#requests.set(request, {
      request,
      link: peer.link,
      id: peer.id,
      to,
      next: from,
      served: 0,
      servedBytes: 0,
      began: now,
      at: now,
      head: undefined,
      transactions: [],
      bytes: 0,
    });
    this.around.wakeAt(now + CATCH_UP.silentMs);
    const count = to - from + 1;
    this.around.send(peer, {
      ...{ kind: 'blocksWanted', request, fromHeight: from, count, mostBytes: REQUEST_BYTES },
      withoutCertificate: true,
    });
  }

  /** A request is over, in whatever way. */
  #close({ request, id, began }: RangeRequest): void {
    this.#requests.delete(request);
    this.#sources.took(id, began);
  }

  received(peer: Peer, part: BlockPart): void {
    const request = this.#requests.get(part.request);
    if (request?.link !== peer.link) return;
    request.at = this.around.now;
    const problem = this.#take(request, part);
    if (problem !== undefined) {
      this.#close(request);
      if (problem === 'wrong') this.#distrust(peer);
      else if (!this.#headers.doubt(part.height)) peer.restsUntil = this.around.now + CATCH_UP.pauseMs;
      this.advance();
      return;
    }
    const { head } = request;
    if (!head || request.transactions.length < head.transactionCount) return;
    this.#complete(request, head);
    this.advance();
  }

  /** @returns why the part is refused: it is not what comes next, or of another block than the header, which may be wrong itself. */
  #take(request: RangeRequest, { height, head, first, transactions }: BlockPart): 'wrong' | 'doubtful' | undefined {
    if (height !== request.next || height > request.to || first !== request.transactions.length) return 'wrong';
    if (head) {
      if (request.head) return 'wrong';
      const contradiction = this.#headers.contradicts(height, head);
      if (contradiction !== 'no') return contradiction === 'proven' ? 'wrong' : 'doubtful';
      if (!this.#hasParent(height, head)) return 'wrong';
      request.head = head;
      request.bytes += head.headerBytes.length + (head.parentCertificate?.precommits.length ?? 0) * PRECOMMIT_BYTES;
    } else if (!request.head || transactions.length === 0) return 'wrong';
    for (const parts of transactions) {
      request.transactions.push(parts);
      request.bytes += partsBytes(parts);
    }
    const isWithin = request.transactions.length <= (request.head?.transactionCount ?? 0);
    return isWithin && request.bytes <= LARGEST_BLOCK ? undefined : 'wrong';
  }

  /** Whether the block has the certificate of its parent that its header names. */
  #hasParent(height: number, { parentCertificate }: BlockHead): boolean {
    const known = this.#headers.at(height);
    const { protocol } = this.around;
    return !known || known.header.parent_commit === (parentCertificate && protocol.certificateHash(parentCertificate));
  }

  #complete(request: RangeRequest, head: BlockHead): void {
    const { transactions, bytes, link, next } = request;
    const known = this.#headers.at(next);
    this.around.counters.blocksFetched++;
    this.#patience.kept();
    // What the head has reached meanwhile has no header here any more.
    if (known && !this.#fetched.has(next)) {
      this.#fetched.set(next, { decided: decidedOf(known, head, transactions), hash: known.hash, link, bytes });
      this.#bytes += bytes;
    }
    request.served++;
    request.servedBytes += bytes;
    request.next++;
    request.head = undefined;
    request.transactions = [];
    request.bytes = 0;
    if (request.next > request.to) this.#close(request);
    this.#give();
  }

  headersReceived(peer: Peer, request: number, fromHeight: number, headers: readonly CertifiedHeader[]): void {
    this.#headers.received(peer, request, fromHeight, headers);
    this.advance();
  }

  headersChecked(token: number, verdicts: readonly CertificateVerdict[]): void {
    this.#headers.checked(token, verdicts);
    this.advance();
  }

  /** Hands over what follows the head: a few blocks ahead, so that checking one overlaps executing another. */
  #give(): void {
    const { head } = this.around;
    this.#next = Math.max(this.#next, head.height + 1);
    while (this.#next <= head.height + CATCH_UP.given) {
      const fetched = this.#fetched.get(this.#next);
      if (!fetched) return;
      this.#drop(this.#next);
      const { hash, link, decided } = fetched;
      this.#given.set(hash, { height: this.#next, link });
      this.#next++;
      this.around.emit({ kind: 'decidedBlock', link, hash, decided });
    }
  }

  #drop(height: number): void {
    this.#bytes -= this.#fetched.get(height)?.bytes ?? 0;
    this.#fetched.delete(height);
  }

  /** The peer has no more for this request. @param lowestHeight of its blocks: who does not have old ones is asked for later ones only. */
  ended(peer: Peer, number: number, refused: boolean, lowestHeight: number): void {
    this.#headers.ended(peer, number, refused, lowestHeight);
    const request = this.#requests.get(number);
    if (request?.link === peer.link) {
      this.#close(request);
      const { next, served } = request;
      this.#sources.ended(
        peer,
        { next, served, hasRoom: request.servedBytes < REQUEST_BYTES / 2 },
        refused,
        lowestHeight,
      );
    }
    this.advance();
  }

  blockChecked(hash: string, verdict: BlockVerdict): void {
    const given = this.#given.get(hash);
    if (!given) return;
    if (verdict === 'valid') {
      this.#shown(given.link);
      return;
    }
    this.#given.clear();
    this.#next = this.around.head.height + 1;
    const peer = this.around.peer(given.link);
    if (verdict === 'invalid' && peer) this.#distrust(peer);
    else if (verdict !== 'uncertified' || !this.#headers.refuted(given.height, hash)) {
      // A node that cannot bring in anything does not fetch it every second.
      this.#pausedUntil = this.around.now + Math.min(CATCH_UP.pauseMs * 2 ** this.#pauses++, CATCH_UP.restMs);
    }
    this.advance();
  }

  #distrust(peer: Peer): void {
    this.#forgetFrom(peer.link);
    this.around.fault(peer, 'wrongBlock');
  }

  /** The headers of these heights are gone. */
  #forgetAbove(height: number): void {
    for (const each of this.#fetched.keys()) if (each >= height) this.#drop(each);
    for (const request of this.#requests.values()) if (request.to >= height) this.#close(request);
  }

  #forgetFrom(link: LinkId): void {
    for (const [height, fetched] of this.#fetched) if (fetched.link === link) this.#drop(height);
    for (const request of this.#requests.values()) if (request.link === link) this.#close(request);
  }

  headChanged(): void {
    const { hash, height } = this.around.head;
    const given = this.#given.get(hash);
    if (given) this.#shown(given.link);
    for (const each of this.#fetched.keys()) if (each <= height) this.#drop(each);
    for (const [hash, given] of this.#given) if (given.height <= height) this.#given.delete(hash);
    this.#aheadSince = undefined;
    this.#headers.headChanged();
    this.#give();
    this.advance();
  }

  time(): void {
    const { now, counters } = this.around;
    const slow = this.#slow();
    if (slow) this.#patience.lost();
    for (const request of this.#requests.values()) {
      const { link, at } = request;
      if (now < at + CATCH_UP.silentMs && request !== slow) {
        this.around.wakeAt(at + CATCH_UP.silentMs);
        continue;
      }
      counters.timedOut.blocks++;
      this.#close(request);
      const peer = this.around.peer(link);
      if (!peer) continue;
      this.#sources.withholds(peer);
    }
    this.#headers.time();
    this.advance();
  }

  /** The request for what is needed next, when it takes too long and another peer is free to serve it. */
  #slow(): RangeRequest | undefined {
    const requests = [...this.#requests.values()];
    const [first] = requests.sort((a, b) => a.next - b.next);
    if (!first) return undefined;
    const due = this.#patience.endOf(first.began);
    const { now } = this.around;
    if (now < due) this.around.wakeAt(due);
    else if (this.#sources.best(first.next, new Set(requests.map(({ link }) => link)))) return first;
    else this.around.wakeAt(now + CATCH_UP.pauseMs);
    return undefined;
  }

  /** What is whole is kept: it is checked like every other block. */
  gone(link: LinkId): void {
    for (const request of this.#requests.values()) if (request.link === link) this.#close(request);
    this.#headers.gone(link);
    this.advance();
  }
}

const decidedOf = (
  { header, headerBytes, proposerSignature, certificate }: ChainedHeader,
  { parentCertificate }: BlockHead,
  transactions: readonly SignedParts[],
): DecidedBlock => ({
  block: { header, headerBytes, proposerSignature, certificate: parentCertificate, transactions },
  certificate,
});
