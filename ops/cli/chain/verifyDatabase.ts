/** `rouged verify-db`: reads a whole chain again, recomputes everything that can be recomputed, and compares its end with the
 *  journals, because only they know of lost newest blocks. Exit code 0: the chain is sound;
 *  1: it is damaged; 2: it could not be checked. */

import type { AuditReport } from '../../../engine/audit/auditReport.js';
import { ChainAudit } from '../../../engine/audit/chainAudit.js';
import { errorText, isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import type { ChainRules } from '../../../engine/consensus/production.js';
import { checkJournal, checkVoteJournal } from '../../../engine/store/journalCheck.js';
import type { StorePort } from '../../../engine/store/port.js';
import { readTip } from '../../../engine/store/recovery.js';
import { tipCertificate } from '../../../engine/store/tipCertificate.js';
import { auditServices } from '../../../workers/services/auditServices.js';
import { badOption } from '../../config/optionKinds.js';
import { EXIT_FAILED, EXIT_OK, outJson, type Terminal } from '../terminal.js';
import { type ChainPlace, hasChain, readRules, withStore, withVerifier } from './openChain.js';
import { openProgress } from './progress.js';
import { stateFileNote } from './stateFileNote.js';

export interface VerifyOrder extends ChainPlace {
  readonly verifyWorkers: number;
  readonly json: boolean;
}

/** The chain's report, and how its end compares with the journals. */
interface Verified extends AuditReport {
  readonly notes: readonly string[];
}

const EXECUTED = 'every hash, signature and root holds';
/** A chain without its first blocks cannot be executed again. */
const KEPT =
  'every hash, signature and transaction root of these holds, and the state root and the certificate of the newest block; the blocks below are not here, so nothing was executed again';

function printReport(report: Verified, terminal: Terminal): void {
  const { height, transactions, stateRecords, findings, notes, blocksFrom } = report;
  const kept = (from: number) => (from > height ? `no block above ${height} yet` : `blocks ${from} to ${height}`);
  const blocks = blocksFrom === undefined ? `${height} blocks` : kept(blocksFrom);
  const read = `${blocks}, ${transactions} transactions, ${stateRecords} state records`;
  const holds = blocksFrom === undefined ? EXECUTED : KEPT;
  if (findings.length === 0) terminal.out(`sound: ${read}; ${holds}\n`);
  else terminal.out(`damaged (${read} read):\n${findings.map((finding) => `  ${finding}\n`).join('')}`);
  for (const note of notes) terminal.out(`${note}\n`);
}

const UNCERTIFIED =
  'the database does not hold the certificate of its newest block: a node whose stake alone is a quorum makes it at its next start, every other one gets it from its peers';

/** Notes on the end of the chain that are no damage. */
async function notesOfEnd(store: StorePort, { genesis, protocol }: ChainRules, height: number): Promise<string[]> {
  const isNeeded = height > 0 && protocol.requiresCertificate(genesis, height + 1);
  return isNeeded && !(await tipCertificate(store, height)) ? [UNCERTIFIED] : [];
}

async function verify(store: StorePort, rules: ChainRules, order: VerifyOrder, terminal: Terminal): Promise<Verified> {
  const tip = await readTip(store);
  // First: it costs nothing, and a chain without its end is otherwise sound.
  const { chainId } = rules.genesis;
  const checks = [
    await checkJournal(store, { chainId, protocol: rules.protocol }, tip),
    await checkVoteJournal(store, chainId, tip),
  ];
  const report = await withVerifier(rules, order.verifyWorkers, async (verifier) => {
    const progress = openProgress(terminal, 'blocks verified', tip.header.height);
    try {
      return await new ChainAudit(store, rules, verifier).run((height) => progress.at(height));
    } finally {
      progress.end();
    }
  });
  const left = await stateFileNote(order.dataDir, store, rules, tip);
  const services = await servicesReport(order.dataDir);
  const findings = checks.flatMap(({ finding }) => (finding === undefined ? [] : [finding]));
  const notes = checks.flatMap(({ note }) => (note === undefined ? [] : [note]));
  return {
    ...report,
    findings: [...findings, ...report.findings, ...services.findings],
    notes: [
      ...notes,
      ...services.notes,
      ...(await notesOfEnd(store, rules, tip.header.height)),
      ...(left === undefined ? [] : [left]),
    ],
  };
}

/** What is beside the chain: a chain is sound without it, a data directory is not. */
async function servicesReport(dataDir: string): Promise<Pick<Verified, 'findings' | 'notes'>> {
  try {
    const audit = await auditServices(dataDir);
    if (!audit) return { findings: [], notes: [] };
    const { records, erased, findings } = audit;
    if (findings.length > 0) return { findings, notes: [] };
    const sentence = `services: ${records} records, ${erased} of them erased; every id and signature of the others holds`;
    return { findings: [], notes: [sentence] };
  } catch (error) {
    return { findings: [`the services cannot be read: ${errorText(error)}`], notes: [] };
  }
}

export async function verifyDatabase(order: VerifyOrder, terminal: Terminal): Promise<number | Refusal> {
  const rules = readRules(order);
  if (isRefusal(rules)) return rules;
  if (!hasChain(order.dataDir)) return badOption(`there is no chain in ${order.dataDir}`);
  const report = await withStore(order.dataDir, (store) => verify(store, rules, order, terminal));
  // A directory in use, or closed to this user, was not checked. Any other that cannot be opened or read is damaged.
  if (isRefusal(report)) {
    if (report.code === 'busy' || report.code === 'not_authorized') return badOption(report.message);
    return printed(
      { height: 0, transactions: 0, stateRecords: 0, findings: [report.message], notes: [] },
      order,
      terminal,
    );
  }
  return printed(report, order, terminal);
}

function printed(report: Verified, order: VerifyOrder, terminal: Terminal): number {
  if (order.json) outJson(terminal, report);
  else printReport(report, terminal);
  return report.findings.length === 0 ? EXIT_OK : EXIT_FAILED;
}
