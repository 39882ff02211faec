/** The second opinion on an author's own component: each call that the node's machine has run is run twice more with the answers that
 *  its host gave, by the node's code and by the code that jco generates. They must ask the same, answer the same and take the same
 *  fuel.
 *
 *  Both count by the prices of the reference: these know no price of a copy, which the generated code could not charge. */

import { isDeepStrictEqual } from 'node:util';
import { utf8Text } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import type { AskHost, ComponentAnswer } from '../../../engine/vm/component/binding.js';
import { ComponentCall, componentImports } from '../../../engine/vm/component/componentCall.js';
import { type ComponentModule, prepareComponent } from '../../../engine/vm/component/prepareComponent.js';
import type { WitValue } from '../../../engine/vm/component/witType.js';
import type { HostFunctionName } from '../../../engine/vm/component/world.js';
import { HostFrame } from '../../../engine/vm/host/hostFrame.js';
import { ContractInstance } from '../../../engine/vm/instance.js';
import { STACK_UNITS } from '../../../engine/vm/limits.js';
import { added } from '../../../engine/vm/meter/additions.js';
import { MAX_CALL_FUEL, referencePrices } from '../../../engine/vm/prices.js';
import type { ContractScene } from '../../../engine/vm/scene.js';
import { buildComponent } from '../component.js';
import { ComponentGlue } from '../componentGlue.js';

type Values = { readonly [parameter: string]: WitValue };

/** What a component asked, and what it was told. */
export interface Told {
  readonly name: HostFunctionName;
  readonly values: Values;
  readonly answer: WitValue;
}

/** A component has asked something else than in the call that is repeated. */
class AskedOtherwise extends Error {}

/** Gives the answers of another call again. */
class Replay {
  #next = 0;

  constructor(private readonly told: readonly Told[]) {}

  get isAtEnd(): boolean {
    return this.#next === this.told.length;
  }

  readonly ask: AskHost = (name, values) => {
    const expected = this.told[this.#next++];
    if (expected?.name !== name || !isDeepStrictEqual(expected.values, values))
      throw new AskedOtherwise(`question ${this.#next} is ${name}, and was ${expected?.name ?? 'none'}`);
    return expected.answer;
  };
}

interface Ran {
  readonly answer: ComponentAnswer;
  readonly fuel: number;
}

export class SecondOpinion {
  readonly #module: WebAssembly.Module;
  /** Calls that were compared. */
  calls = 0;

  private constructor(
    private readonly code: ComponentModule,
    private readonly glue: ComponentGlue,
  ) {
    this.#module = new WebAssembly.Module(code.metered);
  }

  /** @param core the component's core module. A component is made of it here: no other's generated code runs.
   *  @returns a refusal when the tool is not installed. */
  static async load(core: Uint8Array): Promise<SecondOpinion | Refusal> {
    const component = await buildComponent(core);
    if (isRefusal(component)) return component;
    const code = prepareComponent(component, referencePrices);
    if (isRefusal(code)) return code;
    const glue = await ComponentGlue.load(component);
    return isRefusal(glue) ? glue : new SecondOpinion(code, glue);
  }

  /** @param told all that the host was asked in the call, in order.
   *  @returns how the two differ; undefined when they agree, and for a call that came to no answer. */
  compare(method: string, scene: ContractScene, told: readonly Told[]): string | undefined {
    const own = this.#runOwn(method, scene, new Replay(told));
    if (!own) return undefined;
    this.calls++;
    const replay = new Replay(told);
    try {
      const other = this.#runGlue(method, scene, replay);
      if (!isDeepStrictEqual(other.answer, own.answer))
        return `the answer is ${JSON.stringify(own.answer)}, and ${JSON.stringify(other.answer)} in the code of jco`;
      if (other.fuel !== own.fuel) return `the fuel is ${own.fuel}, and ${other.fuel} in the code of jco`;
      return replay.isAtEnd ? undefined : 'the code of jco asks the host less often';
    } catch (error) {
      return `the code of jco fails: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  #memory(): WebAssembly.Memory {
    const { minimum, maximum } = this.code.memory;
    return new WebAssembly.Memory({ initial: minimum, maximum });
  }

  /** @returns undefined for a call that trapped, or ran out of the fuel that it had. */
  #runOwn(method: string, scene: ContractScene, replay: Replay): Ran | undefined {
    const { component } = this.code;
    const others = componentImports(component.imports, () => call);
    const instance: ContractInstance = new ContractInstance(this.code, this.#module, this.#memory(), {}, others);
    instance.fuel = MAX_CALL_FUEL;
    const frame = new HostFrame(instance, scene, referencePrices);
    const call: ComponentCall = new ComponentCall(component, instance, frame, replay.ask);
    const { answer } = call.run(method);
    return answer && { answer, fuel: MAX_CALL_FUEL - instance.fuel };
  }

  #runGlue(method: string, scene: ContractScene, replay: Replay): Ran {
    let fuel: WebAssembly.Global | undefined;
    const answer = this.glue.call(replay.ask, method, utf8Text(scene.args), (_, imports) => {
      const instance = new WebAssembly.Instance(this.#module, {
        ...imports,
        [added.module]: { memory: this.#memory() },
      });
      (instance.exports[added.stack] as WebAssembly.Global).value = STACK_UNITS;
      fuel = instance.exports[added.fuel] as WebAssembly.Global;
      fuel.value = MAX_CALL_FUEL;
      return instance;
    });
    return { answer, fuel: MAX_CALL_FUEL - (fuel?.value ?? 0) };
  }
}
