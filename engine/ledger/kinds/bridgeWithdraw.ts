/** bridge_withdraw: burns bridged units or XRGE of the signer, who is owed them on the other chain from then on. (Specification, Bridge
 *  withdrawal.)
 *
 *  Only what is signed counts: amount, destination, token, and the fee of exactly 0.1 XRGE. */

import { amountView, QUANTA, XRGE } from '../../base/amounts.js';
import { bytesEqual } from '../../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import { readBtcAddress } from '../../bridge/btc/address.js';
import { evmDestination } from '../../bridge/evm/address.js';
import type { BridgeRules } from '../../chain/bridgeRules.js';
import { bridgeOf, isBridged, totalsOf } from '../bridge.js';
import { withdrawalText } from '../bridgeEndings.js';
import { bridgeTotals, bridgeWithdrawals } from '../bridgeTables.js';
import { countBurned, debit, insufficientFunds } from '../funds.js';
import { defineKind } from '../kind.js';
import { amount, layout, text } from '../layout.js';
import { tokenUnits } from '../movement.js';
import { type PayloadReader, readAmount } from '../payload.js';
import { noResult } from '../resultCodec.js';
import { shownSymbol } from '../tokens.js';
import { bridgedTokenMember, bridgeSubjects } from './bridgeFields.js';
import { messageAnswer } from './tokenFields.js';

/** A bech32 address. */
const DESTINATION_CHARACTERS = 90;
const FEE = QUANTA / 10n;

export const WITHDRAW_REASONS = [
  'WrongOperation',
  'MissingSignedField',
  'UnsupportedAsset',
  'XrgeOnGenericEndpoint',
  'NonXrgeOnXrgeEndpoint',
  'ZeroAmount',
  'EmptyDestination',
  'InvalidFee',
  'AmountMismatch',
  'DestinationMismatch',
  'FeeMismatch',
] as const;
export type WithdrawReason = (typeof WITHDRAW_REASONS)[number];

/** The refusal of a withdrawal whose signed members do not say what they must. */
export const intentRejected = (reason: WithdrawReason): Refusal =>
  refuse('malformed_payload', `signed-intent rejected: ${reason}`);

export interface WithdrawFields {
  /** In upper case. */
  readonly token: string;
  /** Base units; quanta of XRGE. */
  readonly amount: bigint;
  readonly destination: string;
}

/** A fee that is signed must be what the network takes; the route of the specification asks for one. */
function checkFee(reader: PayloadReader): Refusal | undefined {
  const written = reader.raw('fee');
  if (written === undefined) return undefined;
  const fee = readAmount(written, 9, 'fee');
  return isRefusal(fee) || fee !== FEE ? intentRejected('InvalidFee') : undefined;
}

/** The members, or the first reason why they are none. */
function read(reader: PayloadReader): WithdrawFields | Refusal {
  for (const name of ['amount', 'evmAddress', 'tokenSymbol'])
    if (reader.raw(name) === undefined) return intentRejected('MissingSignedField');
  const token = reader.symbol('tokenSymbol');
  if (token === undefined || !isBridged(token)) return intentRejected('UnsupportedAsset');
  const destination = reader.optionalText('evmAddress', DESTINATION_CHARACTERS)?.trim();
  if (destination === '') return intentRejected('EmptyDestination');
  const units = reader.tokenAmount('amount', token);
  if (units === 0n) return intentRejected('ZeroAmount');
  const feeProblem = checkFee(reader);
  if (feeProblem) return feeProblem;
  if (units === undefined || destination === undefined) return intentRejected('MissingSignedField');
  return { token, amount: units, destination };
}

/** Decoding all addresses takes longer than the rest of a withdrawal, and the rules of a network stay. */
const ownScripts = new WeakMap<BridgeRules, readonly Uint8Array[]>();

function scriptsOf(rules: BridgeRules): readonly Uint8Array[] {
  const known = ownScripts.get(rules);
  if (known) return known;
  const scripts = rules.ownAddresses.flatMap((text) => {
    const own = readBtcAddress(text, rules.btcNetwork);
    return isRefusal(own) ? [] : [own.script];
  });
  ownScripts.set(rules, scripts);
  return scripts;
}

/** The script of Bitcoin is compared, as an address has several spellings. */
const isOwnScript = (rules: BridgeRules, script: Uint8Array): boolean =>
  scriptsOf(rules).some((own) => bytesEqual(own, script));

/** What can never be paid out must not be burned: an address without its checksum, one of the bridge itself, and less than a network takes. */
function checkDestination(
  { token, amount: units, destination }: WithdrawFields,
  rules: BridgeRules,
): Refusal | undefined {
  if (token !== 'QBTC') {
    const address = evmDestination(destination, rules.ownAddresses);
    return isRefusal(address) ? address : undefined;
  }
  const address = readBtcAddress(destination, rules.btcNetwork);
  if (isRefusal(address)) return address;
  if (isOwnScript(rules, address.script))
    return refuse('invalid_recipient', 'an address of the bridge itself cannot be paid');
  return units >= rules.btcMinWithdraw
    ? undefined
    : refuse(
        'invalid_amount',
        `qBTC withdrawal of ${units} sats is below the minimum of ${rules.btcMinWithdraw} sats (the Bitcoin network fee is deducted from the amount you receive)`,
      );
}

export const bridgeWithdraw = defineKind<WithdrawFields>({
  name: 'bridge_withdraw',
  route: '/api/v2/bridge/withdraw',
  chapter: 'Bridge',
  summary:
    'Burns bridged units or XRGE of the signer, to be paid out on the other chain. The payload must name its type',
  members: [
    {
      name: 'amount',
      type: 'amount',
      required: true,
      about: 'Whole base units of a bridged token, or XRGE in decimals',
    },
    {
      name: 'evmAddress',
      aliases: ['evm_address'],
      type: 'text',
      characters: DESTINATION_CHARACTERS,
      required: true,
      about: 'Address on the other chain; of Bitcoin for qBTC',
    },
    bridgedTokenMember,
  ],
  answers: [messageAnswer],
  // The switch of an operator is one of the node that is asked.
  refusals: ['rule_violation', 'invalid_recipient', 'invalid_amount', 'suspended'],
  layout: layout<WithdrawFields>({ token: text, amount, destination: text }),
  namesItself: true,
  result: noResult,
  admitsOutflow: false,

  decode(reader) {
    const fields = read(reader);
    if (reader.refusal) return undefined;
    return isRefusal(fields) ? reader.fail(fields) : fields;
  },

  outflow: ({ token, amount: units }) => [{ token, amount: units }],

  admit(_view, { fields }, { genesis }) {
    const rules = bridgeOf(genesis);
    return isRefusal(rules) ? rules : checkDestination(fields, rules);
  },

  apply(state, { id, sender, fields }, { time, height }) {
    const { token, amount: units, destination } = fields;
    if (!debit(state, sender, token, units)) return insufficientFunds(state, sender, token, units);
    countBurned(state, token, units);
    const totals = totalsOf(state, token);
    state.put(bridgeTotals, token, { ...totals, withdrawn: totals.withdrawn + units });
    state.put(bridgeWithdrawals, id, {
      ...{ owner: sender, token, units, destination, status: 'pending', attempts: 0, lastError: '' },
      ...{ createdAt: time, updatedAt: time, height, payout: '', approvals: [] },
    });
    return null;
  },

  logs: ({ id, fields: { token, amount: units, destination } }) => [
    {
      event: 'bridge_withdraw',
      data: {
        ...{ withdrawal: withdrawalText(id, token), token: shownSymbol(token) },
        ...amountView(token, units),
        destination,
      },
    },
  ],

  movements: ({ sender, fields: { token, amount: units } }) => [
    { reason: 'bridge', from: sender, moved: tokenUnits(token, units) },
  ],

  parties: () => [],

  subjects: ({ token }) => bridgeSubjects(token),

  answer: () => ({ message: 'Bridge withdrawal submitted' }),

  event: ({ token, amount: units }) => ({ ...(token === XRGE ? {} : { token }), amount: units }),

  view: ({ token, amount: units, destination }) => ({
    ...amountView(token, units),
    token_symbol: shownSymbol(token),
    evm_address: destination,
  }),
});
