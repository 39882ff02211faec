/** What is taken in at one node is news at the other: its stream tells whom it is for, and their devices get a notification without
 *  content; nobody else hears of it. */

import { expect, onTestFinished, test } from 'vitest';
import type { Json } from '../support/answerShapes.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { Person, ServiceNetwork } from '../support/serviceNetwork.js';
import { signed, signedTransfer } from '../support/signedRequests.js';
import { StreamClient } from '../support/streamClient.js';
import { PushProvider } from '../unit/ops/push/pushProvider.js';

const TOKEN = 'ExponentPushToken[bob-of-the-news]';
const SECRET = 'nobody else reads this';
const SLOW_MACHINE_MS = 300_000;
const PRIVATE = ['new_mail', 'new_message', 'conversation_update', 'conversation_participant'];

test(
  'mail, message and transfer are told at the node where their recipient is',
  async () => {
    const provider = await PushProvider.start();
    const [alice, bob, carol] = ['alice_news', 'bob_news', 'carol_news'].map(Person.create) as [Person, Person, Person];
    const network = await ServiceNetwork.start({
      allocations: [{ address: alice.signer.address, amount: '100' }],
      flags: { second: ['--push', '--push-endpoint', provider.endpoint] },
    });
    const [home, second] = [network.at('home'), network.at('second')];
    await alice.register(home);
    await bob.register(second);
    await bob.post(second, '/api/push/register', { type: 'push_register', pushToken: TOKEN });

    const follow = async ({ signer }: Person): Promise<StreamClient> => {
      const client = await StreamClient.open(second.url, 'json');
      onTestFinished(() => client.socket.terminate());
      client.socket.send(`{"auth":${signed(signer, { action: 'messenger_ws_subscribe' }).body}}`);
      const answer = await client.frame(({ type }) => type === 'subscribed' || type === 'auth_error');
      expect(answer).toMatchObject({ type: 'subscribed', topics: ['messenger'] });
      return client;
    };
    const [bobs, carols] = [await follow(bob), await follow(carol)];

    const sent = await alice.wallet(home, 'mail', 'send', '--to', bob.name, '--subject', SECRET, '--body', SECRET);
    const mail = (sent.sent as readonly Json[])[0]?.id;
    expect(await bobs.frame(({ type }) => type === 'new_mail')).toMatchObject({ id: mail });
    const message = await alice.wallet(home, 'message', 'send', '--to', bob.name, '--text', SECRET);
    expect(await bobs.frame(({ type }) => type === 'new_message')).toMatchObject({
      ...{ message_id: message.id, conversation_id: message.conversation_id },
    });
    const { body } = signedTransfer(alice.signer, bob.signer.address, '1.5');
    const moved = await exchange(home.url, '/api/v2/transfer', { method: 'POST', headers: JSON_HEADERS, body });
    expect(moved.status, moved.text).toBe(200);

    const shown = () => Promise.resolve(provider.shown.map(({ to, data }) => ({ to, ...data })));
    const told = await network.until('three notifications', shown, ({ length }) => length >= 3);
    expect(told).toEqual([
      { to: TOKEN, type: 'mail', id: mail },
      { to: TOKEN, type: 'message', conversationId: message.conversation_id },
      { to: TOKEN, type: 'transfer', symbol: 'XRGE', amount: '1.5' },
    ]);
    // What comes last for carol comes after all that others got.
    const toCarol = await alice.wallet(home, 'mail', 'send', '--to', bob.name, '--body', SECRET);
    const last = (toCarol.sent as readonly Json[])[0]?.id;
    await bobs.frame(({ type, id }) => type === 'new_mail' && id === last);
    await network.until('the last notification', shown, ({ length }) => length >= 4);
    await carols.request({ subscribe: ['blocks'] });
    expect(carols.facts.filter(({ type }) => PRIVATE.includes(type ?? ''))).toEqual([]);
    expect(bobs.facts.filter(({ type }) => type === 'new_mail')).toHaveLength(2);
    expect(bobs.facts.filter(({ type }) => type === 'new_message')).toHaveLength(1);
    expect(provider.shown).toHaveLength(4);
    expect(provider.asked.map((request) => request.body).join()).not.toContain(SECRET);
    for (const node of [home, second]) expect(node.logs()).not.toContain(SECRET);
  },
  SLOW_MACHINE_MS,
);
