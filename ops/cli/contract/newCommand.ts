/** `rouged contract new`: a directory with a first contract, its tests and a README. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Refusal, refuse } from '../../../engine/base/refusal.js';
import { fileErrorCode } from '../../config/durableFile.js';
import { badOption, quoted } from '../../config/optionKinds.js';
import { BINDINGS } from '../../contract/assemblyScript.js';
import { EXIT_OK, PROGRAM, shellWord, type Terminal } from '../terminal.js';
import { userPath } from '../userPath.js';
import type { ContractValues } from './options.js';

const NAME = /^[a-z][a-z0-9-]{0,31}$/;

const contract = `// A counter that everybody may turn, and that remembers who turned it last.

import { args, callerAddress, emitJson, JsonObject, returnJson, StorageValue } from 'rouged/contract';

const count = new StorageValue<u64>('count');
const last = new StorageValue<string>('last');

/** {amount} */
export function turn(): void {
  const amount = args().member('amount').u64();
  assert(amount > 0 && amount <= 10, 'amount must be from 1 to 10');
  count.set(count.get(0) + amount);
  last.set(callerAddress());
  emitJson('turned', new JsonObject().text('by', callerAddress()).amount('count', count.get(0)));
}

export function show(): void {
  returnJson(new JsonObject().amount('count', count.get(0)).text('last', last.get('')));
}
`;

const tests = (name: string): string => `// Each test gets a ledger of its own. rouged contract test runs them.

import assert from 'node:assert/strict';

export const tests = {
  async 'counts, and remembers the last caller'(ledger) {
    const [alice, bob] = ledger.accounts;
    const counter = await ledger.deploy('${name}.ts');
    counter.call(alice, 'turn', { amount: 2 });
    counter.call(bob, 'turn', { amount: 3 });
    assert.deepEqual(counter.query('show'), { count: '5', last: bob.address });
  },

  async 'tells what happened'(ledger) {
    const [alice] = ledger.accounts;
    const counter = await ledger.deploy('${name}.ts');
    const { events } = counter.call(alice, 'turn', { amount: 1 });
    assert.equal(events[0].topic, 'turned');
  },

  async 'refuses what is out of range'(ledger) {
    const [alice] = ledger.accounts;
    const counter = await ledger.deploy('${name}.ts');
    counter.fails(alice, 'turn', { amount: 0 }, /amount must be from 1 to 10/);
    counter.fails(alice, 'turn', { amount: 11 }, /amount must be from 1 to 10/);
    counter.fails(alice, 'turn', {}, /amount is missing/);
  },
};
`;

const readme = (name: string): string => `# ${name}

| file | what it is |
|---|---|
| \`${name}.ts\` | the contract, in AssemblyScript: TypeScript with exact integer types |
| \`${name}.test.mjs\` | its tests, against a ledger in memory |
| \`tsconfig.json\` | for editors: where the types are |

From a checkout of rouged write \`${PROGRAM} contract\` instead of \`rouged contract\`, in this directory too.

    rouged contract test                             # the tests, with fuel and coverage
    rouged contract run ${name}.ts turn --args '{"amount":2}'
    rouged contract build                            # ${name}.wasm
    rouged contract deploy --account 0               # to the local network that npm start runs
    rouged contract call <address> turn --args '{"amount":2}' --account 0
    rouged contract query <address> show
`;

/** For editors alone: the compiler that builds the contract reads no tsconfig. */
function editorSettings(directory: string): string {
  const require = createRequire(import.meta.url);
  const compiler = dirname(require.resolve('assemblyscript/package.json'));
  const pathTo = (target: string): string => {
    const path = relative(directory, target).split(sep).join('/');
    return path.startsWith('.') ? path : `./${path}`;
  };
  const settings = {
    extends: pathTo(join(compiler, 'std', 'assembly.json')),
    compilerOptions: { paths: { 'rouged/*': [pathTo(join(BINDINGS, '*'))] } },
    include: ['./*.ts'],
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

export async function runNew(
  _values: ContractValues,
  terminal: Terminal,
  [name]: readonly string[],
): Promise<number | Refusal> {
  if (name === undefined) return badOption('rouged contract new needs a name');
  if (!NAME.test(name))
    return badOption(
      `a contract's name begins with a small letter and has at most 32 letters, digits and dashes, not ${quoted(name)}`,
    );
  const directory = resolve(userPath(terminal.environment, name));
  const files = {
    [`${name}.ts`]: contract,
    [`${name}.test.mjs`]: tests(name),
    'README.md': readme(name),
    'tsconfig.json': editorSettings(directory),
  };
  try {
    mkdirSync(directory);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text, { flag: 'wx' });
  } catch (error) {
    const code = fileErrorCode(error);
    if (code === 'EEXIST') return refuse('rule_violation', `${directory} exists; choose another name`);
    return refuse('not_authorized', `${directory} cannot be made (${code})`);
  }
  terminal.out(
    `made ${directory}\n${Object.keys(files)
      .map((file) => `  ${file}\n`)
      .join('')}`,
  );
  terminal.out(`run its tests: ${PROGRAM} contract test ${shellWord(name)}\n`);
  return EXIT_OK;
}
