/** A log that is not here is answered with no run, as often as a peer asks. */

import { expect, onTestFinished, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { accountOfKey } from '../../../engine/crypto/address.js';
import { STANDARD_VOTE_RULES } from '../../../engine/services/voteRules.js';
import { NodeServices } from '../../../workers/services/services.js';
import { temporaryDirectory } from '../../crash/nodeDirectory.js';
import { LogBook } from '../../support/engineNode.js';
import { signingActor } from '../../support/transactions.js';

const alice = signingActor('empty runs: alice');

test('runs that are not here are answered with nothing, each time', async () => {
  const services = new NodeServices({
    ...{ directory: temporaryDirectory(), chainId: 'empty-runs', requireChainId: false, backend: 'noble' },
    ...{ cacheBytes: 1024 * 1024, nodeKey: alice.publicKey, mostBytes: 1024 ** 3, retentionMs: 0, named: [] },
    ...{ voteRules: STANDARD_VOTE_RULES, log: new LogBook() },
  });
  onTestFinished(() => services.close());
  for (let asked = 1; asked <= 3; asked++) {
    const runs = await services.runs(accountOfKey(alice.publicKey), 'public', 1);
    expect(isRefusal(runs) ? runs : runs.length, `asked ${asked} times`).toBe(0);
  }
});
