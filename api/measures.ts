/** What the API counts about its clients, as plain numbers: requests by route pattern, WebSockets by how they ended.
 *
 *  In: the route table and the WebSocket doors, wrapped once at start. Out: members that an exporter reads. The label of a
 *  request is the pattern of the route table and never its path, so clients cannot create labels: a request that
 *  reaches no route is counted only under its status. The time of a request ends when writing its answer begins; the rest
 *  of a streamed answer depends on its client. */

import { countBy, Histogram, type HistogramReading } from '../engine/base/histogram.js';
import type { Clock } from '../engine/base/ports.js';
import type { Route } from './routing/route.js';
import { type Answer, BodyWanted, type Outcome, type ServerRequest, type SocketRoute } from './server/port.js';

/** Seconds of a request: from a value in memory (20 us) to a transaction that waited for its verification. */
const REQUEST_SECONDS = [0.00005, 0.0001, 0.00025, 0.001, 0.0025, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10];

/** Close codes that are counted individually (RFC 6455, 7.4.1); a client can send 4,000 others. */
const CLOSE_CODES: ReadonlySet<number> = new Set([1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1011, 1013]);

export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx';

const addOne = (counts: Map<number, number>, key: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

const classOf = (status: number): StatusClass => `${Math.floor(status / 100)}xx` as StatusClass;

/** One route's requests. */
export interface RouteMeasures {
  readonly method: string;
  /** As in the route table: `/api/tx/:hash`. */
  readonly pattern: string;
  readonly statuses: ReadonlyMap<StatusClass, number>;
  readonly seconds: HistogramReading;
}

class RouteCounter implements RouteMeasures {
  readonly statuses = new Map<StatusClass, number>();
  readonly seconds = new Histogram(REQUEST_SECONDS);

  constructor(
    readonly method: string,
    readonly pattern: string,
  ) {}

  answered(status: number, milliseconds: number): void {
    countBy(this.statuses, classOf(status));
    this.seconds.observe(milliseconds / 1_000);
  }
}

export class ApiMeasures {
  readonly #routes: RouteCounter[] = [];
  /** Requests that reached no route, by status: unknown paths, wrong methods, preflights, refused before routing. */
  readonly unrouted = new Map<number, number>();
  /** WebSockets opened, and handshakes refused. */
  readonly sockets = { opened: 0, refused: 0 };
  /** WebSockets that ended, by close code; 0 counts codes that are not listed. */
  readonly closes = new Map<number, number>();
  /** The route that the current request has reached. */
  #reached: RouteCounter | undefined;

  constructor(private readonly clock: Clock) {}

  /** Every route, including those without requests. */
  get routes(): readonly RouteMeasures[] {
    return this.#routes;
  }

  /** WebSockets that are open. */
  get openSockets(): number {
    let open = this.sockets.opened;
    for (const count of this.closes.values()) open -= count;
    return open;
  }

  /** The same route; running it records it as the route of the current request. */
  route<Context>(route: Route<Context>): Route<Context> {
    const { method, path } = route.description;
    const counter = new RouteCounter(method, path);
    this.#routes.push(counter);
    return {
      description: route.description,
      run: (context, request, values, more) => {
        this.#reached = counter;
        return route.run(context, request, values, more);
      },
    };
  }

  /** The same router, with its answers counted as they leave, so that an exception of a handler counts as its 500. */
  router(handle: (request: ServerRequest) => Outcome): (request: ServerRequest) => Outcome {
    return (request) => {
      const from = this.clock.monotonic();
      this.#reached = undefined;
      const outcome = handle(request);
      const reached = this.#reached as RouteCounter | undefined;
      return watched(outcome, (status) => {
        if (reached) reached.answered(status, this.clock.monotonic() - from);
        else addOne(this.unrouted, status);
      });
    };
  }

  /** The same door, counted. */
  door(route: SocketRoute): SocketRoute {
    return {
      ...route,
      accept: (request) => {
        const decision = route.accept(request);
        if ('refused' in decision) {
          this.sockets.refused++;
          return decision;
        }
        const { events } = decision;
        return {
          ...decision,
          events: {
            open: (socket) => {
              this.sockets.opened++;
              events.open(socket);
            },
            message: (message) => events.message(message),
            drain: () => events.drain(),
            close: (code, reason) => {
              this.#closed(code);
              events.close(code, reason);
            },
          },
        };
      },
    };
  }

  #closed(code: number): void {
    addOne(this.closes, CLOSE_CODES.has(code) ? code : 0);
  }
}

/** Calls `answered` with the status, whether the answer comes at once or later. */
function watched<T extends Outcome>(outcome: T, answered: (status: number) => void): T {
  const hear = (answer: Answer): Answer => {
    answered(answer.status);
    return answer;
  };
  if (outcome instanceof BodyWanted)
    return new BodyWanted(
      outcome.limit,
      (body, giveBack) => watched(outcome.answer(body, giveBack), answered),
      outcome.isLent,
    ) as T;
  if (outcome instanceof Promise) return outcome.then(hear) as T;
  return hear(outcome as Answer) as T;
}
