/** The routes of a node without a socket: a request in, the answer's status and bytes out.
 *
 *  The router, the gate and the routes are those of the API (api/app.ts). No WebSockets, no pictures, no health: those have
 *  tests of their own. */

import { Gate } from '../../api/limits/gate.js';
import { ApiMeasures } from '../../api/measures.js';
import { createReference } from '../../api/openapi/reference.js';
import { routes } from '../../api/routes/index.js';
import { createCors } from '../../api/routing/cors.js';
import { Heights } from '../../api/routing/heights.js';
import { createRouter } from '../../api/routing/router.js';
import { isStream } from '../../api/server/answerParts.js';
import { type Answer, BodyWanted, type Outcome, type ServerRequest } from '../../api/server/port.js';
import { concatBytes, utf8, utf8Text } from '../../engine/base/bytes.js';
import type { Clock } from '../../engine/base/ports.js';
import { refuse } from '../../engine/base/refusal.js';
import type { Node } from '../../engine/node.js';
import { momentOf } from '../../engine/services/stateDirectory.js';
import { noServices } from '../support/noServices.js';

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Without a query. */
  readonly path: string;
  /** Without the question mark; none when absent. */
  readonly query?: string;
  readonly body?: Uint8Array;
  /** Media type of the body; JSON when absent. */
  readonly contentType?: string;
  /** The client's address, dotted IPv4. */
  readonly from: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

export type Door = (request: ApiRequest) => Promise<ApiAnswer>;

export interface DoorParts {
  readonly node: Node;
  readonly clock: Clock;
  /** Receives what a handler threw, which the client only sees as 500. */
  readonly report: (error: unknown, where: string) => void;
}

/** Made once: nobody in the simulation reads it, and it is the same for every node. */
const reference = createReference(
  routes.map(({ description }) => description),
  'simulated',
);

const NO_LIMITS = { reads: 0, writes: 0, validators: 0, peers: 0, apiKeys: [], trustedProxies: [], publicEdge: false };

const requestOf = ({ method, path, query = '', from, body, contentType }: ApiRequest): ServerRequest => {
  const headers: Readonly<Record<string, string>> = body ? { 'content-type': contentType ?? 'application/json' } : {};
  return {
    method,
    path,
    query,
    remoteAddress: from,
    header: (name) => headers[name] ?? '',
    joinedHeader: (name) => headers[name] ?? '',
    aborted: false,
    onAbort: () => {},
  };
};

export function openDoor({ node, clock, report }: DoorParts): Door {
  const gate = new Gate({ ...NO_LIMITS, now: () => clock.monotonic() });
  const measures = new ApiMeasures(clock);
  const router = createRouter({
    routes,
    context: {
      node,
      reference,
      isOperator: () => false,
      charge: (request, writes) => gate.charge(request, writes),
      writeLimit: (request) => gate.writeLimit(request),
      sourceOf: (request) => gate.client(request),
      bridgeLimit: { take: () => undefined },
      wsClients: () => 0,
      operations: {
        measures,
        problems: () => [],
        sync: () => undefined,
        metrics: { contentType: 'text/plain', render: () => '' },
        metricsAccess: 'off',
      },
      heights: new Heights(
        () => ({ height: node.chain.tip.height, lowest: 0, target: node.behind }),
        () => '',
      ),
      inclusions: node.inclusions,
      services: noServices,
      moment: () => momentOf(node),
      history: undefined,
      logos: { convert: async () => refuse('suspended', 'no pictures are converted in the simulation') },
    },
    cors: createCors(undefined),
    gate,
    report,
  });
  return async (request) => read(await answerOf(router(requestOf(request)), request.body));
}

const answerOf = (outcome: Outcome, body: Uint8Array = new Uint8Array()): Answer | Promise<Answer> =>
  outcome instanceof BodyWanted ? outcome.answer(body.length > outcome.limit ? 'too_large' : body) : outcome;

async function read({ status, body = '' }: Answer): Promise<ApiAnswer> {
  if (!isStream(body)) return { status, text: utf8Text(typeof body === 'string' ? utf8(body) : body) };
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return { status, text: utf8Text(concatBytes(...pieces)) };
}
