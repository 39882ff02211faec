/** bridge_fulfil: an authority has seen the payout of a withdrawal on the other chain. (Specification, Bridge withdrawal.)
 *
 *  Every log or output of a payout settles one withdrawal only, and the network fee of a Bitcoin transaction is borne once. */

import { isRefusal, refuse } from '../../base/refusal.js';
import type { AccountId } from '../../crypto/address.js';
import { checkAuthority } from '../bridge.js';
import { approveEnding, checkEndingNews, checkPayout, openWithdrawal, type PaidOut, settle } from '../bridgeEndings.js';
import { defineKind } from '../kind.js';
import { amount, integer, layout, list, optional, text } from '../layout.js';
import type { PayloadReader } from '../payload.js';
import { resultOf, storedAccount, storedFlag } from '../resultCodec.js';
import { HASH_CHARACTERS, readWithdrawalId, withdrawalMember } from './bridgeFields.js';
import { messageAnswer } from './tokenFields.js';

const POSITIONS = 64;
const POSITIONS_CHARACTERS = 700;

interface FulfilFields extends PaidOut {
  readonly withdrawal: string;
}

interface Result {
  /** Whether it was the last approval that the ending needed. */
  readonly ended: boolean;
  readonly owner: AccountId;
}

const bitcoinLayout = layout({ paid: amount, fee: amount });

/** Numbers in rising order, each once. */
function readPositions(reader: PayloadReader): readonly number[] | undefined {
  const written = reader.requiredText('positions', POSITIONS_CHARACTERS);
  if (written === undefined) return undefined;
  const parts = written.split(',');
  const numbers = parts.map(Number);
  const isRising = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] as number));
  return parts.length <= POSITIONS && parts.every((part) => /^(0|[1-9]\d{0,9})$/.test(part)) && isRising
    ? numbers
    : reader.fail(
        refuse(
          'malformed_payload',
          `positions must be up to ${POSITIONS} rising numbers joined by commas, such as 0,3`,
        ),
      );
}

function readBitcoin(reader: PayloadReader): PaidOut['bitcoin'] {
  const [paid, fee] = [reader.amount('paid', 0), reader.amount('networkFee', 0)];
  if (reader.refusal || (paid === undefined && fee === undefined)) return undefined;
  return paid === undefined || fee === undefined
    ? reader.fail(refuse('malformed_payload', 'paid and networkFee belong together'))
    : { paid, fee };
}

/** What the authorities must agree on. */
const endingOf = ({ hash, positions, bitcoin }: PaidOut): string =>
  `fulfil ${hash} ${positions.join(',')}${bitcoin ? ` ${bitcoin.paid} ${bitcoin.fee}` : ''}`;

export const bridgeFulfil = defineKind<FulfilFields, Result>({
  name: 'bridge_fulfil',
  route: '/api/v2/bridge/fulfil',
  chapter: 'Bridge',
  summary: 'An authority of the bridge states the payout that settles a withdrawal',
  members: [
    withdrawalMember,
    {
      name: 'payoutTx',
      type: 'text',
      characters: HASH_CHARACTERS,
      plain: true,
      required: true,
      about: 'Hash of the paying transaction',
    },
    {
      name: 'positions',
      type: 'text',
      characters: POSITIONS_CHARACTERS,
      plain: true,
      required: true,
      about: 'Indexes of its logs in the block, or of its outputs, that pay: rising numbers joined by commas',
    },
    { name: 'paid', type: 'units', required: false, about: 'For qBTC: satoshis that these outputs pay' },
    {
      name: 'networkFee',
      type: 'units',
      required: false,
      about: 'For qBTC: network fee of the transaction in satoshis',
    },
  ],
  answers: [messageAnswer],
  refusals: ['rule_violation', 'not_authorized', 'not_found', 'already_exists'],
  layout: layout<FulfilFields>({
    withdrawal: text,
    hash: text,
    positions: list(integer),
    bitcoin: optional(bitcoinLayout),
  }),
  result: resultOf<Result>({ ended: ['ended', storedFlag], owner: ['owner', storedAccount] }),
  admitsOutflow: false,
  isOfBridge: true,

  decode(reader) {
    const withdrawal = readWithdrawalId(reader);
    const hash = reader.requiredText('payoutTx', HASH_CHARACTERS);
    const positions = readPositions(reader);
    const bitcoin = readBitcoin(reader);
    if (reader.refusal || withdrawal === undefined || hash === undefined || positions === undefined) return undefined;
    return { withdrawal, hash, positions, bitcoin };
  },

  outflow: () => [],

  admit(view, { sender, fields }, block) {
    const problem = checkAuthority(block.genesis, sender);
    if (problem) return problem;
    const found = openWithdrawal(view, fields.withdrawal);
    if (isRefusal(found)) return found;
    return (
      checkPayout(view, found, fields, block) ?? checkEndingNews(found, { authority: sender, ending: endingOf(fields) })
    );
  },

  apply(state, { sender, fields }, block) {
    const found = openWithdrawal(state, fields.withdrawal);
    if (isRefusal(found)) return found;
    const ended = approveEnding(state, found, { authority: sender, ending: endingOf(fields) }, block);
    if (ended) settle(state, found, fields, block);
    return { ended, owner: found.withdrawal.owner };
  },

  logs: ({ fields: { withdrawal, hash } }, { ended }) => [
    { event: ended ? 'bridge_fulfil' : 'bridge_approval', data: { withdrawal, payout_tx: hash } },
  ],

  parties: (_, { ended, owner }) => (ended ? [owner] : []),

  answer: () => ({ message: 'Payout submitted' }),

  event: () => ({}),

  view: ({ withdrawal, hash, positions }) => ({ withdrawal, payout_tx: hash, positions }),
});
