/** Where a call failed, as its author gets to know it: the line of the contract's own file, in `run` and in tests. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { program } from '../../../../ops/cli/program.js';
import { recordedTerminal, temporaryDirectory } from '../temporary.js';

const CONTRACT = `import { add, args, returnAmount, StorageMap, StorageValue, subtract } from 'rouged/contract';

const names = new StorageMap<string, u64>('names');
const count = new StorageValue<u64>('count');

export function own(): void {
  assert(args().has('x'), 'x is needed');
}

export function less(): void {
  count.set(add(count.get(1), 1));
  returnAmount(subtract(count.get(0), 5));
}

export function beyond(): void {
  const items = args().member('items').list();
  returnAmount(items[1].u64());
}

export function number(): void {
  returnAmount(args().member('n').u64());
}

export function key(): void {
  names.set('x'.repeat(300), 1);
}

export function divide(): void {
  returnAmount(7 / count.get(0));
}

function deeper(left: u64): u64 {
  if (left === 0) throw new Error('the bottom');
  return left + deeper(left - 1);
}

export function deep(): void {
  returnAmount(deeper(3));
}
`;

/** What fails, with which arguments, the line of the contract, and whether the log has it already. */
const FAILURES: readonly (readonly [string, string, string, boolean])[] = [
  ['own', '{}', 'a.ts:7:3', true],
  ['less', '{}', 'a.ts:12:16', false],
  ['beyond', '{"items":[1]}', 'a.ts:17:16', false],
  ['number', '{"n":"x"}', 'a.ts:21:16', false],
  ['key', '{}', 'a.ts:25:3', false],
  ['divide', '{}', 'a.ts:29:16', false],
  ['deep', '{}', 'a.ts:33:19', true],
];

async function contract(...words: readonly string[]) {
  const terminal = recordedTerminal();
  const code = await program(['contract', ...words], terminal);
  return { code, ...terminal.written };
}

function project(): string {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'a.ts'), CONTRACT);
  return directory;
}

/** Lines of a text that name a place in a file. */
const places = (text: string): readonly string[] => [...text.matchAll(/[\w~/]+\.ts:\d+:\d+/g)].map(([place]) => place);

describe('a failure names the line of the contract', () => {
  test('in run, and no other line but that of the log', async () => {
    const file = join(project(), 'a.ts');
    // A build takes a second: the others are in the test below.
    const shown = FAILURES.filter(([method]) => ['own', 'less', 'divide'].includes(method));
    expect(shown).toHaveLength(3);
    for (const [method, args, line, isLogged] of shown) {
      const { code, out } = await contract('run', file, method, '--args', args);
      expect(code, method).toBe(1);
      expect(places(out).at(-1), `${method}\n${out}`).toBe(line);
      expect(/^at /m.test(out), method).toBe(!isLogged);
      expect(places(out).length, out).toBeLessThanOrEqual(2);
      if (method !== 'less') continue;
      const json = JSON.parse((await contract('run', file, method, '--args', args, '--json')).out) as { error: string };
      expect(places(json.error).at(-1), method).toBe(line);
    }
  });

  test('in tests, where counters are in the code', async () => {
    const directory = project();
    const tests = FAILURES.map(
      ([method, args]) =>
        `async '${method}'(ledger) { (await ledger.deploy('a.ts')).call(ledger.accounts[0], '${method}', ${args}); },`,
    );
    const named = `async 'function'(ledger) { const a = await ledger.deploy('a.ts');
      for (const method of ['own', 'less', 'key', 'divide'])
        if (a.fails(ledger.accounts[0], method, {}, /./).place.name !== 'a/' + method) throw new Error(method); },`;
    const file = join(directory, 'a.test.mjs');
    writeFileSync(file, `export const tests = {\n${[...tests, named].join('\n')}\n};\n`);
    const { out } = await contract('test', file, '--json');
    const { files } = JSON.parse(out) as { files: [{ results: { name: string; error?: string }[] }] };
    const errors = new Map(files[0].results.map(({ name, error }) => [name, error]));
    expect(errors.get('function')).toBeUndefined();
    for (const [method, , line] of FAILURES) {
      const lines = places(errors.get(method) ?? '');
      expect(lines.at(-1), errors.get(method)).toBe(line);
      expect(lines.length, errors.get(method)).toBeLessThanOrEqual(2);
    }
  });
});
