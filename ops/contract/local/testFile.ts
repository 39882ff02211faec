/** Runs a file of tests: a module whose export `tests` has a function for each test. Each gets a ledger of its own.
 *
 *      export const tests = {
 *        async 'counts'(ledger) {
 *          const counter = await ledger.deploy('counter.ts');
 *          counter.call(ledger.accounts[0], 'add', { amount: 2 });
 *        },
 *      }; */

import { dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorText, isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import { uploadedCore } from '../../../engine/vm/prepareContract.js';
import type { Prices } from '../../../engine/vm/prices.js';
import { fileProblem } from '../authorFile.js';
import { type BuiltContract, buildContract } from '../build.js';
import { CountingMachine, type Coverage, type FunctionFuel, type MethodFuel, type Opinion } from './countingMachine.js';
import { SecondOpinion } from './secondOpinion.js';
import { CallFailed, TestLedger } from './testLedger.js';

type Test = (ledger: TestLedger) => unknown;

export interface TestResult {
  readonly name: string;
  /** Why it failed. */
  readonly error: string | undefined;
}

export interface FileReport {
  readonly file: string;
  readonly results: readonly TestResult[];
  readonly methods: readonly MethodFuel[];
  readonly functions: readonly FunctionFuel[];
  readonly coverage: readonly Coverage[];
  /** One for each component. */
  readonly opinions: readonly Opinion[];
}

/** The tests of a module; undefined when it exports none. */
function testsOf(module: unknown): readonly [string, Test][] | undefined {
  const { tests } = module as { readonly tests?: unknown };
  if (typeof tests !== 'object' || tests === null) return undefined;
  const found = Object.entries(tests).filter((entry): entry is [string, Test] => typeof entry[1] === 'function');
  return found.length > 0 ? found : undefined;
}

/** Where in the test a failure is: the first line of the stack that is in its file. */
function lineOf(error: unknown, file: string): string {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  const found = lines.find((line) => line.includes(pathToFileURL(file).href) || line.includes(file));
  const [, place] = /([^/\\]+:\d+:\d+)\)?$/.exec(found ?? '') ?? [];
  return place === undefined ? '' : `\n    in ${place}`;
}

async function importTests(file: string): Promise<readonly [string, Test][] | Refusal> {
  // Node 22.18 and newer read TypeScript by leaving the types out.
  if (extname(file) === '.ts' && !('typescript' in process.features && process.features.typescript))
    return refuse(
      'malformed_parameter',
      `this version of Node reads no TypeScript: name the tests ${file.slice(0, -3)}.mjs`,
    );
  try {
    const tests = testsOf(await import(pathToFileURL(file).href));
    return (
      tests ?? refuse('malformed_body', `${file} exports no tests: export const tests = { 'name'(ledger) { ... } }`)
    );
  } catch (error) {
    return refuse('malformed_body', `${file} cannot be loaded: ${errorText(error)}`);
  }
}

/** A contract, and for a component what jco makes of it. */
async function buildWithOpinion(source: string, machine: CountingMachine): Promise<BuiltContract | Refusal> {
  const contract = await buildContract(source, machine.prices);
  if (isRefusal(contract) || !contract.code.component) return contract;
  const uploaded = uploadedCore(contract.wasm);
  if (!isRefusal(uploaded)) machine.addOpinion(contract, await SecondOpinion.load(uploaded.core));
  return contract;
}

/** @param path of the file. */
export async function runTestFile(path: string, prices: Prices): Promise<FileReport | Refusal> {
  const file = resolve(path);
  const problem = fileProblem(path);
  if (problem) return problem;
  const tests = await importTests(file);
  if (isRefusal(tests)) return tests;
  const machine = new CountingMachine(prices);
  const built = new Map<string, Promise<BuiltContract | Refusal>>();
  const load = (source: string): Promise<BuiltContract | Refusal> => {
    const building = built.get(source) ?? buildWithOpinion(source, machine);
    built.set(source, building);
    return building;
  };
  const results: TestResult[] = [];
  for (const [name, test] of tests) {
    let error: string | undefined;
    try {
      await test(new TestLedger(machine, load, dirname(file)));
    } catch (thrown) {
      const text = thrown instanceof CallFailed ? await thrown.explained() : errorText(thrown);
      error = text + lineOf(thrown, file);
    }
    results.push({ name, error });
  }
  return {
    ...{ file: path, results, methods: machine.methods() },
    ...{ functions: machine.functions(), coverage: machine.coverage(), opinions: machine.opinions() },
  };
}
