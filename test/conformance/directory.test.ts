/** Wallets and names over raw HTTP and through the published client: registered, refused, found, proven, released.
 *  (Specification, Messenger, Mail and names, Errors.) */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBinary, fromHex, toHex } from '../../engine/base/bytes.js';
import { type JsonObject, parseJson } from '../../engine/base/json.js';
import { SIGNED_JSON } from '../../engine/base/limits.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import {
  nameStateKey,
  type ProofJson,
  readNameRecord,
  readWalletRecord,
  verifyProof,
  walletStateKey,
} from '../../engine/state/proofVerifier.js';
import type { Json } from '../support/answerShapes.js';
import { CheckedApi } from '../support/checkedApi.js';
import { encryptionKey, walletMembers } from '../support/directoryOrders.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { type ClientWallet, loadPublishedClient, type Submitted } from '../support/publishedClient.js';
import { SeededRandom } from '../support/random.js';
import { envelope, type Members, payloadText, signed, signText } from '../support/signedRequests.js';
import { respelled } from '../support/spellings.js';
import { actor, type SigningActor, signingActor } from '../support/transactions.js';

/** None of them has money, but for `rich`. */
const [alice, bob, carol, dora, erik] = ['alice', 'bob', 'carol', 'dora', 'erik'].map((name) =>
  signingActor(`directory: ${name}`),
) as [SigningActor, SigningActor, SigningActor, SigningActor, SigningActor];
const rich = signingActor('directory: rich');
const stranger = actor('directory: stranger');

const WALLET = '/api/v2/messenger/wallets/register';
const NAME = '/api/v2/names/register';
const RELEASE = '/api/v2/names/release';
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

type Method = (...input: readonly unknown[]) => Promise<unknown>;
type Client = Readonly<Record<string, Method>>;

let node: InlineNode;
let api: CheckedApi;
let client: { readonly mail: Client; readonly messenger: Client };

beforeAll(async () => {
  node = await startInlineNode({ genesis: { allocations: [{ address: rich.address, amount: '1000' }] } });
  api = new CheckedApi(node.url);
  const { RougeChain } = await loadPublishedClient();
  client = new RougeChain(`${node.url}/api`) as unknown as typeof client;
});

afterAll(() => node?.remove());

const walletOf = ({ keyHex, secretKey }: SigningActor): ClientWallet => ({
  publicKey: keyHex,
  privateKey: Buffer.from(secretKey).toString('hex'),
});

const call = async (part: keyof typeof client, name: string, ...input: readonly unknown[]): Promise<Submitted> =>
  (await (client[part][name] as Method).apply(client[part], input as unknown[])) as Submitted;

async function send(path: string, signer: SigningActor, members: Members): Promise<{ status: number; body: Json }> {
  const { status, text } = await api.post(path, signed(signer, members).body);
  return { status, body: JSON.parse(text) as Json };
}

async function done(path: string, signer: SigningActor, members: Members): Promise<Json> {
  const { status, body } = await send(path, signer, members);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function refused(
  path: string,
  signer: SigningActor,
  members: Members,
  status: number,
  error: string | RegExp,
): Promise<void> {
  const answer = await send(path, signer, members);
  expect([answer.status, answer.body.success]).toEqual([status, false]);
  if (typeof error === 'string') expect(answer.body.error).toBe(error);
  else expect(answer.body.error).toMatch(error);
}

const registered = (signer: SigningActor, name: string, more: Members = {}): Promise<Json> =>
  done(WALLET, signer, { ...walletMembers(signer, name), ...more });

const stateKeyOf = ({ publicKey }: SigningActor): string => walletStateKey(fromBinary(accountOfKey(publicKey)));

describe('the published client', () => {
  test('registers a wallet and a name, resolves, looks up, lists and releases', async () => {
    const wallet = walletOf(alice);
    const made = await call('messenger', 'registerWallet', wallet, {
      ...{ id: wallet.publicKey, displayName: 'Alice', signingPublicKey: wallet.publicKey },
      encryptionPublicKey: encryptionKey('alice'),
    });
    expect([made.success, made.error]).toEqual([true, undefined]);
    const record = {
      ...{ id: alice.keyHex, display_name: 'Alice', signing_public_key: alice.keyHex },
      ...{ encryption_public_key: encryptionKey('alice'), address: alice.address, discoverable: true },
      ...{ created_at: expect.stringMatching(ISO), avatar_url: null, state_key: stateKeyOf(alice) },
    };
    expect(made.data).toEqual({ txId: expect.stringMatching(/^[0-9a-f]{64}$/), wallet: record });
    const named = await call('mail', 'registerName', wallet, 'Alice', wallet.publicKey);
    const entry = {
      ...{ name: 'alice', wallet_id: alice.keyHex, registered_at: expect.stringMatching(ISO) },
      state_key: nameStateKey('alice'),
    };
    expect([named.success, named.data?.entry]).toEqual([true, entry]);
    // It is in the block that the answer has waited for.
    const tx = await api.get(`/api/tx/${String(named.data?.txId)}`);
    expect(named.data?.entry).toMatchObject({ registered_at: new Date(Number(tx.blockTime)).toISOString() });
    const { address: _, discoverable: __, created_at: ___, avatar_url: ____, ...shown } = record;
    expect(await call('mail', 'resolveName', 'ALICE')).toEqual({ entry, wallet: shown });
    expect(await call('mail', 'resolveName', 'nobody')).toBeNull();
    expect(await call('mail', 'reverseLookup', wallet.publicKey)).toBe('alice');
    expect(await call('mail', 'reverseLookup', stranger.keyHex)).toBeNull();
    expect(await call('messenger', 'getWallets')).toEqual([record]);

    const taken = await call('mail', 'registerName', wallet, 'another', wallet.publicKey);
    expect(taken.success).toBe(false);
    expect(taken.error).toContain('This wallet already has a registered name');
    expect((await call('mail', 'releaseName', walletOf(bob), 'alice')).error).toContain('You do not own this name');
    expect(await call('mail', 'releaseName', wallet, 'Alice')).toMatchObject({ success: true });
    expect(await call('mail', 'resolveName', 'alice')).toBeNull();
    expect(await call('mail', 'reverseLookup', wallet.publicKey)).toBeNull();
    expect((await call('mail', 'releaseName', wallet, 'alice')).error).toContain('Name not found');
  });
});

describe('over HTTP', () => {
  test('a name that is taken is refused with the sentence of the specification, and nothing else is', async () => {
    await registered(bob, 'Bob', { id: 'bob-wallet' });
    await registered(carol, 'Carol');
    expect((await done(NAME, bob, { name: 'BOB_1', walletId: 'bob-wallet' })).entry).toMatchObject({
      ...{ name: 'bob_1', wallet_id: 'bob-wallet' },
    });
    await refused(NAME, carol, { name: 'bob_1', walletId: carol.keyHex }, 409, 'Name already taken');
    await refused(
      NAME,
      carol,
      { name: 'carol', walletId: 'bob-wallet' },
      403,
      'Not authorized to register name for this wallet',
    );
    await refused(NAME, dora, { name: 'dora', walletId: dora.keyHex }, 404, 'Wallet not registered');
    await refused(NAME, carol, { name: 'c', walletId: carol.keyHex }, 400, 'Name must be 3-20 characters');
    await refused(NAME, carol, { name: 'carol' }, 400, 'walletId is required');
    await refused(RELEASE, carol, { name: 'bob_1' }, 403, 'You do not own this name');
    // The bytes of a registration are none of a release, whatever route they are sent to.
    await refused(
      RELEASE,
      bob,
      { name: 'bob_1', walletId: 'bob-wallet' },
      400,
      /release_name knows no member "walletId"/,
    );
    expect(await api.get('/api/names/reverse/bob-wallet')).toEqual({ success: true, name: 'bob_1' });
    expect(await api.get(`/api/names/reverse/${carol.address}`)).toEqual({ success: true, name: null });
  });

  test('a wallet that is not the signer’s, or takes what another has, is refused', async () => {
    const of = (more: Members): Members => ({ ...walletMembers(dora, 'Dora'), ...more });
    await refused(
      WALLET,
      dora,
      of({ signingPublicKey: bob.keyHex }),
      403,
      "Cannot register a signing key that doesn't match your identity",
    );
    await refused(WALLET, dora, of({ id: 'bob-wallet' }), 409, 'Wallet ID already registered by another key');
    await refused(WALLET, dora, of({ displayName: 'bOB' }), 409, "Display name 'bOB' is already taken");
    await refused(WALLET, dora, of({ displayName: 'x'.repeat(51) }), 400, 'Display name too long (max 50 chars)');
    await refused(WALLET, dora, of({ encryptionPublicKey: 'ab' }), 400, /ML-KEM-768/);
    const picture = `data:image/png;base64,${'A'.repeat(50_000)}`;
    await refused(WALLET, dora, of({ avatarUrl: picture }), 400, /insufficient balance.* signed bytes/);
    await refused(WALLET, dora, of({ from: bob.keyHex }), 401, /does not match/);
    expect((await api.send(`/api/messenger/wallets/${dora.address}`)).status).toBe(404);
    expect(await registered(rich, 'Rich', { avatarUrl: picture })).toMatchObject({ wallet: { avatar_url: picture } });
  });

  test('lists show who wants to be found, in pages; one wallet is found by whatever names it', async () => {
    await registered(erik, 'Erik', { discoverable: false, id: 'erik' });
    const all = await api.get<{ wallets: { display_name: string }[]; total: number }>('/api/messenger/wallets');
    const shown = all.wallets.map(({ display_name }) => display_name);
    expect(shown).toEqual(['Alice', 'Bob', 'Carol', 'Rich']);
    expect(all.total).toBe(4);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `/api/messenger/wallets?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page: { wallets: { display_name: string }[]; next_cursor: string | null } = await api.get(path);
      paged.push(...page.wallets.map(({ display_name }) => display_name));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(shown);
    for (const text of ['erik', erik.address, erik.keyHex, encryptionKey(erik.keyHex)])
      expect(await api.get(`/api/messenger/wallets/${text}`)).toMatchObject({
        wallet: { id: 'erik', discoverable: false },
      });
    for (const path of [`/api/messenger/wallets/nobody`, '/api/names/resolve/nobody', '/api/names/resolve/%C3%A4'])
      expect((await api.send(path)).status, path).toBe(404);
    // Who is found no longer leaves the list, and comes back to its place.
    await registered(bob, 'Bob', { id: 'bob-wallet', discoverable: false });
    const { wallets } = await api.get<{ wallets: Json[] }>('/api/messenger/wallets');
    expect(wallets.map((wallet) => wallet.display_name)).toEqual(['Alice', 'Carol', 'Rich']);
    await registered(bob, 'Bobby', { id: 'bob-2' });
    expect(await api.get('/api/names/resolve/bob_1')).toMatchObject({
      entry: { name: 'bob_1', wallet_id: 'bob-2' },
      wallet: { id: 'bob-2', display_name: 'Bobby' },
    });
    expect((await api.send('/api/messenger/wallets/bob-wallet')).status).toBe(404);
  });

  test('the encryption key that is shown is proven to be the registered one', async () => {
    const { wallet, entry } = await api.get<{ wallet: Json; entry: Json }>('/api/names/resolve/bob_1');
    const prove = async (key: string): Promise<Uint8Array | undefined> => {
      const proof = await api.get<ProofJson & { height: number }>(`/api/proof/key/${key}`);
      const { block } = await api.get<{ block: { stateRoot: string } }>(`/api/block/${proof.height}`);
      return verifyProof(proof, block.stateRoot, key);
    };
    expect(entry.state_key).toBe(nameStateKey('bob_1'));
    const owner = readNameRecord(await prove(nameStateKey('bob_1')))?.owner ?? new Uint8Array();
    expect(walletStateKey(owner)).toBe(wallet.state_key);
    const record = readWalletRecord(await prove(walletStateKey(owner)));
    expect(record).toMatchObject({ id: 'bob-2', displayName: 'Bobby', discoverable: true });
    expect(toHex(record?.encryptionPublicKey ?? new Uint8Array())).toBe(wallet.encryption_public_key);
    expect(toHex(record?.signingPublicKey ?? new Uint8Array())).toBe(bob.keyHex);
    expect(accountOfKey(fromHex(bob.keyHex) as Uint8Array)).toBe(Buffer.from(owner).toString('latin1'));
    expect(readNameRecord(await prove(nameStateKey('nobody')))).toBeUndefined();
    expect(readWalletRecord(await prove(walletStateKey(fromBinary(accountOfKey(dora.publicKey)))))).toBeUndefined();
  });

  test('two keys that want one name at the same time: one gets it, the other the reason', async () => {
    await done(RELEASE, bob, { name: 'bob_1' });
    const both = await Promise.all(
      [bob, carol].map((signer) => send(NAME, signer, { name: 'contested', walletId: signer.keyHex })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.error).toMatch(
      /^Name already taken$|^a pending request wants the same name/,
    );
    const winner = both[0]?.status === 200 ? bob : carol;
    expect(await api.get(`/api/names/resolve/contested`)).toMatchObject({
      wallet: { signing_public_key: winner.keyHex },
    });
  });

  test('the same bytes again wait for the same block, or are answered from it', async () => {
    const { body } = signed(dora, walletMembers(dora, 'Dora again'));
    const answers = [await api.post(WALLET, body), ...(await Promise.all([1, 2].map(() => api.post(WALLET, body))))];
    for (const { status, text } of answers) {
      expect(status, text).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ wallet: { display_name: 'Dora again' } });
    }
    expect(new Set(answers.map(({ text }) => (JSON.parse(text) as Json).txId)).size).toBe(1);
    const twice = signed(dora, walletMembers(dora, 'Dora at once'));
    const both = await Promise.all([1, 2].map(() => api.post(WALLET, twice.body)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('other spellings of a payload register what their signed bytes say, or nothing', async () => {
    const random = new SeededRandom(7);
    const outcomes = { taken: 0, refused: 0 };
    for (let round = 0; round < 60; round++) {
      const wanted = `spelt_${round}`;
      const plain = payloadText(rich, { type: 'register_wallet', ...walletMembers(rich, wanted) });
      const { text, beside } = respelled(parseJson(plain, SIGNED_JSON) as JsonObject, rich.keyHex, random);
      const { signature } = signText(rich, text);
      const bytes = `,"payload_bytes_hex":"${Buffer.from(text).toString('hex')}"`;
      const { status } = await api.post(WALLET, envelope(beside, signature, rich.keyHex, bytes));
      if (status !== 200) {
        expect([400, 401, 403, 409, 413]).toContain(status);
        outcomes.refused++;
        continue;
      }
      outcomes.taken++;
      const { wallet } = await api.get<{ wallet: Json }>(`/api/messenger/wallets/${rich.address}`);
      expect(wallet.signing_public_key).toBe(rich.keyHex);
      expect(String(wallet.display_name).trim().toLowerCase()).toBe(wanted);
    }
    expect(outcomes.taken).toBeGreaterThan(8);
    expect(outcomes.refused).toBeGreaterThan(3);
  });

  test('unsigned endpoints are gone, and say where to go', async () => {
    for (const [path, instead] of [
      ['/api/names/register', '/api/v2/names/register'],
      ['/api/names/release', '/api/v2/names/release'],
      ['/api/messenger/wallets/register', '/api/v2/messenger/wallets/register'],
    ] as const) {
      const { status, text } = await api.post(path, '{}');
      expect([status, (JSON.parse(text) as Json).error]).toEqual([410, expect.stringContaining(`POST ${instead}`)]);
    }
    const lookup = await api.send('/api/names/lookup?name=alice');
    expect([lookup.status, lookup.text.includes('GET /api/names/resolve/:name')]).toEqual([410, true]);
  });
});
