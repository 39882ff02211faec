/** Stored transactions that are no longer valid: their signed bytes are refused today, but a block of an older version holds
 *  them, executed from another spelling of the same values or under wider bounds.
 *
 *  In: the parts of a stored transaction. Out: the transaction, or a substitute that says why it cannot be read, so that readers
 *  of its block get an answer. Only readers of history use this: executing a block refuses such a transaction. */

import { toBinary } from '../base/bytes.js';
import { JsonNumber } from '../base/json.js';
import { STORED_JSON } from '../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { joinKey, type SignedParts, type Transaction } from '../chain/transaction.js';
import { accountOfKey } from '../crypto/address.js';
import type { Protocol } from '../protocol/protocol.js';
import { decodeTransaction } from './decode.js';
import { type AnyKind, defineKind } from './kind.js';
import { layout } from './layout.js';
import { noResult } from './resultCodec.js';
import { SignedText } from './signedText.js';

/** Takes the place of a transaction's fields. */
export class Unreadable {
  constructor(readonly problem: Refusal) {}
}

export const unreadableKind: AnyKind = defineKind<Unreadable>({
  name: 'unreadable',
  route: '',
  chapter: '',
  summary: 'A stored transaction whose signed bytes are refused',
  members: [],
  layout: layout({}) as never,
  decode: () => undefined,
  outflow: () => [],
  result: noResult,
  admitsOutflow: false,
  admit: (_view, { fields }) => fields.problem,
  apply: (_state, { fields }) => fields.problem,
  logs: () => [],
  parties: () => [],
  answer: () => ({}),
  event: () => ({}),
  view: ({ problem }) => ({
    unreadable: `its signed bytes are refused: ${problem.message}; rouged verify-db names the height from which to import again`,
  }),
});

function unreadable(parts: SignedParts, problem: Refusal, protocol: Protocol): Transaction<Unreadable> {
  const signed = SignedText.ofParts(parts, STORED_JSON);
  const payload = isRefusal(signed) ? undefined : signed.payload;
  const bytes = joinKey(parts.text, parts.keyAt, parts.publicKey) ?? parts.text;
  const timestamp = payload?.get('timestamp');
  const nonce = payload?.get('nonce');
  return {
    ...parts,
    id: toBinary(protocol.transactionId(parts.publicKey, bytes)),
    sender: accountOfKey(parts.publicKey),
    timestamp: timestamp instanceof JsonNumber ? Number(timestamp.text) : 0,
    nonce: typeof nonce === 'string' ? nonce : '',
    priorityFee: 0n,
    fields: new Unreadable(problem),
    signedLength: bytes.length,
  };
}

/** A transaction of a stored block, for readers of history. */
export function readStoredTransaction(parts: SignedParts, chainId: string, protocol: Protocol): Transaction {
  const transaction = decodeTransaction(parts, chainId, protocol, STORED_JSON);
  return isRefusal(transaction) ? unreadable(parts, transaction, protocol) : transaction;
}

/** The nonce of a stored transaction, which a later block must not carry again.
 *  @returns a refusal for bytes from which no nonce can be read; then no later transaction can repeat it. */
export function storedNonce(parts: Omit<SignedParts, 'operation' | 'signature'>): string | Refusal {
  const signed = SignedText.ofParts(parts, STORED_JSON);
  if (isRefusal(signed)) return signed;
  const nonce = signed.payload.get('nonce');
  return typeof nonce === 'string' ? nonce : refuse('nonce_missing', 'the payload has no nonce');
}
