/** Chapter Peers of the specification: nodes that this one knows and exchanges blocks with. */

import { isRefusal, refuse } from '../../engine/base/refusal.js';
import type { Node } from '../../engine/node.js';
import { defineRoute } from '../context.js';
import { registeredUrl } from '../peers/peerUrl.js';
import { Type } from '../routing/schema.js';
import { Height } from '../schemas.js';

const chapter = 'Peers';

const Connected = Type.Object(
  {
    id: Type.String({ description: 'SHA-256 of its public key, hex' }),
    url: Type.Union([Type.String(), Type.Null()], { description: 'Null for a node that is not discoverable' }),
    node_name: Type.Union([Type.String(), Type.Null()]),
    version: Type.String(),
    direction: Type.Enum(['in', 'out'], { description: 'Who has opened the connection: `out` this node' }),
    connected_seconds: Type.Integer({ minimum: 0 }),
    height: Type.Integer({ minimum: 0, description: 'What it says of its head; not checked' }),
    validator: Type.Boolean({ description: 'Whether its key is in the active set' }),
    score: Type.Integer({ description: '0 for a node that behaves; banned at -100' }),
    queued_bytes: Type.Integer({ minimum: 0, description: 'What waits to be sent to it' }),
  },
  { title: 'ConnectedPeer' },
);

const Banned = Type.Object(
  {
    id: Type.String({ description: 'SHA-256 of its public key, hex' }),
    reason: Type.String(),
    remaining_seconds: Type.Integer({ minimum: 0 }),
  },
  { title: 'BannedPeer' },
);

const orNull = (text: string): string | null => (text === '' ? null : text);

const connectedPeers = (node: Node) =>
  (node.network?.peers() ?? []).map((peer) => ({
    id: peer.id,
    url: orNull(peer.url),
    node_name: orNull(peer.name),
    version: peer.version,
    direction: peer.direction === 'dial' ? ('out' as const) : ('in' as const),
    connected_seconds: Math.max(0, Math.floor(peer.connectedMs / 1_000)),
    height: peer.height,
    validator: peer.validator,
    score: peer.score,
    queued_bytes: peer.queuedBytes,
  }));

const peers = defineRoute({
  method: 'GET',
  path: '/api/peers',
  chapter,
  summary: 'Nodes that this node knows by their URL, and those that are connected to it',
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      peers: Type.Array(Type.String({ description: 'URL' }), {
        description: 'Known nodes; that one is here does not say that it answers',
      }),
      peer_details: Type.Array(
        Type.Object({ url: Type.String(), node_name: Type.Union([Type.String(), Type.Null()]) }),
      ),
      count: Type.Integer({ minimum: 0, description: 'Of the known nodes' }),
      details: Type.Array(Connected, { description: 'Connected nodes, with or without a URL' }),
      bans: Type.Array(Banned, { description: 'Nodes that may not connect for a while' }),
      network_height: Type.Union([Height, Type.Null()], {
        description: 'Height that half of the connected nodes say they have reached; null without any',
      }),
    }),
  },
  handler: ({ node }) => {
    const known = node.network?.addresses() ?? [];
    return {
      success: true as const,
      peers: known.map(({ url }) => url),
      peer_details: known.map(({ url, name }) => ({ url, node_name: orNull(name) })),
      count: known.length,
      details: connectedPeers(node),
      bans: (node.network?.bans() ?? []).map(({ id, reason, remainingMs }) => ({
        id,
        reason,
        remaining_seconds: Math.ceil(remainingMs / 1_000),
      })),
      network_height: node.network?.saidHeight() ?? null,
    };
  },
});

const register = defineRoute({
  method: 'POST',
  path: '/api/peers/register',
  chapter,
  summary: 'Tells this node where another one is. It looks there by itself, and whether the other is of its network',
  body: Type.Object({
    peerUrl: Type.String({ description: 'URL of its API; /api is appended unless it is there' }),
    nodeName: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Shown to people' })),
  }),
  bodyLimit: 4 * 1024,
  refusals: ['malformed_parameter', 'not_authorized'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      message: Type.Enum(['Peer registered', 'Peer already known']),
    }),
  },
  handler: ({ node, sourceOf }, { body, request }) => {
    const url = registeredUrl(body.peerUrl);
    if (isRefusal(url)) return url;
    if (!node.network) return refuse('not_authorized', 'this node stands alone: it connects to no other node');
    const outcome = node.network.register(url, body.nodeName ?? '', sourceOf(request));
    if (isRefusal(outcome)) return outcome;
    const message = outcome === 'registered' ? ('Peer registered' as const) : ('Peer already known' as const);
    return { success: true as const, message };
  },
});

export const peerRoutes = [peers, register];
