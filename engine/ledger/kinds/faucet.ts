/** faucet: mints exactly 10,000 XRGE, only on a network whose genesis enables it. (Specification, Faucet.)
 *
 *  Signed by the recipient, or by a genesis validator for a recipient it names (`POST /api/faucet`). It is free, so
 *  every rule is in `admit`: a mint that breaks a rule can never fill a block. */

import { amountView, formatXrge, QUANTA, XRGE } from '../../base/amounts.js';
import { fromHex } from '../../base/bytes.js';
import { invariant, type Refusal, refuse } from '../../base/refusal.js';
import { isGenesisValidator } from '../../chain/genesis.js';
import type { Transaction } from '../../chain/transaction.js';
import { type AccountId, addressOf, burnAccount } from '../../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../crypto/mldsa.js';
import type { StateView } from '../../state/state.js';
import type { BlockContext } from '../blockContext.js';
import { accountOf, mint, supplyOf } from '../funds.js';
import { defineKind } from '../kind.js';
import { account, layout, optional, text } from '../layout.js';
import { xrge } from '../movement.js';
import { noResult } from '../resultCodec.js';
import { faucetRecords } from '../tables.js';

const FAUCET_XRGE = 10_000n;
export const FAUCET_AMOUNT = FAUCET_XRGE * QUANTA;
/** Accounts with a higher balance get nothing. */
const FAUCET_MAX_BALANCE = 50_000n * QUANTA;
const FAUCET_OWN_COOLDOWN_MS = 3_600_000;
const FAUCET_NODE_COOLDOWN_MS = 24 * 3_600_000;

const DISABLED = 'Faucet is disabled on this network.';

export const faucetDisabled = (): Refusal => refuse('faucet_disabled', DISABLED);

/** The refusal for a recipient that is not on this node's whitelist. */
export const faucetRestricted = (): Refusal =>
  refuse(
    'faucet_restricted',
    'Faucet restricted: your address is not whitelisted. Unset QV_FAUCET_WHITELIST for local dev.',
  );

/** The texts of the two faucet routes differ in capital letters and punctuation. */
export const faucetPending = (byNode: boolean): Refusal =>
  refuse(
    'faucet_pending',
    byNode ? 'You already have a pending faucet request.' : 'you already have a pending faucet request',
    1,
  );

function cooldownRefusal(milliseconds: number): Refusal {
  const minutes = Math.ceil(milliseconds / 60_000);
  return refuse(
    'faucet_cooldown',
    `Faucet cooldown: please wait ${Math.floor(minutes / 60)}h ${minutes % 60}m before requesting again.`,
    Math.ceil(milliseconds / 1_000),
  );
}

/** Whether a mint to `recipient` would be allowed in a block of this time.
 *  @param coolDown whether accounts must wait between two mints; the network's rule when absent. */
export function checkFaucet(
  view: StateView,
  recipient: AccountId,
  byNode: boolean,
  block: Pick<BlockContext, 'time' | 'genesis'>,
  coolDown = !block.genesis.developerRules,
): Refusal | undefined {
  if (!block.genesis.faucetEnabled) return faucetDisabled();
  const { balance } = accountOf(view, recipient);
  if (balance > FAUCET_MAX_BALANCE)
    return refuse(
      'faucet_balance',
      byNode
        ? `Faucet not available: your balance (${formatXrge(balance)} XRGE) exceeds the 50000 XRGE threshold.`
        : 'faucet not available: your balance exceeds the faucet threshold',
    );
  const record = coolDown ? view.get(faucetRecords, recipient) : undefined;
  const wait = Math.max(
    record ? record.last + FAUCET_OWN_COOLDOWN_MS - block.time : 0,
    record?.lastByNode && byNode ? record.lastByNode + FAUCET_NODE_COOLDOWN_MS - block.time : 0,
  );
  if (wait > 0) return cooldownRefusal(wait);
  if (!mintable(view)) return refuse('rule_violation', 'the faucet is empty');
  return undefined;
}

/** The supply of XRGE stays below 2^127, so that no sum of balances can exceed 128 bits. */
const mintable = (view: StateView): boolean => supplyOf(view, XRGE).minted + FAUCET_AMOUNT < 1n << 127n;

interface FaucetFields {
  readonly recipient: AccountId | undefined;
  readonly recipientText: string | undefined;
}

const recipientOf = (transaction: Transaction<FaucetFields>): AccountId =>
  transaction.fields.recipient ?? transaction.sender;

export const faucet = defineKind<FaucetFields>({
  name: 'faucet',
  route: '/api/v2/faucet',
  chapter: 'Faucet',
  summary: 'Mints 10,000 XRGE to the signer on networks that enable it',
  members: [
    {
      name: 'recipient',
      aliases: ['recipientPublicKey'],
      type: 'account',
      required: false,
      about: 'Recipient, when a genesis validator signs for somebody else',
    },
  ],
  answers: [
    { name: 'amount', type: 'number', about: 'XRGE' },
    { name: 'amount_quanta', type: 'digits', about: 'The same in quanta, exact' },
    { name: 'message', type: 'text', about: 'A sentence' },
  ],
  refusals: [
    'rule_violation',
    'not_authorized',
    'faucet_disabled',
    'faucet_restricted',
    'faucet_cooldown',
    'faucet_balance',
    'faucet_pending',
  ],
  layout: layout({ recipient: optional(account), recipientText: optional(text) }),
  result: noResult,
  admitsOutflow: false,

  decode: (reader, signer) => {
    const recipient = reader.account('recipient');
    if (reader.refusal) return undefined;
    if (recipient === burnAccount)
      return reader.fail(refuse('invalid_recipient', 'the faucet does not pay the burn address'));
    const other = recipient !== undefined && recipient !== signer;
    return { recipient: other ? recipient : undefined, recipientText: other ? reader.text('recipient') : undefined };
  },

  outflow: () => [],

  admit(view, transaction, block) {
    const byNode = transaction.fields.recipient !== undefined;
    if (byNode && !isGenesisValidator(block.genesis, transaction.sender))
      return refuse('not_authorized', 'only a genesis validator may sign a faucet request for somebody else');
    return checkFaucet(view, recipientOf(transaction), byNode, block);
  },

  exclusive: (transaction) => ({
    slot: 'faucet',
    account: recipientOf(transaction),
    refusal: faucetPending(transaction.fields.recipient !== undefined),
  }),

  apply(state, transaction, block) {
    const recipient = recipientOf(transaction);
    const record = state.get(faucetRecords, recipient);
    state.put(faucetRecords, recipient, {
      last: block.time,
      lastByNode: transaction.fields.recipient ? block.time : (record?.lastByNode ?? 0),
    });
    invariant(mint(state, recipient, XRGE, FAUCET_AMOUNT), 'admit has checked the supply');
    return null;
  },

  logs: (transaction) => [
    {
      event: 'faucet',
      data: { to: addressOf(recipientOf(transaction)), ...amountView(XRGE, FAUCET_AMOUNT), token: XRGE },
    },
  ],

  movements: (transaction) => [{ reason: 'faucet', to: recipientOf(transaction), moved: xrge(FAUCET_AMOUNT) }],

  parties: (fields) => (fields.recipient === undefined ? [] : [fields.recipient]),

  reveals: ({ recipientText }) => {
    const key = recipientText === undefined ? undefined : fromHex(recipientText, PUBLIC_KEY_BYTES);
    return key ? [key] : [];
  },

  answer: () => ({
    ...amountView(XRGE, FAUCET_AMOUNT),
    message: `Faucet: ${FAUCET_XRGE} XRGE sent`,
  }),

  event: ({ recipient, recipientText }) => ({
    ...(recipient === undefined || recipientText === undefined
      ? {}
      : { to: { account: recipient, text: recipientText } }),
    amount: FAUCET_AMOUNT,
  }),

  view: (fields) => ({
    ...(fields.recipientText === undefined ? {} : { to_pub_key_hex: fields.recipientText }),
    ...amountView(XRGE, FAUCET_AMOUNT),
    faucet: true,
  }),
});
