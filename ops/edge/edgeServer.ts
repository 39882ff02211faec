/** What an edge answers: the event stream at /api/ws as a node does, the same as server-sent events at /api/sse, and its health.
 *
 *  In: requests of untrusted clients. Out: for everything else a sentence that names what is here. Limits on requests and connections, host
 *  names and origins are those of a node. */

import { holderOf, isLoopback, trustedProxies } from '../../api/limits/clientAddress.js';
import { type Gate, gatedSocket } from '../../api/limits/gate.js';
import { namedSocket, type OwnNames } from '../../api/limits/hostNames.js';
import { jsonAnswer, refusalAnswer } from '../../api/routing/answer.js';
import { createCors } from '../../api/routing/cors.js';
import type { Answer, HeaderPair, Server, ServerFactory, ServerRequest, SocketRoute } from '../../api/server/port.js';
import { beyondEnd, isBehind } from '../../api/stream/eventReplay.js';
import { formatOf } from '../../api/stream/formats.js';
import { WS_FRAME_VALUES } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { Edge } from './edge.js';
import { edgeHealth } from './edgeHealth.js';
import type { StreamBounds } from './relayStream.js';
import { SseBudget, SseSocket } from './sse.js';

export interface EdgeServerParts {
  readonly edge: Edge;
  readonly gate: Gate;
  readonly chainId: string;
  readonly version: string;
  readonly createServer: ServerFactory;
  readonly corsOrigins: readonly string[] | undefined;
  readonly trustedProxies: readonly string[];
  readonly names: OwnNames | undefined;
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  /** Readers of server-sent events at a time. */
  readonly maxReaders: number;
  readonly report: (error: unknown, where: string) => void;
}

export interface EdgeServer extends Server {
  /** Readers of server-sent events. */
  readonly readers: number;
}

/** Paths of an edge, beside that of the WebSocket. */
export const EDGE_PATHS = { health: '/api/health', sse: '/api/sse' } as const;

const RETRY_SECONDS = 5;

const NOT_READY = refuse('busy', 'this edge has no events yet: NATS or its stream is away', RETRY_SECONDS);
const NO_PATH = refuse(
  'route_not_found',
  `this is an edge of the event stream: /api/ws, ${EDGE_PATHS.sse} and ${EDGE_PATHS.health}; everything else is at a node`,
);
const GET_ONLY = refuse('method_not_allowed', 'this endpoint answers GET only');

const NUMBER = /^\d{1,15}$/;

/** What a reader asks for. */
export interface SseRequest {
  readonly topics: readonly string[];
  /** Number of the first event; undefined for what happens from now on. */
  readonly from: number | undefined;
}

/** @param lastId header Last-Event-ID, empty without one. */
export function sseRequest(query: string, lastId: string): SseRequest | Refusal {
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys())
    if ((name !== 'topics' && name !== 'from') || parameters.getAll(name).length > 1)
      return refuse('malformed_parameter', `${EDGE_PATHS.sse} takes topics and from, each once`);
  const topics = parameters.get('topics')?.split(',').filter(Boolean) ?? [];
  if (topics.length > WS_FRAME_VALUES)
    return refuse('malformed_parameter', `at most ${WS_FRAME_VALUES} topics can be named`);
  // A browser that comes back names the last event that it has, and the same URL.
  if (lastId !== '' && !NUMBER.test(lastId))
    return refuse('malformed_parameter', 'Last-Event-ID must be the number of an event');
  const from = lastId === '' ? parameters.get('from') : String(Number(lastId) + 1);
  if (from !== null && !NUMBER.test(from))
    return refuse('malformed_parameter', '"from" must be the number of an event: a whole number, 0 or more');
  return { topics, from: from === null ? undefined : Number(from) };
}

/** The request as a frame of /api/ws; undefined for everything, from now on. */
function frameOf({ topics, from }: SseRequest): string | undefined {
  if (topics.length === 0 && from === undefined) return undefined;
  return JSON.stringify({ ...(topics.length > 0 && { subscribe: topics }), ...(from !== undefined && { from }) });
}

/** Before the stream begins: a browser that is refused does not come back again and again. */
function placeFault(from: number | undefined, { oldest, latest }: StreamBounds): Refusal | undefined {
  if (from === undefined) return undefined;
  // Whom another edge has given more is told in the stream, and comes back; a browser that is refused does not.
  const ahead = isBehind(from, latest) ? undefined : beyondEnd(from, latest);
  if (ahead) return ahead;
  return from < oldest
    ? refuse(
        'events_pruned',
        `the log begins at event ${oldest}, event ${from} is no longer kept: ask for from=${oldest}`,
      )
    : undefined;
}

const SSE_HEADERS: readonly HeaderPair[] = [
  ['Content-Type', 'text/event-stream; charset=utf-8'],
  ['Cache-Control', 'no-store'],
  // nginx would gather what is meant to leave at once.
  ['X-Accel-Buffering', 'no'],
];

class Handlers {
  readonly #cors: ReturnType<typeof createCors>;
  readonly budget = new SseBudget();

  constructor(private readonly parts: EdgeServerParts) {
    this.#cors = createCors(parts.corsOrigins?.length ? parts.corsOrigins : undefined);
  }

  http(request: ServerRequest): Answer {
    const { names, gate } = this.parts;
    const foreign = names?.check(request.header('host'));
    if (foreign) return refusalAnswer(foreign);
    const preflight = this.#cors.preflight(request);
    if (preflight) return preflight;
    const more = [...this.#cors.headers(request.header('origin'))];
    const isHealth = request.path === EDGE_PATHS.health;
    const { headers, refusal } = gate.pass(request, isHealth ? { counts: 'free_here' } : undefined);
    more.push(...headers);
    if (refusal) return refusalAnswer(refusal, more);
    if (!isHealth && request.path !== EDGE_PATHS.sse) return refusalAnswer(NO_PATH, more);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refusalAnswer(GET_ONLY, [['Allow', 'GET, HEAD'], ...more]);
    return isHealth ? this.#health(request, more) : this.#sse(request, more);
  }

  #health({ query }: ServerRequest, more: readonly HeaderPair[]): Answer {
    const { edge, chainId, version } = this.parts;
    const health = edgeHealth(edge.reading, { chainId, version, readers: this.budget.readers });
    const isStrict = new URLSearchParams(query).get('strict') === 'true';
    return jsonAnswer(health, isStrict && health.status !== 'ok' ? 503 : 200, more);
  }

  #sse(request: ServerRequest, more: readonly HeaderPair[]): Answer {
    const { edge, gate, maxReaders } = this.parts;
    const { door, bounds } = edge;
    const asked = sseRequest(request.query, request.header('last-event-id'));
    if (isRefusal(asked)) return refusalAnswer(asked, more);
    if (!door || !bounds) return refusalAnswer(NOT_READY, more);
    const fault = placeFault(asked.from, bounds);
    if (fault) return refusalAnswer(fault, more);
    if (this.budget.readers >= maxReaders)
      return refusalAnswer(refuse('busy', `all ${maxReaders} places of readers are taken`, RETRY_SECONDS), more);
    const answer = { status: 200, headers: [...SSE_HEADERS, ...more] };
    if (request.method === 'HEAD') return { ...answer, body: '' };
    const source = gate.client(request);
    const client = door.client(formatOf(''), source);
    const body = new SseSocket(client, this.budget, source);
    client.open(body);
    const frame = frameOf(asked);
    if (frame !== undefined) client.message(frame);
    return { ...answer, body };
  }
}

/** The door of the node's API in front of whatever door the edge has now. */
const currentDoor = (edge: Edge): SocketRoute => ({
  path: '/api/ws',
  accept: (request) => edge.door?.route.accept(request) ?? { refused: refusalAnswer(NOT_READY) },
});

export function edgeServer(parts: EdgeServerParts): EdgeServer {
  const { edge, gate, names, report, maxConnections, maxConnectionsPerAddress } = parts;
  const handlers = new Handlers(parts);
  const isTrustedProxy = trustedProxies(parts.trustedProxies);
  const server = parts.createServer(
    {
      http: (request) => handlers.http(request),
      sockets: [namedSocket(gatedSocket(currentDoor(edge), gate), names)],
      busy: refusalAnswer(
        refuse('busy', 'this edge has too many connections, of all or of this address', RETRY_SECONDS),
      ),
      ambiguous: refusalAnswer(refuse('host_ambiguous', 'the request names more than one Host; send one')),
      report,
    },
    {
      maxConnections,
      maxConnectionsPerAddress,
      // As at a node: a peer on the loopback interface is the operator, or a proxy that serves many clients.
      isTrustedProxy: (address) => isLoopback(address) || isTrustedProxy(address),
      clientOf: holderOf(isTrustedProxy),
    },
  );
  return {
    get readers() {
      return handlers.budget.readers;
    },
    get heldBytes() {
      return server.heldBytes + handlers.budget.bytes;
    },
    listen: (address) => server.listen(address),
    close: (graceMs) => server.close(graceMs),
  };
}
