/** Writes the AssemblyScript source of Keccak-f[1600] (FIPS 202, section 3.3): rounds unrolled, lanes in locals.
 *
 *  Out: a module with `keccakF2` (two interleaved states, one instruction for both) and `keccakF1` (one state). The build
 *  hands it to the compiler; it is never written to the disk. */

/** Rotations of rho by lane x + 5 y (FIPS 202, table 2, modulo 64). */
const ROTATIONS = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14];

/** Round constants of iota come from a linear feedback register: FIPS 202, algorithm 5. */
export function roundConstants(): readonly bigint[] {
  let register = 1;
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) constant |= 1n << ((1n << BigInt(bit)) - 1n);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
    return constant;
  });
}

/** How one instruction set expresses the operations of a round. */
interface Dialect {
  readonly name: string;
  readonly about: string;
  readonly type: string;
  readonly state: string;
  readonly step: number;
  readonly load: (address: string, offset: number) => string;
  readonly store: (address: string, value: string, offset: number) => string;
  readonly xor: (a: string, b: string) => string;
  /** ~a & b. */
  readonly andNot: (a: string, b: string) => string;
  readonly rotate: (a: string, by: number) => string;
}

/** A rotation by whole bytes of both 64-bit lanes is one shuffle. */
function byteRotation(a: string, bytes: number): string {
  const places = Array.from({ length: 16 }, (_, at) => (at & 8) | ((at - bytes) & 7));
  return `v128.shuffle<u8>(${a}, ${a}, ${places.join(', ')})`;
}

/** Two shifts; an addition replaces a shift by one, since fewer units of a processor shift than add. */
function pairRotation(a: string, by: number): string {
  if (by % 8 === 0) return byteRotation(a, by / 8);
  const up = by === 1 ? `i64x2.add(${a}, ${a})` : `i64x2.shl(${a}, ${by})`;
  return `v128.or(${up}, i64x2.shr_u(${a}, ${64 - by}))`;
}

const PAIR: Dialect = {
  name: 'keccakF2',
  about: 'Both states of STATE2.',
  type: 'v128',
  state: 'STATE2',
  step: 16,
  load: (address, offset) => `v128.load(${address}, ${offset})`,
  store: (address, value, offset) => `v128.store(${address}, ${value}, ${offset})`,
  xor: (a, b) => `v128.xor(${a}, ${b})`,
  andNot: (a, b) => `v128.andnot(${b}, ${a})`,
  rotate: pairRotation,
};

const SINGLE: Dialect = {
  name: 'keccakF1',
  about: 'The state of STATE1.',
  type: 'u64',
  state: 'STATE1',
  step: 8,
  load: (address, offset) => `load<u64>(${address}, ${offset})`,
  store: (address, value, offset) => `store<u64>(${address}, ${value}, ${offset})`,
  xor: (a, b) => `(${a} ^ ${b})`,
  andNot: (a, b) => `(~${a} & ${b})`,
  rotate: (a, by) => `rotl<u64>(${a}, ${by})`,
};

/** One round from the state at `from` to the state at `to`. Takes the parities of the columns in p0 to p4 and leaves those
 *  of the result there: they are added up while the new lanes are in registers, so they need not be read again. */
function round(dialect: Dialect): string[] {
  const { type, step, xor, andNot, rotate, load, store } = dialect;
  const lines: string[] = [];
  for (let x = 0; x < 5; x++)
    lines.push(`const d${x}: ${type} = ${xor(`p${(x + 4) % 5}`, rotate(`p${(x + 1) % 5}`, 1))};`);
  for (let y = 0; y < 5; y++) {
    // Row y after pi takes the lane of column x from (x + 3 y, x).
    for (let x = 0; x < 5; x++) {
      const column = (x + 3 * y) % 5;
      const by = ROTATIONS[column + 5 * x] as number;
      const moved = xor(load('from', step * (column + 5 * x)), `d${column}`);
      if (by !== 0) lines.push(`moved = ${moved};`);
      lines.push(`b${x} = ${by === 0 ? moved : rotate('moved', by)};`);
    }
    for (let x = 0; x < 5; x++) {
      const chi = xor(`b${x}`, andNot(`b${(x + 1) % 5}`, `b${(x + 2) % 5}`));
      lines.push(`moved = ${x + y === 0 ? xor(chi, load('constants', 0)) : chi};`);
      lines.push(`${store('to', 'moved', step * (x + 5 * y))};`);
      lines.push(`p${x} = ${y === 0 ? 'moved' : xor(`p${x}`, 'moved')};`);
    }
  }
  return lines;
}

const COLUMNS = [0, 1, 2, 3, 4];

function permutation(dialect: Dialect): string {
  const { name, about, type, state, step, load, xor } = dialect;
  const lane = (at: number): string => load(state, at * step);
  const parity = (x: number): string => [5, 10, 15, 20].reduce((sum, y) => xor(sum, lane(x + y)), lane(x));
  return [
    `/** ${about} The state goes to and fro between its place and the one behind it: 24 rounds end where they began. */`,
    `export function ${name}(): void {`,
    ...COLUMNS.map((x) => `let p${x}: ${type} = ${parity(x)};`),
    ...COLUMNS.map((x) => `let b${x}: ${type};`),
    `let moved: ${type};`,
    `let from = ${state};`,
    `let to = ${state} + ${25 * step};`,
    'for (let constants: usize = ROUND_CONSTANTS; constants < ROUND_CONSTANTS + 384; constants += 16) {',
    ...round(dialect),
    'const next = from;',
    'from = to;',
    'to = next;',
    '}',
    '}',
  ].join('\n');
}

/** @returns the source of the module `keccak`. */
export function keccakSource(): string {
  const constants = roundConstants().flatMap((constant, at) =>
    [0, 8].map((half) => `store<u64>(ROUND_CONSTANTS + ${16 * at + half}, 0x${constant.toString(16)});`),
  );
  return [
    "import { ROUND_CONSTANTS, STATE1, STATE2 } from './layout';",
    'export function writeRoundConstants(): void {',
    ...constants,
    '}',
    permutation(PAIR),
    permutation(SINGLE),
    '',
  ].join('\n');
}
