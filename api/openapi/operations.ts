/** One operation of the document from the description of one route.
 *
 *  In: what the route declares. Out: the operation with parameters, body, answers and every refusal by its status. */

import { STATUS_CODES } from 'node:http';
import type { TObject, TSchema } from 'typebox';
import type { RefusalCode } from '../../engine/base/refusal.js';
import { HEIGHT_PARAMETER, minHeight, readsChain } from '../routing/heights.js';
import type { RouteDescription } from '../routing/route.js';
import { Type } from '../routing/schema.js';
import type { Components, JsonSchema } from './components.js';
import { type AnsweredRoute, headersOf } from './headers.js';
import { beforeRouting, byStatus, refusalMeaning, refusalsOf } from './refusals.js';

export interface MediaType {
  readonly schema: JsonSchema;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface AnswerDescription {
  readonly description: string;
  readonly headers: Readonly<Record<string, JsonSchema>>;
  readonly content?: Readonly<Record<string, MediaType>>;
  /** Codes of the refusals with this status. */
  readonly 'x-codes'?: readonly RefusalCode[];
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly deprecated?: true;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly description: string;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, AnswerDescription>>;
}

export const JSON_TYPE = 'application/json';

/** Answers that have no body (RFC 9110, 15.3.5 and 15.4.5). */
const BODYLESS = new Set([204, 304]);

/** `/api/balance/:publicKey` as `/api/balance/{publicKey}`. */
export const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `GET /api/balance/:publicKey` as `getBalanceByPublicKey`. */
export function operationIdOf({ method, path }: Pick<RouteDescription, 'method' | 'path'>): string {
  const words = path
    .split('/')
    .filter((segment) => segment !== '' && segment !== 'api')
    .map((segment) => {
      const name = segment
        .replace(/^:/, '')
        .split(/[^A-Za-z0-9]+/)
        .map(capital)
        .join('');
      return segment.startsWith(':') ? `By${name}` : name;
    });
  return method.toLowerCase() + (words.join('') || 'Root');
}

interface ReaderKeywords {
  readonly description?: string;
  readonly default?: unknown;
  readonly 'x-above'?: string;
  readonly maximum?: number;
  readonly 'x-must-be'?: string;
}

function parametersOf(schema: TObject | undefined, place: Parameter['in'], components: Components): Parameter[] {
  const required = new Set<string>(schema?.required ?? []);
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const keywords = property as ReaderKeywords;
    const mustBe = keywords['x-must-be'];
    const sentences = [
      keywords.description,
      mustBe === undefined ? undefined : `Must be ${mustBe}`,
      keywords['x-above'] === 'cap' ? `A greater number counts as ${keywords.maximum}` : undefined,
    ].filter((sentence) => sentence !== undefined);
    return {
      name,
      in: place,
      required: place === 'path' || (required.has(name) && keywords.default === undefined),
      ...(sentences.length === 0 ? {} : { description: sentences.join('. ') }),
      schema: components.refer(property as TSchema),
    };
  });
}

const UNROUTED: AnsweredRoute = { isCounted: false, readsChain: false };

const answered = (route: RouteDescription): AnsweredRoute => ({
  isCounted: route.counts !== 'free',
  readsChain: readsChain(route),
});

/** What every read of the chain takes beside its own parameters. */
const ofReads = Type.Object({ [HEIGHT_PARAMETER]: Type.Optional(minHeight) });

/** A protobuf message: OpenAPI cannot describe its shape; it is in wire.proto. */
const messageMedia = (message: string): MediaType => ({
  schema: { type: 'string', format: 'binary', description: `The message ${message} of proto/wire.proto` },
});

function goodAnswers(route: RouteDescription, components: Components): Record<string, AnswerDescription> {
  const answers = Object.entries(route.response).map(([key, schema]) => {
    const status = Number(key);
    const { description } = schema as ReaderKeywords;
    const content = {
      [route.produces ?? JSON_TYPE]: { schema: components.refer(schema) },
      ...(route.protobuf?.answer ? { [route.protobuf.type]: messageMedia(route.protobuf.answer) } : {}),
    };
    return [
      key,
      {
        description: description ?? STATUS_CODES[status] ?? 'Answer',
        headers: headersOf(status, answered(route), route.headers),
        ...(BODYLESS.has(status) ? {} : { content }),
      },
    ];
  });
  return Object.fromEntries(answers);
}

function refusedAnswers(route: RouteDescription): Record<string, AnswerDescription> {
  const answers = [...byStatus(refusalsOf(route))].map(([status, own]) => {
    const schema = {
      allOf: [{ $ref: '#/components/schemas/Failure' }],
      properties: { code: { enum: own } },
    };
    return [
      String(status),
      {
        description: own.map((code) => `\`${code}\`: ${refusalMeaning[code]}`).join('\n\n'),
        headers: headersOf(status, own.every((code) => beforeRouting.includes(code)) ? UNROUTED : answered(route)),
        content: { [JSON_TYPE]: { schema } },
        'x-codes': own,
      },
    ];
  });
  return Object.fromEntries(answers);
}

export function operationOf(route: RouteDescription, components: Components): Operation {
  const parameters = [
    ...parametersOf(route.params, 'path', components),
    ...parametersOf(route.query, 'query', components),
    ...(readsChain(route) ? parametersOf(ofReads, 'query', components) : []),
  ];
  const body = route.body === 'raw' ? route.bodyShape : route.body;
  const types = route.contentTypes ?? [JSON_TYPE];
  const media = { schema: body === undefined ? {} : components.refer(body) };
  const { protobuf } = route;
  const mediaOf = (type: string): MediaType => (type === protobuf?.type ? messageMedia(protobuf.body) : media);
  return {
    operationId: operationIdOf(route),
    tags: [route.chapter],
    summary: route.summary,
    ...(route.deprecated ? { deprecated: true as const } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            description: `At most ${route.bodyLimit} bytes`,
            content: Object.fromEntries(types.map((type) => [type, mediaOf(type)])),
          },
        }),
    responses: { ...goodAnswers(route, components), ...refusedAnswers(route) },
  };
}
