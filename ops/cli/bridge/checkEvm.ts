/** `rouged bridge check evm`: a deposit or a payout on the EVM, as the configured providers prove it now.
 *
 *  Without further options the deposit event of the bridge's contract is checked; with a claimant, the manual claim; with a withdrawal, its
 *  payout. Nothing is minted or recorded. */

import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { recipientText } from '../../../engine/bridge/deposit.js';
import { readEvmAddress } from '../../../engine/bridge/evm/address.js';
import { EVM_COINS } from '../../../engine/bridge/evm/contracts.js';
import type { ProviderAnswer } from '../../../engine/bridge/quorum.js';
import type { Checked, EvmProviders } from '../../bridge/evmProviders.js';
import { evmBridgeOptions, evmSetup } from '../../config/bridgeOptions.js';
import {
  badOption,
  booleanOption,
  enumOption,
  matching,
  type OptionValues,
  textOption,
} from '../../config/optionKinds.js';
import type { Action } from '../subcommand.js';
import { EXIT_FAILED, EXIT_OK, outJson, printable, type Terminal } from '../terminal.js';

const OPTIONS = 'Options';
const CLAIM = 'Manual claim';
const PAYOUT = 'Payout';

const addressRule = {
  accepts: (text: string): boolean => readEvmAddress(text) !== undefined,
  mustBe: 'an EVM address (0x and 40 hex digits; mixed letters are its checksum)',
};
const textRule = matching(/^[^\p{Cc}]{1,8192}$/u, 'one line of text');

const ownOptions = {
  token: enumOption({
    chapter: OPTIONS,
    environment: [],
    values: EVM_COINS,
    default: 'ETH',
    help: 'What was sent.',
  }),
  json: booleanOption({ chapter: OPTIONS, environment: [], default: false, help: 'Answer in JSON.' }),
  claimant: textOption({
    ...{ chapter: CLAIM, environment: [], placeholder: 'address', rule: addressRule },
    help: 'Wallet that sent the deposit.',
  }),
  signature: textOption({
    ...{ chapter: CLAIM, environment: [], placeholder: 'hex' },
    rule: matching(/^0x[0-9a-fA-F]{130}$/, 'a signature of 65 bytes in hex, with 0x'),
    help: 'Its signature of the claim message.',
  }),
  recipient: textOption({
    ...{ chapter: CLAIM, environment: [], placeholder: 'address', rule: textRule },
    help: 'Whom the claim names: a rouge1 address or a public key.',
  }),
  withdrawal: textOption({
    ...{ chapter: PAYOUT, environment: [], placeholder: 'id', rule: textRule },
    help: 'Id of the withdrawal that the transaction pays.',
  }),
  destination: textOption({
    ...{ chapter: PAYOUT, environment: [], placeholder: 'address', rule: addressRule },
    help: 'Address that it pays.',
  }),
  units: textOption({
    ...{ chapter: PAYOUT, environment: [], placeholder: 'number' },
    rule: matching(/^[1-9]\d{0,38}$/, 'a whole number of base units (quanta of XRGE)'),
    help: 'Units that were burned for it.',
  }),
};

export const checkEvmTable = { ...evmBridgeOptions, ...ownOptions };

type Values = OptionValues<typeof checkEvmTable>;

const HASH = /^0x[0-9a-fA-F]{64}$/;

/** All of some options, none of them, or a refusal that names the missing ones. */
function together<Name extends string>(
  values: Readonly<Record<Name, string | undefined>>,
): Readonly<Record<Name, string>> | undefined | Refusal {
  const names = Object.keys(values) as Name[];
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === names.length) return undefined;
  return missing.length === 0
    ? (values as Readonly<Record<Name, string>>)
    : badOption(`--${names.join(', --')} go together; --${missing.join(', --')} is missing`);
}

/** What a check found, by name. */
type Facts = Readonly<Record<string, string | number | undefined | readonly number[]>>;

async function ask(providers: EvmProviders, hash: string, values: Values): Promise<Checked<object> | Refusal> {
  const { token: coin, claimant, signature, recipient, withdrawal, destination, units } = values;
  const claim = together({ claimant, signature, recipient });
  if (isRefusal(claim)) return claim;
  const payout = together({ withdrawal, destination, units });
  if (isRefusal(payout)) return payout;
  if (claim && payout) return badOption('a transaction is checked as a claim or as a payout, not as both');
  if (claim)
    return providers.claim({
      ...{ coin, hash, signature: claim.signature },
      ...{ claimant: claim.claimant.toLowerCase(), recipient: recipientText(claim.recipient) },
    });
  if (payout)
    return providers.payout(
      {
        ...{ coin, withdrawalId: payout.withdrawal, units: BigInt(payout.units) },
        destination: payout.destination.toLowerCase(),
      },
      hash,
    );
  return providers.deposit(coin, hash);
}

const factsOf = (result: object): Facts =>
  Object.fromEntries(
    Object.entries(result).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  );

const providerLine = ({ host, answer }: ProviderAnswer<unknown>) => ({
  host,
  ...(isRefusal(answer) ? { success: false, error: answer.message } : { success: true }),
});

function show(terminal: Terminal, { result, providers }: Checked<object>): void {
  for (const { host, answer } of providers)
    terminal.out(`Provider    ${printable(`${host}: ${isRefusal(answer) ? answer.message : 'proves it'}`)}\n`);
  if (isRefusal(result)) terminal.out(`NOT OK: ${printable(result.message)}\n`);
  else {
    for (const [name, value] of Object.entries(factsOf(result)))
      terminal.out(`${name.padEnd(12)}${printable(String(value))}\n`);
    terminal.out('OK: the providers prove it\n');
  }
}

async function check(values: Values, terminal: Terminal, words: readonly string[]): Promise<number | Refusal> {
  const hash = words[0] ?? '';
  if (!HASH.test(hash))
    return badOption('rouged bridge check evm needs the hash of a transaction (0x and 64 hex digits)');
  const setup = evmSetup(values);
  if (isRefusal(setup)) return setup;
  // Other commands do not wait for the codecs of the EVM.
  const { EvmProviders } = await import('../../bridge/evmProviders.js');
  const checked = await ask(new EvmProviders(setup.bridge, setup.providers), hash.toLowerCase(), values);
  if (isRefusal(checked)) return checked;
  const { result, providers } = checked;
  if (values.json)
    outJson(terminal, {
      ...(isRefusal(result)
        ? { success: false, error: result.message, code: result.code }
        : { success: true, result: factsOf(result) }),
      providers: providers.map(providerLine),
    });
  else show(terminal, checked);
  return isRefusal(result) ? EXIT_FAILED : EXIT_OK;
}

export const checkEvmAction: Action<typeof checkEvmTable> = {
  usage: '<transaction>',
  help: 'A deposit: by its event, as a manual claim with --claimant, or a payout with --withdrawal.',
  options: Object.keys(checkEvmTable) as (keyof typeof checkEvmTable)[],
  words: 1,
  run: check,
};
