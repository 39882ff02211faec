/** The description of the API in OpenAPI 3.1, made from the route table alone.
 *
 *  In: descriptions of routes, the version of the program. Out: a document whose bytes depend on nothing else. A route or
 *  a kind of transaction that is added to its table appears in the document; nothing is repeated here. */

import { invariant } from '../../engine/base/refusal.js';
import type { RouteDescription } from '../routing/route.js';
import { Type } from '../routing/schema.js';
import { Components, type JsonSchema } from './components.js';
import { guideMarkdown } from './guide.js';
import { headerComponents } from './headers.js';
import { type Operation, operationOf, templateOf } from './operations.js';
import { Code } from './refusals.js';
import { streamDescription, streamMarkdown, streamTag } from './webSocket.js';

export interface Tag {
  readonly name: string;
  readonly description?: string;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: Readonly<Record<'title' | 'version' | 'summary' | 'description', string>> & {
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, JsonSchema>>;
  };
  /** The event stream, which OpenAPI cannot describe. */
  readonly 'x-websocket': JsonSchema;
}

const Failure = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'A sentence for the person who has to act on it' }),
    code: Code,
    lowest_height: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'The lowest height that this node answers for, where a lower one was asked for or may hold the answer',
      }),
    ),
  },
  { title: 'Failure', additionalProperties: false },
);

/** @param routes in the order of the document. */
export function openApiDocument(routes: readonly RouteDescription[], version: string): OpenApiDocument {
  const components = new Components();
  components.refer(Failure);
  const paths: Record<string, Record<string, Operation>> = {};
  const ids = new Set<string>();
  for (const route of routes) {
    const operation = operationOf(route, components);
    invariant(!ids.has(operation.operationId), `two operations are called ${operation.operationId}`);
    ids.add(operation.operationId);
    const template = templateOf(route.path);
    const methods = paths[template] ?? {};
    methods[route.method.toLowerCase()] = operation;
    paths[template] = methods;
  }
  const chapters = [...new Set(routes.map(({ chapter }) => chapter))];
  const stream = streamDescription(components);
  return {
    openapi: '3.1.1',
    info: {
      title: 'rouged',
      version,
      summary: 'HTTP and WebSocket API of a node of a post-quantum proof-of-stake chain',
      description: guideMarkdown(),
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The node that this document came from' }],
    tags: [...chapters.map((name) => ({ name })), { name: streamTag, description: streamMarkdown() }],
    paths,
    components: { schemas: components.schemas, headers: headerComponents() },
    'x-websocket': stream,
  };
}
