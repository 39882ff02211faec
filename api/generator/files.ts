/** The generated part of the client: answers, inputs, methods. A test compares the files with the tables.
 *
 *  In: the route table, the table of kinds, the frames of the event stream. Out: texts by path from the root of the
 *  repository, which depend on nothing else. */

import { invariant } from '../../engine/base/refusal.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import { serviceKinds } from '../../engine/services/kinds/index.js';
import { Code } from '../openapi/refusals.js';
import { privateFrames, STREAM_PATH, serverFrames } from '../openapi/webSocket.js';
import { routes } from '../routes/index.js';
import { operationMethod, routeMethod, serviceMethod, type Written } from './methods.js';
import { capitalised, hasMethod, keyOf, methodNames } from './names.js';
import { fieldsInterface, fieldsName, operationLiteral, type SignedKind } from './operations.js';
import { exactPaths, TypeWriter } from './types.js';

const FOLDER = 'api/client/generated';
const HEADER = '// Generated from the route table by `npm run client:generate`. Do not edit.\n\n';

/** Frames that are about the connection or about a mailbox, not about the chain. */
const CONTROL = new Set(['subscribed', 'resumed', 'error', 'auth_error', ...Object.keys(privateFrames)]);

function eventTypes(types: TypeWriter): string {
  const names = Object.keys(serverFrames).filter((name) => !CONTROL.has(name));
  const interfaces = names.map((name) => {
    const schema = serverFrames[name];
    invariant(schema !== undefined, `no schema of the frame ${name}`);
    const { description } = schema as { readonly description?: string };
    return `/** ${description} */\nexport interface ${capitalised(name)}Event ${types.membersOf(schema)}\n`;
  });
  const union = names.map((name) => `${capitalised(name)}Event`).join(' | ');
  return `${interfaces.join('\n')}\n/** What the stream of events tells, by its \`type\`. */\nexport type NodeEvent = ${union};\n`;
}

const eventPaths = (): string =>
  Object.entries(serverFrames)
    .filter(([name]) => !CONTROL.has(name))
    .map(([name, schema]) => `  ${name}: ${JSON.stringify(exactPaths(schema))},\n`)
    .join('');

function methodsOf(types: TypeWriter): readonly Written[] {
  const described = routes.map(({ description }) => description).filter(hasMethod);
  const kindOf = new Map(kinds.map((kind) => [kind.route, kind]));
  const serviceOf = new Map(serviceKinds.map((kind) => [kind.route, kind]));
  const names = methodNames(described.filter(({ path }) => !kindOf.has(path) && !serviceOf.has(path)));
  return described.map((route) => {
    const kind = kindOf.get(route.path);
    if (kind) return operationMethod(kind, route, types);
    const service = serviceOf.get(route.path);
    return service ? serviceMethod(service, route, types) : routeMethod(route, names.get(keyOf(route)) ?? '', types);
  });
}

/** Names of interfaces and answers that a text declares, for the imports of another file. */
const declaredIn = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) =>
    Array.from(text.matchAll(/^export (?:interface|type(?= \w+Answer\b)) (\w+)/gm), ([, name = '']) => name),
  );

const importOf = (names: readonly string[], from: string): string =>
  `import type {\n${[...names]
    .sort()
    .map((name) => `  ${name},\n`)
    .join('')}} from '${from}';\n`;

/** Texts by path from the root of the repository. */
export function generatedFiles(): Readonly<Record<string, string>> {
  const types = new TypeWriter();
  types.typeOf(Code);
  const events = eventTypes(types);
  const written = methodsOf(types);
  const inputs = written.flatMap((method) => method.inputs);
  const signed = [...kinds, ...serviceKinds];
  const fields = signed.map(fieldsInterface);
  const answers = written.map(({ answer }) => answer);
  const operations = kinds.map((kind) => `  ${kind.name}: ${operationLiteral(kind)},\n`).join('');
  const services = serviceKinds.map((kind) => `  ${kind.name}: ${operationLiteral(kind)},\n`).join('');
  const memberOf = (kind: SignedKind): string => `  readonly ${kind.name}: ${fieldsName(kind)};\n`;
  const fieldsOf = kinds.map(memberOf).join('');
  const serviceFieldsOf = serviceKinds.map(memberOf).join('');
  const imports = [
    importOf(declaredIn(answers), './answers.js'),
    importOf([...declaredIn(inputs), ...declaredIn(fields)], './inputs.js'),
    "import type { Account } from '../account.js';\n",
    "import { type Call, type CallOptions, segment } from '../call.js';\n",
    "import { type OperationShape, type SignOptions, withAmounts } from '../payload.js';\n",
    "import type { SignedRequest } from '../signing.js';\n",
  ];
  return {
    [`${FOLDER}/answers.ts`]: `${HEADER}${[...types.declarations.values()].map((text) => `${text}\n`).join('\n')}\n${answers.join('\n')}\n${events}`,
    [`${FOLDER}/inputs.ts`]: `${HEADER}${[...fields, ...inputs].join('\n')}`,
    [`${FOLDER}/routes.ts`]: `${HEADER}${imports.join('')}
/** How the payload of each operation is written. */
export const operations = {
${operations}} as const satisfies Readonly<Record<string, OperationShape>>;

export type OperationName = keyof typeof operations;

/** What a caller gives for each operation. */
export interface OperationFields {
${fieldsOf}}

/** How the payload of each request of a service is written. */
export const services = {
${services}} as const satisfies Readonly<Record<string, OperationShape>>;

export type ServiceName = keyof typeof services;

/** What a caller gives for each. */
export interface ServiceFields {
${serviceFieldsOf}}

/** Where the stream of events is. */
export const STREAM_PATH = ${JSON.stringify(STREAM_PATH)};

/** Places of exact amounts in events, by type. */
export const eventAmounts: Readonly<Record<string, readonly string[]>> = {
${eventPaths()}};

/** A method for each route. */
export abstract class Routes {
  protected abstract ask<T>(call: Call, options: CallOptions | undefined): Promise<T>;
  protected abstract submit<T>(
    operation: OperationName,
    account: Account,
    fields: object,
    exact: readonly string[],
    options: SignOptions | undefined,
  ): Promise<T>;
  protected abstract serve<T>(
    service: ServiceName,
    account: Account,
    fields: object,
    exact: readonly string[],
    options: CallOptions | undefined,
  ): Promise<T>;

${written.map(({ method }) => method).join('\n')}}
`,
  };
}
