/** Types of transactions that the network has suspended (specification, Versioning). Each of their routes refuses at once,
 *  whatever is sent: no body is read. */

import { suspended } from '../../engine/ledger/suspended.js';
import { defineRoute } from '../context.js';
import { Type } from '../routing/schema.js';

const paths = [
  '/api/v2/shielded/shield',
  '/api/v2/shielded/transfer',
  '/api/v2/shielded/unshield',
  '/api/v2/shield',
  '/api/v2/unshield',
];

const Suspended = Type.Object({
  success: Type.Literal(false),
  error: Type.String(),
  code: Type.Literal('suspended'),
});

export const suspendedRoutes = paths.map((path) =>
  defineRoute({
    method: 'POST',
    path,
    chapter: 'Transactions',
    summary: 'Suspended on every network',
    deprecated: true,
    refusals: ['suspended'],
    response: { 403: Suspended },
    handler: suspended,
  }),
);
