/** The network of `npm start`: funded accounts, no limits for its developer, blocks at once, a clock that can be moved. And
 *  none of this on a node that others can reach. */

import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { getJson } from '../crash/crashedChain.js';
import { ONE_SENTENCE, runProgram } from '../crash/runProgram.js';
import { ChainWatch } from '../support/chainWatch.js';
import { exchange } from '../support/httpClient.js';
import { type LiveNode, type LiveNodeOptions, runNodeToItsEnd, startNode } from '../support/liveNode.js';
import { accountsOf, local, localAnswer, post, signerOf, startLocal } from '../support/localNode.js';
import { loadPublishedClient } from '../support/publishedClient.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { number, signed, signedFaucet, signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const HOUR_MS = 3_600_000;
/** Nodes start and stop one after another here. */
const SLOW_MACHINE_MS = 180_000;

vi.setConfig({ testTimeout: SLOW_MACHINE_MS });

const bob = actor('local: bob');

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'rouged-local-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function started(options: Omit<LiveNodeOptions, 'local'> = {}): Promise<LiveNode> {
  const node = await startLocal(options);
  onTestFinished(() => node.remove());
  return node;
}

const limitOf = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> =>
  (await exchange(url, '/api/stats', { headers })).headers['x-ratelimit-limit'];

describe('the accounts', () => {
  test('are ten, printed with their seeds, funded, equal after a restart and on no other machine', async () => {
    const first = await started();
    const printed = first.logs();
    const accounts = await accountsOf(first.dataDir);
    expect(accounts).toHaveLength(10);
    expect(new Set(accounts.map(({ address }) => address)).size).toBe(10);
    expect(printed).toContain('LOCAL ONLY');
    for (const { index, address, seed } of accounts) {
      expect(printed).toContain(`(${index}) ${address}\n`);
      expect(printed).toContain(`(${index}) ${seed}\n`);
      expect(await getJson(first.url, `/api/balance/${address}`)).toMatchObject({ balance: 1_000_000 });
    }
    if (process.platform !== 'win32')
      expect(statSync(join(first.dataDir, 'local-network.json')).mode & 0o777).toBe(0o600);
    for (const path of ['/', '/docs', '/api/health']) expect((await exchange(first.url, path)).status).toBe(200);
    expect(printed).toContain(`explorer   ${first.url}/\n`);
    expect(printed).toContain(`API docs   ${first.url}/docs\n`);
    await first.stop();
    const again = await started({ dataDir: first.dataDir });
    expect(await accountsOf(again.dataDir)).toEqual(accounts);
    const other = await started();
    const others = new Set((await accountsOf(other.dataDir)).map(({ seed }) => seed));
    expect(accounts.filter(({ seed }) => others.has(seed))).toEqual([]);
  });

  test('are taken by the published client, and by the wallet by number or by seed', async () => {
    const node = await started({ flags: ['--automine'] });
    const [one, two, three] = await accountsOf(node.dataDir);
    if (!one || !two || !three) throw new Error('there are too few accounts');
    const { Wallet, RougeChain } = await loadPublishedClient();
    const wallet = Wallet.fromKeys(one.publicKey, one.privateKey);
    const client = new RougeChain(`${node.url}/api`);
    expect(await client.transfer(wallet, { to: two.publicKey, amount: 5 })).toMatchObject({ success: true });
    const to = ['--to', three.address, '--amount', '7', '--json'];
    // The node is found through its data directory.
    const byNumber = await runProgram(['wallet', 'transfer', '--account', '1', '--data-dir', node.dataDir, ...to]);
    expect(byNumber.code, byNumber.err).toBe(0);
    const file = join(directory(), 'wallet.json');
    process.env.ROUGED_SEED = two.seed;
    const imported = await runProgram(['wallet', 'import', '--file', file, '--json']);
    delete process.env.ROUGED_SEED;
    expect(JSON.parse(imported.out)).toMatchObject({ address: two.address });
    const bySeed = await runProgram(['wallet', 'transfer', '--file', file, '--url', node.url, ...to]);
    expect(bySeed.code, bySeed.err).toBe(0);
    expect(await getJson(node.url, `/api/balance/${three.address}`)).toMatchObject({ balance: 1_000_014 });
  });

  test('are none in a data directory without their seed, and for a chain id that is not the local one', async () => {
    const made = await started({ flags: ['--public-url', 'http://node.example'] });
    await made.stop();
    const old = await started({ dataDir: made.dataDir });
    expect(old.logs()).toContain('No funded accounts: the data directory');
    const named = await started({ flags: ['--chain-id', 'my-net-1'] });
    expect(named.logs()).toContain("No funded accounts: this network is my-net-1; a developer's network is");
    for (const { dataDir } of [old, named]) {
      const { code, err } = await local(dataDir, 'accounts');
      expect([code, err]).toEqual([1, expect.stringMatching(ONE_SENTENCE)]);
    }
  });
});

describe('limits', () => {
  test('are none for this machine, and the usual ones for what a proxy has passed on', async () => {
    const { url, dataDir } = await started();
    const answers = await Promise.all(Array.from({ length: 150 }, () => exchange(url, '/api/stats')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ headers }) => 'x-ratelimit-limit' in headers)).toEqual([]);
    expect((await exchange(url, '/api/health')).json).toMatchObject({ local_network: true });
    const [account] = await accountsOf(dataDir);
    if (!account) throw new Error('there is no account');
    const signer = signerOf(account);
    for (let count = 0; count < 35; count++) {
      const answer = await post(url, 'transfer', signedTransfer(signer, bob.address, '1'));
      expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([200, undefined]);
    }
    // A page of the developer's own program on this machine counts as the developer.
    expect(await limitOf(url, { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' })).toBeUndefined();
    for (const [name, value] of [
      ['x-forwarded-for', '203.0.113.5'],
      ['forwarded', 'for=203.0.113.5'],
      ['x-real-ip', '203.0.113.5'],
      ['via', '1.1 proxy'],
      ['cf-connecting-ip', '203.0.113.5'],
    ] as const)
      expect(await limitOf(url, { [name]: value }), name).toBe('120');
  });

  test('are the usual ones with a public URL, a trusted proxy, another genesis file, a network that is not local', async () => {
    const made = await started();
    await made.stop();
    const carried = directory();
    for (const name of ['genesis.json', 'node-keys.json']) cpSync(join(made.dataDir, name), join(carried, name));
    const genesis = join(made.dataDir, 'genesis.json');
    const cases: readonly LiveNodeOptions[] = [
      { local: true, dataDir: made.dataDir, flags: ['--public-url', 'http://node.example'] },
      { local: true, dataDir: made.dataDir, flags: ['--trusted-proxies', '10.0.0.1'] },
      { local: true, dataDir: made.dataDir, flags: ['--public-edge'] },
      { local: true, dataDir: carried },
      { local: true, dataDir: directory(), flags: ['--genesis', genesis, '--no-mine'] },
      { dataDir: made.dataDir, rateLimits: true, mine: true },
    ];
    for (const options of new SeededRandom(testSeed()).cases(cases, 2)) {
      const node = await startNode(options);
      expect(await limitOf(node.url), JSON.stringify(options)).toBe('120');
      await node.stop();
    }
    const own = await started({ dataDir: made.dataDir, flags: ['--rate-limit-read-per-minute', '7'] });
    expect(await limitOf(own.url)).toBe('7');
  });
});

test('--automine: a transaction is in a block soon after its answer, and the log says so', async () => {
  const node = await started({ flags: ['--automine', '--block-time-ms', String(HOUR_MS)] });
  const [account] = await accountsOf(node.dataDir);
  if (!account) throw new Error('there is no account');
  const signer = signerOf(account);
  const watch = await ChainWatch.open(node.url);
  for (let count = 0; count < 3; count++) {
    const transfer = signedTransfer(signer, bob.address, '1');
    expect((await post(node.url, 'transfer', transfer)).status).toBe(200);
    await watch.included(transfer.txId);
  }
  await watch.close();
  const [line] = await node.printed(/\{[^\n]*"msg":"block with transactions"\}/);
  expect(JSON.parse(line)).toMatchObject({
    transactions: 1,
    kinds: { transfer: 1 },
    failed: 0,
    hash: expect.stringMatching(/^[0-9a-f]{12}$/),
    ms: expect.any(Number),
  });
  const elsewhere = await runNodeToItsEnd({ dataDir: directory(), flags: ['--automine'] });
  expect([elsewhere.exit.code, elsewhere.output]).toEqual([
    1,
    expect.stringContaining('--automine is for a developer'),
  ]);
});

test('the faucet has no cool-down, except where others can reach it', async () => {
  const asker = signingActor('local: faucet');
  const ask = (url: string) => post(url, 'faucet', signedFaucet(asker));
  const node = await started({ flags: ['--automine'] });
  const watch = await ChainWatch.open(node.url);
  for (let count = 0; count < 2; count++) {
    const request = signedFaucet(asker);
    expect((await post(node.url, 'faucet', request)).status).toBe(200);
    await watch.included(request.txId);
  }
  await watch.close();
  await node.stop();
  const open = await started({ dataDir: node.dataDir, flags: ['--public-url', 'http://node.example'] });
  expect((await ask(open.url)).json).toMatchObject({ code: 'faucet_cooldown' });
});

describe('the tools', () => {
  test('are refused with a sentence and exit code 1 where others may come, and where no node runs', async () => {
    const node = await started({ flags: ['--public-url', 'http://node.example'] });
    for (const words of [
      ['snapshot'],
      ['snapshots'],
      ['revert', '1'],
      ['remove', '1'],
      ['mine'],
      ['time', '+1'],
      ['pause'],
    ]) {
      const { code, out, err } = await local(node.dataDir, ...words);
      expect([code, out], words.join(' ')).toEqual([1, '']);
      expect(err).toMatch(ONE_SENTENCE);
      expect(err).toContain('--public-url');
    }
    await node.stop();
    // As a process of its own, too: the other calls are made in this one.
    const { code, err } = await runProgram(['local', 'mine', '--data-dir', node.dataDir]);
    expect([code, err]).toEqual([1, expect.stringMatching(/^rouged: no node runs on .*\n$/)]);
  });

  test('refuse orders that mean nothing, and go on', async () => {
    const { dataDir } = await started();
    const wrong: readonly (readonly [readonly string[], number])[] = [
      [['mine', '0'], 2],
      [['mine', '999999'], 2],
      [['mine', 'two'], 2],
      [['time', '-5'], 2],
      [['time', 'set'], 2],
      [['time', 'set', 'tomorrow'], 2],
      [['time', 'set', '2001-01-01'], 1],
      [['time', 'set', '2999-01-01'], 1],
      [['revert'], 2],
      [['revert', '7'], 1],
      [['remove', '../db'], 1],
    ];
    for (const [words, code] of wrong) {
      const ran = await local(dataDir, ...words);
      expect([ran.code, ran.err], words.join(' ')).toEqual([code, expect.stringMatching(ONE_SENTENCE)]);
    }
    expect(await localAnswer(dataDir, 'mine')).toMatchObject({ blocks: 1 });
  });

  test('make blocks, also while production is paused', async () => {
    const { dataDir, url } = await started({ flags: ['--automine'] });
    const [account] = await accountsOf(dataDir);
    if (!account) throw new Error('there is no account');
    const signer = signerOf(account);
    expect(await localAnswer(dataDir, 'pause')).toMatchObject({ production: 'paused' });
    const { height } = await localAnswer(dataDir, 'status');
    expect((await post(url, 'transfer', signedTransfer(signer, bob.address, '1'))).status).toBe(200);
    expect(await localAnswer(dataDir, 'status')).toMatchObject({ height, pending: 1 });
    const from = Number(height) + 1;
    expect(await localAnswer(dataDir, 'mine', '3')).toMatchObject({
      blocks: 3,
      from_height: from,
      to_height: from + 2,
    });
    expect(await localAnswer(dataDir, 'status')).toMatchObject({ height: from + 2, pending: 0 });
    expect(await localAnswer(dataDir, 'resume')).toMatchObject({ production: 'producing' });
  });
});

describe('the clock', () => {
  test('goes forward and stays so, and requests dated by the machine are taken once', async () => {
    const node = await started({ flags: ['--automine'] });
    const { dataDir } = node;
    const [account] = await accountsOf(dataDir);
    if (!account) throw new Error('there is no account');
    const signer = signerOf(account);
    const send = async (url: string, transfer = signedTransfer(signer, bob.address, '1')) => {
      const watch = await ChainWatch.open(url);
      const { status, json } = await post(url, 'transfer', transfer);
      if (status === 200) await watch.included(transfer.txId);
      await watch.close();
      return status === 200 ? 'taken' : json?.code;
    };
    const before = signedTransfer(signer, bob.address, '1');
    expect(await send(node.url, before)).toBe('taken');
    const moved = await localAnswer(dataDir, 'time', '+3600');
    expect(Date.parse(String(moved.tip_time))).toBeGreaterThan(Date.now() + HOUR_MS - 60_000);
    expect(moved).toMatchObject({ ahead_seconds: 3_600 });
    // The replay guard has forgotten it by the time of the chain; by the machine's it would be let in.
    expect(await send(node.url, before)).toBe('nonce_used');
    expect(await send(node.url)).toBe('taken');
    expect((await post(node.url, 'messenger/conversations/list', signed(signer, {}))).status).toBe(200);
    const byChain = signedTransfer(signer, bob.address, '1', { timestamp: number(Date.now() + HOUR_MS) });
    expect(await send(node.url, byChain)).toBe('taken');
    const neither = signedTransfer(signer, bob.address, '1', { timestamp: number(Date.now() + HOUR_MS / 2) });
    expect(await send(node.url, neither)).toBe('timestamp_window');
    const back = await local(dataDir, 'time', 'set', new Date().toISOString());
    expect([back.code, back.err]).toEqual([1, expect.stringContaining('only goes forward')]);
    expect(await getJson(node.url, '/api/health')).toMatchObject({ status: 'ok' });
    await node.stop('SIGKILL');
    const again = await started({ dataDir, flags: ['--automine'] });
    expect(await localAnswer(dataDir, 'time')).toMatchObject({ ahead_seconds: 3_600 });
    expect(await send(again.url)).toBe('taken');
    const target = new Date(Date.now() + 48 * HOUR_MS).toISOString();
    const set = await localAnswer(dataDir, 'time', 'set', target);
    expect(Date.parse(String(set.tip_time))).toBeGreaterThanOrEqual(Date.parse(target));
    const { blocks } = await getJson(again.url, '/api/blocks?from_height=1');
    const times = (blocks as { readonly header: { readonly time: number } }[]).map(({ header }) => header.time);
    expect(times.length).toBeGreaterThan(5);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    await again.stop();
    const verified = await runProgram(['verify-db', '--data-dir', dataDir, '--verify-workers', '1']);
    expect(verified.code, verified.err + verified.out).toBe(0);
  });
});

describe('what is in use', () => {
  test('a port: found out before anything is made, with the option to choose', async () => {
    const node = await started();
    const dataDir = join(directory(), 'new');
    const ran = await runProgram(['run', '--local', '--data-dir', dataDir, '--api-port', String(node.port)]);
    expect([ran.code, ran.err]).toEqual([1, expect.stringMatching(ONE_SENTENCE)]);
    expect(ran.err).toContain('choose another --api-port');
    expect(() => statSync(dataDir)).toThrow('ENOENT');
    const same = await runProgram(['run', '--local', '--data-dir', node.dataDir, '--api-port', String(node.port)]);
    expect(same.err).toContain(`the node that runs on ${node.dataDir}`);
  });

  test('a data directory: with the address of its node', async () => {
    const node = await started();
    const ran = await runProgram(['run', '--local', '--data-dir', node.dataDir, '--api-port', '0']);
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(`in use by another node, at ${node.url};`)]);
  });
});
