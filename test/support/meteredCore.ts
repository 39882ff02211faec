/** An instance of a component's metered core module, as the machine makes it of a plain contract's. */

import type { Stop } from '../../engine/vm/instance.js';
import { STACK_UNITS } from '../../engine/vm/limits.js';
import { added, status } from '../../engine/vm/meter/additions.js';

/** Pages that a core module may have. */
const PAGES = 32;

export class MeteredCore {
  readonly instance: WebAssembly.Instance;
  readonly memory: WebAssembly.Memory;

  /** @param metered what `prepareModule` made of a core module whose memory begins with `pages` pages. */
  constructor(
    metered: Uint8Array<ArrayBuffer>,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
    fuel: number,
    pages = 1,
  ) {
    this.memory = new WebAssembly.Memory({ initial: pages, maximum: PAGES });
    this.instance = new WebAssembly.Instance(new WebAssembly.Module(metered), {
      ...imports,
      [added.module]: { memory: this.memory },
    });
    this.#global(added.stack).value = STACK_UNITS;
    this.fuel = fuel;
  }

  #global(name: string): WebAssembly.Global {
    return this.instance.exports[name] as WebAssembly.Global;
  }

  get fuel(): number {
    return this.#global(added.fuel).value;
  }

  set fuel(fuel: number) {
    this.#global(added.fuel).value = fuel;
  }

  export(name: string): unknown {
    return this.instance.exports[name];
  }

  run(name: string, ...values: unknown[]): { readonly stop: Stop; readonly result: unknown } {
    const run = this.export(name) as (...values: unknown[]) => unknown;
    try {
      return { stop: { why: 'done' }, result: run(...values) };
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) return { stop: { why: 'host', error }, result: undefined };
      const why = this.#global(added.status).value;
      if (why === status.outOfFuel) return { stop: { why: 'out_of_fuel', error }, result: undefined };
      if (why === status.outOfStack) return { stop: { why: 'out_of_stack', error }, result: undefined };
      return { stop: { why: 'trap', trap: error.message, error }, result: undefined };
    }
  }
}
