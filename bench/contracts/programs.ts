/** Programs for the machine's benches, compiled from AssemblyScript once: hashing, sorting, calls, and what a call costs that does
 *  nothing or asks its host. */

/** A variable instead of a literal: the package's own types would replace the globals of Node. */
const COMPILER: string = 'assemblyscript/asc';

interface Compiler {
  main(
    options: readonly string[],
    host: {
      readonly readFile: (path: string) => string | null;
      readonly writeFile: (path: string, contents: string | Uint8Array) => void;
      readonly listFiles: () => readonly string[];
    },
  ): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}

const SHA256 = `
const K: usize = memory.data<u32>([
  0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,0xd807aa98,0x12835b01,0x243185be,
  0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,
  0x5cb0a9dc,0x76f988da,0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,0x27b70a85,
  0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,
  0xd192e819,0xd6990624,0xf40e3585,0x106aa070,0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,
  0x682e6ff3,0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2]);
const W: usize = memory.data(256);
const H: usize = memory.data(32);
function block(p: usize): void {
  for (let i: usize = 0; i < 16; i++) store<u32>(W + (i << 2), bswap(load<u32>(p + (i << 2))));
  for (let i: usize = 16; i < 64; i++) {
    const x = load<u32>(W + ((i - 15) << 2)), y = load<u32>(W + ((i - 2) << 2));
    const s0 = rotr(x, 7) ^ rotr(x, 18) ^ (x >>> 3), s1 = rotr(y, 17) ^ rotr(y, 19) ^ (y >>> 10);
    store<u32>(W + (i << 2), load<u32>(W + ((i - 16) << 2)) + s0 + load<u32>(W + ((i - 7) << 2)) + s1);
  }
  let a = load<u32>(H), b = load<u32>(H, 4), c = load<u32>(H, 8), d = load<u32>(H, 12);
  let e = load<u32>(H, 16), f = load<u32>(H, 20), g = load<u32>(H, 24), h = load<u32>(H, 28);
  for (let i: usize = 0; i < 64; i++) {
    const t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + load<u32>(K + (i << 2)) + load<u32>(W + (i << 2));
    const t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
  }
  store<u32>(H, load<u32>(H) + a); store<u32>(H, load<u32>(H, 4) + b, 4); store<u32>(H, load<u32>(H, 8) + c, 8);
  store<u32>(H, load<u32>(H, 12) + d, 12); store<u32>(H, load<u32>(H, 16) + e, 16); store<u32>(H, load<u32>(H, 20) + f, 20);
  store<u32>(H, load<u32>(H, 24) + g, 24); store<u32>(H, load<u32>(H, 28) + h, 28);
}
export function sha256(): void {
  store<u32>(H, 0x6a09e667); store<u32>(H, 0xbb67ae85, 4); store<u32>(H, 0x3c6ef372, 8); store<u32>(H, 0xa54ff53a, 12);
  store<u32>(H, 0x510e527f, 16); store<u32>(H, 0x9b05688c, 20); store<u32>(H, 0x1f83d9ab, 24); store<u32>(H, 0x5be0cd19, 28);
  for (let round = 0; round < 40; round++) for (let at: usize = 0; at < 16384; at += 64) block(4096 + at);
}
`;

const SORT = `
const N: usize = 16384;
const A: usize = memory.data(65536);
function sift(root: usize, end: usize): void {
  while (root * 2 + 1 <= end) {
    let child = root * 2 + 1;
    if (child + 1 <= end && load<u32>(A + (child << 2)) < load<u32>(A + ((child + 1) << 2))) child++;
    const x = load<u32>(A + (root << 2)), y = load<u32>(A + (child << 2));
    if (x >= y) return;
    store<u32>(A + (root << 2), y); store<u32>(A + (child << 2), x);
    root = child;
  }
}
export function sort(): void {
  let seed: u32 = 7;
  for (let i: usize = 0; i < N; i++) { seed = seed * 1664525 + 1013904223; store<u32>(A + (i << 2), seed); }
  for (let start = (N - 2) / 2 + 1; start > 0; start--) sift(start - 1, N - 1);
  for (let end = N - 1; end > 0; end--) {
    const top = load<u32>(A), last = load<u32>(A + (end << 2));
    store<u32>(A, last); store<u32>(A + (end << 2), top);
    sift(0, end - 1);
  }
}
`;

const CALLS = `
function fib(n: i32): i32 { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
let result: i32 = 0;
export function calls(): void { result = fib(25); }
`;

const SMALL = `
@external("env", "host_get_block_height") declare function height(): i64;
let sum: i64 = 0;
export function nothing(): void {}
export function ask(): void { for (let i = 0; i < 1000; i++) sum += height(); }
`;

const sources = { sha256: SHA256, sort: SORT, calls: CALLS, small: SMALL } as const;

export type ProgramName = keyof typeof sources;

/** @returns the bytes of the module. @throws Error with the compiler's message. */
export async function compileProgram(name: ProgramName): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  const { default: compiler } = (await import(COMPILER)) as { readonly default: Compiler };
  const options = [
    ...['program.ts', '--outFile', 'program.wasm', '--optimizeLevel', '3', '--runtime', 'stub'],
    ...['--use', 'abort=', '--initialMemory', '4', '--maximumMemory', '16'],
  ];
  const { error, stderr } = await compiler.main(options, {
    readFile: (path) => (path === 'program.ts' ? sources[name] : null),
    writeFile: (_path, contents) => {
      if (typeof contents !== 'string') bytes = contents;
    },
    listFiles: () => [],
  });
  if (error || !bytes) throw new Error(`a program of the bench does not compile\n${stderr.toString()}`);
  return bytes;
}
