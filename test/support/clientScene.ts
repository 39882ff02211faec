/** The project's own client at a live node. Every answer is compared with the raw HTTP answer behind it.
 *
 *  In: calls of methods. Out: their answers, after three checks: the raw answer fits the schema of its route, the client's answer
 *  says the same, and its exact amounts are bigint. */

import { expect } from 'vitest';
import { RougedClient } from '../../api/client/client.js';
import { RougedError } from '../../api/client/error.js';
import { CheckedApi } from './checkedApi.js';

/** An answer in its JSON form: bigint becomes text again. */
export const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? String(member) : member)));

/** Members that the routes only declare as objects; some of them are exactly as a signer wrote them. */
const OPEN = new Set(['payload', 'data', 'attributes', 'token', 'details']);

/** How many members are bigint, and which digit strings under names of exact amounts were left as text. */
function exactMembers(value: unknown, path: string, found: { bigints: number; texts: string[] }): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (OPEN.has(name)) continue;
    if (typeof member === 'bigint') found.bigints++;
    else if (typeof member === 'string' && /_(?:quanta|units|raw)$/.test(name)) found.texts.push(`${path}.${name}`);
    exactMembers(member, `${path}.${name}`, found);
  }
}

export class ClientScene {
  readonly api: CheckedApi;
  readonly client: RougedClient;
  /** Methods that were called, and how often. */
  readonly called = new Map<string, number>();
  /** Methods of which only a refusal can be had. */
  readonly refused = new Set<string>();
  bigints = 0;
  #raw: unknown;

  constructor(url: string) {
    this.api = new CheckedApi(url);
    this.client = new RougedClient(url, { fetch: this.#fetch });
  }

  /** Replaces the global fetch and goes through the checked API. */
  readonly #fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input));
    const { status, text, headers, json } = await this.api.send(url.pathname + url.search, {
      method: init.method ?? 'GET',
      headers: init.headers as Record<string, string>,
      ...(init.body === undefined ? {} : { body: init.body as string }),
    });
    this.#raw = json;
    const given = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return new Response(text, { status, headers: given });
  };

  /** Calls a method by its name. */
  async call<Name extends keyof RougedClient>(
    name: Name,
    ...input: RougedClient[Name] extends (...values: infer Input) => unknown ? Input : never
  ): Promise<RougedClient[Name] extends (...values: never) => Promise<infer Answer> ? Answer : never> {
    const method = this.client[name] as unknown as (...values: unknown[]) => Promise<never>;
    const answer = await method.apply(this.client, input);
    expect(plain(answer), name).toEqual(this.#raw);
    const found = { bigints: 0, texts: [] as string[] };
    exactMembers(answer, name, found);
    expect(found.texts, name).toEqual([]);
    this.bigints += found.bigints;
    this.called.set(name, (this.called.get(name) ?? 0) + 1);
    return answer;
  }

  /** Calls a method that must fail. @returns its error. */
  async refusal<Name extends keyof RougedClient>(
    name: Name,
    ...input: RougedClient[Name] extends (...values: infer Input) => unknown ? Input : never
  ): Promise<RougedError> {
    const method = this.client[name] as unknown as (...values: unknown[]) => Promise<unknown>;
    const error = await method.apply(this.client, input).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error, name).toBeInstanceOf(RougedError);
    this.refused.add(name);
    return error as RougedError;
  }
}
