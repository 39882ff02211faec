/** A few whole nodes in one thread, each behind its routes, with virtual time and without sockets.
 *
 *  In: who runs on each machine, and which machines are connected. Out: answers of their routes, checked against what each route
 *  declares. A request is answered while time passes. */

import { Compile } from 'typebox/compile';
import { expect } from 'vitest';
import { refusalsOf } from '../../api/openapi/refusals.js';
import { routes } from '../../api/routes/index.js';
import type { RouteDescription } from '../../api/routing/route.js';
import { utf8 } from '../../engine/base/bytes.js';
import { type RefusalCode, refusalStatus } from '../../engine/base/refusal.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import { keyedKeys } from '../sim/keyring.js';
import { Machine, urlOf } from '../sim/machine.js';
import { SimulatedNet } from '../sim/net.js';
import { GENESIS_TIME } from './chain.js';
import { undeclaredMembers } from './checkedApi.js';
import { SeededRandom } from './random.js';
import type { Actor } from './transactions.js';
import { VirtualTime } from './virtualTime.js';

export type Json = Readonly<Record<string, unknown>>;

export interface Answered {
  readonly status: number;
  readonly json: Json;
}

export interface Place {
  readonly owner: Actor;
  readonly mine: boolean;
  /** Whether it is connected to the others. */
  readonly connected: boolean;
}

export interface Sending {
  /** Bytes, text, or a value that is sent as JSON. */
  readonly body?: Uint8Array | string | object;
  readonly contentType?: string;
  readonly from?: string;
}

const patterns = routes.map(({ description }) => ({
  description,
  pattern: new RegExp(`^${description.path.replaceAll(/:[A-Za-z_]+/g, '[^/]+')}$`),
}));

function routeOf(method: string, path: string): RouteDescription {
  const fitting = patterns.filter(({ description, pattern }) => description.method === method && pattern.test(path));
  const route = fitting.find(({ description }) => !description.path.includes(':')) ?? fitting[0];
  if (!route) throw new Error(`no route for ${method} ${path}`);
  return route.description;
}

const encoded = (body: NonNullable<Sending['body']>): Uint8Array =>
  body instanceof Uint8Array ? body : utf8(typeof body === 'string' ? body : JSON.stringify(body));

/** Longest time that an answer may take. */
const ANSWER_MS = 60_000;

export class TestNetwork {
  readonly time = new VirtualTime(GENESIS_TIME + 60_000);
  readonly machines: readonly Machine[];
  readonly net: SimulatedNet;
  /** Answers that were compared with what their routes declare. */
  checked = 0;

  constructor(rules: ChainRules, places: readonly Place[], seed: number) {
    const { time } = this;
    this.net = new SimulatedNet(time, SeededRandom.of(seed, 'net'));
    const urls = places.flatMap(({ connected }, number) => (connected ? [urlOf(number)] : []));
    this.machines = places.map(
      ({ owner, mine, connected }, number) =>
        new Machine({
          ...{ number, time, seed, rules, owner, keyring: keyedKeys, mine },
          ...(connected && { net: this.net, seeds: urls }),
        }),
    );
  }

  /** The node of a machine. */
  node(machine: number) {
    const running = this.machines[machine]?.running;
    if (!running) throw new Error(`machine ${machine} does not run`);
    return running.node;
  }

  async start(...machines: readonly number[]): Promise<void> {
    const wanted = this.machines.filter(({ number }) => machines.length === 0 || machines.includes(number));
    await this.until(Promise.all(wanted.map((machine) => machine.start())));
  }

  async stop(machine: number): Promise<void> {
    await this.until(this.machines[machine]?.stop() ?? Promise.resolve());
  }

  /** Lets time pass until something has happened. */
  async until<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = (): void => {
      isDone = true;
    };
    work.then(end, end);
    const limit = this.time.elapsed + ANSWER_MS;
    while (!isDone && this.time.elapsed < limit) {
      if (!(await this.time.step(limit))) await new Promise<void>((resolve) => setImmediate(resolve));
    }
    if (!isDone) throw new Error('nothing has come of it in a minute');
    return work;
  }

  /** Lets time pass until a node shows this height. */
  async height(machine: number, height: number): Promise<void> {
    const limit = this.time.elapsed + ANSWER_MS;
    while (this.node(machine).chain.tip.height < height && this.time.elapsed < limit) await this.time.pass(100);
    expect(this.node(machine).chain.tip.height).toBeGreaterThanOrEqual(height);
  }

  get(machine: number, target: string): Promise<Answered> {
    return this.#ask(machine, 'GET', target, {});
  }

  post(machine: number, target: string, sending: Sending): Promise<Answered> {
    return this.#ask(machine, 'POST', target, sending);
  }

  async #ask(machine: number, method: 'GET' | 'POST', target: string, sending: Sending): Promise<Answered> {
    const [path = '', query = ''] = target.split('?');
    const { body, contentType, from = '127.0.0.1' } = sending;
    const asked = this.machines[machine]?.ask({
      ...{ method, path, query, from },
      ...(body !== undefined && { body: encoded(body) }),
      ...(contentType !== undefined && { contentType }),
    });
    if (!asked) throw new Error(`machine ${machine} does not answer`);
    const { status, text } = await this.until(asked);
    const json = JSON.parse(text) as Json;
    this.#check(routeOf(method, path), status, json);
    return { status, json };
  }

  #check(route: RouteDescription, status: number, json: Json): void {
    const name = `${route.method} ${route.path}`;
    if (status === 200) {
      const schema = route.response[200];
      if (!schema) throw new Error(`${name} declares no answer`);
      expect(Compile(schema).Errors(json).slice(0, 3), name).toEqual([]);
      expect(undeclaredMembers(schema, json), name).toEqual([]);
    } else {
      expect(Object.keys(json).sort(), name).toEqual(['code', 'error', 'success']);
      expect(refusalStatus[json.code as RefusalCode], name).toBe(status);
      expect(refusalsOf(route), `${name}: ${String(json.error)}`).toContain(json.code);
    }
    this.checked++;
  }
}
