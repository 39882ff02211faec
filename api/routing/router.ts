/** The router: finds the route of a request, and answers the request itself when there is none.
 *
 *  In: every request of the server port. Out: the route's answer with CORS headers; 404 for an unknown path, 405 with
 *  Allow for a known path with another method, 204 for OPTIONS, 503 when the store is busy, and 500 when a handler throws
 *  (its error goes to `report`, never to the client). HEAD runs the GET route; the server leaves the body out. */

import { invariant, isRefusal, refuse } from '../../engine/base/refusal.js';
import type { Gate } from '../limits/gate.js';
import type { OwnNames } from '../limits/hostNames.js';
import { Places } from '../limits/places.js';
import { isStream } from '../server/answerParts.js';
import {
  type Answer,
  BodyWanted,
  type ClientOf,
  defaultServerSettings,
  type HeaderPair,
  type Outcome,
  type ServerRequest,
} from '../server/port.js';
import { absentPart } from './absent.js';
import { internalAnswer, refusalAnswer } from './answer.js';
import type { Cors } from './cors.js';
import { PathTable } from './pathTable.js';
import type { Route } from './route.js';
import { begun, storeRefusal } from './streamStart.js';

export interface RouterOptions<Context> {
  readonly routes: readonly Route<Context>[];
  readonly context: Context;
  readonly cors: Cors;
  /** Counts and refuses requests before their routes see them; without one, nothing is counted. */
  readonly gate?: Gate;
  /** The names that a request may ask for; any when absent. */
  readonly names?: OwnNames | undefined;
  /** Places of streamed answers, and who they count for. */
  readonly places?: Places;
  readonly clientOf?: ClientOf;
  readonly report: (error: unknown, where: string) => void;
}

type Methods<Context> = Map<string, Route<Context>>;

/** How much of a client's path an error text repeats. */
const SHOWN_PATH_CHARACTERS = 100;

export function createRouter<Context>(options: RouterOptions<Context>): (request: ServerRequest) => Outcome {
  const router = new Router(options);
  return (request) => router.handle(request);
}

class Router<Context> {
  readonly #table = new PathTable<Methods<Context>>();
  readonly #options: RouterOptions<Context>;
  readonly #places: Places;
  readonly #clientOf: ClientOf;

  constructor(options: RouterOptions<Context>) {
    this.#options = options;
    this.#places = options.places ?? new Places();
    this.#clientOf = options.clientOf ?? defaultServerSettings.clientOf;
    for (const route of options.routes) {
      const { method, path } = route.description;
      const methods = this.#table.at(path, () => new Map());
      invariant(!methods.has(method), `two routes for ${method} ${path}`);
      methods.set(method, route);
    }
  }

  handle(request: ServerRequest): Outcome {
    const { cors, gate, names } = this.#options;
    const foreign = names?.check(request.header('host'));
    // Without CORS headers: a page that uses another name must not read anything here, not even the reason.
    if (foreign) return refusalAnswer(foreign);
    const preflight = request.method === 'OPTIONS' ? cors.preflight(request) : undefined;
    if (preflight) return preflight;
    const found = this.#table.find(request.path);
    const route = found?.entry.get(request.method === 'HEAD' ? 'GET' : request.method);
    const passage = gate?.pass(request, route?.description);
    const allowed = cors.headers(request.header('origin'));
    const more = passage?.headers.length ? [...allowed, ...passage.headers] : allowed;
    if (passage?.refusal) return refusalAnswer(passage.refusal, more);
    if (!found) return unknownPath(request, more);
    return route ? this.#run(route, request, found.values, more) : otherMethod(request, found.entry, more);
  }

  /** Catches what a handler throws, now or later, so that neither the server nor the client sees it. */
  #run(route: Route<Context>, request: ServerRequest, values: readonly string[], more: readonly HeaderPair[]): Outcome {
    const broken = (error: unknown): Answer => {
      const refusal = storeRefusal(error);
      if (refusal) return refusalAnswer(refusal, more);
      this.#options.report(error, `${route.description.method} ${route.description.path}`);
      return internalAnswer(more);
    };
    const isHead = request.method === 'HEAD';
    const begin = (answer: Answer): Answer | Promise<Answer> =>
      isHead || answer.body === undefined || !isStream(answer.body) ? answer : this.#begun(answer, request, more);
    const guarded = <T extends Outcome>(work: () => T): T | Answer | Promise<Answer> => {
      try {
        const outcome = work();
        if (outcome instanceof BodyWanted) return outcome;
        const started = outcome instanceof Promise ? outcome.then(begin) : begin(outcome);
        return started instanceof Promise ? started.catch(broken) : started;
      } catch (error) {
        return broken(error);
      }
    };
    const outcome = guarded(() => route.run(this.#options.context, request, values, more));
    if (!(outcome instanceof BodyWanted)) return outcome;
    return new BodyWanted(
      outcome.limit,
      (body, giveBack) => guarded(() => outcome.answer(body, giveBack)),
      outcome.isLent,
    );
  }

  /** A streamed answer takes a place before it begins. */
  #begun(answer: Answer, request: ServerRequest, more: readonly HeaderPair[]): Answer | Promise<Answer> {
    const started = begun(answer, () => this.#places.take(this.#clientOf(request)));
    return isRefusal(started) ? refusalAnswer(started, more) : started;
  }
}

function unknownPath(request: ServerRequest, more: readonly HeaderPair[]): Answer {
  const shown = request.path.slice(0, SHOWN_PATH_CHARACTERS);
  const missing = absentPart(request.path);
  const why = missing === undefined ? '' : `: this version of the node has no ${missing}`;
  return refusalAnswer(refuse('route_not_found', `there is no endpoint at ${shown}${why}`), more);
}

function otherMethod<Context>(request: ServerRequest, methods: Methods<Context>, more: readonly HeaderPair[]): Answer {
  const known = [...methods.keys()];
  const allow = [...known, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const headers: readonly HeaderPair[] = [['Allow', allow], ...more];
  if (request.method === 'OPTIONS') return { status: 204, headers };
  return refusalAnswer(refuse('method_not_allowed', `this endpoint answers ${known.join(' and ')} only`), headers);
}
