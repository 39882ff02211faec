/** The format of a connection: JSON in text frames, or protobuf in binary frames when its client offers a subprotocol.
 *
 *  In: the offer of a handshake, frames of the client, messages of the node. Out: requests or refusals, frames. The hub and the
 *  log supply events already encoded. */

import { WS_FRAME_VALUES, WS_TOPICS } from '../../engine/base/limits.js';
import { type Refusal, type RefusalCode, refuse } from '../../engine/base/refusal.js';
import type { EventFormat } from '../../engine/store/chainStore.js';
import { hasFewFields, keepingUnknown, StreamFrame, StreamRequest } from '../../proto/wire.js';
import type { ClientProof, ClientRequest } from './frames.js';
import type { PrivateEvent } from './mailboxes.js';

/** Chosen when a client offers it; the messages are in proto/wire.proto. */
export const PROTOBUF_SUBPROTOCOL = 'rouged.v1.protobuf';

/** The same, with every event in both formats and with whom it reaches: for relays. */
export const RELAY_SUBPROTOCOL = 'rouged.v1.relay';

/** Messages of the node to one client. */
export type ControlFrame =
  | {
      readonly type: 'subscribed';
      readonly topics: readonly string[];
      readonly seq: number;
      /** Unknown topics of the request, as far as they are shown. */
      readonly unknown?: readonly string[];
    }
  | { readonly type: 'resumed'; readonly seq: number }
  | { readonly type: 'auth_error'; readonly error: string; readonly code: RefusalCode }
  | {
      readonly type: 'error';
      readonly error: string;
      readonly code: RefusalCode;
      readonly oldest?: number;
      readonly seq?: number;
    };

export interface ClientFormat {
  /** Format of its events. */
  readonly events: EventFormat;
  /** Named in the answer to the handshake. */
  readonly subprotocol: string | undefined;
  /** Kind of its frames, in both directions. */
  readonly kind: 'text' | 'binary';
  read(message: string | Uint8Array): ClientRequest | ClientProof | Refusal;
  write(frame: ControlFrame): string | Uint8Array;
  writePrivate(event: PrivateEvent): string | Uint8Array;
}

/** @param from as it was sent. */
function requestOf(
  subscribe: readonly string[],
  unsubscribe: readonly string[],
  from: unknown,
): ClientRequest | Refusal {
  if (from === undefined) return { subscribe, unsubscribe, from };
  return typeof from === 'number' && Number.isSafeInteger(from) && from >= 0
    ? { subscribe, unsubscribe, from }
    : refuse('malformed_parameter', '"from" must be the number of an event: a whole number, 0 or more');
}

const TOO_MANY = refuse(
  'malformed_body',
  `a frame may name at most ${WS_FRAME_VALUES} values; a connection has at most ${WS_TOPICS} topics`,
);

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Whether a JSON text holds at most so many values, found without parsing: each value but the first follows one of these. */
function hasFewValues(text: string, most: number): boolean {
  let left = most;
  for (const mark of [',', '[', '{'])
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) if (--left < 0) return false;
  return true;
}

/** `{"subscribe": [...], "unsubscribe": [...], "from": n}`, every member optional; or `{"auth": {...}}` alone. */
function readJson(message: string | Uint8Array): ClientRequest | ClientProof | Refusal {
  if (typeof message !== 'string') return refuse('malformed_body', 'send JSON in a text frame');
  const malformed = refuse(
    'malformed_body',
    'send {"subscribe": ["topic", ...]}, {"unsubscribe": [...]}, and "from": <sequence> to have events again; or {"auth": <signed request>} alone, for the private events of a key',
  );
  if (!hasFewValues(message, WS_FRAME_VALUES)) return TOO_MANY;
  let value: unknown;
  try {
    value = JSON.parse(message);
  } catch {
    return malformed;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed;
  if ('auth' in value) return Object.keys(value).length === 1 ? { auth: value.auth } : malformed;
  const { subscribe = [], unsubscribe = [], from, ...rest } = value as Record<string, unknown>;
  if (!isList(subscribe) || !isList(unsubscribe) || Object.keys(rest).length > 0) return malformed;
  return requestOf(subscribe, unsubscribe, from);
}

/** The JSON of a signed envelope; what is none is refused where envelopes are. */
function readProof(text: string): ClientProof | Refusal {
  if (!hasFewValues(text, WS_FRAME_VALUES)) return TOO_MANY;
  try {
    return { auth: JSON.parse(text) };
  } catch {
    return { auth: undefined };
  }
}

/** A field that this node does not know is refused like an unknown member in JSON, because it would have no effect. */
function readProtobuf(message: string | Uint8Array): ClientRequest | ClientProof | Refusal {
  if (typeof message === 'string')
    return refuse(
      'malformed_body',
      `this connection speaks ${PROTOBUF_SUBPROTOCOL}: send a StreamRequest in a binary frame`,
    );
  const malformed = refuse(
    'malformed_body',
    `send a StreamRequest of proto/wire.proto: subscribe, unsubscribe, from, or auth alone; nothing else, at most ${WS_FRAME_VALUES} values`,
  );
  if (!hasFewFields(message, WS_FRAME_VALUES)) return malformed;
  try {
    const { subscribe, unsubscribe, from, auth, $unknowns } = StreamRequest.decode(keepingUnknown(message));
    if ($unknowns) return malformed;
    if (auth != null) return subscribe.length + unsubscribe.length === 0 && from == null ? readProof(auth) : malformed;
    // The codec returns a number of 64 bits as an object.
    return requestOf(subscribe, unsubscribe, from == null ? undefined : Number(from));
  } catch {
    // Malformed message: the same refusal.
  }
  return malformed;
}

/** Writes an event once for all connections that get it, which one after the other ask for it. */
function onceEach<T>(write: (event: PrivateEvent) => T): (event: PrivateEvent) => T {
  const written = new WeakMap<PrivateEvent, { readonly frame: T }>();
  return (event) => {
    const known = written.get(event) ?? { frame: write(event) };
    written.set(event, known);
    return known.frame;
  };
}

const json: ClientFormat = {
  events: 'json',
  subprotocol: undefined,
  kind: 'text',
  read: readJson,
  write: (frame) => JSON.stringify(frame),
  writePrivate: onceEach(({ type, data }) => JSON.stringify({ type, ...data })),
};

/** Names of the codec. */
const protobufNames = {
  subscribed: 'subscribed',
  resumed: 'resumed',
  error: 'error',
  auth_error: 'authError',
} as const;

const protobuf: ClientFormat = {
  events: 'protobuf',
  subprotocol: PROTOBUF_SUBPROTOCOL,
  kind: 'binary',
  read: readProtobuf,
  write: ({ type, ...members }) => StreamFrame.encode({ [protobufNames[type]]: members }).finish(),
  writePrivate: onceEach(({ type, data }) =>
    StreamFrame.encode({ privateEvent: { type, json: JSON.stringify(data) } }).finish(),
  ),
};

const relay: ClientFormat = { ...protobuf, events: 'relay', subprotocol: RELAY_SUBPROTOCOL };

/** @param offer the header Sec-WebSocket-Protocol: names with commas between them, or empty. */
export function formatOf(offer: string): ClientFormat {
  const names = offer.split(',').map((name) => name.trim());
  return [protobuf, relay].find(({ subprotocol }) => names.includes(subprotocol ?? '')) ?? json;
}
