/** One instance of the kernel's module: its memory and its exports, typed.
 *
 *  In: the capacity of its cache. Out: an instance that is not shared. The module is compiled once per thread, synchronously,
 *  from the file beside the built JavaScript. */

import { randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { InvariantError } from '../../engine/base/refusal.js';
import { PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { builtFile } from '../threads/workerFile.js';

/** Functions of `assembly/kernel.ts`; addresses and lengths are in bytes. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  readonly HASH_KEY: WebAssembly.Global;
  readonly LANE_HASH: WebAssembly.Global;
  readonly LANE_KEY: WebAssembly.Global;
  readonly LANE_LIMBS: WebAssembly.Global;
  readonly LANE_MESSAGE: WebAssembly.Global;
  readonly LANE_SIGNATURE: WebAssembly.Global;
  readonly LANE_W: WebAssembly.Global;
  readonly LANE_Z: WebAssembly.Global;
  readonly MESSAGE_BYTES: WebAssembly.Global;
  readonly ROW_SCALE: WebAssembly.Global;
  readonly SCRATCH: WebAssembly.Global;
  readonly SCRATCH_END: WebAssembly.Global;
  readonly SECRET_KEY: WebAssembly.Global;
  readonly SECRET_SEEDS: WebAssembly.Global;
  readonly SIGN_SLOT: WebAssembly.Global;
  open(capacity: number): number;
  laneAt(lane: number): number;
  checkSignature(lane: number): number;
  prepareMessage(lane: number, contextLength: number): void;
  verifyOne(lane: number, length: number): number;
  verifyPair(length0: number, length1: number): number;
  verifyMu(lane: number): number;
  beginPieces(): void;
  absorbPiece(lane: number, blocks: number): void;
  endPieces(lane: number, length: number): void;
  cacheHits(): number;
  cacheMisses(): number;
  cacheEvictions(): number;
  cacheUsed(): number;
  cacheSlots(): number;
  keygen(): void;
  prepareSigning(contextLength: number): void;
  hashMessage(length: number): void;
  sign(): number;
  wipe(): void;
  ntt(address: number): void;
  inverseNtt(address: number, scale: number): void;
  cutLimbs(polynomials: number, limbs: number): void;
  rowProducts(slot: number, limbs: number, output: number): void;
  encodeW1(polynomials: number, output: number): void;
  applyHints(signature: number, polynomials: number, encoded: number): void;
}

let module: WebAssembly.Module | undefined;

/** @param cacheBytes for expanded keys, about 38.9 KB each; with room for fewer than two, nothing is kept.
 *  @throws Error when the module has not been built, or there is not enough memory. */
export function instantiateKernel(cacheBytes: number): KernelExports {
  if (!(Number.isSafeInteger(cacheBytes) && cacheBytes >= 0 && cacheBytes < 2 ** 32 - 2 ** 20))
    throw new InvariantError(`a cache of ${cacheBytes} bytes does not fit into the kernel's memory of 4 GiB`);
  module ??= new WebAssembly.Module(readFileSync(builtFile('workers/kernel/kernel.wasm')));
  const kernel = new WebAssembly.Instance(module).exports as unknown as KernelExports;
  if (!kernel.open(cacheBytes)) throw new Error(`there is no memory for a cache of ${cacheBytes} bytes`);
  // The hash function of the cache is chosen here, so that nobody can prepare keys that share a chain.
  randomFillSync(new Uint8Array(kernel.memory.buffer, kernel.HASH_KEY.value, PUBLIC_KEY_BYTES + 8));
  return kernel;
}
