/** The API's description of itself: OpenAPI for programs, a page for people. */

import { defineRoute } from '../context.js';
import { Type } from '../routing/schema.js';

const chapter = 'System';

/** The headers that the answers share. */
const cached = { ETag: 'Names this copy; send it back as If-None-Match', 'Cache-Control': 'Ask again before each use' };

const latest = Type.Unknown({ description: 'The copy that If-None-Match names is the latest' });

const openapi = defineRoute({
  method: 'GET',
  path: '/api/openapi.json',
  chapter,
  summary: 'This description of the API, OpenAPI 3.1',
  hasNoHeight: true,
  headers: cached,
  response: {
    200: Type.Object(
      {
        openapi: Type.String(),
        info: Type.Record(Type.String(), Type.Unknown()),
        servers: Type.Array(Type.Unknown()),
        tags: Type.Array(Type.Unknown()),
        paths: Type.Record(Type.String(), Type.Unknown()),
        components: Type.Record(Type.String(), Type.Unknown()),
        'x-websocket': Type.Record(Type.String(), Type.Unknown()),
      },
      { description: 'An OpenAPI document' },
    ),
    304: latest,
  },
  handler: ({ reference }, { request }) => reference.openapi.answer(request.header('if-none-match')),
});

const docs = defineRoute({
  method: 'GET',
  path: '/docs',
  chapter,
  summary: 'The same as a page for people',
  hasNoHeight: true,
  produces: 'text/html',
  headers: {
    ...cached,
    'Content-Security-Policy': 'Allows the styles and the script of the page itself and nothing else',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  },
  response: { 200: Type.String({ description: 'A self-contained HTML page' }), 304: latest },
  handler: ({ reference }, { request }) => reference.page.answer(request.header('if-none-match')),
});

export const referenceRoutes = [openapi, docs];
