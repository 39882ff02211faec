/** The options of a load run: flags, checks that concern several of them, help.
 *
 *  In: the arguments after `load`. Out: a complete set of options, or a sentence that says which argument is wrong. */

import { availableParallelism } from 'node:os';
import { BATCH_ITEMS } from '../../engine/base/limits.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { parseFlags, refuseExtraWords } from '../../ops/config/flags.js';
import { optionHelp } from '../../ops/config/help.js';
import { loadOptions } from '../../ops/config/load.js';
import {
  badOption,
  booleanOption,
  enumOption,
  integerOption,
  matching,
  type Option,
  type OptionValues,
  optionalInteger,
  pathOption,
  quoted,
  textOptionWithDefault,
  urlOption,
} from '../../ops/config/optionKinds.js';

const LOAD = 'What is offered';
const WAY = 'How it is sent';
const BESIDE = 'What runs beside';
const NODE = 'The node';
const OUTPUT = 'Output';

/** Longer runs sign in more rounds and show nothing new. */
const MAX_SECONDS = 3_600;
const MAX_RATE = 1_000_000;
/** Of a series: each takes its seconds and as long again for signing. */
const MAX_RUNS = 20;
const MAX_SHARE = 300;

const BINARY_BATCH = 50;

/** One request each in a closed loop: more than the verification threads process in one packet each. */
const SINGLE_CONNECTIONS = 128;
const BATCH_CONNECTIONS = 16;

/** One sending process can load all cores of a small machine. */
const CORES_PER_SENDER = 4;

const defaultSenders = (): number => Math.max(1, Math.floor(availableParallelism() / CORES_PER_SENDER));

const rateOption: Option<number | 'max'> = {
  type: 'text',
  chapter: LOAD,
  environment: [],
  placeholder: 'N|max',
  help: 'Requests a second, sent when they are due whatever the node does (open loop); max: every connection sends its next request as soon as it has its answer (closed loop).',
  fallback: () => 'max',
  fallbackText: 'max',
  read(text, where) {
    if (text === 'max') return 'max';
    const rate = /^\d{1,7}$/.test(text) ? Number(text) : 0;
    if (rate >= 1 && rate <= MAX_RATE) return rate;
    return badOption(`${where} must be a whole number from 1 to ${MAX_RATE}, or max, not ${quoted(text)}`);
  },
};

/** A list of whole numbers; none when absent. */
const numbersOption = (most: number, help: string): Option<readonly number[]> => ({
  type: 'text',
  chapter: LOAD,
  environment: [],
  placeholder: 'N,...',
  help,
  fallback: () => [],
  fallbackText: '',
  read(text, where) {
    const numbers = text.split(',').map((word) => (/^\d{1,7}$/.test(word) ? Number(word) : 0));
    if (numbers.length <= MAX_RUNS && numbers.every((number) => number >= 1 && number <= most)) return numbers;
    return badOption(`${where} must be 1 to ${MAX_RUNS} whole numbers from 1 to ${most}, not ${quoted(text)}`);
  },
});

export const loadTable = {
  seconds: integerOption({
    chapter: LOAD,
    environment: [],
    default: 30,
    min: 1,
    max: MAX_SECONDS,
    help: 'Length of the measured window; a warm-up of up to 5 s comes before it.',
  }),
  rate: rateOption,
  rates: numbersOption(
    MAX_RATE,
    'Several runs at one node, one after the other: first at the maximum, then at each of these rates a second.',
  ),
  shares: numbersOption(
    MAX_SHARE,
    'The same at shares of what the first run included, in percent; after those of --rates.',
  ),
  accounts: integerOption({
    chapter: LOAD,
    environment: [],
    default: 256,
    min: 2,
    max: 100_000,
    help: 'Accounts that send in turn.',
  }),
  mix: enumOption({
    chapter: LOAD,
    environment: [],
    values: ['transfer', 'mixed', 'defi'],
    default: 'transfer',
    help: 'transfer: transfers between the accounts; mixed: also priority fees, new recipients, stakes and unstakes; defi: 60 % transfers, 25 % swaps, 10 % NFTs, 5 % others, in pools and collections that the run creates.',
  }),
  connections: optionalInteger({
    chapter: WAY,
    environment: [],
    defaultText: `${SINGLE_CONNECTIONS}; ${BATCH_CONNECTIONS} with batches`,
    min: 1,
    max: 10_000,
    help: 'HTTP connections.',
  }),
  pipeline: integerOption({
    chapter: WAY,
    environment: [],
    default: 1,
    min: 1,
    max: 64,
    help: 'Requests under way on one connection. uWebSockets.js closes a connection that sends on while an answer is made later: above 1 only for a node on node:http.',
  }),
  door: enumOption({
    chapter: WAY,
    environment: [],
    values: ['json', 'binary'],
    default: 'json',
    help: 'json: as wallets send; binary: protobuf batches at POST /api/v2/batch.',
  }),
  batch: optionalInteger({
    chapter: WAY,
    environment: [],
    defaultText: `1; ${BINARY_BATCH} through the binary door`,
    min: 1,
    max: BATCH_ITEMS,
    help: 'Requests in one body; JSON with more than one goes to POST /api/v2/batch.',
  }),
  senders: integerOption({
    chapter: WAY,
    environment: [],
    default: defaultSenders,
    defaultText: `one for each ${CORES_PER_SENDER} cores`,
    min: 1,
    max: 64,
    help: 'Processes that send; connections, accounts and rate are split between them.',
  }),
  subscribers: integerOption({
    chapter: BESIDE,
    environment: [],
    default: 0,
    min: 0,
    max: 5_000,
    help: 'WebSocket clients that subscribe to blocks and one account each and check the numbers of their events.',
  }),
  slow: integerOption({
    chapter: BESIDE,
    environment: [],
    default: 0,
    min: 0,
    max: 100,
    help: 'Of them: subscribe to everything, stop reading until they are closed, then ask for the rest.',
  }),
  reads: booleanOption({
    chapter: BESIDE,
    environment: [],
    default: false,
    help: 'Ask for health, blocks, transactions and balances 20 times a second each.',
  }),
  ceiling: textOptionWithDefault({
    chapter: NODE,
    environment: [],
    placeholder: 'XRGE|none',
    default: '0.1',
    rule: matching(/^(?:none|\d{1,12}(?:\.\d{1,9})?)$/, 'an amount in XRGE, or none'),
    help: 'Highest base fee of the own network; none: load makes transfers dearer until the accounts cannot pay them.',
  }),
  'block-megabytes': integerOption({
    chapter: NODE,
    environment: [],
    default: 16,
    min: 1,
    max: 256,
    help: 'Signed bytes of a block of the own network, in MiB: a fast machine reaches the default before its own limit.',
  }),
  target: urlOption({
    chapter: NODE,
    environment: [],
    help: 'A running node on this machine, instead of one of its own; the accounts are funded by its faucet or by --wallet.',
  }),
  wallet: pathOption({
    chapter: NODE,
    environment: [],
    placeholder: 'file',
    help: 'Key file of a wallet that funds the accounts at the target.',
  }),
  report: pathOption({ chapter: OUTPUT, environment: [], placeholder: 'file', help: 'Write an HTML report.' }),
  json: booleanOption({
    chapter: OUTPUT,
    environment: [],
    default: false,
    help: 'Print the result as one JSON object on one line, and nothing else on standard output.',
  }),
};

/** Whether the options ask for several runs at one node. */
export const isSeries = ({ rates, shares }: Pick<LoadArguments, 'rates' | 'shares'>): boolean =>
  rates.length + shares.length > 0;

export type LoadArguments = OptionValues<typeof loadTable> & {
  readonly batch: number;
  readonly connections: number;
};

export const loadHelp = (): string =>
  `npm run bench -- load [options]\n    Offers signed transfers to a node at its public door, and measures until they are final.\n\n${optionHelp(loadTable)}\n`;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Checks of the options of a series. */
function seriesContradiction(values: OptionValues<typeof loadTable>): Refusal | undefined {
  const { rate, rates, shares, report } = values;
  if (rates.length + shares.length === 0) return undefined;
  if (rates.length + shares.length > MAX_RUNS)
    return badOption(`--rates and --shares together must be at most ${MAX_RUNS} numbers`);
  if (rate !== 'max') return badOption(`--rate ${rate} is of one run, --rates and --shares are of several`);
  return report === undefined ? undefined : badOption('--report draws one run, --rates and --shares ask for several');
}

/** Checks that concern several options. */
function contradiction(values: OptionValues<typeof loadTable>): Refusal | undefined {
  const { target, wallet, slow, subscribers, mix, accounts, senders, pipeline, ceiling } = values;
  if (target !== undefined && !LOOPBACK.test(new URL(target).hostname))
    return badOption(
      `--target must be on this machine (127.0.0.1, ::1 or localhost), not ${quoted(target)}: this program loads no others`,
    );
  if (target !== undefined && new URL(target).protocol !== 'http:')
    return badOption('--target must be an http URL: this program speaks no TLS');
  if (wallet !== undefined && target === undefined)
    return badOption('--wallet funds the accounts of a --target; a node of its own has them in its genesis file');
  if (mix === 'mixed' && target !== undefined)
    return badOption('--mix mixed needs staked accounts, which only a node of its own has: leave --target out');
  if (mix === 'defi' && target === undefined && ceiling === 'none')
    return badOption('--mix defi needs a --ceiling: without one the accounts cannot pay for pools and collections');
  if (pipeline > 1 && target === undefined)
    return badOption('--pipeline needs a --target on node:http: a node of its own may serve with uWebSockets.js');
  if (slow > subscribers) return badOption(`--slow ${slow} is more than --subscribers ${subscribers}`);
  if (senders > accounts) return badOption(`--senders ${senders} is more than --accounts ${accounts}`);
  return undefined;
}

/** @returns the options; `help` when the help page is asked for. */
export function readLoadArguments(words: readonly string[]): LoadArguments | 'help' | Refusal {
  const parsed = parseFlags(words, loadTable);
  if (isRefusal(parsed)) return parsed;
  if (parsed.help) return 'help';
  const extra = refuseExtraWords(parsed.positionals, parsed.flags);
  if (extra) return extra;
  const loaded = loadOptions(loadTable, { flags: parsed.flags, environment: {} });
  if (isRefusal(loaded)) return loaded;
  const { values } = loaded;
  const problem = contradiction(values) ?? seriesContradiction(values);
  if (problem) return problem;
  const batch = values.batch ?? (values.door === 'binary' ? BINARY_BATCH : 1);
  const connections = values.connections ?? (batch === 1 ? SINGLE_CONNECTIONS : BATCH_CONNECTIONS);
  if (values.senders > connections)
    return badOption(`--senders ${values.senders} is more than --connections ${connections}`);
  return { ...values, batch, connections };
}
