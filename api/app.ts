/** The API: routes, WebSocket door and server over one node. */

import type { Log } from '../engine/base/ports.js';
import { refuse } from '../engine/base/refusal.js';
import type { Node } from '../engine/node.js';
import type { ServicesPort } from '../engine/services/port.js';
import { momentOf } from '../engine/services/stateDirectory.js';
import type { Moment } from '../engine/services/surroundings.js';
import type { ApiContext } from './context.js';
import type { HistoryIndex } from './historyIndex.js';
import { BridgeLimit } from './limits/bridgeLimit.js';
import { holderOf, isLoopback, trustedProxies } from './limits/clientAddress.js';
import { Gate, gatedSocket, type LimitOptions } from './limits/gate.js';
import { namedSocket, type OwnNames } from './limits/hostNames.js';
import { asksForItself } from './limits/ownMachine.js';
import type { LogoConverter } from './logos.js';
import { readReference } from './openapi/reference.js';
import type { Operations } from './operations.js';
import { routes } from './routes/index.js';
import { pageRoutes } from './routes/page.js';
import { refusalAnswer } from './routing/answer.js';
import { createCors } from './routing/cors.js';
import { Heights } from './routing/heights.js';
import { createRouter } from './routing/router.js';
import type { ConnectionRules } from './server/connections.js';
import type { ListenAddress, ServerFactory, ServerRequest, SocketRoute } from './server/port.js';
import { streamDoor } from './stream/door.js';

export interface ApiOptions extends Omit<ConnectionRules, 'isTrustedProxy'> {
  readonly log: Log;
  /** Origins that browsers may call from; the built-in ones when absent or empty. */
  readonly corsOrigins: readonly string[] | undefined;
  readonly wsMaxClients: number;
  readonly createServer: ServerFactory;
  readonly limits: LimitOptions;
  /** Claims and deposit addresses of one client a minute; 0, or nothing, for no limit. */
  readonly bridgeRequests?: number;
  /** The names that clients may ask for; any when absent. */
  readonly names?: OwnNames | undefined;
  /** Version of the program. */
  readonly version: string;
  readonly operations: Operations;
  readonly logos: LogoConverter;
  /** Absent: nothing is answered from an index. */
  readonly history?: HistoryIndex | undefined;
  readonly services: ServicesPort;
  /** The door for other nodes; without one, no node can connect to this one. */
  readonly peers?: SocketRoute | undefined;
}

export interface Api {
  listen(address: ListenAddress): Promise<ListenAddress>;
  /** Stops accepting, finishes what is being answered, closes sockets. */
  close(): Promise<void>;
}

/** Idle connections end within seconds. */
const RETRY_SECONDS = 10;

export function openApi(node: Node, options: ApiOptions): Api {
  const { operations } = options;
  const { measures } = operations;
  const report = (error: unknown, where: string): void => options.log.error({ error, where }, 'a request failed');
  const reference = readReference(
    routes.map(({ description }) => description),
    options.version,
  );
  const origins = options.corsOrigins?.length ? options.corsOrigins : undefined;
  const gate = new Gate(options.limits);
  const sourceOf = (request: ServerRequest): string => gate.client(request);
  const moment = (): Moment => momentOf(node);
  const door = streamDoor(node, { services: options.services, moment, sourceOf }, options.wsMaxClients, report);
  const isTrustedProxy = trustedProxies(options.limits.trustedProxies);
  const clientOf = holderOf(isTrustedProxy);
  const readChain = () => ({ height: node.chain.tip.height, lowest: node.chain.lowestHeight, target: node.behind });
  const heights = new Heights(readChain, clientOf);
  node.onTipShown = () => heights.moved();
  const context: ApiContext = {
    node,
    reference,
    isOperator: (request) => options.limits.trustedProxies.length === 0 && asksForItself(request),
    charge: (request, writes) => gate.charge(request, writes),
    writeLimit: (request) => gate.writeLimit(request),
    sourceOf,
    bridgeLimit: new BridgeLimit(options.bridgeRequests ?? 0),
    wsClients: () => door.clients,
    operations,
    logos: options.logos,
    history: options.history,
    heights,
    inclusions: node.inclusions,
    services: options.services,
    moment,
  };
  const router = createRouter({
    routes: [...routes, ...pageRoutes()].map((route) => measures.route(route)),
    context,
    cors: createCors(origins),
    gate,
    names: options.names,
    clientOf,
    report,
  });
  const { createServer, maxConnections, maxConnectionsPerAddress } = options;
  const busy = refusalAnswer(
    refuse('busy', 'this node has too many connections, of all or of this address', RETRY_SECONDS),
  );
  const ambiguous = refusalAnswer(refuse('host_ambiguous', 'the request names more than one Host; send one'));
  const guarded = (route: SocketRoute): SocketRoute => namedSocket(gatedSocket(route, gate), options.names);
  const sockets = [measures.door(guarded(door.route)), ...(options.peers ? [guarded(options.peers)] : [])];
  const server = createServer(
    { http: measures.router(router), sockets, busy, ambiguous, report },
    {
      maxConnections,
      maxConnectionsPerAddress,
      // A peer on the loopback interface is the operator, or a proxy that serves many clients.
      isTrustedProxy: (address) => isLoopback(address) || isTrustedProxy(address),
      clientOf,
    },
  );
  return {
    listen: (address) => server.listen(address),
    close: () => {
      door.close();
      heights.close();
      node.inclusions.close();
      return server.close();
    },
  };
}
