/** The read of chapter Peers of the specification. This node does not connect to other nodes yet, so the list is empty. */

import { Type } from 'typebox';
import { defineRoute } from '../context.js';

const chapter = 'Peers';

const peers = defineRoute({
  method: 'GET',
  path: '/api/peers',
  chapter,
  summary: 'Nodes that this node exchanges blocks with',
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      peers: Type.Array(Type.String({ description: 'URL' })),
      peer_details: Type.Array(
        Type.Object({ url: Type.String(), node_name: Type.Union([Type.String(), Type.Null()]) }),
      ),
      count: Type.Integer({ minimum: 0 }),
    }),
  },
  handler: () => ({ success: true as const, peers: [], peer_details: [], count: 0 }),
});

export const peerRoutes = [peers];
