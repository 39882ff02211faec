/** The tidy check catches what it forbids: every rule gets a planted violation in a separate tree, and files beside it
 *  that come close to one and are allowed. */

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts here are source code, some of it with templates

import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Violation } from './rule.js';
import { tidy } from './tidy.js';
import { tokenize } from './tokens.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
let tree = '';

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'rouged-tidy-'));
  execFileSync('git', ['init', '--quiet', tree]);
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}

/** Words that must not be in this file in plain form. */
const word = (...parts: string[]): string => parts.join('');

/** Rule, file, its text, line of the violation. Every file breaks one rule once. */
const PLANTED: readonly (readonly [rule: string, path: string, text: string, line: number])[] = [
  ['import-order', 'proto/a.ts', "import { a } from '../engine/base/bytes.js';\n", 1],
  ['import-order', 'engine/ledger/a.ts', "\nimport type { A } from '../mempool/mempool.js';\n", 2],
  ['import-order', 'engine/ledger/b.ts', "export * from '../../workers/pool.js';\n", 1],
  ['import-order', 'engine/ledger/c.ts', "export const c = (): unknown => import('../../api/app.js');\n", 1],
  ['import-order', 'engine/base/a.ts', "import { Node } from '../node.js';\n", 1],
  ['import-order', 'engine/newRoom/a.ts', 'export {};\n', 1],
  ['import-order', 'engine/node.ts', "import '../ops/run.js';\n", 1],
  ['import-order', 'workers/a.ts', "import {\n  a,\n} from '../api/app.js';\n", 1],
  ['import-order', 'api/a.ts', "type A = import('../workers/pool.js').A;\nexport type { A };\n", 1],
  ['import-order', 'api/b.ts', "import { a } from '../../elsewhere/a.js';\n", 1],
  ['import-order', 'api/client/a.ts', "import { a } from '../schemas.js';\n", 1],
  ['import-order', 'api/client/b.ts', "import type { A } from '../../engine/base/a.js';\n", 1],
  ['outside-world', 'api/client/c.ts', "import { createHash } from 'node:crypto';\n", 1],
  ['outside-world', 'engine/store/a.ts', "import { readFileSync } from 'node:fs';\n", 1],
  ['outside-world', 'engine/head/producer.ts', "import { Worker } from 'node:worker_threads';\n", 1],
  ['outside-world', 'engine/stream/a.ts', "import type { Socket } from 'net';\n", 1],
  ['outside-world', 'engine/stream/b.ts', "import Piscina from 'piscina';\n", 1],
  [
    'outside-world',
    'engine/stream/c.ts',
    "import { createRequire } from 'node:module';\nexport const load = createRequire(import.meta.url);\n",
    2,
  ],
  ['outside-world', 'engine/stream/d.ts', 'export const load = (name: string): unknown => import(name);\n', 1],
  ['outside-world', 'engine/ledger/d.ts', "import { createHash } from 'node:crypto';\n", 1],
  ['outside-world', 'engine/crypto/a.ts', "import { createHash, randomInt as draw } from 'node:crypto';\n", 1],
  ['outside-world', 'engine/crypto/b.ts', "import * as crypt from 'node:crypto';\n", 1],
  ['determinism', 'engine/base/b.ts', 'export const now = () =>\n  Date.now();\n', 2],
  ['determinism', 'engine/crypto/c.ts', 'export const chance = `${`a${Math.random()}`}`;\n', 1],
  ['determinism', 'engine/chain/a.ts', 'export const a = () => setTimeout(String, 1);\n', 1],
  ['determinism', 'engine/protocol/a.ts', 'export const pid = { pid: process.pid };\n', 1],
  ['determinism', 'engine/state/a.ts', 'export const a = async () => 1;\n', 1],
  ['determinism', 'engine/vm/a.ts', 'export const a = await 1;\n', 1],
  ['determinism', 'engine/ledger/e.ts', 'export const all = Promise.all;\n', 1],
  ['determinism', 'engine/intake/a.ts', 'export const a = (b: () => Promise<void>): unknown => b;\n', 1],
  [
    'determinism',
    'engine/intake/b.ts',
    'interface A {}\nwait();\nfunction wait(): A | Promise<A> {\n  return {};\n}\n',
    3,
  ],
  ['determinism', 'engine/mempool/a.ts', 'export const a = performance.now();\n', 1],
  ['determinism', 'engine/consensus/a.ts', 'queueMicrotask(String);\n', 1],
  ['determinism', 'engine/network/a.ts', "export const order = 'a'.localeCompare('b');\n", 1],
  ['determinism', 'engine/network/b.ts', 'export const a = (b: { then(c: () => void): void }) => b.then(String);\n', 1],
  ['determinism', 'engine/network/c.ts', 'export const a = crypto.getRandomValues;\n', 1],
  ['parsing', 'api/routes/a.ts', 'export const a = (body: string): unknown =>\n  JSON.parse(body);\n', 2],
  ['parsing', 'api/routes/b.ts', "import { parseJson } from '../../engine/base/json.js';\n", 1],
  ['file-length', 'ops/long.ts', 'export {};\n'.repeat(601), 601],
  ['import-circle', 'ops/circle/a.ts', "\nimport type { B } from './b.js';\nexport interface A { readonly b: B }\n", 2],
  ['import-circle', 'ops/circle/x.ts', "import { y } from './y.js';\nexport const x = (): unknown => y;\n", 1],
  ['file-name', 'ops/peerManager.ts', 'export {};\n', 1],
  ['file-name', 'bench/utils/a.ts', 'export {};\n', 1],
  ['top-level', 'tools/a.ts', 'export {};\n', 1],
  ['top-level', 'NOTES.md', 'notes\n', 1],
  ['unfinished', 'ops/a.ts', `// one\n// ${word('TO', 'DO')}: two\n`, 2],
  ['unfinished', 'ops/b.sh', `# ${word('For ', 'now')} this will do\n`, 1],
  ['unfinished', 'ops/c.ts', `throw new Error('${word('not ', 'implemented')}');\n`, 1],
  ['silenced', 'ops/d.ts', `// @ts${word('-', 'nocheck')}\n`, 1],
  ['skip-reason', 'test/a.test.ts', "test.skipIf(process.env.CI === '1')('a', () => {});\n", 1],
  ['machine-path', 'ops/e.ts', "export const keys = '/root/keys';\n", 1],
  ['machine-path', 'README.md', 'Run `/home/me/rouged`.\n', 1],
  ['lockfile', 'package-lock.json', '{\n  "resolved": "https://packages.example.org/a.tgz"\n}\n', 2],
];

/** Files that come close to a rule and break none. */
const ALLOWED: readonly (readonly [path: string, text: string])[] = [
  ['engine/mempool/allowed.ts', "import type { A } from '../ledger/a.js';\nimport { b } from '../../proto/wire.js';\n"],
  ['engine/allowed.ts', "import { Hub } from './stream/hub.js';\nimport { Node } from './node.js';\n"],
  ['engine/crypto/allowed.ts', "import { createHash } from 'node:crypto';\nimport { bech32m } from '@scure/base';\n"],
  [
    'engine/state/allowed.ts',
    "import { createRequire } from 'node:module';\nexport const a = createRequire(import.meta.url)('@chainsafe/hashtree');\n",
  ],
  [
    'engine/intake/allowed.ts',
    "import type { A } from '../base/a.js';\nexport type { A } from '../base/a.js';\ninterface B {\n  a(): Promise<A>;\n}\nexport type C = { b: B } & {\n  c(): Promise<void>;\n};\n",
  ],
  [
    'engine/chain/allowed.ts',
    '// Date.now() and await in words\nexport const a = (clock: { now(): number }) => ({ process: clock.now(), text: "await", b: /Date/.test(`Date`) });\n',
  ],
  ['engine/store/allowed.ts', 'export const a = async () => new Date(await Promise.resolve(0));\n'],
  ['ops/allowed.ts', "import '../api/app.js';\nimport '../workers/pool.js';\nexport const path = 'a/home/b';\n"],
  ['ops/full.ts', 'export {};\n'.repeat(420)],
  // One file of each circle is named; a file that imports a circle, or that is imported twice, is in none.
  ['ops/circle/b.ts', "export type { A } from './c.js';\nexport type B = 1;\n"],
  ['ops/circle/c.ts', "export type { A } from './a.js';\nimport './d.js';\n"],
  ['ops/circle/d.ts', "import 'node:fs';\n"],
  ['ops/circle/e.ts', "import './a.js';\nimport './d.js';\n"],
  ['ops/circle/y.ts', "export const y = (): unknown => import('./z.js');\n"],
  ['ops/circle/z.ts', "import { x } from './x.js';\nexport { x };\n"],
  [
    'test/allowed.test.ts',
    "test.skipIf(posix)('/tmp/a', () => {});\n// the platform has no modes\ntest.skipIf(a === b)('c', () => {});\n",
  ],
  ['api/routing/jsonBody.ts', 'export const a = JSON.parse;\n'],
  [
    'api/client/allowed.ts',
    "import { sha256 } from '@noble/hashes/sha2.js';\nimport './generated/a.js';\nexport const a = (): unknown => import('ws');\nexport const b = JSON.parse;\n",
  ],
  ['api/client/generated/a.ts', 'export {};\n'.repeat(421)],
  ['api/page/allowed.ts', 'export const a = JSON.parse;\n'],
  ['api/routes/allowed.ts', "// JSON.parse\nexport const a = JSON.stringify('JSON.parse');\n"],
  ['proto/generated/wire.js', `// ${word('TO', 'DO')}\n${'export {};\n'.repeat(500)}`],
  ['.ci/run', '#!/usr/bin/env bash\n'],
  ['vitest.config.ts', 'export {};\n'],
];

const shown = ({ path, line, rule }: Violation): string => `${path}:${line} ${rule}`;

describe('the tidy check', () => {
  test('finds every planted violation and nothing else', () => {
    plant('.gitignore', 'ignored/\n');
    plant('ignored/a.ts', `// ${word('TO', 'DO')}\n`);
    for (const [, path, text] of PLANTED) plant(path, text);
    for (const [path, text] of ALLOWED) plant(path, text);
    execFileSync('git', ['add', 'proto', 'engine/base'], { cwd: tree });
    const { files, violations, warnings } = tidy(tree);
    expect(warnings).toEqual([]);
    expect(violations.map(shown).sort()).toEqual(
      PLANTED.map(([rule, path, , line]) => `${path}:${line} ${rule}`).sort(),
    );
    expect(files).toBe(PLANTED.length + ALLOWED.length + 1);
    expect(new Set(PLANTED.map(([rule]) => rule)).size).toBe(13);
  });

  test('warns of a file that is longer than most, and refuses it no earlier than at 600 lines', () => {
    const lengths = [
      ['ops/longish.ts', 421],
      ['ops/longest.ts', 600],
    ] as const;
    for (const [path, lines] of lengths) plant(path, 'export {};\n'.repeat(lines));
    const { violations, warnings } = tidy(tree);
    for (const [path] of lengths) rmSync(join(tree, path));
    expect(warnings.map(shown).sort()).toEqual(['ops/longest.ts:421 file-length', 'ops/longish.ts:421 file-length']);
    expect(violations.map(shown)).not.toContain('ops/longest.ts:421 file-length');
    expect(violations.length).toBe(PLANTED.length);
  });

  test('names every file of a circle', () => {
    const { message } = tidy(tree).violations.find(({ path }) => path === 'ops/circle/a.ts') as Violation;
    expect(message).toContain(
      'ops/circle/a.ts imports ops/circle/b.ts imports ops/circle/c.ts imports ops/circle/a.ts:',
    );
  });

  test('leaves out what is deleted from the work tree', () => {
    const before = tidy(tree).files;
    rmSync(join(tree, 'engine/base/a.ts'));
    expect(tidy(tree).files).toBe(before - 1);
  });

  test('ends with code 1 and a count, or with 0 in a clean tree', () => {
    const program = join(root, 'dist/test/tidy/tidy.js');
    const faulty = spawnSync(process.execPath, [program], { cwd: tree, encoding: 'utf8' });
    expect(faulty.status, faulty.stderr).toBe(1);
    expect(faulty.stdout).toMatch(/^ops\/a\.ts:2 unfinished .+$/m);
    expect(faulty.stdout).toMatch(/\n\d+ violations in \d+ files\n$/);
    for (const [, path] of PLANTED) rmSync(join(tree, path), { force: true });
    const clean = spawnSync(process.execPath, [program], { cwd: tree, encoding: 'utf8' });
    expect(clean.stdout).toBe(`0 violations in ${ALLOWED.length + 1} files\n`);
    expect(clean.status, clean.stderr).toBe(0);
  });

  test('fails where there is nothing to check', () => {
    const empty = mkdtempSync(join(tmpdir(), 'rouged-tidy-'));
    try {
      execFileSync('git', ['init', '--quiet', empty]);
      expect(tidy(empty)).toEqual({ files: 0, violations: [], warnings: [] });
      const program = join(root, 'dist/test/tidy/tidy.js');
      expect(spawnSync(process.execPath, [program, empty]).status).toBe(1);
    } finally {
      rmSync(empty, { recursive: true, force: true });
    }
  });
});

describe('tokens', () => {
  const kinds = (source: string): string =>
    tokenize(source)
      .map(({ kind, value }) => `${kind} ${value}`)
      .join(' | ');

  test.each([
    ['a / b / c', 'word a | punctuation / | word b | punctuation / | word c'],
    ['return /[/"]\\//g', 'word return | regex /[/"]\\//g'],
    ['(a) / 2', 'punctuation ( | word a | punctuation ) | punctuation / | number 2'],
    ["'it\\'s' // 'x", "text it\\'s | comment // 'x"],
    [
      '`a${{ b: `${c}` }}d`',
      'template `a${ | punctuation { | word b | punctuation : | template `${ | word c | template }` | punctuation } | template }d`',
    ],
    ['`\\`\\${x}`', 'template `\\`\\${x}`'],
    ['1_000n ... 0xff', 'number 1_000n | punctuation ... | number 0xff'],
    ['/* a\n*/ b?.c', 'comment /* a\n*/ | word b | punctuation ?. | word c'],
  ])('of %s', (source, expected) => {
    expect(kinds(source)).toBe(expected);
  });

  test('know their lines', () => {
    const lines = tokenize('a /*\n\n*/ b `\n${c}\n` d').map(({ line }) => line);
    expect(lines).toEqual([1, 1, 3, 3, 4, 4, 5]);
  });
});

/** Rules that are left to the linter, with a file that breaks each. */
const LINTED: readonly (readonly [rule: string, path: string, text: string])[] = [
  ['noExcessiveLinesPerFunction', 'ops/a.ts', `export function a(): void {\n${'  String();\n'.repeat(76)}}\n`],
  ['noExplicitAny', 'ops/b.ts', `export const a = 1 as ${word('a', 'ny')};\n`],
  ['noTsIgnore', 'ops/c.ts', `// @ts${word('-', 'ignore')}\nexport const a = 1;\n`],
  ['noFocusedTests', 'test/a.test.ts', "import { test } from 'vitest';\n\ntest.only('a', () => {});\n"],
  ['noSkippedTests', 'test/b.test.ts', "import { test } from 'vitest';\n\ntest.skip('a', () => {});\n"],
  ['noNonNullAssertion', 'ops/d.ts', 'export const a = (b?: number): number => b!;\n'],
  ['noConsole', 'engine/a.ts', "console.log('a');\n"],
  ['noFloatingPromises', 'ops/e.ts', 'const a = (): Promise<void> => Promise.resolve();\na();\n'],
  ['noImportCycles', 'ops/f.ts', "import { g } from './g.js';\n\nexport const f = (): unknown => g;\n"],
];

describe('the linter', () => {
  test('finds what is left to it', () => {
    copyFileSync(join(root, 'biome.json'), join(tree, 'biome.json'));
    for (const [, path, text] of LINTED) plant(path, text);
    plant('ops/g.ts', "import { f } from './f.js';\n\nexport const g = (): unknown => f;\n");
    const linter = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const paths = LINTED.map(([, path]) => path);
    const run = spawnSync(process.execPath, [linter, 'lint', '--reporter=json', ...paths], {
      cwd: tree,
      encoding: 'utf8',
    });
    const { diagnostics } = JSON.parse(run.stdout) as {
      diagnostics: { category: string; location: { path: string } }[];
    };
    const found = diagnostics.map(({ category, location }) => `${category.split('/').at(-1)} ${location.path}`);
    expect(new Set(found)).toEqual(new Set(LINTED.map(([rule, path]) => `${rule} ${path}`)));
    expect(run.status).toBe(1);
  });
});
