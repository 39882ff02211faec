/** Small core modules as text, each of one shape that tools make components of. */

import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import { isRefusal } from '../../engine/base/refusal.js';
import { loweredSignature } from '../../engine/vm/component/layout.js';
import { HOST_INTERFACE, type HostFunctionName, hostFunctions } from '../../engine/vm/component/world.js';
import { buildComponent } from '../../ops/contract/component.js';

/** What a small core module is made of; members that are absent have a harmless form. */
export interface SmallCore {
  readonly imports?: readonly HostFunctionName[];
  /** Body of `call`, with $method, $methodBytes, $args and $argsBytes. */
  readonly call?: string;
  /** Body of `cabi_realloc`, with $old, $had, $align and $size. */
  readonly realloc?: string;
  /** Body of `cabi_post_call`; there is none when it is absent. */
  readonly postReturn?: string;
  /** Body of `_initialize`; there is none when it is absent. */
  readonly initialize?: string;
  /** Further fields of the module. */
  readonly rest?: string;
}

/** Bytes of a result `ok("")`: at an address where memory is zero. */
const EMPTY_ANSWER = '(i32.const 512)';
const FIXED_ALLOCATION = '(i32.const 1024)';

export function importText(name: HostFunctionName, as = name): string {
  const { parameters, results } = loweredSignature(hostFunctions[name]);
  const shape = [...parameters.map((type) => `(param ${type})`), ...results.map((type) => `(result ${type})`)].join(
    ' ',
  );
  return `(import "${HOST_INTERFACE}" "${as}" (func $${name} ${shape}))`;
}

export const smallWat = ({
  imports = [],
  call,
  realloc,
  postReturn,
  initialize,
  rest = '',
}: SmallCore): string => `(module
  ${imports.map((name) => importText(name)).join(' ')}
  (memory (export "memory") 1)
  (func (export "cabi_realloc") (param $old i32) (param $had i32) (param $align i32) (param $size i32) (result i32)
    ${realloc ?? FIXED_ALLOCATION})
  ${postReturn === undefined ? '' : `(func (export "cabi_post_call") (param $result i32) ${postReturn})`}
  ${initialize === undefined ? '' : `(func (export "_initialize") ${initialize})`}
  (func (export "call") (param $method i32) (param $methodBytes i32) (param $args i32) (param $argsBytes i32) (result i32)
    ${call ?? EMPTY_ANSWER})
  ${rest})`;

export const smallCore = async (core: SmallCore): Promise<Uint8Array> => parse(smallWat(core));

/** @throws Error when the tool refuses it. */
export async function built(core: Uint8Array): Promise<Uint8Array> {
  const component = await buildComponent(core);
  if (isRefusal(component)) throw new Error(component.message);
  return component;
}
