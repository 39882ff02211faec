/** The API of a live node. Every answer is checked against what its route declares.
 *
 *  A successful answer must fit the schema of its route and have no member that the schema does not name, and its
 *  numbers must match the exact texts beside them; a failure must be `{success: false, error, code}` with the status of its
 *  code, and a code that the route declares. So no test can overlook a wrong shape. */

import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { expect } from 'vitest';
import { refusalsOf } from '../../api/openapi/refusals.js';
import { routes } from '../../api/routes/index.js';
import type { RouteDescription } from '../../api/routing/route.js';
import { numberOf, XRGE_DECIMALS } from '../../engine/base/amounts.js';
import { type RefusalCode, refusalStatus } from '../../engine/base/refusal.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import { exchange, JSON_HEADERS, type Received, type Sending } from './httpClient.js';

/** The keywords of a schema that say which members a value may have. */
interface Keywords {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
}

/** Members of `value` that `schema` does not name, as paths. Unions and records name nothing. */
export function undeclaredMembers(schema: TSchema, value: unknown, path = ''): string[] {
  const { type, properties, items } = schema as Keywords;
  if (type === 'array' && items && Array.isArray(value)) {
    const found = value.flatMap((item) => undeclaredMembers(items, item, `${path}[]`));
    return [...new Set(found)];
  }
  if (type !== 'object' || !properties || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const declared = properties[name];
    return declared ? undeclaredMembers(declared, member, `${path}.${name}`) : [`${path}.${name}`];
  });
}

/** Amounts that a client must pay or hold are rounded up, all others down. */
const NEEDED =
  /^(base_?fee|(priority|total)_fee_suggestion|suggested(Priority|Total)Fee|min_?fee|fee_(floor|ceiling|per_byte)|mint_price|token_gate_amount)$/i;

/** Numbers of an answer that differ from the exact text beside them, rounded to the safe side. */
export function wrongNumbers(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const members = value as Readonly<Record<string, unknown>>;
  return Object.entries(members).flatMap(([name, member]) => {
    const [, of = '', unit] = /^(.+)_(quanta|units)$/.exec(name) ?? [];
    const number = members[of];
    if (typeof member !== 'string' || typeof number !== 'number') return wrongNumbers(member);
    const right = numberOf(BigInt(member), unit === 'quanta' ? XRGE_DECIMALS : 0, NEEDED.test(of) ? 'up' : 'down');
    return number === right ? [] : [`${of} is ${number} beside ${name} ${member}`];
  });
}

interface CheckedRoute {
  readonly name: string;
  readonly pattern: RegExp;
  readonly description: RouteDescription;
  readonly validator: ReturnType<typeof Compile>;
  /** The answer may have members that depend on the kind of transaction. */
  readonly open: boolean;
}

const openRoutes: ReadonlySet<string> = new Set([
  '/api/tx/broadcast',
  ...kinds.flatMap(({ route, answers }) => (answers ? [] : [route])),
]);

/** Deprecated routes only fail. */
const living = routes.filter(({ description }) => !description.deprecated);

const checkedRoutes: readonly CheckedRoute[] = living.map(({ description }) => {
  const { method, path, response } = description;
  const schema = response[200];
  if (!schema) throw new Error(`${path} declares no answer`);
  return {
    name: `${method} ${path}`,
    pattern: new RegExp(`^${path.replaceAll(/:[A-Za-z_]+/g, '[^/]+')}$`),
    description,
    validator: Compile(schema),
    open: openRoutes.has(path),
  };
});

const parametersIn = ({ description }: CheckedRoute): number => description.path.split(':').length - 1;

/** A fixed path takes precedence over a pattern that also matches, whatever methods either answers. */
function routeOf(method: string, path: string): CheckedRoute | undefined {
  const fitting = checkedRoutes.filter(({ pattern }) => pattern.test(path));
  const fewest = Math.min(...fitting.map(parametersIn));
  return fitting.find((route) => route.description.method === method && parametersIn(route) === fewest);
}

export class CheckedApi {
  /** How many successful answers of each route were checked. */
  readonly checked = new Map<string, number>();
  /** How many failures were checked. */
  failures = 0;

  constructor(readonly url: string) {}

  async send(path: string, sending: Sending = {}): Promise<Received> {
    const received = await exchange(this.url, path, sending);
    if (received.status === 200) this.#checkSuccess(sending.method ?? 'GET', path, received);
    else if (received.status >= 400 && sending.method !== 'HEAD')
      this.#checkFailure(sending.method ?? 'GET', path, received);
    return received;
  }

  /** The value of a successful answer. */
  async get<T = Readonly<Record<string, unknown>>>(path: string): Promise<T> {
    const { status, text, json } = await this.send(path);
    expect(status, `GET ${path.slice(0, 100)}: ${text.slice(0, 300)}`).toBe(200);
    return json as T;
  }

  post(path: string, body: string | Uint8Array): Promise<Received> {
    return this.send(path, { method: 'POST', headers: JSON_HEADERS, body });
  }

  #checkSuccess(method: string, path: string, { json, text, headers }: Received): void {
    const route = routeOf(method === 'HEAD' ? 'GET' : method, path.split('?')[0] ?? '');
    if (!route || method === 'HEAD') return;
    const { description, validator, name, open } = route;
    const { produces = 'application/json' } = description;
    expect(headers['content-type'], name).toBe(`${produces}; charset=utf-8`);
    const value = produces === 'application/json' ? json : text;
    expect(validator.Errors(value).slice(0, 3), name).toEqual([]);
    expect(validator.Check(value), name).toBe(true);
    expect(wrongNumbers(value), name).toEqual([]);
    if (!open) expect(undeclaredMembers(description.response[200] as TSchema, value), name).toEqual([]);
    this.checked.set(name, (this.checked.get(name) ?? 0) + 1);
  }

  #checkFailure(method: string, path: string, { status, json, text, headers }: Received): void {
    expect(headers['content-type'], text.slice(0, 300)).toBe('application/json; charset=utf-8');
    const { success, error, code } = json ?? {};
    expect([success, typeof error, typeof code], text.slice(0, 300)).toEqual([false, 'string', 'string']);
    expect(Object.keys(json ?? {}).sort(), text.slice(0, 300)).toEqual(['code', 'error', 'success']);
    expect(refusalStatus[code as keyof typeof refusalStatus], text.slice(0, 300)).toBe(status);
    const route = routeOf(method, path.split('?')[0] ?? '');
    if (route) expect(refusalsOf(route.description), route.name).toContain(code as RefusalCode);
    this.failures++;
  }
}
