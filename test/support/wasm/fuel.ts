/** What code costs in fuel and on the stack, counted a second time and slowly: the rule of the reference's engine (wasmi 0.31 with all prices 1), and where
 *  the native prices differ from it.
 *
 *  Fuel is taken at four kinds of sites: a function's entry, a loop's header, the two parts of an `if`. Each site takes for the
 *  instructions that belong to it, whether or not they are reached. Code that follows an inner `end` belongs to the outer site. */

import type { FunctionType, Instruction, ParsedFunction, ParsedModule } from './parser.js';

export interface Prices {
  readonly reinterpret: number;
  readonly branchIfToFunction: number;
  readonly access: number;
  /** Beside the price of an ordinary instruction. */
  readonly bulk: number;
  readonly grow: number;
  /** A page that is added; a page that the memory began with, when it grows for the first time. */
  readonly growPage: number;
  readonly lostPage: number;
}

export const referencePrices: Prices = {
  reinterpret: 0,
  branchIfToFunction: 0,
  access: 1,
  bulk: 0,
  grow: 0,
  growPage: 1_024,
  lostPage: 0,
};

/** Loads and stores cost more where the data may lie outside of the processor's cache. */
const CHEAP_PAGES = 16;

export const nativePrices = (module: ParsedModule): Prices => ({
  reinterpret: 1,
  branchIfToFunction: 1,
  access: (module.memory?.maximum ?? 65_536) > CHEAP_PAGES ? 2 : 1,
  bulk: 64,
  grow: 2_000,
  growPage: 10_000,
  lostPage: 10_000,
});

/** A frame takes at least this, so that no more than 1,024 of them fit. */
const LEAST_FRAME = 64;
/** What a frame takes beside what its code has in it. */
const FRAME_BASE = 16;

export interface Charges {
  /** What a call of the function takes of the stack: one for each local, value of the highest operand stack, instruction whose
   *  result a compiler may keep across a call (reached or not), result, and parameter or result of the widest call in it. */
  readonly frame: number;
  readonly entry: number;
  /** By the position of a `loop`, an `if` (its first part) or an `else`. */
  readonly sites: ReadonlyMap<number, number>;
}

interface Site {
  cost: number;
}

interface Frame {
  readonly opener: Instruction | undefined;
  /** Operands below those that it takes. */
  readonly height: number;
  readonly type: FunctionType;
  readonly reachable: boolean;
  site: Site;
}

const eighth = (count: number): number => Math.floor(count / 8);

const NEVER_BACK: ReadonlySet<string> = new Set(['unreachable', 'br', 'br_table', 'return']);

/** Instructions that leave a new value, those apart whose type is fixed. */
const MORE_RESULTS: ReadonlySet<string> = new Set(['select', 'global.get']);

/** Walks through one function and keeps what is on the operand stack as a number of values. */
class Walk {
  readonly sites = new Map<number, Site>();
  readonly entry: Site;
  readonly #frames: Frame[];
  readonly #locals: number;
  readonly #returned: number;
  #results = 0;
  /** Parameters and results of the widest call. */
  #outgoing = 0;
  #highest = 0;
  #height = 0;
  #reachable = true;

  constructor(
    readonly module: ParsedModule,
    readonly prices: Prices,
    func: ParsedFunction,
  ) {
    this.#locals = func.type.parameters.length + func.locals.length;
    this.#returned = func.type.results.length;
    this.entry = { cost: 1 + eighth(this.#locals) };
    this.#frames = [{ opener: undefined, height: 0, type: func.type, reachable: true, site: this.entry }];
    for (const [at, next] of func.code.entries()) this.#step(at, next);
  }

  get frameUnits(): number {
    const values = this.#locals + this.#highest + this.#results + this.#outgoing + this.#returned;
    return Math.max(LEAST_FRAME, FRAME_BASE + values);
  }

  get #frame(): Frame {
    const frame = this.#frames.at(-1);
    if (frame === undefined) throw new Error('code after the end of a function');
    return frame;
  }

  /** In dead code there may be fewer values than are taken. */
  #move(taken: number, left: number): void {
    this.#height = Math.max(this.#frame.height, this.#height - taken) + left;
    if (left > 0) this.#highest = Math.max(this.#highest, this.#height);
  }

  #step(at: number, next: Instruction): void {
    const { name, kind } = next;
    if (kind.immediate === 'block') this.#open(at, next);
    else if (name === 'else') this.#otherwise(at);
    else if (name === 'end') this.#close();
    else {
      if (this.#reachable) this.#frame.site.cost += this.#cost(next);
      this.#move(...this.#effect(next));
      if (MORE_RESULTS.has(name) || (kind.type?.results.length && !name.endsWith('.const'))) this.#results++;
      if (NEVER_BACK.has(name)) {
        this.#reachable = false;
        this.#height = this.#frame.height;
      }
    }
  }

  #open(at: number, next: Instruction): void {
    const { site: outer } = this.#frame;
    const { parameters } = next.type;
    const site = next.name === 'block' || !this.#reachable ? outer : { cost: 1 };
    if (next.name === 'if') {
      if (this.#reachable) outer.cost += 1;
      this.#move(1, 0);
    }
    if (site !== outer) this.sites.set(at, site);
    this.#move(parameters.length, 0);
    this.#frames.push({ opener: next, height: this.#height, type: next.type, reachable: this.#reachable, site });
    this.#move(0, parameters.length);
  }

  #otherwise(at: number): void {
    const frame = this.#frame;
    const outer = this.#frames.at(-2);
    this.#height = frame.height;
    this.#move(0, frame.type.parameters.length);
    if (!frame.reachable) return;
    // The jump over the second part is charged where the first one ends: to the site around the `if`.
    if (this.#reachable && outer !== undefined) outer.site.cost += 1;
    frame.site = { cost: 1 };
    this.sites.set(at, frame.site);
    this.#reachable = true;
  }

  #close(): void {
    const frame = this.#frame;
    const label = this.#frames.length - 1;
    if (label === 0 && this.#reachable) frame.site.cost += this.#branch(0);
    this.#frames.pop();
    if (label === 0) return;
    this.#reachable = frame.reachable;
    this.#height = frame.height;
    this.#move(0, frame.type.results.length);
  }

  /** What a branch to a label costs: one, and more when many values are moved because others below them are dropped.
   *  @param taken operands of the branch itself, which are gone by then. */
  #branch(label: number, taken = 0): number {
    const frame = this.#frames[this.#frames.length - 1 - label];
    if (frame === undefined) throw new Error(`no label ${label}`);
    const kept = this.#carried(label);
    const dropped = this.#height - taken - frame.height - kept + (frame.opener === undefined ? this.#locals : 0);
    return 1 + (dropped > 0 ? eighth(kept) : 0);
  }

  #cost(next: Instruction): number {
    const { prices } = this;
    const toFunction = this.#frames.length - 1;
    switch (next.name) {
      case 'nop':
        return 0;
      case 'br':
        return this.#branch(next.index);
      case 'return':
        return this.#branch(toFunction);
      case 'br_if':
        return next.index === toFunction ? prices.branchIfToFunction : this.#branch(next.index, 1);
      case 'br_table':
        return Math.max(...next.labels.map((label) => this.#branch(label, 1)));
      case 'memory.copy':
      case 'memory.fill':
        return 1 + prices.bulk;
      case 'memory.grow':
        return 1 + prices.grow;
      default:
        if (next.name.includes('reinterpret')) return prices.reinterpret;
        return next.kind.immediate === 'access' ? prices.access : 1;
    }
  }

  /** How many values an instruction takes and leaves. A branch takes what it carries; br_if leaves it, too. */
  #effect(next: Instruction): [taken: number, left: number] {
    const { kind, name } = next;
    if (kind.type !== undefined) return [kind.type.parameters.length, kind.type.results.length];
    if (name === 'call' || name === 'call_indirect') {
      const type = calledType(this.module, next);
      this.#outgoing = Math.max(this.#outgoing, type.parameters.length + type.results.length);
      return [type.parameters.length + (name === 'call_indirect' ? 1 : 0), type.results.length];
    }
    if (name === 'br_if') {
      this.#move(1, 0);
      const carried = this.#carried(next.index);
      return [carried, carried];
    }
    return EFFECTS[name] ?? [0, 0];
  }

  /** Values that a branch to a label keeps. */
  #carried(label: number): number {
    const frame = this.#frames[this.#frames.length - 1 - label];
    if (frame === undefined) throw new Error(`no label ${label}`);
    return (frame.opener?.name === 'loop' ? frame.type.parameters : frame.type.results).length;
  }
}

const EFFECTS: Readonly<Record<string, [number, number]>> = {
  'local.get': [0, 1],
  'local.set': [1, 0],
  'local.tee': [1, 1],
  'global.get': [0, 1],
  'global.set': [1, 0],
  drop: [1, 0],
  select: [3, 1],
};

export function calledType(module: ParsedModule, next: Instruction): FunctionType {
  const own = module.functions[next.index - module.imports.length];
  const type =
    next.name === 'call_indirect' ? module.types[next.index] : (module.imports[next.index]?.type ?? own?.type);
  if (type === undefined) throw new Error(`no type of the call at ${next.offset}`);
  return type;
}

export function chargesOf(module: ParsedModule, func: ParsedFunction, prices: Prices): Charges {
  const walk = new Walk(module, prices, func);
  return {
    frame: walk.frameUnits,
    entry: walk.entry.cost,
    sites: new Map([...walk.sites].map(([at, { cost }]) => [at, cost])),
  };
}
