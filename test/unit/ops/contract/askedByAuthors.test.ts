/** What authors ask of `rouged contract` by mistake or from another place: files that are none, directories, code that the parsers
 *  cannot take, numbers and payments beyond the limits, output that scripts read. */

import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { program } from '../../../../ops/cli/program.js';
import type { Environment } from '../../../../ops/config/load.js';
import { AUTHOR_FILE_BYTES } from '../../../../ops/contract/authorFile.js';
import { recordedTerminal, temporaryDirectory } from '../temporary.js';

const COUNTER = resolve('ops/examples/contracts/counter.wat');
const ECHO = `(module
  (import "env" "host_read_args" (func $read (param i32 i32) (result i32)))
  (import "env" "host_set_return" (func $return (param i32 i32)))
  (memory (export "memory") 1)
  (func (export "echo") (call $return (i32.const 0) (call $read (i32.const 0) (i32.const 65536)))))`;

async function contractIn(environment: Environment, ...words: readonly string[]) {
  const terminal = recordedTerminal(environment);
  const code = await program(['contract', ...words], terminal);
  return { code, ...terminal.written };
}

const contract = (...words: readonly string[]) => contractIn({}, ...words);

function write(name: string, text: string): string {
  const file = join(temporaryDirectory(), name);
  writeFileSync(file, text);
  return file;
}

function workIn(directory: string): void {
  const before = process.cwd();
  process.chdir(directory);
  onTestFinished(() => process.chdir(before));
}

describe('files', () => {
  test('that are no files, or too large, are not read', async () => {
    const directory = temporaryDirectory();
    for (const name of ['a.wasm', 'a.ts', 'a.test.mjs']) execFileSync('mkfifo', [join(directory, name)]);
    mkdirSync(join(directory, 'b.wat'));
    mkdirSync(join(directory, 'empty'));
    writeFileSync(join(directory, 'large.wat'), '');
    truncateSync(join(directory, 'large.wat'), AUTHOR_FILE_BYTES + 1);
    for (const [words, said] of [
      [['run', '/dev/null', 'go'], '/dev/null is a device, not a file'],
      [['build', join(directory, 'a.wasm')], 'a.wasm is a fifo, not a file'],
      [['run', join(directory, 'a.ts'), 'go'], 'a.ts is a fifo, not a file'],
      [['test', join(directory, 'a.test.mjs')], 'a.test.mjs is a fifo, not a file'],
      [['build', join(directory, 'large.wat')], `at most ${AUTHOR_FILE_BYTES} are read`],
      [['build', join(directory, 'empty')], 'there is no contract here'],
      [['test', join(directory, 'empty')], 'there is no test here'],
      [['test', join(directory, 'none.test.mjs')], 'none.test.mjs cannot be read (ENOENT)'],
    ] as const) {
      const { code, err } = await contract(...words);
      expect([code, err]).toEqual([expect.any(Number), expect.stringContaining(said)]);
      expect(code).not.toBe(0);
    }
  });

  test('of a directory are found by what they are, and from where npm was started', async () => {
    const from = temporaryDirectory();
    workIn(temporaryDirectory());
    writeFileSync('vitest.config.ts', 'export default {};\n');
    expect((await contract('build')).err).toContain('there is no contract here');
    const npm = { npm_lifecycle_event: 'rouged', INIT_CWD: from };
    expect((await contractIn(npm, 'new', 'lamp')).code).toBe(0);
    expect(existsSync(join(from, 'lamp', 'README.md'))).toBe(true);
    const inside = { ...npm, INIT_CWD: join(from, 'lamp') };
    const tested = await contractIn(inside, 'test');
    expect(tested.out, tested.err).toContain('3 passed, 0 failed');
    expect((await contractIn(inside, 'run', 'lamp.ts', 'show')).out).toContain('"count":"0"');
    const built = await contractIn(npm, 'build', 'lamp', '--out', 'made.wasm');
    expect([built.code, existsSync(join(from, 'made.wasm'))]).toEqual([0, true]);
    const other = { ...inside, npm_lifecycle_event: 'start' };
    expect((await contractIn(other, 'test')).err).toContain('there is no test here');
  });
});

test('code that the parsers cannot take is refused with the file and the limit', async () => {
  const deep = `(module (memory (export "memory") 1) (func (export "go") ${'(block '.repeat(300)}${')'.repeat(300)}))`;
  const wat = await contract('build', write('deep.wat', deep));
  expect([wat.code, wat.err]).toEqual([
    1,
    expect.stringMatching(/deep\.wat cannot be .*nested too deeply .*256 levels/),
  ]);
  const brackets = `export function go(): void { let a = ${'('.repeat(20_000)}1${')'.repeat(20_000)}; }`;
  const source = await contract('build', write('deep.ts', brackets));
  expect([source.code, source.err]).toEqual([1, expect.stringMatching(/deep\.ts does not compile: .*stack size/)]);
});

test('run takes what a call on a node may have, and no more', async () => {
  const echo = write('echo.wat', ECHO);
  const args = (characters: number) => JSON.stringify('x'.repeat(characters - 2));
  expect((await contract('run', echo, 'echo', '--args', args(65_536))).code).toBe(0);
  const long = await contract('run', echo, 'echo', '--args', args(65_537));
  expect([long.code, long.err]).toEqual([2, expect.stringContaining('65537 characters; a call takes at most 65536')]);
  const most = ['--token', 'GOLD', '--attach'];
  expect((await contract('run', echo, 'echo', ...most, '9223372036854775807')).code).toBe(0);
  const much = await contract('run', echo, 'echo', ...most, '9223372036854775808');
  expect([much.code, much.err]).toEqual([2, expect.stringContaining('--attach must be at most 9223372036854775807')]);
});

test('run shows each number that was returned with its value', async () => {
  const args =
    '{"a":1.50,"b":1e400,"c":-0,"d":18446744073709551615,"e":0.1,"f":0.10000000000000000001,"g":1e21,"h":1E-400}';
  const { out } = await contract('run', write('echo.wat', ECHO), 'echo', '--args', args, '--json');
  const { returnData } = JSON.parse(out) as { returnData: unknown };
  expect(returnData).toEqual({
    ...{ a: 1.5, b: '1e400', c: '-0', d: '18446744073709551615', e: 0.1, f: '0.10000000000000000001' },
    ...{ g: 1e21, h: '1E-400' },
  });
});

describe('for scripts', () => {
  test('what a test prints is not in its report', async () => {
    const file = write(
      'a.test.mjs',
      `console.log('loaded'); export const tests = { 'prints'() { console.log('ran'); process.stdout.write('wrote\\n'); } };`,
    );
    const words = ['dist/ops/cli/main.js', 'contract', 'test', file];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...words, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, passed: 1 });
    expect(stderr).toBe('loaded\nran\nwrote\n');
    expect((await promisify(execFile)(process.execPath, words)).stdout).toMatch(/^loaded\nran\nwrote\n/);
  });

  test('a refusal of the options is JSON too', async () => {
    for (const [words, said] of [
      [['test', '--nothing'], 'unknown option --nothing'],
      [['build', COUNTER, '--url', 'http://x'], '--url has no meaning'],
      [['run', COUNTER, 'turn', '--gas', '0'], '--gas must be'],
      [['run', COUNTER, 'turn', '--args', '{'], '--args must be JSON'],
      [['build', 'a.txt'], 'a.txt cannot be read (ENOENT)'],
    ] as const) {
      const { out, err } = await contract(...words, '--json');
      expect(err).toBe('');
      expect(JSON.parse(out)).toMatchObject({ success: false, error: expect.stringContaining(said) });
    }
  });
});

test('the help of a command is its own', async () => {
  const { out } = await contract('query', '--help');
  expect(out).toMatch(/^rouged contract query <address> <method>/);
  expect(out).toContain('--caller');
  expect(out).not.toMatch(/--out|--gas|rouged contract build/);
  expect((await contract('--help')).out).toContain('rouged contract build');
});

test('the ledger of tests refuses what it does not read', async () => {
  const file = write(
    'a.test.mjs',
    `export const tests = {
  'a token'(ledger) { ledger.fund(ledger.accounts[0], 5n, 'GOLD'); },
  'two files'(ledger) { ledger.deploy('a.ts', 'b.ts'); },
  async 'an option'(ledger) {
    (await ledger.deploy(${JSON.stringify(COUNTER)})).call(ledger.accounts[0], 'turn', {}, { value: 5n });
  },
  async 'long arguments'(ledger) {
    (await ledger.deploy(${JSON.stringify(COUNTER)})).call(ledger.accounts[0], 'turn', 'x'.repeat(65535));
  },
};\n`,
  );
  const { files } = JSON.parse((await contract('test', file, '--json')).out) as { files: [{ results: unknown[] }] };
  expect(files[0].results).toEqual([
    { name: 'a token', error: expect.stringContaining('fund takes 2 arguments, not 3') },
    { name: 'two files', error: expect.stringContaining('deploy takes 1 argument, not 2') },
    { name: 'an option', error: expect.stringContaining('has no value; it has attach and gas') },
    { name: 'long arguments', error: expect.stringContaining('a call takes at most 65536') },
  ]);
});
