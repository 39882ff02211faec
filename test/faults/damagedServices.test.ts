/** A database of the services that cannot be opened: clients read that the services cannot be used and nothing of this machine; the
 *  operator reads the cause, and goes on reading it when the thread that has failed over it has ended. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { utf8 } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { STANDARD_VOTE_RULES } from '../../engine/services/voteRules.js';
import { NodeServices } from '../../workers/services/services.js';
import { temporaryDirectory } from '../crash/nodeDirectory.js';
import { LogBook } from '../support/engineNode.js';
import { signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';

const alice = signingActor('damaged services: alice');
const SLOW_MACHINE_MS = 120_000;
/** Long enough for the end of a thread to be told. */
const EXIT_MS = 1_000;

test(
  'the cause of a failed opening stays, for the operator alone',
  async () => {
    const directory = temporaryDirectory();
    const folder = join(directory, 'services', 'db');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '000027.log'), 'records');
    const services = new NodeServices({
      directory,
      chainId: 'damaged-services',
      requireChainId: false,
      backend: 'noble',
      cacheBytes: 1024 * 1024,
      nodeKey: alice.publicKey,
      mostBytes: 1024 * 1024 * 1024,
      retentionMs: 0,
      named: [],
      voteRules: STANDARD_VOTE_RULES,
      log: new LogBook(),
    });
    onTestFinished(() => services.close());

    const moment = { now: Date.now(), height: 1, blockTime: Date.now() };
    const ask = () => services.take('social_play', utf8(signed(alice, { trackId: 'track' }).body), moment, 'a client');
    for (const wait of [0, EXIT_MS]) {
      await sleep(wait);
      const answer = await ask();
      expect(isRefusal(answer) && [answer.code, answer.message]).toEqual([
        'busy',
        'the services of this node cannot be used at present',
      ]);
      expect(services.problem?.message).toBe('the services of this node cannot be used at present');
      expect(services.problem?.detail).toMatch(/000027\.log is there, its file CURRENT is not/);
    }
  },
  SLOW_MACHINE_MS,
);
