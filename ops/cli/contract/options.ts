/** The options of `rouged contract`. */

import { parseUnits, parseXrge, XRGE } from '../../../engine/base/amounts.js';
import { canonicalJson, type JsonValue, parseJson } from '../../../engine/base/json.js';
import { CONTRACT, SIGNED_JSON } from '../../../engine/base/limits.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { resolveAccount } from '../../../engine/crypto/address.js';
import { MOST_ATTACHED } from '../../../engine/ledger/kinds/callFields.js';
import { MAX_CALL_FUEL } from '../../../engine/vm/prices.js';
import type { AttachedAmount } from '../../../engine/vm/scene.js';
import {
  badOption,
  booleanOption,
  enumOption,
  matching,
  type OptionValues,
  optionalInteger,
  pathOption,
  textOption,
  textOptionWithDefault,
} from '../../config/optionKinds.js';
import { accessTable } from '../walletAccess.js';

const OPTIONS = 'Options';
const TESTS = 'Options of run and test';
const NODE = 'Options of deploy, call and query';

const callerRule = {
  accepts: (text: string) => resolveAccount(text) !== undefined || /^[0-9a-f]{40}$/i.test(text),
  mustBe: 'a public key in hex, a rouge1 address or the address of a contract',
};

export const contractTable = {
  args: textOptionWithDefault({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'JSON',
    default: '{}',
    rule: matching(/\S/, 'JSON'),
    help: 'Arguments of the method.',
  }),
  gas: optionalInteger({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'fuel',
    defaultText: `${MAX_CALL_FUEL}, in call what a query took and a half more`,
    min: 1,
    max: MAX_CALL_FUEL,
    help: 'Most fuel that the call may use.',
  }),
  attach: textOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'decimal',
    rule: matching(/^\d+(?:\.\d+)?$/, 'an amount in decimal digits'),
    help: 'What is sent with the call: XRGE with up to 9 decimals, or whole base units of another token.',
  }),
  token: textOptionWithDefault({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'symbol',
    default: 'XRGE',
    rule: matching(/^[A-Za-z0-9_-]{1,32}$/, 'a token symbol'),
    help: 'Token of --attach.',
  }),
  caller: textOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'key',
    rule: callerRule,
    help: 'Who calls, in run and query: a public key, an address or a contract.',
  }),
  out: pathOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'file',
    help: 'For build: where the module goes; default: beside the source, with the ending .wasm.',
  }),
  component: booleanOption({
    chapter: OPTIONS,
    environment: [],
    default: false,
    help: 'For build: make a component of a module that was compiled for the world of contracts.',
  }),
  json: booleanOption({ chapter: OPTIONS, environment: [], default: false, help: 'Answer in JSON.' }),
  prices: enumOption({
    chapter: TESTS,
    environment: [],
    values: ['native', 'reference'],
    default: 'native',
    help: 'Table of fuel prices: that of our own networks, or that of the public ones.',
  }),
  url: { ...accessTable.url, chapter: NODE },
  file: { ...accessTable.file, chapter: NODE, help: 'The wallet that signs and pays.' },
  account: { ...accessTable.account, chapter: NODE },
  'data-dir': { ...accessTable['data-dir'], chapter: NODE },
  wait: booleanOption({
    chapter: NODE,
    environment: [],
    default: true,
    help: 'Wait until the transaction is in a block.',
  }),
};

/** What `--attach` and `--token` say; undefined when nothing is attached. */
export function attachedAmount({ attach, token }: ContractValues): AttachedAmount | Refusal | undefined {
  if (attach === undefined) return undefined;
  const symbol = token.toUpperCase();
  const amount = symbol === XRGE ? parseXrge(attach, '--attach') : parseUnits(attach, 0, '--attach');
  if (isRefusal(amount)) return badOption(amount.message);
  if (amount === 0n) return badOption('--attach must be above zero');
  if (amount > MOST_ATTACHED) return badOption(`--attach must be at most ${MOST_ATTACHED} base units`);
  return { symbol, amount };
}

/** What `--args` says. */
export function callArguments({ args }: ContractValues): JsonValue | Refusal {
  const parsed = parseJson(args, SIGNED_JSON);
  if (isRefusal(parsed)) return badOption(`--args must be JSON: ${parsed.message}`);
  const { length } = canonicalJson(parsed);
  if (length <= CONTRACT.argsCharacters) return parsed;
  return badOption(`--args has ${length} characters; a call takes at most ${CONTRACT.argsCharacters}`);
}

export type ContractTable = typeof contractTable;
export type ContractValues = OptionValues<ContractTable>;
