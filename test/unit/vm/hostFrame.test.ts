/** What a host function must not take for the contract's doing. */

import { afterEach, expect, test, vi } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { Machine, MachineExhausted } from '../../../engine/vm/machine.js';
import { prepareModule } from '../../../engine/vm/prepareModule.js';
import { referencePrices } from '../../../engine/vm/prices.js';
import { compiled, probeModule, text } from '../../support/wasm/hostProbe.js';
import { recordingScene } from '../../support/wasm/recordingScene.js';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a full native stack is not an unreadable text: how deep it is differs between nodes', () => {
  const code = compiled(probeModule('host_token_balance', [text('GOLD'), text('bob')], false));
  const machine = new Machine(referencePrices);
  const decode = vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(() => {
    throw new RangeError('Maximum call stack size exceeded');
  });
  expect(() => machine.run(code, 'run', 1_000, recordingScene())).toThrow(MachineExhausted);
  expect(decode).toHaveBeenCalledOnce();
});

test('nor is it a name of a module that cannot be read', () => {
  const wasm = probeModule('host_log', [text('A')], false);
  expect(isRefusal(prepareModule(wasm, referencePrices))).toBe(false);
  const full = new RangeError('Maximum call stack size exceeded');
  vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(() => {
    throw full;
  });
  expect(() => prepareModule(wasm, referencePrices)).toThrow(full);
});
