/** A second opinion on what a contract's code does and what it costs: slow, and written to be read beside the specification
 *  (WebAssembly core 2.0, chapter 4). It shares nothing with the machine of the engine.
 *
 *  One operand stack, one stack of calls, and in each call a stack of labels. Fuel is taken by `fuel.ts`; NaN results of
 *  arithmetic are canonical. */

import { type Charges, calledType, chargesOf, type Prices } from './fuel.js';
import { LinearMemory } from './linearMemory.js';
import { operations } from './numeric.js';
import type { Instruction, ParsedFunction, ParsedModule } from './parser.js';
import { Trap, type TrapKind } from './trap.js';
import { fromHost, type TypedValue, toHost, type Value, zeroOf } from './values.js';

/** Frames of the reference's call stack. */
export const REFERENCE_DEPTH = 1_024;

export type HostFunction = (...operands: (number | bigint)[]) => number | bigint | undefined;

export interface Options {
  readonly prices: Prices;
  /** Calls that may be open at once. */
  readonly depth?: number;
  readonly host?: Readonly<Record<string, HostFunction>>;
}

export interface Outcome {
  readonly trap?: TrapKind;
  /** Fuel taken. */
  readonly used: number;
  readonly results: readonly TypedValue[];
  /** Instructions that ran. */
  readonly steps: number;
  /** Where it ended when it trapped, in the module's bytes. */
  readonly offset?: number;
}

interface Label {
  /** Of the operand stack where the block begins. */
  readonly height: number;
  readonly arity: number;
  /** Where a branch continues. */
  readonly target: number;
}

interface Call {
  readonly func: Loaded;
  readonly locals: Value[];
  readonly labels: Label[];
  readonly height: number;
  at: number;
}

type Handler = (run: Run, next: Instruction, call: Call) => void;

interface Loaded {
  readonly parsed: ParsedFunction;
  readonly charges: Charges;
  readonly handlers: readonly Handler[];
}

/** Memory, globals and table, which stay from call to call. */
export class Interpreter {
  readonly memory: LinearMemory | undefined;
  readonly globals: Value[];
  readonly table: (number | undefined)[];
  readonly functions: readonly Loaded[];

  constructor(
    readonly module: ParsedModule,
    readonly options: Options,
  ) {
    const { memory, table, elements, data } = module;
    this.memory = memory === undefined ? undefined : new LinearMemory(memory.minimum, memory.maximum);
    this.globals = module.globals.map(({ value }) => value);
    this.table = Array<number | undefined>(table ?? 0).fill(undefined);
    this.functions = module.functions.map((parsed) => {
      const charges = chargesOf(module, parsed, options.prices);
      return { parsed, charges, handlers: parsed.code.map(handlerOf) };
    });
    for (const { offset, functions } of elements) {
      if ((offset >>> 0) + functions.length > this.table.length) throw new Trap('table index is out of bounds');
      for (const [at, index] of functions.entries()) this.table[(offset >>> 0) + at] = index;
    }
    for (const { offset, bytes } of data) this.#memory.write(offset >>> 0, bytes);
  }

  get #memory(): LinearMemory {
    if (this.memory === undefined) throw new Error('the module has no memory');
    return this.memory;
  }

  /** Runs the start section on this fuel; nothing without one. */
  start(fuel: number, stack = Infinity): Outcome {
    return this.module.start === undefined
      ? { used: 0, results: [], steps: 0 }
      : this.#run(this.module.start, [], fuel, stack);
  }

  /** @param stack units of the stack (`Charges.frame`). @throws for a name that no exported function has. */
  call(name: string, operands: readonly Value[], fuel: number, stack = Infinity): Outcome {
    const found = this.module.exports.get(name);
    if (found?.kind !== 0) throw new Error(`no function ${name}`);
    return this.#run(found.index, operands, fuel, stack);
  }

  #run(index: number, operands: readonly Value[], fuel: number, stack: number): Outcome {
    const run = new Run(this, fuel, stack);
    const types = this.functions[index - this.module.imports.length]?.parsed.type.results ?? [];
    try {
      run.begin(index, operands);
    } catch (error) {
      if (!(error instanceof Trap)) throw error;
      const { offset } = run;
      return {
        trap: error.kind,
        used: fuel - run.fuel,
        results: [],
        steps: run.steps,
        ...(offset !== undefined && { offset }),
      };
    }
    const results = types.map((type, at) => ({ type, value: run.stack[at] ?? zeroOf(type) }));
    return { used: fuel - run.fuel, results, steps: run.steps };
  }
}

/** One call from outside until it ends. */
class Run {
  readonly stack: Value[] = [];
  readonly calls: Call[] = [];
  steps = 0;
  constructor(
    readonly machine: Interpreter,
    public fuel: number,
    /** Units of the stack that are left. */
    private room: number,
  ) {}

  get memory(): LinearMemory {
    const { memory } = this.machine;
    if (memory === undefined) throw new Error('the module has no memory');
    return memory;
  }

  /** Of the instruction that ran last. */
  get offset(): number | undefined {
    const call = this.calls.at(-1);
    return call?.func.parsed.code[call.at - 1]?.offset;
  }

  /** A charge that does not fit takes nothing. */
  take(fuel: number): void {
    this.need(fuel);
    this.fuel -= fuel;
  }

  need(fuel: number): void {
    if (fuel > this.fuel) throw new Trap('out of fuel');
  }

  pop(): Value {
    const value = this.stack.pop();
    if (value === undefined) throw new Error('the operand stack is empty');
    return value;
  }

  popNumber(): number {
    return this.pop() as number;
  }

  begin(index: number, operands: readonly Value[]): void {
    this.stack.push(...operands);
    this.enter(index);
    for (let call = this.calls.at(-1); call !== undefined; call = this.calls.at(-1)) {
      const next = call.func.parsed.code[call.at];
      const handler = call.func.handlers[call.at];
      if (next === undefined || handler === undefined) throw new Error('a function without an end');
      call.at++;
      this.steps++;
      handler(this, next, call);
    }
  }

  enter(index: number): void {
    const { module, functions, options } = this.machine;
    if (this.calls.length >= (options.depth ?? REFERENCE_DEPTH)) throw new Trap('stack overflow');
    if (index < module.imports.length) {
      this.#callHost(index);
      return;
    }
    const func = functions[index - module.imports.length];
    if (func === undefined) throw new Error(`no function ${index}`);
    if (func.charges.frame > this.room) throw new Trap('stack overflow');
    this.take(func.charges.entry);
    this.room -= func.charges.frame;
    const { type, locals } = func.parsed;
    const height = this.stack.length - type.parameters.length;
    this.calls.push({ func, locals: [...this.stack.splice(height), ...locals.map(zeroOf)], labels: [], height, at: 0 });
  }

  #callHost(index: number): void {
    const { module, options } = this.machine;
    const imported = module.imports[index];
    const host = imported === undefined ? undefined : options.host?.[imported.name];
    if (imported === undefined || host === undefined) throw new Error(`no host function for import ${index}`);
    const { parameters, results } = imported.type;
    const operands = this.stack.splice(this.stack.length - parameters.length);
    const result = host(...parameters.map((type, at) => toHost({ type, value: operands[at] ?? 0 })));
    const [type] = results;
    if (type !== undefined && result !== undefined) this.stack.push(fromHost(type, result));
  }

  leave(call: Call): void {
    this.#keep(call.func.parsed.type.results.length, call.height);
    this.calls.pop();
    this.room += call.func.charges.frame;
  }

  branch(call: Call, depth: number): void {
    const label = call.labels[call.labels.length - 1 - depth];
    if (label === undefined) {
      this.leave(call);
      return;
    }
    this.#keep(label.arity, label.height);
    call.labels.length -= depth + 1;
    call.at = label.target;
  }

  /** Drops what lies between a height and the uppermost values. */
  #keep(count: number, height: number): void {
    if (this.stack.length > height + count) this.stack.splice(height, this.stack.length - height - count);
  }

  /** Takes the price of the site at the instruction that runs. */
  site(call: Call, at: number): void {
    this.take(call.func.charges.sites.get(at) ?? 0);
  }
}

function open(run: Run, next: Instruction, call: Call, target: number, arity: number): void {
  call.labels.push({ height: run.stack.length - next.type.parameters.length, arity, target });
}

const control: Readonly<Record<string, Handler>> = {
  nop: () => {},
  unreachable: () => {
    throw new Trap('unreachable');
  },
  block: (run, next, call) => open(run, next, call, next.end + 1, next.type.results.length),
  // A branch to a loop runs its header again, which opens the label again and takes fuel again.
  loop: (run, next, call) => {
    run.site(call, call.at - 1);
    open(run, next, call, call.at - 1, next.type.parameters.length);
  },
  if: (run, next, call) => {
    const condition = run.popNumber();
    if (condition === 0 && next.otherwise < 0) {
      call.at = next.end + 1;
      return;
    }
    const first = call.at - 1;
    if (condition === 0) call.at = next.otherwise + 1;
    run.site(call, condition === 0 ? next.otherwise : first);
    open(run, next, call, next.end + 1, next.type.results.length);
  },
  // Reached from the end of the first part only.
  else: (_, next, call) => {
    call.at = next.end;
  },
  end: (run, _, call) => {
    if (call.labels.pop() === undefined) run.leave(call);
  },
  br: (run, next, call) => run.branch(call, next.index),
  br_if: (run, next, call) => {
    if (run.popNumber() !== 0) run.branch(call, next.index);
  },
  br_table: (run, { labels }, call) => {
    const chosen = run.popNumber() >>> 0;
    run.branch(call, labels[Math.min(chosen, labels.length - 1)] ?? 0);
  },
  return: (run, _, call) => run.leave(call),
  call: (run, next) => run.enter(next.index),
  call_indirect: (run, next) => {
    const { table, module, functions } = run.machine;
    const at = run.popNumber() >>> 0;
    if (at >= table.length) throw new Trap('table index is out of bounds');
    const index = table[at];
    const wanted = calledType(module, next);
    const type =
      index === undefined
        ? undefined
        : (module.imports[index]?.type ?? functions[index - module.imports.length]?.parsed.type);
    if (
      index === undefined ||
      type === undefined ||
      `${type.parameters}:${type.results}` !== `${wanted.parameters}:${wanted.results}`
    )
      throw new Trap('null function or function signature mismatch');
    run.enter(index);
  },
};

const variables: Readonly<Record<string, Handler>> = {
  drop: (run) => {
    run.pop();
  },
  select: (run) => {
    const condition = run.popNumber();
    const second = run.pop();
    const first = run.pop();
    run.stack.push(condition === 0 ? second : first);
  },
  'local.get': (run, { index }, { locals }) => run.stack.push(locals[index] ?? 0),
  'local.set': (run, { index }, { locals }) => {
    locals[index] = run.pop();
  },
  'local.tee': (run, { index }, { locals }) => {
    locals[index] = run.stack.at(-1) ?? 0;
  },
  'global.get': (run, { index }) => run.stack.push(run.machine.globals[index] ?? 0),
  'global.set': (run, { index }) => {
    run.machine.globals[index] = run.pop();
  },
};

/** Bytes that one unit of fuel copies or fills. */
const BYTES_PER_FUEL = 64;
/** More cannot be asked for, so nothing is charged. */
const MOST_PAGES = 65_536;

const memories: Readonly<Record<string, Handler>> = {
  'memory.size': (run) => run.stack.push(run.memory.pages),
  'memory.grow': (run) => {
    const pages = run.popNumber() >>> 0;
    if (pages > MOST_PAGES) {
      run.stack.push(-1);
      return;
    }
    const { module, options } = run.machine;
    const isFirst = pages > 0 && run.memory.pages === module.memory?.minimum;
    const fuel = pages * options.prices.growPage + (isFirst ? run.memory.pages * options.prices.lostPage : 0);
    run.need(fuel);
    const before = run.memory.grow(pages);
    if (before >= 0) run.take(fuel);
    run.stack.push(before);
  },
  'memory.copy': (run) => {
    const [length, from, to] = [run.popNumber() >>> 0, run.popNumber() >>> 0, run.popNumber() >>> 0];
    const fuel = Math.floor(length / BYTES_PER_FUEL);
    run.need(fuel);
    run.memory.copy(to, from, length);
    run.take(fuel);
  },
  'memory.fill': (run) => {
    const [length, value, to] = [run.popNumber() >>> 0, run.popNumber(), run.popNumber() >>> 0];
    const fuel = Math.floor(length / BYTES_PER_FUEL);
    run.need(fuel);
    run.memory.fill(to, value, length);
    run.take(fuel);
  },
};

const load: Handler = (run, { name, index }) => run.stack.push(run.memory.load(name, run.popNumber(), index));
const store: Handler = (run, { name, index }) => {
  const value = run.pop();
  run.memory.store(name, run.popNumber(), index, value);
};
const constant: Handler = (run, { value }) => run.stack.push(value);

function handlerOf({ name, kind }: Instruction): Handler {
  const special = control[name] ?? variables[name] ?? memories[name];
  if (special !== undefined) return special;
  if (kind.immediate === 'access') return name.includes('load') ? load : store;
  if (name.endsWith('.const')) return constant;
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`${name} is not interpreted`);
  const isUnary = kind.type?.parameters.length === 1;
  return (run) => {
    const last = run.pop();
    run.stack.push(operation(isUnary ? last : run.pop(), last));
  };
}
