/** Kills a node while it takes requests of the services, at random moments and between the lasting effects of their commits. After each
 *  death every play that was acknowledged is counted, once; one that was not is there wholly or not at all; and every nonce of both that
 *  was used stays so. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';
import { untilStanding } from './nodeLoad.js';

const ROUNDS = 4;
const REQUESTS = 120;
const QUIET = ['--heartbeat-ms', '3600000', '--rate-limit-write-per-minute', '0', '--rate-limit-read-per-minute', '0'];
const PLAY = '/api/v2/social/play';
const POINTS = ['commit-begin', 'commit-batch', 'commit-sync', 'commit-answer'] as const;

const random = new SeededRandom(testSeed());
const ann = signingActor('services: ann');
let dataDir: string;
let first: LiveNode;

beforeAll(async () => {
  first = await startNode({ flags: QUIET });
  dataDir = first.dataDir;
  await untilStanding(first.url);
  await first.stop('SIGKILL');
});

afterAll(() => first?.remove());

const post = (node: LiveNode, body: string) =>
  exchange(node.url, PLAY, { method: 'POST', headers: JSON_HEADERS, body });

async function plays(node: LiveNode, track: string): Promise<number> {
  const { json } = await exchange(node.url, `/api/social/track/${track}/stats`);
  return Number(json?.plays);
}

test(
  'nothing that was acknowledged is lost, and nothing counts twice',
  async () => {
    let acknowledged = 0;
    let unknown = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const track = `track-${round}`;
      const bodies = Array.from({ length: REQUESTS }, () => signed(ann, { trackId: track }).body);
      // The chain makes no block meanwhile, so the commits are those of the services.
      const passing = round === 1 ? 1 : random.between(1, 6);
      // One run has both: answers before the end, and an end before the first answer.
      const isAtPoint = round === 1 || (round > 1 && random.chance(50));
      const point = isAtPoint ? `${random.pick(POINTS)}:${passing}` : '';
      const node = await startNode({ dataDir, flags: QUIET, environment: { ROUGED_CRASH_POINT: point } });
      const after = random.between(1, REQUESTS - 1);
      let settled = 0;
      const taken = await Promise.all(
        bodies.map(async (body) => {
          try {
            const { status } = await post(node, body);
            return status === 200;
          } catch {
            return false;
          } finally {
            settled++;
            if (settled === after && point === '') void node.stop('SIGKILL');
          }
        }),
      );
      await node.stop('SIGKILL');
      const again = await startNode({ dataDir, flags: QUIET });
      const kept = taken.filter(Boolean).length;
      const counted = await plays(again, track);
      expect(counted).toBeGreaterThanOrEqual(kept);
      const answers = await Promise.all(bodies.map((body) => post(again, body)));
      for (const [at, { status, json }] of answers.entries())
        if (taken[at]) expect([status, json?.code]).toEqual([401, 'nonce_used']);
      const isNew = answers.filter(({ status }) => status === 200).length;
      expect([counted + isNew, await plays(again, track)]).toEqual([REQUESTS, REQUESTS]);
      acknowledged += kept;
      unknown += REQUESTS - kept;
      await again.stop('SIGKILL');
    }
    expect(acknowledged).toBeGreaterThan(0);
    expect(unknown).toBeGreaterThan(0);
  },
  ROUNDS * 60_000,
);
