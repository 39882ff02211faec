/** The gate: the checks that every request passes before its body is received and before its route is run.
 *
 *  In: a request with its route, when it has one. Out: the headers that say what is left of the client's limit, and the
 *  refusal of a request that ends here: 429 over the limit, 403 on a public edge, 401 without a needed key. A
 *  request that is refused here costs a look-up, and none of its body is parsed.
 *
 *  Reads and writes are counted separately. GET and HEAD are reads, everything else is a write, unless the route says what it
 *  is. The WebSocket handshake, pages, unknown paths and requests from this machine are counted too: otherwise a proxy on this
 *  machine that is not declared as trusted would lift the limit for everybody. OPTIONS is free, because a browser sends
 *  it before a request that is counted. Routes that say so are free: a page of thirty files must not use up its reader's
 *  limit, and neither must a scraper on this machine. Reads of the node's own page have a limit of their own beside that of
 *  the API: they carry a header, which any program can send too but gains no more than that limit by. Keys are looked at only
 *  where requests are counted, because guesses of keys have to cost their sender something. */

import { performance } from 'node:perf_hooks';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import { refusalAnswer } from '../routing/answer.js';
import type { HeaderPair, ServerRequest, SocketRoute } from '../server/port.js';
import { ApiKeys, asksForKey, type KnownKey } from './apiKeys.js';
import { type AddressTest, clientAddress, clientNetwork, trustedProxies } from './clientAddress.js';
import { asksForItself, comesFromHere } from './ownMachine.js';
import { RequestCounter, type Verdict } from './requestCounter.js';

export type RequestClass = 'read' | 'write';

/** The node's own page sends it with every read. A page of another origin can send it only with the node's consent, because a
 *  browser asks first (CORS). */
export const PAGE_HEADER = 'x-rouged-page';

/** The same for a WebSocket handshake, whose headers a page cannot choose. */
const PAGE_QUERY = 'page';

/** The limit on reads of the page, as a multiple of the API's limit on reads: an idle page uses a quarter of
 *  one limit, and the rest lets its reader open two views a second. */
const PAGE_LIMITS = 2;

/** What a route can say about its requests. `page`: a read of the node's own page. `free`: not counted, for answers that cost a
 *  look-up. `free_here`: not counted when a program on this machine asks for itself; for all others the method decides. */
export type Counting = RequestClass | 'page' | 'free' | 'free_here';

/** Limits are requests a minute; 0 is none. */
export interface LimitOptions {
  /** For one client address, or one plain API key. */
  readonly reads: number;
  readonly writes: number;
  /** For one key of the tier, reads and writes together. */
  readonly validators: number;
  readonly peers: number;
  /** Entries as `readKeyEntry` takes them; without any, keys mean nothing. */
  readonly apiKeys: readonly string[];
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly publicEdge: boolean;
  /** Requests of this machine are not counted, unless a proxy has passed them on: for a developer's network. */
  readonly freeHere?: boolean;
  /** Milliseconds of a clock that never goes back; the process's own when absent. */
  readonly now?: () => number;
}

/** What the gate needs to know of a route. */
export interface GatedRoute {
  readonly counts?: Counting;
  readonly deprecated?: true;
}

export interface Passage {
  /** Headers that the answer gets, whatever it is. */
  readonly headers: readonly HeaderPair[];
  readonly refusal: Refusal | undefined;
}

const RESERVED = 'this node is a public edge of its network and does not answer here; use a node of your own';
const VOTES_RESERVED = 'vote intake is restricted to configured peers; use a node of your own';

/** Paths that a node at the public edge of a network reserves for operators (specification, chapter Errors; for votes, its
 *  reference), each with the sentence that it refuses with. */
export const OPERATOR_PATHS: ReadonlyMap<string, string> = new Map([
  ['/api/blocks/import', RESERVED],
  ['/api/peers/register', RESERVED],
  ['/api/tx/broadcast', RESERVED],
  ['/api/finality/votes', VOTES_RESERVED],
  ['/api/votes/submit', VOTES_RESERVED],
  ['/api/v2/contract/deploy', RESERVED],
  ['/api/v2/contract/call', RESERVED],
  ['/api/bridge/withdraw', RESERVED],
]);

export interface WriteLimit {
  /** Writes a minute. */
  readonly writes: number;
  /** Whose limit it is, to complete "so many are allowed ...". */
  readonly who: string;
}

const COUNTED_NOTHING: Passage = { headers: [], refusal: undefined };

/** @param method of the request. @param counts what the route declares. */
export function requestClass(method: string, counts?: Counting): RequestClass {
  if (counts === 'read' || counts === 'write') return counts;
  if (counts === 'page') return 'read';
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}

const isFreeRoute = (request: ServerRequest, route: GatedRoute | undefined): boolean =>
  route?.counts === 'free' || (route?.counts === 'free_here' && asksForItself(request));

const rateHeaders = ({ limit, remaining, resetSeconds }: Verdict): readonly HeaderPair[] => [
  ['X-RateLimit-Limit', String(limit)],
  ['X-RateLimit-Remaining', String(remaining)],
  ['X-RateLimit-Reset', String(resetSeconds)],
];

/** A counter for each limit that is switched on. */
interface Counters {
  readonly read: RequestCounter | undefined;
  readonly write: RequestCounter | undefined;
}

const both = (counter: RequestCounter | undefined): Counters => ({ read: counter, write: counter });

/** What is counted: a class, or reads of the page apart from other reads. */
type Counted = RequestClass | 'page';

const isOfPage = (request: ServerRequest, route: GatedRoute | undefined): boolean =>
  route?.counts === 'page' || request.header(PAGE_HEADER) !== '';

export class Gate {
  readonly #publicEdge: boolean;
  readonly #freeHere: boolean;
  readonly #now: () => number;
  readonly #keys: ApiKeys | undefined;
  readonly #trusted: AddressTest;
  readonly #behindProxies: boolean;
  readonly #addresses: Counters;
  readonly #page: RequestCounter | undefined;
  readonly #tiers: Readonly<Record<KnownKey['tier'], Counters>>;

  constructor(options: LimitOptions) {
    this.#publicEdge = options.publicEdge;
    // A configured proxy passes on requests of others, even if it adds no headers.
    this.#freeHere = options.freeHere === true && options.trustedProxies.length === 0;
    this.#now = options.now ?? (() => performance.now());
    this.#trusted = trustedProxies(options.trustedProxies);
    this.#behindProxies = options.trustedProxies.length > 0;
    const keys = new ApiKeys(options.apiKeys);
    this.#keys = keys.size > 0 ? keys : undefined;
    const counter = (limit: number, clients?: number): RequestCounter | undefined =>
      limit > 0 ? new RequestCounter(limit, clients) : undefined;
    const counterOfKeys = (limit: number): RequestCounter | undefined => this.#keys && counter(limit, keys.size);
    this.#addresses = { read: counter(options.reads), write: counter(options.writes) };
    this.#page = counter(PAGE_LIMITS * options.reads);
    this.#tiers = {
      client: { read: counterOfKeys(options.reads), write: counterOfKeys(options.writes) },
      validator: both(counterOfKeys(options.validators)),
      peer: both(counterOfKeys(options.peers)),
    };
  }

  /** @param route the one that will answer; undefined when there is none. */
  pass(request: ServerRequest, route: GatedRoute | undefined): Passage {
    if (request.method === 'OPTIONS' || isFreeRoute(request, route))
      return { headers: [], refusal: this.#closed(request.path) };
    const sent = this.#keys ? request.header('x-api-key') : '';
    const key = sent === '' ? undefined : this.#keys?.find(sent);
    const kind = requestClass(request.method, route?.counts);
    const counted = kind === 'read' && sent === '' && isOfPage(request, route) ? 'page' : kind;
    const { headers, refusal } = this.#count(request, counted, key);
    const refused = refusal ?? this.#closed(request.path) ?? this.#keyMissing(request, kind, sent !== '', key, route);
    return { headers, refusal: refused };
  }

  /** Counts writes that were found only in the body: all of them, or none when they are over the limit. `pass` has already
   *  counted the request itself. */
  charge(request: ServerRequest, writes: number): Passage {
    // `pass` will count the next attempt too.
    return this.#count(request, 'write', this.#keyOf(request), writes, writes + 1);
  }

  /** The whole limit of a client's writes, which also bounds the requests in one body: more than that could never be accepted,
   *  however long the client waits. */
  writeLimit(request: ServerRequest): WriteLimit | undefined {
    const key = this.#keyOf(request);
    const counter = this.#counter(request, 'write', key);
    return counter && { writes: counter.limit, who: whoAsks(key) };
  }

  #keyOf(request: ServerRequest): KnownKey | undefined {
    const sent = this.#keys ? request.header('x-api-key') : '';
    return sent === '' ? undefined : this.#keys?.find(sent);
  }

  /** @returns undefined where nothing is counted. */
  #counter(request: ServerRequest, kind: Counted, key: KnownKey | undefined): RequestCounter | undefined {
    if (!key && this.#freeHere && comesFromHere(request)) return undefined;
    if (kind === 'page') return this.#page;
    return (key ? this.#tiers[key.tier] : this.#addresses)[kind];
  }

  #count(request: ServerRequest, kind: Counted, key: KnownKey | undefined, requests = 1, again = requests): Passage {
    const counter = this.#counter(request, kind, key);
    if (!counter) return COUNTED_NOTHING;
    const verdict = counter.take(key?.name ?? this.client(request), this.#now(), requests, again);
    return { headers: rateHeaders(verdict), refusal: verdict.allowed ? undefined : tooMany(verdict, kind, key) };
  }

  /** The network of the client's address: what shares one allowance. */
  client(request: ServerRequest): string {
    const forwarded = this.#behindProxies ? request.joinedHeader('x-forwarded-for') : '';
    return clientNetwork(clientAddress(request.remoteAddress, forwarded, this.#trusted));
  }

  #closed(path: string): Refusal | undefined {
    const sentence = this.#publicEdge ? OPERATOR_PATHS.get(path) : undefined;
    return sentence === undefined ? undefined : refuse('public_edge', sentence);
  }

  /** A wrong key is refused on every path, so that its sender learns why it does not get the key's limit. */
  #keyMissing(
    request: ServerRequest,
    kind: RequestClass,
    sent: boolean,
    key: KnownKey | undefined,
    route?: GatedRoute,
  ) {
    if (!this.#keys || key || route?.deprecated) return undefined;
    if (sent) return refuse('api_key_invalid', 'this API key is not known here; leave X-API-Key out or correct it');
    return asksForKey(request.path, kind === 'read')
      ? refuse('api_key_required', 'this endpoint needs an API key of this node in the header X-API-Key')
      : undefined;
  }
}

const whoAsks = (key: KnownKey | undefined): string => (key ? 'with this API key' : 'from this address');

function tooMany({ limit, retrySeconds }: Verdict, kind: Counted, key: KnownKey | undefined): Refusal {
  const who = whoAsks(key);
  const what = key && key.tier !== 'client' ? 'requests' : kind === 'page' ? 'reads of the page' : `${kind}s`;
  const when = `try again in ${retrySeconds} s`;
  return refuse('rate_limited', `too many ${what} ${who}: ${limit} a minute are allowed; ${when}`, retrySeconds);
}

/** A WebSocket route behind the gate: its handshake is a read. */
export const gatedSocket = (route: SocketRoute, gate: Gate): SocketRoute => ({
  ...route,
  accept(request) {
    const { headers, refusal } = gate.pass(request, { counts: request.query === PAGE_QUERY ? 'page' : 'read' });
    return refusal ? { refused: refusalAnswer(refusal, headers) } : route.accept(request);
  },
});
