/** Older unsigned endpoints (specification, end of chapter Endpoints). They took private keys, or let
 *  anybody read and write in another's name. Each answers 410 and names the route that has replaced it, or says that there is none,
 *  whatever is sent: no body is read. */

import { refuse } from '../../engine/base/refusal.js';
import { defineRoute } from '../context.js';
import type { Method } from '../routing/route.js';
import { Type } from '../routing/schema.js';

const Gone = Type.Object({
  success: Type.Literal(false),
  error: Type.String(),
  code: Type.Literal('legacy_endpoint'),
});

/** Method, path, and the end of the sentence "... is gone: ". */
type Legacy = readonly [method: Method, path: string, instead: string];

const signedNow = (method: Method, path: string, instead: string): Legacy => [
  method,
  path,
  `use POST ${instead} with a signed request`,
];
const post = (path: string, instead: string): Legacy => signedNow('POST', path, instead);
const legacy: readonly Legacy[] = [
  [
    'POST',
    '/api/wallet/create',
    'make keys in the wallet; an account is there as soon as POST /api/v2/transfer pays it',
  ],
  post('/api/tx/submit', '/api/v2/transfer'),
  post('/api/stake/submit', '/api/v2/stake'),
  post('/api/unstake/submit', '/api/v2/unstake'),
  post('/api/token/create', '/api/v2/token/create'),
  post('/api/token/metadata/update', '/api/v2/token/metadata/update'),
  post('/api/token/metadata/claim', '/api/v2/token/metadata/claim'),
  post('/api/pool/create', '/api/v2/pool/create'),
  post('/api/pool/add-liquidity', '/api/v2/pool/add-liquidity'),
  post('/api/pool/remove-liquidity', '/api/v2/pool/remove-liquidity'),
  post('/api/swap/execute', '/api/v2/swap/execute'),
  post('/api/messenger/wallets/register', '/api/v2/messenger/wallets/register'),
  signedNow('GET', '/api/messenger/conversations', '/api/v2/messenger/conversations/list'),
  post('/api/messenger/conversations', '/api/v2/messenger/conversations'),
  signedNow('DELETE', '/api/messenger/conversations/:id', '/api/v2/messenger/conversations/delete'),
  signedNow('GET', '/api/messenger/messages', '/api/v2/messenger/messages/list'),
  post('/api/messenger/messages', '/api/v2/messenger/messages'),
  post('/api/messenger/messages/read', '/api/v2/messenger/messages/read'),
  signedNow('DELETE', '/api/messenger/messages/:id', '/api/v2/messenger/messages/delete'),
  signedNow('GET', '/api/mail/inbox', '/api/v2/mail/folder'),
  signedNow('GET', '/api/mail/sent', '/api/v2/mail/folder'),
  signedNow('GET', '/api/mail/trash', '/api/v2/mail/folder'),
  signedNow('GET', '/api/mail/message/:id', '/api/v2/mail/message'),
  post('/api/mail/send', '/api/v2/mail/send'),
  post('/api/mail/read', '/api/v2/mail/read'),
  post('/api/mail/move', '/api/v2/mail/move'),
  signedNow('DELETE', '/api/mail/:id', '/api/v2/mail/delete'),
  post('/api/names/register', '/api/v2/names/register'),
  post('/api/names/release', '/api/v2/names/release'),
  ['GET', '/api/names/lookup', 'use GET /api/names/resolve/:name or GET /api/names/reverse/:walletId'],
];

export const legacyRoutes = legacy.map(([method, path, instead]) => {
  const sentence = `${method} ${path} is gone: ${instead}`;
  return defineRoute({
    method,
    path,
    chapter: 'Older unsigned endpoints',
    summary: `Gone: ${instead}`,
    deprecated: true,
    ...(path.endsWith(':id') && { params: Type.Object({ id: Type.String() }) }),
    response: { 410: Gone },
    refusals: ['legacy_endpoint'],
    handler: () => refuse('legacy_endpoint', sentence),
  });
});
