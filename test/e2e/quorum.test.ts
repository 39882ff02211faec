/** A validator whose stake alone is no quorum: it proposes nothing on a block without a certificate, and says why. */

import { afterEach, expect, test } from 'vitest';
import { getJson } from '../crash/crashedChain.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { signingActor } from '../support/transactions.js';

let node: LiveNode | undefined;

afterEach(async () => {
  await node?.remove();
  node = undefined;
});

test('production stops after the first block, with the reason in /api/health', async () => {
  const other = { pub_key: signingActor('quorum: other').keyHex, stake: '60000' };
  node = await startNode({ genesis: { validators: [other] } });
  await node.printed(/no quorum/);
  const health = await getJson(node.url, '/api/health');
  expect(health).toMatchObject({ status: 'degraded', height: 1 });
  expect(health.reason).toMatch(/the precommit of this node alone is no quorum: .* two thirds of the stake/);
});
