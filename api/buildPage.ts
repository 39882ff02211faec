/** Completes the built page: adds the files that are not compiled, and the packages that its modules import.
 *
 *  In: the compiled modules of `api/page`. Out: beside them page, style and icon; under `lib/` every module of a package
 *  that one of them imports, and all that those import in turn. A browser cannot resolve package names: each is replaced by the
 *  path of the file, so that the page loads only files of its own node, and needs no inline script. Runs as a program
 *  at the end of the build. */

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = join(ROOT, 'api', 'page');
const BUILT = join(ROOT, 'dist', 'api', 'page');
const LIBRARIES = join(BUILT, 'lib');
const PACKAGES = `${sep}node_modules${sep}`;

const STATIC_FILES = ['index.html', 'page.css', 'icon.svg'];

/** `import ... from 'x'` and `export ... from 'x'` at the start of a line, as compilers write them. */
const STATEMENT = /^((?:import|export)\s[^;'"]*?from\s*)(['"])([^'"]+)\2/gm;

const posix = (path: string): string => path.replaceAll(sep, '/');

/** Where a package's file is put. @throws Error for a file outside a package. */
function placeOf(file: string): string {
  const at = file.lastIndexOf(PACKAGES);
  if (at < 0) throw new Error(`${file} is no file of a package`);
  return join(LIBRARIES, file.slice(at + PACKAGES.length));
}

/** Copies a module and what it imports, and replaces its imports by paths from its new place.
 *  @param source where it was. @param target where it will be. @param done files that were copied already. */
function bring(source: string, target: string, done: Set<string>): void {
  const text = readFileSync(source, 'utf8').replace(
    STATEMENT,
    (statement, head: string, quote: string, specifier: string) => {
      const inPackage = source.includes(PACKAGES);
      if (specifier.startsWith('.') && !inPackage) return statement;
      const file = fileURLToPath(
        specifier.startsWith('.') ? new URL(specifier, pathToFileURL(source)) : import.meta.resolve(specifier),
      );
      const place = placeOf(file);
      if (!done.has(file)) {
        done.add(file);
        bring(file, place, done);
      }
      const path = posix(relative(dirname(target), place));
      return `${head}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
    },
  );
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

for (const name of STATIC_FILES) copyFileSync(join(SOURCES, name), join(BUILT, name));
const modules = readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.js') && !path.startsWith(`lib${sep}`),
);
const done = new Set<string>();
for (const path of modules) bring(join(BUILT, path), join(BUILT, path), done);
