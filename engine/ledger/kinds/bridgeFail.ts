/** bridge_fail: an authority notes that an attempt to pay a withdrawal out has failed. (Specification, Bridge withdrawal.)
 *
 *  It moves nothing, so one authority is enough whatever the threshold. */

import { isRefusal, refuse } from '../../base/refusal.js';
import { checkAuthority } from '../bridge.js';
import { openWithdrawal } from '../bridgeEndings.js';
import { bridgeWithdrawals } from '../bridgeTables.js';
import { defineKind } from '../kind.js';
import { layout, text } from '../layout.js';
import { resultOf, storedNumber } from '../resultCodec.js';
import { readWithdrawalId, withdrawalMember } from './bridgeFields.js';
import { messageAnswer } from './tokenFields.js';

export const ERROR_CHARACTERS = 200;
/** Failed attempts after which relayers ask for a refund (specification, Limits). */
export const REFUND_THRESHOLD = 5;

interface FailFields {
  readonly withdrawal: string;
  readonly error: string;
}

interface Result {
  readonly attempts: number;
}

/** Attempts are counted up to here. */
const MOST_ATTEMPTS = 1_000_000;

export const bridgeFail = defineKind<FailFields, Result>({
  name: 'bridge_fail',
  route: '/api/v2/bridge/fail',
  chapter: 'Bridge',
  summary: 'An authority of the bridge notes that an attempt to pay a withdrawal out has failed',
  members: [
    withdrawalMember,
    { name: 'error', type: 'text', characters: ERROR_CHARACTERS, required: true, about: 'What went wrong' },
  ],
  answers: [messageAnswer],
  refusals: ['rule_violation', 'not_authorized', 'not_found', 'already_exists'],
  layout: layout<FailFields>({ withdrawal: text, error: text }),
  result: resultOf<Result>({ attempts: ['attempts', storedNumber] }),
  admitsOutflow: false,
  isOfBridge: true,

  decode(reader) {
    const withdrawal = readWithdrawalId(reader);
    const error = reader.requiredText('error', ERROR_CHARACTERS);
    return withdrawal === undefined || error === undefined ? undefined : { withdrawal, error };
  },

  outflow: () => [],

  admit(view, { sender, fields }, { genesis }) {
    const problem = checkAuthority(genesis, sender);
    if (problem) return problem;
    const found = openWithdrawal(view, fields.withdrawal);
    if (isRefusal(found)) return found;
    return found.withdrawal.attempts < MOST_ATTEMPTS
      ? undefined
      : refuse('rule_violation', 'so many failed attempts are not counted any more');
  },

  apply(state, { fields }, { time }) {
    const found = openWithdrawal(state, fields.withdrawal);
    if (isRefusal(found)) return found;
    const attempts = found.withdrawal.attempts + 1;
    state.put(bridgeWithdrawals, found.id, {
      ...found.withdrawal,
      ...{ status: 'failed', attempts, lastError: fields.error, updatedAt: time },
    });
    return { attempts };
  },

  logs: ({ fields: { withdrawal, error } }, { attempts }) => [
    { event: 'bridge_fail', data: { withdrawal, attempts, error } },
  ],

  parties: () => [],

  answer: () => ({ message: 'Failed attempt submitted' }),

  event: () => ({}),

  view: ({ withdrawal, error }) => ({ withdrawal, error }),
});
