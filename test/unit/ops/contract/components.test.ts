/** Components for authors: built, run, tested with a second opinion, and shown where they failed. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { isComponent } from '../../../../engine/vm/component/componentCore.js';
import { uploadedCore } from '../../../../engine/vm/prepareContract.js';
import { nativePrices, referencePrices } from '../../../../engine/vm/prices.js';
import { program } from '../../../../ops/cli/program.js';
import { buildContract } from '../../../../ops/contract/build.js';
import { SecondOpinion } from '../../../../ops/contract/local/secondOpinion.js';
import { runTestFile } from '../../../../ops/contract/local/testFile.js';
import { bareScene } from '../../../support/bareScene.js';
import { smallWat } from '../../../support/smallCores.js';
import { recordedTerminal, temporaryDirectory } from '../temporary.js';

const COUNTER = 'ops/examples/contracts/component-counter.ts';

async function contract(...words: readonly string[]) {
  const terminal = recordedTerminal();
  const code = await program(['contract', ...words], terminal);
  return { code, ...terminal.written };
}

function write(name: string, text: string | Uint8Array): string {
  const file = join(temporaryDirectory(), name);
  writeFileSync(file, text);
  return file;
}

describe('build', () => {
  test('makes a component that a node takes, and that can be built again', async () => {
    const out = join(temporaryDirectory(), 'counter.wasm');
    const people = await contract('build', COUNTER, '--component', '--out', out);
    expect(people.code, people.err).toBe(0);
    expect(people.out).toContain('methods    what the call of the component takes\n');
    expect(people.out).toMatch(/^imports {4}.*storage-write/m);
    expect(isComponent(new Uint8Array(readFileSync(out)))).toBe(true);
    const again = JSON.parse((await contract('build', out, '--json')).out) as Record<string, unknown>;
    expect(again).toMatchObject({ success: true, component: true, methods: [], bytes: readFileSync(out).length });
    expect(people.out).toContain(String(again.code_hash));
    expect([...(again.imports as string[])].sort()).toEqual([
      'attached',
      'emit-event',
      'log',
      'storage-read',
      'storage-write',
    ]);
  });

  test('makes one of WAT that imports the world, without being asked', async () => {
    const file = write('a.wat', smallWat({ imports: ['log'] }));
    const built = await buildContract(file, nativePrices);
    expect(isRefusal(built) ? built.message : built.code.component?.imports).toHaveLength(1);
    // Nothing says what this one is for.
    const silent = write('b.wat', smallWat({}));
    const module = await buildContract(silent, nativePrices);
    const asked = await buildContract(silent, nativePrices, true);
    if (isRefusal(module) || isRefusal(asked)) throw new Error('a small module cannot be built');
    expect([module.code.component, asked.code.component?.call]).toEqual([undefined, 'call']);
  });

  test('says why a module is no component', async () => {
    const token = await contract('build', 'ops/examples/contracts/counter.wat', '--component');
    expect([token.code, token.err]).toEqual([1, expect.stringContaining('does not fit the world of contracts')]);
    const start = await contract(
      'build',
      write('a.wat', `(module (memory (export "memory") 1) (start 0) (func))`),
      '--component',
    );
    expect(start.err).toContain('does not fit the world of contracts');
    const broken = await contract('build', write('a.wasm', 'no module'), '--component');
    expect(broken.err).toContain('Invalid WASM');
  });

  test('does not write a component over its module', async () => {
    const directory = temporaryDirectory();
    const source = write('a.wat', smallWat({ imports: ['log'] }));
    const { parse } = await import('@bytecodealliance/jco-transpile/wasm-tools');
    const core = join(directory, 'a.wasm');
    writeFileSync(core, await parse(readFileSync(source, 'utf8')));
    const before = readFileSync(core);
    const refused = await contract('build', core);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--out')]);
    expect(readFileSync(core)).toEqual(before);
    const out = join(directory, 'b.wasm');
    expect((await contract('build', core, '--out', out)).code).toBe(0);
    expect(existsSync(out)).toBe(true);
  });
});

describe('run', () => {
  test('runs a component from its source and as built, for the same fuel', async () => {
    const out = join(temporaryDirectory(), 'counter.wasm');
    await contract('build', COUNTER, '--out', out);
    for (const prices of ['native', 'reference']) {
      const answers = [];
      for (const file of [COUNTER, out])
        answers.push((await contract('run', file, 'turn', '--prices', prices, '--json')).out);
      expect(answers[1]).toBe(answers[0]);
      expect(JSON.parse(answers[0] ?? '')).toMatchObject({
        ...{ success: true, returnData: null, events: [{ topic: 'turned', data: '1' }], error: null },
      });
    }
    const failed = await contract('run', out, 'jump', '--json');
    expect([failed.code, JSON.parse(failed.out)]).toEqual([
      1,
      expect.objectContaining({ success: false, error: 'Execution error: there is no method jump', events: [] }),
    ]);
  });

  test('shows the line at which a component failed', async () => {
    const source = `import { textAt, ok } from 'rouged/component';
export function call(method: usize, methodBytes: i32, _args: usize, _argsBytes: i32): usize {
  const name = textAt(method, methodBytes);
  assert(name != 'assert', 'said so');
  return ok((7 / (name.length - 6)).toString());
}
`;
    const file = write('failing.ts', source);
    const divided = await contract('run', file, 'divide');
    expect(divided.out).toMatch(/failed {5}Execution error: integer division by zero\nat {9}failing\.ts:5:\d+\n/);
    const asserted = await contract('run', file, 'assert');
    expect(asserted.out).toMatch(/log {8}said so at failing\.ts:4:3\nfailed/);
    expect((await contract('run', file, 'seven..')).out).toContain('returned   7\n');
  });
});

/** @param gas too little for a turn. */
const testsWith = (gas: number): string => `
export const tests = {
  async 'counts'(ledger) {
    const counter = await ledger.deploy(${JSON.stringify(resolve(COUNTER))});
    for (let count = 1; count <= 3; count++) counter.call(ledger.accounts[0], 'turn');
    if (counter.query('show') !== 3) throw new Error('it does not count');
    counter.fails(ledger.accounts[0], 'jump', {}, /no method jump/);
    counter.fails(ledger.accounts[0], 'turn', {}, /Out of gas/, { gas: ${gas} });
  },
};
`;

describe('test', () => {
  test.each([
    [nativePrices, 15_000],
    [referencePrices, 300],
  ])('asks jco for a second opinion on each answer', async (prices, gas) => {
    const report = await runTestFile(write('counter.test.mjs', testsWith(gas)), prices);
    if (isRefusal(report)) throw new Error(report.message);
    expect(report.results).toEqual([{ name: 'counts', error: undefined }]);
    // All calls but the one that ran out of gas.
    expect(report.opinions).toEqual([{ contract: 'component-counter.ts', calls: 5, missing: undefined }]);
    const [coverage] = report.coverage;
    expect(coverage?.missed.length).toBeLessThan(coverage?.stretches ?? 0);
    expect(report.functions.length).toBeGreaterThan(2);
  });

  test('says so for people and for scripts', async () => {
    const file = write('counter.test.mjs', testsWith(15_000));
    const people = await contract('test', file);
    expect(people.code, people.out).toBe(0);
    expect(people.out).toContain('with equal results and equal fuel\n  component-counter.ts 5 calls\n');
    const { out } = await contract('test', file, '--json');
    expect(JSON.parse(out)).toMatchObject({ files: [{ opinions: [{ contract: 'component-counter.ts', calls: 5 }] }] });
  });

  test('finds every difference', async () => {
    const built = await buildContract(COUNTER, nativePrices);
    if (isRefusal(built)) throw new Error(built.message);
    const uploaded = uploadedCore(built.wasm);
    if (isRefusal(uploaded)) throw new Error(uploaded.message);
    const loaded = await SecondOpinion.load(uploaded.core);
    if (isRefusal(loaded)) throw new Error(loaded.message);
    const told = [{ name: 'storage-read', values: { key: Buffer.from('count') }, answer: undefined }] as const;
    const asked = [{ ...told[0], values: { key: new Uint8Array(told[0].values.key) } }];
    expect(loaded.compare('show', bareScene, asked)).toBeUndefined();
    expect(loaded.calls).toBe(1);
    // What was asked is not what this call asks: it came to no answer.
    expect(loaded.compare('show', bareScene, [])).toBeUndefined();
    expect(loaded.calls).toBe(1);
    const { code } = loaded as unknown as { readonly code: unknown };
    const differing = (call: () => unknown): string | undefined =>
      (Reflect.construct(SecondOpinion, [code, { call }]) as SecondOpinion).compare('show', bareScene, asked);
    expect(differing(() => ({ ok: '1' }))).toBe('the answer is {"ok":"0"}, and {"ok":"1"} in the code of jco');
    expect(differing(() => ({ error: '0' }))).toContain('the answer is');
    expect(differing(() => ({ ok: '0' }))).toMatch(/^the fuel is \d+, and 10000000 in the code of jco$/);
    expect(
      differing(() => {
        throw new Error('unreachable');
      }),
    ).toBe('the code of jco fails: unreachable');
  });
});
