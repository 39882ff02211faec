/** `rouged regen recount`: counts a community vote anew from what a node answers to everybody. */

import { formatXrge } from '../../../engine/base/amounts.js';
import { errorText, isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import { addressOf } from '../../../engine/crypto/address.js';
import { turnoutOf } from '../../../engine/services/kinds/votes/tally.js';
import { chooseBackend } from '../../../workers/verify/signatureBackends.js';
import { badOption, booleanOption, readHttpUrl } from '../../config/optionKinds.js';
import type { Subcommand } from '../subcommand.js';
import { EXIT_FAILED, EXIT_OK, outJson, printable, type Terminal } from '../terminal.js';
import { type ProposalAnswer, type Recount, Recounting, type SnapshotAnswer } from './recount.js';

/** Each voter's key is used once or twice. */
const CACHE_BYTES = 16 * 1024 * 1024;

/** A list of a million wallets is 200 MB. */
const MOST_BYTES = 1024 * 1024 * 1024;
const ANSWER_MS = 300_000;

const table = {
  json: booleanOption({ chapter: 'Options', environment: [], default: false, help: 'Answer in JSON.' }),
};

/** Reads an answer to its end. */
async function bodyOf(response: Response): Promise<string | Refusal> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length > MOST_BYTES) return refuse('too_large', 'the answer of the node is too large');
  }
  return Buffer.concat(pieces).toString('utf8');
}

async function ask<T>(url: string): Promise<T | Refusal> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    const text = await bodyOf(response);
    if (isRefusal(text)) return text;
    const answer = JSON.parse(text) as T & { readonly error?: string };
    return response.ok ? answer : refuse('not_found', `${url}: ${printable(String(answer.error))}`);
  } catch (error) {
    return refuse('not_found', `${url} gave no answer that can be read: ${printable(errorText(error))}`);
  }
}

function show(
  terminal: Terminal,
  shown: ProposalAnswer,
  { tally, opening, status, wallets, signatures }: Recount,
): void {
  const xrge = (quanta: bigint): string => `${formatXrge(quanta)} XRGE`;
  const rows: readonly (readonly [string, string])[] = [
    ['Proposal', `${opening.proposalId}  ${printable(String(shown.title))}`],
    ['Home', addressOf(opening.home)],
    ['Status', status],
    ['Yes', xrge(tally.yes)],
    ['No', xrge(tally.no)],
    ['Abstain', xrge(tally.abstain)],
    ['Turnout', `${xrge(turnoutOf(tally))} of ${xrge(opening.turnout)} needed`],
    ['Voters', `${tally.voters} of ${opening.eligibleVoters}`],
    ['List', `${wallets} wallets after block ${opening.snapshotHeight}, root ${opening.snapshotRoot}`],
    ['Signatures', String(signatures)],
  ];
  for (const [name, value] of rows) terminal.out(`${name.padEnd(12)}${value}\n`);
}

function counted(recounting: Recounting): Recount | Refusal {
  try {
    return recounting.run(Date.now());
  } catch (error) {
    return refuse('rule_violation', `the node does not answer as a node does: ${printable(errorText(error))}`);
  }
}

async function recount(
  { json }: { readonly json: boolean },
  terminal: Terminal,
  words: readonly string[],
): Promise<number | Refusal> {
  const url = readHttpUrl(words[0] ?? '')?.replace(/\/api$/, '');
  const id = words[1];
  if (url === undefined || id === undefined)
    return badOption('rouged regen recount needs the URL of a node and the id of a proposal');
  const path = `${url}/api/regen/proposals/${encodeURIComponent(id)}`;
  const shown = await ask<ProposalAnswer>(path);
  if (isRefusal(shown)) return shown;
  // The home drops the list of a proposal that was cancelled before any vote.
  const isDropped = shown.cancelled && shown.votes.length === 0;
  const snapshot = isDropped ? undefined : await ask<SnapshotAnswer>(`${path}/snapshot`);
  if (isRefusal(snapshot)) return snapshot;
  const { instance: backend } = chooseBackend('auto', CACHE_BYTES, () => performance.now());
  const result = counted(new Recounting(backend, shown, snapshot));
  if (isRefusal(result)) return result;
  const { differences, opening, tally, status, signatures, wallets } = result;
  const isRight = differences.length === 0;
  if (json)
    outJson(terminal, {
      ...{ success: isRight, proposalId: opening.proposalId, status, signatures, wallets },
      tally: Object.fromEntries(Object.entries(tally).map(([name, value]) => [name, String(value)])),
      differences,
    });
  else {
    show(terminal, shown, result);
    for (const difference of differences) terminal.out(`Different: ${printable(difference)}\n`);
    terminal.out(isRight ? 'OK: the recount agrees with the node\n' : `NOT OK: ${differences.length} differences\n`);
  }
  return isRight ? EXIT_OK : EXIT_FAILED;
}

export const regenCommand: Subcommand<typeof table> = {
  name: 'regen',
  summary: 'Community votes.',
  table,
  isJsonAll: true,
  actions: {
    recount: {
      usage: '<url> <proposal>',
      help: 'Counts a proposal anew from the public answers of a node: signatures, weights, totals, status.',
      options: ['json'],
      words: 2,
      run: recount,
    },
  },
};
