/** `rouged wallet mail` and `rouged wallet message` against a real directory with real proofs: what leaves the machine is encrypted,
 *  for the key that the state has, and nothing is shown as somebody's words that this one has not signed. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Account } from '../../../api/client/account.js';
import { encryptMessage } from '../../../api/client/encryption.js';
import { parseXrge, RougedClient } from '../../../api/client/index.js';
import { toHex } from '../../../engine/base/bytes.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { newNetworkUpgrades } from '../../../engine/chain/upgrades.js';
import { program } from '../../../ops/cli/program.js';
import { createKeyFile } from '../../../ops/config/nodeKeys.js';
import { type InlineNode, startInlineNode } from '../../support/inlineNode.js';
import { type Json, type MailboxServer, startMailboxServer } from '../../support/mailboxServer.js';
import { recordedTerminal, temporaryDirectory } from './temporary.js';

/** The only one with money. */
const staker = Account.fromSeed('5a'.repeat(32));

let node: InlineNode;
let server: MailboxServer;

beforeAll(async () => {
  node = await startInlineNode({ genesis: { allocations: [{ address: staker.address, amount: '20000' }] } });
  server = await startMailboxServer(node.url);
});

afterEach(() => server.change(undefined));

afterAll(async () => {
  await server?.close();
  await node?.remove();
});

interface Person {
  readonly file: string;
  readonly account: Account;
  run(...words: readonly string[]): Promise<{ code: number; out: string; err: string }>;
  json(...words: readonly string[]): Promise<Json>;
}

function person(): Person {
  const file = join(temporaryDirectory(), 'wallet.json');
  const keys = createKeyFile(file);
  if (isRefusal(keys)) throw new Error(keys.message);
  const account = Account.fromKeys({ publicKey: toHex(keys.publicKey), privateKey: toHex(keys.secretKey) });
  const run = async (...words: readonly string[]) => {
    const terminal = recordedTerminal();
    const code = await program(['wallet', ...words, '--file', file, '--url', server.url], terminal);
    return { code, ...terminal.written };
  };
  const json = async (...words: readonly string[]) => {
    const { out, err } = await run(...words, '--json');
    expect(err).toBe('');
    return JSON.parse(out) as Json;
  };
  return { file, account, run, json };
}

let people = 0;

/** Somebody with a wallet and a name. */
async function registered(): Promise<Person & { readonly name: string }> {
  people += 1;
  const name = `person_${people}`;
  const made = person();
  const done = await made.run('mail', 'register', '--name', name);
  expect([done.code, done.err]).toEqual([0, '']);
  return { ...made, name };
}

const accountsOf = () => Promise.all([registered(), registered()]);

/** Changes what the node says of a wallet, wherever it says it. */
const withWallet = (change: (wallet: Json) => Json) => (path: string, answer: Json) =>
  /^\/api\/(messenger\/wallets|names\/resolve)\//.test(path) && answer.wallet
    ? { ...answer, wallet: change(answer.wallet as Json) }
    : undefined;

describe('registering', () => {
  test('is done once, and says what is there', async () => {
    const alice = person();
    const before = await alice.json('mail', 'send', '--to', alice.account.address, '--body', 'x');
    expect(before).toMatchObject({ success: false, code: 'not_found' });
    const first = await alice.run('mail', 'register', '--name', 'Alice_0', '--display-name', 'Alice of the test');
    expect(first).toEqual({
      ...{ code: 0, err: '' },
      out: `wallet  ${alice.account.address} (new)\nname    alice_0 (new)\n`,
    });
    expect(await alice.json('mail', 'register', '--name', 'alice_0')).toMatchObject({
      ...{ success: true, wallet: 'unchanged', name: 'alice_0', name_outcome: 'unchanged' },
      encryption_public_key: alice.account.encryptionKeys().publicKey,
    });
    expect(await alice.json('mail', 'register', '--display-name', 'Alice II', '--no-listed')).toMatchObject({
      ...{ wallet: 'changed', name: 'alice_0' },
    });
    const taken = await person().json('mail', 'register', '--name', 'alice_0', '--display-name', 'Eve');
    expect(taken).toMatchObject({ success: false, error: 'Name already taken' });
  });

  test('keeps the encryption key of another program unless it is told to replace it', async () => {
    const alice = await registered();
    server.change(withWallet((wallet) => ({ ...wallet, encryption_public_key: 'ab'.repeat(1_184) })));
    const refused = await alice.run('mail', 'register', '--name', alice.name);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--replace-key')]);
    const send = await alice.json('message', 'send', '--to', alice.account.address, '--text', 'x');
    expect(send).toMatchObject({ success: false, code: 'key_mismatch' });
    const replaced = await alice.json('mail', 'register', '--name', alice.name, '--replace-key');
    expect(replaced).toMatchObject({ success: true, wallet: 'changed' });
  });
});

describe('mail', () => {
  test('with an attachment goes from one wallet to another, and the node never sees it', async () => {
    const [alice, bob] = await accountsOf();
    const photo = join(temporaryDirectory(), 'photo.png');
    const bytes = Buffer.from('SECRETBYTES'.repeat(1_000));
    writeFileSync(photo, bytes);
    const words = ['--subject', 'Greetings', '--body', 'first line\nsecond line', '--attach', photo];
    const sent = await alice.run('mail', 'send', '--to', `${bob.name}@rouge.quant`, ...words);
    expect([sent.code, sent.err]).toEqual([0, '']);
    expect(sent.out).toMatch(
      new RegExp(`^sent \\S{64} to ${bob.name} \\(${bob.account.address}\\), key proven under the node's own header`),
    );
    const id = sent.out.split(' ')[1] as string;
    const text = server.bodies.join('\n');
    for (const secret of ['Greetings', 'first line', 'photo.png', 'SECRETBYTES'])
      for (const form of [secret, toHex(Buffer.from(secret)), Buffer.from(secret).toString('base64').slice(0, 8)])
        expect(text.includes(form), form).toBe(false);
    expect(server.taken.at(-1)?.payload).toMatchObject({
      ...{ fromWalletId: alice.account.publicKey, toWalletIds: [bob.account.publicKey] },
      ...{ type: 'mail_send', replyToId: null, hasAttachment: true, chain_id: node.chainId },
    });

    const listed = await bob.run('mail', 'list');
    expect(listed.out).toMatch(
      new RegExp(`^\\*\\+ ${id}  [\\d-]+ [\\d:]+  ${alice.name} ${alice.account.address}  Greetings\n$`),
    );
    const copy = join(temporaryDirectory(), 'copy.png');
    const read = await bob.run('mail', 'read', id, '--save', copy);
    expect([read.code, read.err]).toEqual([0, '']);
    expect(read.out).toContain(`from        ${alice.name} (${alice.account.address})\n`);
    expect(read.out).toContain(`attachment  photo.png (image/png, 11000 bytes): written to ${copy}\n`);
    expect(read.out).toContain('signature   holds\n\nfirst line\nsecond line\n');
    expect(readFileSync(copy).equals(bytes)).toBe(true);
    expect(server.taken.at(-1)).toMatchObject({ path: '/api/v2/mail/message', payload: { messageId: id } });
    expect((await bob.run('mail', 'list')).out).toMatch(/^ \+ /);
    const again = await bob.run('mail', 'read', id, '--save', copy);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('was not replaced')]);
    expect(again.out).toBe('');

    const own = await alice.json('mail', 'read', id);
    expect(own.mail).toMatchObject({
      ...{ subject: 'Greetings', body: 'first line\nsecond line', from_name_proven: true },
      attachment: { name: 'photo.png', type: 'image/png', size: 11_000, saved: null },
    });
    expect((await alice.json('mail', 'list', '--folder', 'sent')).mail).toMatchObject([{ id, subject: 'Greetings' }]);
  });

  test('goes to several, each with a mail of its own; is answered, listed in pages, moved and deleted', async () => {
    const [alice, bob] = await accountsOf();
    const carol = await registered();
    const to = `${bob.account.address},${carol.account.publicKey}`;
    const sent = (await alice.json('mail', 'send', '--to', to, '--subject', 'Two', '--body', 'b')).sent as Json[];
    expect(sent.map(({ address, key_proven_by }) => [address, key_proven_by])).toEqual([
      [bob.account.address, 'node'],
      [carol.account.address, 'node'],
    ]);
    const id = String(sent[1]?.id);
    expect((await carol.json('mail', 'read', id)).mail).toMatchObject({ subject: 'Two' });
    expect(await bob.json('mail', 'read', id)).toMatchObject({ success: false, code: 'not_found' });
    const body = join(temporaryDirectory(), 'body.txt');
    writeFileSync(body, 'from a file');
    for (const subject of ['Re 1', 'Re 2'])
      await carol.json('mail', 'send', '--to', alice.name, '--subject', subject, '--body-file', body, '--reply-to', id);
    const page = await alice.json('mail', 'list', '--limit', '1');
    expect(page).toMatchObject({ mail: [{ subject: 'Re 2', reply_to_id: id }] });
    const rest = await alice.json('mail', 'list', '--limit', '1', '--cursor', String(page.next_cursor));
    expect(rest).toMatchObject({ mail: [{ subject: 'Re 1' }], next_cursor: null });
    const [first] = rest.mail as Json[];
    expect((await alice.run('mail', 'move', String(first?.id), '--folder', 'starred')).out).toBe('moved to starred\n');
    expect((await alice.json('mail', 'list', '--folder', 'starred')).mail).toMatchObject([{ subject: 'Re 1' }]);
    expect((await alice.run('mail', 'delete', String(first?.id))).out).toBe('deleted\n');
    expect((await alice.json('mail', 'list', '--folder', 'starred')).mail).toEqual([]);
  });

  test('to several that stops half way says what was sent', async () => {
    const [alice, bob] = await accountsOf();
    let sends = 0;
    server.change((path) => {
      if (path !== '/api/v2/mail/send') return undefined;
      sends += 1;
      return sends === 1 ? undefined : { success: false, error: 'too many', code: 'sender_limit' };
    });
    const words = ['mail', 'send', '--to', `${bob.name},${alice.name}`, '--body', 'x', '--json'];
    const { code, out } = await alice.run(...words);
    const answer = JSON.parse(out) as Json;
    expect([code, answer]).toMatchObject([
      1,
      { success: false, error: 'too many', code: 'sender_limit', sent: [{ address: bob.account.address }] },
    ]);
  });

  test('that a node has changed, or that is for others, is not shown', async () => {
    const [alice, bob] = await accountsOf();
    await alice.json('mail', 'send', '--to', bob.name, '--subject', 'Truth', '--body', 'the truth');
    const id = String((((await bob.json('mail', 'list')).mail as Json[])[0] as Json).id);
    const spoil = (change: (mail: Json) => Json) =>
      server.change((_path, answer) => {
        if (Array.isArray(answer.mail)) return { ...answer, mail: answer.mail.map(change) };
        return answer.mail ? { ...answer, mail: change(answer.mail as Json) } : undefined;
      });
    const eve = person();
    const cases: [string, (mail: Json) => Json][] = [
      ['invalid_signature', (mail) => ({ ...mail, bodyEncrypted: mail.subjectEncrypted })],
      ['invalid_signature', (mail) => ({ ...mail, fromPublicKey: eve.account.publicKey })],
      ['invalid_signature', (mail) => ({ ...mail, fromPublicKey: 'nobody' })],
      ['invalid_signature', (mail) => ({ ...mail, attachmentEncrypted: '{}' })],
    ];
    for (const [code, change] of cases) {
      spoil(change);
      const before = server.taken.length;
      const read = await bob.run('mail', 'read', id);
      expect([read.code, read.out]).toEqual([1, '']);
      expect(read.err).toContain(code);
      const listed = await bob.run('mail', 'list');
      expect(listed.out).toContain('[the content signature is not that of the sender]');
      expect(listed.out).not.toContain('Truth');
      expect(server.taken.slice(before).map(({ path }) => path)).not.toContain('/api/v2/mail/read');
    }
    spoil((mail) => ({ ...mail, hasAttachment: true }));
    expect((await bob.run('mail', 'list')).out).toContain('[it has an attachment; rouged wallet mail read');
    spoil((mail) => ({ ...mail, from: 'person_none' }));
    const unproven = await bob.run('mail', 'read', id);
    expect(unproven.out).toContain(`from        ${alice.account.address}, whom the node calls person_none\n`);
    spoil((mail) => ({ ...mail, from: alice.account.address, to: bob.account.address }));
    const nameless = await bob.run('mail', 'read', id);
    expect(nameless.out).toMatch(new RegExp(`^from {8}${alice.account.address}\nto {10}${bob.account.address}\n`));
    expect((await bob.run('mail', 'list')).out).toContain(`  ${alice.account.address}  Truth\n`);
    spoil((mail) => ({ ...mail, from: 'x\u001b[2J', id: 'another' }));
    expect(await bob.json('mail', 'read', id)).toMatchObject({ success: false, code: 'malformed_answer' });
  });
});

describe('the key of a recipient', () => {
  test('that is not the one of the state is never encrypted for', async () => {
    const [alice, bob] = await accountsOf();
    const eve = await registered();
    const evil = eve.account.encryptionKeys().publicKey;
    const proofs = /^\/api\/proof\/key\//;
    const lies: ((path: string, answer: Json) => Json | undefined)[] = [
      withWallet((wallet) => ({ ...wallet, encryption_public_key: evil })),
      withWallet((wallet) => ({ ...wallet, signing_public_key: eve.account.publicKey })),
      (path, answer) =>
        proofs.test(path) && answer.value ? { ...answer, value: `${String(answer.value)}00` } : undefined,
      (path, answer) => (proofs.test(path) ? { ...answer, header: '{}' } : undefined),
      (path, answer) => (proofs.test(path) ? { ...answer, value: null, other: null } : undefined),
      (path, answer) =>
        path.includes('/resolve/') ? { ...answer, wallet: { ...(answer.wallet as Json), id: 'x' } } : undefined,
    ];
    const before = server.taken.length;
    for (const lie of lies) {
      server.change((path, answer) => (path.includes(alice.account.address) ? undefined : lie(path, answer)));
      const refused = await alice.json('mail', 'send', '--to', bob.name, '--body', 'secret');
      expect(refused, String(lie)).toMatchObject({ success: false, code: 'key_mismatch' });
      server.change(undefined);
    }
    expect(server.taken.length).toBe(before);
  });

  test('is used with a warning where a node has no proofs, and refused when only validators are believed', async () => {
    const [alice, bob] = await accountsOf();
    server.change((path) => (path.includes('/proof/') ? { success: false, error: 'no such route' } : undefined));
    const sent = await alice.run('message', 'send', '--to', bob.name, '--text', 'hello');
    expect([sent.code, sent.err]).toEqual([
      0,
      `rouged: the encryption key of ${bob.name} is not proven: no such route\n`,
    ]);
    expect(sent.out).toContain('key not proven');
    const genesis = genesisFile();
    const strict = await alice.json('message', 'send', '--to', bob.name, '--text', 'hello', '--genesis', genesis);
    expect(strict).toMatchObject({ success: false, error: 'no such route' });
  });

  test('is proven by the votes of the validators from the genesis file on', async () => {
    const [alice, bob] = await accountsOf();
    const words = ['message', 'send', '--to', bob.name, '--text', 'hello', '--genesis'];
    const sent = await alice.run(...words, genesisFile());
    expect([sent.code, sent.err]).toEqual([0, '']);
    expect(sent.out).toMatch(/key proven by the votes of the validators at height \d+\n$/);
    const foreign = await alice.json(...words, genesisFile(person().account.publicKey));
    expect(foreign).toMatchObject({ success: false, code: 'key_mismatch' });
    // Through a change of the set.
    const client = new RougedClient(node.url);
    const { txId } = await client.stake(staker, { amount: parseXrge('10000') });
    await client.waitForInclusion(txId);
    const later = await alice.json(...words, genesisFile());
    expect(later).toMatchObject({ success: true, key_proven_by: 'validators' });
    expect((await client.getProofSets()).sets.length).toBe(1);
    server.change((path, answer) =>
      path.startsWith('/api/finality/')
        ? { ...answer, proof: { ...(answer.proof as Json), precommit_votes: [] } }
        : undefined,
    );
    expect(await alice.json(...words, genesisFile())).toMatchObject({ success: false, code: 'key_mismatch' });
    server.change((path, answer) => {
      if (!path.startsWith('/api/proof/sets')) return undefined;
      const sets = (answer.sets as Json[]).map((set) => ({ ...set, value: `${String(set.value).slice(0, -2)}ff` }));
      return { ...answer, sets };
    });
    expect(await alice.json(...words, genesisFile())).toMatchObject({ success: false, code: 'key_mismatch' });
  });

  test('is nobody’s when a text names two wallets, or none', async () => {
    const [alice, bob] = await accountsOf();
    const none = await alice.json('mail', 'send', '--to', 'nobody_here', '--body', 'x');
    expect(none).toMatchObject({ success: false, code: 'not_found' });
    server.change((path, answer) =>
      path === `/api/messenger/wallets/${bob.name}`
        ? { success: true, wallet: { signing_public_key: alice.account.publicKey } }
        : answer,
    );
    const two = await alice.json('mail', 'send', '--to', bob.name, '--body', 'x');
    expect(two).toMatchObject({ success: false, code: 'ambiguous_recipient' });
    const named = await alice.json('mail', 'send', '--to', `${bob.name}@qwalla.mail`, '--body', 'x');
    expect(named).toMatchObject({ success: true });
  });
});

/** The genesis file of the node's network, or of one with another validator. */
function genesisFile(validator = node.publicKey): string {
  const file = join(temporaryDirectory(), 'genesis.json');
  const document = {
    ...{ chain_id: node.chainId, initial_allocations: [], upgrade_schedule: newNetworkUpgrades },
    initial_validators: [{ pub_key: validator, stake: '100000', name: 'live' }],
  };
  writeFileSync(file, JSON.stringify(document));
  return file;
}

describe('messages', () => {
  test('go both ways, are marked as read, and tell when they will be erased', async () => {
    const [alice, bob] = await accountsOf();
    const sent = await alice.json('message', 'send', '--to', bob.name, '--text', 'hi Bob', '--destruct', '5');
    expect(sent).toMatchObject({ success: true, address: bob.account.address, key_proven_by: 'node' });
    expect(server.taken.at(-1)?.payload).toMatchObject({
      ...{ messageType: 'text', selfDestruct: true, destructSeconds: 5, spoiler: false },
    });
    expect((await bob.run('message', 'list')).out).toMatch(/^dm_\S+ {2}1 unread {2}person_\d+ \(rouge1\S+\)\n$/);
    const read = await bob.run('message', 'read', '--with', alice.name);
    expect(read.out).toContain(
      `${alice.name} (${alice.account.address}), erased 5 s after it is read  ${String(sent.id)}\n    hi Bob\n`,
    );
    expect(server.taken.at(-1)).toMatchObject({
      path: '/api/v2/messenger/messages/read',
      payload: { messageId: sent.id },
    });
    const answer = await bob.json('message', 'send', '--to', alice.name, '--text', 'hi\nAlice');
    expect(answer.conversation_id).toBe(sent.conversation_id);
    expect(server.taken.at(-1)?.payload).toMatchObject({ selfDestruct: false });
    const both = await alice.json('message', 'read', String(sent.conversation_id));
    expect(both.messages).toMatchObject([
      { text: 'hi Bob', from_address: alice.account.address, destruct_after_seconds: 5 },
      { text: 'hi\nAlice', from_address: bob.account.address, destruct_after_seconds: null },
    ]);
    const nobody = await bob.json('message', 'read', '--with', (await registered()).name);
    expect(nobody).toMatchObject({ success: false, code: 'not_found' });
  });

  test('that a node has made up or changed are not shown, and not marked as read', async () => {
    const [alice, bob] = await accountsOf();
    const eve = person().account;
    const sent = await alice.json('message', 'send', '--to', bob.name, '--text', 'real');
    const forged = await encryptMessage(eve, 'forged', bob.account.encryptionKeys().publicKey);
    const foreign = await encryptMessage(alice.account, 'for Eve', eve.encryptionKeys().publicKey);
    server.change((_path, answer) => {
      if (!Array.isArray(answer.messages)) return undefined;
      const [first] = answer.messages as Json[];
      const messages = [
        ...[first, { ...first, id: 'forged', ...forged }, { ...first, id: 'foreign', ...foreign }],
        { ...first, id: 'eve', ...forged, senderPublicKey: eve.publicKey, senderDisplayName: 'Alice\u001b[1m' },
      ];
      return { ...answer, messages };
    });
    const before = server.taken.length;
    const read = await bob.run('message', 'read', '--with', alice.name);
    expect(read.code).toBe(0);
    expect(read.out.match(/^ {4}.*$/gm)).toEqual([
      '    real',
      '    [not shown: the content signature is not that of the sender]',
      "    [not shown: the message was not encrypted for this wallet's key]",
      '    forged',
    ]);
    expect(read.out).toContain(`${eve.address}, whom the node calls Alice?[1m`);
    expect(read.err).toBe('rouged: eve is not marked as read: Message not found\n');
    const marked = server.taken.slice(before).filter(({ path }) => path.endsWith('/messages/read'));
    expect(marked.map(({ payload }) => payload.messageId)).toEqual([sent.id, 'eve']);
  });
});

test('options that cannot be carried out are refused before anything is sent', async () => {
  const alice = person();
  const large = join(temporaryDirectory(), 'large');
  writeFileSync(large, Buffer.alloc(2 * 1024 * 1024 + 1));
  const cases: [readonly string[], string][] = [
    [['mail', 'send', '--body', 'x'], 'needs --to'],
    [['mail', 'send', '--to', 'bob'], 'needs --body'],
    [['mail', 'send', '--to', 'bob', '--body', 'x', '--body-file', large], 'not both'],
    [['mail', 'send', '--to', 'bob', '--attach', large], 'at most 2097152'],
    [['mail', 'read'], 'needs the id of a mail'],
    [['mail', 'wipe'], 'unknown command "wallet mail wipe"'],
    [['message', 'send', '--to', 'bob'], 'needs --text'],
    [['message', 'send', '--to', 'bob', '--text', 'x', '--destruct', '0'], 'from 1 to'],
    [['message', 'read'], '--with <person>'],
    [['mail', 'list', '--destruct', '5'], 'destruct'],
  ];
  for (const [words, sentence] of cases) {
    const { code, err } = await alice.run(...words);
    expect([code, err], words.join(' ')).toEqual([2, expect.stringContaining(sentence)]);
  }
  const help = recordedTerminal();
  expect(await program(['wallet', 'mail', '--help'], help)).toBe(0);
  expect(help.written.out).toContain('rouged wallet mail send --to');
  const page = recordedTerminal();
  expect(await program(['help', 'wallet'], page)).toBe(0);
  expect(page.written.out).toContain('rouged wallet message ...');
  expect(existsSync(alice.file)).toBe(true);
});
