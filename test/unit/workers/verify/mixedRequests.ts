/** Requests for a verifier, each with the code or the nonce that it must be answered with. */

import { expect } from 'vitest';
import { isRefusal, type Refusal } from '../../../../engine/base/refusal.js';
import type { RawItem, VerifiedTransaction } from '../../../../engine/intake/verifier.js';
import { bytesOf, signedRequest, testKey, transferMembers } from '../../intake/signing.js';

export const keys = [1, 2, 3, 4, 5].map(testKey);
export const [key, other] = keys as [(typeof keys)[0], (typeof keys)[0]];

export const raw = (bytes: Uint8Array): RawItem => ({ kind: 'request', operation: 'transfer', bytes });
export const codeOf = (answer: VerifiedTransaction | Refusal): string =>
  isRefusal(answer) ? answer.code : answer.transaction.nonce;
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn();
}

/** On a busy machine, a request that will be refused anyway may be deferred so long that its answer is to retry. */
const MAY_BE_SHED: ReadonlySet<string> = new Set(['timestamp_window', 'from_mismatch', 'nonce_missing']);

export function expectAnswers(
  answers: readonly Parameters<typeof codeOf>[0][],
  mixed: readonly { readonly expected: string }[],
): void {
  const codes = answers.map(codeOf);
  expect(
    codes.map((code, index) =>
      code === 'busy' && MAY_BE_SHED.has(mixed[index]?.expected ?? '') ? mixed[index]?.expected : code,
    ),
  ).toEqual(mixed.map(({ expected }) => expected));
}

/** 200 requests, each with the code or the nonce that it must be answered with. */
export function mixedRequests(): { item: RawItem; expected: string }[] {
  return Array.from({ length: 200 }, (_, number) => {
    const sender = keys[number % keys.length] ?? key;
    const nonce = `nonce-${String(number).padStart(10, '0')}`;
    const members = (changes: Record<string, string | undefined> = {}) =>
      transferMembers(sender, { nonce: JSON.stringify(nonce), ...changes });
    switch (number % 8) {
      case 1:
        return { item: raw(bytesOf(`garbage ${number}`)), expected: 'malformed_body' };
      case 2:
        return { item: raw(signedRequest(sender, members(), { signature: '00' })), expected: 'invalid_signature' };
      case 3:
        return { item: raw(signedRequest(sender, members({ timestamp: '5' }))), expected: 'timestamp_window' };
      case 4:
        return { item: raw(bytesOf('['.repeat(number))), expected: 'malformed_body' };
      case 5:
        return {
          item: { ...raw(signedRequest(sender, members())), operation: 'faucet' },
          expected: 'operation_mismatch',
        };
      default:
        return { item: raw(signedRequest(sender, members())), expected: nonce };
    }
  });
}
