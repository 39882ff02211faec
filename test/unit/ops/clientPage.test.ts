/** ops/client.md: what it tells to copy works, and every code of the client is in it. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync('ops/client.md', 'utf8');

test('the file that loads the published client does so', () => {
  const [, code = ''] = /```js\n(import \{ register \}[\s\S]*?)```/.exec(page) ?? [];
  const directory = mkdtempSync(join(tmpdir(), 'rouged-load-'));
  try {
    const file = join(directory, 'load-sdk.mjs');
    writeFileSync(file, code);
    const program = "import { RougeChain } from '@rougechain/sdk'; process.stdout.write(typeof RougeChain);";
    const words = ['--input-type=module', '--no-warnings', '-e', program];
    expect(() => execFileSync(process.execPath, words, { stdio: 'pipe' })).toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
    expect(execFileSync(process.execPath, ['--import', file, ...words], { encoding: 'utf8' })).toBe('function');
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('every example and every code of the client is named', () => {
  const examples = readdirSync('ops/examples').filter((name) => name.endsWith('.mjs') && name !== 'setup.mjs');
  const [, union = ''] = /export type ClientCode =([^;]*);/.exec(readFileSync('api/client/error.ts', 'utf8')) ?? [];
  const codes = Array.from(union.matchAll(/'(\w+)'/g), ([, code = '']) => code);
  expect([examples.length, codes.length]).toEqual([5, 10]);
  for (const word of [...examples, ...codes]) expect(page).toContain(`\`${word}\``);
});
