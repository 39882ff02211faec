/** One list of calls on one instance, in the interpreter and in V8, told in the same words: how each call ended, and what memory
 *  and globals were afterwards. */

import { createHash } from 'node:crypto';
import type { Interpreter } from './interpreter.js';
import type { RandomModule } from './randomModule.js';
import { comparable, fromHost, type TypedValue, toHost, type Value } from './values.js';

export interface PlannedCall {
  readonly name: string;
  readonly operands: readonly TypedValue[];
}

export const memoryDigest = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16);

export interface InterpretedRun {
  readonly ends: readonly string[];
  readonly steps: number;
  /** Fuel or stack ended a call: an engine without bounds would go on. */
  readonly bounded: boolean;
}

const BOUNDS: ReadonlySet<string | undefined> = new Set(['out of fuel', 'stack overflow']);

/** @param fuel for each call. */
export function interpretedRun(
  machine: Interpreter,
  { globals }: RandomModule,
  calls: readonly PlannedCall[],
  fuel: number,
): InterpretedRun {
  const ends: string[] = [];
  const start = machine.start(fuel);
  let { steps } = start;
  let bounded = BOUNDS.has(start.trap);
  if (start.trap !== undefined) return { ends: [`start trapped: ${start.trap}`], steps, bounded };
  for (const { name, operands } of calls) {
    const outcome = machine.call(
      name,
      operands.map(({ value }) => value),
      fuel,
    );
    steps += outcome.steps;
    bounded ||= BOUNDS.has(outcome.trap);
    const end =
      outcome.trap === undefined ? `returned: ${outcome.results.map(comparable)}` : `trapped: ${outcome.trap}`;
    ends.push(end);
  }
  const values = globals.map(({ name, type }) => {
    const index = machine.module.exports.get(name)?.index ?? 0;
    return comparable({ type, value: machine.globals[index] ?? 0 });
  });
  ends.push(`globals: ${values}`, `memory: ${memoryDigest(machine.memory?.bytes ?? new Uint8Array())}`);
  return { ends, steps, bounded };
}

type Native = (...operands: Value[]) => Value | Value[] | undefined;

/** How V8 ends a call. @throws what is no trap. */
export function nativeEnd(run: () => string): string {
  try {
    return run();
  } catch (error) {
    if (error instanceof Error && error.name === 'RuntimeError') return `trapped: ${error.message}`;
    throw error;
  }
}

/** Results of an exported function as the interpreter's are written. */
export function nativeResults(result: Value | Value[] | undefined, types: readonly TypedValue['type'][]): string {
  const values = types.length === 0 ? [] : [result].flat();
  return `returned: ${types.map((type, at) => comparable({ type, value: fromHost(type, values[at] ?? 0) }))}`;
}

/** The same in V8, unmetered. */
export function nativeRun(made: RandomModule, calls: readonly PlannedCall[]): readonly string[] {
  let exports: Record<string, unknown>;
  try {
    ({ exports } = new WebAssembly.Instance(new WebAssembly.Module(made.wasm)));
  } catch (error) {
    if (error instanceof Error && error.name === 'RuntimeError') return [`start trapped: ${error.message}`];
    throw error;
  }
  const ends = calls.map(({ name, operands }) =>
    nativeEnd(() => {
      const type = made.calls.find((call) => call.name === name)?.type;
      return nativeResults((exports[name] as Native)(...operands.map(toHost)), type?.results ?? []);
    }),
  );
  const values = made.globals.map(({ name, type }) =>
    comparable({ type, value: fromHost(type, (exports[name] as WebAssembly.Global).value as Value) }),
  );
  const memory = new Uint8Array((exports.memory as WebAssembly.Memory).buffer);
  return [...ends, `globals: ${values}`, `memory: ${memoryDigest(memory)}`];
}
