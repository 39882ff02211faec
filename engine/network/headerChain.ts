/** The chain of headers beyond the head: each is linked to the one before it by hash, and has the certificate of its block.
 *
 *  In: parts of the chain from one peer at a time, verdicts on certificates, the head. Out: requests, certificates to check in batches, and
 *  the headers whose blocks are fetched. Links, names and form are checked at once; who is wrong in one of them is a liar, and what it has
 *  brought goes, save what is proven. A certificate of the validators that are known now proves its header and those below it. One of
 *  others may be right, because the set may have changed between: its header is linked and unproven, and is judged again when it is the
 *  next one, whose validators are known. Bounded: headers and bytes ahead of the head; what does not fit is not asked for. */

import { bytesEqual, decodeUtf8, toHex } from '../base/bytes.js';
import { isRefusal } from '../base/refusal.js';
import { type Header, parseHeader } from '../chain/header.js';
import type { BlockSources } from './blockSources.js';
import type { CertificateVerdict } from './events.js';
import { certifiedHeaderBytes } from './headerServer.js';
import { CATCH_UP, HEADERS } from './limits.js';
import type { CertifiedHeader, HeaderBytes } from './messages.js';
import type { LinkId } from './net.js';
import { Patience } from './patience.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';

export interface ChainedHeader extends CertifiedHeader {
  readonly header: Header;
  /** The block hash. */
  readonly hash: string;
  readonly bytes: number;
  /** Who sent it. */
  readonly link: LinkId;
  /** What is known of its own certificate; undefined: it was not looked at. */
  verdict: 'holds' | 'unproven' | undefined;
}

interface HeaderRequest {
  readonly request: number;
  readonly link: LinkId;
  /** Of its peer. */
  readonly id: string;
  readonly to: number;
  next: number;
  served: number;
  /** That it may still send. */
  left: number;
  /** When it was asked, and when it was heard last. */
  readonly began: number;
  at: number;
}

/** Certificates that are being checked. */
interface Checking {
  readonly token: number;
  readonly headers: readonly ChainedHeader[];
  /** Height of the head when it began. */
  readonly head: number;
}

type Taken = 'taken' | 'doubtful' | 'false';

export class HeaderChain {
  /** From the height after the head on. */
  #chain: ChainedHeader[] = [];
  #bytes = 0;
  #provenEnd = 0;
  #request: HeaderRequest | undefined;
  readonly #patience = new Patience();
  #checking: Checking | undefined;
  #checkAt = 0;
  #doubtedUntil = 0;
  /** Whose headers a block of another peer contradicts: others are asked first. */
  readonly #doubted = new Set<LinkId>();

  /** @param cut the headers from a height on are gone. */
  constructor(
    private readonly around: Surroundings,
    private readonly sources: BlockSources,
    private readonly cut: (height: number) => void,
  ) {}

  get size(): number {
    return this.#chain.length;
  }

  /** The last height whose header is known; the head's when there is none. */
  get end(): number {
    return this.around.head.height + this.#chain.length;
  }

  /** The last height whose header is proven; undefined when none is. */
  get provenEnd(): number | undefined {
    return this.#provenEnd > this.around.head.height ? this.#provenEnd : undefined;
  }

  /** Whether the chain ends where no more fits, as far as is known. */
  get isFull(): boolean {
    const { ahead, perRequest, bytes, requestBytes } = HEADERS;
    return this.#chain.length > ahead - perRequest || this.#bytes > bytes - requestBytes;
  }

  at(height: number): ChainedHeader | undefined {
    return this.#chain[height - this.around.head.height - 1];
  }

  /** Asks for what is missing up to a height, and has certificates checked. */
  advance(target: number): void {
    this.#check();
    if (this.#request || this.#bytes >= HEADERS.bytes) return;
    const fits = this.around.head.height + HEADERS.ahead - this.end;
    const missing = target - this.end;
    // Where the window is the bound, a request is worth its round trip.
    if (missing <= 0 || (fits < missing && fits < HEADERS.perRequest / 2)) return;
    const from = this.end + 1;
    const peer = this.sources.best(from, this.#doubted) ?? this.#doubtful(from);
    if (peer) this.#ask(peer, from, Math.min(missing, fits, peer.height - this.end, HEADERS.perRequest));
  }

  /** Whoever there is, after a while: nobody else has the headers, or can say who of them is wrong. */
  #doubtful(height: number): Peer | undefined {
    if (this.#doubted.size === 0) return undefined;
    if (this.around.now >= this.#doubtedUntil) return this.sources.best(height, NOBODY);
    this.around.wakeAt(this.#doubtedUntil);
    return undefined;
  }

  #ask(peer: Peer, from: number, count: number): void {
    const { now } = this.around;
    const request = this.around.nextRequest();
    const to = from + count - 1;
    const mostBytes = HEADERS.requestBytes;
    const { link, id } = peer;
    this.#request = { request, link, id, to, next: from, served: 0, left: mostBytes, began: now, at: now };
    this.around.wakeAt(now + CATCH_UP.silentMs);
    this.around.send(peer, { kind: 'headersWanted', request, fromHeight: from, count, mostBytes });
  }

  received(peer: Peer, number: number, fromHeight: number, headers: readonly CertifiedHeader[]): void {
    const request = this.#request;
    if (request?.request !== number || request.link !== peer.link) return;
    request.at = this.around.now;
    const taken = fromHeight === request.next ? this.#takeAll(request, headers) : 'false';
    if (taken === 'false') this.#lie(peer.link);
    else if (taken === 'doubtful') this.#contradicted(peer);
    else if (request.next > request.to) this.#end();
    this.#check();
  }

  /** The request is served. */
  #end(): void {
    this.#close();
    this.#patience.kept();
  }

  /** The request is over, in whatever way. */
  #close(): void {
    if (this.#request) this.sources.took(this.#request.id, this.#request.began);
    this.#request = undefined;
  }

  #takeAll(request: HeaderRequest, headers: readonly CertifiedHeader[]): Taken {
    for (const each of headers) {
      const isAsked = request.next <= request.to && request.left > 0;
      const taken = isAsked ? this.#take(request, each) : 'false';
      if (taken !== 'taken') return taken;
    }
    return headers.length > 0 ? 'taken' : 'false';
  }

  /** @returns `false` when it is not the header after the last one, or its certificate is of another block; `doubtful` when the last one is
   *  another's and is not proven. */
  #take(request: HeaderRequest, signed: CertifiedHeader): Taken {
    const { around } = this;
    const height = request.next++;
    const { headerBytes, proposerSignature, certificate } = signed;
    const bytes = certifiedHeaderBytes(signed);
    request.served++;
    request.left -= bytes;
    around.counters.headersFetched++;
    // The head has moved past it meanwhile.
    if (height <= around.head.height) return 'taken';
    const text = decodeUtf8(headerBytes);
    const header = text === undefined ? undefined : parseHeader(text);
    if (!header || isRefusal(header) || header.height !== height || height !== this.end + 1) return 'false';
    const hash = around.protocol.blockHash(headerBytes, toHex(proposerSignature));
    if (certificate.height !== height || toHex(certificate.blockHash) !== hash) return 'false';
    const { link } = request;
    const last = this.#chain.at(-1);
    if (header.prev_hash !== (last?.hash ?? around.head.hash))
      return !last || last.link === link || height - 1 <= this.#provenEnd ? 'false' : 'doubtful';
    this.#chain.push({ headerBytes, proposerSignature, certificate, header, hash, bytes, link, verdict: undefined });
    this.#bytes += bytes;
    return 'taken';
  }

  /** Has the next certificates checked that were not. */
  #check(): void {
    const { around } = this;
    if (this.#checking) return;
    const first = this.#chain.findIndex(({ verdict }) => verdict === undefined);
    if (first === -1) return;
    if (around.now < this.#checkAt) {
      around.wakeAt(this.#checkAt);
      return;
    }
    const headers: ChainedHeader[] = [];
    let signatures = 0;
    for (const each of this.#chain.slice(first, first + HEADERS.checked)) {
      if (each.verdict !== undefined || signatures >= HEADERS.signatures) break;
      headers.push(each);
      signatures += each.certificate.precommits.length;
    }
    const token = around.nextRequest();
    this.#checking = { token, headers, head: around.head.height };
    around.emit({ kind: 'headerCertificates', token, certificates: headers.map(({ certificate }) => certificate) });
  }

  checked(token: number, verdicts: readonly CertificateVerdict[]): void {
    if (this.#checking?.token !== token) return;
    const { headers, head } = this.#checking;
    this.#checking = undefined;
    for (const [index, each] of headers.entries()) {
      const verdict = verdicts[index] ?? 'unclear';
      if (verdict === 'false') {
        this.#refute(each);
        break;
      }
      if (verdict === 'unclear') this.#checkAt = this.around.now + CATCH_UP.pauseMs;
      else each.verdict = verdict;
      const { height } = each.header;
      if (verdict === 'holds' && this.at(height) === each) this.#provenEnd = Math.max(this.#provenEnd, height);
    }
    // The one that is the next now was judged before its validators were known.
    if (this.around.head.height !== head) this.#judgeNext();
    this.#check();
  }

  /** The validators of the next height are known, so its certificate is looked at again, and those after it with it. */
  #judgeNext(): void {
    if (this.#checking || this.#chain[0]?.verdict !== 'unproven') return;
    for (const each of this.#chain) if (each.verdict === 'unproven') each.verdict = undefined;
  }

  /** Whether a block has another header than its height, and what is known of that one. */
  contradicts(height: number, { headerBytes, proposerSignature }: HeaderBytes): 'no' | 'unproven' | 'proven' {
    const known = this.at(height);
    if (!known) return 'no';
    if (bytesEqual(known.headerBytes, headerBytes) && bytesEqual(known.proposerSignature, proposerSignature))
      return 'no';
    return height <= this.#provenEnd ? 'proven' : 'unproven';
  }

  /** A peer's header does not follow an unproven one of another peer. */
  #contradicted(peer: Peer): void {
    this.#close();
    if (!this.doubt(this.end)) peer.restsUntil = this.around.now + CATCH_UP.pauseMs;
  }

  /** What another peer has sent contradicts an unproven header: both are suspected, and neither is blamed. If its certificate was looked
   *  at, everything goes that is not proven, and others are asked for it; the next header is decided by its certificate alone.
   *  @returns false when the certificate is being looked at. */
  doubt(height: number): boolean {
    const known = this.at(height);
    if (!known) return true;
    if (known.verdict === undefined) return false;
    this.#doubted.add(known.link);
    this.#doubtedUntil = this.around.now + CATCH_UP.pauseMs;
    this.#cutAt(Math.max(this.#provenEnd, this.around.head.height) + 1);
    return true;
  }

  /** The certificate did not hold when its block was the next one. @returns whether its sender is to blame, and is here still. */
  refuted(height: number, hash: string): boolean {
    const known = this.at(height);
    if (known?.hash !== hash) return false;
    const isHere = this.around.peer(known.link) !== undefined;
    this.#refute(known);
    return isHere;
  }

  /** A certificate is false. Who has lied is blamed for what was dropped meanwhile, too. */
  #refute(chained: ChainedHeader): void {
    const { height } = chained.header;
    if (this.at(height) === chained) {
      this.#provenEnd = Math.min(this.#provenEnd, height - 1);
      this.#cutAt(height);
    }
    this.#lie(chained.link);
  }

  /** What a liar has brought goes, and all that rests on it. */
  #lie(link: LinkId): void {
    if (this.#request?.link === link) this.#close();
    const from = this.#chain.find((each) => each.link === link && each.header.height > this.#provenEnd);
    if (from) this.#cutAt(from.header.height);
    const peer = this.around.peer(link);
    if (peer) this.around.fault(peer, 'wrongBlock');
  }

  #cutAt(height: number): void {
    const kept = this.#chain.slice(0, height - this.around.head.height - 1);
    if (kept.length === this.#chain.length) return;
    this.#hold(kept);
    // What comes for it would not link.
    this.#close();
    this.cut(height);
  }

  #hold(chain: ChainedHeader[]): void {
    this.#chain = chain;
    this.#bytes = chain.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The peer has no more for this request. */
  ended(peer: Peer, number: number, refused: boolean, lowestHeight: number): void {
    const request = this.#request;
    if (request?.request !== number || request.link !== peer.link) return;
    this.#close();
    if (request.served > 0) this.#patience.kept();
    const { next, served, left } = request;
    this.sources.ended(peer, { next, served, hasRoom: left > HEADERS.requestBytes / 2 }, refused, lowestHeight);
  }

  headChanged(): void {
    const { hash, height } = this.around.head;
    const reached = this.#chain.findIndex(({ header }) => header.height === height);
    const of = this.#chain[reached];
    const isOther = of !== undefined && of.hash !== hash;
    const rest = this.#chain.filter(({ header }) => header.height > height);
    // A head that no header leads to: a new chain begins there.
    const isLinked =
      rest[0] === undefined || (rest[0].header.height === height + 1 && rest[0].header.prev_hash === hash);
    this.#hold(isLinked ? rest : []);
    if (!isLinked) {
      this.#provenEnd = 0;
      this.#close();
      this.cut(height + 1);
    }
    const peer = isOther ? this.around.peer(of.link) : undefined;
    if (peer) this.around.fault(peer, 'wrongBlock');
    this.#judgeNext();
  }

  time(): void {
    const { around } = this;
    const request = this.#request;
    this.#check();
    if (!request) return;
    const isSlow = this.#isSlow(request);
    if (around.now < request.at + CATCH_UP.silentMs && !isSlow) {
      around.wakeAt(request.at + CATCH_UP.silentMs);
      return;
    }
    if (isSlow) this.#patience.lost();
    around.counters.timedOut.headers++;
    this.#close();
    const peer = around.peer(request.link);
    if (peer) this.sources.withholds(peer);
  }

  /** Whether it takes too long, and another peer is there to serve the rest. */
  #isSlow({ began, link, next }: HeaderRequest): boolean {
    const { around } = this;
    const due = this.#patience.endOf(began);
    if (around.now < due) around.wakeAt(due);
    else if (this.sources.best(next, new Set([link]))) return true;
    else around.wakeAt(around.now + CATCH_UP.pauseMs);
    return false;
  }

  /** What has come is kept: it is checked like every other header. */
  gone(link: LinkId): void {
    this.#doubted.delete(link);
    if (this.#request?.link === link) this.#close();
  }
}

const NOBODY: ReadonlySet<LinkId> = new Set();
