/** A contract that calls one host function with the values that it was given as its arguments, so that one module serves many
 *  cases; and what such a call must come to, said a second time. */

import type { CompiledContract } from '../../../engine/vm/contractModule.js';
import { assemble, ModuleBuilder } from './encoder.js';
import { compiled, hasResult, importHost, PAGE_BYTES, storeResult } from './hostProbe.js';
import { type HostSignature, hostSignatures, type Role, typeOfRole } from './hostSignatures.js';

/** Where the result is stored; the values are before it, eight bytes each. */
export const RESULT_AT = 128;
/** From here on the memory is full of a letter. */
export const LETTERS_AT = 256;
export const LETTER = 0x61;
export const KEY_BYTES = 1_952;
export const SIGNATURE_BYTES = 3_309;

export interface Variant {
  /** Adds a page between reading the arguments and the call, and returns the second page instead of the first. */
  readonly grows?: boolean;
  /** All of it happens in the start function. */
  readonly inStart?: boolean;
}

/** The method is `run`; it returns a page of memory. */
export function pointerProgram(name: string, { grows, inStart }: Variant = {}): CompiledContract {
  const module = new ModuleBuilder();
  const probed = importHost(module, name);
  const readArgs = importHost(module, 'host_read_args');
  const giveBack = importHost(module, 'host_set_return');
  module.memory(1, 2, 'memory');
  module.data(LETTERS_AT, Array<number>(PAGE_BYTES - LETTERS_AT).fill(LETTER));
  const roles = hostSignatures[name]?.roles ?? [];
  const values = roles.map((role, at) => `i32.const ${8 * at} ${typeOfRole(role)}.load`);
  const code = assemble(`i32.const 0 i32.const ${RESULT_AT} call ${readArgs} drop
    ${grows ? 'i32.const 1 memory.grow drop' : ''}
    ${hasResult(name) ? `i32.const ${RESULT_AT}` : ''} ${values.join(' ')} call ${probed}
    ${hasResult(name) ? storeResult(name) : ''}
    ${grows ? `i32.const ${PAGE_BYTES} i32.const ${RESULT_AT} i64.load i64.store` : ''}
    i32.const ${grows ? PAGE_BYTES : 0} i32.const ${PAGE_BYTES} call ${giveBack}`);
  if (inStart) {
    module.start(module.func({}, code));
    module.func({ exported: 'run' }, []);
  } else module.func({ exported: 'run' }, code);
  return compiled(module.finish());
}

/** Arguments that make the program use these values. */
export function argumentsOf(roles: readonly Role[], values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(8 * roles.length);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of values.entries())
    if (roles[at] === 'amount') view.setBigInt64(8 * at, BigInt(value), true);
    else view.setUint32(8 * at, value, true);
  return bytes;
}

/** Functions that take a key of one size, or a signature too: another size is told before any memory is looked at. */
const sizes: Readonly<Record<string, readonly (readonly [parameter: number, size: number])[]>> = {
  host_pqc_verify: [
    [1, KEY_BYTES],
    [5, SIGNATURE_BYTES],
  ],
  host_pqc_pubkey_to_address: [[1, KEY_BYTES]],
  host_pqc_hash_pubkey: [[1, KEY_BYTES]],
};

/** Lengths that must not be 0. */
const notEmpty: Readonly<Record<string, readonly number[]>> = {
  host_token_transfer: [3],
  host_nft_transfer: [4],
  host_nft_create_collection: [1, 3],
  host_nft_mint: [3, 5],
};

/** Bytes that a buffer must take: of answers that have as many, of a hash, of an address, of a collection's id. */
export const ANSWER_BYTES = 10;
const needed: Readonly<Record<string, (values: readonly number[]) => number>> = {
  host_pqc_pubkey_to_address: () => ADDRESS_BYTES,
  host_nft_create_collection: ([, symbol = 0]) => 21 + symbol,
};
/** Bech32m of 32 bytes under `rouge`. */
export const ADDRESS_BYTES = 64;

const tooSmall: Readonly<Record<string, number>> = {
  host_get_caller: -1,
  host_get_self_addr: -1,
  host_get_chain_id: -1,
  host_read_args: -1,
  host_get_call_result: -3,
};

export type Predicted =
  /** The call ends. `asked` is whether the scene may have been asked before. */
  | { readonly kind: 'trap'; readonly mayAsk: boolean }
  /** A code that is no success. */
  | { readonly kind: 'code'; readonly code: number; readonly mayAsk: boolean }
  /** Success; what is written lies from `out` on. */
  | { readonly kind: 'success'; readonly out: number; readonly written: number };

const outsideIs = (outside: HostSignature['unreadable'], mayAsk: boolean): Predicted =>
  outside === 'trap' ? { kind: 'trap', mayAsk } : { kind: 'code', code: outside, mayAsk };

/** What the buffer of a function comes to when everything that it reads is as it should be. */
function predictOutput(name: string, values: readonly number[], end: number): Predicted {
  const { roles, unwritable } = hostSignatures[name] as HostSignature;
  const at = roles.findIndex((role) => role === 'out' || role === 'out32');
  if (at < 0) return { kind: 'success', out: 0, written: 0 };
  const out = values[at] ?? 0;
  // The id of a collection is known before the collection is made: nothing is asked when it does not fit.
  const mayAsk = name !== 'host_nft_create_collection';
  const asArguments = name === 'host_read_args' ? 8 * roles.length : ANSWER_BYTES;
  const written = roles[at] === 'out32' ? 32 : (needed[name]?.(values) ?? asArguments);
  if (roles[at] === 'out' && (values[at + 1] ?? 0) < written)
    return { kind: 'code', code: tooSmall[name] ?? -2, mayAsk };
  return out + written > end ? outsideIs(unwritable, mayAsk) : { kind: 'success', out, written };
}

/** @param end bytes of the memory. @param values unsigned. */
export function predict(name: string, values: readonly number[], end: number): Predicted {
  const { roles, unreadable } = hostSignatures[name] as HostSignature;
  if (sizes[name]?.some(([at, size]) => values[at] !== size)) return { kind: 'code', code: -1, mayAsk: false };
  const isOutside = (role: Role, at: number): boolean =>
    role === 'pointer' && (values[at] ?? 0) + (values[at + 1] ?? 0) > end;
  const isEmpty = notEmpty[name]?.some((at) => values[at] === 0) ?? false;
  if (roles.some(isOutside) || isEmpty) return outsideIs(unreadable, false);
  return predictOutput(name, values, end);
}
