/** Chapter Peers of the specification, its read. A node has no peers before it speaks to other nodes: the list says so. */

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
