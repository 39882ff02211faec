/** WebSocket door of the event hub at /api/ws (reference: WebSocket).
 *
 *  In: text frames `{"subscribe": [...]}` and `{"unsubscribe": [...]}`. Out: an acknowledgement for each, then the
 *  events of the topics; without any topic, every event. A socket whose client reads too slowly is closed with a reason
 *  instead of losing events in silence. */

import { WS_TOPICS } from '../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../engine/base/refusal.js';
import { resolveAccount } from '../engine/crypto/address.js';
import type { Node } from '../engine/node.js';
import { accountTopic, type EventHub, type Listener, type Topic, tokenTopic } from '../engine/stream/hub.js';
import { refusalAnswer } from './routing/answer.js';
import type { ServerSocket, SocketEvents, SocketRoute } from './server/port.js';

/** RFC 6455: 1008 policy violation, 1013 try again later. */
const CLOSE_TOO_SLOW = 1013;

const PLAIN_TOPICS: ReadonlySet<string> = new Set(['blocks', 'transactions', 'stats']);
const TOKEN_TOPIC = /^token:([A-Za-z0-9]{1,10})$/;

/** The hub's form of a topic as a client writes it: accounts by key or address, symbols in any case. */
export function parseTopic(text: string): Topic | undefined {
  if (PLAIN_TOPICS.has(text)) return text;
  const token = TOKEN_TOPIC.exec(text);
  if (token?.[1]) return tokenTopic(token[1].toUpperCase());
  if (!text.startsWith('account:')) return undefined;
  const resolved = resolveAccount(text.slice('account:'.length));
  return resolved && accountTopic(resolved.account);
}

type Lists = { readonly subscribe: readonly string[]; readonly unsubscribe: readonly string[] };

function readRequest(text: string): Lists | Refusal {
  const malformed = refuse('malformed_body', 'send {"subscribe": ["topic", ...]} or {"unsubscribe": [...]}');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformed;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed;
  const { subscribe = [], unsubscribe = [], ...rest } = value as Record<string, unknown>;
  const isList = (list: unknown): list is string[] =>
    Array.isArray(list) && list.every((item) => typeof item === 'string');
  if (!isList(subscribe) || !isList(unsubscribe) || Object.keys(rest).length > 0) return malformed;
  return { subscribe, unsubscribe };
}

/** One client: its socket, and what it asked for under the names it used. */
class Client implements SocketEvents, Listener {
  #socket: ServerSocket | undefined;
  readonly #topics = new Map<Topic, string>();

  constructor(
    private readonly hub: EventHub,
    private readonly greeting: () => Readonly<Record<string, unknown>>,
    private readonly count: (change: 1 | -1) => void,
  ) {}

  open(socket: ServerSocket): void {
    this.#socket = socket;
    this.count(1);
    this.#send(this.greeting());
    this.hub.add(this);
  }

  message(message: string | Uint8Array): void {
    const request =
      typeof message === 'string' ? readRequest(message) : refuse('malformed_body', 'send JSON in a text frame');
    const problem = isRefusal(request) ? request : this.#change(request);
    if (problem) this.#send({ type: 'error', error: problem.message, code: problem.code });
    else this.#send({ type: 'subscribed', topics: [...this.#topics.values()] });
  }

  #change({ subscribe, unsubscribe }: Lists): Refusal | undefined {
    const added = new Map<Topic, string>();
    for (const text of subscribe) {
      const topic = parseTopic(text);
      if (topic === undefined)
        return refuse(
          'malformed_parameter',
          `unknown topic "${text.slice(0, 80)}": use blocks, transactions, stats, account:<key or address> or token:<symbol>`,
        );
      added.set(topic, text);
    }
    const removed = unsubscribe.map(parseTopic).filter((topic) => topic !== undefined);
    const after = new Set([...this.#topics.keys(), ...added.keys()]);
    for (const topic of removed) after.delete(topic);
    if (after.size > WS_TOPICS)
      return refuse('malformed_parameter', `a connection may subscribe to at most ${WS_TOPICS} topics`);
    for (const [topic, text] of added) this.#topics.set(topic, text);
    for (const topic of removed) this.#topics.delete(topic);
    this.hub.subscribe(this, [...added.keys()]);
    this.hub.unsubscribe(this, removed);
    return undefined;
  }

  deliver(bytes: Uint8Array): void {
    if (this.#socket?.send(bytes, 'text') === 'dropped')
      this.#socket.close(CLOSE_TOO_SLOW, 'this client reads too slowly: events would be lost');
  }

  drain(): void {}

  close(): void {
    this.#socket = undefined;
    this.hub.remove(this);
    this.count(-1);
  }

  #send(frame: Readonly<Record<string, unknown>>): void {
    this.#socket?.send(JSON.stringify(frame), 'text');
  }
}

export interface StreamDoor {
  readonly route: SocketRoute;
  /** Open sockets. */
  readonly clients: number;
}

export function streamDoor(node: Node, maxClients: number): StreamDoor {
  let clients = 0;
  const greeting = () => ({ ...node.statsEvent().make(), seq: node.hub.sequence });
  return {
    get clients() {
      return clients;
    },
    route: {
      path: '/api/ws',
      accept: () => {
        if (clients >= maxClients)
          return { refused: refusalAnswer(refuse('busy', `all ${maxClients} WebSocket connections are taken`, 5)) };
        return {
          events: new Client(node.hub, greeting, (change) => {
            clients += change;
          }),
        };
      },
    },
  };
}
