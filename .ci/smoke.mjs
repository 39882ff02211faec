/** The README's first page, walked as a newcomer walks it: `npm start`, the command that it prints, the examples, Ctrl-C; then
 *  the same network again, stopped by either signal.
 *
 *  In: a built tree. Out: one line a step, and exit code 1 with the node's own output when a step fails. It ends whatever
 *  it has started, and leaves nothing behind. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const START_MS = 60_000;
const DEMO_MS = 120_000;
const EXAMPLE_MS = 120_000;
/** A signal drains, flushes and ends the node within this time. */
const STOP_MS = 2_000;

/** Starts a command in a process group of its own, as a shell does, and collects what it says. */
function start(command, words, environment = {}) {
  const child = spawn(command, words, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const started = { name: [command, ...words].join(' '), pid: child.pid, said: '', end: undefined };
  child.stdout.on('data', (chunk) => (started.said += chunk));
  child.stderr.on('data', (chunk) => (started.said += chunk));
  child.on('error', (error) => (started.end = { code: error.message }));
  child.on('exit', (code, signal) => (started.end = { code, signal }));
  return started;
}

/** Signals the whole group. @returns whether there was any process left in it. */
function signalGroup({ pid }, signal) {
  if (pid === undefined) return false;
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Asks every 50 ms until the answer is something. @throws when `milliseconds` have passed. */
async function until(milliseconds, what, ask) {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${milliseconds} ms`);
    await delay(50);
  }
}

/** Waits for a node's health. @returns its URL and the height of its chain. */
async function healthOf(node, least) {
  const url = await until(START_MS, `${node.name} prints its URL`, () => {
    if (node.end) throw new Error(`${node.name} ended (${JSON.stringify(node.end)}) before it was ready`);
    return /^\s*API\s+(http:\S+)$/m.exec(node.said)?.[1];
  });
  const height = await until(START_MS, `${url}/api/health is ok from height ${least} on`, async () => {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) });
    const health = await answer.json();
    return answer.status === 200 && health.status === 'ok' && health.height >= least && health.height;
  });
  return { url, height };
}

/** Signals the node and waits until its whole group is gone. @returns milliseconds. */
async function stop(node, signal) {
  const begin = performance.now();
  signalGroup(node, signal);
  await until(STOP_MS, `${node.name} stops at ${signal}`, () => node.end && !signalGroup(node, 0));
  return Math.round(performance.now() - begin);
}

/** Runs every example against the node. What they do on the chain is looked at by a test; here they have to work on this Node. */
async function examples(running, url) {
  const names = readdirSync('ops/examples').filter((name) => name.endsWith('.mjs') && name !== 'setup.mjs');
  if (names.length === 0) throw new Error('there are no examples');
  for (const name of names) {
    const example = start(process.execPath, [join('ops/examples', name), url]);
    running.push(example);
    const end = await until(EXAMPLE_MS, example.name, () => example.end);
    if (end.code !== 0) throw new Error(`${example.name}: ended with ${JSON.stringify(end)}`);
  }
  console.log(`${names.length} examples: done`);
}

async function firstPage(running, directory) {
  const node = start('npm', ['start', '--', '--api-port', '0', '--data-dir', join(directory, 'data')]);
  running.push(node);
  const { url } = await healthOf(node, 0);
  console.log(`npm start: ${url} is healthy`);

  const command = /^\s+(\S.* wallet demo\b.*)$/m.exec(node.said)?.[1];
  if (command === undefined) throw new Error('npm start prints no command for a first transfer');
  const demo = start('sh', ['-c', command], { ROUGED_WALLET: join(directory, 'wallet.json') });
  running.push(demo);
  const end = await until(DEMO_MS, command, () => demo.end);
  if (end.code !== 0) throw new Error(`${command}: ended with ${JSON.stringify(end)}`);
  if (!/^transfer /m.test(demo.said) || !/^balance .* 1 XRGE$/m.test(demo.said))
    throw new Error(`${command}: sent no transfer of 1 XRGE`);
  console.log(`${command}: the transfer arrived`);

  await examples(running, url);

  const { height } = await healthOf(node, 1);
  // npm answers with its shell's end, which is not the node's everywhere: the exit code is looked at below.
  console.log(`Ctrl-C: stopped in ${await stop(node, 'SIGINT')} ms at height ${height} or later`);
  return height;
}

async function again(running, directory, signal, least) {
  const words = ['dist/ops/cli/main.js', 'run', '--local', '--api-port', '0', '--data-dir', join(directory, 'data')];
  const node = start(process.execPath, words);
  running.push(node);
  const { height } = await healthOf(node, least);
  const took = await stop(node, signal);
  if (node.end.code !== 0)
    throw new Error(`${signal}: the node ended with ${JSON.stringify(node.end)}, not with code 0`);
  console.log(`started again: goes on at height ${height}; ${signal}: code 0 in ${took} ms`);
  return height;
}

const directory = mkdtempSync(join(tmpdir(), 'rouged-smoke-'));
const running = [];
try {
  let height = await firstPage(running, directory);
  for (const signal of ['SIGINT', 'SIGTERM']) height = await again(running, directory, signal, height);
} catch (error) {
  console.error(`smoke test failed: ${error.message}`);
  for (const { name, said } of running) console.error(`--- ${name}\n${said}`);
  process.exitCode = 1;
} finally {
  for (const started of running) signalGroup(started, 'SIGKILL');
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
}
