/** The thread that compiles contracts: its verdicts and their order, its deaths, its end. */

import { describe, expect, onTestFinished, test } from 'vitest';
import { toBinary } from '../../../../engine/base/bytes.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { CompileThread } from '../../../../workers/contracts/compileThread.js';
import { LogBook } from '../../../support/engineNode.js';
import { codeHashOf, numberedModule, wrongModule } from '../../../support/wasm/contractModules.js';
import { threadFile } from './threadFile.js';

/** A thread that does what the first byte says, and otherwise answers with it. */
const MISBEHAVING = `
const never = () => {};
parentPort.on('message', ({ wasm: [what] }) => {
  if (what === 1 && !marker('died')) process.exit(3);
  if (what === 2) process.exit(3);
  if (what === 3) throw new Error('a module it cannot stand');
  if (what === 4) return never();
  parentPort.postMessage({ refusal: { code: 'invalid_contract', message: String(what) } });
});`;

const DIED = 'the thread that compiles contracts ended';

function open(file?: URL) {
  const log = new LogBook();
  const thread = file ? new CompileThread('native', log, file) : new CompileThread('native', log);
  onTestFinished(() => thread.close());
  return { thread, log };
}

const misbehaving = () => open(threadFile(MISBEHAVING));

/** What became of a module that begins with this byte. */
const outcome = (thread: CompileThread, what: number): Promise<string> =>
  thread.compile(String(what), Uint8Array.of(what)).then(
    (code) => (isRefusal(code) ? code.message : 'compiled'),
    (error: Error) => error.message,
  );

describe('a module', () => {
  test('is compiled, or refused with the code and the sentence of the one check', async () => {
    const { thread, log } = open();
    expect([thread.threads().length, thread.pending]).toEqual([0, 0]);
    const good = numberedModule(7);
    const [code, wrong, noModule] = await Promise.all([
      thread.compile('good', good),
      thread.compile('wrong', wrongModule(7)),
      thread.compile('none', Uint8Array.of(0, 0x61, 0x73)),
    ]);
    if (code === undefined || isRefusal(code)) throw new Error('the module is good');
    expect(toBinary(code.codeHash)).toBe(codeHashOf(good));
    expect(code.methods).toEqual(['main']);
    expect(code.module).toBeInstanceOf(WebAssembly.Module);
    for (const verdict of [wrong, noModule]) expect(verdict).toMatchObject({ code: 'invalid_contract', status: 400 });
    expect(wrong).toMatchObject({ message: expect.stringContaining('memory') });
    expect([thread.threads().length, thread.pending, log.lines]).toEqual([1, 0, []]);
  });

  test('is answered in its turn', async () => {
    const { thread } = misbehaving();
    const order: string[] = [];
    const asked = [50, 10, 90, 30, 70].map(async (what) => order.push(await outcome(thread, what)));
    expect(thread.pending).toBe(5);
    await Promise.all(asked);
    expect(order).toEqual(['50', '10', '90', '30', '70']);
  });

  test('that a block waits for is compiled before those that are only checked', async () => {
    const { thread } = misbehaving();
    const order: string[] = [];
    const checked = [50, 10, 90].map(async (what) => order.push(await outcome(thread, what)));
    const needed = thread
      .compile('30', Uint8Array.of(30), true)
      .then((code) => order.push(isRefusal(code) ? code.message : ''));
    expect(thread.pending).toBe(4);
    await Promise.all([...checked, needed]);
    // The first one had begun.
    expect(order).toEqual(['50', '30', '10', '90']);
  });

  test('for which a block waits by now passes those that are only checked', async () => {
    const { thread } = misbehaving();
    const order: string[] = [];
    const checked = [50, 10, 90].map(async (what) => order.push(await outcome(thread, what)));
    for (const codeHash of ['90', '90', 'unknown']) thread.hurry(codeHash);
    await Promise.all(checked);
    expect(order).toEqual(['50', '90', '10']);
  });

  test('stays with its owner: the bytes are copied', async () => {
    const { thread } = open();
    const wasm = numberedModule(1);
    await thread.compile('one', wasm);
    expect(wasm.length).toBeGreaterThan(8);
  });
});

describe('a thread that dies', () => {
  test('is replaced, and the module tried once more; what waits is answered after it', async () => {
    const { thread, log } = misbehaving();
    expect(await Promise.all([outcome(thread, 1), outcome(thread, 20), outcome(thread, 30)])).toEqual([
      '1',
      '20',
      '30',
    ]);
    expect(log.lines).toMatchObject([{ level: 'error', message: DIED }]);
    expect(thread.threads()).toHaveLength(1);
  });

  test.each([
    [2, 'ends'],
    [3, 'throws'],
  ])('twice over one module rejects it (%d: it %s); the others are answered', async (what) => {
    const { thread, log } = misbehaving();
    const answers = await Promise.all([outcome(thread, what), outcome(thread, 20)]);
    expect(answers).toEqual(['a contract could not be compiled: the thread for it ended twice', '20']);
    expect(log.lines.map(({ message }) => message)).toEqual([DIED, DIED]);
    if (what === 3)
      expect(log.lines[0]?.fields.error).toMatchObject({ message: expect.stringContaining('cannot stand') });
    expect(thread.pending).toBe(0);
  });

  test('while it has nothing to do is missed by nobody', async () => {
    const { thread, log } = misbehaving();
    expect(await outcome(thread, 20)).toBe('20');
    const [first] = thread.threads();
    await first?.terminate();
    expect([thread.threads().length, log.lines]).toEqual([0, []]);
    expect(await outcome(thread, 30)).toBe('30');
    expect(thread.threads()[0]).not.toBe(first);
  });
});

test('closing rejects the module in the thread and those that wait, and every later one', async () => {
  const { thread, log } = misbehaving();
  const asked = [4, 20, 30].map((what) => outcome(thread, what));
  await thread.close();
  expect(await Promise.all(asked)).toEqual(Array(3).fill('the node is shutting down'));
  expect(await outcome(thread, 40)).toBe('the node is shutting down');
  expect([thread.threads().length, thread.pending, log.lines]).toEqual([0, 0, []]);
  await thread.close();
});
