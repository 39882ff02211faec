/** The disk of the services is full while requests are written, and the disk of the chain is not: requests get 503 with the cause, what was
 *  acknowledged is there, public reads and blocks go on, and once there is space the same process takes what it has refused. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toHex } from '../../engine/base/bytes.js';
import type { JsonValue } from '../../engine/base/json.js';
import { pairKey } from '../../engine/services/kinds/messenger/conversationIds.js';
import { getJson } from '../crash/crashedChain.js';
import { temporaryDirectory } from '../crash/nodeDirectory.js';
import { post, untilStanding } from '../crash/nodeLoad.js';
import { ChainWatch } from '../support/chainWatch.js';
import { walletMembers } from '../support/directoryOrders.js';
import { exchange, JSON_HEADERS, type Received } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { number, type Signed, signed, signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';
import { mountDisk } from './smallDisk.js';

const alice = signingActor('services disk full: alice');
const bob = actor('services disk full: bob');
const genesis = { allocations: [{ address: alice.address, amount: '1000' }] };
const QUIET = ['--heartbeat-ms', '3600000'];
const DISK_MEBIBYTES = 64;
const SLOW_MACHINE_MS = 180_000;
/** The log of the database has its room in advance, 18 MB: so many messages of 2 MiB fill it. */
const MOST_MESSAGES = 30;
const MESSAGE_CHARACTERS = 2 * 1024 * 1024;
const REFUSED = 5;

const textPost = (body: string): Signed => signed(alice, { type: 'social_post_create', body });

const send = ({ url }: LiveNode, { body }: Signed, path = '/api/v2/social/post'): Promise<Received> =>
  exchange(url, path, { method: 'POST', headers: JSON_HEADERS, body });

async function posted({ url }: LiveNode): Promise<readonly string[]> {
  const { posts, total } = await getJson(url, '/api/social/timeline?limit=500');
  const bodies = (posts as { readonly body: string }[]).map(({ body }) => body).reverse();
  expect(total).toBe(bodies.length);
  return bodies;
}

/** Sends messages of the sender to himself until the disk is full. @returns the ids of those that were acknowledged. */
async function fillUp(node: LiveNode): Promise<readonly string[]> {
  const taken: string[] = [];
  const encryptedContent = 'c'.repeat(MESSAGE_CHARACTERS);
  for (let count = 0; count < MOST_MESSAGES; count++) {
    const request = signed(alice, { type: 'messenger_send', recipientPublicKey: alice.keyHex, encryptedContent });
    const { status, json } = await send(node, request, '/api/v2/messenger/messages');
    if (status !== 200) return taken;
    taken.push(String(json?.messageId));
  }
  return expect.fail(`a full disk took ${MOST_MESSAGES} messages`);
}

/** Checks that each message is there, whole: it is read, and its ciphertext is signed with it. */
async function checkMessages(node: LiveNode, ids: readonly string[]): Promise<void> {
  const found: string[] = [];
  const conversationId = `dm_${toHex(pairKey(alice.account, alice.account))}`;
  for (let cursor: JsonValue | undefined; cursor !== null; ) {
    const members = { type: 'messenger_messages', conversationId, limit: number(2), cursor };
    const { json, text } = await send(node, signed(alice, members), '/api/v2/messenger/messages/list');
    if (!json?.success) expect.fail(text.slice(0, 300));
    const page = json.messages as { readonly id: string; readonly encrypted: string }[];
    for (const { encrypted } of page) expect(encrypted).toHaveLength(MESSAGE_CHARACTERS);
    found.push(...page.map(({ id }) => id));
    cursor = json.next_cursor as string | null;
  }
  expect([...found].sort()).toEqual([...ids].sort());
}

async function checkRefused(node: LiveNode, request: Signed): Promise<void> {
  const { status, json, headers, text } = await send(node, request);
  expect([status, json?.code, json?.error], text).toEqual([
    503,
    'busy',
    'the services of this node cannot be written at present: their disk is full or failing',
  ]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

const health = async ({ url }: LiveNode): Promise<string> => JSON.stringify(await getJson(url, '/api/health'));

test(
  'a full disk of the services costs nothing that was acknowledged, and the chain goes on',
  async ({ skip }) => {
    const dataDir = temporaryDirectory();
    const folder = join(dataDir, 'services');
    mkdirSync(folder, { mode: 0o700 });
    const disk = mountDisk(DISK_MEBIBYTES, folder);
    if (!disk) {
      console.log('test/faults/servicesDiskFull: this process may not mount a file system; the case is skipped');
      return skip('no permission to mount');
    }
    onTestFinished(() => disk.remove());
    const node = await startNode({ dataDir, genesis, flags: QUIET });
    onTestFinished(() => void node.stop('SIGKILL'));
    const watch = await ChainWatch.open(node.url);
    const wallet = signed(alice, { ...walletMembers(alice, 'alice'), id: 'alice-wallet' });
    expect((await send(node, wallet, '/api/v2/messenger/wallets/register')).status).toBe(200);
    expect((await send(node, textPost('before'))).status).toBe(200);

    expect(disk.fill()).toBeGreaterThan(1024 * 1024);
    const taken = await fillUp(node);
    const refused = Array.from({ length: REFUSED }, (_, at) => textPost(`refused ${at}`));
    for (const request of refused) await checkRefused(node, request);
    // Several at once are one group, and the group is refused as a whole.
    await Promise.all(refused.map((request) => checkRefused(node, request)));
    expect(await posted(node)).toEqual(['before']);
    await expect
      .poll(() => health(node), { timeout: 30_000 })
      .toMatch(/"services_down".*their disk is full or failing/);
    expect(await health(node)).not.toMatch(/store_failed|production_halted/);
    for (const amount of ['1', '2']) {
      const transfer = signedTransfer(alice, bob.address, amount);
      expect((await post(node.url, transfer.body)).status).toBe(200);
      await watch.included(transfer.txId);
    }
    expect(await getJson(node.url, '/api/stats')).toMatchObject({ is_mining: true });

    disk.free();
    // The same bytes: a request that left nothing has not used its nonce.
    for (const request of refused) expect((await send(node, request)).status).toBe(200);
    const all = await posted(node);
    // Posts of one millisecond stand in the order of their ids.
    expect([...all].sort()).toEqual(['before', ...refused.map((_, at) => `refused ${at}`)]);
    await checkMessages(node, taken);
    for (const request of refused) expect(await send(node, request)).toMatchObject({ status: 401 });
    // Health answers from memory for a moment.
    await expect.poll(() => health(node), { timeout: 30_000 }).not.toMatch(/services_down/);
    await untilStanding(node.url);
    await watch.close();
    expect(await node.stop()).toEqual({ code: 0, signal: null });
    const again = await startNode({ dataDir, flags: QUIET });
    onTestFinished(() => void again.stop('SIGKILL'));
    expect(await posted(again)).toEqual(all);
    await checkMessages(again, taken);
    expect(await again.stop()).toEqual({ code: 0, signal: null });
  },
  SLOW_MACHINE_MS,
);

test(
  'a disk that is full before the first request is said, and used when there is space',
  async ({ skip }) => {
    const dataDir = temporaryDirectory();
    const folder = join(dataDir, 'services');
    mkdirSync(folder, { mode: 0o700 });
    const disk = mountDisk(DISK_MEBIBYTES, folder);
    if (!disk) return skip('no permission to mount');
    onTestFinished(() => disk.remove());
    disk.fill();
    const node = await startNode({ dataDir, genesis, flags: QUIET });
    onTestFinished(() => void node.stop('SIGKILL'));
    const request = textPost('first');
    const { status, json } = await send(node, request);
    expect([status, json?.code]).toEqual([503, 'busy']);
    // Health answers from memory for a moment.
    await expect.poll(() => health(node), { timeout: 30_000 }).toMatch(/"services_down"/);
    disk.free();
    await expect.poll(async () => (await send(node, request)).status, { timeout: 60_000, interval: 500 }).toBe(200);
    expect(await posted(node)).toEqual(['first']);
    expect(await node.stop()).toEqual({ code: 0, signal: null });
  },
  SLOW_MACHINE_MS,
);
