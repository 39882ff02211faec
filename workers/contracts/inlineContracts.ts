/** The machine of a program that goes through a chain without serving anybody: it compiles where it runs. */

import type { Genesis } from '../../engine/chain/genesis.js';
import { InlineMachine } from '../../engine/ledger/inlineMachine.js';
import { pricesNamed } from '../../engine/vm/prices.js';
import { chooseBackend } from '../verify/signatureBackends.js';
import { setCompilerFlags } from './compilerFlags.js';

/** Bytes for expanded public keys that contracts ask about. */
const KEY_CACHE_BYTES = 8 * 1024 * 1024;

export function inlineContracts({ contractPrices }: Pick<Genesis, 'contractPrices'>): InlineMachine {
  setCompilerFlags();
  const { instance } = chooseBackend('auto', KEY_CACHE_BYTES, () => performance.now());
  return new InlineMachine(pricesNamed(contractPrices), instance);
}
