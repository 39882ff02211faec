/** Producing follows the state: a key that was staked after genesis is the proposer as soon as its stake is the greatest, but signs
 *  nothing before its peers have said what they have seen of it, and a node whose key may not propose runs, says why it is idle, and accepts nothing that it could not put into a block. */

import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { accountOfKey, addressOfKey } from '../../engine/crypto/address.js';
import { createKeyFile } from '../../ops/config/nodeKeys.js';
import { getJson } from '../crash/crashedChain.js';
import { copyOf, temporaryDirectory } from '../crash/nodeDirectory.js';
import { runProgram } from '../crash/runProgram.js';
import { ChainWatch } from '../support/chainWatch.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { number, signed } from '../support/signedRequests.js';
import type { SigningActor } from '../support/transactions.js';

const SLOW_MACHINE_MS = 240_000;

/** A key file and its owner as a wallet. */
function keyFile(): { readonly file: string; readonly owner: SigningActor } {
  const file = join(temporaryDirectory(), 'node-keys.json');
  const keys = createKeyFile(file);
  if (isRefusal(keys)) throw new Error(keys.message);
  const { publicKey, secretKey } = keys;
  const account = accountOfKey(publicKey);
  return { file, owner: { publicKey, secretKey, account, keyHex: toHex(publicKey), address: addressOfKey(publicKey) } };
}

const post = (url: string, path: string, body: string) =>
  exchange(url, path, { method: 'POST', headers: JSON_HEADERS, body });

async function started(options: Parameters<typeof startNode>[0]): Promise<LiveNode> {
  const node = await startNode(options);
  onTestFinished(() => node.remove());
  return node;
}

/** The same chain with another node's key; the sign journal of the old key stays, its votes are given up. */
async function withKey(dataDir: string, file: string): Promise<string> {
  const copy = copyOf(dataDir);
  rmSync(join(copy, 'node-keys.json'));
  copyFileSync(file, join(copy, 'node-keys.json'));
  expect(await runProgram(['keys', 'reset-journal', '--yes', '--data-dir', copy])).toMatchObject({ code: 0 });
  return copy;
}

test(
  'a key that is staked later is the proposer when its stake is the greatest: the old one stops, the new one asks peers first',
  async () => {
    const { file, owner } = keyFile();
    const genesis = { allocations: [{ address: owner.address, amount: '300000' }] };
    const first = await started({ genesis });
    const watch = await ChainWatch.open(first.url);
    const stake = signed(owner, { type: 'stake', amount: number('100001') });
    expect((await post(first.url, '/api/v2/stake', stake.body)).status).toBe(200);
    await watch.included(stake.txId);
    await watch.close();
    await first.printed(/whose stake goes before the stake of this node/);
    const health = await getJson(first.url, '/api/health');
    expect(health).toMatchObject({ status: 'degraded', reason: expect.stringContaining(`that of ${owner.address}`) });
    const more = signed(owner, { type: 'stake', amount: number('10000') });
    expect((await post(first.url, '/api/v2/stake', more.body)).status).toBe(503);
    await first.stop();

    const second = await started({ dataDir: await withKey(first.dataDir, file) });
    const selection = await getJson(second.url, '/api/selection');
    expect(selection).toMatchObject({ proposer: owner.keyHex });
    const refused = await post(second.url, '/api/v2/stake', more.body);
    expect([refused.status, refused.json?.code]).toEqual([503, 'not_producing']);
    expect(refused.text).toMatch(
      /signs nothing before validators with enough stake have told what this key has signed/,
    );
    expect(await getJson(second.url, '/api/health')).toMatchObject({ status: 'degraded', height: health.height });
  },
  SLOW_MACHINE_MS,
);

test(
  'a node whose key is not staked starts, says so, and takes no transactions',
  async () => {
    const template = await started({ flags: ['--heartbeat-ms', '3600000'] });
    await template.stop();
    const { file, owner } = keyFile();
    const node = await started({ dataDir: await withKey(template.dataDir, file) });
    await node.printed(/this node does not produce blocks at present/);
    const reason = expect.stringContaining(`the key of this node, ${owner.address}, is not staked`);
    const before = await getJson(node.url, '/api/health');
    expect(before).toMatchObject({ status: 'degraded', reason });
    expect(await getJson(node.url, '/api/stats')).toMatchObject({ is_mining: false });
    const transfer = signed(owner, { type: 'transfer', to: template.address, amount: number('1') });
    const refused = await post(node.url, '/api/v2/transfer', transfer.body);
    expect([refused.status, refused.json?.code]).toEqual([503, 'not_producing']);
  },
  SLOW_MACHINE_MS,
);
