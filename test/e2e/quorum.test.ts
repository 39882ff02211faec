/** A validator whose stake alone is no quorum, and that has no peers: it signs nothing, and says why. */

import { afterEach, expect, test } from 'vitest';
import { getJson } from '../crash/crashedChain.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { signingActor } from '../support/transactions.js';

let node: LiveNode | undefined;

afterEach(async () => {
  await node?.remove();
  node = undefined;
});

test('it makes no block, with the reason in /api/health', async () => {
  const other = { pub_key: signingActor('quorum: other').keyHex, stake: '60000' };
  node = await startNode({ genesis: { validators: [other] } });
  await node.printed(/health is degraded/);
  const health = await getJson(node.url, '/api/health');
  expect(health).toMatchObject({ status: 'degraded', height: 0 });
  expect(health.reason).toMatch(/signs nothing before a peer has told what this key has signed: check --peers/);
});
