/** `rouged local`: a developer's commands for a local network. The accounts are read from the data directory; all other
 *  commands go to the node that runs on it, through its control door. */

import { formatXrge } from '../../engine/base/amounts.js';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { badOption, booleanOption, type OptionValues, quoted } from '../config/optionKinds.js';
import { optionTable } from '../config/schema.js';
import { type ControlPlace, findControl } from '../controlFile.js';
import { LOCAL_ACCOUNT_QUANTA, localAccounts, readLocalSeed } from '../local/accounts.js';
import type { Action, Subcommand } from './subcommand.js';
import { EXIT_OK, outJson, printable, type Terminal } from './terminal.js';

const OPTIONS = 'Options';

const localTable = {
  'data-dir': { ...optionTable['data-dir'], chapter: OPTIONS },
  json: booleanOption({ chapter: OPTIONS, environment: [], default: false, help: 'Answer in JSON.' }),
};

type LocalTable = typeof localTable;
type Values = OptionValues<LocalTable>;
type Answer = Readonly<Record<string, unknown>>;

async function answerOf(place: ControlPlace, order: Answer): Promise<Answer | Refusal> {
  const response = await fetch(`${place.url}/local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${place.token}` },
    body: JSON.stringify(order),
  });
  const answer = (await response.json()) as Answer;
  if (response.ok) return answer;
  const code = answer.code === 'malformed_parameter' ? 'malformed_parameter' : 'rule_violation';
  return refuse(code, String(answer.error));
}

/** Sends an order to the node that runs on the data directory. */
async function ask({ dataDir }: Values, order: Answer): Promise<Answer | Refusal> {
  const place = findControl(dataDir);
  if (!place)
    return refuse('not_found', `no node runs on ${dataDir}; start one with npm start, or name another --data-dir`);
  try {
    return await answerOf(place, order);
  } catch {
    return refuse('not_found', `the node that runs on ${dataDir} does not answer; see its log, or start it again`);
  }
}

/** Prints an answer's members, one a line. */
function show(values: Values, answer: Answer, terminal: Terminal): number {
  if (values.json) outJson(terminal, answer);
  else {
    const members = Object.entries(answer);
    const width = Math.max(...members.map(([name]) => name.length));
    for (const [name, value] of members)
      terminal.out(`${name.replaceAll('_', ' ').padEnd(width)}  ${printable(String(value))}\n`);
  }
  return EXIT_OK;
}

async function askAndShow(values: Values, terminal: Terminal, order: Answer | Refusal): Promise<number | Refusal> {
  const answer = isRefusal(order) ? order : await ask(values, order);
  return isRefusal(answer) ? answer : show(values, answer, terminal);
}

async function runAccounts(values: Values, terminal: Terminal): Promise<number | Refusal> {
  const { dataDir, json } = values;
  const seed = readLocalSeed(dataDir);
  if (isRefusal(seed)) {
    if (seed.code !== 'not_found') return seed;
    return refuse(
      'not_found',
      `there are no local accounts in ${dataDir}; npm start makes them with a new data directory`,
    );
  }
  const accounts = localAccounts(seed);
  if (json)
    outJson(terminal, {
      warning: 'local only',
      accounts: accounts.map((account) => ({
        index: account.index,
        address: account.address,
        seed: toHex(account.seed),
        publicKey: toHex(account.keys.publicKey),
        privateKey: toHex(account.keys.secretKey),
      })),
    });
  else {
    terminal.out(
      `LOCAL ONLY: ${formatXrge(LOCAL_ACCOUNT_QUANTA)} XRGE each at the start of the network in ${dataDir}\n`,
    );
    for (const { index, address, seed: own } of accounts)
      terminal.out(`(${index}) ${address}\n    seed ${toHex(own)}\n`);
    terminal.out('whole keys, as Wallet.fromKeys of the SDK takes them: --json\n');
  }
  return EXIT_OK;
}

async function runSnapshots(values: Values, terminal: Terminal): Promise<number | Refusal> {
  const answer = await ask(values, { action: 'snapshots' });
  if (isRefusal(answer)) return answer;
  if (values.json) outJson(terminal, answer);
  else {
    const snapshots = answer.snapshots as readonly Answer[];
    if (snapshots.length === 0) terminal.out('no snapshots\n');
    for (const { id, height, hash, time, made_at: madeAt } of snapshots)
      terminal.out(
        printable(`${id}  height ${height}  ${String(hash).slice(0, 12)}  ${time}  made ${madeAt}`).concat('\n'),
      );
  }
  return EXIT_OK;
}

/** An action whose one word is the id of a snapshot. */
const withId = (action: 'revert' | 'remove', help: string): Action<LocalTable> => ({
  usage: '<id>',
  help,
  options: ['data-dir', 'json'],
  words: 1,
  run: (values, terminal, [id]) =>
    askAndShow(
      values,
      terminal,
      id === undefined ? badOption(`rouged local ${action} needs the id of a snapshot`) : { action, id },
    ),
});

const plain = (action: string, help: string): Action<LocalTable> => ({
  usage: '',
  help,
  options: ['data-dir', 'json'],
  run: (values, terminal) => askAndShow(values, terminal, { action }),
});

function mineOrder(count: string | undefined): Answer | Refusal {
  if (count === undefined) return { action: 'mine', blocks: 1 };
  return /^[1-9]\d{0,8}$/.test(count)
    ? { action: 'mine', blocks: Number(count) }
    : badOption(`rouged local mine takes a number of blocks, not ${quoted(count)}`);
}

const SECONDS = /^\+(\d{1,12}(?:\.\d{1,3})?)$/;
const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

function timeOrder([word, text]: readonly string[]): Answer | Refusal {
  if (word === undefined) return { action: 'time' };
  const seconds = text === undefined ? SECONDS.exec(word)?.[1] : undefined;
  if (seconds !== undefined) return { action: 'time', by_ms: Number(seconds) * 1_000 };
  if (word === 'set' && text !== undefined && ISO.test(text) && !Number.isNaN(Date.parse(text)))
    return { action: 'time', to_ms: Date.parse(text) };
  return badOption(
    'rouged local time takes nothing, +<seconds>, or set <ISO time with its zone, as in 2027-01-31T12:00:00Z>',
  );
}

export const localCommand: Subcommand<LocalTable> = {
  name: 'local',
  summary: 'rouged local: accounts, blocks, time and snapshots of a network that npm start has made.',
  table: localTable,
  actions: {
    accounts: {
      usage: '[--json]',
      help: 'Print the funded accounts; with --json their whole keys.',
      options: ['data-dir', 'json'],
      run: runAccounts,
    },
    status: plain('status', 'Print the tip, the clock and whether blocks are made.'),
    mine: {
      usage: '[blocks]',
      help: 'Make blocks now, also empty ones; default: 1.',
      options: ['data-dir', 'json'],
      words: 1,
      run: (values, terminal, [count]) => askAndShow(values, terminal, mineOrder(count)),
    },
    pause: plain('pause', 'Make no more blocks but those that mine asks for.'),
    resume: plain('resume', 'Make blocks by itself again.'),
    time: {
      usage: '[+<seconds> | set <ISO time>]',
      help: "Print the chain's clock, or move it forward; a block with the new time is made.",
      options: ['data-dir', 'json'],
      words: 2,
      run: (values, terminal, words) => askAndShow(values, terminal, timeOrder(words)),
    },
    snapshot: plain('snapshot', 'Keep where the chain is; prints the id.'),
    snapshots: { usage: '', help: 'List the snapshots.', options: ['data-dir', 'json'], run: runSnapshots },
    revert: withId(
      'revert',
      'Take the chain back to a snapshot, which stays. Connections end; pending transactions go.',
    ),
    remove: withId('remove', 'Give a snapshot up.'),
  },
};
