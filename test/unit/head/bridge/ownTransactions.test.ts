/** Who signs for the bridge: a node whose key is no authority says so, and where one is. */

import { expect, test } from 'vitest';
import { OwnTransactions } from '../../../../engine/head/bridge/ownTransactions.js';
import { bridgeMember } from '../../../support/bridgeOrders.js';
import { rulesOf } from '../../../support/chain.js';
import { actor } from '../../../support/transactions.js';

const [own, first, second] = ['own', 'first', 'second'].map((name) => actor(`own transactions: ${name}`));
const authorities = [first, second].flatMap((one) => one ?? []);

/** @param urls of the nodes with the keys of the authorities. */
function refused(urls: readonly (string | undefined)[], signer = own) {
  const transactions = new OwnTransactions({
    rules: rulesOf({
      validators: authorities.slice(0, 1).map((one) => ({ actor: one, stake: '10000' })),
      bridge: bridgeMember(authorities),
    }),
    publicKey: signer?.publicKey ?? new Uint8Array(),
    verifier: { sign: () => Promise.reject(new Error('nothing is signed')) },
    ...{ random: { bytes: () => new Uint8Array(16) }, now: () => 0 },
    ...{ submit: () => Promise.reject(new Error()), included: () => Promise.reject(new Error()) },
    urlOf: (key: Uint8Array) => urls[authorities.findIndex(({ publicKey }) => Buffer.from(key).equals(publicKey))],
  } as unknown as ConstructorParameters<typeof OwnTransactions>[0]);
  return transactions.notAuthority();
}

test('a node without the key names one that has it, when it knows one', () => {
  const says = (where: string) => ({
    code: 'no_authority',
    message: expect.stringMatching(new RegExp(`: ask ${where}$`)),
  });
  expect(refused([undefined, 'http://second/api'])).toMatchObject(says('http://second/api'));
  expect(refused(['http://first/api', 'http://second/api'])).toMatchObject(says('http://first/api'));
  expect(refused([])).toMatchObject(says('a node of its operators'));
  expect(refused([], second)).toBeUndefined();
});
