/** A program of its own: compiles every heaviest module, and a plain one of a MiB, with the baseline compiler.
 *  Prints for each the bytes of machine code (Linux tells them), the estimate of them, and the milliseconds of processors. */

import { readFileSync } from 'node:fs';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { prepareModule } from '../../../../engine/vm/prepareModule.js';
import { nativePrices } from '../../../../engine/vm/prices.js';
import { setCompilerFlags } from '../../../../workers/contracts/compilerFlags.js';
import { heaviestModules, plainModule } from './compileBombs.js';
import type { HostileModule } from './program.js';

export interface CompileMeasure {
  readonly name: string;
  readonly code: number;
  readonly estimate: number;
  readonly uploaded: number;
  readonly cpuMs: number;
}

/** Resident bytes of executable memory without a file behind it. */
function machineCode(): number {
  let bytes = 0;
  let isCode = false;
  for (const line of readFileSync('/proc/self/smaps', 'utf8').split('\n')) {
    const mapping = /^[0-9a-f]+-[0-9a-f]+ (\S+) \S+ \S+ (\d+)/.exec(line);
    if (mapping) isCode = mapping[1]?.includes('x') === true && mapping[2] === '0';
    else if (isCode && line.startsWith('Rss:')) bytes += Number.parseInt(line.slice(4), 10) * 1_024;
  }
  return bytes;
}

/** Modules are kept: V8 would use their pages again. */
const kept: WebAssembly.Module[] = [];

function measure({ name, wasm }: HostileModule): CompileMeasure {
  const code = prepareModule(wasm, nativePrices);
  if (isRefusal(code)) throw new Error(`${name}: ${code.message}`);
  const before = machineCode();
  const began = process.cpuUsage();
  kept.push(new WebAssembly.Module(code.metered));
  const { user, system } = process.cpuUsage(began);
  return {
    name,
    code: machineCode() - before,
    estimate: code.machineCode,
    uploaded: wasm.length,
    cpuMs: (user + system) / 1_000,
  };
}

setCompilerFlags();
const measures = [plainModule(), plainModule(1), ...heaviestModules()].map(measure);
process.stdout.write(JSON.stringify(measures));
