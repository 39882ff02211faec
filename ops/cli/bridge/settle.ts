/** `rouged bridge pending`, `fulfil`, `fail` and `refund`: what an operator does with withdrawals. Payouts are made elsewhere; the node verifies
 *  them before it takes them for made. */

import type { JsonObject } from '../../../engine/base/json.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { WITHDRAWAL_WAITS_MS } from '../../bridge/bridgeReading.js';
import {
  badOption,
  booleanOption,
  enumOption,
  matching,
  type OptionValues,
  textOption,
} from '../../config/optionKinds.js';
import { isNodeFault, NodeClient, NodeFault } from '../client.js';
import type { Action } from '../subcommand.js';
import { EXIT_OK, outJson, printable, type Terminal } from '../terminal.js';
import { failWith, outMembers } from '../walletAccess.js';
import { credentialOf, type Order, operatorTable, sendOrder, shownMember } from './operator.js';
import {
  listWithdrawals,
  ROUTES,
  readPayout,
  readWithdrawalId,
  shownAge,
  shownAmount,
  typeOfWithdrawal,
  WITHDRAWAL_TYPES,
  type Withdrawal,
  type WithdrawalType,
} from './withdrawals.js';

const OPTIONS = 'Options';

export const settleTable = {
  ...operatorTable,
  type: enumOption({
    chapter: OPTIONS,
    environment: [],
    values: ['any', ...WITHDRAWAL_TYPES],
    default: 'any',
    help: 'eth: ETH and USDC; xrge; btc. Without it all are listed, and a withdrawal is looked up.',
  }),
  payout: textOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'transaction',
    rule: matching(/^\S{1,128}$/, 'the id of a transaction'),
    help: 'For fulfil: the transaction that has paid.',
  }),
  error: textOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'text',
    rule: matching(/^[^\p{Cc}]{1,200}$/u, 'one line of up to 200 characters'),
    help: 'For fail: why the payout did not succeed.',
  }),
  unpaid: booleanOption({
    chapter: OPTIONS,
    environment: [],
    default: false,
    help: 'For refund: the signed statement that no payout was made and none will be; needed for qBTC.',
  }),
};

type Values = OptionValues<typeof settleTable>;

const typeOf = ({ type }: Values): WithdrawalType | undefined => (type === 'any' ? undefined : type);

const COLUMNS = ['TOKEN', 'AMOUNT', 'STATUS', 'TRIES', 'AGE', 'ID', 'DESTINATION'] as const;

/** Rows whose columns are as wide as their widest cell. */
function tableOf(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function show(terminal: Terminal, withdrawals: readonly Withdrawal[]): void {
  if (withdrawals.length === 0) {
    terminal.out('No withdrawal waits for a payout.\n');
    return;
  }
  const now = Date.now();
  const rows = withdrawals.map((one) =>
    [one.token, shownAmount(one), one.status, one.attempts, shownAge(one.createdAt, now), one.id, one.destination].map(
      printable,
    ),
  );
  const [head = '', ...lines] = tableOf([COLUMNS, ...rows]);
  terminal.out(`${head}\n`);
  for (const [at, line] of lines.entries()) {
    const lastError = withdrawals[at]?.lastError;
    terminal.out(`${line}\n${lastError === undefined ? '' : `  last error: ${printable(lastError)}\n`}`);
  }
  const late = withdrawals.filter(({ createdAt = now }) => now - createdAt >= WITHDRAWAL_WAITS_MS).length;
  if (late > 0)
    terminal.out(
      `${late} of them wait for more than a day: look for payouts that were too small, went to another address or are not noted; rouged bridge refund says what the chain shows\n`,
    );
}

async function pending(values: Values, terminal: Terminal): Promise<number | Refusal> {
  const node = new NodeClient(values.url);
  const type = typeOf(values);
  const all: Withdrawal[] = [];
  for (const one of type === undefined ? WITHDRAWAL_TYPES : [type]) {
    const listed = await listWithdrawals(node, one);
    if (isNodeFault(listed)) return failWith(terminal, listed, values.json);
    all.push(...listed);
  }
  if (values.json) outJson(terminal, { success: true, withdrawals: all });
  else show(terminal, all);
  return EXIT_OK;
}

/** Sends an order and prints the answer. @param say the lines for people. */
async function order(
  values: Values,
  terminal: Terminal,
  wanted: Order,
  say: (answer: JsonObject) => readonly string[],
): Promise<number | Refusal> {
  const credential = credentialOf(values);
  if (isRefusal(credential)) return credential;
  const answer = await sendOrder(new NodeClient(values.url), credential, wanted);
  if (isNodeFault(answer)) return failWith(terminal, answer, values.json);
  if (values.json) outMembers(terminal, Object.fromEntries(answer));
  else for (const line of say(answer)) terminal.out(`${printable(line)}\n`);
  return EXIT_OK;
}

async function fulfil(values: Values, terminal: Terminal, words: readonly string[]): Promise<number | Refusal> {
  const id = readWithdrawalId(words[0]);
  if (isRefusal(id)) return id;
  if (values.payout === undefined) return badOption('rouged bridge fulfil needs --payout <transaction>');
  const credential = credentialOf(values);
  if (isRefusal(credential)) return credential;
  const type = await typeOfWithdrawal(new NodeClient(values.url), id, typeOf(values));
  if (type instanceof NodeFault) return failWith(terminal, type, values.json);
  if (isRefusal(type)) return type;
  const payout = readPayout(values.payout, type);
  if (isRefusal(payout)) return payout;
  const { list, payoutMember } = ROUTES[type];
  const members = { withdrawal: id, [payoutMember]: payout };
  return order(values, terminal, { method: 'DELETE', path: `${list}/${id}`, members }, () => [
    `OK: withdrawal ${id} is fulfilled by ${payout}`,
  ]);
}

async function fail(values: Values, terminal: Terminal, words: readonly string[]): Promise<number | Refusal> {
  const id = readWithdrawalId(words[0]);
  if (isRefusal(id)) return id;
  const { error } = values;
  if (error === undefined) return badOption('rouged bridge fail needs --error "<why the payout did not succeed>"');
  const wanted: Order = {
    ...{ method: 'POST', path: `/bridge/withdrawals/${id}/failure` },
    members: { withdrawal: id, error },
  };
  return order(values, terminal, wanted, (answer) => [
    `OK: withdrawal ${id} is marked as failed, ${shownMember(answer, 'attempts')} of ${shownMember(answer, 'threshold')} attempts`,
    ...(answer.get('shouldRefund') === true
      ? [`It has failed often enough to be refunded: rouged bridge refund ${id}`]
      : []),
  ]);
}

async function refund(values: Values, terminal: Terminal, words: readonly string[]): Promise<number | Refusal> {
  const id = readWithdrawalId(words[0]);
  if (isRefusal(id)) return id;
  if (values.unpaid && values.key === undefined)
    return badOption('--unpaid is a statement that the operator signs: it needs --key instead of the secret');
  const wanted: Order = {
    ...{ method: 'POST', path: `/bridge/withdrawals/${id}/refund` },
    members: { withdrawal: id, ...(values.unpaid ? { unpaid: true } : {}) },
  };
  return order(values, terminal, wanted, (answer) => [
    `OK: withdrawal ${id} is refunded: ${shownMember(answer, 'amount')} units of ${shownMember(answer, 'token')} to ${shownMember(answer, 'recipient')}`,
  ]);
}

const ACCESS = ['url', 'relayer-secret-file', 'key', 'json'] as const;

export const settleActions: Readonly<Record<string, Action<typeof settleTable>>> = {
  pending: {
    usage: '',
    help: 'Withdrawals that wait for a payout, and those whose payout has failed.',
    options: ['url', 'json', 'type'],
    words: 0,
    run: pending,
  },
  fulfil: {
    usage: '<id> --payout <transaction>',
    help: 'Names the transaction that has paid a withdrawal; the node verifies it on its chain.',
    options: [...ACCESS, 'type', 'payout'],
    words: 1,
    run: fulfil,
  },
  fail: {
    usage: '<id> --error <text>',
    help: 'Counts a payout that did not succeed.',
    options: [...ACCESS, 'error'],
    words: 1,
    run: fail,
  },
  refund: {
    usage: '<id>',
    help: 'Gives a withdrawal back to its owner, once, when the node finds no payout of it.',
    options: [...ACCESS, 'unpaid'],
    words: 1,
    run: refund,
  },
};
