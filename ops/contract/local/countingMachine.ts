/** The node's machine with counters in the contracts that it runs: fuel by function, and which stretches of code never ran. */

import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import type { AskHost } from '../../../engine/vm/component/binding.js';
import type { CompiledContract, ComponentLink } from '../../../engine/vm/contractModule.js';
import type { ContractInstance } from '../../../engine/vm/instance.js';
import { Machine } from '../../../engine/vm/machine.js';
import type { ContractScene } from '../../../engine/vm/scene.js';
import { type BuiltContract, placeText } from '../build.js';
import { type CountedModule, countedModule, counterName, type Site } from './countedModule.js';
import { runTraced, type TracedOutcome } from './failure.js';
import type { MethodRunner } from './performCall.js';
import { SecondOpinion, type Told } from './secondOpinion.js';

interface Counted extends CountedModule {
  readonly built: BuiltContract;
  /** Times that each site ran, over all calls. */
  readonly counts: number[];
}

/** Calls of a method and what they cost, instantiation and host functions included. */
export interface MethodFuel {
  readonly contract: string;
  readonly method: string;
  readonly calls: number;
  readonly least: number;
  readonly most: number;
  readonly sum: number;
}

export interface FunctionFuel {
  readonly contract: string;
  readonly name: string;
  /** Over all calls, host functions not included. */
  readonly fuel: number;
}

export interface Coverage {
  readonly contract: string;
  /** Stretches of the author's code that the compiler has left: functions, loops, arms of branches. */
  readonly stretches: number;
  readonly ran: number;
  /** Where those that never ran begin. */
  readonly missed: readonly string[];
}

/** Calls of a component whose results jco's code was asked for too. */
export interface Opinion {
  readonly contract: string;
  readonly calls: number;
  /** Why there is none. */
  readonly missing: string | undefined;
}

export class CountingMachine extends Machine implements MethodRunner {
  readonly #opinions = new Map<ComponentLink, { readonly name: string; readonly opinion: SecondOpinion | Refusal }>();
  /** What the component that runs has asked; undefined when nobody listens. */
  #told: Told[] | undefined;
  readonly #counted = new Map<CompiledContract, Counted>();
  readonly #methods = new Map<string, MethodFuel>();
  #running: Counted | undefined;

  /** Takes in a contract. @returns the code to run. */
  add(built: BuiltContract): CompiledContract {
    const counted = countedModule(built.wasm, built.prices);
    if (isRefusal(counted)) return built.code;
    const code = { ...built.code, module: counted.module };
    this.#counted.set(code, { ...counted, built, counts: new Array<number>(counted.sites.length).fill(0) });
    return code;
  }

  /** Gives a component a second opinion. */
  addOpinion({ name, code }: BuiltContract, opinion: SecondOpinion | Refusal): void {
    if (code.component) this.#opinions.set(code.component, { name, opinion });
  }

  /** @throws Error when the second opinion is another one. */
  override run(code: CompiledContract, method: string, fuel: number, scene: ContractScene): TracedOutcome {
    const counted = this.#counted.get(code);
    const opinion = code.component && this.#opinions.get(code.component)?.opinion;
    const told: Told[] = [];
    this.#running = counted;
    this.#told = opinion instanceof SecondOpinion ? told : undefined;
    const outcome = counted
      ? runTraced(counted.built, counted.copied, method, scene, (noted, places) =>
          super.run(code, method, fuel, noted, places),
        )
      : super.run(code, method, fuel, scene);
    if (counted) this.#note(counted.built.name, method, outcome.gasUsed);
    const difference = opinion instanceof SecondOpinion ? opinion.compare(method, scene, told) : undefined;
    if (difference !== undefined) throw new Error(`the second opinion on ${method} differs: ${difference}`);
    return outcome;
  }

  protected override hostOf(scene: ContractScene): AskHost {
    const ask = super.hostOf(scene);
    const told = this.#told;
    if (!told) return ask;
    return (name, values) => {
      const answer = ask(name, values);
      told.push({ name, values, answer });
      return answer;
    };
  }

  opinions(): readonly Opinion[] {
    return [...this.#opinions.values()].map(({ name, opinion }) =>
      opinion instanceof SecondOpinion
        ? { contract: name, calls: opinion.calls, missing: undefined }
        : { contract: name, calls: 0, missing: opinion.message },
    );
  }

  protected override ended(instance: ContractInstance): void {
    const { counts } = this.#running ?? { counts: [] };
    for (let site = 0; site < counts.length; site++) {
      const counter = instance.export(counterName(site)) as WebAssembly.Global;
      counts[site] = (counts[site] as number) + counter.value;
      // The instance may serve another call.
      counter.value = 0;
    }
  }

  #note(contract: string, method: string, fuel: number): void {
    const key = `${contract} ${method}`;
    const before = this.#methods.get(key);
    this.#methods.set(key, {
      ...{ contract, method, calls: (before?.calls ?? 0) + 1, sum: (before?.sum ?? 0) + fuel },
      least: Math.min(before?.least ?? fuel, fuel),
      most: Math.max(before?.most ?? fuel, fuel),
    });
  }

  methods(): readonly MethodFuel[] {
    return [...this.#methods.values()];
  }

  /** The functions that took most, of all contracts; those of one name and contract together. */
  functions(): readonly FunctionFuel[] {
    const found = new Map<string, FunctionFuel>();
    for (const { built, sites, counts } of this.#counted.values())
      sites.forEach(({ function: index, fuel: each }, site) => {
        const name = built.places.nameOf(index) ?? `function ${index}`;
        const key = `${built.name} ${name}`;
        const fuel = (found.get(key)?.fuel ?? 0) + each * (counts[site] as number);
        found.set(key, { contract: built.name, name, fuel });
      });
    return [...found.values()].filter(({ fuel }) => fuel > 0).sort((a, b) => b.fuel - a.fuel);
  }

  /** A stretch that is in several places of the module, because its function was inlined, ran when one of them did. */
  coverage(): readonly Coverage[] {
    const stretches = new Map<string, Map<string, boolean>>();
    for (const { built, sites, counts } of this.#counted.values()) {
      const own = stretches.get(built.name) ?? new Map<string, boolean>();
      stretches.set(built.name, own);
      sites.forEach((counted, site) => {
        const place = nameOf(built, counted);
        if (!place.startsWith('~lib/')) own.set(place, own.get(place) === true || (counts[site] as number) > 0);
      });
    }
    return [...stretches].map(([contract, places]) => {
      const missed = [...places].filter(([, ran]) => !ran).map(([place]) => place);
      return { contract, stretches: places.size, ran: places.size - missed.length, missed };
    });
  }
}

/** How coverage names a stretch: a function by its name, because its first line may be one of an inlined function. */
function nameOf(built: BuiltContract, { function: index, offset, isFunction }: Site): string {
  const name = built.places.nameOf(index);
  if (isFunction && name !== undefined) return name;
  return placeText(built, { function: index, offset, ...(name === undefined ? {} : { name }) });
}
