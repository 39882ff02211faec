/** The counter in every language that the project shows: WAT, C, Rust. They do the same for about the same fuel. C and Rust need a
 *  compiler that makes WebAssembly; where there is none the test is skipped and says so. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { temporaryDirectory } from '../temporary.js';
import { buildOnce, EXAMPLES, ledgerOfExamples } from './exampleContracts.js';

const run = (program: string, ...words: readonly string[]) =>
  spawnSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** The words that build an example, as the comment at its beginning tells them. */
const C_WORDS = ['--target=wasm32', '-O2', '-nostdlib', '-Wl,--no-entry', '-Wl,-z,stack-size=8192'];
const RUST_TARGET = 'wasm32-unknown-unknown';

function findClang(): string | undefined {
  const found = ['clang', '/usr/bin/clang'].find((program) => run(program, '--version').status === 0);
  return run('wasm-ld', '--version').status === 0 ? found : undefined;
}

/** A compiler that has the library of the target; rustup's and Debian's may both be there. */
function findRustc(): string | undefined {
  return ['rustc', '/usr/bin/rustc'].find((program) => {
    const { status, stdout } = run(program, '--print', 'target-libdir', '--target', RUST_TARGET);
    return status === 0 && existsSync(stdout.trim());
  });
}

const clang = findClang();
const rustc = findRustc();
const noClang = clang === undefined;
const noRustc = rustc === undefined;
if (noClang) console.log('no clang with wasm-ld here: the example in C is not built');
if (noRustc) console.log(`no rustc with ${RUST_TARGET} here: the example in Rust is not built`);

/** A component says itself why it fails. */
const COMPONENT_REFUSAL = /^Execution error: this method takes no payment$/;

/** Uses a counter, and expects what every counter does. */
async function useCounter(
  file: string,
  refusal = /^Execution error: .*\nthis method takes no payment$/,
): Promise<void> {
  const ledger = ledgerOfExamples();
  const [alice] = ledger.accounts;
  if (!alice) throw new Error('no account');
  const counter = await ledger.deploy(resolve(file));
  expect(counter.query('show')).toBe(0);
  for (let count = 1; count <= 12; count++) {
    const { events, gasUsed } = counter.call(alice, 'turn');
    expect(events).toEqual([{ contract: counter.address, topic: 'turned', data: String(count) }]);
    expect(gasUsed).toBeLessThan(60_000);
  }
  expect(counter.query('show')).toBe(12);
  expect(counter.storedBytes('count')).toEqual(Uint8Array.of(12, 0, 0, 0, 0, 0, 0, 0));
  counter.fails(alice, 'turn', {}, refusal, { attach: 1n });
  expect(ledger.balance(counter)).toBe(0n);
}

describe('counter', () => {
  test('in WAT', () => useCounter(join(EXAMPLES, 'counter.wat')));

  test.skipIf(noClang)('in C', async () => {
    const out = join(temporaryDirectory(), 'counter.wasm');
    const { status, stderr } = run(
      clang ?? '',
      ...C_WORDS,
      '-Wl,--max-memory=1048576',
      '-o',
      out,
      join(EXAMPLES, 'counter.c'),
    );
    expect(status, stderr).toBe(0);
    await useCounter(out);
    const built = await buildOnce(out);
    expect(isRefusal(built) ? built.message : built.code.memory).toEqual({ minimum: 1, maximum: 16 });
  });

  test('as a component in AssemblyScript', () => useCounter(join(EXAMPLES, 'component-counter.ts'), COMPONENT_REFUSAL));

  test.skipIf(noClang)('as a component in C', async () => {
    const out = join(temporaryDirectory(), 'component-counter.core.wasm');
    const source = join(EXAMPLES, 'component-counter.c');
    const { status, stderr } = run(clang ?? '', ...C_WORDS, '-Wl,--max-memory=1048576', '-o', out, source);
    expect(status, stderr).toBe(0);
    await useCounter(out, COMPONENT_REFUSAL);
    const built = await buildOnce(out);
    expect(isRefusal(built) ? built.message : built.code.component?.imports).toHaveLength(4);
  });

  test.skipIf(noRustc)('in Rust', async () => {
    const out = join(temporaryDirectory(), 'counter.wasm');
    const links = ['-C', 'link-arg=-zstack-size=8192', '-C', 'link-arg=--max-memory=1048576'];
    const words = ['--target', RUST_TARGET, '--crate-type', 'cdylib', '-O', '-C', 'panic=abort', ...links];
    const { status, stderr } = run(rustc ?? '', ...words, '-o', out, join(EXAMPLES, 'counter.rs'));
    expect(status, stderr).toBe(0);
    await useCounter(out);
  });
});
