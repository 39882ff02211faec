/** The event stream at /api/ws, which is not in the route table: topics, frames of both sides, and when it closes.
 *
 *  In: nothing. Out: the same facts as schemas, as Markdown and as rows for the reference page. A test compares the frames of
 *  a live node with the schemas, including undeclared members. */

import type { TSchema } from 'typebox';
import {
  HELD_BYTES_PER_CLIENT,
  WS_BUFFER_BYTES,
  WS_CLIENT_FRAMES,
  WS_CLIENTS,
  WS_TOPICS,
} from '../../engine/base/limits.js';
import { STREAM_SUBSCRIBE } from '../../engine/services/kinds/stream/subscribe.js';
import { Type } from '../routing/schema.js';
import { AccountText, Hash, Height, Milliseconds, Quanta } from '../schemas.js';
import { defaultServerSettings } from '../server/port.js';
import { PROTOBUF_SUBPROTOCOL } from '../stream/formats.js';
import { STREAM_IDENTITIES } from '../stream/mailboxes.js';
import type { Components, JsonSchema } from './components.js';
import { Code } from './refusals.js';

export const streamTag = 'WebSocket';
export const STREAM_PATH = '/api/ws';

export interface Topic {
  readonly topic: string;
  readonly about: string;
}

export const topics: readonly Topic[] = [
  { topic: 'blocks', about: 'Every durable block.' },
  {
    topic: 'transactions',
    about: 'Every transaction of a durable block, failed ones too; and those that left the mempool without a block.',
  },
  { topic: 'stats', about: 'Height, peers and mempool after every block.' },
  { topic: 'account:<key or address>', about: 'Transactions and balances of one account.' },
  {
    topic: 'token:<symbol>',
    about: 'Transactions and changed balances of one token, the symbol in any case; for XRGE without the fees.',
  },
  { topic: 'contracts', about: 'What contracts emit in successful calls.' },
  { topic: 'contract:<address>', about: 'What one contract emits, its address in any case.' },
];

const Seq = Type.Integer({
  minimum: 0,
  description: 'Number of the event: follows from the chain alone, grows by one, the same on every node',
});
/** Member of frames that are not events of the chain. */
const LatestSeq = Type.Integer({ minimum: 0, description: 'Number of the latest event at that moment' });
const Amount = Type.Number({ description: 'XRGE, or base units of a token' });
const Units = Type.String({ pattern: '^\\d+$', description: 'Base units, exact' });

const closed = { additionalProperties: false } as const;

/** Frames that a client sends, in JSON. */
export const clientFrames: Readonly<Record<string, TSchema>> = {
  request: Type.Object(
    {
      subscribe: Type.Optional(Type.Array(Type.String(), { description: 'Topics to add' })),
      unsubscribe: Type.Optional(
        Type.Array(Type.String(), { description: 'Topics to leave; after the last one nothing comes' }),
      ),
      from: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Number of the first event to send again, of those that match the topics',
        }),
      ),
    },
    { ...closed, description: 'Is acknowledged by a frame `subscribed`, or answered by a frame `error`' },
  ),
  auth: Type.Object(
    {
      auth: Type.Object(
        {
          payload: Type.Object(
            {},
            { description: `With \`"action": "${STREAM_SUBSCRIBE}"\`, \`from\`, \`timestamp\` and \`nonce\`` },
          ),
          signature: Type.String(),
          public_key: Type.String(),
        },
        { description: 'A signed request, as the routes under `/api/v2` take them; its nonce is used up' },
      ),
    },
    {
      ...closed,
      description:
        'Proves a key, whose private events then come. Is acknowledged by a frame `subscribed` with the topic `messenger`, or answered by a frame `auth_error`',
    },
  ),
};

const Id = Type.String({ description: 'Id of the record' });
const Conversation = Type.String({ description: 'Id of the conversation' });

/** Frames of the mailbox. A chapter of the services may say more in one than is required here. */
const privateFrame = (type: string, members: Record<string, TSchema>, description: string): TSchema =>
  Type.Object(
    { type: Type.Literal(type), ...members },
    { description: `${description}. Only for proven keys; without \`seq\`, and not sent again after a reconnection` },
  );

/** Frames about the mailbox of a proven key, by their `type`. */
export const privateFrames: Readonly<Record<string, TSchema>> = {
  new_message: privateFrame(
    'new_message',
    {
      conversation_id: Conversation,
      message_id: Id,
      created_at: Type.Union([Type.String(), Milliseconds]),
      sender_wallet_id: Type.String({ description: 'Signing key of the sender' }),
      participant_ids: Type.Array(Type.String(), { description: 'Signing keys of the participants' }),
    },
    'A message in a conversation of this key, without its content',
  ),
  message_read: privateFrame('message_read', { conversation_id: Conversation, message_id: Id }, 'A message was read'),
  message_deleted: privateFrame(
    'message_deleted',
    { conversation_id: Conversation, message_id: Id },
    'A message was deleted',
  ),
  new_mail: privateFrame('new_mail', { id: Id }, 'A mail to this key, without its content'),
  conversation_update: privateFrame(
    'conversation_update',
    { conversation_id: Conversation },
    'A conversation of this key has changed',
  ),
  conversation_participant: privateFrame(
    'conversation_participant',
    { conversation_id: Conversation },
    'The participants of a conversation of this key have changed',
  ),
};

/** Frames that the node sends, in JSON, by their `type`. */
export const serverFrames: Readonly<Record<string, TSchema>> = {
  stats: Type.Object(
    {
      type: Type.Literal('stats'),
      block_height: Height,
      peer_count: Type.Integer(),
      mempool_size: Type.Integer(),
      seq: LatestSeq,
    },
    { ...closed, description: 'The first frame of a connection, and after every block' },
  ),
  transaction_dropped: Type.Object(
    {
      type: Type.Literal('transaction_dropped'),
      tx_hash: Hash,
      from: Type.String({ description: 'Address of the signer' }),
      code: Code,
      error: Type.String(),
      seq: LatestSeq,
    },
    {
      ...closed,
      description:
        'A transaction that this node held left its mempool without a block, with the code that `GET /api/tx/<tx_hash>` refuses with now; not sent again after a reconnection',
    },
  ),
  subscribed: Type.Object(
    {
      type: Type.Literal('subscribed'),
      topics: Type.Array(Type.String()),
      seq: LatestSeq,
      unknown: Type.Optional(
        Type.Array(Type.String(), { description: 'Topics of the request that the node does not know' }),
      ),
    },
    {
      ...closed,
      description: 'Acknowledges a request with all topics of the connection; the events above `seq` follow them',
    },
  ),
  resumed: Type.Object(
    { type: Type.Literal('resumed'), seq: LatestSeq },
    { ...closed, description: 'Everything from `from` up to `seq` has been sent again; what follows is live' },
  ),
  error: Type.Object(
    {
      type: Type.Literal('error'),
      error: Type.String(),
      code: Code,
      oldest: Type.Optional(Type.Integer({ minimum: 0, description: 'With `events_pruned`: the oldest event kept' })),
      seq: Type.Optional(LatestSeq),
    },
    { ...closed, description: 'A request was not understood or cannot be met; the connection keeps what it had' },
  ),
  auth_error: Type.Object(
    { type: Type.Literal('auth_error'), error: Type.String(), code: Code },
    { ...closed, description: 'The key of a frame `auth` is not proven; the connection keeps what it had' },
  ),
  ...privateFrames,
  new_block: Type.Object(
    {
      type: Type.Literal('new_block'),
      height: Height,
      hash: Hash,
      tx_count: Type.Integer(),
      timestamp: Milliseconds,
      proposer: Type.String(),
      state_root: Type.Union([Hash, Type.Null()]),
      seq: Seq,
    },
    { ...closed, description: 'A block is durable' },
  ),
  new_transaction: Type.Object(
    {
      type: Type.Literal('new_transaction'),
      tx_hash: Hash,
      tx_type: Type.String(),
      from: Type.String({ description: 'Public key, hex' }),
      to: Type.Union([Type.String(), Type.Null()]),
      amount: Type.Union([Amount, Type.Null()]),
      amount_quanta: Type.Optional(Quanta),
      amount_units: Type.Optional(Units),
      token: Type.Union([Type.String(), Type.Null()]),
      status: Type.Enum(['success', 'failed']),
      block_height: Height,
      timestamp: Milliseconds,
      seq: Seq,
    },
    { ...closed, description: 'A transaction stands in a durable block' },
  ),
  contract_event: Type.Object(
    {
      type: Type.Literal('contract_event'),
      contract_addr: Type.String({ pattern: '^[0-9a-f]{40}$', description: 'Address of the contract' }),
      topic: Type.String({ description: 'As the contract named it' }),
      data: Type.String({ description: 'As the contract wrote it; most write JSON' }),
      block_height: Height,
      tx_hash: Hash,
      seq: Seq,
    },
    {
      ...closed,
      description: 'A contract emitted an event in a successful call; follows the `new_transaction` of that call',
    },
  ),
  balance_update: Type.Object(
    {
      type: Type.Literal('balance_update'),
      account: AccountText,
      token: Type.String(),
      new_balance: Amount,
      new_balance_quanta: Type.Optional(Quanta),
      new_balance_units: Type.Optional(Units),
      block_height: Height,
      seq: Seq,
    },
    { ...closed, description: 'A balance after a block that has changed it, for whatever reason' },
  ),
};

/** The other format: messages of `proto/wire.proto`, one in each binary frame. */
const subprotocol = {
  name: PROTOBUF_SUBPROTOCOL,
  messages: 'proto/wire.proto',
  client: 'rouged.v1.StreamRequest',
  server: 'rouged.v1.StreamFrame',
} as const;

const MIB = 1024 * 1024;

/** Sentences about the connection; text between backticks is code. */
export const streamNotes: readonly string[] = [
  `Open a WebSocket at \`${STREAM_PATH}\`. A connection that has never named a topic hears every event; after that it hears those of its topics, and nothing when it has left them all. A request with an unknown topic is taken without it, and the acknowledgement names it under \`unknown\`. A request is a text frame such as \`{"subscribe": ["blocks", "token:XRGE"]}\`, and every request is acknowledged.`,
  'Every event of a block carries `seq`, a number that outlives restarts; `stats` frames carry the number of the latest event. A client that was away sends `{"from": <last seq + 1>}` with its topics: it gets what it missed, then `{"type":"resumed"}`, then live events, without gap or duplicate. When the node does not keep that event any more, an `error` with the code `events_pruned` names the oldest that it keeps, and the connection is live.',
  `A connection follows the mail and the conversations of a key when it has proven it: \`{"auth": <signed request whose payload has "action": "${STREAM_SUBSCRIBE}">}\`. It may prove ${STREAM_IDENTITIES} keys, gets the private events of those and of nobody else, and its topics stay as they are. Private events name ids and keys, never content; they carry no \`seq\`: a client that was away reads its folders and conversations.`,
  `A client that offers the WebSocket subprotocol \`${subprotocol.name}\` gets the same events, numbers, limits and reasons in protobuf: one \`${subprotocol.server}\` in each binary frame, and it sends \`${subprotocol.client}\` likewise. The messages stand in \`${subprotocol.messages}\` of the node's source, which says how what is shortened is derived: accounts are their 32 bytes, so a transaction takes about 150 bytes instead of 4,100; the members of a private event stay JSON. Without the subprotocol all frames are JSON text; a frame of the other kind is answered by an \`error\`.`,
  `A connection has at most ${WS_TOPICS} topics, and a frame at most ${defaultServerSettings.maxMessageBytes / 1024} KiB. A node takes ${WS_CLIENTS.toLocaleString('en')} connections unless its operator says otherwise; a handshake beyond that is answered 503.`,
  `The node pings every ${defaultServerSettings.pingMs / 1000} seconds and closes a connection from which nothing came for ${defaultServerSettings.idleMs / 1000} seconds. A client for which more than ${WS_BUFFER_BYTES / MIB} MiB wait unread is closed with 1013 instead of losing events in silence, and the reason names the last event that was sent. What waits for all connections of one address (an IPv6 /64 is one) is bounded too, at ${HELD_BYTES_PER_CLIENT / MIB} MiB: the connection for which the most waits is closed with 1013, what waited is dropped, and the client resumes behind the last event that it has. A client that sends more than ${WS_CLIENT_FRAMES.frames} frames in ${WS_CLIENT_FRAMES.periodMs / 1000} seconds is closed with 1008. A node that stops closes with 1001.`,
];

const schemasOf = (frames: Readonly<Record<string, TSchema>>, components: Components): JsonSchema =>
  Object.fromEntries(Object.entries(frames).map(([name, schema]) => [name, components.refer(schema)]));

export const streamDescription = (components: Components): JsonSchema => ({
  path: STREAM_PATH,
  topics,
  client: schemasOf(clientFrames, components),
  server: schemasOf(serverFrames, components),
  subprotocol,
});

export const streamMarkdown = (): string =>
  [
    ...streamNotes,
    topics.map(({ topic, about }) => `- \`${topic}\`: ${about}`).join('\n'),
    'The frames in JSON are described under `x-websocket`.',
  ].join('\n\n');
