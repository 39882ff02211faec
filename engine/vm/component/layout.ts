/** Where the canonical ABI puts values: size and alignment in memory, and the core types of a function's flat form. */

import type { ValueType } from '../valueType.js';
import type { WitFunction, WitType } from './witType.js';

/** Most flat parameters and results (canonical ABI, MAX_FLAT_PARAMS and MAX_FLAT_RESULTS). Further ones would go through memory. */
const FLAT_PARAMETERS = 16;
const FLAT_RESULTS = 1;

/** A place in memory, in bytes. `alignment` is a power of two. */
export interface Layout {
  readonly size: number;
  readonly alignment: number;
}

export const alignUp = (at: number, alignment: number): number => Math.ceil(at / alignment) * alignment;

const SCALARS = { bool: 1, u8: 1, u16: 2, u32: 4, u64: 8 } as const;

/** A string or a list is its address and its length. */
const POINTER_AND_LENGTH: Layout = { size: 8, alignment: 4 };

/** The cases of a variant lie behind its discriminant of one byte: no type of the world has more than 256. */
function variantLayout(cases: readonly (WitType | undefined)[]): Layout {
  const payloads = cases.flatMap((type) => (type ? [layoutOf(type)] : []));
  const alignment = Math.max(1, ...payloads.map((each) => each.alignment));
  const size = alignUp(1, alignment) + Math.max(0, ...payloads.map((each) => each.size));
  return { size: alignUp(size, alignment), alignment };
}

/** Layouts that were worked out already: the types of the world are constants. */
const layouts = new WeakMap<WitType, Layout>();

export function layoutOf(type: WitType): Layout {
  const known = layouts.get(type);
  if (known) return known;
  const layout = computedLayout(type);
  layouts.set(type, layout);
  return layout;
}

function computedLayout(type: WitType): Layout {
  if (type.kind === 'string' || type.kind === 'bytes') return POINTER_AND_LENGTH;
  if (type.kind === 'option') return variantLayout([type.of]);
  if (type.kind === 'result') return variantLayout([type.ok, type.error]);
  if (type.kind === 'enum') return { size: 1, alignment: 1 };
  if (type.kind !== 'record') return { size: SCALARS[type.kind], alignment: SCALARS[type.kind] };
  let size = 0;
  let alignment = 1;
  for (const field of type.fields) {
    const layout = layoutOf(field.type);
    size = alignUp(size, layout.alignment) + layout.size;
    alignment = Math.max(alignment, layout.alignment);
  }
  return { size: alignUp(size, alignment), alignment };
}

/** Offset of a variant's payload behind the start of the variant. */
export const payloadOffset = (type: WitType): number => layoutOf(type).alignment;

/** Flat forms of several cases share their places: a place that is an i32 in one case and an i64 in another is an i64. */
function joined(cases: readonly (WitType | undefined)[]): readonly ValueType[] {
  const places: ValueType[] = [];
  for (const type of cases)
    for (const [at, place] of (type ? flatTypes(type) : []).entries())
      places[at] = places[at] === undefined || places[at] === place ? place : 'i64';
  return places;
}

/** Core types of one value that is passed without memory. */
export function flatTypes(type: WitType): readonly ValueType[] {
  if (type.kind === 'string' || type.kind === 'bytes') return ['i32', 'i32'];
  if (type.kind === 'option') return ['i32', ...joined([type.of])];
  if (type.kind === 'result') return ['i32', ...joined([type.ok, type.error])];
  if (type.kind === 'record') return type.fields.flatMap((field) => flatTypes(field.type));
  return [type.kind === 'u64' ? 'i64' : 'i32'];
}

/** A core function's type. */
export interface Signature {
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
}

export const sameSignature = (a: Signature, b: Signature): boolean =>
  a.parameters.join() === b.parameters.join() && a.results.join() === b.results.join();

/** Whether a result is written to memory, because it is more than one flat value. */
export const returnsThroughMemory = ({ result }: WitFunction): boolean =>
  result !== undefined && flatTypes(result).length > FLAT_RESULTS;

const flatParameters = ({ parameters }: WitFunction): readonly ValueType[] => {
  const flat = parameters.flatMap(({ type }) => flatTypes(type));
  return flat.length > FLAT_PARAMETERS ? ['i32'] : flat;
};

/** The core function that a component imports for a function of the host. The last parameter is the address for a result in memory. */
export function loweredSignature(type: WitFunction): Signature {
  if (returnsThroughMemory(type)) return { parameters: [...flatParameters(type), 'i32'], results: [] };
  return { parameters: flatParameters(type), results: type.result ? flatTypes(type.result) : [] };
}

/** The core function that a component exports. It returns the address of a result in memory. */
export function liftedSignature(type: WitFunction): Signature {
  const results = returnsThroughMemory(type) ? (['i32'] as const) : type.result ? flatTypes(type.result) : [];
  return { parameters: flatParameters(type), results };
}

/** Whether a value holds an address: a string, a list, or what holds one. */
function hasAddress(type: WitType | undefined): boolean {
  if (type === undefined) return false;
  if (type.kind === 'option') return hasAddress(type.of);
  if (type.kind === 'result') return hasAddress(type.ok) || hasAddress(type.error);
  if (type.kind === 'record') return type.fields.some((field) => hasAddress(field.type));
  return type.kind === 'string' || type.kind === 'bytes';
}

/** Whether a lowered function allocates in the component's memory for its result. */
export const needsRealloc = ({ result }: WitFunction): boolean => hasAddress(result);

/** Whether a lowered function reads or writes the component's memory. */
export const needsMemory = (type: WitFunction): boolean =>
  returnsThroughMemory(type) || type.parameters.some((parameter) => hasAddress(parameter.type));
