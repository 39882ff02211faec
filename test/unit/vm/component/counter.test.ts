/** A component from a compiler: built, taken apart, metered and called by own code and by jco's. */

import { beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { askScene } from '../../../../engine/vm/component/askScene.js';
import { ComponentCall, componentImports } from '../../../../engine/vm/component/componentCall.js';
import { type ComponentModule, prepareComponent } from '../../../../engine/vm/component/prepareComponent.js';
import { HostFrame } from '../../../../engine/vm/host/hostFrame.js';
import { referencePrices } from '../../../../engine/vm/prices.js';
import type { ContractScene } from '../../../../engine/vm/scene.js';
import { ComponentGlue } from '../../../../ops/contract/componentGlue.js';
import { bareScene } from '../../../support/bareScene.js';
import { counterCore } from '../../../support/counterCore.js';
import { MeteredCore } from '../../../support/meteredCore.js';
import { built } from '../../../support/smallCores.js';

const FUEL = 10_000_000;

/** A scene with storage and events, which outlives calls. */
function keptScene(): {
  readonly scene: ContractScene;
  readonly stored: Map<string, Uint8Array>;
  readonly events: string[];
} {
  const stored = new Map<string, Uint8Array>();
  const events: string[] = [];
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
  const scene: ContractScene = {
    ...bareScene,
    caller: 'rouge1someone',
    height: 9,
    args: new Uint8Array(Buffer.from('{"of":"ä"}', 'utf8')),
    readStorage: (key) => stored.get(text(key)),
    writeStorage: (key, value) => void stored.set(text(key), value),
    emit: (topic, data) => void events.push(`${topic} ${data}`),
  };
  return { scene, stored, events };
}

describe('a counter in AssemblyScript', () => {
  let code: ComponentModule;
  let glue: ComponentGlue;

  beforeAll(async () => {
    const component = await built(await counterCore());
    const prepared = prepareComponent(component, referencePrices);
    const loaded = await ComponentGlue.load(component);
    if (isRefusal(prepared) || isRefusal(loaded)) throw new Error('the counter cannot be prepared');
    [code, glue] = [prepared, loaded];
  });

  function runOwn(scene: ContractScene, method: string) {
    const instance: MeteredCore = new MeteredCore(
      code.metered,
      componentImports(code.component.imports, () => call),
      FUEL,
    );
    const call: ComponentCall = new ComponentCall(
      code.component,
      instance,
      new HostFrame(instance, scene, referencePrices),
    );
    const { answer } = call.run(method);
    return { answer, used: FUEL - instance.fuel };
  }

  function runGlue(scene: ContractScene, method: string) {
    let used = 0;
    let instance: MeteredCore | undefined;
    const answer = glue.call(askScene(scene), method, Buffer.from(scene.args).toString('utf8'), (_, imports) => {
      instance = new MeteredCore(code.metered, imports, FUEL);
      return instance.instance;
    });
    if (instance) used = FUEL - instance.fuel;
    return { answer, used };
  }

  it('counts, by own code as by the code of jco, for the same fuel', () => {
    const [own, other] = [keptScene(), keptScene()];
    for (let count = 1; count <= 12; count++) {
      const ran = runOwn(own.scene, 'add');
      expect(ran.answer).toEqual({ ok: `{"count":${count},"height":9}` });
      expect(runGlue(other.scene, 'add')).toEqual(ran);
    }
    expect(own.stored).toEqual(other.stored);
    expect([...own.stored.keys()]).toEqual(['rouge1someone{"of":"ä"}']);
    expect(own.events).toEqual(other.events);
    expect(own.events).toHaveLength(12);
  });

  it('says that there is no such method', () => {
    const { scene } = keptScene();
    const ran = runOwn(scene, 'subtract');
    expect(ran.answer).toEqual({ error: 'there is no method subtract' });
    expect(runGlue(scene, 'subtract')).toEqual(ran);
  });
});
