/** The logs of the services among peers: who has how much of which, pulling what is missing, serving what others miss.
 *
 *  In: how far each log is here, marks of peers, their requests, verdicts on what was pulled. Out: marks, one request at a time to each
 *  peer and for each log, reads for what peers ask. Runs travel as bytes that only the thread of the services decodes. A private series is
 *  spoken of only between nodes that have named each other, and only of nodes that this one has named: to everybody else there is none.
 *  May be lost: a request; it is made again elsewhere. */

import { LOG_MARKS, SERVICE_LOGS } from './limits.js';
import type { PeerMessage, ServiceLogMark, ServiceLogName } from './messages.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { RunsOutcome, ServiceMark } from './serviceEvents.js';
import type { Surroundings } from './surroundings.js';

interface Mark {
  readonly log: ServiceLogName;
  last: number;
  isStopped: boolean;
  /** Nothing is pulled of it before. */
  restsUntil: number;
}

interface Pull {
  readonly request: number;
  readonly key: string;
  readonly at: number;
  /** Its answer is being entered. */
  isChecking: boolean;
}

interface PeerLogs {
  /** What it says it has, beyond what it could not serve. */
  readonly marks: Map<string, number>;
  pull: Pull | undefined;
  restsUntil: number;
}

const keyOf = ({ origin, isPrivate }: ServiceLogName): string => `${isPrivate ? 'private' : 'public'} ${origin}`;

export class ServiceLogs {
  readonly #own = new Map<string, Mark>();
  readonly #peers = new Map<LinkId, PeerLogs>();
  readonly #reads = new Map<number, { readonly link: LinkId; readonly request: number }>();
  /** Logs that have grown since peers were told. */
  readonly #grown = new Set<string>();
  /** Pulls by token, while they are checked. */
  readonly #checking = new Map<number, { readonly link: LinkId; readonly key: string }>();
  #tellAt = Number.POSITIVE_INFINITY;
  #pausedUntil = 0;
  /** What rests is looked at again then. */
  #dueAt = Number.POSITIVE_INFINITY;
  #isOpen = false;
  #isOpening = false;
  #isPublished = false;

  /** @param named ids of the nodes that the operator has named. */
  constructor(
    private readonly around: Surroundings,
    private readonly named: ReadonlySet<string>,
  ) {}

  /** Logs that are followed. */
  get size(): number {
    return this.#own.size;
  }

  /** Whether nothing is pulled because there is no room. */
  get isFull(): boolean {
    return this.around.now < this.#pausedUntil;
  }

  /** How far logs are here. @param isWhole the others are not here at all. */
  marked(marks: readonly ServiceMark[], isWhole: boolean): void {
    if (isWhole) {
      this.#isOpen = true;
      this.#isOpening = false;
      this.#own.clear();
    }
    for (const { origin, isPrivate, last, isStopped } of marks) {
      const mark = this.#mark({ origin, isPrivate });
      if (last > mark.last) this.#grown.add(keyOf(mark.log));
      mark.last = Math.max(last, mark.last);
      mark.isStopped ||= isStopped;
    }
    if (this.#grown.size > 0) this.#wake();
    this.advance();
  }

  #wake(): void {
    if (this.#tellAt === Number.POSITIVE_INFINITY) this.#tellAt = this.around.now + SERVICE_LOGS.tellMs;
    this.around.wakeAt(this.#tellAt);
  }

  #mark(log: ServiceLogName): Mark {
    const key = keyOf(log);
    const known = this.#own.get(key);
    if (known) return known;
    const mark = { log, last: 0, isStopped: false, restsUntil: 0 };
    this.#own.set(key, mark);
    return mark;
  }

  /** A log of which nothing is here takes no place: anybody can say that there is one. */
  #forget({ log, last, isStopped }: Mark): void {
    if (last === 0 && !isStopped) this.#own.delete(keyOf(log));
  }

  /** Whether a peer and this node may speak of a log. */
  #isOpenTo(peer: Peer, { origin, isPrivate }: ServiceLogName): boolean {
    return !isPrivate || (this.named.has(peer.id) && (origin === this.around.ownId || this.named.has(origin)));
  }

  greet(peer: Peer): void {
    const marks = [...this.#own.values()].filter(({ log, last }) => last > 0 && this.#isOpenTo(peer, log));
    this.#tell(peer, marks);
  }

  #tell(peer: Peer, marks: readonly Mark[]): void {
    const said = marks.map(({ log, last }): ServiceLogMark => ({ ...log, last }));
    for (let at = 0; at === 0 || at < said.length; at += LOG_MARKS.perMessage)
      this.around.send(peer, { kind: 'serviceLogs', marks: said.slice(at, at + LOG_MARKS.perMessage) });
  }

  received(peer: Peer, marks: readonly ServiceLogMark[]): void {
    const known = this.#of(peer.link);
    for (const { last, ...log } of marks) {
      const key = keyOf(log);
      if (!this.#isOpenTo(peer, log) || (known.marks.size >= LOG_MARKS.perPeer && !known.marks.has(key))) continue;
      known.marks.set(key, Math.max(last, known.marks.get(key) ?? 0));
    }
    this.advance();
  }

  #of(link: LinkId): PeerLogs {
    const known = this.#peers.get(link);
    if (known) return known;
    const logs: PeerLogs = { marks: new Map(), pull: undefined, restsUntil: 0 };
    this.#peers.set(link, logs);
    return logs;
  }

  /** Pulls what can be pulled now. */
  advance(): void {
    const { now } = this.around;
    if (!this.#isOpen) {
      if (this.#isOpening || ![...this.#peers.values()].some(({ marks }) => marks.size > 0)) return;
      this.#isOpening = true;
      this.around.emit({ kind: 'openServices' });
      return;
    }
    this.#publish();
    if (now < this.#pausedUntil) {
      this.#due(this.#pausedUntil);
      return;
    }
    const pulled = new Set([...this.#peers.values()].flatMap(({ pull }) => (pull ? [pull.key] : [])));
    for (const [link, logs] of this.#peers) {
      const peer = this.around.peer(link);
      if (!peer || logs.pull) continue;
      if (now < logs.restsUntil) {
        this.#due(logs.restsUntil);
        continue;
      }
      const key = this.#next(peer, logs, pulled);
      if (key === undefined) continue;
      pulled.add(key);
      this.#pull(peer, logs, key);
    }
  }

  /** The log of which a peer has most beyond this node. */
  #next(peer: Peer, { marks }: PeerLogs, pulled: ReadonlySet<string>): string | undefined {
    let best: string | undefined;
    let most = 0;
    for (const [key, last] of marks) {
      const own = this.#own.get(key);
      const missing = last - (own?.last ?? 0);
      if (missing <= most || pulled.has(key) || own?.isStopped) continue;
      if (!own && this.#own.size >= SERVICE_LOGS.logs) continue;
      if (own && this.around.now < own.restsUntil) {
        this.#due(own.restsUntil);
        continue;
      }
      if (this.#comesFirstHand(peer, key, own?.last ?? 0)) continue;
      most = missing;
      best = key;
    }
    return best;
  }

  /** Whether the node of a log is a peer itself and serves it: another one could leave payloads out as if they were erased. */
  #comesFirstHand(peer: Peer, key: string, last: number): boolean {
    const { origin } = nameOf(key);
    if (peer.id === origin) return false;
    for (const [link, { marks, restsUntil }] of this.#peers)
      if (this.around.peer(link)?.id === origin) return this.around.now >= restsUntil && (marks.get(key) ?? 0) > last;
    return false;
  }

  #pull(peer: Peer, logs: PeerLogs, key: string): void {
    const { now } = this.around;
    const mark = this.#own.get(key) ?? this.#mark(nameOf(key));
    const request = this.around.nextRequest();
    logs.pull = { request, key, at: now, isChecking: false };
    this.around.wakeAt(now + SERVICE_LOGS.silentMs);
    this.around.send(peer, { kind: 'serviceRunsWanted', request, ...mark.log, from: mark.last + 1 });
  }

  /** This node's own log is for peers as soon as one is there that has no more of it than this node. */
  #publish(): void {
    if (this.#isPublished) return;
    const own = [false, true].map((isPrivate) => keyOf({ origin: this.around.ownId, isPrivate }));
    const hasNoMore = ({ marks }: PeerLogs): boolean =>
      own.every((key) => (marks.get(key) ?? 0) <= (this.#own.get(key)?.last ?? 0));
    if (![...this.#peers.values()].some(hasNoMore)) return;
    this.#isPublished = true;
    this.around.emit({ kind: 'publishServiceLog' });
  }

  answered(peer: Peer, request: number, runs: Uint8Array): void {
    const logs = this.#of(peer.link);
    const { pull } = logs;
    // One that was given up may still come.
    if (pull?.request !== request || pull.isChecking) return;
    const mark = this.#mark(nameOf(pull.key));
    if (runs.length === 0) {
      logs.pull = undefined;
      logs.marks.delete(pull.key);
      this.#forget(mark);
      this.advance();
      return;
    }
    pull.isChecking = true;
    const token = this.around.nextRequest();
    this.#checking.set(token, { link: peer.link, key: pull.key });
    this.around.counters.serviceBytesReceived += runs.length;
    this.around.emit({ kind: 'serviceRuns', token, log: mark.log, runs });
  }

  /** @param last number of the last entry that is here now. */
  checked(token: number, outcome: RunsOutcome, last: number): void {
    const checking = this.#checking.get(token);
    this.#checking.delete(token);
    if (!checking) return;
    const { link, key } = checking;
    const { now } = this.around;
    const mark = this.#mark(nameOf(key));
    if (last > mark.last) this.#grown.add(key);
    mark.last = Math.max(mark.last, last);
    mark.isStopped ||= outcome === 'stopped' || outcome === 'unreadable';
    const logs = this.#peers.get(link);
    if (logs?.pull?.key === key) logs.pull = undefined;
    if (outcome === 'later' || outcome === 'failed') mark.restsUntil = now + SERVICE_LOGS.laterMs;
    if (outcome === 'full') this.#pausedUntil = now + SERVICE_LOGS.fullMs;
    if (outcome === 'wrong') {
      logs?.marks.delete(key);
      this.#forget(mark);
      const peer = this.around.peer(link);
      if (peer) this.around.fault(peer, 'wrongServiceRuns');
    }
    if (this.#grown.size > 0) this.#wake();
    this.advance();
  }

  #due(at: number): void {
    this.#dueAt = Math.min(this.#dueAt, at);
    this.around.wakeAt(this.#dueAt);
  }

  /** A peer asks for runs. To those who may not have them there is nothing to answer. */
  wanted(
    peer: Peer,
    { request, from, ...log }: Omit<Extract<PeerMessage, { kind: 'serviceRunsWanted' }>, 'kind'>,
  ): void {
    if (!this.#isOpenTo(peer, log)) return;
    const reading = [...this.#reads.values()].filter(({ link }) => link === peer.link).length;
    if (reading > 0 || this.#reads.size >= SERVICE_LOGS.reads) return;
    const token = this.around.nextRequest();
    this.#reads.set(token, { link: peer.link, request });
    this.around.emit({ kind: 'readServiceRuns', token, log: { origin: log.origin, isPrivate: log.isPrivate }, from });
  }

  /** @param runs undefined when they cannot be read now. */
  read(token: number, runs: Uint8Array | undefined): void {
    const read = this.#reads.get(token);
    this.#reads.delete(token);
    const peer = read && this.around.peer(read.link);
    if (!peer || !runs) return;
    this.around.counters.serviceBytesServed += runs.length;
    this.around.send(peer, { kind: 'serviceRuns', request: read.request, runs });
  }

  time(): void {
    const { now } = this.around;
    if (now >= this.#tellAt) this.#tellAll();
    else if (this.#tellAt < Number.POSITIVE_INFINITY) this.around.wakeAt(this.#tellAt);
    for (const [link, logs] of this.#peers) {
      const { pull } = logs;
      if (!pull || pull.isChecking) continue;
      if (now < pull.at + SERVICE_LOGS.silentMs) {
        this.around.wakeAt(pull.at + SERVICE_LOGS.silentMs);
        continue;
      }
      logs.pull = undefined;
      logs.restsUntil = now + SERVICE_LOGS.restMs;
      this.#due(now);
      this.around.counters.timedOut.services++;
      const peer = this.around.peer(link);
      if (peer) this.around.fault(peer, 'timeout');
    }
    if (now < this.#dueAt) {
      if (this.#dueAt < Number.POSITIVE_INFINITY) this.around.wakeAt(this.#dueAt);
      return;
    }
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.advance();
  }

  #tellAll(): void {
    this.#tellAt = Number.POSITIVE_INFINITY;
    const grown = [...this.#grown].flatMap((key) => this.#own.get(key) ?? []);
    this.#grown.clear();
    for (const peer of this.around.peers) {
      const { marks } = this.#of(peer.link);
      const news = grown.filter(({ log, last }) => this.#isOpenTo(peer, log) && (marks.get(keyOf(log)) ?? 0) < last);
      if (news.length > 0) this.#tell(peer, news);
    }
  }

  gone(link: LinkId): void {
    if (this.#peers.delete(link)) this.#due(this.around.now);
  }
}

function nameOf(key: string): ServiceLogName {
  const [series, origin] = key.split(' ') as [string, string];
  return { origin, isPrivate: series === 'private' };
}
