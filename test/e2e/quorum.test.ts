/** A validator whose stake alone is no quorum, and that knows no peer: it signs nothing, and says why. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { getJson } from '../crash/crashedChain.js';
import { readVotes } from '../crash/nodeDirectory.js';
import { post } from '../crash/nodeLoad.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('quorum: alice');
const WAITS =
  /it has others in its active set, and signs nothing before validators with enough stake have told what this key has signed/;

let node: LiveNode | undefined;

afterEach(async () => {
  await node?.remove();
  node = undefined;
});

test('no block is made and no vote is signed, with the reason in /api/health and for each transaction', async () => {
  const other = { pub_key: signingActor('quorum: other').keyHex, stake: '60000' };
  const allocations = [{ address: alice.address, amount: '1000' }];
  node = await startNode({ genesis: { validators: [other], allocations }, flags: ['--heartbeat-ms', '40'] });
  const health = await getJson(node.url, '/api/health');
  expect(health).toMatchObject({ status: 'degraded', height: 0 });
  expect(health.reason).toMatch(WAITS);
  const { body } = signedTransfer(alice, actor('quorum: bob').address, '1.5');
  expect(await post(node.url, body)).toMatchObject({ status: 503, json: { code: 'not_producing' } });
  // Twice: a block was due long ago when the second transaction is answered.
  expect((await post(node.url, body)).text).toMatch(WAITS);
  expect(await getJson(node.url, '/api/health')).toMatchObject({ height: 0 });
  expect(await node.stop()).toEqual({ code: 0, signal: null });
  expect(existsSync(join(node.dataDir, 'sign-journal.bin'))).toBe(false);
  expect(await readVotes(node.dataDir)).toMatchObject({ height: 0, votes: [] });
});
