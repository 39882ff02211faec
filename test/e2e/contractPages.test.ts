/** A contract that says a lot: the pages of its events end with their bytes, and lose none. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKernelBackend } from '../../workers/verify/kernelBackend.js';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { batchResults, probeContract, signedDeploy } from '../support/contractRequests.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { number, payloadText, signText } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';

const alice = signingActor('contract pages: alice');
const SLOW_MACHINE_MS = 300_000;
/** Of one event; with its topic nearly the most that one may have. */
const EVENT_BYTES = 65_000;
/** 35 MB, while a page ends with 32 MiB. */
const EVENTS = 540;
const BATCH = 36;

let node: LiveNode;
let api: CheckedApi;
let watch: ChainWatch;
let loud: string;
const ids: string[] = [];

async function includeBatch(size: number): Promise<void> {
  const backend = openKernelBackend(1 << 20);
  const members = { type: 'contract_call', contractAddr: loud, method: 'keep', args: 'x'.repeat(EVENT_BYTES - 2) };
  const requests = Array.from({ length: size }, () =>
    signText(alice, payloadText(alice, { ...members, gasLimit: number(4_000_000) }), '', backend),
  );
  const answers = batchResults(await api.post('/api/v2/batch', `[${requests.map(({ body }) => body).join()}]`));
  expect(answers.map(({ txId }) => txId)).toEqual(requests.map(({ txId }) => txId));
  for (const { txId } of requests) await watch.included(txId);
  ids.push(...requests.map(({ txId }) => txId));
}

beforeAll(async () => {
  node = await startNode({ genesis: { allocations: [{ address: alice.address, amount: '1000000' }] } });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
  const request = signedDeploy(alice, await probeContract());
  expect((await api.post('/api/v2/contract/publish', request.body)).status).toBe(200);
  await watch.included(request.txId);
  loud = request.contract;
  while (ids.length < EVENTS) await includeBatch(Math.min(BATCH, EVENTS - ids.length));
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

test(
  'a page of events that is full of bytes says where the next begins',
  async () => {
    const found: unknown[] = [];
    const counts: number[] = [];
    for (let cursor = ''; ; ) {
      const page = await api.get<{ events: readonly Json[]; next_cursor: string | null }>(
        `/api/contract/${loud}/events?limit=1000${cursor}`,
      );
      found.push(...page.events.map(({ tx_hash }) => tx_hash));
      counts.push(page.events.length);
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(counts).toHaveLength(2);
    expect(counts[0]).toBeGreaterThan(counts[1] ?? EVENTS);
    expect(found).toHaveLength(EVENTS);
    expect(new Set(found)).toEqual(new Set(ids));
  },
  SLOW_MACHINE_MS,
);
