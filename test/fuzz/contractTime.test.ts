/** How long the worst contracts take for a block's fuel, as a share of what the kernel takes to check the signatures of a full block
 *  of transfers whose senders it has not seen before: contracts may not cost a node more than the transactions that it is built for. */

import { describe, expect, test } from 'vitest';
import { idleScene } from '../../bench/contracts/idleScene.js';
import { MAX_BLOCK_TRANSACTIONS } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { defaultLimits } from '../../engine/chain/genesis.js';
import type { CompiledContract } from '../../engine/vm/contractModule.js';
import { Machine } from '../../engine/vm/machine.js';
import { prepareModule } from '../../engine/vm/prepareModule.js';
import { MAX_CALL_FUEL, nativePrices } from '../../engine/vm/prices.js';
import { openKernelBackend } from '../../workers/verify/kernelBackend.js';
import { signingActor } from '../support/transactions.js';
import { assemble } from '../support/wasm/encoder.js';
import { contract, programOf } from '../support/wasm/hostile/program.js';
import { worstPrograms } from '../support/wasm/hostile/worstFuel.js';

const ROUNDS = 3;
/** Loads that miss the cache take up to three times as long when other programs use the same memory. */
const MOST_SHARE = 3;
const SIGNATURES = 64;
const SLOW_MACHINE_MS = 300_000;

const milliseconds = (work: () => void): number => {
  const began = performance.now();
  work();
  return performance.now() - began;
};

const fastest = (rounds: number, work: () => void): number =>
  Math.min(...Array.from({ length: rounds }, () => milliseconds(work)));

/** Milliseconds that one thread takes for the signatures of a full block, each under a key that is not in its cache. */
function fullBlockOfSignatures(): number {
  const backend = openKernelBackend(0);
  const { publicKey, secretKey } = signingActor('contract time');
  const items = Array.from({ length: SIGNATURES }, (_, index) => {
    const message = new Uint8Array(1_024).fill(index);
    return { message, publicKey, signature: backend.sign(message, secretKey), known: false };
  });
  const all = (): void => expect(backend.verifyMany(items).every(Boolean)).toBe(true);
  all();
  return (fastest(5, all) / SIGNATURES) * MAX_BLOCK_TRANSACTIONS;
}

function compiled(wasm: Uint8Array): CompiledContract {
  const code = prepareModule(wasm, nativePrices);
  if (isRefusal(code)) throw new Error(code.message);
  return { ...code, module: new WebAssembly.Module(code.metered) };
}

/** A loop of one host function with the arguments that make it dearest for its price. */
function hostLoop(name: string, parameters: string, results: string, call: string) {
  const types = { i: 'i32', l: 'i64' } as const;
  const typesOf = (text: string) => [...text].map((letter) => types[letter as 'i' | 'l']);
  const module = contract(4, 4);
  const host = module.importFunction(name, typesOf(parameters), typesOf(results));
  const drop = results === '' ? '' : 'drop';
  module.func({ exported: 'run0' }, assemble(`loop ${call} call ${host} ${drop} br 0 end`));
  return programOf(`endless ${name}`, module);
}

const hostPrograms = [
  hostLoop('host_get_block_height', '', 'l', ''),
  hostLoop('host_sha256', 'iii', 'i', 'i32.const 0 i32.const 65536 i32.const 70000'),
  hostLoop('host_get_caller', 'ii', 'i', 'i32.const 0 i32.const 8192'),
  hostLoop('host_storage_read', 'iiii', 'i', 'i32.const 0 i32.const 256 i32.const 0 i32.const 65536'),
  hostLoop('host_storage_write', 'iiii', '', 'i32.const 0 i32.const 256 i32.const 0 i32.const 1'),
  hostLoop('host_emit_event', 'iiii', '', 'i32.const 0 i32.const 1 i32.const 0 i32.const 1'),
  hostLoop('host_log', 'ii', '', 'i32.const 0 i32.const 1'),
  hostLoop('host_random', 'i', 'i', 'i32.const 0'),
];

describe('a block full of the worst contracts', () => {
  test(
    'takes about as long as the signatures of a full block of transfers, or less',
    () => {
      const signatures = fullBlockOfSignatures();
      const calls = Math.ceil(defaultLimits.fuel / MAX_CALL_FUEL);
      const machine = new Machine(nativePrices);
      const programs = [...worstPrograms(), ...hostPrograms];
      const shares = programs.map(({ name, wasm }) => {
        const code = compiled(wasm);
        let outcome = '';
        const call = (): void => {
          outcome = machine.run(code, 'run0', MAX_CALL_FUEL, idleScene).error ?? 'ended';
        };
        const share = (calls * fastest(ROUNDS, call)) / signatures;
        expect([name, outcome]).toEqual([name, expect.stringMatching(/^Out of gas/)]);
        return { name, share };
      });
      for (const { name, share } of shares.sort((a, b) => b.share - a.share))
        console.log(`${(100 * share).toFixed(1).padStart(6)} % ${name}`);
      expect(shares.length).toBe(worstPrograms().length + hostPrograms.length);
      expect(shares.filter(({ share }) => share >= MOST_SHARE)).toEqual([]);
    },
    SLOW_MACHINE_MS,
  );
});
