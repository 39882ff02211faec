/** Private events at /api/ws: who has proven a key by a signed request gets what the services say to that key, nobody else does.
 *
 *  Proofs are checked by the real services of a started node. Events come from a stand-in for the port of the services, so that the test
 *  knows every one of them. */

import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { serverFrames } from '../../api/openapi/webSocket.js';
import { STREAM_IDENTITIES } from '../../api/stream/mailboxes.js';
import { toHex, utf8, utf8Text } from '../../engine/base/bytes.js';
import { accountBytes, accountOfKey } from '../../engine/crypto/address.js';
import type { EventListener } from '../../engine/services/port.js';
import type { ServiceEvent } from '../../engine/services/serviceEvent.js';
import type { EventFormat } from '../../engine/store/chainStore.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { type Members, number, type Signed, signed, spoilt } from '../support/signedRequests.js';
import { StreamClient } from '../support/streamClient.js';
import { type Facts, requestFrame } from '../support/streamFrames.js';
import { StreamScene } from '../support/streamScene.js';
import { type SigningActor, signingActor } from '../support/transactions.js';

const alice = signingActor('ws mailbox: alice');
const bob = signingActor('ws mailbox: bob');

const subscription = (signer: SigningActor, members: Members = {}): Signed =>
  signed(signer, { action: 'messenger_ws_subscribe', ...members });

/** Sends the JSON of a signed envelope in the format of the connection. @returns the answer. */
async function prove(client: StreamClient, format: EventFormat, envelope: string): Promise<Facts> {
  const from = client.facts.length;
  client.socket.send(format === 'json' ? `{"auth":${envelope}}` : requestFrame({ auth: envelope }));
  return client.frame(({ type }) => type === 'subscribed' || type === 'auth_error', from);
}

const accepted = { type: 'subscribed', topics: ['messenger'] };
const refused = (code: string, error: string) => ({ type: 'auth_error', error, code });

describe('the proof of a key', () => {
  let node: InlineNode;
  const opened: StreamClient[] = [];
  const open = async (format: EventFormat = 'json'): Promise<StreamClient> => {
    const client = await StreamClient.open(node.url, format);
    opened.push(client);
    return client;
  };
  beforeAll(async () => {
    node = await startInlineNode();
  });
  afterAll(async () => {
    for (const { socket } of opened) socket.terminate();
    await node?.remove();
  });

  test.each(['json', 'protobuf'] as const)('is taken once, in %s', async (format) => {
    const client = await open(format);
    const { body } = subscription(alice);
    expect(await prove(client, format, body)).toMatchObject(accepted);
    expect(await prove(client, format, body)).toEqual(
      refused('nonce_used', 'Duplicate nonce (possible replay attack)'),
    );
    // The nonce is used on every connection and for every other request.
    expect(await prove(await open(format), format, body)).toMatchObject({ type: 'auth_error' });
  });

  test('is checked like any signed request, in the words of the reference', async () => {
    const client = await open();
    const { body, signature } = subscription(alice);
    const old = subscription(alice, { timestamp: number(Date.now() - 3_600_000) });
    const foreign = subscription(alice, { from: bob.keyHex });
    const otherAction = 'payload.action must be messenger_ws_subscribe';
    const cases: readonly (readonly [envelope: string, code: string, error: string | RegExp])[] = [
      ['1', 'malformed_body', 'malformed auth'],
      ['null', 'malformed_body', 'malformed auth'],
      ['[]', 'malformed_body', 'malformed auth'],
      ['{}', 'malformed_body', 'malformed auth'],
      ['{"payload":[]}', 'malformed_body', 'malformed auth'],
      ['{"payload":{}}', 'operation_mismatch', otherAction],
      [signed(alice, { action: 'social_play', trackId: 'a' }).body, 'operation_mismatch', otherAction],
      ['{"payload":{"action":"messenger_ws_subscribe"}}', 'malformed_body', /./],
      [body.replace(signature, spoilt(signature)), 'invalid_signature', 'Invalid signature'],
      [old.body, 'timestamp_window', /^Request expired \(timestamp/],
      [foreign.body, 'from_mismatch', /from/],
    ];
    for (const [envelope, code, error] of cases) {
      const answer = await prove(client, 'json', envelope);
      const expected = { type: 'auth_error', code, error: expect.stringMatching(error) };
      expect(answer, envelope.slice(0, 60)).toMatchObject(expected);
    }
    // The connection is as good as before.
    expect(await prove(client, 'json', subscription(alice).body)).toMatchObject(accepted);
    expect(await client.request({ subscribe: ['blocks'] })).toMatchObject({ type: 'subscribed', topics: ['blocks'] });
  });

  test('leaves the topics as they are, and no topic leads to a mailbox', async () => {
    const client = await open();
    expect(await prove(client, 'json', subscription(alice).body)).toMatchObject(accepted);
    const inbox = `inbox:${toHex(accountBytes(accountOfKey(bob.publicKey)))}`;
    expect(await client.request({ subscribe: [inbox, 'messenger'] })).toMatchObject({
      topics: [],
      unknown: [inbox, 'messenger'],
    });
  });

  test(`is taken for ${STREAM_IDENTITIES} keys on a connection`, async () => {
    const client = await open();
    for (let index = 0; index < STREAM_IDENTITIES; index++)
      expect(await prove(client, 'json', subscription(signingActor(`ws mailbox: ${index}`)).body)).toMatchObject(
        accepted,
      );
    expect(await prove(client, 'json', subscription(bob).body)).toEqual(
      refused(
        'rate_limited',
        'too many identities on one connection: it follows at most 8 keys; open another one for further keys',
      ),
    );
  });
});

describe('private events', () => {
  let tell: EventListener = () => undefined;
  const services = {
    take: async (_kind: string, body: Uint8Array) => {
      const { public_key: key } = JSON.parse(utf8Text(body)) as { readonly public_key: string };
      const account = accountOfKey(new Uint8Array(Buffer.from(key, 'hex')));
      return utf8(JSON.stringify({ success: true, account: toHex(accountBytes(account)) }));
    },
    follow: (listener: EventListener) => {
      tell = listener;
      return () => undefined;
    },
  };
  const openScene = async (): Promise<StreamScene> => {
    const scene = await StreamScene.open({ services });
    onTestFinished(() => scene.close());
    return scene;
  };
  const follow = async (scene: StreamScene, format: EventFormat, ...signers: readonly SigningActor[]) => {
    const client = await StreamClient.open(scene.url, format);
    for (const signer of signers)
      expect(await prove(client, format, subscription(signer).body)).toMatchObject(accepted);
    return client;
  };
  const account = (signer: SigningActor) => accountOfKey(signer.publicKey);
  const keys = [alice.keyHex, bob.keyHex];
  const conversation = { conversation_id: 'ab'.repeat(32), message_id: 'cd'.repeat(32) };

  const all: readonly (readonly [ServiceEvent['type'], string, Readonly<Record<string, unknown>>])[] = [
    [
      'message',
      'new_message',
      { ...conversation, created_at: '2026-11-01T00:00:00Z', sender_wallet_id: bob.keyHex, participant_ids: keys },
    ],
    ['message_read', 'message_read', conversation],
    ['message_deleted', 'message_deleted', conversation],
    ['mail', 'new_mail', { id: 'ef'.repeat(32) }],
    ['conversation_update', 'conversation_update', { conversation_id: conversation.conversation_id }],
    ['conversation_participant', 'conversation_participant', { conversation_id: conversation.conversation_id }],
  ];

  test('go to the proven key in both formats, once each, and to nobody else', async () => {
    const scene = await openScene();
    const one = await follow(scene, 'json', alice);
    const both = await follow(scene, 'json', alice, bob);
    const packed = await follow(scene, 'protobuf', alice);
    const others = [await follow(scene, 'json', bob), await follow(scene, 'json'), await follow(scene, 'protobuf')];
    for (const [type, , data] of all) tell([{ type, accounts: [account(alice)], data }]);
    tell([{ type: 'mail', accounts: [account(alice), account(bob)], data: { id: 'end' } }]);
    for (const client of [one, both, packed]) {
      await client.frame(({ id }) => id === 'end');
      const told = client.facts.slice(client.facts.findLastIndex(({ type }) => type === 'subscribed') + 1);
      expect(told).toEqual([...all.map(([, type, data]) => ({ type, ...data })), { type: 'new_mail', id: 'end' }]);
    }
    await others[0]?.frame(({ id }) => id === 'end');
    // A block comes behind whatever they were sent.
    await scene.block(1);
    const isPrivate = ({ type }: Facts): boolean => all.some(([, name]) => name === type);
    for (const client of others) await client.frame(({ type }) => type === 'new_block');
    expect(others.map(({ facts }) => facts.filter(isPrivate).length)).toEqual([1, 0, 0]);
    expect(await one.frame(({ type }) => type === 'new_block')).toMatchObject({ height: 1 });
  });

  test('have the shapes of the description', async () => {
    let checked = 0;
    for (const [, name, data] of all) {
      const schema = serverFrames[name];
      expect(schema && Compile(schema).Check({ type: name, ...data }), name).toBe(true);
      checked++;
    }
    expect(checked).toBe(6);
  });

  test('count as what waits for a slow client, which is closed', async () => {
    const scene = await openScene();
    const slow = await follow(scene, 'json', alice);
    const quick = await follow(scene, 'json', alice);
    slow.pause();
    const padding = 'x'.repeat(256 * 1024);
    for (let index = 0; index < 64; index++)
      tell([{ type: 'mail', accounts: [account(alice)], data: { id: String(index), padding } }]);
    slow.resume();
    expect(await slow.closed()).toMatchObject({ code: 1013, reason: expect.stringMatching(/reads too slowly/) });
    quick.socket.terminate();
    // Nobody is left: nothing is written to a socket that has gone.
    tell([{ type: 'mail', accounts: [account(alice)], data: { id: 'late' } }]);
    expect(scene.errors).toEqual([]);
  });
});
