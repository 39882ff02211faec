/** `rouged bridge check btc`: what the configured Esplora servers prove about a deposit. Nothing is claimed. */

import { isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import { readBtcAddress } from '../../../engine/bridge/btc/address.js';
import {
  readTxid,
  type VerifiedBtcDeposit,
  verifyAddressDeposits,
  verifyCustodyDeposit,
} from '../../../engine/bridge/btc/deposit.js';
import type { BtcAnswer } from '../../../engine/bridge/btc/evidence.js';
import { claimRecipientProblem } from '../../../engine/bridge/btc/recipient.js';
import { type BtcBridgeRules, readDestination } from '../../../engine/bridge/btc/rules.js';
import { type BtcProviders, btcBridgeOptions, btcProvidersOf, btcRulesOf } from '../../config/btcBridgeOptions.js';
import { badOption, booleanOption, matching, type OptionValues, textOption } from '../../config/optionKinds.js';
import { type Command, runCommand, type SubcommandGroup } from '../subcommand.js';
import { EXIT_FAILED, EXIT_OK, outJson, printable, type Terminal } from '../terminal.js';

export const checkBtcOptions = {
  ...btcBridgeOptions,
  recipient: textOption({
    chapter: 'Options',
    environment: [],
    placeholder: 'address',
    rule: matching(/^\S{1,4096}$/, 'a rouge1 address or a public key'),
    help: 'Recipient that the deposit has to name, or that --address is assigned to.',
  }),
  address: textOption({
    chapter: 'Options',
    environment: [],
    placeholder: 'address',
    rule: matching(/^[0-9A-Za-z]{14,90}$/, 'a Bitcoin address'),
    help: 'Checks deposits to this assigned address instead of custody.',
  }),
  json: booleanOption({ chapter: 'Options', environment: [], default: false, help: 'Answer in JSON.' }),
};

type Values = OptionValues<typeof checkBtcOptions>;

const NOBODY_ASSIGNED: ReadonlySet<string> = new Set();

/** What the answers prove. */
function judged(
  { address: text, recipient }: Values,
  rules: BtcBridgeRules,
  id: string,
  primary: BtcAnswer,
  secondary: BtcAnswer,
): readonly VerifiedBtcDeposit[] | Refusal {
  if (text !== undefined) {
    const address = readBtcAddress(text, rules.network);
    if (isRefusal(address)) return address;
    const own = readDestination(text, rules, NOBODY_ASSIGNED);
    if (isRefusal(own)) return refuse('rule_violation', 'the custody address is no deposit address');
    const assigned = new Set([Buffer.from(address.script).toString('hex')]);
    return verifyAddressDeposits(rules, assigned, { address, recipient: recipient ?? '' }, id, primary, secondary);
  }
  const deposit = verifyCustodyDeposit(rules, NOBODY_ASSIGNED, id, primary, secondary);
  if (isRefusal(deposit)) return deposit;
  return claimRecipientProblem(deposit.recipient, recipient) ?? [deposit];
}

/** What one provider says, in a line. */
function saidBy(answer: BtcAnswer): string {
  if (isRefusal(answer)) return answer.message;
  const { transaction, tipHeight, raw, spv } = answer;
  const place = transaction.block ? `in block ${transaction.block.height}` : 'unconfirmed';
  const proofs = [raw && 'raw transaction', spv && `${spv.chain.length} headers and Merkle proof`].filter(Boolean);
  return `${place}, tip ${tipHeight}${proofs.length > 0 ? `, ${proofs.join(', ')}` : ''}`;
}

const shownDeposit = (deposit: VerifiedBtcDeposit): Readonly<Record<string, unknown>> => ({
  ...deposit,
  units: String(deposit.units),
});

function show(terminal: Terminal, deposits: readonly VerifiedBtcDeposit[]): void {
  for (const { units, recipient, claimKey, blockHash, height, depth } of deposits) {
    const rows = [
      ['Deposit', `${units} sats of qBTC`],
      ['Recipient', printable(recipient)],
      ['Claim', claimKey],
      ['Block', `${height} ${blockHash}`],
      ['Depth', String(depth)],
    ];
    for (const [name = '', value = ''] of rows) terminal.out(`${name.padEnd(12)}${value}\n`);
  }
  terminal.out('OK: the providers prove this deposit\n');
}

async function answersOf({ primary, secondary }: BtcProviders, id: string): Promise<readonly [BtcAnswer, BtcAnswer]> {
  return Promise.all([primary.evidence(id), secondary.evidence(id)]);
}

/** @param words the id of the transaction. @returns the exit code, or the refusal to print. */
export async function checkBtc(
  values: Values,
  terminal: Terminal,
  words: readonly string[],
): Promise<number | Refusal> {
  const rules = btcRulesOf(values);
  if (isRefusal(rules)) return rules;
  if (rules === undefined) return badOption('BTC bridge is not enabled (QV_BRIDGE_BTC_CUSTODY not set)');
  if (values.address !== undefined && values.recipient === undefined)
    return badOption('--address needs --recipient: the recipient that it is assigned to');
  const id = readTxid(words[0] ?? '');
  if (isRefusal(id)) return id;
  const providers = btcProvidersOf(values, rules);
  if (isRefusal(providers)) return providers;
  const [primary, secondary] = await answersOf(providers, id);
  const deposits = judged(values, rules, id, primary, secondary);
  const said = [
    { provider: providers.primary.shown, says: saidBy(primary) },
    { provider: providers.secondary.shown, says: saidBy(secondary) },
  ];
  if (values.json) {
    const result = isRefusal(deposits)
      ? { success: false, error: deposits.message, code: deposits.code }
      : { success: true, deposits: deposits.map(shownDeposit) };
    outJson(terminal, { ...result, providers: said });
    return isRefusal(deposits) ? EXIT_FAILED : EXIT_OK;
  }
  for (const { provider, says } of said) terminal.out(`${provider}: ${printable(says)}\n`);
  if (isRefusal(deposits)) terminal.out(`NOT OK: ${printable(deposits.message)}\n`);
  else show(terminal, deposits);
  return isRefusal(deposits) ? EXIT_FAILED : EXIT_OK;
}

/** A command of its own, so that a check of another chain does not read the options of this one. */
const command: Command<typeof checkBtcOptions> = {
  name: 'bridge check btc',
  table: checkBtcOptions,
  usage: '<txid>',
  help: 'Shows what the Esplora servers prove about a deposit of Bitcoin. Exit code 1 when it is not proven.',
  options: Object.keys(checkBtcOptions) as (keyof typeof checkBtcOptions)[],
  words: 1,
  run: checkBtc,
};

/** `rouged bridge check btc`. */
export const checkBtcGroup: SubcommandGroup = {
  help: command.help,
  run: (words, terminal) => runCommand(command, words, terminal),
};
