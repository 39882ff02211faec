/** The instructions that a contract may use: WebAssembly 1.0 with sign extension, saturating conversions, mutable globals, multiple
 *  values, memory.copy and memory.fill. Opcodes of the binary format (core specification, 5.4). */

export const I32 = 0x7f;
export const I64 = 0x7e;
export const F32 = 0x7d;
export const F64 = 0x7c;
/** Stands for any type in code that is never reached. */
export const ANY = 0;

export const op = {
  unreachable: 0x00,
  nop: 0x01,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
  drop: 0x1a,
  select: 0x1b,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  firstLoad: 0x28,
  lastLoad: 0x35,
  firstStore: 0x36,
  lastStore: 0x3e,
  memorySize: 0x3f,
  memoryGrow: 0x40,
  i32Const: 0x41,
  i64Const: 0x42,
  f32Const: 0x43,
  f64Const: 0x44,
  i32LtS: 0x48,
  i32LtU: 0x49,
  i32GtU: 0x4b,
  i32Eqz: 0x45,
  i32Eq: 0x46,
  i32Ne: 0x47,
  f32Eq: 0x5b,
  f64Eq: 0x61,
  i32Add: 0x6a,
  i32Sub: 0x6b,
  i32Mul: 0x6c,
  i32ShrU: 0x76,
  firstReinterpret: 0xbc,
  lastReinterpret: 0xbf,
  prefix: 0xfc,
} as const;

/** Second opcodes behind 0xfc. */
export const prefixed = { lastSaturating: 7, memoryCopy: 10, memoryFill: 11 } as const;

export interface Plain {
  /** Types of the operands; the last one is on top. */
  readonly operands: readonly number[];
  readonly result: number;
}

const letters: Readonly<Record<string, number>> = { i: I32, l: I64, f: F32, d: F64 };

/** @param shape operands and result: `ii>i`. */
function plain(shape: string): Plain {
  const [operands = '', result = ''] = shape.split('>');
  return { operands: [...operands].map((letter) => letters[letter] as number), result: letters[result] as number };
}

/** Instructions of numbers, as runs of opcodes with one shape. */
const RUNS: readonly (readonly [first: number, last: number, shape: string])[] = [
  [0x45, 0x45, 'i>i'],
  [0x46, 0x4f, 'ii>i'],
  [0x50, 0x50, 'l>i'],
  [0x51, 0x5a, 'll>i'],
  [0x5b, 0x60, 'ff>i'],
  [0x61, 0x66, 'dd>i'],
  [0x67, 0x69, 'i>i'],
  [0x6a, 0x78, 'ii>i'],
  [0x79, 0x7b, 'l>l'],
  [0x7c, 0x8a, 'll>l'],
  [0x8b, 0x91, 'f>f'],
  [0x92, 0x98, 'ff>f'],
  [0x99, 0x9f, 'd>d'],
  [0xa0, 0xa6, 'dd>d'],
  [0xa7, 0xa7, 'l>i'],
  [0xa8, 0xa9, 'f>i'],
  [0xaa, 0xab, 'd>i'],
  [0xac, 0xad, 'i>l'],
  [0xae, 0xaf, 'f>l'],
  [0xb0, 0xb1, 'd>l'],
  [0xb2, 0xb3, 'i>f'],
  [0xb4, 0xb5, 'l>f'],
  [0xb6, 0xb6, 'd>f'],
  [0xb7, 0xb8, 'i>d'],
  [0xb9, 0xba, 'l>d'],
  [0xbb, 0xbb, 'f>d'],
  [0xbc, 0xbc, 'f>i'],
  [0xbd, 0xbd, 'd>l'],
  [0xbe, 0xbe, 'i>f'],
  [0xbf, 0xbf, 'l>d'],
  [0xc0, 0xc1, 'i>i'],
  [0xc2, 0xc4, 'l>l'],
];

/** By opcode; undefined for what is none. */
export const numeric: readonly (Plain | undefined)[] = (() => {
  const table: (Plain | undefined)[] = new Array(256).fill(undefined);
  for (const [first, last, shape] of RUNS) table.fill(plain(shape), first, last + 1);
  return table;
})();

/** The saturating conversions, by their second opcode. */
export const saturating: readonly Plain[] = ['f>i', 'f>i', 'd>i', 'd>i', 'f>l', 'f>l', 'd>l', 'd>l'].map(plain);

/** An access to memory: the type that is loaded or stored, and the greatest exponent of its alignment. */
export interface Access {
  readonly type: number;
  readonly alignment: number;
}

const access = (letter: string, alignment: number): Access => ({ type: letters[letter] as number, alignment });

/** From `firstLoad` on, loads and then stores. */
export const accesses: readonly Access[] = [
  ...([
    ['i', 2],
    ['l', 3],
    ['f', 2],
    ['d', 3],
    ['i', 0],
    ['i', 0],
    ['i', 1],
    ['i', 1],
    ['l', 0],
    ['l', 0],
    ['l', 1],
    ['l', 1],
    ['l', 2],
    ['l', 2],
  ] as const),
  ...([
    ['i', 2],
    ['l', 3],
    ['f', 2],
    ['d', 3],
    ['i', 0],
    ['i', 1],
    ['l', 0],
    ['l', 1],
    ['l', 2],
  ] as const),
].map(([letter, alignment]) => access(letter, alignment));

/** Float arithmetic whose NaN has bits of the processor's choosing: ceil to sqrt, add to max, demote, promote. abs, neg and
 *  copysign only move bits. */
export const makesNan: readonly boolean[] = Array.from(
  { length: 256 },
  (_, code) =>
    (code >= 0x8d && code <= 0x91) ||
    (code >= 0x92 && code <= 0x97) ||
    (code >= 0x9b && code <= 0x9f) ||
    (code >= 0xa0 && code <= 0xa5) ||
    code === 0xb6 ||
    code === 0xbb,
);

/** Names of the proposals whose opcodes are refused, for the sentence. */
export function featureOf(code: number): string {
  if (code === 0x1c || (code >= 0x25 && code <= 0x26) || (code >= 0xd0 && code <= 0xd6)) return 'reference types';
  if (code === 0x12 || code === 0x13) return 'tail calls';
  if (code === 0x14 || code === 0x15) return 'typed function references';
  if (code >= 0x06 && code <= 0x0a) return 'exceptions';
  if (code === 0x18 || code === 0x19 || code === 0x1f) return 'exceptions';
  if (code === 0xfb) return 'garbage collection';
  if (code === 0xfd) return 'SIMD';
  if (code === 0xfe) return 'threads';
  return `no instruction of WebAssembly 1.0`;
}
