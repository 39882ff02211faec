/** The API: routes, WebSocket door and server put together over one node. */

import type { Log } from '../engine/base/ports.js';
import type { Node } from '../engine/node.js';
import type { ApiContext } from './context.js';
import { Gate, gatedSocket, type LimitOptions } from './limits/gate.js';
import { routes } from './routes/index.js';
import { createCors } from './routing/cors.js';
import { createRouter } from './routing/router.js';
import type { ListenAddress } from './server/port.js';
import { createUwsServer } from './server/uws.js';
import { streamDoor } from './stream.js';

export interface ApiOptions {
  readonly log: Log;
  /** Origins that browsers may call from; undefined or none: the built-in ones. */
  readonly corsOrigins: readonly string[] | undefined;
  readonly wsMaxClients: number;
  readonly limits: LimitOptions;
}

export interface Api {
  listen(address: ListenAddress): Promise<ListenAddress>;
  /** Stops accepting, finishes what is being answered, closes sockets. */
  close(): Promise<void>;
}

export function openApi(node: Node, options: ApiOptions): Api {
  const door = streamDoor(node, options.wsMaxClients);
  const context: ApiContext = { node, wsClients: () => door.clients };
  const report = (error: unknown, where: string): void => options.log.error({ error, where }, 'a request failed');
  const origins = options.corsOrigins?.length ? options.corsOrigins : undefined;
  const gate = new Gate(options.limits);
  const router = createRouter({ routes, context, cors: createCors(origins), gate, report });
  return createUwsServer({ http: router, sockets: [gatedSocket(door.route, gate)], report });
}
