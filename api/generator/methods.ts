/** The methods of the client from the routes: one for each, its parameters in the order path, fields or query, options. */

import type { TObject, TSchema } from 'typebox';
import { invariant } from '../../engine/base/refusal.js';
import type { AnyKind } from '../../engine/ledger/kind.js';
import { templateOf } from '../openapi/operations.js';
import { readsChain } from '../routing/heights.js';
import type { RouteDescription } from '../routing/route.js';
import { capitalised, keyOf, lowered } from './names.js';
import { fieldsName, type SignedKind, unitOf } from './operations.js';
import { comment, exactPaths, keywordsOf, memberName, type TypeWriter } from './types.js';

const answerOf = (route: RouteDescription): TSchema => {
  const schema = route.response[200];
  invariant(schema !== undefined, `${keyOf(route)} declares no answer`);
  return schema;
};

/** Parameters of a path as a caller writes them: `public_key` is `publicKey`. */
const parameterName = (name: string): string => lowered(capitalised(name.replaceAll(/([A-Z])/g, '_$1')));

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}

/** Async, so that a bad argument also rejects the promise instead of throwing. */
const signatureOf = (method: string, rest: readonly Argument[], answer: string): string =>
  `  async ${method}(${rest
    .map(({ name, type, optional }) => `${name}${optional ? '?' : ''}: ${type}`)
    .join(', ')}): Promise<${answer}> {`;

const documented = ({ method, path, summary }: RouteDescription): string =>
  comment(`${summary}. \`${method} ${path}\``, '  ');

/** The path as an expression: each parameter in its place, encoded. */
function pathExpression({ path }: RouteDescription): string {
  if (!path.includes(':')) return JSON.stringify(path);
  return `\`${templateOf(path).replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${segment(${JSON.stringify(name)}, ${parameterName(name)})}`)}\``;
}

/** The interface of a query or a JSON body. */
function inputInterface(name: string, route: RouteDescription, schema: TObject, types: TypeWriter): string {
  const { properties = {}, required = [] } = keywordsOf(schema);
  const members = Object.entries(properties).map(([key, member]) => {
    const { description, default: preset, 'x-must-be': mustBe } = keywordsOf(member);
    const isNeeded = required.includes(key) && preset === undefined;
    const about = description ?? (mustBe === undefined ? undefined : `Must be ${mustBe}`);
    const type = isAmount(route, key) ? 'bigint' : types.typeOf(member);
    return `${comment(about, '  ')}  readonly ${memberName(key)}${isNeeded ? '' : '?'}: ${type}${isNeeded ? '' : ' | undefined'};\n`;
  });
  return `${comment(route.summary)}export interface ${name} {\n${members.join('')}}\n`;
}

/** A number of a body that may also be text is an amount, whose digits a double would not keep. */
const isAmount = (route: RouteDescription, name: string): boolean => amountMembers(route).includes(name);

const amountMembers = ({ body }: RouteDescription): readonly string[] => {
  if (body === undefined || body === 'raw') return [];
  const isNumberOrText = (schema: TSchema): boolean =>
    keywordsOf(schema)
      .anyOf?.map((part) => keywordsOf(part).type)
      .sort()
      .join() === 'number,string';
  const members = Object.entries(keywordsOf(body).properties ?? {});
  return members.filter(([, schema]) => isNumberOrText(schema)).map(([name]) => name);
};

/** Whether some member of the query or body has to be given. */
const isRequired = (schema: TObject): boolean =>
  Object.entries(keywordsOf(schema).properties ?? {}).some(
    ([name, member]) => keywordsOf(schema).required?.includes(name) && keywordsOf(member).default === undefined,
  );

export interface Written {
  /** Interfaces of the inputs. */
  readonly inputs: readonly string[];
  /** The interface of the answer. */
  readonly answer: string;
  readonly method: string;
}

/** The route's body as a parameter of the method, and the expression that is sent. */
function bodyOf(route: RouteDescription, name: string, types: TypeWriter) {
  const { body, bodyShape } = route;
  if (body === undefined) return undefined;
  const schema = body === 'raw' ? bodyShape : body;
  invariant(schema !== undefined, `${keyOf(route)} does not say what its body is`);
  const { items } = keywordsOf(schema);
  if (items && keywordsOf(items).title === 'AnySignedRequest')
    return { inputs: [], type: 'readonly SignedRequest[]', sent: 'body' };
  const inputName = `${name}Body`;
  const amounts = amountMembers(route).map((member) => [member, unitOf(keyOf(route), member, 'amount')]);
  const sent = amounts.length === 0 ? 'body' : `withAmounts(body, ${JSON.stringify(Object.fromEntries(amounts))})`;
  return { inputs: [inputInterface(inputName, route, schema as TObject, types)], type: inputName, sent };
}

/** Whether the same request may be sent again after a connection that ended without an answer: reads, and routes counted
 *  as reads. Others are sent again only when the node said that it has not taken them. */
const isRepeatable = ({ method, counts }: RouteDescription): boolean => method === 'GET' || counts === 'read';

export function routeMethod(route: RouteDescription, method: string, types: TypeWriter): Written {
  const name = capitalised(method.replace(/^get/, ''));
  const answer = `${name}Answer`;
  const schema = answerOf(route);
  const body = bodyOf(route, name, types);
  const query = route.query;
  const queryName = `${name}Query`;
  const parameters = Object.entries(route.params?.properties ?? {}).map(([key, member]) => ({
    name: parameterName(key),
    type: types.typeOf(member),
    optional: false,
  }));
  const order = route.path.match(/:\w+/g)?.map((part) => parameterName(part.slice(1))) ?? [];
  const given: Argument[] = [
    ...order.map((key) => parameters.find((parameter) => parameter.name === key) as Argument),
    ...(body ? [{ name: 'body', type: body.type, optional: false }] : []),
    ...(query ? [{ name: 'query', type: queryName, optional: !isRequired(query) }] : []),
    { name: 'options', type: 'CallOptions', optional: true },
  ];
  const call = [
    `method: ${JSON.stringify(route.method)}`,
    `path: ${pathExpression(route)}`,
    ...(query ? ['query'] : []),
    ...(body ? [`body: ${body.sent}`] : []),
    `exact: ${JSON.stringify(exactPaths(schema))}`,
    `repeatable: ${isRepeatable(route)}`,
    ...(readsChain(route) ? ['reads: true'] : []),
  ];
  return {
    inputs: [...(body?.inputs ?? []), ...(query ? [inputInterface(queryName, route, query, types)] : [])],
    answer: comment(route.summary) + types.answer(answer, schema),
    method: `${documented(route)}${signatureOf(method, given, answer)}\n    return this.ask({ ${call.join(', ')} }, options);\n  }\n`,
  };
}

/** The method of a signed request of a service. */
export function serviceMethod(kind: SignedKind, route: RouteDescription, types: TypeWriter): Written {
  const name = capitalised(kind.name);
  const schema = answerOf(route);
  const given: Argument[] = [
    { name: 'account', type: 'Account', optional: false },
    { name: 'fields', type: fieldsName(kind), optional: kind.members.every((member) => !member.required) },
    { name: 'options', type: 'CallOptions', optional: true },
  ];
  const exact = JSON.stringify(exactPaths(schema));
  return {
    inputs: [],
    answer: comment(kind.summary) + types.answer(`${name}Answer`, schema),
    method: `${documented(route)}${signatureOf(lowered(name), given, `${name}Answer`)}\n    return this.serve(${JSON.stringify(kind.name)}, account, fields ?? {}, ${exact}, options);\n  }\n`,
  };
}

/** The method of a signed operation. */
export function operationMethod(kind: AnyKind, route: RouteDescription, types: TypeWriter): Written {
  const name = capitalised(kind.name);
  const schema = answerOf(route);
  const { properties = {} } = keywordsOf(schema);
  const own = Object.keys(properties).filter((key) => !['success', 'txId'].includes(key));
  // When the node already has the request, the answer to the earlier try is not known.
  const required = ['success', 'txId'];
  const answer = `${comment(`${kind.summary}. Only success and txId when the node had the request from an earlier try`)}export interface ${name}Answer ${types.membersOf({ ...schema, required } as unknown as TSchema)}\n`;
  const given: Argument[] = [
    { name: 'account', type: 'Account', optional: false },
    { name: 'fields', type: fieldsName(kind), optional: kind.members.every((member) => !member.required) },
    { name: 'options', type: 'SignOptions', optional: true },
  ];
  const exact = JSON.stringify(own.length === 0 ? [] : exactPaths(schema));
  return {
    inputs: [],
    answer,
    method: `${documented(route)}${signatureOf(lowered(name), given, `${name}Answer`)}\n    return this.submit(${JSON.stringify(kind.name)}, account, fields ?? {}, ${exact}, options);\n  }\n`,
  };
}
