/** Signals: the node ends in order while it accepts transfers and makes blocks, and its next start finds the same tip. */

import http from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { CLOSE_GRACE_MS } from '../../api/server/port.js';
import { checkCrashedChain, getJson } from '../crash/crashedChain.js';
import { readJournal } from '../crash/nodeDirectory.js';
import { addFrames, feed, nothingAnnounced, signTransfers, untilStanding } from '../crash/nodeLoad.js';
import { runProgram } from '../crash/runProgram.js';
import { ChainWatch } from '../support/chainWatch.js';
import { exchange } from '../support/httpClient.js';
import { type Exit, type LiveNode, type LiveNodeOptions, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { signingActor } from '../support/transactions.js';

const seed = testSeed();
const random = new SeededRandom(seed);
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const actors = ['fay', 'gil', 'hal'].map((name) => signingActor(`signals: ${name}`));
const QUIET = ['--heartbeat-ms', '3600000'];
const TRANSFERS = 60;
/** From the signal to the end of the process: what open connections are given, and less than so many starts of the same node take. */
const MOST_STARTS = 2;
const SLOW_MACHINE_MS = 240_000;
const GOOD_END: Exit = { code: 0, signal: null };

let node: LiveNode | undefined;
/** Milliseconds that the start of the node took. */
let starting = 0;

afterEach(async () => {
  await node?.remove();
  node = undefined;
});

async function start(options: LiveNodeOptions = {}): Promise<LiveNode> {
  const allocations = actors.map(({ address }) => ({ address, amount: '10000' }));
  const begun = performance.now();
  node = await startNode({ genesis: { allocations }, flags: QUIET, ...options });
  starting = performance.now() - begun;
  return node;
}

/** The process ends well, and soon. */
async function endsSoon(running: LiveNode, signal: NodeJS.Signals): Promise<void> {
  const begun = performance.now();
  expect(await running.stop(signal)).toEqual(GOOD_END);
  expect((performance.now() - begun - CLOSE_GRACE_MS) / starting).toBeLessThan(MOST_STARTS);
}

/** Asks the unsigned faucet many times at once. @returns how often each status was answered; 0: no answer. */
async function floodFaucet(url: string, keys: readonly string[], times: number): Promise<Map<number, number>> {
  const ask = async (recipientPublicKey: string): Promise<number> => {
    const body = JSON.stringify({ recipientPublicKey });
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    return fetch(`${url}/api/faucet`, request).then(
      ({ status }) => status,
      () => 0,
    );
  };
  const answers = await Promise.all(Array.from({ length: times }, (_, index) => ask(keys[index % keys.length] ?? '')));
  const counts = new Map<number, number>();
  for (const status of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

describe('a flood of unsigned faucet requests', { timeout: SLOW_MACHINE_MS }, () => {
  const FLOOD = 400;
  const faucetNode = (): Promise<LiveNode> =>
    start({ genesis: { faucet: true }, flags: [...QUIET, '--faucet-enabled'] });

  test('for one key costs one signature: one is paid, the others are told to wait', async () => {
    const running = await faucetNode();
    const [recipient] = actors;
    const counts = await floodFaucet(running.url, [recipient?.keyHex ?? ''], FLOOD);
    expect(Object.fromEntries(counts)).toEqual({ 200: 1, 429: FLOOD - 1 });
  });

  test('for many keys is bounded, and does not delay the end', async () => {
    const running = await faucetNode();
    const keys = Array.from({ length: FLOOD }, (_, index) => index.toString(16).padStart(3_904, '0'));
    const begun = floodFaucet(running.url, keys, FLOOD);
    await endsSoon(running, 'SIGTERM');
    const counts = await begun;
    expect([...counts.keys()].filter((status) => ![0, 200, 429, 503].includes(status))).toEqual([]);
  });
});

describe(`a node under load (seed ${seed})`, { timeout: SLOW_MACHINE_MS }, () => {
  test.each(random.cases(SIGNALS, 1))('ends in order on %s and keeps everything announced', async (signal) => {
    const running = await start();
    const transfers = signTransfers(actors, TRANSFERS, random);
    const watch = await ChainWatch.open(running.url);
    const feeding = feed(running.url, transfers);
    const wanted = random.between(1, TRANSFERS / 2);
    let heard = 0;
    await watch.first(({ type }) => type === 'new_transaction' && ++heard === wanted);
    await endsSoon(running, signal);
    await watch.closed();
    const answers = await feeding;
    expect(answers.length).toBeGreaterThan(wanted);
    for (const { answer } of answers) if (answer) expect([200, 503]).toContain(answer.status);
    const announced = nothingAnnounced();
    addFrames(announced, watch);
    const journal = await readJournal(running.dataDir);

    const again = await start({ dataDir: running.dataDir, mine: false });
    const chain = await checkCrashedChain(again);
    // An orderly end leaves nothing open in the journal, and reverts nothing that was announced.
    expect(chain.tip.hash).toBe(journal?.hash);
    expect(chain.tip.header.height).toBeGreaterThanOrEqual(Math.max(...announced.blocks.keys()));
    for (const [height, hash] of announced.blocks) expect(chain.blocks[height]?.hash).toBe(hash);
    for (const [id, height] of announced.transactions) expect(chain.placed.get(id)?.height).toBe(height);
    expect(announced.transactions.size).toBeGreaterThanOrEqual(wanted);
  });

  test('ends at once on a second signal', async () => {
    const running = await start();
    const watch = await ChainWatch.open(running.url);
    const feeding = feed(running.url, signTransfers(actors, TRANSFERS, random));
    await watch.first(({ type }) => type === 'new_transaction');
    process.kill(running.pid, 'SIGTERM');
    expect(await running.stop('SIGINT')).toEqual({ code: 130, signal: null });
    expect(running.logs()).toMatch(/a second signal stops at once/);
    await feeding;
    const again = await start({ dataDir: running.dataDir });
    await untilStanding(again.url);
    const { tip } = await checkCrashedChain(again);
    expect(tip.header.height).toBeGreaterThan(0);
  });
});

describe('clients that do not let go', { timeout: SLOW_MACHINE_MS }, () => {
  test('keep no node from ending: half a request, an idle connection, a listener, an answer nobody reads', async () => {
    const running = await start();
    await feed(running.url, signTransfers(actors, TRANSFERS, random));
    await untilStanding(running.url);
    const half = connect(running.port, '127.0.0.1');
    half.on('error', () => undefined);
    await new Promise<void>((resolve) => half.once('connect', resolve));
    half.write(
      'POST /api/v2/transfer HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{"pay',
    );
    const agent = new http.Agent({ keepAlive: true });
    onTestFinished(() => {
      half.destroy();
      agent.destroy();
    });
    await exchange(running.url, '/api/health', { agent });
    const watch = await ChainWatch.open(running.url);
    const deaf = connect(running.port, '127.0.0.1');
    deaf.on('error', () => undefined);
    await new Promise<void>((resolve) => deaf.once('connect', resolve));
    deaf.pause();
    deaf.write('GET /api/blocks?from_height=0&limit=1000 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50));
    onTestFinished(() => void deaf.destroy());
    await exchange(running.url, '/api/health', { agent });
    await endsSoon(running, 'SIGTERM');
    await watch.closed();
  });
});

describe('a node that only starts', { timeout: SLOW_MACHINE_MS }, () => {
  test.each(random.cases(SIGNALS, 1))('ends in order on %s', async (signal) => {
    const running = await start();
    await untilStanding(running.url);
    expect(await running.stop()).toEqual(GOOD_END);
    const journal = await readJournal(running.dataDir);
    const words = ['run', '--mine', '--data-dir', running.dataDir, '--api-port', '0', '--log-format', 'json', ...QUIET];
    // The chain is in memory, no port is open yet.
    const ran = await runProgram(words, (child, printed) => {
      if (!printed.includes('chain recovered')) return false;
      child.kill(signal);
      return true;
    });
    expect(ran).toMatchObject({ code: 0 });
    const again = await start({ dataDir: running.dataDir });
    expect(await getJson(again.url, `/api/block/${journal?.height}`)).toMatchObject({ block: { hash: journal?.hash } });
  });
});
