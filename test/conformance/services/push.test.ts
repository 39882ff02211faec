/** The push registry: the published client against a real node, and what the delivery of notifications reads. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toHex, utf8, utf8Text } from '../../../engine/base/bytes.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { accountBytes, accountOfKey } from '../../../engine/crypto/address.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { ServiceDesk } from '../../../engine/services/desk.js';
import { serviceKindOf } from '../../../engine/services/kinds/index.js';
import { dropPushToken } from '../../../engine/services/pushTokens.js';
import { CheckedApi } from '../../support/checkedApi.js';
import { type InlineNode, startInlineNode } from '../../support/inlineNode.js';
import { keyedBackend } from '../../support/keyedBackend.js';
import { openMemoryStore } from '../../support/memoryStore.js';
import type { Submitted } from '../../support/publishedClient.js';
import { type Members, number, payloadText, signed, signText } from '../../support/signedRequests.js';
import { type CheckedClient, checkedClient, clientWallet } from '../../support/socialClient.js';
import { entriesOf } from '../../support/storeContent.js';
import { CHAIN_ID, type SigningActor, signingActor } from '../../support/transactions.js';

const alice = signingActor('push: alice');
const bob = signingActor('push: bob');
const TOKEN = 'ExponentPushToken[abc-DEF_123]';

describe('over HTTP', () => {
  let node: InlineNode;
  let api: CheckedApi;
  let client: CheckedClient;

  beforeAll(async () => {
    node = await startInlineNode({});
    api = new CheckedApi(node.url);
    client = await checkedClient(api);
  });

  afterAll(() => node?.remove());

  const refused = ({ success, error }: Submitted, code: string, words: string): void => {
    expect(success).toBe(false);
    expect(JSON.parse(error?.slice(error.indexOf('{')) ?? '{}')).toEqual({ success: false, error: words, code });
  };

  const done = { success: true, error: undefined, data: undefined };

  async function problem(path: string, members: Members): Promise<unknown> {
    const { status, json } = await api.post(path, signed(alice, members).body);
    return [status, json?.error];
  }

  test('registerPushToken, unregisterPushToken', async () => {
    const wallet = clientWallet(alice);
    refused(await client.unregisterPushToken(wallet), 'not_found', 'Not registered');
    expect(await client.registerPushToken(wallet, TOKEN)).toEqual(done);
    expect(await client.registerPushToken(wallet, 'another', 'fcm')).toEqual(done);
    refused(await client.unregisterPushToken(clientWallet(bob)), 'not_found', 'Not registered');
    expect(await client.unregisterPushToken(wallet)).toEqual(done);
    refused(await client.unregisterPushToken(wallet), 'not_found', 'Not registered');
    const missing = "payload must include 'pushToken'";
    refused(await client.registerPushToken(wallet, ''), 'malformed_payload', missing);
    const wrong = 'pushToken has characters that no push token has';
    for (const token of ['a b', 'a\nb', 'ä', '"'])
      refused(await client.registerPushToken(wallet, token), 'malformed_payload', wrong);
    const long = 'pushToken is longer than 512 characters';
    refused(await client.registerPushToken(wallet, 'x'.repeat(513)), 'malformed_payload', long);
    const platform = 'platform is a name of 1 to 32 small letters, digits, - and _';
    refused(await client.registerPushToken(wallet, TOKEN, 'Expo!'), 'malformed_payload', platform);
  });

  test('a request must name itself, and only its signer is registered', async () => {
    const register = '/api/push/register';
    const named = 'payload must name its operation: add "type": "push_register"';
    expect(await problem(register, { pushToken: TOKEN })).toEqual([400, named]);
    const other = 'payload names "push_unregister", this is the request of push_register';
    expect(await problem(register, { type: 'push_unregister', pushToken: TOKEN })).toEqual([400, other]);
    const from = "Payload 'from' does not match signing public key";
    expect(await problem(register, { type: 'push_register', pushToken: TOKEN, from: bob.keyHex })).toEqual([401, from]);
    expect([...api.checked.keys()].sort()).toEqual(['POST /api/push/register', 'POST /api/push/unregister']);
  });
});

describe('for the delivery', () => {
  const NOW = 1_767_225_600_000;
  const moment = { now: NOW, height: 1 };
  const people = ['ada', 'ben', 'cyd'].map((name): SigningActor => {
    const { publicKey, secretKey } = keyedBackend.keygen(accountBytes(signingActor(`push: ${name}`).account));
    return { ...signingActor(`push: ${name}`), publicKey, secretKey, keyHex: toHex(publicKey) };
  });

  async function openDesk() {
    const store = await openMemoryStore();
    const silent = () => undefined;
    const desk = new ServiceDesk({
      store,
      directory: { wallets: async () => [], walletsOf: async () => [] },
      read: {
        chainId: CHAIN_ID,
        requireChainId: false,
        protocol: nativeProtocol,
        backend: keyedBackend,
        isKind: (name) => serviceKindOf(name) !== undefined,
      },
      nodeKey: alice.publicKey,
      mostBytes: 1_000_000,
      log: { debug: silent, info: silent, warn: silent, error: silent },
      onEvents: silent,
    });
    await desk.open();
    return { store, desk };
  }

  test('tokens are found by account, one a key, and leave no record; one that is gone is dropped unless it was replaced', async () => {
    const { store, desk } = await openDesk();
    const accounts = people.map(({ publicKey }) => accountOfKey(publicKey));
    const hex = accounts.map((account) => toHex(accountBytes(account)));
    let nonces = 0;
    const take = async (signer: SigningActor, members: Members): Promise<void> => {
      const nonce = `nonce-${String(++nonces).padStart(6, '0')}`;
      const text = payloadText(signer, { ...members, timestamp: number(NOW), nonce });
      const kind = String(members.type);
      const answer = await desk.take(kind, utf8(signText(signer, text, '', keyedBackend).body), moment);
      expect(isRefusal(answer) ? answer.message : utf8Text(answer)).toBe('{"success":true}');
    };
    const tokens = async (): Promise<unknown> => {
      const answer = await desk.read('pushTokens', { accounts: hex }, moment);
      return isRefusal(answer) ? answer : (JSON.parse(utf8Text(answer)) as { tokens: unknown }).tokens;
    };
    const [ada, ben] = people as [SigningActor, SigningActor];
    for (const token of ['first', 'second', 'third']) await take(ada, { type: 'push_register', pushToken: token });
    await take(ben, { type: 'push_register', pushToken: TOKEN, platform: 'fcm' });
    const third = { account: hex[0], token: 'third', platform: 'expo' };
    expect(await tokens()).toEqual([third, { account: hex[1], token: TOKEN, platform: 'fcm' }]);
    await take(ben, { type: 'push_unregister' });
    expect(await tokens()).toEqual([third]);
    const first = accounts[0] as (typeof accounts)[number];
    expect(await desk.turn((scene) => dropPushToken(scene, first, 'second'))).toBe(false);
    expect(await tokens()).toEqual([third]);
    const tables = (await entriesOf(store)).map(({ entry: { key } }) => key[0] as number);
    // Nonces with their expiries, the registration, how many there are.
    expect([...new Set(tables)].sort((a, b) => a - b)).toEqual([0x05, 0x06, 0x50, 0x51]);
    expect(tables.filter((table) => table === 0x50).length).toBe(1);
    expect(await desk.turn((scene) => dropPushToken(scene, first, 'third'))).toBe(true);
    expect(await tokens()).toEqual([]);
    expect(await desk.turn((scene) => dropPushToken(scene, first, 'third'))).toBe(false);
    expect((await entriesOf(store)).some(({ entry: { key } }) => (key[0] as number) >= 0x50)).toBe(false);
    expect(desk.stats()).toMatchObject({ records: 0, bytes: 0 });
    await desk.close();
  });
});
