/** Messages and mail of the network's web client: what others have written is read, what is written here is in their format, and
 *  nothing that was changed on the way is read at all. The code that makes the texts of the others follows the description of the
 *  formats, with Node's own HKDF and AES. */

import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { describe, expect, test } from 'vitest';
import {
  Account,
  decryptMail,
  decryptMessage,
  decryptSubject,
  type EncryptedMail,
  type EncryptedMessage,
  EncryptionKeys,
  encryptMail,
  encryptMessage,
  MAX_ATTACHMENT_BYTES,
  RougedError,
} from '../../../../api/client/index.js';

type Json = Record<string, unknown>;

const [alice, bob, carol] = ['a1', 'b2', 'c3'].map((byte) => Account.fromSeed(byte.repeat(32))) as [
  Account,
  Account,
  Account,
];
const encryptionKeyOf = (account: Account): string => account.encryptionKeys().publicKey;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytes = (text: unknown): Uint8Array => new Uint8Array(Buffer.from(String(text), 'hex'));
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const signed = (account: Account, text: string): string => hex(account.sign(Buffer.from(text)));

/** HKDF-SHA256 with a salt of 32 zero bytes. */
const derive = (secret: Uint8Array, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(32), info, 32));

function seal(key: Uint8Array, iv: Uint8Array, plain: Uint8Array): string {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  return hex(Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]));
}

function unseal(key: Uint8Array, iv: Uint8Array, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
}

/** Bytes that are the same in each run. */
const fixed = (length: number, label: string): Uint8Array =>
  new Uint8Array(Buffer.from(hkdfSync('sha256', label, '', 'fixed', length)));

/** Another program's wallet: both of its keys are its own, and the signatures are deterministic. */
const other = {
  signing: ml_dsa65.keygen(fixed(32, 'signing')),
  encryption: ml_kem768.keygen(fixed(64, 'encryption')),
  sign(text: string): string {
    return hex(ml_dsa65.sign(Buffer.from(text), this.signing.secretKey, { extraEntropy: false }));
  },
};
const otherKey = hex(other.signing.publicKey);
const otherEncryptionKey = hex(other.encryption.publicKey);

function writtenMessage(text: string, recipient: Account): EncryptedMessage {
  const copy = (key: Uint8Array, label: string) => {
    const { cipherText, sharedSecret } = ml_kem768.encapsulate(key, fixed(32, `${label} entropy`));
    const iv = fixed(12, `${label} iv`);
    return [hex(cipherText), hex(iv), seal(derive(sharedSecret, 'pqc-msg'), iv, Buffer.from(text))];
  };
  const [kemCipherText, iv, encryptedContent] = copy(bytes(encryptionKeyOf(recipient)), 'recipient');
  const [senderKemCipherText, senderIv, senderEncryptedContent] = copy(other.encryption.publicKey, 'sender');
  const content = JSON.stringify({
    ...{ kemCipherText, iv, encryptedContent },
    ...{ senderKemCipherText, senderIv, senderEncryptedContent },
  });
  return { encryptedContent: content, contentSignature: other.sign(content) };
}

function writtenMail(texts: readonly string[], recipients: readonly string[]): EncryptedMail {
  const parts = texts.map((text, index) => {
    const contentKey = fixed(32, `content key ${index}`);
    const iv = fixed(12, `iv ${index}`);
    const wrapped = recipients.map((recipient, place) => {
      const label = `${index} ${place}`;
      const { cipherText, sharedSecret } = ml_kem768.encapsulate(bytes(recipient), fixed(32, `entropy ${label}`));
      const wrappedIv = fixed(12, `wrap ${label}`);
      const wrappedCek = seal(derive(sharedSecret, 'pqc-cek-wrap'), wrappedIv, contentKey);
      return [recipient, { kemCipherText: hex(cipherText), wrappedCek, wrappedIv: hex(wrappedIv) }];
    });
    const encryptedContent = seal(contentKey, iv, Buffer.from(text));
    return JSON.stringify({ version: 2, iv: hex(iv), encryptedContent, wrappedKeys: Object.fromEntries(wrapped) });
  });
  const [subjectEncrypted = '', bodyEncrypted = '', attachmentEncrypted] = parts;
  const contentSignature = other.sign(parts.join('|'));
  return { subjectEncrypted, bodyEncrypted, ...(attachmentEncrypted && { attachmentEncrypted }), contentSignature };
}

/** The code of the error that a decryption ends with. */
const codeOf = (decryption: Promise<unknown>): Promise<unknown> =>
  decryption.then(
    () => 'no error',
    (error: unknown) => (error instanceof RougedError ? error.code : error),
  );

const flipped = (text: string): string => (text.startsWith('0') ? `1${text.slice(1)}` : `0${text.slice(1)}`);

describe('texts of other programs', () => {
  const message = writtenMessage('Grüße, 你好 \u{1f980}', bob);
  const attachment = Buffer.from('attached\0bytes');
  const mail = writtenMail(
    [
      'A subject',
      'A body | with a bar\nand a line',
      JSON.stringify({ name: 'a.bin', type: 'application/x', data: attachment.toString('base64'), size: 14 }),
    ],
    [encryptionKeyOf(bob), encryptionKeyOf(carol), otherEncryptionKey],
  );

  test('are the recorded ones, byte for byte', () => {
    expect(sha256(JSON.stringify(message))).toBe('d2c16e74cf78482db2a5e9ff342110bc3bb93d63df2a0defa8b03fb1774732da');
    expect(sha256(JSON.stringify(mail))).toBe('e787cffa0a1f806be25090df24c2a0e8a2b08109853b7cf71c830bb573dbf910');
  });

  test('are read by recipients and by their own writer', async () => {
    const own = EncryptionKeys.fromSecretKey(hex(other.encryption.secretKey));
    for (const keys of [bob.encryptionKeys(), own])
      expect(await decryptMessage({ ...message, senderPublicKey: otherKey }, keys)).toBe('Grüße, 你好 \u{1f980}');
    for (const keys of [bob.encryptionKeys(), carol.encryptionKeys(), own])
      expect(await decryptMail({ ...mail, senderPublicKey: otherKey.toUpperCase() }, keys)).toEqual({
        ...{ subject: 'A subject', body: 'A body | with a bar\nand a line' },
        attachment: { name: 'a.bin', type: 'application/x', data: new Uint8Array(attachment) },
      });
    expect(await codeOf(decryptMessage({ ...message, senderPublicKey: otherKey }, carol.encryptionKeys()))).toBe(
      'wrong_key',
    );
    expect(await codeOf(decryptMail({ ...mail, senderPublicKey: otherKey }, alice.encryptionKeys()))).toBe('wrong_key');
  });
});

describe('a message', () => {
  test('is in the format of the others, and read by both ends', async () => {
    const message = await encryptMessage(alice, 'hello', otherEncryptionKey);
    const members = JSON.parse(message.encryptedContent) as Json;
    const names = ['kemCipherText', 'iv', 'encryptedContent'];
    expect(Object.keys(members)).toEqual([...names, 'senderKemCipherText', 'senderIv', 'senderEncryptedContent']);
    const secret = ml_kem768.decapsulate(bytes(members.kemCipherText), other.encryption.secretKey);
    const key = derive(secret, 'pqc-msg');
    expect(unseal(key, bytes(members.iv), bytes(members.encryptedContent)).toString()).toBe('hello');
    const text = Buffer.from(message.encryptedContent);
    expect(ml_dsa65.verify(bytes(message.contentSignature), text, alice.publicKeyBytes())).toBe(true);
    const sent = { ...message, senderPublicKey: alice.publicKey };
    expect(await decryptMessage(sent, alice.encryptionKeys())).toBe('hello');
    // What the writers of the format made optional.
    const { kemCipherText, iv, encryptedContent } = members;
    const single = JSON.stringify({ kemCipherText, iv, encryptedContent });
    const without = {
      ...{ encryptedContent: single, contentSignature: signed(alice, single), senderPublicKey: alice.publicKey },
    };
    const own = EncryptionKeys.fromSecretKey(hex(other.encryption.secretKey));
    expect(await decryptMessage(without, own)).toBe('hello');
    expect(await codeOf(decryptMessage(without, alice.encryptionKeys()))).toBe('wrong_key');
  });

  test('with any member changed is refused: unsigned, and signed by its sender', async () => {
    const message = await encryptMessage(alice, 'hello', encryptionKeyOf(bob));
    const members = JSON.parse(message.encryptedContent) as Record<string, string>;
    const seen = new Set<string>();
    for (const [name, value] of Object.entries(members))
      for (const spoilt of [flipped(value), value.slice(2), `${value}00`, 'xyz', '', 7, null, undefined]) {
        const encryptedContent = JSON.stringify({ ...members, [name]: spoilt });
        const reader = name.startsWith('sender') ? alice : bob;
        const unsigned = { ...message, encryptedContent, senderPublicKey: alice.publicKey };
        expect(await codeOf(decryptMessage(unsigned, reader.encryptionKeys()))).toBe('invalid_signature');
        const resigned = { ...unsigned, contentSignature: signed(alice, encryptedContent) };
        const code = await codeOf(decryptMessage(resigned, reader.encryptionKeys()));
        expect(['damaged_ciphertext', 'wrong_key'], `${name}: ${spoilt}`).toContain(code);
        seen.add(`${name}: ${spoilt}`);
      }
    expect(seen.size).toBe(6 * 8);
    for (const text of ['', 'null', '[]', '7', '{}', '{"kemCipherText":"00"}', 'plain text']) {
      const foreign = {
        encryptedContent: text,
        contentSignature: signed(alice, text),
        senderPublicKey: alice.publicKey,
      };
      expect(await codeOf(decryptMessage(foreign, bob.encryptionKeys())), text).toBe('damaged_ciphertext');
    }
  });

  test("needs its sender's signature and a valid key", async () => {
    const message = await encryptMessage(alice, 'hello', encryptionKeyOf(bob));
    const read = (change: object) =>
      codeOf(decryptMessage({ ...message, senderPublicKey: alice.publicKey, ...change }, bob.encryptionKeys()));
    expect(await read({})).toBe('no error');
    expect(await read({ senderPublicKey: carol.publicKey })).toBe('invalid_signature');
    expect(await read({ contentSignature: signed(carol, message.encryptedContent) })).toBe('invalid_signature');
    expect(await read({ contentSignature: flipped(message.contentSignature) })).toBe('invalid_signature');
    expect(await read({ contentSignature: '' })).toBe('invalid_signature');
    expect(await read({ senderPublicKey: '' })).toBe('invalid_signature');
    for (const key of ['', encryptionKeyOf(bob).slice(2), 'ff'.repeat(1_184), alice.publicKey])
      expect(await codeOf(encryptMessage(alice, 'hello', key))).toBe('invalid_key');
  });
});

describe('a mail', () => {
  const attachment = { name: 'photo.png', type: 'image/png', data: fixed(5_000, 'photo') };
  const content = { subject: 'Hi', body: 'line 1\nline 2', attachment };

  test('is in the format of the others, and read by every recipient and its sender', async () => {
    const keys = [otherEncryptionKey, encryptionKeyOf(bob), encryptionKeyOf(bob).toUpperCase()];
    const mail = await encryptMail(alice, content, keys);
    const texts = [mail.subjectEncrypted, mail.bodyEncrypted, mail.attachmentEncrypted ?? ''].map((text) => {
      const part = JSON.parse(text) as Json & { readonly wrappedKeys: Record<string, Json> };
      expect(Object.keys(part)).toEqual(['version', 'iv', 'encryptedContent', 'wrappedKeys']);
      expect(part.version).toBe(2);
      expect(new Set(Object.keys(part.wrappedKeys))).toEqual(
        new Set([otherEncryptionKey, encryptionKeyOf(bob), encryptionKeyOf(alice)]),
      );
      const { kemCipherText, wrappedCek, wrappedIv } = part.wrappedKeys[otherEncryptionKey] as Json;
      const secret = ml_kem768.decapsulate(bytes(kemCipherText), other.encryption.secretKey);
      const contentKey = unseal(derive(secret, 'pqc-cek-wrap'), bytes(wrappedIv), bytes(wrappedCek));
      return unseal(contentKey, bytes(part.iv), bytes(part.encryptedContent)).toString();
    });
    expect(texts.slice(0, 2)).toEqual([content.subject, content.body]);
    const data = Buffer.from(attachment.data).toString('base64');
    expect(JSON.parse(texts[2] as string)).toEqual({ name: 'photo.png', type: 'image/png', data, size: 5_000 });
    const text = [mail.subjectEncrypted, mail.bodyEncrypted, mail.attachmentEncrypted].join('|');
    expect(ml_dsa65.verify(bytes(mail.contentSignature), Buffer.from(text), alice.publicKeyBytes())).toBe(true);
    const sent = { ...mail, senderPublicKey: alice.publicKey };
    for (const reader of [alice, bob]) expect(await decryptMail(sent, reader.encryptionKeys())).toEqual(content);
    expect(await decryptSubject(sent, bob.encryptionKeys())).toBe('Hi');
    expect(await codeOf(decryptSubject(sent, carol.encryptionKeys()))).toBe('wrong_key');
    const plain = await encryptMail(alice, { subject: '', body: '' }, [encryptionKeyOf(bob)]);
    expect(Object.hasOwn(plain, 'attachmentEncrypted')).toBe(false);
    expect(await decryptMail({ ...plain, senderPublicKey: alice.publicKey }, bob.encryptionKeys())).toEqual({
      ...{ subject: '', body: '' },
    });
    // One recipient leaves room for a subject under the 10,240 bytes that nodes take.
    const longest = await encryptMail(alice, { subject: 's'.repeat(300), body: '' }, [encryptionKeyOf(bob)]);
    expect(longest.subjectEncrypted.length).toBeLessThanOrEqual(10_240);
  });

  test('with any member of any part changed is refused: unsigned, and signed by its sender', async () => {
    const mail = await encryptMail(alice, content, [encryptionKeyOf(bob)]);
    let changes = 0;
    const refused = async (part: keyof EncryptedMail, text: string): Promise<void> => {
      const changed = { ...mail, [part]: text, senderPublicKey: alice.publicKey };
      expect(await codeOf(decryptMail(changed, bob.encryptionKeys()))).toBe('invalid_signature');
      const joined = [changed.subjectEncrypted, changed.bodyEncrypted, changed.attachmentEncrypted].join('|');
      const resigned = { ...changed, contentSignature: signed(alice, joined) };
      const code = await codeOf(decryptMail(resigned, bob.encryptionKeys()));
      expect(['damaged_ciphertext', 'wrong_key'], text.slice(0, 80)).toContain(code);
      changes += 1;
    };
    for (const part of ['subjectEncrypted', 'bodyEncrypted', 'attachmentEncrypted'] as const) {
      const members = JSON.parse(mail[part] as string) as Record<string, string> & {
        readonly wrappedKeys: unknown;
      };
      const wrappedKeys = members.wrappedKeys as Record<string, Record<string, string>>;
      const own = wrappedKeys[encryptionKeyOf(bob)] as Record<string, string>;
      for (const name of ['iv', 'encryptedContent'])
        for (const value of [flipped(members[name] as string), '00', '', 5, undefined])
          await refused(part, JSON.stringify({ ...members, [name]: value }));
      for (const version of [1, '2', undefined]) await refused(part, JSON.stringify({ ...members, version }));
      for (const value of [undefined, null, 7, {}, { [encryptionKeyOf(bob)]: null }])
        await refused(part, JSON.stringify({ ...members, wrappedKeys: value }));
      for (const [name, text] of Object.entries(own))
        for (const value of [flipped(text), text.slice(2), undefined]) {
          const wrapped = { ...wrappedKeys, [encryptionKeyOf(bob)]: { ...own, [name]: value } };
          await refused(part, JSON.stringify({ ...members, wrappedKeys: wrapped }));
        }
    }
    expect(changes).toBe(3 * (10 + 3 + 5 + 9));
    for (const change of [{ attachmentEncrypted: undefined }, { subjectEncrypted: mail.bodyEncrypted }]) {
      const cut = { ...mail, ...change, senderPublicKey: alice.publicKey };
      expect(await codeOf(decryptMail(cut, bob.encryptionKeys()))).toBe('invalid_signature');
    }
  });

  test('of another format inside is damaged', async () => {
    const attachments = [
      '',
      '{}',
      '{"name":"a","type":"b","data":"%","size":0}',
      '{"name":"a","type":"b","data":"","size":1}',
    ];
    for (const text of attachments) {
      const mail = writtenMail(['s', 'b', text], [encryptionKeyOf(bob)]);
      const read = decryptMail({ ...mail, senderPublicKey: otherKey }, bob.encryptionKeys());
      expect(await codeOf(read), text).toBe('damaged_ciphertext');
    }
  });

  test('takes attachments up to the limit of the network, and needs a recipient', async () => {
    const at = (size: number) => ({ ...attachment, data: new Uint8Array(size) });
    const send = (size: number, keys: readonly string[]) =>
      encryptMail(alice, { ...content, attachment: at(size) }, keys);
    expect(MAX_ATTACHMENT_BYTES).toBe(2 * 1024 * 1024);
    expect(await codeOf(send(MAX_ATTACHMENT_BYTES + 1, [encryptionKeyOf(bob)]))).toBe('invalid_input');
    expect(await codeOf(send(1, []))).toBe('invalid_input');
    const mail = await send(MAX_ATTACHMENT_BYTES, [encryptionKeyOf(bob)]);
    const read = await decryptMail({ ...mail, senderPublicKey: alice.publicKey }, bob.encryptionKeys());
    expect(read.attachment?.data.length).toBe(MAX_ATTACHMENT_BYTES);
  });
});

describe('the encryption keys of an account', () => {
  test('follow from its signing key as documented, and are not shown', () => {
    const account = Account.fromSeed('a1'.repeat(32));
    const secret = bytes(account.exportKeys().secret_key_hex);
    const seed = new Uint8Array(Buffer.from(hkdfSync('sha256', secret, '', 'rouged-ml-kem-768-v1', 64)));
    expect(encryptionKeyOf(account)).toBe(hex(ml_kem768.keygen(seed).publicKey));
    expect(encryptionKeyOf(account)).toBe(encryptionKeyOf(alice));
    expect(sha256(encryptionKeyOf(account))).toBe('7ceff13b07dfe4218584ab2d72b26bae9f9c7cc6341b0b0b679fdc652bd63fc5');
    expect(JSON.parse(JSON.stringify(account.encryptionKeys()))).toEqual({ publicKey: encryptionKeyOf(account) });
    expect(() => EncryptionKeys.fromSecretKey('00')).toThrow(RougedError);
  });
});
