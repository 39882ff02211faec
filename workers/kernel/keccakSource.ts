/** Writes the AssemblyScript source of Keccak-f[1600] (FIPS 202, section 3.3): rounds unrolled, lanes in locals.
 *
 *  Out: a module with `keccakF2` (two interleaved states, one instruction for both) and `keccakF1` (one state). The build
 *  hands it to the compiler; it never lies on the disk. */

/** Rotations of rho by lane x + 5 y (FIPS 202, table 2, modulo 64). */
const ROTATIONS = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14];

/** Round constants of iota come out of a linear feedback register: FIPS 202, algorithm 5. */
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

/** How one instruction set says what a round is made of. */
interface Dialect {
  readonly name: string;
  readonly about: string;
  readonly type: string;
  readonly state: string;
  readonly step: number;
  /** Rounds written out in the body of the loop. */
  readonly rounds: number;
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

const PAIR: Dialect = {
  name: 'keccakF2',
  about: 'Both states of STATE2.',
  type: 'v128',
  state: 'STATE2',
  step: 16,
  rounds: 2,
  load: (address, offset) => `v128.load(${address}, ${offset})`,
  store: (address, value, offset) => `v128.store(${address}, ${value}, ${offset})`,
  xor: (a, b) => `v128.xor(${a}, ${b})`,
  andNot: (a, b) => `v128.andnot(${b}, ${a})`,
  rotate: (a, by) =>
    by % 8 === 0 ? byteRotation(a, by / 8) : `v128.or(i64x2.shl(${a}, ${by}), i64x2.shr_u(${a}, ${64 - by}))`,
};

const SINGLE: Dialect = {
  name: 'keccakF1',
  about: 'The state of STATE1.',
  type: 'u64',
  state: 'STATE1',
  step: 8,
  rounds: 2,
  load: (address, offset) => `load<u64>(${address}, ${offset})`,
  store: (address, value, offset) => `store<u64>(${address}, ${value}, ${offset})`,
  xor: (a, b) => `(${a} ^ ${b})`,
  andNot: (a, b) => `(~${a} & ${b})`,
  rotate: (a, by) => `rotl<u64>(${a}, ${by})`,
};

const lanes = (letter: string): readonly string[] => Array.from({ length: 25 }, (_, at) => `${letter}${at}`);

/** One round from the lanes `from` into the lanes `to`. */
function round(dialect: Dialect, from: readonly string[], to: readonly string[], constant: string): string[] {
  const { type, xor, andNot, rotate } = dialect;
  const lines: string[] = [];
  const lane = (x: number, y: number): string => from[(x % 5) + 5 * (y % 5)] as string;
  for (let x = 0; x < 5; x++) {
    const column = [1, 2, 3, 4].reduce((sum, y) => xor(sum, lane(x, y)), lane(x, 0));
    lines.push(`const ${to[0]}c${x}: ${type} = ${column};`);
  }
  for (let x = 0; x < 5; x++) {
    const after = rotate(`${to[0]}c${(x + 1) % 5}`, 1);
    lines.push(`const ${to[0]}d${x}: ${type} = ${xor(`${to[0]}c${(x + 4) % 5}`, after)};`);
  }
  for (let y = 0; y < 5; y++) {
    // Row y after pi takes the lane of column x from (x + 3 y, x).
    for (let x = 0; x < 5; x++) {
      const column = (x + 3 * y) % 5;
      const by = ROTATIONS[column + 5 * x] as number;
      const moved = xor(lane(column, x), `${to[0]}d${column}`);
      const value = by === 0 ? moved : `rotated`;
      if (by !== 0) lines.push(`rotated = ${moved};`);
      lines.push(`const ${to[0]}b${x + 5 * y}: ${type} = ${by === 0 ? value : rotate('rotated', by)};`);
    }
    for (let x = 0; x < 5; x++) {
      const b = (at: number): string => `${to[0]}b${(at % 5) + 5 * y}`;
      const chi = xor(b(x), andNot(b(x + 1), b(x + 2)));
      lines.push(`${to[x + 5 * y]} = ${x + y === 0 ? xor(chi, constant) : chi};`);
    }
  }
  return lines;
}

function permutation(dialect: Dialect): string {
  const { name, about, type, state, step, rounds, load, store } = dialect;
  const a = lanes('a');
  const body: string[] = [];
  let from = a;
  for (let at = 0; at < rounds; at++) {
    const to = at === rounds - 1 ? a : lanes(`r${at}x`);
    if (to !== a) body.push(...to.map((lane) => `let ${lane}: ${type};`));
    const next = to === a ? lanes(`n${at}x`) : to;
    if (to === a) body.push(...next.map((lane) => `let ${lane}: ${type};`));
    body.push(...round(dialect, from, next, load('constants', 16 * at)));
    if (to === a) body.push(...a.map((lane, index) => `${lane} = ${next[index]};`));
    from = to;
  }
  return [
    `/** ${about} */`,
    `export function ${name}(): void {`,
    ...a.map((lane, at) => `let ${lane}: ${type} = ${load(state, at * step)};`),
    `let rotated: ${type};`,
    `for (let constants: usize = ROUND_CONSTANTS; constants < ROUND_CONSTANTS + 384; constants += ${16 * rounds}) {`,
    ...body,
    '}',
    ...a.map((lane, at) => `${store(state, lane, at * step)};`),
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
