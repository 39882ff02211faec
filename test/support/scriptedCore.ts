/** A contract's core module, as text, that calls any function of the host with flat values from a script.
 *
 *  Its `call` takes a method of one character, which selects the function: '0' is the first of the world. It reads the script with
 *  `storage-read`, passes the values in it on, and leaves what came back in its memory. Allocations are counted there too. */

import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import { loweredSignature, returnsThroughMemory } from '../../engine/vm/component/layout.js';
import type { WitType } from '../../engine/vm/component/witType.js';
import { HOST_INTERFACE, type HostFunctionName, hostFunctions } from '../../engine/vm/component/world.js';

export const hostNames = Object.keys(hostFunctions) as HostFunctionName[];

/** Addresses in the core's memory. */
export const scripted = {
  /** Number of allocations, i32; then a number made of their sizes. */
  allocations: 0,
  sizes: 4,
  /** What `cabi_post_call` was given. */
  returned: 8,
  /** Where the option with the script is written. */
  script: 16,
  /** Where results of the host are written. */
  result: 64,
  resultBytes: 64,
  heap: 1_024,
} as const;

/** Offsets in a script. Values are i64 each; addresses are offsets from the script's first byte. */
export const script = { value: (at: number): number => 8 * at, answer: 128, blob: 160 } as const;

/** For each flat value of a function's parameters, whether it is an address. */
export function addressPlaces(type: WitType): readonly boolean[] {
  if (type.kind === 'option') return [false, ...addressPlaces(type.of)];
  if (type.kind === 'string' || type.kind === 'bytes') return [true, false];
  return [false];
}

/** Code that pushes the values of one function from the script at `$base`. */
function pushValues(name: HostFunctionName): string {
  const { parameters } = hostFunctions[name];
  const places = parameters.flatMap(({ type }) => addressPlaces(type));
  const { parameters: types } = loweredSignature(hostFunctions[name]);
  const pushes = places.map((isPointer, at) => {
    const value = `(i64.load offset=${script.value(at)} (local.get $base))`;
    if (types[at] === 'i64') return value;
    return isPointer ? `(i32.add (local.get $base) (i32.wrap_i64 ${value}))` : `(i32.wrap_i64 ${value})`;
  });
  if (returnsThroughMemory(hostFunctions[name])) pushes.push(`(i32.const ${scripted.result})`);
  return pushes.join(' ');
}

/** The call of one function; a flat result is kept where others are written. */
function callOf(name: HostFunctionName): string {
  const call = `(call $${name} ${pushValues(name)})`;
  const [flat] = loweredSignature(hostFunctions[name]).results;
  return flat === undefined ? call : `(${flat}.store (i32.const ${scripted.result}) ${call})`;
}

function importOf(name: HostFunctionName): string {
  const { parameters, results } = loweredSignature(hostFunctions[name]);
  const shape = [...parameters.map((type) => `(param ${type})`), ...results.map((type) => `(result ${type})`)].join(
    ' ',
  );
  return `(import "${HOST_INTERFACE}" "${name}" (func $${name} ${shape}))`;
}

/** The switch over the functions: each case is a block that the table of branches leaves at its end. */
function dispatch(): string {
  const labels = hostNames.map((name) => `$case-${name}`);
  const table = `(br_table ${labels.join(' ')} (i32.sub (i32.load8_u (local.get $method)) (i32.const 48)))`;
  return hostNames.reduce((code, name) => `(block $case-${name} ${code}) ${callOf(name)} (br $done)`, table);
}

/** Allocates upwards, eight bytes aligned, and grows the memory when it is full. */
const realloc = `(func (export "cabi_realloc") (param $old i32) (param $had i32) (param $align i32) (param $size i32) (result i32)
  (local $at i32)
  (i32.store (i32.const ${scripted.allocations}) (i32.add (i32.load (i32.const ${scripted.allocations})) (i32.const 1)))
  (i32.store (i32.const ${scripted.sizes})
    (i32.add (i32.add (i32.mul (i32.load (i32.const ${scripted.sizes})) (i32.const 31)) (local.get $size)) (local.get $align)))
  (local.set $at (global.get $heap))
  (global.set $heap (i32.and (i32.add (i32.add (local.get $at) (local.get $size)) (i32.const 7)) (i32.const -8)))
  (block $fits
    (br_if $fits (i32.le_u (global.get $heap) (i32.mul (memory.size) (i32.const 65536))))
    (drop (memory.grow (i32.add (i32.const 1) (i32.shr_u (local.get $size) (i32.const 16))))))
  (local.get $at))`;

export const scriptedWat = (): string => `(module
  ${hostNames.map(importOf).join('\n  ')}
  (memory (export "memory") 1)
  (global $heap (mut i32) (i32.const ${scripted.heap}))
  ${realloc}
  (func (export "cabi_post_call") (param i32) (i32.store (i32.const ${scripted.returned}) (local.get 0)))
  (func (export "call") (param $method i32) (param $method-bytes i32) (param $args i32) (param $args-bytes i32) (result i32)
    (local $base i32)
    (call $storage-read (i32.const 0) (i32.const 0) (i32.const ${scripted.script}))
    (local.set $base (i32.load (i32.const ${scripted.script + 4})))
    (block $done ${dispatch()})
    (i32.store offset=${script.answer + 4} (local.get $base)
      (i32.add (local.get $base) (i32.load offset=${script.answer + 4} (local.get $base))))
    (i32.add (local.get $base) (i32.const ${script.answer}))))`;

export const scriptedCore = async (): Promise<Uint8Array> => parse(scriptedWat());
