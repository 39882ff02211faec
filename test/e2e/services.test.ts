/** Mail and messages of two wallets at two nodes: everything that one has taken in reaches the other through a kill -9, once; a message
 *  that destroys itself is gone from both disks; a node that nobody has named gets what is public, and nothing else. */

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DiskServicesStore, SERVICES_FOLDER } from '../../workers/services/servicesStore.js';
import type { Json } from '../support/answerShapes.js';
import { exchange } from '../support/httpClient.js';
import { Person, type Place, places, ServiceNetwork, temporaryFolder } from '../support/serviceNetwork.js';

const DESTRUCT_SECONDS = 2;
const TRACK = 'a track of the e2e test';
const TEXT = 'read me once';
const SLOW_MACHINE_MS = 300_000;

const idsOf = (items: readonly Json[]): unknown[] => items.map(({ id }) => id).sort();
const sentId = (answer: Json): string => String((answer.sent as readonly Json[])[0]?.id);

/** A part of a ciphertext that is nowhere else, as it is written in any form of it. */
function pieceOf(encrypted: unknown): string {
  const [piece] = /[A-Za-z0-9+/]{64}/.exec(String(encrypted)) ?? [];
  if (piece === undefined) throw new Error('there is no ciphertext');
  return piece;
}

/** Files of the services' database that hold a text. */
function filesWith(dataDir: string, text: string): number {
  const folder = join(dataDir, SERVICES_FOLDER);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(3);
  return files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(text)).length;
}

/** Rewrites the files of a node that has ended, as a node does a day after an erasure. */
async function rewriteFiles(dataDir: string): Promise<void> {
  const store = await DiskServicesStore.open(dataDir);
  await store.rewrite();
  await store.close();
}

test(
  'mail, an answer, a message that destroys itself, at two nodes, one of them killed',
  async () => {
    const network = await ServiceNetwork.start();
    const [alice, bob] = [Person.create('alice_e2e'), Person.create('bob_e2e')];
    const home = network.at('home');
    const read = async (place: Place, person: Person, ...words: readonly string[]): Promise<Json> =>
      person.wallet(network.at(place), ...words, '--genesis', network.genesis);
    await alice.register(home);
    await bob.register(network.at('second'));

    // A mail with an attachment, taken in at home, read at the second node.
    const folder = temporaryFolder();
    const attached = randomBytes(150_000);
    writeFileSync(join(folder, 'photo.png'), attached);
    const words = ['--subject', 'First', '--body', 'Do you see it?', '--attach', join(folder, 'photo.png')];
    const sent = await read('home', alice, 'mail', 'send', '--to', bob.name, ...words);
    expect(sent).toMatchObject({ sent: [{ address: bob.signer.address, key_proven_by: 'validators' }] });
    const first = sentId(sent);
    const inboxOf = (place: Place, person: Person) => () => person.mails(network.at(place));
    const [arrived] = await network.until('the first mail', inboxOf('second', bob), ({ length }) => length > 0);
    const saved = join(folder, 'saved.png');
    expect(await read('second', bob, 'mail', 'read', first, '--save', saved)).toMatchObject({
      mail: {
        ...{ id: first, from: alice.name, from_address: alice.signer.address, from_name_proven: true },
        ...{ subject: 'First', body: 'Do you see it?', reply_to_id: null },
        attachment: { name: 'photo.png', type: 'image/png', size: attached.length, saved },
      },
    });
    expect(readFileSync(saved).equals(attached)).toBe(true);

    // The second node is killed as soon as it has taken in the answer; while it is away more is taken in at home.
    const answer = ['--to', alice.name, '--body', 'Yes', '--reply-to', first];
    const answered = await read('second', bob, 'mail', 'send', ...answer);
    expect(await network.at('second').stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    const second = sentId(await read('home', alice, 'mail', 'send', '--to', bob.name, '--body', 'Are you there?'));
    const destruct = ['--text', TEXT, '--destruct', String(DESTRUCT_SECONDS)];
    const { conversation_id } = await read('home', alice, 'message', 'send', '--to', bob.name, ...destruct);
    const conversation = String(conversation_id);
    const kept = await read('home', alice, 'message', 'send', '--to', bob.name, '--text', 'this one stays');
    await alice.post(home, '/api/v2/social/post', { body: 'for everybody' });
    await alice.post(home, '/api/v2/social/like', { trackId: TRACK });
    await network.start('second');

    const [reply] = await network.until('the answer', inboxOf('home', alice), ({ length }) => length > 0);
    expect(reply?.id).toBe(sentId(answered));
    expect(await read('home', alice, 'mail', 'read', String(reply?.id))).toMatchObject({
      mail: { from: bob.name, body: 'Yes', reply_to_id: first },
    });
    await network.until('the second mail', inboxOf('second', bob), ({ length }) => length > 1);
    expect(await read('second', bob, 'mail', 'read', second)).toMatchObject({ mail: { body: 'Are you there?' } });

    // Read at the second node, the message is hidden at both and then erased at both.
    const messagesOf = (place: Place, person: Person) => () => person.messages(network.at(place), conversation);
    const listed = await network.until('both messages', messagesOf('second', bob), ({ length }) => length > 1);
    const message = pieceOf(listed.find(({ selfDestruct }) => selfDestruct)?.encrypted_content);
    const shown = await read('second', bob, 'message', 'read', '--with', alice.name);
    expect((shown.messages as readonly Json[]).map(({ text }) => text)).toEqual([TEXT, 'this one stays']);
    for (const place of ['home', 'second'] as const) {
      for (const person of [alice, bob])
        await network.until(
          `hidden at ${place}`,
          messagesOf(place, person),
          (messages) => idsOf(messages).join() === kept.id,
        );
      const erased = () => network.metric(place, 'rouged_services_erased_total');
      await network.until(`erased at ${place}`, erased, (count) => count > 0);
      expect(await erased()).toBe(1);
    }

    // Nothing is lost, nothing is there twice.
    const same = await network.until(
      'as many records at both',
      () =>
        Promise.all([
          network.metric('home', 'rouged_services_records'),
          network.metric('second', 'rouged_services_records'),
        ]),
      ([one, other]) => one === other,
    );
    expect(same[0]).toBeGreaterThan(7);
    for (const place of ['home', 'second'] as const) {
      expect(idsOf(await inboxOf(place, alice)())).toEqual([reply?.id]);
      expect(idsOf(await inboxOf(place, bob)())).toEqual([first, second].sort());
      expect(idsOf(await alice.mails(network.at(place), 'sent'))).toEqual([first, second].sort());
      expect(idsOf(await messagesOf(place, bob)())).toEqual([kept.id]);
    }

    // The third node has what is public.
    const outsider = network.at('outsider');
    const publicRecords = () => network.metric('outsider', 'rouged_services_records');
    await network.until('what is public', publicRecords, (count) => count >= 2);
    expect((await exchange(outsider.url, `/api/social/track/${encodeURIComponent(TRACK)}/stats`)).json).toMatchObject({
      likes: 1,
    });
    expect(await alice.mails(outsider, 'sent')).toEqual([]);
    expect(await bob.mails(outsider)).toEqual([]);
    expect((await bob.post(outsider, '/api/v2/messenger/conversations/list')).conversations).toEqual([]);
    expect(await publicRecords()).toBe(2);

    // On the disks: the mail is at two of them, so that the search can find; the message at none.
    const mail = pieceOf(arrived?.bodyEncrypted);
    for (const place of places) {
      expect(network.at(place).logs()).not.toMatch(/does not hold|nothing more is taken|passed over/);
      await network.at(place).stop();
      const dataDir = network.directories[place];
      await rewriteFiles(dataDir);
      expect([filesWith(dataDir, mail) > 0, filesWith(dataDir, message)], place).toEqual([place !== 'outsider', 0]);
    }
  },
  SLOW_MACHINE_MS,
);
