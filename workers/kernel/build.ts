/** Builds the kernel: AssemblyScript in, one WebAssembly module out.
 *
 *  In: `assembly/*.ts` and the generated source of Keccak. Out: `kernel.wasm` beside the built JavaScript, the same bytes
 *  for the same sources. Runs as a program at the end of the build; the test that builds it again calls `compileKernel`. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { keccakSource } from './keccakSource.js';

/** The project's root, from the sources and from the built files alike. */
const ROOT = new URL(import.meta.url.endsWith('.ts') ? '../../' : '../../../', import.meta.url);
const SOURCES = new URL('workers/kernel/assembly/', ROOT);

/** A variable instead of a literal: the package's own types declare the globals of AssemblyScript programs, a console among
 *  them, which would replace those of Node. */
const COMPILER: string = 'assemblyscript/asc';

/** The part of the compiler's interface that is used here. */
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

/** Optimised for speed; no allocator, no imports; the memory begins at its smallest size and grows once. */
const OPTIONS = [
  ...['--optimizeLevel', '3', '--shrinkLevel', '0', '--converge', '--noAssert'],
  ...['--enable', 'simd', '--runtime', 'stub', '--use', 'abort='],
  ...['--initialMemory', '4', '--maximumMemory', '65536'],
];

/** @returns a source by the path under which the compiler asks for it; null where there is none. */
function source(path: string): string | null {
  if (path === 'keccak.ts') return keccakSource();
  if (!/^\w+\.ts$/.test(path)) return null;
  try {
    return readFileSync(new URL(path, SOURCES), 'utf8');
  } catch {
    return null;
  }
}

/** @returns the bytes of the module. @throws Error with the compiler's message. */
export async function compileKernel(): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  const { default: compiler } = (await import(COMPILER)) as { readonly default: Compiler };
  const { error, stderr } = await compiler.main(['kernel.ts', '--outFile', 'kernel.wasm', ...OPTIONS], {
    readFile: source,
    writeFile: (_path, contents) => {
      if (typeof contents !== 'string') bytes = contents;
    },
    listFiles: () => [],
  });
  if (error || !bytes) throw new Error(`the kernel does not compile\n${stderr.toString()}`);
  return bytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = new URL('dist/workers/kernel/', ROOT);
  mkdirSync(target, { recursive: true });
  writeFileSync(new URL('kernel.wasm', target), await compileKernel());
}
