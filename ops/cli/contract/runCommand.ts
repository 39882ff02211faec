/** `rouged contract run`: one method without a node, over an empty ledger. */

import { toHex, utf8 } from '../../../engine/base/bytes.js';
import { canonicalJson } from '../../../engine/base/json.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { sha256 } from '../../../engine/crypto/sha256.js';
import { Machine } from '../../../engine/vm/machine.js';
import { MAX_CALL_FUEL } from '../../../engine/vm/prices.js';
import { badOption } from '../../config/optionKinds.js';
import type { BuiltContract } from '../../contract/build.js';
import { failureLine, runTraced } from '../../contract/local/failure.js';
import { accountKey, MemoryLedger } from '../../contract/local/memoryLedger.js';
import { type CallReport, performCall } from '../../contract/local/performCall.js';
import { firstTestAccount } from '../../contract/local/testLedger.js';
import { EXIT_FAILED, EXIT_OK, exitCode, printable, type Terminal } from '../terminal.js';
import { contractFile, loadContract } from './buildCommand.js';
import { attachedAmount, type ContractValues, callArguments } from './options.js';

const ADDRESS = toHex(sha256(utf8('a contract that runs without a node')).subarray(0, 20));

/** Lines of the log; on failure the machine's sentence before them, and behind them the author's line where a source map tells it. */
function errorOf({ error, logs }: CallReport, line: string | undefined): string | null {
  const lines = [...(error === undefined ? [] : [error]), ...logs, ...(line === undefined ? [] : [`at ${line}`])];
  return lines.length === 0 ? null : lines.join('\n');
}

/** The answer that scripts read: exactly these members. */
const answerOf = (report: CallReport, line: string | undefined) => ({
  success: report.success,
  gasUsed: report.gasUsed,
  returnData: report.returnData,
  events: report.events.map(({ contract, topic, data }) => ({ contract_addr: contract, topic, data })),
  error: errorOf(report, line),
});

const refusedAnswer = (refusal: Refusal) => ({
  ...{ success: false, gasUsed: 0, returnData: null, events: [], error: refusal.message },
});

function show(terminal: Terminal, report: CallReport, line: string | undefined): void {
  for (const line of report.logs) terminal.out(`log        ${printable(line)}\n`);
  for (const { topic, data } of report.events) terminal.out(`event      ${printable(topic)} ${printable(data)}\n`);
  if (report.success) terminal.out(`returned   ${printable(JSON.stringify(report.returnData))}\n`);
  else {
    terminal.out(`failed     ${printable(report.error ?? '')}\n`);
    if (line !== undefined) terminal.out(`at         ${printable(line)}\n`);
  }
  terminal.out(`fuel       ${report.gasUsed}\n`);
}

/** Runs the method for a caller who owns what is attached. */
function perform(built: BuiltContract, method: string, values: ContractValues): CallReport | Refusal {
  const args = callArguments(values);
  const attached = attachedAmount(values);
  if (isRefusal(args)) return args;
  if (isRefusal(attached)) return attached;
  const ledger = new MemoryLedger();
  const machine = new Machine(built.prices);
  const { code, wasm, name } = built;
  ledger.contracts.set(ADDRESS, { address: ADDRESS, code, codeBytes: wasm.length, name });
  const caller = values.caller ?? firstTestAccount().publicKey;
  if (attached) ledger.credit(attached.symbol, accountKey(caller) ?? caller, attached.amount);
  const order = {
    ...{ contract: ADDRESS, method, args: canonicalJson(args), caller, gas: values.gas ?? MAX_CALL_FUEL },
    ...(attached ? { attached } : {}),
  };
  return performCall(
    ledger,
    {
      run: (code, name, fuel, scene) =>
        runTraced(built, undefined, name, scene, (noted, places) => machine.run(code, name, fuel, noted, places)),
    },
    order,
    'run',
  );
}

export async function runMethod(
  values: ContractValues,
  terminal: Terminal,
  [named, method]: readonly string[],
): Promise<number | Refusal> {
  if (named === undefined || method === undefined) return badOption('rouged contract run needs a file and a method');
  const file = contractFile(terminal, named);
  const built = isRefusal(file) ? file : await loadContract(file, values);
  const report = isRefusal(built) ? built : perform(built, method, values);
  if (isRefusal(built) || isRefusal(report)) {
    const refusal = isRefusal(built) ? built : (report as Refusal);
    if (!values.json) return refusal;
    terminal.out(`${JSON.stringify(refusedAnswer(refusal))}\n`);
    return exitCode(refusal);
  }
  const line = await failureLine(report);
  if (values.json) terminal.out(`${JSON.stringify(answerOf(report, built.sources && line))}\n`);
  else show(terminal, report, line);
  return report.success ? EXIT_OK : EXIT_FAILED;
}
