/** Where the built JavaScript of a file is: a thread can load only JavaScript, even when its starter runs as TypeScript under
 *  the test runner.
 *
 *  In: a path inside the project. Out: the URL of the built file, which exists. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the built files: the parent of this folder when this file is built itself, else `dist`. */
const builtRoot = new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : '../../', import.meta.url);

/** The folder of the bundles in the built files. */
export const BUNDLES = 'run';

/** @param path as in `builtFile`, with any separators. @returns the name of its bundle, which no other path has. */
export const bundleName = (path: string): string => path.replaceAll(/[/\\]/g, '.');

/** @param path with forward slashes and the extension `.js`, from the project's root, for example `engine/stream/queries.js`.
 *  @throws when the file has not been built. */
export function builtFile(path: string): URL {
  const url = new URL(path, builtRoot);
  if (!existsSync(url))
    throw new Error(`${fileURLToPath(url)} is missing: build the project first (npm run build:all)`);
  return url;
}

/** @returns the bundle of a file, which starts sooner; the file where there is none. @throws as `builtFile`. */
export function bundledFile(path: string): URL {
  const bundle = new URL(`${BUNDLES}/${bundleName(path)}`, builtRoot);
  return existsSync(bundle) ? bundle : builtFile(path);
}

/** @param name of a worker's file below `workers`, without its extension, for example `store/storeWorker`.
 *  @throws as `builtFile`. */
export const workerFile = (name: string): URL => bundledFile(`workers/${name}.js`);
