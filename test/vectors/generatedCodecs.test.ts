/** The committed codecs equal the build tools' output for wire.proto today. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const generated = 'proto/generated';

/** The commands of `npm run proto`, each as tool and arguments, writing into another directory. */
function commands(directory: string): { tool: string; words: string[] }[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return (scripts.proto ?? '').split('&&').map((command) => {
    const [tool = '', ...words] = command.trim().split(/\s+/);
    return { tool, words: words.map((word) => word.replace(generated, directory)) };
  });
}

test('wire.js and wire.d.ts are generated from wire.proto', () => {
  const toolDirectory = join(dirname(createRequire(import.meta.url).resolve('protobufjs-cli/package.json')), 'bin');
  const directory = mkdtempSync(join(tmpdir(), 'rouged-proto-'));
  try {
    const made = commands(directory);
    expect(made.map(({ tool }) => tool)).toEqual(['pbjs', 'pbts']);
    for (const { tool, words } of made)
      execFileSync(process.execPath, [join(toolDirectory, tool), ...words], { cwd: root, stdio: 'pipe' });
    const files = readdirSync(join(root, generated)).sort();
    expect(files).toEqual(['wire.d.ts', 'wire.js']);
    const differing = files.filter(
      (file) => !readFileSync(join(root, generated, file)).equals(readFileSync(join(directory, file))),
    );
    expect(differing, 'run "npm run proto" and commit what it makes').toEqual([]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
