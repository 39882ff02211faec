/** The client over a node that is killed and started again at its port: events without a gap, and a transfer that is sent
 *  while no node runs. */

import { expect, onTestFinished, test } from 'vitest';
import { Account } from '../../api/client/account.js';
import { parseXrge } from '../../api/client/amounts.js';
import { RougedClient } from '../../api/client/client.js';
import { startNode } from '../support/liveNode.js';

const alice = Account.fromSeed('31'.repeat(32));
const bob = Account.fromSeed('32'.repeat(32));

/** Tries for two minutes at most: longer than a slow machine takes to start a node. */
const PATIENT = { retries: 30 };
const ROUNDS = 2;
const LIMIT_MS = 240_000;

test(
  'events and transfers continue where they stopped',
  async () => {
    let node = await startNode({ genesis: { allocations: [{ address: alice.address, amount: '1000' }] } });
    onTestFinished(() => node.remove());
    const client = new RougedClient(node.url, { ...PATIENT, chainId: node.chainId });
    const stream = client.events();
    onTestFinished(() => stream.close());
    await stream.open();
    const numbers: number[] = [];
    const sent: string[] = [];
    const heard = new Set<string>();
    const reading = (async () => {
      for await (const event of stream) {
        if (event.type !== 'stats') numbers.push(event.seq);
        if (event.type === 'new_transaction') heard.add(event.tx_hash);
        if (heard.size === 2 * ROUNDS) return;
      }
    })();
    for (let round = 1; round <= ROUNDS; round++) {
      sent.push((await client.transfer(alice, { to: bob.address, amount: parseXrge('1') })).txId);
      await client.waitForInclusion(sent.at(-1) as string);
      await node.stop('SIGKILL');
      const late = client.transfer(alice, { to: bob.address, amount: parseXrge('2') });
      node = await startNode({ dataDir: node.dataDir, port: node.port });
      sent.push((await late).txId);
      await client.waitForInclusion(sent.at(-1) as string);
    }
    await reading;
    expect([...heard]).toEqual(sent);
    const [first = 0] = numbers;
    expect(numbers).toEqual(numbers.map((_, index) => first + index));
    expect(numbers.length).toBeGreaterThan(2 * ROUNDS * 3);
    expect((await client.getBalance(bob.address)).balance_quanta).toBe(parseXrge(String(3 * ROUNDS)));
  },
  LIMIT_MS,
);
