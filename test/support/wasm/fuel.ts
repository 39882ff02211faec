/** What code costs, counted a second time and slowly: the rule of the reference's engine (wasmi 0.31 with all prices 1), and where
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
}

export const referencePrices: Prices = { reinterpret: 0, branchIfToFunction: 0, access: 1, bulk: 0, grow: 0 };

/** Loads and stores cost more where the data may lie outside of the processor's cache. */
const CHEAP_PAGES = 16;

export const nativePrices = (module: ParsedModule): Prices => ({
  reinterpret: 1,
  branchIfToFunction: 1,
  access: (module.memory?.maximum ?? 65_536) > CHEAP_PAGES ? 2 : 1,
  bulk: 64,
  grow: 2_000,
});

export interface Charges {
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

/** Walks through one function and keeps what is on the operand stack as a number of values. */
class Walk {
  readonly sites = new Map<number, Site>();
  readonly entry: Site;
  readonly #frames: Frame[];
  readonly #locals: number;
  #height = 0;
  #reachable = true;

  constructor(
    readonly module: ParsedModule,
    readonly prices: Prices,
    func: ParsedFunction,
  ) {
    this.#locals = func.type.parameters.length + func.locals.length;
    this.entry = { cost: 1 + eighth(this.#locals) };
    this.#frames = [{ opener: undefined, height: 0, type: func.type, reachable: true, site: this.entry }];
    for (const [at, next] of func.code.entries()) this.#step(at, next);
  }

  get #frame(): Frame {
    const frame = this.#frames.at(-1);
    if (frame === undefined) throw new Error('code after the end of a function');
    return frame;
  }

  #step(at: number, next: Instruction): void {
    if (next.kind.immediate === 'block') this.#open(at, next);
    else if (next.name === 'else') this.#otherwise(at);
    else if (next.name === 'end') this.#close();
    else if (this.#reachable) {
      this.#frame.site.cost += this.#cost(next);
      this.#height += this.#change(next);
      this.#reachable = !['unreachable', 'br', 'br_table', 'return'].includes(next.name);
    }
  }

  #open(at: number, next: Instruction): void {
    const { site: outer } = this.#frame;
    const site = next.name === 'block' || !this.#reachable ? outer : { cost: 1 };
    if (this.#reachable && next.name === 'if') {
      outer.cost += 1;
      this.#height -= 1;
    }
    if (site !== outer) this.sites.set(at, site);
    const height = this.#height - next.type.parameters.length;
    this.#frames.push({ opener: next, height, type: next.type, reachable: this.#reachable, site });
  }

  #otherwise(at: number): void {
    const frame = this.#frame;
    if (!frame.reachable) return;
    const outer = this.#frames.at(-2);
    // The jump over the second part is charged where the first one ends: to the site around the `if`.
    if (this.#reachable && outer !== undefined) outer.site.cost += 1;
    frame.site = { cost: 1 };
    this.sites.set(at, frame.site);
    this.#height = frame.height + frame.type.parameters.length;
    this.#reachable = true;
  }

  #close(): void {
    const frame = this.#frame;
    if (frame.opener === undefined && this.#reachable) frame.site.cost += this.#branch(this.#frames.length - 1);
    this.#frames.pop();
    this.#reachable = frame.reachable;
    this.#height = frame.height + frame.type.results.length;
  }

  /** What a branch to a label costs: one, and more when many values are moved because others below them are dropped.
   *  @param taken operands of the branch itself, which are gone by then. */
  #branch(label: number, taken = 0): number {
    const frame = this.#frames[this.#frames.length - 1 - label];
    if (frame === undefined) throw new Error(`no label ${label}`);
    const kept = (frame.opener?.name === 'loop' ? frame.type.parameters : frame.type.results).length;
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

  /** By how much the operand stack grows. */
  #change(next: Instruction): number {
    const { kind } = next;
    if (kind.type !== undefined) return kind.type.results.length - kind.type.parameters.length;
    if (next.name === 'call' || next.name === 'call_indirect') {
      const type = calledType(this.module, next);
      return type.results.length - type.parameters.length - (next.name === 'call_indirect' ? 1 : 0);
    }
    const changes: Readonly<Record<string, number>> = {
      'local.get': 1,
      'global.get': 1,
      'local.set': -1,
      'global.set': -1,
      drop: -1,
      br_if: -1,
      select: -2,
    };
    return changes[next.name] ?? 0;
  }
}

export function calledType(module: ParsedModule, next: Instruction): FunctionType {
  const own = module.functions[next.index - module.imports.length];
  const type =
    next.name === 'call_indirect' ? module.types[next.index] : (module.imports[next.index]?.type ?? own?.type);
  if (type === undefined) throw new Error(`no type of the call at ${next.offset}`);
  return type;
}

export function chargesOf(module: ParsedModule, func: ParsedFunction, prices: Prices): Charges {
  const walk = new Walk(module, prices, func);
  return { entry: walk.entry.cost, sites: new Map([...walk.sites].map(([at, { cost }]) => [at, cost])) };
}
