/** `rouged contract`: each command with good and bad input. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { canonicalJson, JsonNumber } from '../../../../engine/base/json.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { program } from '../../../../ops/cli/program.js';
import { createKeyFile } from '../../../../ops/config/nodeKeys.js';
import { buildContract, PRICE_TABLES } from '../../../../ops/contract/build.js';
import { withoutCustomSections } from '../../../../ops/contract/wasmSections.js';
import { type NodeSettings, startNodeForTest } from '../nodeForTest.js';
import { recordedTerminal, temporaryDirectory } from '../temporary.js';

const COUNTER = 'ops/examples/contracts/counter.wat';
const TOKEN = 'ops/examples/contracts/token.ts';
const ADDRESS = 'ab'.repeat(20);

async function contract(...words: readonly string[]) {
  const terminal = recordedTerminal();
  const code = await program(['contract', ...words], terminal);
  return { code, ...terminal.written };
}

/** Runs the test in a directory of its own. */
function workIn(directory: string): void {
  const before = process.cwd();
  process.chdir(directory);
  onTestFinished(() => process.chdir(before));
}

function write(name: string, text: string | Uint8Array): string {
  const file = join(temporaryDirectory(), name);
  writeFileSync(file, text);
  return file;
}

describe('new', () => {
  test('makes a project whose tests pass and whose contract can be built and run', async () => {
    workIn(temporaryDirectory());
    const made = await contract('new', 'lamp');
    expect(made.code, made.err).toBe(0);
    for (const name of ['lamp.ts', 'lamp.test.mjs', 'README.md', 'tsconfig.json'])
      expect(existsSync(join('lamp', name)), name).toBe(true);
    const settings = JSON.parse(readFileSync('lamp/tsconfig.json', 'utf8')) as {
      extends: string;
      compilerOptions: { paths: Record<string, string[]> };
    };
    expect(existsSync(join('lamp', settings.extends))).toBe(true);
    const [bindings = ''] = settings.compilerOptions.paths['rouged/*'] ?? [];
    expect(existsSync(join('lamp', bindings.replace('*', 'contract.ts')))).toBe(true);
    process.chdir('lamp');
    const tested = await contract('test');
    expect(tested.code, tested.out + tested.err).toBe(0);
    expect(tested.out).toContain('3 passed, 0 failed');
    expect(tested.out).toMatch(/lamp\.ts turn +\d+ +\d+ +\d+\n/);
    expect(tested.out).toContain('lamp.ts 4 of 4');
    const built = await contract('build');
    expect(built.code, built.err).toBe(0);
    expect(built.out).toContain('methods    turn, show');
    expect(existsSync('lamp.wasm')).toBe(true);
    const ran = await contract('run', 'lamp.wasm', 'turn', '--args', '{"amount":3}', '--json');
    expect(JSON.parse(ran.out)).toMatchObject({ success: true, events: [{ topic: 'turned' }], error: null });
  });

  test('refuses a name that is none and one that is taken', async () => {
    const directory = temporaryDirectory();
    workIn(directory);
    mkdirSync('lamp');
    for (const [words, code, said] of [
      [[], 2, 'needs a name'],
      [['Lamp'], 2, 'begins with a small letter'],
      [['../lamp'], 2, 'begins with a small letter'],
      [['lamp'], 1, 'exists; choose another name'],
      [['a', 'b'], 2, 'unexpected argument "b"'],
    ] as const) {
      const made = await contract('new', ...words);
      expect([made.code, made.err]).toEqual([code, expect.stringContaining(said)]);
    }
  });
});

describe('build', () => {
  test('says what a module is, for people and for scripts', async () => {
    const out = join(temporaryDirectory(), 'counter.wasm');
    const people = await contract('build', COUNTER, '--out', out);
    expect(people.out).toMatch(/^size {7}434 bytes, 0\.000434 XRGE to deploy$/m);
    expect(people.out).toMatch(/^imports {4}host_log, /m);
    const { out: json } = await contract('build', out, '--json');
    const facts = JSON.parse(json) as Record<string, unknown>;
    expect(facts).toMatchObject({
      ...{ success: true, bytes: 434, deploy_fee_quanta: '434000', methods: ['turn', 'show'], other_functions: [] },
      ...{ memory_pages: { minimum: 1, maximum: 1 }, out, file: out },
    });
    expect(facts.imports).toHaveLength(6);
    expect(facts.code_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.keys(facts)).toHaveLength(12);
  });

  test.each<[string, string, string | Uint8Array, RegExp]>([
    [
      'AssemblyScript with a fault',
      'a.ts',
      'export function go(): void { nowhere(); }',
      /a\.ts does not compile[\s\S]*nowhere[\s\S]*a\.ts/,
    ],
    ['WAT with a fault', 'a.wat', '(module (func $f (nonsense)))', /a\.wat:1:\d+: error: /],
    ['bytes that are no module', 'a.wasm', 'hello', /Invalid WASM: /],
    ['nothing', 'a.wasm', new Uint8Array(), /Empty WASM module/],
    ['more than 1 MiB', 'a.wasm', new Uint8Array(1_048_577), /WASM too large: 1048577 bytes/],
    ['a module without its memory', 'a.wat', '(module (func (export "go")))', /must export its memory as "memory"/],
    ['a module without a method', 'a.wat', '(module (memory (export "memory") 1))', /has no method/],
    [
      'a method with parameters alone',
      'a.wat',
      '(module (memory (export "memory") 1) (func (export "go") (param i32)))',
      /has no method/,
    ],
    [
      'an import that no host has',
      'a.wat',
      '(module (import "env" "host_print" (func)) (memory (export "memory") 1) (func (export "go")))',
      /unknown import "host_print"/,
    ],
    [
      'an import of another shape',
      'a.wat',
      '(module (import "env" "host_log" (func (param i64))) (memory (export "memory") 1) (func (export "go")))',
      /import "host_log" is \(i32, i32\), not \(i64\)/,
    ],
    [
      'SIMD',
      'a.wat',
      '(module (memory (export "memory") 1) (func (export "go") (drop (v128.const i32x4 0 0 0 0))))',
      /Invalid WASM: function 0 \(go\)/,
    ],
    ['a file of another kind', 'a.txt', 'x', /must end with \.ts/],
  ])('refuses %s', async (_name, file, text, expected) => {
    const path = write(file, text);
    const built = await contract('build', path);
    expect(built.code).not.toBe(0);
    expect(built.err).toMatch(expected);
    expect(existsSync(path.replace(/\.\w+$/, '.wasm'))).toBe(path.endsWith('.wasm'));
  });

  test('finds the contract of a directory, when there is one', async () => {
    const text = readFileSync(COUNTER);
    workIn(temporaryDirectory());
    expect((await contract('build')).err).toContain('there is no contract here');
    writeFileSync('b.wat', text);
    writeFileSync('b.test.ts', '');
    expect((await contract('build')).code).toBe(0);
    writeFileSync('no-contract.ts', '');
    expect((await contract('build')).code).toBe(0);
    writeFileSync('a.ts', "import { log } from 'rouged/contract';\n");
    const several = await contract('build');
    expect([several.code, several.err]).toEqual([2, expect.stringContaining('(a.ts, b.wat); name the file')]);
    expect((await contract('build', 'c.wat')).err).toContain('c.wat cannot be read (ENOENT)');
  });
});

describe('run', () => {
  const MEMBERS = ['success', 'gasUsed', 'returnData', 'events', 'error'];

  async function json(...words: readonly string[]) {
    const { code, out, err } = await contract('run', ...words, '--json');
    expect(err).toBe('');
    const answer = JSON.parse(out) as Record<string, unknown>;
    expect(Object.keys(answer)).toEqual(MEMBERS);
    return { code, ...answer };
  }

  test('answers with exactly the members of a call', async () => {
    const data = expect.any(String);
    expect(await json(COUNTER, 'turn')).toEqual({
      ...{ code: 0, success: true, gasUsed: expect.any(Number), returnData: null, error: null },
      events: [{ contract_addr: expect.stringMatching(/^[0-9a-f]{40}$/), topic: 'turned', data }],
    });
    expect(await json(COUNTER, 'show')).toMatchObject({ success: true, returnData: 0, events: [] });
  });

  test('charges nothing for the host under the prices of the reference', async () => {
    const { gasUsed } = (await json(COUNTER, 'turn', '--prices', 'reference')) as { gasUsed?: number };
    expect(gasUsed).toBeGreaterThan(20);
    expect(gasUsed).toBeLessThan(200);
  });

  test('tells failures, with what the contract has said', async () => {
    expect(await json(COUNTER, 'turn', '--attach', '0.5')).toMatchObject({
      ...{ code: 1, success: false, returnData: null, events: [] },
      error: 'Execution error: unreachable code was executed\nthis method takes no payment',
    });
    expect(await json(COUNTER, 'nothing')).toMatchObject({ error: "Execution error: Method 'nothing' not found" });
    expect(await json(COUNTER, 'turn', '--gas', '12000')).toMatchObject({
      ...{ success: false, error: expect.stringMatching(/^Out of gas \(limit: 12000, used: \d+\)$/) },
    });
    expect(await json(write('a.wasm', 'x'), 'go')).toMatchObject({
      ...{ code: 1, success: false, gasUsed: 0, error: expect.stringContaining('Invalid WASM') },
    });
  });

  test('gives arguments, caller and payment to the method', async () => {
    const words = ['--args', '{"name":"A","symbol":"B","decimals":0,"supply":"18446744073709551615"}'];
    const caller = 'cd'.repeat(20);
    const ran = await contract('run', TOKEN, 'init', ...words, '--caller', caller);
    expect(ran.out).toContain(`event      init {"owner":"${caller}","supply":"18446744073709551615"}`);
    const paid = await contract('run', TOKEN, 'init', ...words, '--attach', '3', '--token', 'gold');
    expect(paid.out).toMatch(/^log {8}this method takes no payment at ~lib\/rouged\/assets\.ts:\d+:\d+$/m);
    expect(paid.out).toMatch(/^at {9}token\.ts:\d+:\d+$/m);
  });

  test('says where a trap is', async () => {
    const text =
      'export function go(): void {\n  const none: u32[] = [];\n  store<u32>(u32.MAX_VALUE - 8, none.length);\n}\n';
    const trapped = await contract('run', write('a.ts', text), 'go');
    expect(trapped.code).toBe(1);
    expect(trapped.out).toContain('failed     Execution error: memory access out of bounds\nat         a.ts:3:');
  });

  test.each<[readonly string[], string]>([
    [[], 'needs a file and a method'],
    [[COUNTER], 'needs a file and a method'],
    [[COUNTER, 'turn', '--args', '{'], '--args must be JSON'],
    [[COUNTER, 'turn', '--gas', '0'], '--gas must be a whole number from 1 to 10000000'],
    [[COUNTER, 'turn', '--gas', '10000001'], '--gas must be a whole number from 1 to 10000000'],
    [[COUNTER, 'turn', '--prices', 'cheap'], '--prices must be one of native, reference'],
    [[COUNTER, 'turn', '--caller', 'bob'], '--caller must be a public key'],
    [[COUNTER, 'turn', '--attach', '0'], '--attach must be above zero'],
    [[COUNTER, 'turn', '--attach', '1.0000000001'], '--attach'],
    [[COUNTER, 'turn', '--attach', '1.5', '--token', 'GOLD'], '--attach'],
    [[COUNTER, 'turn', '--url', 'http://x'], '--url has no meaning for rouged contract run'],
  ])('refuses %j', async (words, expected) => {
    const ran = await contract('run', ...words);
    expect([ran.code, ran.out, ran.err]).toEqual([2, '', expect.stringContaining(expected)]);
  });
});

describe('test', () => {
  const counter = readFileSync(COUNTER, 'utf8');

  function project(tests: string): string {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'counter.wat'), counter);
    const file = join(directory, 'counter.test.mjs');
    writeFileSync(file, tests);
    return file;
  }

  test('shows what failed and where, and goes on', async () => {
    const file = project(`export const tests = {
  async 'fails in the contract'(ledger) {
    const counter = await ledger.deploy('counter.wat');
    counter.call(ledger.accounts[0], 'turn', {}, { attach: 5n });
  },
  'fails in the test'() { throw new Error('seven'); },
  async 'passes'(ledger) {
    const counter = await ledger.deploy('counter.wat');
    counter.call(ledger.accounts[1], 'turn');
    if (counter.query('show') !== 1) throw new Error('no');
  },
  async 'expects a failure that does not come'(ledger) {
    const counter = await ledger.deploy('counter.wat');
    counter.fails(ledger.accounts[1], 'turn', {}, /x/);
  },
};`);
    const { code, out } = await contract('test', file);
    expect(code).toBe(1);
    expect(out).toContain(
      'FAILED fails in the contract\n    turn failed: Execution error: unreachable code was executed',
    );
    expect(out).toMatch(
      /this method takes no payment\n +at turn, byte \d+ of the module\n +in counter\.test\.mjs:4:\d+/,
    );
    expect(out).toMatch(/seven\n +in counter\.test\.mjs:6:\d+/);
    expect(out).toContain('ok     passes');
    expect(out).toContain('turn succeeded; it should have failed with /x/');
    expect(out).toContain('1 passed, 3 failed');
    const report = JSON.parse((await contract('test', file, '--json')).out) as Record<string, unknown>;
    expect(report).toMatchObject({ success: false, passed: 1, failed: 3 });
  });

  test('counts fuel by method and by function, and what never ran', async () => {
    const file = project(`export const tests = { async 'turns'(ledger) {
      const counter = await ledger.deploy('counter.wat');
      for (let turn = 0; turn < 3; turn++) counter.call(ledger.accounts[0], 'turn');
    } };`);
    const { out } = await contract('test', file, '--prices', 'reference', '--json');
    const [report] = (JSON.parse(out) as { files: unknown[] }).files as {
      methods: { calls: number; sum: number }[];
      functions: { name: string; fuel: number }[];
      coverage: { stretches: number; ran: number; missed: string[] }[];
    }[];
    const fuel = report?.functions.reduce((sum, each) => sum + each.fuel, 0);
    // Nothing but instructions costs under these prices.
    expect(report?.methods).toMatchObject([{ calls: 3, sum: fuel }]);
    expect(report?.functions.map(({ name }) => name).sort()).toEqual(['digits', 'stored', 'turn']);
    expect(report?.coverage).toMatchObject([{ stretches: 6, ran: 4 }]);
    expect(report?.coverage[0]?.missed).toEqual([expect.stringMatching(/^turn, byte \d+/), 'show']);
  });

  test.each<[string, string, string]>([
    ['a file without tests', 'export const nothing = 1;', 'exports no tests'],
    ['a file with a fault', 'export const tests = {', 'cannot be loaded'],
  ])('refuses %s', async (_name, text, expected) => {
    const { code, err } = await contract('test', project(text));
    expect([code, err]).toEqual([1, expect.stringContaining(expected)]);
  });

  test('a contract that cannot be built fails its test with the reason', async () => {
    const file = project(`export const tests = { async 'x'(ledger) { await ledger.deploy('nowhere.ts'); } };`);
    const { code, out } = await contract('test', file);
    expect([code, out]).toEqual([1, expect.stringContaining('nowhere.ts cannot be read (ENOENT)')]);
  });
});

describe('deploy, call and query', () => {
  function wallet(): string {
    const file = join(temporaryDirectory(), 'wallet.json');
    const keys = createKeyFile(file);
    if (isRefusal(keys)) throw new Error(keys.message);
    return file;
  }

  const reverted = {
    ...{
      success: false,
      returnData: null,
      gasUsed: 900,
      events: [],
      error: 'Execution error: unreachable code was executed',
    },
    ...{ logs: ['the balance is too small at token.ts:49:3\u001b[2J'], failed_at: { function: 3, offset: 900 } },
  };

  async function nodeWith(settings: NodeSettings) {
    const node = await startNodeForTest({ chainId: 'rougechain-local-1', ...settings });
    return { node, options: ['--url', node.url, '--file', wallet()] };
  }

  test('deploy signs the module that build would write', async () => {
    const { node, options } = await nodeWith({ accepted: { address: ADDRESS, fee: 0.000434 } });
    const done = await contract('deploy', COUNTER, ...options);
    expect(done.code, done.err).toBe(0);
    expect(done.out).toMatch(
      new RegExp(`^address {5}${ADDRESS}\nfee {9}0\\.000434 XRGE\ntransaction [0-9a-f]{64}\nin block {4}5\n$`),
    );
    const [{ path, payload } = { path: '', payload: new Map() }] = node.seen;
    expect([path, payload.get('type')]).toEqual(['/api/v2/contract/publish', 'contract_deploy']);
    const built = await buildContract(COUNTER, PRICE_TABLES.native);
    if (isRefusal(built)) throw new Error(built.message);
    expect(payload.get('wasm')).toBe(Buffer.from(built.wasm).toString('base64'));
    expect(withoutCustomSections(built.wasm)).toEqual(built.wasm);
    const json = await contract('deploy', COUNTER, ...options, '--json', '--no-wait');
    expect(JSON.parse(json.out)).toMatchObject({ success: true, address: ADDRESS, block_height: null });
  });

  test('deploy refuses before it asks the node', async () => {
    const { node, options } = await nodeWith({});
    const refused = await contract('deploy', write('a.wasm', 'x'), ...options);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Invalid WASM')]);
    const unsigned = await contract('deploy', COUNTER, '--url', node.url, '--file', '/nowhere/wallet.json');
    expect([unsigned.code, unsigned.err]).toEqual([1, expect.stringContaining('there is no wallet')]);
    expect(node.posted).toEqual([]);
  });

  test('call asks what it costs, and signs that with room for change', async () => {
    const answer = {
      status: 200,
      body: { success: true, returnData: 7, gasUsed: 801, gasNeeded: 1_001, events: [], error: null },
    };
    const { node, options } = await nodeWith({
      answers: { [`/api/contract/${ADDRESS}/query`]: answer },
      accepted: { preview: { returnData: { b: 1 }, gasUsed: 1_001, events: [] } },
      receipt: { return_data: { b: 2 }, gas_used: 998 },
    });
    const words = ['call', ADDRESS.toUpperCase(), 'transfer', '--args', '{"to":"x","amount":18446744073709551615}'];
    const done = await contract(...words, '--attach', '1.5', ...options);
    expect(done.code, done.err).toBe(0);
    expect(done.out).toMatch(/^transaction [0-9a-f]{64}\nin block {4}5\nreturned {4}\{"b":2\}\nfuel {8}998\n$/);
    const [asked] = node.posted;
    expect(asked?.body).toMatch(
      /^\{"args":\{"amount":18446744073709551615,"to":"x"\},"attach":\{"amount":1500000000,"symbol":"XRGE"\},"caller":"[0-9a-f]{3904}","method":"transfer"\}$/,
    );
    const payload = node.seen[0]?.payload;
    expect(payload?.get('type')).toBe('contract_call');
    expect(payload?.get('contractAddr')).toBe(ADDRESS);
    expect(payload?.get('gasLimit')).toEqual(new JsonNumber('2502'));
    expect(canonicalJson(payload?.get('attach') ?? null)).toBe('{"amount":1500000000,"symbol":"XRGE"}');
    const given = await contract(...words, '--gas', '5000', '--token', 'gold', '--attach', '3', ...options, '--json');
    expect(JSON.parse(given.out)).toMatchObject({ success: true, block_height: 5, preview: { gasUsed: 1_001 } });
    expect(node.seen[1]?.payload.get('gasLimit')).toEqual(new JsonNumber('5000'));
    expect(canonicalJson(node.seen[1]?.payload.get('attach') ?? null)).toBe('{"amount":3,"symbol":"GOLD"}');
    expect(node.posted).toHaveLength(3);
  });

  test('call signs nothing when the preview fails', async () => {
    const { node, options } = await nodeWith({
      answers: { [`/api/contract/${ADDRESS}/query`]: { status: 200, body: reverted } },
    });
    const done = await contract('call', ADDRESS, 'transfer', ...options);
    expect([done.code, done.out, done.err]).toEqual([
      1,
      '',
      'rouged: Execution error: unreachable code was executed (http_200)\nlog        the balance is too small at token.ts:49:3?[2J\n' +
        'at         function 3, byte 900 of the module\n',
    ]);
    const queried = await contract('query', ADDRESS, 'transfer', '--url', node.url, '--json');
    expect([queried.code, JSON.parse(queried.out)]).toEqual([1, reverted]);
    expect(node.seen).toEqual([]);
  });

  test('call tells what failed in the block', async () => {
    const { options } = await nodeWith({
      receiptStatus: { Failed: 'Out of gas (limit: 5, used: 4)' },
      receipt: { contract_logs: ['the reason'], failed_at: { function: 2, name: 'go', offset: 7 } },
      accepted: { preview: { returnData: null, gasUsed: 4, events: [] } },
    });
    const done = await contract('call', ADDRESS, 'transfer', '--gas', '5', ...options, '--json');
    expect(done.code).toBe(1);
    expect(JSON.parse(done.out)).toMatchObject({ success: false, code: 'failed_in_block' });
    const people = await contract('call', ADDRESS, 'transfer', '--gas', '5', ...options);
    expect(people.err).toMatch(
      /but failed: Out of gas .* \(failed_in_block\)\nlog {8}the reason\nat {9}go, byte 7 of the module\n$/,
    );
    const early = await contract('call', ADDRESS, 'transfer', '--gas', '5', ...options, '--no-wait');
    expect(early.out).toMatch(/not waited for its block\npreview {5}null\nfuel {8}4\n$/);
  });

  test('query prints what is returned', async () => {
    const body = { success: true, returnData: { count: '5' }, gasUsed: 12, events: [], error: null };
    const { node } = await nodeWith({ answers: { [`/api/contract/${ADDRESS}/query`]: { status: 200, body } } });
    const shown = await contract('query', ADDRESS, 'show', '--url', node.url, '--caller', ADDRESS);
    expect([shown.code, shown.out, shown.err]).toEqual([0, '{"count":"5"}\n', '12 fuel\n']);
    expect(node.posted[0]?.body).toBe(`{"args":{},"caller":"${ADDRESS}","method":"show"}`);
    const json = await contract('query', ADDRESS, 'show', '--url', node.url, '--json');
    expect(JSON.parse(json.out)).toEqual(body);
  });

  test.each<[readonly string[], string]>([
    [['call'], 'needs the address of a contract and a method'],
    [['query', ADDRESS], 'needs the address of a contract and a method'],
    [['call', 'abc', 'go'], 'is not the address of a contract'],
    [['query', ADDRESS, 'go', '--args', 'x'], '--args must be JSON'],
    [['query', ADDRESS, 'go', '--gas', '5'], '--gas has no meaning for rouged contract query'],
  ])('refuses %j', async (words, expected) => {
    const done = await contract(...words);
    expect([done.code, done.err]).toEqual([2, expect.stringContaining(expected)]);
  });
});
