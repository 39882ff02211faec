/** The directory on several nodes: two keys ask two nodes for one name, all nodes agree who has it, and a restart forgets nothing. */

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { walletMembers } from '../support/directoryOrders.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { startNode } from '../support/liveNode.js';
import { type Members, signed } from '../support/signedRequests.js';
import { type SigningActor, signingActor } from '../support/transactions.js';

const [alice, bob] = ['alice', 'bob'].map((name) => signingActor(`names: ${name}`)) as [SigningActor, SigningActor];
const ROUNDS = 6;

const post = async (url: string, path: string, signer: SigningActor, members: Members) => {
  const { status, json } = await exchange(url, path, {
    method: 'POST',
    headers: JSON_HEADERS,
    body: signed(signer, members).body,
  });
  return { status, json };
};

test('one name, two keys, two nodes: one owner everywhere, also after a restart', async () => {
  const validator = await startNode();
  onTestFinished(validator.remove);
  const dataDir = mkdtempSync(join(tmpdir(), 'rouged-directory-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  copyFileSync(join(validator.dataDir, 'genesis.json'), join(dataDir, 'genesis.json'));
  const flags = ['--peers', `${validator.url}/api`, '--allow-private-peers'];
  const follower = await startNode({ dataDir, mine: false, flags });
  onTestFinished(follower.remove);
  await follower.printed(/"msg":"connected to a peer/);
  const asked = [
    { url: validator.url, signer: alice },
    { url: follower.url, signer: bob },
  ];
  for (const { url, signer } of asked) {
    const wallet = walletMembers(signer, `Owner ${signer.address.slice(-6)}`);
    expect(await post(url, '/api/v2/messenger/wallets/register', signer, wallet)).toMatchObject({ status: 200 });
  }
  let name = '';
  let owner = '';
  for (let round = 0; round < ROUNDS; round++) {
    name = `round_${round}`;
    const answers = await Promise.all(
      asked.map(({ url, signer }) => post(url, '/api/v2/names/register', signer, { name, walletId: signer.keyHex })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json?.error).toMatch(
      /^Name already taken$|^a pending request wants the same name/,
    );
    const winner = asked[answers.findIndex(({ status }) => status === 200)] as (typeof asked)[number];
    owner = winner.signer.keyHex;
    const { json: tip } = await exchange(validator.url, '/api/stats');
    for (const { url } of asked) {
      const { json } = await exchange(url, `/api/names/resolve/${name}?min_height=${Number(tip?.network_height)}`);
      expect(json).toMatchObject({ success: true, wallet: { signing_public_key: owner } });
    }
    if (round < ROUNDS - 1)
      expect(await post(winner.url, '/api/v2/names/release', winner.signer, { name })).toMatchObject({ status: 200 });
  }
  expect(await validator.stop()).toMatchObject({ code: 0 });
  const again = await startNode({ dataDir: validator.dataDir });
  onTestFinished(async () => {
    await again.stop();
  });
  const { json } = await exchange(again.url, `/api/names/resolve/${name}`);
  expect(json).toMatchObject({ entry: { name, wallet_id: owner } });
  const { json: listed } = await exchange(again.url, '/api/messenger/wallets');
  expect(listed?.wallets).toHaveLength(2);
}, 120_000);
