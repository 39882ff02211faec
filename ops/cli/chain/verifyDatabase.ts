/** `rouged verify-db`: reads a whole chain again and recomputes all that can be recomputed. Exit code 0: it is sound;
 *  1: it is damaged; 2: it could not be looked at. */

import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { readTip } from '../../../engine/store/recovery.js';
import { ChainVerification, type VerificationReport } from '../../../engine/verification.js';
import { badOption } from '../../config/optionKinds.js';
import { EXIT_FAILED, EXIT_OK, outJson, type Terminal } from '../terminal.js';
import { type ChainPlace, hasChain, readRules, withStore, withVerifier } from './openChain.js';
import { openProgress } from './progress.js';

export interface VerifyOrder extends ChainPlace {
  readonly verifyWorkers: number;
  readonly json: boolean;
}

function printReport({ height, transactions, stateRecords, findings }: VerificationReport, terminal: Terminal): void {
  const read = `${height} blocks, ${transactions} transactions, ${stateRecords} state records`;
  if (findings.length === 0) terminal.out(`sound: ${read}; every hash, signature and root holds\n`);
  else terminal.out(`damaged (${read} read):\n${findings.map((finding) => `  ${finding}\n`).join('')}`);
}

export async function verifyDatabase(order: VerifyOrder, terminal: Terminal): Promise<number | Refusal> {
  const rules = readRules(order);
  if (isRefusal(rules)) return rules;
  if (!hasChain(order.dataDir)) return badOption(`there is no chain in ${order.dataDir}`);
  const report = await withStore(order.dataDir, (store) =>
    withVerifier(rules, order.verifyWorkers, async (verifier) => {
      const progress = openProgress(terminal, 'blocks verified', (await readTip(store)).header.height);
      try {
        return await new ChainVerification(store, rules, verifier).run((height) => progress.at(height));
      } finally {
        progress.end();
      }
    }),
  );
  // A directory in use, or closed to this user, was not looked at. Any other that cannot be opened or read is damaged.
  if (isRefusal(report)) {
    if (report.code === 'busy' || report.code === 'not_authorized') return badOption(report.message);
    return printed({ height: 0, transactions: 0, stateRecords: 0, findings: [report.message] }, order, terminal);
  }
  return printed(report, order, terminal);
}

function printed(report: VerificationReport, order: VerifyOrder, terminal: Terminal): number {
  if (order.json) outJson(terminal, report);
  else printReport(report, terminal);
  return report.findings.length === 0 ? EXIT_OK : EXIT_FAILED;
}
