/** A function that contracts import from the module `env` (reference, Host functions). */

import type { UpgradeName } from '../../chain/upgrades.js';
import type { ValueType } from '../contractModule.js';
import type { HostFrame } from './hostFrame.js';

/** i32 values are numbers, i64 values are bigints. */
type Run = (frame: HostFrame, ...values: never[]) => number | bigint | undefined;

export interface HostFunction {
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
  /** The rule from whose height on it is linked; always when absent. */
  readonly since?: UpgradeName;
  readonly run: Run;
}

export type HostTable = Readonly<Record<string, HostFunction>>;

const letters: Readonly<Record<string, ValueType>> = { i: 'i32', l: 'i64' };
const types = (text: string): ValueType[] => [...text].map((letter) => letters[letter] as ValueType);

/** @param shape parameters and result, i for i32 and l for i64: `iil>i`. */
export function hostFunction(shape: string, run: Run, since?: UpgradeName): HostFunction {
  const [parameters = '', results = ''] = shape.split('>');
  return { parameters: types(parameters), results: types(results), run, ...(since === undefined ? {} : { since }) };
}
