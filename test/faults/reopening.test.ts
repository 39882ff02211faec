/** Reads while the database is closed after a failed write: every route still answers. Those that need the database answer
 *  503 with the reason and the time to retry, and the log contains no program fault. */

import { expect, onTestFinished, test } from 'vitest';
import { exampleOf } from '../../api/openapi/examples.js';
import { routes } from '../../api/routes/index.js';
import { post } from '../crash/nodeLoad.js';
import { ChainWatch } from '../support/chainWatch.js';
import { exchange } from '../support/httpClient.js';
import { startNode } from '../support/liveNode.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('reopening: alice');
const bob = actor('reopening: bob');
const SLOW_MACHINE_MS = 240_000;

/** The third commit fails, the database is closed and, as the disk keeps failing, not opened again, not even read-only. */
const CLOSED = 'commit-body:3,reopen-close:1,reopen-probe:2:100000,reopen-read:1:100000';
/** The disk fills up while the database is opened again, and stays full. */
const FULL = 'commit-body:3,reopen-close:1,reopen-probe:2:100000';
/** As above, and the first two attempts to open it read-only fail. */
const FULL_LATER = `${FULL},reopen-read:1:2`;

const reads = routes.map(({ description }) => description).filter(({ method }) => method === 'GET');

const pathOf = ({ path, params }: (typeof reads)[number]): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(exampleOf({ ...params?.properties[name] }, () => ({})))),
  );

/** Only the database has these answers. */
const STORED = ['/api/block/1', '/api/blocks', '/api/txs', `/api/address/${alice.address}/transactions`];

test('a closed database is answered 503', { timeout: SLOW_MACHINE_MS }, async () => {
  const node = await startNode({
    genesis: { allocations: [{ address: alice.address, amount: '1000' }] },
    flags: ['--heartbeat-ms', '3600000', '--log-level', 'debug'],
    environment: { ROUGED_FAULT_POINT: CLOSED },
  });
  onTestFinished(node.remove);
  const watch = await ChainWatch.open(node.url);
  expect((await post(node.url, signedTransfer(alice, bob.address, '1').body)).status).toBe(200);
  await node.printed(/block production stopped/);
  // The second probe is the first after the database was closed.
  await node.printed(/does not take writes yet.*does not take writes yet/s);

  const refused = new Set<string>();
  for (const path of [...reads.map(pathOf), ...STORED]) {
    const { status, headers, json } = await exchange(node.url, path, {});
    expect(status < 500 || status === 503, `${status} at ${path}`).toBe(true);
    if (status !== 503 || json?.success !== false) continue;
    expect(json, path).toEqual({
      success: false,
      error: 'the node is opening its database again after a failed write; try again in a few seconds',
      code: 'busy',
    });
    expect(headers['retry-after'], path).toBe('5');
    refused.add(path);
  }
  expect([...refused]).toEqual(expect.arrayContaining(STORED));
  expect(reads.length).toBeGreaterThan(30);
  expect(node.logs()).not.toMatch(/a request failed/);
  await watch.close();
  expect(await node.stop()).toEqual({ code: 0, signal: null });
});

test.each([FULL, FULL_LATER])(
  'a disk that fills up during the reopening is read from: %s',
  {
    timeout: SLOW_MACHINE_MS,
  },
  async (fault) => {
    const node = await startNode({
      genesis: { allocations: [{ address: alice.address, amount: '1000' }] },
      flags: ['--heartbeat-ms', '3600000', '--log-level', 'debug'],
      environment: { ROUGED_FAULT_POINT: fault },
    });
    onTestFinished(node.remove);
    expect((await post(node.url, signedTransfer(alice, bob.address, '1').body)).status).toBe(200);
    // The fourth failing probe comes after every fault that occurs once.
    await node.printed(/(?:does not take writes yet.*){4}/s);
    for (const path of STORED) expect(await exchange(node.url, path, {}), path).toMatchObject({ status: 200 });
    const refused = await post(node.url, signedTransfer(alice, bob.address, '1').body);
    expect(refused).toMatchObject({ status: 503, json: { code: 'not_producing' } });
    expect(await node.stop()).toEqual({ code: 0, signal: null });
  },
);
