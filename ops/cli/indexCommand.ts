/** `rouged index`: keeps the history of a chain in PostgreSQL, until a signal ends it. `rouged index verify` compares the two. */

import { randomInt } from 'node:crypto';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { type IndexValues, indexOptions, type VerifyValues, verifyOptions } from '../config/indexOptions.js';
import { badOption } from '../config/optionKinds.js';
import { IndexDatabase } from '../index/database.js';
import { Indexer } from '../index/indexer.js';
import { indexerPage } from '../index/measures.js';
import { NodeBlocks } from '../index/nodeBlocks.js';
import { type Check, Verification } from '../index/verify.js';
import { openLog } from '../log.js';
import { runRole } from './role.js';
import { type Command, runCommand } from './subcommand.js';
import { EXIT_FAILED, EXIT_OK, printable, type Terminal } from './terminal.js';

const SEEDS = 2 ** 31;

const noDatabase = (): Refusal => badOption('rouged index needs the database of the index: --postgres <url>');

async function index(values: IndexValues): Promise<number | Refusal> {
  const { postgres, node, fromHeight } = values;
  if (postgres === undefined) return noDatabase();
  const { log } = openLog({ level: values.logLevel, format: values.logFormat });
  const stop = new AbortController();
  const indexer = new Indexer({ node, postgres, fromHeight, log, signal: stop.signal });
  const page = indexerPage(() => indexer.reading);
  return runRole(values, { stop, log, page, run: () => indexer.run() });
}

/** Checks as a table, what differs below its line. */
function tableOf(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const compared = Math.max(...checks.map((check) => check.compared.length));
  return checks
    .flatMap(({ name, compared: what, differences }) => [
      `${name.padEnd(width)}  ${printable(what).padEnd(compared)}  ${differences.length === 0 ? 'equal' : 'DIFFERENT'}`,
      ...differences.map((sentence) => `  ${printable(sentence)}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

async function verify(values: VerifyValues, terminal: Terminal): Promise<number | Refusal> {
  const { postgres, node, samples, seed = randomInt(SEEDS) } = values;
  if (postgres === undefined) return noDatabase();
  const stop = new AbortController();
  let database: IndexDatabase | undefined;
  try {
    database = await IndexDatabase.connect(postgres, 'rouged index verify');
    terminal.out(`seed ${seed}\n`);
    const blocks = new NodeBlocks(node, stop.signal);
    const checks = await new Verification({ database, node: blocks, seed, samples, signal: stop.signal }).run();
    if (isRefusal(checks)) return checks;
    terminal.out(tableOf(checks));
    return checks.every(({ differences }) => differences.length === 0) ? EXIT_OK : EXIT_FAILED;
  } catch (error) {
    return refuse('busy', `the comparison could not be finished: ${errorText(error)}`);
  } finally {
    stop.abort();
    await database?.close().catch(() => undefined);
  }
}

export const indexCommand: Command<typeof indexOptions> = {
  name: 'index',
  table: indexOptions,
  usage: '--postgres <url> [--node <url>] [--from-height <height>]',
  help: 'Keeps blocks, transactions, balances and what else happened in PostgreSQL, and goes on where the index ends. Ends cleanly on SIGTERM. `rouged index verify ...` compares the index with the node.',
  options: Object.keys(indexOptions) as (keyof typeof indexOptions)[],
  words: 0,
  run: index,
};

export const indexVerifyCommand: Command<typeof verifyOptions> = {
  name: 'index verify',
  table: verifyOptions,
  usage: '--postgres <url> [--node <url>] [--samples <count>] [--seed <number>]',
  help: 'Compares the index with the node: heights, links, every row of some blocks, sums and holders of each token, balances. Ends with 1 when something differs.',
  options: Object.keys(verifyOptions) as (keyof typeof verifyOptions)[],
  words: 0,
  run: verify,
};

/** @param words after `index`. */
export const runIndex = (words: readonly string[], terminal: Terminal): Promise<number> =>
  words[0] === 'verify'
    ? runCommand(indexVerifyCommand, words.slice(1), terminal)
    : runCommand(indexCommand, words, terminal);
