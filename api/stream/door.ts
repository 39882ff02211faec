/** WebSocket door of the event stream at /api/ws. */

import { WS_REPLAYS } from '../../engine/base/limits.js';
import { refuse } from '../../engine/base/refusal.js';
import type { Node } from '../../engine/node.js';
import { refusalAnswer } from '../routing/answer.js';
import type { SocketRoute } from '../server/port.js';
import { type ClientHost, StreamClient } from './client.js';
import { Turns } from './turns.js';

export interface StreamDoor {
  readonly route: SocketRoute;
  /** Open sockets. */
  readonly clients: number;
}

/** What the door needs of the node. */
export type StreamNode = Pick<Node, 'hub' | 'chain' | 'statsText'>;

export function streamDoor(
  node: StreamNode,
  maxClients: number,
  report: (error: unknown, where: string) => void,
): StreamDoor {
  let clients = 0;
  const { hub, chain } = node;
  const host: ClientHost = {
    hub,
    log: {
      latest: () => hub.sequence,
      oldest: () => chain.oldestEvent,
      read: (from, to, filter) => chain.replay(from, to, filter),
    },
    turns: new Turns(WS_REPLAYS),
    greeting: () => node.statsText(hub.sequence),
    count: (change) => {
      clients += change;
    },
    report: (error) => report(error, 'replay at /api/ws'),
  };
  return {
    get clients() {
      return clients;
    },
    route: {
      path: '/api/ws',
      accept: () => {
        if (clients >= maxClients)
          return { refused: refusalAnswer(refuse('busy', `all ${maxClients} WebSocket connections are taken`, 5)) };
        return { events: new StreamClient(host) };
      },
    },
  };
}
