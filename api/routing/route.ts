/** Routes: one entry per method and path. It is the source for checking input, for the types of handlers, and for the
 *  generated description of the API.
 *
 *  In: a request whose method and path fit, the undecoded path parameters. Out: an answer, or a request for the body.
 *  A handler returns a JSON value of its schema, a refusal, or `Content` for everything else. */

import type { Static, TObject, TSchema } from 'typebox';
import { MAX_BODY_BYTES, PARSED_BODY_BYTES } from '../../engine/base/limits.js';
import { invariant, isRefusal, type Refusal, type RefusalCode, refuse } from '../../engine/base/refusal.js';
import type { Counting } from '../limits/gate.js';
import {
  type Answer,
  type Body,
  BodyWanted,
  type HeaderPair,
  type Outcome,
  type ServerRequest,
} from '../server/port.js';
import { Content, contentAnswer, jsonAnswer, refusalAnswer } from './answer.js';
import { HEIGHT_PARAMETER, type Heights, minHeight, readsChain } from './heights.js';
import { BodyReader, contentTypeAllowed } from './jsonBody.js';
import { ParameterReader, percentDecoded, readQuery } from './parameters.js';
import { parameterNames } from './pathTable.js';
import { Type } from './schema.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Schemas of the answers by HTTP status; handlers return values of the one for 200. */
export type Responses = Readonly<Record<number, TSchema>>;

type NoParameters = TObject<Record<never, TSchema>>;

type BodyOf<B> = B extends 'raw' ? Uint8Array : B extends TSchema ? Static<B> : undefined;

export interface Input<P extends TObject, Q extends TObject, B> {
  readonly params: Static<P>;
  readonly query: Static<Q>;
  readonly body: BodyOf<B>;
  readonly request: ServerRequest;
}

type ValueOf<R extends Responses> = R extends { readonly 200: infer S extends TSchema } ? Static<S> : never;
export type Result<R extends Responses> = ValueOf<R> | Refusal | Content;

/** What the description of the API needs of a route. */
export interface RouteDescription {
  readonly method: Method;
  /** Segments that start with a colon are parameters: `/api/balance/:publicKey`. */
  readonly path: string;
  /** One line for the reader of the reference page. */
  readonly summary: string;
  /** The chapter of the specification that the route belongs to. */
  readonly chapter: string;
  /** One member for each parameter of the path: strings, integers, booleans, enums. */
  readonly params?: TObject;
  /** The same for the query; a parameter is optional when its schema says so or has a default. */
  readonly query?: TObject;
  /** A schema: the body is parsed and checked on the main thread. `raw`: the handler gets the bytes, and hands them to a
   *  thread unparsed. */
  readonly body?: TSchema | 'raw';
  /** The handler of a raw body keeps no part of it beyond a result that it gives: its memory is used for the next one. */
  readonly lendsBody?: true;
  /** Describes a raw body; it checks nothing. */
  readonly bodyShape?: TSchema;
  /** Largest body in bytes that this route needs. Every route with a body has one. */
  readonly bodyLimit?: number;
  /** Media types of the body; JSON when absent. */
  readonly contentTypes?: readonly string[];
  /** The media type among them in which the body is a protobuf message, and its name in wire.proto; where `answer` names one, a good
   *  answer to it is one too. */
  readonly protobuf?: { readonly type: string; readonly body: string; readonly answer?: string };
  readonly response: Responses;
  /** Media type of a good answer; JSON when absent. */
  readonly produces?: string;
  /** Headers that only this route's good answer has: name and meaning. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Codes of the refusals that the handler itself can return. */
  readonly refusals?: readonly RefusalCode[];
  /** What a request counts as, where that differs from its method. */
  readonly counts?: Counting;
  /** An older endpoint that only says what has replaced it. */
  readonly deprecated?: true;
  /** Its answers tell nothing of the chain: files, descriptions, figures of the process. */
  readonly hasNoHeight?: true;
}

export interface RouteDefinition<
  Context,
  P extends TObject,
  Q extends TObject,
  B extends TSchema | 'raw' | undefined,
  R extends Responses,
> extends Omit<RouteDescription, 'params' | 'query' | 'body' | 'bodyLimit' | 'response'> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly response: R;
  readonly handler: (context: Context, input: Input<P, Q, B>) => Result<R> | Promise<Result<R>>;
}

/** A body and its limit are declared together or not at all. */
type BodyLimit<B> = B extends undefined ? { readonly bodyLimit?: never } : { readonly bodyLimit: number };

export interface Route<Context> {
  readonly description: RouteDescription;
  /** @param values undecoded path parameters in order. @param more headers that every answer gets. */
  run(context: Context, request: ServerRequest, values: readonly string[], more: readonly HeaderPair[]): Outcome;
}

/** Turns what a handler returned into an answer. */
function answerOf(result: unknown, more: readonly HeaderPair[]): Answer {
  if (isRefusal(result)) return refusalAnswer(result, more);
  if (result instanceof Content) return contentAnswer(result, more);
  return jsonAnswer(result, 200, more);
}

/** @throws InvariantError for a route whose bodies could block the main thread, or have no limit of their own. */
function checkedLimit(path: string, body: TSchema | 'raw' | undefined, limit: number | undefined): number {
  invariant((body === undefined) === (limit === undefined), `${path}: a body and its limit are declared together`);
  if (limit === undefined) return 0;
  const most = body === 'raw' ? MAX_BODY_BYTES : PARSED_BODY_BYTES;
  const what = body === 'raw' ? 'a body' : 'a body that is parsed on the main thread';
  invariant(Number.isSafeInteger(limit) && limit > 0 && limit <= most, `${path}: ${what} has 1 to ${most} bytes`);
  return limit;
}

const JSON_TYPES: readonly string[] = ['application/json'];

type HeightsOf<Context> = (context: Context) => Heights;

const heightReader = new ParameterReader(Type.Object({ [HEIGHT_PARAMETER]: minHeight }));

/** @param heightsOf the height of reads; without it, reads are answered as they come.
 *  @returns the function that defines routes whose handlers work with `Context`. */
export const routesFor =
  <Context>(heightsOf?: HeightsOf<Context>) =>
  <
    R extends Responses,
    P extends TObject = NoParameters,
    Q extends TObject = NoParameters,
    B extends TSchema | 'raw' | undefined = undefined,
  >(
    definition: RouteDefinition<Context, P, Q, B, R> & BodyLimit<B>,
  ): Route<Context> =>
    new DefinedRoute(definition, heightsOf);

class DefinedRoute<
  Context,
  P extends TObject,
  Q extends TObject,
  B extends TSchema | 'raw' | undefined,
  R extends Responses,
> implements Route<Context>
{
  readonly description: RouteDescription;
  readonly #definition: RouteDefinition<Context, P, Q, B, R>;
  readonly #pathNames: readonly string[];
  readonly #params: ParameterReader<P> | undefined;
  readonly #query: ParameterReader<Q> | undefined;
  readonly #queryNames: ReadonlySet<string>;
  readonly #body: BodyReader<TSchema> | undefined;
  readonly #limit: number;
  readonly #contentTypes: readonly string[];
  /** For reads of the chain. */
  readonly #heightsOf: HeightsOf<Context> | undefined;

  constructor(
    definition: RouteDefinition<Context, P, Q, B, R> & { readonly bodyLimit?: number },
    heightsOf: HeightsOf<Context> | undefined,
  ) {
    const { handler: _, ...description } = definition;
    const { method, path, params, query, body } = definition;
    this.description = description as RouteDescription;
    this.#definition = definition;
    this.#pathNames = parameterNames(path);
    this.#params = params && new ParameterReader(params);
    this.#query = query && new ParameterReader(query);
    this.#heightsOf = readsChain(this.description) ? heightsOf : undefined;
    this.#queryNames = new Set([...(this.#query?.names ?? []), ...(this.#heightsOf ? [HEIGHT_PARAMETER] : [])]);
    this.#body = body === undefined || body === 'raw' ? undefined : new BodyReader(body as TSchema);
    this.#limit = checkedLimit(path, body, definition.bodyLimit);
    this.#contentTypes = definition.contentTypes ?? JSON_TYPES;
    const declared = [...(this.#params?.names ?? [])].sort().join();
    invariant(declared === [...this.#pathNames].sort().join(), `${path}: its parameters need a schema each`);
    invariant(body === undefined || method !== 'GET', `${path}: a GET request has no body`);
  }

  run(context: Context, request: ServerRequest, values: readonly string[], more: readonly HeaderPair[]): Outcome {
    const params = this.#readParams(values);
    if (isRefusal(params)) return refusalAnswer(params, more);
    const asked = this.#readQuery(request.query);
    if (isRefusal(asked)) return refusalAnswer(asked, more);
    const { query, minHeight } = asked;
    if (this.#definition.body === undefined)
      return this.#reach(context, minHeight, { params, query, body: undefined as BodyOf<B>, request }, more);
    if (!contentTypeAllowed(request.header('content-type'), this.#contentTypes)) {
      const wanted = this.#contentTypes.join(' or ');
      return refusalAnswer(refuse('unsupported_media_type', `send the body as ${wanted}`), more);
    }
    const isLent = this.#definition.lendsBody === true;
    return new BodyWanted(
      this.#limit,
      (received, giveBack) => {
        const body = this.#readBody(received);
        if (isRefusal(body)) return refusalAnswer(body, more);
        const input = { params, query, body, request };
        return this.#reach(context, minHeight, input, more, isLent ? giveBack : undefined);
      },
      isLent,
    );
  }

  /** Runs the handler once the chain has the height that the read needs. */
  #reach(
    context: Context,
    minHeight: number,
    input: Input<P, Q, B>,
    more: readonly HeaderPair[],
    giveBack?: () => void,
  ): Answer | Promise<Answer> {
    const heights = this.#heightsOf?.(context);
    if (!heights) return this.#handle(context, input, more, giveBack);
    const read = (refusal: Refusal | undefined): Answer | Promise<Answer> => {
      const shown = [...more, ...heights.headers()];
      return refusal ? refusalAnswer(refusal, shown) : this.#handle(context, input, shown);
    };
    const reached = heights.reach(minHeight, input.request);
    return reached instanceof Promise ? reached.then(read) : read(reached);
  }

  #handle(
    context: Context,
    input: Input<P, Q, B>,
    more: readonly HeaderPair[],
    giveBack?: () => void,
  ): Answer | Promise<Answer> {
    const result = this.#definition.handler(context, input);
    if (!(result instanceof Promise)) return answerOf(result, more);
    return result.then((value) => {
      // Not after a fault: a part of its work may still go on.
      giveBack?.();
      return answerOf(value, more);
    });
  }

  #readParams(values: readonly string[]): Static<P> | Refusal {
    if (!this.#params) return {} as Static<P>;
    const decoded = new Map<string, string>();
    for (const [index, name] of this.#pathNames.entries()) {
      const value = percentDecoded(values[index] ?? '');
      if (value === undefined) return refuse('malformed_parameter', `${name} is not well percent-encoded`);
      decoded.set(name, value);
    }
    return this.#params.read((name) => decoded.get(name));
  }

  #readQuery(text: string): { readonly query: Static<Q>; readonly minHeight: number } | Refusal {
    if (this.#queryNames.size === 0) return { query: {} as Static<Q>, minHeight: 0 };
    const found = readQuery(text, this.#queryNames);
    if (isRefusal(found)) return found;
    const query = this.#query ? this.#query.read((name) => found.get(name)) : ({} as Static<Q>);
    if (isRefusal(query)) return query;
    if (!found.has(HEIGHT_PARAMETER)) return { query, minHeight: 0 };
    const height = heightReader.read((name) => found.get(name));
    return isRefusal(height) ? height : { query, minHeight: height[HEIGHT_PARAMETER] };
  }

  #readBody(received: Body): BodyOf<B> | Refusal {
    if (received === 'too_large') return refuse('too_large', `the body is larger than ${this.#limit} bytes`);
    if (received === 'no_room') return refuse('busy', 'the node is receiving too many large requests; try again', 1);
    return (this.#body ? this.#body.read(received) : received) as BodyOf<B> | Refusal;
  }
}
