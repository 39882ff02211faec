/** Mails and what participants sign about them, entered in any order: the same tables, the same folders as a plain model computes, and
 *  nothing left of a mail that all have deleted. (engine/services/kinds/mail/labels.ts) */

import { describe, expect, test } from 'vitest';
import { compareBytes, toHex } from '../../../engine/base/bytes.js';
import { doDue } from '../../../engine/services/dueWork.js';
import { type Folder, folders } from '../../../engine/services/kinds/mail/labels.js';
import { orderOf, recordPayloads } from '../../../engine/services/record.js';
import type { ReadRequest } from '../../../engine/services/serviceRequest.js';
import { directoryOf, MailScene, type Members, serviceRecord, walletFor } from '../../support/mailScene.js';
import { relabelled } from '../../support/otherReadings.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { loneNode, thrown } from '../../support/servicesDesk.js';
import { type Actor, actor, CHAIN_ID } from '../../support/transactions.js';

const NAMES = ['alice', 'bob', 'carol'] as const;
const people = NAMES.map((name) => actor(`merge: ${name}`));
const wallets = people.map((person, at) => walletFor(person, NAMES[at] as string));
const stranger = actor('merge: stranger');
const START = 1_700_000_000_000;

const aroundOf = (known = wallets) => ({
  ...{ now: START, height: 10 },
  directory: directoryOf(known),
  node: loneNode,
});

interface Entry {
  readonly request: ReadRequest;
  readonly height: number;
}

interface Story {
  /** With records that several nodes have taken in, at several heights. */
  readonly entries: readonly Entry[];
  readonly mails: readonly ReadRequest[];
}

const mailTo = (from: Actor, to: readonly string[], timestamp: number, more: Members = {}): ReadRequest =>
  serviceRecord(
    'mail_send',
    from,
    {
      ...{ fromWalletId: from.keyHex, toWalletIds: to, subjectEncrypted: 'subject', bodyEncrypted: 'body' },
      ...{ contentSignature: 'aa', replyToId: null, hasAttachment: false, ...more },
    },
    timestamp,
  );

const flatMail = (from: Actor, to: number, timestamp: number): ReadRequest =>
  serviceRecord(
    'mail_send',
    from,
    {
      ...{ fromPublicKey: from.keyHex, to: NAMES[to] as string, toPublicKey: (people[to] as Actor).keyHex },
      ...{ senderEncrypted: 'for the sender', recipientEncrypted: 'for the recipient', replyToId: null },
    },
    timestamp,
  );

function randomMail(random: SeededRandom): ReadRequest {
  // Few times, so that the ids decide often.
  const timestamp = START + random.below(4);
  const from = random.pick(people);
  if (random.chance(30)) return flatMail(from, random.below(people.length), timestamp);
  const texts = random.shuffled(wallets, random.between(1, wallets.length)).map(({ id, name, signingKey }) => {
    return random.pick([id, name as string, signingKey]);
  });
  return mailTo(from, texts, timestamp);
}

function randomStory(random: SeededRandom): Story {
  const mails = Array.from({ length: random.between(1, 4) }, () => randomMail(random));
  const requests = [...mails];
  for (let count = random.between(2, 24); count > 0; count--) {
    const kind = random.pick(['mail_move', 'mail_move', 'mail_read', 'mail_message', 'mail_delete'] as const);
    const members = { messageId: toHex(random.pick(mails).id) };
    const folder = kind === 'mail_move' ? { folder: random.pick(folders) } : {};
    const signer = random.chance(5) ? stranger : random.pick(people);
    requests.push(serviceRecord(kind, signer, { ...members, ...folder }, START + random.below(3)));
  }
  if (random.chance(40))
    for (const person of people)
      requests.push(serviceRecord('mail_delete', person, { messageId: toHex(random.pick(mails).id) }, START));
  // A hostile node has listed some as whatever else they can be.
  const listed = [...requests, ...relabelled(requests, random, 15, CHAIN_ID)];
  const entries = listed.flatMap((request) =>
    Array.from({ length: random.between(1, 3) }, () => ({ request, height: random.between(1, 5) })),
  );
  return { entries, mails };
}

interface ListedMail {
  readonly id: string;
  readonly read: boolean;
}

/** Folders by going through everything that was signed, for each mail and each of the people. */
function modelFolder({ entries, mails }: Story, person: Actor, folder: Folder): ListedMail[] {
  const requests = [...new Set(entries.map(({ request }) => request))];
  const heightOf = (request: ReadRequest): number =>
    Math.min(...entries.filter((entry) => entry.request === request).map(({ height }) => height));
  const listed = mails.flatMap((mail) => {
    const { to = '', toWalletIds = [to] } = mail.fields as { to?: string; toWalletIds?: readonly string[] };
    const isRecipient = wallets.some(
      ({ account, id, name, signingKey }) =>
        account === person.account && [id, name, signingKey].some((text) => toWalletIds.includes(text as string)),
    );
    if (!isRecipient && mail.sender !== person.account) return [];
    const own = requests.filter(({ sender, fields }) => {
      const about = (fields as { mail?: Uint8Array }).mail;
      return sender === person.account && about !== undefined && toHex(about) === toHex(mail.id);
    });
    if (own.some(({ kind }) => kind.name === 'mail_delete')) return [];
    const moves = own
      .filter(({ kind }) => kind.name === 'mail_move')
      .map((request) => ({ request, order: orderOf(heightOf(request), request.timestamp, request.id, 'mail_move') }))
      .sort((one, other) => compareBytes(one.order, other.order));
    const moved = (moves.at(-1)?.request.fields as { folder?: Folder } | undefined)?.folder;
    const isRead = own.some(({ kind }) => kind.name === 'mail_read' || kind.name === 'mail_message');
    if ((moved ?? (isRecipient ? 'inbox' : 'sent')) !== folder) return [];
    return [{ mail, read: !isRecipient || isRead }];
  });
  listed.sort((one, other) =>
    compareBytes(
      orderOf(0, other.mail.timestamp, other.mail.id, 'mail_send'),
      orderOf(0, one.mail.timestamp, one.mail.id, 'mail_send'),
    ),
  );
  return listed.map(({ mail, read }) => ({ id: toHex(mail.id), read }));
}

async function listedFolder(scene: MailScene, person: Actor, folder: Folder): Promise<ListedMail[]> {
  const request = serviceRecord('mail_folder', person, { folder }, START);
  const { mail } = await scene.answer<{ mail: readonly ListedMail[] }>(request);
  return mail.map(({ id, read }) => ({ id, read }));
}

/** Enters all, in groups that become durable one after the other. */
async function entered(random: SeededRandom, entries: readonly Entry[]): Promise<MailScene> {
  const scene = new MailScene(aroundOf());
  const left = random.shuffled(entries);
  while (left.length > 0) await scene.enter(left.splice(0, random.between(1, 6)));
  return scene;
}

const isKept = async (scene: MailScene, { id }: ReadRequest): Promise<boolean> =>
  (await scene.reader.get(recordPayloads, id)) !== undefined;

const seed = testSeed();
const RUNS = 25;

describe(`any order of arrival (seed ${seed})`, () => {
  test('gives the same bytes in every table, and the folders of the model', async () => {
    const random = SeededRandom.of(seed, 'mail merge');
    const seen = { lists: 0, mails: 0, read: 0, erased: 0, repeated: 0, relabelled: 0 };
    for (let run = 0; run < RUNS; run++) {
      const story = randomStory(random);
      const first = await entered(random, story.entries);
      const content = first.content();
      for (let again = 0; again < 4; again++)
        expect((await entered(random, story.entries)).content(), `run ${run}`).toEqual(content);
      for (const person of [...people, stranger])
        for (const folder of folders) {
          const listed = await listedFolder(first, person, folder);
          expect(listed, `run ${run}: ${folder}`).toEqual(modelFolder(story, person, folder));
          seen.lists++;
          seen.mails += listed.length;
          seen.read += listed.filter(({ read }) => read).length;
        }
      for (const mail of story.mails) {
        const isListed = people.some((person) =>
          folders.some((folder) => modelFolder(story, person, folder).some(({ id }) => id === toHex(mail.id))),
        );
        expect(await isKept(first, mail), `run ${run}`).toBe(isListed);
        if (!isListed) seen.erased++;
      }
      const records = new Set(story.entries.map(({ request }) => request));
      seen.repeated += story.entries.length - records.size;
      seen.relabelled += records.size - new Set([...records].map(({ id }) => toHex(id))).size;
    }
    expect(seen.lists).toBe(RUNS * 4 * folders.length);
    for (const count of [seen.mails, seen.read, seen.erased, seen.repeated, seen.relabelled])
      expect(count).toBeGreaterThan(5);
    expect(seen.mails).toBeGreaterThan(seen.read);
  });
});

/** All orders of a few. */
const orders = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

describe('a mail that all participants have deleted', () => {
  const [alice, bob] = people as [Actor, Actor, Actor];
  const mail = mailTo(alice, ['bob-wallet'], START, { bodyEncrypted: 'erased body' });
  const about = { messageId: toHex(mail.id) };
  const [first, second] = [alice, bob].map((person) => serviceRecord('mail_delete', person, about, START + 1)) as [
    ReadRequest,
    ReadRequest,
  ];
  const read = serviceRecord('mail_read', bob, about, START);
  const moved = serviceRecord('mail_move', bob, { ...about, folder: 'starred' }, START);
  const at = (height: number) => (request: ReadRequest) => ({ request, height });

  test('is erased with its participants, its moves and its reads, in each of 120 orders', async () => {
    let checked = 0;
    let content: readonly string[] | undefined;
    for (const order of orders([mail, first, second, read, moved])) {
      const scene = new MailScene(aroundOf());
      for (const request of order) await scene.enter([at(2)(request)]);
      for (const gone of [mail, read, moved]) expect(await isKept(scene, gone)).toBe(false);
      for (const kept of [first, second]) expect(await isKept(scene, kept)).toBe(true);
      expect(scene.content().join(' ')).not.toContain(Buffer.from('erased body').toString('hex'));
      content ??= scene.content();
      expect(scene.content()).toEqual(content);
      // A second node had it earlier: it stays erased.
      await scene.enter([at(1)(mail), at(1)(moved)]);
      expect(await isKept(scene, mail)).toBe(false);
      expect(await isKept(scene, moved)).toBe(false);
      checked++;
    }
    expect(checked).toBe(120);
  });

  test('stays while one has it, and is in no folder of the other', async () => {
    for (const order of orders([mail, first])) {
      const scene = new MailScene(aroundOf());
      await scene.enter(order.map(at(2)));
      expect(await isKept(scene, mail)).toBe(true);
      expect(await listedFolder(scene, bob, 'inbox')).toEqual([{ id: toHex(mail.id), read: false }]);
      for (const folder of folders) expect(await listedFolder(scene, alice, folder)).toEqual([]);
    }
  });

  test('gives back what it has taken of the share of its author', async () => {
    const scene = new MailScene(aroundOf());
    await scene.enter([mail, read, moved, first, second].map(at(2)));
    const after = new MailScene(aroundOf());
    await after.enter([first, second].map(at(2)));
    const usage = (each: MailScene) => each.content().filter((line) => line.startsWith('07'));
    expect(usage(scene)).toEqual(usage(after));
  });
});

describe('a node that is behind', () => {
  const [alice, bob, carol] = people as [Actor, Actor, Actor];

  test('gives a mail to a recipient when it learns of the wallet, and keeps it until then', async () => {
    const mail = mailTo(alice, ['bob', carol.keyHex], START);
    const scene = new MailScene(aroundOf(wallets.filter(({ account }) => account !== bob.account)));
    const gone = [alice, carol].map((person) =>
      serviceRecord('mail_delete', person, { messageId: toHex(mail.id) }, START),
    );
    await scene.enter([mail, ...gone].map((request) => ({ request, height: 2 })));
    expect(await isKept(scene, mail)).toBe(true);
    expect(await listedFolder(scene, bob, 'inbox')).toEqual([]);
    const later = async (milliseconds: number, known = wallets) => {
      scene.around = { ...aroundOf(known), now: START + milliseconds };
      return scene.turn((turn) => doDue(turn, scene.around, 10, thrown));
    };
    expect(await later(1_000)).toBe(0);
    expect(await later(10_000, [])).toBe(1);
    expect(await listedFolder(scene, bob, 'inbox')).toEqual([]);
    expect(await later(20_000)).toBe(1);
    expect(await listedFolder(scene, bob, 'inbox')).toEqual([{ id: toHex(mail.id), read: false }]);
    expect(await later(86_400_000)).toBe(0);
  });

  test('gives up after a day, and then erases what nobody has', async () => {
    const mail = mailTo(alice, ['nobody'], START);
    const gone = serviceRecord('mail_delete', alice, { messageId: toHex(mail.id) }, START);
    const scene = new MailScene(aroundOf());
    await scene.enter([mail, gone].map((request) => ({ request, height: 2 })));
    expect(await isKept(scene, mail)).toBe(true);
    scene.around = { ...aroundOf(), now: START + 86_400_000 };
    expect(await scene.turn((turn) => doDue(turn, scene.around, 10, thrown))).toBe(1);
    expect(await isKept(scene, mail)).toBe(false);
  });
});

describe('who has no part in a mail', () => {
  test('gets the answer of a mail that does not exist, whatever he asks', async () => {
    const [alice, , carol] = people as [Actor, Actor, Actor];
    const mail = mailTo(alice, ['bob-wallet'], START);
    const scene = new MailScene(aroundOf());
    await scene.enter([{ request: mail, height: 2 }]);
    const unknown = { messageId: 'ab'.repeat(32) };
    let checked = 0;
    for (const kind of ['mail_message', 'mail_read', 'mail_move', 'mail_delete']) {
      const refusal = (who: Actor, about: Members) =>
        scene.refusalOf(
          serviceRecord(kind, who, { ...about, ...(kind === 'mail_move' && { folder: 'trash' }) }, START),
        );
      expect(await refusal(alice, { messageId: toHex(mail.id) })).toBeUndefined();
      for (const who of [carol, stranger])
        for (const about of [unknown, { messageId: toHex(mail.id) }]) {
          expect(await refusal(who, about)).toBe('Message not found');
          checked++;
        }
    }
    expect(checked).toBe(16);
  });
});

describe('the event of a mail', () => {
  test('goes to its recipients but not to its sender, with nothing but the id', async () => {
    const [alice, bob, carol] = people as [Actor, Actor, Actor];
    const scene = new MailScene(aroundOf());
    const toAll = mailTo(alice, ['alice', 'bob', carol.address], START);
    const toSelf = mailTo(alice, [alice.keyHex], START);
    await scene.enter([toAll, toSelf].map((request) => ({ request, height: 2 })));
    const events = (request: ReadRequest) => request.kind.events?.(scene.reader, request, scene.around);
    expect(await events(toAll)).toEqual([
      { type: 'mail', accounts: [bob.account, carol.account], data: { id: toHex(toAll.id) } },
    ]);
    expect(await events(toSelf)).toEqual([]);
  });
});
