/** `rouged wallet`: a wallet in a file that uses a node over HTTP as every other wallet does. The secret key never
 *  leaves the machine. */

import { existsSync } from 'node:fs';
import { fromHex } from '../../engine/base/bytes.js';
import { JsonNumber, type JsonValue } from '../../engine/base/json.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { accountSentence, addressOfKey, addressProblem, resolveAccount } from '../../engine/crypto/address.js';
import { SEED_BYTES } from '../../engine/crypto/mldsa.js';
import { loadKeyFile } from '../config/nodeKeys.js';
import {
  badOption,
  booleanOption,
  matching,
  type OptionValues,
  quoted,
  textOption,
  textOptionWithDefault,
} from '../config/optionKinds.js';
import { isNodeFault } from './client.js';
import { createKeyFileIn, showKeys } from './keys.js';
import { mailCommand } from './mailbox/mailCommand.js';
import { messageCommand } from './mailbox/messageCommand.js';
import { type Action, groupOf, type Subcommand } from './subcommand.js';
import { EXIT_OK, printable, type Terminal } from './terminal.js';
import { accessTable, failWith, outMembers, sessionOf, walletKeys } from './walletAccess.js';
import { runDemo } from './walletDemo.js';
import { stakingMembers, transferMembers } from './walletSession.js';

const OPTIONS = 'Options';
const decimalRule = matching(/^\d+(?:\.\d+)?$/, 'an amount in decimal digits');

const walletTable = {
  ...accessTable,
  seed: textOption({
    chapter: OPTIONS,
    environment: ['ROUGED_SEED'],
    placeholder: 'hex',
    rule: matching(/^[0-9a-fA-F]{64}$/, '64 hex digits'),
    secret: true,
    help: 'For import: the 32 bytes that a key pair follows from.',
  }),
  to: textOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'account',
    rule: {
      // A broken address is accepted here; the transfer then says what is wrong with it.
      accepts: (text) => resolveAccount(text) !== undefined || addressProblem(text) !== undefined,
      mustBe: 'a rouge1 address or a public key in hex',
    },
    help: 'Recipient.',
  }),
  amount: textOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'decimal',
    rule: decimalRule,
    help: 'XRGE with up to 9 decimals, or whole base units of another token.',
  }),
  token: textOptionWithDefault({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'symbol',
    default: 'XRGE',
    rule: matching(/^[A-Za-z0-9]{1,32}$/, 'a token symbol'),
    help: 'What to send.',
  }),
  'priority-fee': textOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'XRGE',
    rule: decimalRule,
    help: 'Added to the fee, to go before others.',
  }),
  wait: booleanOption({
    chapter: OPTIONS,
    environment: [],
    default: true,
    help: 'Wait until the transaction is in a block.',
  }),
  json: booleanOption({ chapter: OPTIONS, environment: [], default: false, help: 'Answer in JSON.' }),
};

type WalletTable = typeof walletTable;
type Values = OptionValues<WalletTable>;

async function runNew(values: Values, terminal: Terminal): Promise<number | Refusal> {
  const keys = createKeyFileIn(values.file);
  return isRefusal(keys) ? keys : showKeys(values.file, keys, values.json, terminal);
}

async function runImport(values: Values, terminal: Terminal): Promise<number | Refusal> {
  const seed = values.seed === undefined ? undefined : fromHex(values.seed, SEED_BYTES);
  if (!seed) return badOption('rouged wallet import takes the seed from the environment variable ROUGED_SEED');
  const keys = createKeyFileIn(values.file, seed);
  return isRefusal(keys) ? keys : showKeys(values.file, keys, values.json, terminal);
}

async function runAddress(values: Values, terminal: Terminal): Promise<number | Refusal> {
  const keys = walletKeys(values);
  const { account, dataDir, file, json } = values;
  const source = account === undefined ? file : `${dataDir}, local account ${account}`;
  return isRefusal(keys) ? keys : showKeys(source, keys, json, terminal);
}

async function runBalance(values: Values, terminal: Terminal, words: readonly string[]): Promise<number | Refusal> {
  let [account] = words;
  if (account === undefined) {
    const keys = walletKeys(values);
    if (isRefusal(keys)) return keys;
    account = addressOfKey(keys.publicKey);
  } else if (!resolveAccount(account))
    return badOption(accountSentence(`${quoted(account)} is no rouge1 address and no public key in hex`, account));
  const balances = await sessionOf(values, terminal).balancesOf(account);
  if (isNodeFault(balances)) return failWith(terminal, balances, values.json);
  if (values.json) outMembers(terminal, { balances: new Map(balances) });
  else for (const [symbol, amount] of balances) terminal.out(`${printable(amount)} ${printable(symbol)}\n`);
  return EXIT_OK;
}

/** Sends one operation and reports it. */
async function runOperation(
  values: Values,
  terminal: Terminal,
  operation: 'faucet' | 'transfer' | 'stake' | 'unstake',
  members: Readonly<Record<string, JsonValue>>,
): Promise<number | Refusal> {
  const keys = walletKeys(values);
  if (isRefusal(keys)) return keys;
  const session = sessionOf(values, terminal);
  const done = await session.complete(keys, `/v2/${operation}`, operation, members, values.wait);
  if (isNodeFault(done)) return failWith(terminal, done, values.json);
  const { transactionId, inclusion } = done;
  if (values.json)
    outMembers(terminal, {
      tx_id: transactionId,
      block_height: inclusion ? new JsonNumber(String(inclusion.height)) : null,
      receipt: inclusion?.receipt ?? null,
    });
  else {
    terminal.out(`transaction ${printable(transactionId)}\n`);
    terminal.out(inclusion ? `in block    ${inclusion.height}\n` : 'accepted; not waited for its block\n');
  }
  return EXIT_OK;
}

async function runTransfer(values: Values, terminal: Terminal): Promise<number | Refusal> {
  const { to, amount, token, priorityFee } = values;
  if (to === undefined) return badOption('rouged wallet transfer needs --to <account>');
  if (amount === undefined) return badOption('rouged wallet transfer needs --amount <decimal>');
  const members = transferMembers({ to, amount, token, ...(priorityFee === undefined ? {} : { priorityFee }) });
  return isRefusal(members) ? members : runOperation(values, terminal, 'transfer', members);
}

async function runStaking(
  values: Values,
  terminal: Terminal,
  operation: 'stake' | 'unstake',
): Promise<number | Refusal> {
  const { amount, priorityFee } = values;
  if (amount === undefined) return badOption(`rouged wallet ${operation} needs --amount <XRGE>`);
  const members = stakingMembers({ amount, ...(priorityFee === undefined ? {} : { priorityFee }) });
  return isRefusal(members) ? members : runOperation(values, terminal, operation, members);
}

async function runValidators(values: Values, terminal: Terminal, words: readonly string[]): Promise<number | Refusal> {
  const [account] = words;
  if (account !== undefined && !resolveAccount(account))
    return badOption(accountSentence(`${quoted(account)} is no rouge1 address and no public key in hex`, account));
  const answer = await sessionOf(values, terminal).validators(account);
  if (isNodeFault(answer)) return failWith(terminal, answer, values.json);
  const { validators, totalStaked } = answer;
  if (values.json) {
    const listed = validators.map((validator) => new Map<string, JsonValue>(Object.entries(validator)));
    outMembers(terminal, { validators: listed, total_staked: totalStaked });
    return EXIT_OK;
  }
  for (const { address, stake, status, unbonding, name } of validators) {
    const waiting = unbonding === '0' ? '' : `, ${printable(unbonding)} XRGE unbonding`;
    const called = name === '' ? '' : ` (${printable(name)})`;
    terminal.out(`${printable(address)}${called} ${printable(stake)} XRGE ${printable(status)}${waiting}\n`);
  }
  terminal.out(`${printable(totalStaked)} XRGE staked in all\n`);
  return EXIT_OK;
}

async function runTour(values: Values, terminal: Terminal): Promise<number | Refusal> {
  const session = sessionOf(values, terminal);
  const chainId = await session.client.chainId();
  if (isNodeFault(chainId)) return failWith(terminal, chainId, values.json);
  const created = !existsSync(values.file);
  const keys = created ? createKeyFileIn(values.file) : loadKeyFile(values.file);
  if (isRefusal(keys)) return keys;
  const say = (line: string): void => {
    if (!values.json) terminal.out(`${line}\n`);
  };
  const answer = await runDemo(session, { keys, file: values.file, created }, say);
  if (isNodeFault(answer)) return failWith(terminal, answer, values.json);
  if (values.json) outMembers(terminal, answer);
  return EXIT_OK;
}

const actions: Readonly<Record<string, Action<WalletTable>>> = {
  new: {
    usage: '[--file <file>]',
    help: 'Make a wallet, readable by its owner alone; an existing file is never overwritten.',
    options: ['file', 'json'],
    run: runNew,
  },
  import: {
    usage: '[--file <file>]',
    help: 'Make the wallet of a seed, read from the environment variable ROUGED_SEED.',
    options: ['file', 'json'],
    run: runImport,
  },
  address: {
    usage: '[--file <file> | --account <number>]',
    help: "Print the wallet's address and public key.",
    options: ['file', 'account', 'data-dir', 'json'],
    run: runAddress,
  },
  balance: {
    usage: '[account]',
    help: "Print what an account holds; default: this wallet's.",
    options: ['url', 'file', 'account', 'data-dir', 'json'],
    words: 1,
    run: runBalance,
  },
  faucet: {
    usage: '[--no-wait]',
    help: 'Ask the faucet for coins.',
    options: ['url', 'file', 'account', 'data-dir', 'wait', 'json'],
    run: (values, terminal) => runOperation(values, terminal, 'faucet', {}),
  },
  transfer: {
    usage: '--to <account> --amount <decimal> [--token <symbol>] [--priority-fee <XRGE>] [--no-wait]',
    help: 'Send XRGE or another token.',
    options: ['url', 'file', 'account', 'data-dir', 'to', 'amount', 'token', 'priority-fee', 'wait', 'json'],
    run: runTransfer,
  },
  stake: {
    usage: '--amount <XRGE> [--priority-fee <XRGE>] [--no-wait]',
    help: 'Stake XRGE, at least 10000 at a time.',
    options: ['url', 'file', 'account', 'data-dir', 'amount', 'priority-fee', 'wait', 'json'],
    run: (values, terminal) => runStaking(values, terminal, 'stake'),
  },
  unstake: {
    usage: '--amount <XRGE> [--priority-fee <XRGE>] [--no-wait]',
    help: 'Take XRGE out of the stake; it is in the balance again after the unbonding time, 500 blocks by default.',
    options: ['url', 'file', 'account', 'data-dir', 'amount', 'priority-fee', 'wait', 'json'],
    run: (values, terminal) => runStaking(values, terminal, 'unstake'),
  },
  validators: {
    usage: '[account]',
    help: 'Print who has staked what, the greatest stake first.',
    options: ['url', 'json'],
    words: 1,
    run: runValidators,
  },
  demo: {
    usage: '[--url <url>]',
    help: 'Make a wallet if there is none, ask the faucet, send 1 XRGE, and show what happened.',
    options: ['url', 'file', 'json'],
    run: runTour,
  },
};

export const walletCommand: Subcommand<WalletTable> = {
  name: 'wallet',
  summary: 'rouged wallet: a wallet in a file, speaking to a node over HTTP.',
  table: walletTable,
  actions,
  groups: {
    mail: groupOf(mailCommand, 'Encrypted mail: register, send, list, read, move, delete.'),
    message: groupOf(messageCommand, 'Encrypted messages: send, list, read.'),
  },
};
