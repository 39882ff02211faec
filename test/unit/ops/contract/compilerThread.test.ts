/** The compiler's thread: answers in order, and a refusal for each source when the thread ends. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { CompilerThread, compilerThread } from '../../../../ops/contract/compilerThread.js';
import { temporaryDirectory } from '../temporary.js';

const method = (body: string): string => `export function go(): void { ${body} }\n`;

test('sources are answered in their order, whatever becomes of each', async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'rouged'));
  writeFileSync(join(directory, 'rouged', 'own.ts'), 'export const OWN: i32 = 7;\n');
  const sources = [
    method(''),
    method('nowhere();'),
    `import { OWN } from './rouged/own';\n${method('assert(OWN === 7);')}`,
    `import { nothing } from 'rouged/contract';\n${method('nothing();')}`,
    `import { x } from 'rouged/unknown';\n${method('x();')}`,
  ];
  const files = sources.map((text, at) => {
    const file = join(directory, `${at}.ts`);
    writeFileSync(file, text);
    return file;
  });
  const answers = await Promise.all(files.map((file) => compilerThread.compile(file)));
  const seen = answers.map((answer) =>
    isRefusal(answer) ? answer.code : 'module' in answer ? 'module' : answer.messages,
  );
  expect(seen).toEqual([
    'module',
    expect.stringContaining("Cannot find name 'nowhere'"),
    'module',
    expect.stringContaining("has no exported member 'nothing'"),
    expect.stringContaining("File '~lib/rouged/unknown.ts' not found"),
  ]);
});

test('a thread that ends leaves a refusal for each source, and the next one begins anew', async () => {
  const thread = new CompilerThread('test/support/endingWorker.js');
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all([thread.compile('a.ts'), thread.compile('b.ts')]);
    for (const answer of answers)
      expect(isRefusal(answer) && [answer.code, answer.message]).toEqual([
        'internal',
        'the AssemblyScript compiler has stopped: it gave up',
      ]);
  }
});
