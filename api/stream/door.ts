/** WebSocket door of the event stream at /api/ws. */

import { WS_REPLAYS } from '../../engine/base/limits.js';
import { refuse } from '../../engine/base/refusal.js';
import type { Node } from '../../engine/node.js';
import { Turns } from '../../engine/store/turns.js';
import { refusalAnswer } from '../routing/answer.js';
import type { ServerRequest, SocketRoute } from '../server/port.js';
import { type ClientHost, StreamClient } from './client.js';
import { formatOf } from './formats.js';
import { Mailboxes, type MailboxServices } from './mailboxes.js';

export interface StreamDoor {
  readonly route: SocketRoute;
  /** Open sockets. */
  readonly clients: number;
  /** Ends what it asks of the services. */
  close(): void;
}

/** Whose private events the door passes on, and who asks for them. */
export interface StreamServices extends MailboxServices {
  /** Network of the client's address. */
  sourceOf(request: ServerRequest): string;
}

/** What the door needs from the node. */
export type StreamNode = Pick<Node, 'hub' | 'chain' | 'statsEvent'>;

export function streamDoor(
  node: StreamNode,
  services: StreamServices,
  maxClients: number,
  report: (error: unknown, where: string) => void,
): StreamDoor {
  let clients = 0;
  const { hub, chain } = node;
  const mailboxes = new Mailboxes(services);
  const host: ClientHost = {
    hub,
    log: {
      latest: () => hub.sequence,
      oldest: () => chain.oldestEvent,
      read: (from, to, filter, format) => chain.replay(from, to, filter, format),
    },
    turns: new Turns(WS_REPLAYS),
    mailboxes,
    greeting: (format) => node.statsEvent(hub.sequence, format),
    count: (change) => {
      clients += change;
    },
    report: (error) => report(error, 'replay at /api/ws'),
  };
  return {
    get clients() {
      return clients;
    },
    close: () => mailboxes.close(),
    route: {
      path: '/api/ws',
      accept: (request) => {
        if (clients >= maxClients)
          return { refused: refusalAnswer(refuse('busy', `all ${maxClients} WebSocket connections are taken`, 5)) };
        const format = formatOf(request.joinedHeader('sec-websocket-protocol'));
        const events = new StreamClient(host, format, services.sourceOf(request));
        return format.subprotocol === undefined ? { events } : { events, subprotocol: format.subprotocol };
      },
    },
  };
}
