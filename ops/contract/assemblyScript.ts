/** Compiles a contract that is written in AssemblyScript, in the thread that calls it (`compilerThread.ts`).
 *
 *  In: the path of its file. Out: the module with the names of its functions and a source map, or the compiler's messages.
 *  `rouged/contract` means the bindings of this program, whatever is installed. */

import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { utf8Text } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { readAuthorFile } from './authorFile.js';

/** A variable instead of a literal: the package's own types declare the globals of AssemblyScript programs, which would replace
 *  those of Node. */
const COMPILER: string = 'assemblyscript/asc';

export const BINDINGS = fileURLToPath(new URL('./bindings/', import.meta.url));
const BINDING = /(?:^|[\\/])node_modules[\\/]rouged[\\/](\w+)\.ts$/;

/** What a module is compiled for: the functions of `env`, or the world of components. */
export type Target = 'module' | 'component';

/** Takes in what a failed `assert` calls, whether the contract imports anything or not; exports what every component exports. */
const START_PATH = 'rouged-start.ts';
const START: Readonly<Record<Target, string>> = {
  module: "import 'rouged/abort';",
  component: "export { cabi_realloc } from 'rouged/component';",
};

/** Pages: up to 16 a load costs 1 fuel, above it 2. */
const MEMORY_PAGES = '16';

/** Memory that is never given back, because an instance serves one call; nothing is imported but the host's functions. Names and the
 *  source map are taken out of what is deployed. */
const OPTIONS = [
  ...['--runtime', 'stub', '--maximumMemory', MEMORY_PAGES],
  ...['--debug', '--sourceMap', '--noColors'],
];

/** `fast` is what is deployed. In `traceable` each call stays a call, so that a stack has every line on the way. */
export type Shape = 'fast' | 'traceable';

const SHAPE_OPTIONS: Readonly<Record<Shape, readonly string[]>> = {
  fast: ['--optimizeLevel', '3', '--shrinkLevel', '1'],
  traceable: ['--optimizeLevel', '0', '--shrinkLevel', '0'],
};

/** A component has no start function: tools bind its imports after that has run. */
const TARGET_OPTIONS: Readonly<Record<Target, readonly string[]>> = {
  module: ['--use', 'abort=~lib/rouged/abort/abortCall'],
  component: ['--use', 'abort=~lib/rouged/component/abortCall', '--exportStart', '_initialize'],
};

interface Compiler {
  main(
    options: readonly string[],
    host: {
      readonly readFile: (path: string, base: string) => string | null;
      readonly writeFile: (path: string, contents: string | Uint8Array) => void;
      readonly listFiles: () => readonly string[];
    },
  ): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}

/** What the compiler's thread is asked. */
export interface Source {
  /** Path. */
  readonly file: string;
  readonly target: Target;
  readonly shape: Shape;
}

/** What the compiler made, or its messages. Plain data that threads pass to each other. */
export type CompilerAnswer =
  | { readonly module: Uint8Array; readonly map: string | undefined }
  | { readonly messages: string };

function read(path: string): string | null {
  const bytes = readAuthorFile(path);
  return isRefusal(bytes) ? null : utf8Text(bytes);
}

/** @param base directory of the contract. */
function sourceText(path: string, base: string, target: Target): string | null {
  if (path === START_PATH) return START[target];
  const [, binding] = BINDING.exec(path) ?? [];
  return read(binding === undefined ? join(base, path) : join(BINDINGS, `${binding}.ts`));
}

/** @param source its file is a path. */
export async function compileSource({ file, target, shape }: Source): Promise<CompilerAnswer> {
  const written = new Map<string, string | Uint8Array>();
  const base = dirname(file);
  const { default: compiler } = (await import(COMPILER)) as { readonly default: Compiler };
  const options = [...OPTIONS, ...SHAPE_OPTIONS[shape], ...TARGET_OPTIONS[target]];
  const words = [basename(file), START_PATH, '--outFile', 'contract.wasm', ...options];
  const { error, stderr } = await compiler.main(words, {
    readFile: (path) => sourceText(path, base, target),
    writeFile: (path, contents) => void written.set(path, contents),
    listFiles: () => [],
  });
  const module = written.get('contract.wasm');
  if (error || !(module instanceof Uint8Array)) return { messages: stderr.toString().trim() };
  const map = written.get('contract.wasm.map');
  return { module, map: typeof map === 'string' ? map : undefined };
}
