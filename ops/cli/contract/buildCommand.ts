/** `rouged contract build`: a module from a source, and what is known about it. */

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT_PRICE, formatXrge } from '../../../engine/base/amounts.js';
import { toHex, utf8Text } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import type { CompiledContract } from '../../../engine/vm/contractModule.js';
import { fileErrorCode } from '../../config/durableFile.js';
import { badOption } from '../../config/optionKinds.js';
import { isDirectory, readAuthorFile } from '../../contract/authorFile.js';
import { type BuiltContract, buildContract, missingImport, PRICE_TABLES } from '../../contract/build.js';
import { EXIT_OK, outJson, type Terminal } from '../terminal.js';
import { userPath } from '../userPath.js';
import type { ContractValues } from './options.js';

/** What a contract in AssemblyScript has and other TypeScript has not: the bindings, or a function of the host. */
const CONTRACT_TEXT = /from\s+['"]rouged\/\w+['"]|@external\s*\(/;

function isContract(file: string): boolean {
  if (file.endsWith('.wat')) return true;
  if (!file.endsWith('.ts') || /\.(?:test|d)\.ts$/.test(file)) return false;
  const bytes = readAuthorFile(file);
  return !isRefusal(bytes) && CONTRACT_TEXT.test(utf8Text(bytes));
}

/** The one contract of a directory. */
function contractFileIn(directory: string): string | Refusal {
  let names: readonly string[];
  try {
    names = readdirSync(directory);
  } catch (error) {
    return refuse('not_found', `${directory} cannot be read (${fileErrorCode(error)})`);
  }
  const sources = names.filter((name) => isContract(join(directory, name)));
  const [only] = sources;
  if (only !== undefined && sources.length === 1) return join(directory, only);
  return badOption(
    only === undefined
      ? 'there is no contract here; name its file, or begin with rouged contract new'
      : `there are several contracts here (${sources.sort().join(', ')}); name the file`,
  );
}

/** The file of a contract: as named, or the one of the directory that is named or is current. */
export function contractFile(terminal: Terminal, named: string | undefined): string | Refusal {
  const path = userPath(terminal.environment, named ?? '.');
  return isDirectory(path) ? contractFileIn(path) : path;
}

/** @returns a contract that a node would take and that could run there. */
export async function loadContract(
  file: string,
  { prices, component }: ContractValues,
): Promise<BuiltContract | Refusal> {
  const built = await buildContract(file, PRICE_TABLES[prices], component);
  if (isRefusal(built)) return built;
  const missing = missingImport(built.code);
  if (missing !== undefined) return refuse('invalid_contract', `no call of this contract could succeed: ${missing}`);
  if (!built.code.component && built.code.methods.length === 0)
    return refuse('invalid_contract', 'the contract has no method: export a function without parameters and results');
  return built;
}

const deployFee = ({ wasm }: BuiltContract): bigint => BigInt(wasm.length) * CONTRACT_PRICE;

/** Functions of the host: those of `env`, or those of the world. */
const importNames = ({ imports, component }: CompiledContract): string[] =>
  component ? component.imports.map((each) => each.function) : imports.map(({ name }) => name);

function factsOf(file: string, out: string, built: BuiltContract) {
  const { code, wasm } = built;
  return {
    ...{ success: true, file, out, bytes: wasm.length, deploy_fee_quanta: deployFee(built).toString() },
    ...{ code_hash: toHex(code.codeHash), methods: code.methods, other_functions: code.otherFunctions },
    ...{ imports: importNames(code), memory_pages: code.memory },
    ...{ instantiation_fuel: code.instantiationFuel, component: code.component !== undefined },
  };
}

function show(terminal: Terminal, file: string, out: string, built: BuiltContract): void {
  const { code, wasm } = built;
  const lines = [
    `${file} -> ${out}`,
    `size       ${wasm.length} bytes, ${formatXrge(deployFee(built))} XRGE to deploy`,
    `methods    ${code.component ? 'what the call of the component takes' : code.methods.join(', ')}`,
    ...(code.otherFunctions.length > 0 ? [`no methods ${code.otherFunctions.join(', ')}`] : []),
    `imports    ${importNames(code).join(', ') || 'none'}`,
    `memory     ${code.memory.minimum} to ${code.memory.maximum} pages`,
    `fuel       ${code.instantiationFuel} before the first instruction of a call`,
    `code hash  ${toHex(code.codeHash)}`,
  ];
  terminal.out(`${lines.join('\n')}\n`);
}

export async function runBuild(
  values: ContractValues,
  terminal: Terminal,
  [named]: readonly string[],
): Promise<number | Refusal> {
  const file = contractFile(terminal, named);
  if (isRefusal(file)) return file;
  const built = await loadContract(file, values);
  if (isRefusal(built)) return built;
  const out = values.out ?? file.replace(/\.\w+$/, '.wasm');
  if (out === file && built.wasm !== built.named)
    return badOption('the component would take the place of its module: name another file with --out');
  try {
    if (out !== file) writeFileSync(out, built.wasm);
  } catch (error) {
    return refuse('not_authorized', `${out} cannot be written (${fileErrorCode(error)})`);
  }
  if (values.json) outJson(terminal, factsOf(file, out, built));
  else show(terminal, file, out, built);
  return EXIT_OK;
}
