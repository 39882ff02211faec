/** Two opinions on what a record says: read from its stored bytes as lists do it (engine/services/plainPayload.ts), and by `SignedText` from
 *  the whole text. Where the first has one, both are the same; it has one of all that ordinary clients write.
 *
 *  Records are random: plain and escaped texts, other alphabets, control characters, repeated and aliased members, white space, numbers of all
 *  spellings, keys cut out anywhere; and bytes of them are changed. */

import { expect, test } from 'vitest';
import { bytesEqual, toHex, utf8, utf8Text } from '../../engine/base/bytes.js';
import { SIGNED_JSON } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { SERVICE_SIGNED_BYTES } from '../../engine/base/serviceLimits.js';
import { cutKey } from '../../engine/chain/transaction.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import { SignedText } from '../../engine/ledger/signedText.js';
import { jsonBytes, jsonText } from '../../engine/services/answerText.js';
import type { ContentKind } from '../../engine/services/contentKind.js';
import { keyText } from '../../engine/services/keys.js';
import { mailContents } from '../../engine/services/kinds/mail/mailContent.js';
import { messageContents } from '../../engine/services/kinds/messenger/messageContent.js';
import { PlainPayload } from '../../engine/services/plainPayload.js';
import { authorKeys, recordMetas, recordPayloads } from '../../engine/services/record.js';
import { contentsOf, recordsOf } from '../../engine/services/records.js';
import type { SceneReader } from '../../engine/services/scene.js';
import type { ServiceTable } from '../../engine/services/table.js';
import { SeededRandom, TEST_ALL, testSeed } from '../support/random.js';

const RECORDS = TEST_ALL ? 20_000 : 600;
/** Of each record. */
const CHANGED = 4;

const key = new SeededRandom(1).bytes(1_952);
const KEY_HEX = toHex(key);
const BOUNDS = { ...SIGNED_JSON, characters: SERVICE_SIGNED_BYTES };

type Stored = ReturnType<typeof cutKey>;

const PLAIN = ['', 'a', 'sealed'.repeat(50), '0123456789abcdef'.repeat(70), '~'.repeat(256), KEY_HEX, `x${KEY_HEX}y`];
const HOSTILE = [
  '"',
  '\\',
  'q"\\"'.repeat(90),
  '\u0000',
  'n\n'.repeat(150),
  'ä漢'.repeat(200),
  '\ud800',
  '\u007f'.repeat(300),
];
const NAMES = [
  ...['type', 'from', 'subjectEncrypted', 'subject_encrypted', 'bodyEncrypted', 'contentSignature', 'signature'],
  ...['replyToId', 'attachmentEncrypted', 'attachmentHash', 'hasAttachment', 'senderEncrypted', 'recipientEncrypted'],
  ...[
    'encryptedContent',
    'content_signature',
    'messageType',
    'spoiler',
    'conversationId',
    '__proto__',
    'na"me',
    'ä',
    '7',
  ],
];
const WORDS = [
  'true',
  'false',
  'null',
  '0',
  '-1',
  '1.0',
  '10e-1',
  '01',
  '12345678901234567890',
  'nul',
  '{}',
  '{"a":1}',
  '[]',
];

function textOf(random: SeededRandom): string {
  return random.pick(random.chance(85) ? PLAIN : HOSTILE);
}

function valueText(random: SeededRandom): string {
  if (random.chance(70)) return JSON.stringify(textOf(random));
  if (random.chance(30)) return JSON.stringify(Array.from({ length: random.below(4) }, () => textOf(random)));
  return random.pick(WORDS);
}

/** Members of a mail or a message that is taken, over which others are written. */
function membersOf(random: SeededRandom): readonly (readonly [name: string, value: string])[] {
  const texts = (...names: string[]) =>
    names.map((name) => [name, JSON.stringify(random.pick(PLAIN) || 'text')] as const);
  const common = [
    ['from', JSON.stringify(KEY_HEX)],
    ['nonce', '"nonce of one"'],
    ['timestamp', '1800000000000'],
  ] as const;
  const own = random.pick([
    () =>
      [
        ...texts('fromWalletId', 'subjectEncrypted', 'bodyEncrypted', 'contentSignature'),
        ['toWalletIds', '["a"]'],
      ] as const,
    () => [...texts('to', 'senderEncrypted', 'recipientEncrypted'), ['toPublicKey', JSON.stringify(KEY_HEX)]] as const,
    () => [...texts('conversationId', 'encryptedContent', 'contentSignature')],
    () => [...texts('recipientPublicKey', 'senderEncrypted', 'recipientEncrypted')],
  ])();
  const more = Array.from(
    { length: random.below(3) },
    () => [JSON.stringify(random.pick(NAMES)), valueText(random)] as const,
  );
  const named = [...own, ...common].map(([name, value]) => [JSON.stringify(name), value] as const);
  return random.chance(50) ? named : random.shuffled([...named, ...more]);
}

function recordOf(random: SeededRandom): Stored {
  const space = random.chance(5) ? ' ' : '';
  const text = `{${membersOf(random)
    .map(([name, value]) => `${name}:${space}${value}`)
    .join(',')}}`;
  const cut = cutKey(utf8(text), key);
  return random.chance(90) ? cut : { ...cut, keyAt: random.below(cut.text.length + 3) };
}

function changed(random: SeededRandom, { text, keyAt }: Stored): Stored {
  const bytes = text.slice();
  for (let times = random.between(1, 2); times > 0; times--)
    bytes[random.below(bytes.length)] = random.pick([
      0x22, 0x5c, 0x2c, 0x3a, 0x7d, 0x5d, 0x20, 0x0a, 0x1f, 0x7f, 0x80, 0xff, 0x30,
    ]);
  return { text: random.chance(10) ? bytes.subarray(0, random.below(bytes.length)) : bytes, keyAt };
}

/** What is stored in a row begins anywhere in its memory. */
function moved(random: SeededRandom, { text, keyAt }: Stored): Stored {
  const before = random.below(8);
  const memory = new Uint8Array(before + text.length);
  memory.set(text, before);
  return { text: memory.subarray(before), keyAt };
}

const counts = { plain: 0, whole: 0, refused: 0, quoted: 0, shown: 0, erased: 0 };

/** @returns whether the whole text is read. */
function comparePayload(stored: Stored): void {
  const plain = PlainPayload.read(stored, KEY_HEX);
  const signed = SignedText.ofParts({ ...stored, publicKey: key }, BOUNDS, SERVICE_SIGNED_BYTES);
  if (!plain) {
    counts[isRefusal(signed) ? 'refused' : 'whole']++;
    return;
  }
  if (isRefusal(signed)) throw new Error(`refused, but plain: ${utf8Text(stored.text)}`);
  expect([...plain.members]).toEqual([...signed.payload]);
  counts.plain++;
  for (const [name, value] of signed.payload) {
    if (typeof value !== 'string') continue;
    const quoted = plain.quoted(name, value);
    if (quoted) expect(bytesEqual(quoted.bytes, utf8(JSON.stringify(value)))).toBe(true);
    expect(plain.quoted(name, `${value}.`)).toBeUndefined();
    if (quoted) counts.quoted++;
  }
}

/** A database with one record. */
function sceneOf({ text, keyAt }: Stored, id: Uint8Array): SceneReader {
  const author = accountOfKey(key);
  const meta = { author, timestamp: 0, height: 1, bytes: text.length, isErased: false };
  const rows = new Map<number, unknown>([
    [recordMetas.id, meta],
    [recordPayloads.id, { signature: new Uint8Array(3_309), keyAt, text }],
    [authorKeys.id, key],
  ]);
  const get = async <V>({ id: table }: ServiceTable<V>) => rows.get(table) as V | undefined;
  return {
    get,
    getMany: (table, keys) => Promise.all(keys.map(() => get(table))),
    range: () => Promise.reject(new Error(`no range is read of ${keyText(id)}`)),
  };
}

async function compareContent<F, C>(stored: Stored, kind: ContentKind<F, C>): Promise<void> {
  const id = new Uint8Array(32);
  const scene = sceneOf(stored, id);
  const [shown] = await contentsOf(scene, [id], kind);
  const [record] = await recordsOf(scene, [id], kind);
  const whole = record && kind.contentOf({ ...record, shown: (_member, text) => jsonText(text) });
  expect(shown === undefined).toBe(whole === undefined);
  if (!shown || !whole) {
    counts.erased++;
    return;
  }
  expect(utf8Text(jsonBytes({ content: shown.content }))).toBe(utf8Text(jsonBytes({ content: whole })));
  expect(kind.contentBytes(shown.content)).toBe(kind.contentBytes(whole));
  counts.shown++;
}

test('a record says in a list what its signed text says', async () => {
  const random = new SeededRandom(testSeed());
  for (let record = 0; record < RECORDS; record++) {
    const stored = moved(random, recordOf(random));
    for (const each of [stored, ...Array.from({ length: CHANGED }, () => moved(random, changed(random, stored)))]) {
      comparePayload(each);
      await compareContent(each, mailContents);
      await compareContent(each, messageContents);
    }
  }
  const all = RECORDS * (1 + CHANGED);
  expect(counts.plain + counts.whole + counts.refused).toBe(all);
  for (const [what, least] of Object.entries({
    plain: 0.3,
    whole: 0.05,
    refused: 0.1,
    quoted: 1,
    shown: 0.1,
    erased: 0.5,
  }))
    expect(counts[what as keyof typeof counts] / all, what).toBeGreaterThan(least);
});

test('what ordinary clients write is read plainly', () => {
  const payload = {
    bodyEncrypted: 'ab'.repeat(2_000),
    from: KEY_HEX,
    timestamp: 1,
    toWalletIds: [KEY_HEX, 'b'],
    x: null,
  };
  const stored = cutKey(utf8(JSON.stringify(payload)), key);
  const plain = PlainPayload.read(stored, KEY_HEX);
  expect(plain?.quoted('bodyEncrypted', payload.bodyEncrypted)?.bytes.length).toBe(4_002);
  // The bytes of the key are not all there.
  expect(plain?.quoted('from', KEY_HEX)).toBeUndefined();
  expect(plain?.members.get('toWalletIds')).toEqual(payload.toWalletIds);
});
