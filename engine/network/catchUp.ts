/** Catching up with the chain: whole blocks, each with its own certificate, from several peers.
 *
 *  In: what peers say of their heads, parts of blocks, verdicts. Out: requests for ranges of heights, blocks in the order of heights.
 *  A height is asked of one peer at a time. Nothing that a peer says is believed: this node is behind when a block that it was served
 *  has turned out to be the next one, whatever peers say of their heads. Who says so and serves nothing is asked again later and later,
 *  under its key, so a new connection changes nothing. A block that is not one makes its peer a liar, and what else came from it is
 *  thrown away. Bounded: heights and bytes ahead of the head; what does not fit is not asked for. */

import { decodeUtf8, toHex } from '../base/bytes.js';
import { MAX_BLOCK_BYTES } from '../base/limits.js';
import { isRefusal } from '../base/refusal.js';
import { type Header, parseHeader } from '../chain/header.js';
import type { SignedParts } from '../chain/transaction.js';
import type { BlockVerdict, DecidedBlock } from './events.js';
import { AHEAD_MS, CATCH_UP, SCORE } from './limits.js';
import type { BlockHead, BlockPart } from './messages.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';
import { partsBytes } from './transactionRelay.js';

interface Fetched {
  readonly decided: DecidedBlock;
  readonly link: LinkId;
  readonly bytes: number;
}

interface Withheld {
  readonly times: number;
  readonly until: number;
}

interface RangeRequest {
  readonly request: number;
  readonly link: LinkId;
  readonly to: number;
  /** The height that comes next. */
  next: number;
  served: number;
  at: number;
  /** Of the block that is being received. */
  head: BlockHead | undefined;
  header: Header | undefined;
  transactions: SignedParts[];
  bytes: number;
}

/** A block may hold this beside its signed bytes: key, signature and name of each of its transactions. */
const LARGEST_BLOCK = MAX_BLOCK_BYTES + 128 * 1024 * 1024;

export class CatchUp {
  readonly #requests = new Map<number, RangeRequest>();
  readonly #fetched = new Map<number, Fetched>();
  /** Given to the head and not decided there, by hash. */
  readonly #given = new Map<string, { readonly height: number; readonly link: LinkId }>();
  #bytes = 0;
  #next = 1;
  #aheadSince: number | undefined;
  #told: number | undefined;
  /** A block of the chain beyond the head was served: for so long this node knows that it is behind. */
  #shownUntil = Number.NEGATIVE_INFINITY;
  /** Peers that had a block by their own word and did not serve it, by id; the latest last. */
  readonly #withheld = new Map<string, Withheld>();
  #pausedUntil = 0;
  /** Pauses since a block came in. */
  #pauses = 0;

  constructor(private readonly around: Surroundings) {}

  /** Requests that wait for an answer. */
  get requests(): number {
    return this.#requests.size;
  }

  /** The greatest height that a peer claims which has not failed to serve it, and has the blocks that are missing. */
  #target(): number {
    const { head, now } = this.around;
    let target = 0;
    for (const peer of this.around.peers)
      if (this.#mayServe(peer, head.height + 1) && peer.score.points(now) > SCORE.unreliable)
        target = Math.max(target, peer.height);
    return target;
  }

  /** Whether a peer has the block, as far as is known, and is not left alone now. */
  #mayServe(peer: Peer, height: number): boolean {
    return peer.lowestHeight <= height && !this.#rests(peer);
  }

  /** Whether a peer that served nothing is left alone for a while. */
  #rests({ id }: Peer): boolean {
    const until = this.#withheld.get(id)?.until;
    if (until === undefined || this.around.now >= until) return false;
    this.around.wakeAt(until);
    return true;
  }

  /** A block that was served is the next one of the chain. */
  #shown(link: LinkId): void {
    this.#shownUntil = this.around.now + CATCH_UP.shownMs;
    this.#pauses = 0;
    const peer = this.around.peer(link);
    if (peer) this.#withheld.delete(peer.id);
  }

  #withholds(peer: Peer): void {
    const times = (this.#withheld.get(peer.id)?.times ?? 0) + 1;
    const restMs = Math.min(CATCH_UP.silentMs * 2 ** (times - 1), CATCH_UP.restMs);
    this.#withheld.delete(peer.id);
    this.#withheld.set(peer.id, { times, until: this.around.now + restMs });
    for (const oldest of this.#withheld.keys())
      if (this.#withheld.size > CATCH_UP.withheld) this.#withheld.delete(oldest);
    this.around.fault(peer, 'withheld');
  }

  /** Looks at what peers say and asks for what is missing. */
  advance(): void {
    const { head, now } = this.around;
    const target = this.#target();
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
    this.#tell(isShown ? target : undefined);
    if (isShown) this.around.wakeAt(this.#shownUntil);
    if (now < this.#pausedUntil) this.around.wakeAt(this.#pausedUntil);
    else this.#askForMissing(target);
  }

  #tell(height: number | undefined): void {
    if (height === this.#told) return;
    this.#told = height;
    this.around.emit({ kind: 'behind', height });
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
      const peer = this.#bestPeer(at);
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

  /** The most reliable one that has the height and is not asked already. */
  #bestPeer(height: number): Peer | undefined {
    const { now } = this.around;
    const busy = new Set([...this.#requests.values()].map(({ link }) => link));
    let best: Peer | undefined;
    for (const peer of this.around.peers) {
      if (peer.height < height || busy.has(peer.link) || !this.#mayServe(peer, height)) continue;
      if (now < peer.restsUntil) this.around.wakeAt(peer.restsUntil);
      else if (!best || peer.score.points(now) > best.score.points(now)) best = peer;
    }
    return best;
  }

  #ask(peer: Peer, from: number, to: number): void {
    const { now } = this.around;
    const request = this.around.nextRequest();
    this.#requests.set(request, {
      request,
      link: peer.link,
      to,
      next: from,
      served: 0,
      at: now,
      head: undefined,
      header: undefined,
      transactions: [],
      bytes: 0,
    });
    this.around.wakeAt(now + CATCH_UP.silentMs);
    const mostBytes = Math.floor(CATCH_UP.bytes / CATCH_UP.requests);
    this.around.send(peer, { kind: 'blocksWanted', request, fromHeight: from, count: to - from + 1, mostBytes });
  }

  received(peer: Peer, part: BlockPart): void {
    const request = this.#requests.get(part.request);
    if (request?.link !== peer.link) return;
    request.at = this.around.now;
    if (!this.#take(request, part)) {
      this.#requests.delete(part.request);
      this.#distrust(peer, 'wrongBlock');
      this.advance();
      return;
    }
    const { head, header } = request;
    if (!head || !header || request.transactions.length < head.transactionCount) return;
    this.#complete(request, head, header);
    this.advance();
  }

  /** @returns false when the part is not what comes next, or is none of a block of that height. */
  #take(request: RangeRequest, { height, head, first, transactions }: BlockPart): boolean {
    if (height !== request.next || height > request.to || first !== request.transactions.length) return false;
    if (head) {
      if (request.head) return false;
      const text = decodeUtf8(head.headerBytes);
      const header = text === undefined ? undefined : parseHeader(text);
      if (!header || isRefusal(header) || header.height !== height || head.certificate.height !== height) return false;
      request.head = head;
      request.header = header;
      request.bytes += head.headerBytes.length + certificateBytes(head);
    } else if (!request.head || transactions.length === 0) return false;
    for (const parts of transactions) {
      request.transactions.push(parts);
      request.bytes += partsBytes(parts);
    }
    return request.transactions.length <= (request.head?.transactionCount ?? 0) && request.bytes <= LARGEST_BLOCK;
  }

  #complete(request: RangeRequest, head: BlockHead, header: Header): void {
    const { headerBytes, proposerSignature, parentCertificate, certificate } = head;
    const { transactions, bytes, link } = request;
    const block = { header, headerBytes, proposerSignature, certificate: parentCertificate, transactions };
    this.around.counters.blocksFetched++;
    if (header.height > this.around.head.height && !this.#fetched.has(header.height)) {
      this.#fetched.set(header.height, { decided: { block, certificate }, link, bytes });
      this.#bytes += bytes;
    }
    request.served++;
    request.next++;
    request.head = undefined;
    request.header = undefined;
    request.transactions = [];
    request.bytes = 0;
    if (request.next > request.to) this.#requests.delete(request.request);
    this.#give();
  }

  /** Hands over what follows the head: a few blocks ahead, so that checking one overlaps executing another. */
  #give(): void {
    const { head, protocol } = this.around;
    this.#next = Math.max(this.#next, head.height + 1);
    while (this.#next <= head.height + CATCH_UP.given) {
      const fetched = this.#fetched.get(this.#next);
      if (!fetched) return;
      this.#drop(this.#next);
      const { headerBytes, proposerSignature } = fetched.decided.block;
      const hash = protocol.blockHash(headerBytes, toHex(proposerSignature));
      this.#given.set(hash, { height: this.#next, link: fetched.link });
      this.#next++;
      this.around.emit({ kind: 'decidedBlock', link: fetched.link, hash, decided: fetched.decided });
    }
  }

  #drop(height: number): void {
    this.#bytes -= this.#fetched.get(height)?.bytes ?? 0;
    this.#fetched.delete(height);
  }

  /** The peer has no more for this request. @param lowestHeight of its blocks: who does not have old ones is asked for later ones only. */
  ended(peer: Peer, number: number, refused: boolean, lowestHeight: number): void {
    const request = this.#requests.get(number);
    if (request?.link !== peer.link) return;
    this.#requests.delete(number);
    if (lowestHeight > request.next) peer.lowestHeight = lowestHeight;
    else if (request.served === 0) {
      peer.restsUntil = this.around.now + CATCH_UP.pauseMs;
      if (refused) this.around.fault(peer, 'timeout');
      else this.#withholds(peer);
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
    if (verdict === 'invalid' && peer) this.#distrust(peer, 'wrongBlock');
    else {
      // A node that cannot bring in anything does not fetch it every second.
      this.#pausedUntil = this.around.now + Math.min(CATCH_UP.pauseMs * 2 ** this.#pauses++, CATCH_UP.restMs);
    }
    this.advance();
  }

  #distrust(peer: Peer, fault: 'wrongBlock'): void {
    this.#forgetFrom(peer.link);
    this.around.fault(peer, fault);
  }

  #forgetFrom(link: LinkId): void {
    for (const [height, fetched] of this.#fetched) if (fetched.link === link) this.#drop(height);
    for (const [number, request] of this.#requests) if (request.link === link) this.#requests.delete(number);
  }

  headChanged(): void {
    const { hash, height } = this.around.head;
    const given = this.#given.get(hash);
    if (given) this.#shown(given.link);
    for (const each of this.#fetched.keys()) if (each <= height) this.#drop(each);
    for (const [hash, given] of this.#given) if (given.height <= height) this.#given.delete(hash);
    this.#aheadSince = undefined;
    this.#give();
    this.advance();
  }

  time(): void {
    const { now, counters } = this.around;
    for (const [number, { link, at }] of this.#requests) {
      if (now < at + CATCH_UP.silentMs) {
        this.around.wakeAt(at + CATCH_UP.silentMs);
        continue;
      }
      counters.timedOut.blocks++;
      this.#requests.delete(number);
      const peer = this.around.peer(link);
      if (!peer) continue;
      this.#withholds(peer);
    }
    this.advance();
  }

  /** What is whole is kept: it is checked like every other block. */
  gone(link: LinkId): void {
    for (const [number, request] of this.#requests) if (request.link === link) this.#requests.delete(number);
    this.advance();
  }
}

const certificateBytes = ({ parentCertificate, certificate }: BlockHead): number =>
  ((parentCertificate?.precommits.length ?? 0) + certificate.precommits.length) * 5_300;
