/** The examples of ops/examples as a newcomer runs them: processes that import `rouged/client` by the package's public entry,
 *  against a live node. What they print is compared with the chain. */

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseAmount, parseXrge } from '../../api/client/amounts.js';
import { RougedClient } from '../../api/client/client.js';
import { ChainWatch } from '../support/chainWatch.js';
import { type LiveNode, startNode } from '../support/liveNode.js';

const FOLDER = 'ops/examples';
/** A busy node makes an example wait, never fail. */
const LIMIT_MS = 120_000;

let node: LiveNode;
let client: RougedClient;

beforeAll(async () => {
  node = await startNode({ genesis: { faucet: true }, flags: ['--faucet-enabled', '--heartbeat-ms', '1000'] });
  client = new RougedClient(node.url);
});

afterAll(async () => {
  await node?.remove();
});

const ran = new Set<string>();

/** Runs an example to its end. @returns what it printed. */
async function run(name: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  ran.add(name);
  const env = { PATH: process.env.PATH, ...environment };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [`${FOLDER}/${name}`, node.url], {
    env,
    timeout: LIMIT_MS,
  });
  expect(stderr).toBe('');
  return stdout;
}

/** The parts of the one matching line. */
function partsOf(output: string, pattern: RegExp): readonly string[] {
  const match = pattern.exec(output);
  expect(match, output).not.toBeNull();
  return match?.slice(1) ?? [];
}

test(
  'transfer.mjs: the recipient has what was sent, in the block that was named',
  async () => {
    const output = await run('transfer.mjs');
    const [txId = ''] = partsOf(output, /^accepted {2}([0-9a-f]{64})$/m);
    const [height, fee = ''] = partsOf(output, /^final {5}in block (\d+), fee ([\d.]+) XRGE$/m);
    const [bob = ''] = partsOf(output, /^bob {7}(rouge1\w+)$/m);
    const { blockHeight, receipt } = await client.getTx(txId);
    expect([blockHeight, receipt?.fee_paid_quanta]).toEqual([Number(height), parseXrge(fee)]);
    expect((await client.getBalance(bob)).balance_quanta).toBe(parseXrge('1.5'));
    expect(partsOf(output, /^bob has {3}([\d.]+) XRGE$/m)).toEqual(['1.5']);
  },
  LIMIT_MS,
);

test(
  'token-pool.mjs: what was bought is what the pool has less',
  async () => {
    const output = await run('token-pool.mjs');
    const [poolId = '', symbol = ''] = partsOf(output, /^pool {6}((T\w+)-XRGE|XRGE-T\w+)$/m);
    const [bought = ''] = partsOf(output, /^bought {4}([\d.]+) /m);
    expect(partsOf(output, /^quoted {4}([\d.]+) /m)).toEqual([bought]);
    const pool = await client.getPool(poolId);
    expect(pool.token_a).toBe(symbol);
    expect(pool.reserve_a_units).toBe(parseAmount('1000', 6) - parseAmount(bought, 6));
    expect(pool.reserve_b_quanta).toBe(parseXrge('110'));
  },
  LIMIT_MS,
);

test(
  'nft.mjs: the collector owns it',
  async () => {
    const output = await run('nft.mjs');
    const [collection = ''] = partsOf(output, /^collection {2}(\S+)$/m);
    const [, collector = ''] = partsOf(output, /^given {7}(Lamp 1) to (rouge1\w+)$/m);
    const { nfts } = await client.getNftOwner(collector);
    expect(nfts.map(({ collection_id, name }) => [collection_id, name])).toEqual([[collection, 'Lamp 1']]);
    expect((await client.getNftCollection(collection)).royalty_bps).toBe(500);
  },
  LIMIT_MS,
);

test(
  'events.mjs: it gets exactly the events of its account, including missed ones',
  async () => {
    const output = await run('events.mjs');
    const [shop = ''] = partsOf(output, /^shop (rouge1\w+)$/m);
    const told = Array.from(output.matchAll(/^event (\d+): (.+)$/gm), ([, seq, text]) => [Number(seq), text]);
    const watch = await ChainWatch.open(node.url);
    watch.socket.send(JSON.stringify({ subscribe: [`account:${shop}`], from: 1 }));
    await watch.first(({ type }) => type === 'resumed');
    await watch.close();
    const acknowledged = watch.frames.findIndex(({ type }) => type === 'subscribed');
    const events = watch.frames
      .slice(acknowledged)
      .filter(({ type }) => /^(?:new_transaction|balance_update)$/.test(type));
    expect(told.map(([seq]) => seq)).toEqual(events.map(({ seq }) => seq));
    expect(told.map(([, text]) => text)).toEqual([
      'received 1 XRGE, success',
      'balance 1 XRGE',
      'received 2 XRGE, success',
      'balance 3 XRGE',
    ]);
    expect((await client.getBalance(shop)).balance_quanta).toBe(parseXrge('3'));
  },
  LIMIT_MS,
);

test(
  'stake.mjs: the stake and what has left it',
  async () => {
    const output = await run('stake.mjs');
    const [validator = ''] = partsOf(output, /^validator {2}(rouge1\w+)$/m);
    expect(partsOf(output, /^staked {5}([\d.]+) XRGE, (\w+)$/m)).toEqual(['11000', 'active']);
    const [amount = '', height] = partsOf(output, /^unbonding {2}([\d.]+) XRGE until block (\d+)$/m);
    const { unbonding } = await client.getValidatorsUnbonding(validator);
    expect(unbonding.map((entry) => [entry.amount_quanta, entry.releaseHeight])).toEqual([
      [parseXrge(amount), Number(height)],
    ]);
    const { validators } = await client.getValidators({ publicKey: validator });
    expect(validators[0]?.stake_quanta).toBe(parseXrge('10000'));
  },
  LIMIT_MS,
);

test(
  'a seed names the account that pays',
  async () => {
    const output = await run('transfer.mjs', { ROUGED_SEED: '2a'.repeat(32) });
    const [alice = ''] = partsOf(output, /^alice {5}(rouge1\w+), 10000 XRGE$/m);
    const again = await run('transfer.mjs', { ROUGED_SEED: '2a'.repeat(32) });
    expect(partsOf(again, /^alice {5}(rouge1\w+), 9998\.[\d]+ XRGE$/m)).toEqual([alice]);
  },
  LIMIT_MS,
);

test(
  'a node that is not there is named in the error',
  async () => {
    const dead = execFile(process.execPath, [`${FOLDER}/transfer.mjs`, 'http://127.0.0.1:9'], {
      env: { PATH: process.env.PATH },
    });
    let said = '';
    dead.stderr?.on('data', (text) => {
      said += text;
    });
    const code = await new Promise((resolve) => dead.on('close', resolve));
    expect([code, said]).toEqual([1, expect.stringMatching(/no node answers at http:\/\/127\.0\.0\.1:9/)]);
  },
  LIMIT_MS,
);

test('every example was run', () => {
  const examples = readdirSync(FOLDER).filter((name) => name.endsWith('.mjs') && name !== 'setup.mjs');
  expect([...ran].sort()).toEqual(examples.sort());
  expect(examples.length).toBe(5);
});
