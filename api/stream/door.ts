/** WebSocket door of the event stream at /api/ws: that of a node, and that of whoever has its events from elsewhere. */

import { WS_REPLAYS } from '../../engine/base/limits.js';
import { refuse } from '../../engine/base/refusal.js';
import type { Node } from '../../engine/node.js';
import type { EventFormat } from '../../engine/store/chainStore.js';
import { Turns } from '../../engine/store/turns.js';
import type { EventHub } from '../../engine/stream/hub.js';
import { refusalAnswer } from '../routing/answer.js';
import type { ServerRequest, SocketRoute } from '../server/port.js';
import { type ClientHost, StreamClient } from './client.js';
import type { ReplaySource } from './eventReplay.js';
import { type ClientFormat, formatOf } from './formats.js';
import { Mailboxes, type MailboxServices, type PrivateDoor } from './mailboxes.js';

export interface StreamDoor {
  readonly route: SocketRoute;
  /** Open connections. */
  readonly clients: number;
  /** A client that comes another way than through the route. Counts once it is open. */
  client(format: ClientFormat, source: string): StreamClient;
  /** Ends all connections, each with the number at which it goes on. @param code of RFC 6455. @param canGoOn false where the numbers of
   *  events have another meaning from now on. */
  endAll(code: number, sentence: string, canGoOn?: boolean): void;
  /** Ends what it asks of the services. */
  close(): void;
}

/** Where the events of a door come from, and what it may give. */
export interface DoorParts {
  readonly hub: EventHub;
  readonly log: ReplaySource;
  /** The first frame of a connection. @param sequence number of the latest event. */
  statsEvent(sequence: number, format: EventFormat): Uint8Array;
  readonly mailboxes: PrivateDoor;
  /** Network of the client's address. */
  sourceOf(request: ServerRequest): string;
  readonly maxClients: number;
  /** Whether clients come from other doors of the same events, which may have come further. */
  readonly isOneOfMany?: boolean;
  /** Counts what the hub has delivered. */
  readonly delivered?: (events: number) => void;
  readonly report: (error: unknown, where: string) => void;
}

/** Whose private events the door passes on, and who asks for them. */
export interface StreamServices extends MailboxServices {
  /** Network of the client's address. */
  sourceOf(request: ServerRequest): string;
}

/** What the door needs from the node. */
export type StreamNode = Pick<Node, 'hub' | 'chain' | 'statsEvent'>;

/** The door of a node. */
export function streamDoor(
  node: StreamNode,
  services: StreamServices,
  maxClients: number,
  report: (error: unknown, where: string) => void,
): StreamDoor {
  const { hub, chain } = node;
  return openDoor({
    hub,
    log: {
      latest: () => hub.sequence,
      oldest: () => chain.oldestEvent,
      read: (from, to, filter, format) => chain.replay(from, to, filter, format),
    },
    statsEvent: (sequence, format) => node.statsEvent(sequence, format),
    mailboxes: new Mailboxes(services),
    sourceOf: (request) => services.sourceOf(request),
    maxClients,
    report,
  });
}

export function openDoor(parts: DoorParts): StreamDoor {
  const { hub, log, mailboxes, maxClients, isOneOfMany = false, delivered, report } = parts;
  const clients = new Set<StreamClient>();
  const host: ClientHost = {
    hub,
    log,
    turns: new Turns(WS_REPLAYS),
    mailboxes,
    isOneOfMany,
    greeting: (format) => parts.statsEvent(hub.sequence, format),
    opened: (client) => void clients.add(client),
    closed: (client) => void clients.delete(client),
    ...(delivered && { delivered }),
    report: (error) => report(error, 'replay at /api/ws'),
  };
  return {
    get clients() {
      return clients.size;
    },
    client: (format, source) => new StreamClient(host, format, source),
    endAll(code, sentence, canGoOn = true) {
      for (const client of [...clients]) client.leaveWith(code, sentence, canGoOn);
    },
    close: () => mailboxes.close(),
    route: {
      path: '/api/ws',
      accept: (request) => {
        if (clients.size >= maxClients)
          return { refused: refusalAnswer(refuse('busy', `all ${maxClients} WebSocket connections are taken`, 5)) };
        const format = formatOf(request.joinedHeader('sec-websocket-protocol'));
        const events = new StreamClient(host, format, parts.sourceOf(request));
        return format.subprotocol === undefined ? { events } : { events, subprotocol: format.subprotocol };
      },
    },
  };
}
