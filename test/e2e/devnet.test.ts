/** `rouged devnet` as its user sees it: what it prints, a transfer with the wallet that it made, nodes that die, the end, the next start,
 *  and every start that is refused. */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { loadKeyFile } from '../../ops/config/nodeKeys.js';
import { getJson } from '../crash/crashedChain.js';
import { temporaryDirectory } from '../crash/nodeDirectory.js';
import { ONE_SENTENCE, runProgram } from '../crash/runProgram.js';
import { ChainWatch } from '../support/chainWatch.js';
import { type LiveProgram, startLive } from '../support/liveNode.js';
import { actor } from '../support/transactions.js';

const SLOW_MACHINE_MS = 180_000;
const FAILED = 1;
const BAD_CONFIGURATION = 2;
/** So many crashes of one node are not a coincidence. */
const CRASHES = 5;
const GOOD_END = { code: 0, signal: null };

const bob = actor('devnet: bob');

/** Processes whose command line names a directory, except those that only wait for another one's end. */
function processesOf(directory: string): { readonly pid: number; readonly words: string }[] {
  const all = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).split('\n');
  return all.flatMap((line) => {
    const [, pid = '', words = ''] = /^ *(\d+) (.*)$/.exec(line) ?? [];
    return words.includes(`${directory}/`) ? [{ pid: Number(pid), words }] : [];
  });
}

function pidOf(dataDir: string, name: string): number {
  const found = processesOf(dataDir).filter(({ words }) => words.includes(`--data-dir ${join(dataDir, name)} `));
  if (found.length !== 1) throw new Error(`${found.length} processes run ${name}`);
  return found[0]?.pid ?? 0;
}

function publicKeyOf(dataDir: string, name: string): string {
  const keys = loadKeyFile(join(dataDir, name, 'node-keys.json'));
  if (isRefusal(keys)) throw new Error(keys.message);
  return toHex(keys.publicKey);
}

interface Net {
  readonly program: LiveProgram;
  readonly dataDir: string;
  /** By name. */
  readonly urls: Readonly<Record<string, string>>;
  readonly port: number;
  readonly leader: string;
  readonly wallet: string;
}

/** Starts it and waits until it says that it makes blocks. */
async function started(dataDir: string, ...words: readonly string[]): Promise<Net> {
  const program = startLive(['devnet', '--data-dir', dataDir, ...words]);
  onTestFinished(async () => void (await program.stop('SIGINT')));
  await program.printed(/The network makes blocks: .*Ctrl-C ends it/);
  const lines = [...program.logs().matchAll(/^ {2}((?:validator|follower)-\d+) +(http:\S+)(.*leader.*)?$/gm)];
  const [, wallet = ''] = /^ {2}wallet {7}(.+)$/m.exec(program.logs()) ?? [];
  const leaders = lines.filter(([, , , leads]) => leads !== undefined);
  expect(leaders).toHaveLength(1);
  const urls = Object.fromEntries(lines.map(([, name = '', url = '']) => [name, url]));
  const port = Number(new URL(urls['validator-1'] ?? '').port);
  return { program, dataDir, urls, port, leader: leaders[0]?.[1] ?? '', wallet };
}

const heightOf = async (url = ''): Promise<number> => Number((await getJson(url, '/api/stats')).height);

/** Sends from the printed wallet, and waits until a node shows it in a block. @param through name of the node that takes it.
 *  @param patient tries again as long as the node says so. */
async function pay({ urls, wallet }: Net, through: string, seenAt: string, patient = false): Promise<void> {
  const watch = await ChainWatch.open(urls[seenAt] ?? '');
  const to = ['--to', bob.address, '--amount', '3', '--json'];
  const send = () => runProgram(['wallet', 'transfer', '--file', wallet, '--url', urls[through] ?? '', ...to]);
  let sent = await send();
  while (patient && sent.err.includes('try again in a few seconds')) sent = await send();
  expect(sent.code, sent.err + sent.out).toBe(0);
  await watch.included(String((JSON.parse(sent.out) as Readonly<Record<string, unknown>>).tx_id));
  await watch.close();
}

async function refused(words: readonly string[], code: number, sentence: RegExp): Promise<void> {
  const ran = await runProgram(['devnet', ...words]);
  expect(ran.err, words.join(' ')).toMatch(ONE_SENTENCE);
  expect(ran.err, words.join(' ')).toMatch(sentence);
  expect([ran.code, ran.out], words.join(' ')).toEqual([code, '']);
}

test(
  'prints its nodes, its leader and a wallet that pays through a follower, ends without a rest, and goes on at its height',
  async () => {
    const dataDir = join(temporaryDirectory(), 'net');
    const net = await started(
      dataDir,
      '--validators',
      '3',
      '--followers',
      '1',
      '--api-port',
      '0',
      '--block-time-ms',
      '100',
    );
    expect(net.program.logs()).toContain('4 nodes are running, on a new chain');
    expect(Object.keys(net.urls)).toEqual(['validator-1', 'validator-2', 'validator-3', 'follower-1']);
    const leader = publicKeyOf(dataDir, net.leader);
    for (const url of Object.values(net.urls))
      expect(await getJson(url, '/api/stats')).toMatchObject({ designated_proposer_next: leader });
    await pay(net, 'follower-1', 'validator-2');
    expect(await getJson(net.urls['follower-1'] ?? '', `/api/balance/${bob.address}`)).toMatchObject({ balance: 3 });
    expect(processesOf(dataDir).length).toBeGreaterThanOrEqual(4);

    await refused(
      ['--data-dir', dataDir, '--api-port', '0'],
      FAILED,
      /the network in .* runs already, at http:\S+: stop that one first/,
    );
    await refused(['--data-dir', dataDir, '--api-port', String(net.port)], FAILED, /runs already, at http/);

    const height = await heightOf(net.urls[net.leader]);
    expect(await net.program.stop('SIGINT')).toEqual(GOOD_END);
    expect(processesOf(dataDir)).toEqual([]);

    const again = await started(dataDir, '--api-port', '0');
    const [, from] = /4 nodes are running, on their chain at height (\d+)/.exec(again.program.logs()) ?? [];
    expect(Number(from)).toBeGreaterThanOrEqual(height);
    expect(again.wallet).toBe(net.wallet);
    await pay(again, 'follower-1', 'validator-1');
    expect(await again.program.stop('SIGINT')).toEqual(GOOD_END);
    expect(processesOf(dataDir)).toEqual([]);
  },
  SLOW_MACHINE_MS,
);

test(
  'names a node that crashes and starts it again; one that is stopped stays down; all end with their parent',
  async () => {
    const dataDir = join(temporaryDirectory(), 'net');
    const net = await started(
      dataDir,
      '--validators',
      '3',
      '--followers',
      '1',
      '--api-port',
      '0',
      '--block-time-ms',
      '100',
    );
    const { program } = net;
    const crashed = net.leader;
    const before = pidOf(dataDir, crashed);
    process.kill(before, 'SIGKILL');
    await program.printed(new RegExp(`rouged: ${crashed} has ended \\(signal SIGKILL\\) and is started again`));
    await program.printed(new RegExp(`rouged: ${crashed} answers again`));
    expect(pidOf(dataDir, crashed)).not.toBe(before);
    await pay(net, 'follower-1', crashed, true);

    for (let time = 1; time <= CRASHES; time++) {
      process.kill(pidOf(dataDir, 'follower-1'), 'SIGKILL');
      if (time < CRASHES) await program.printed(new RegExp(`(?:follower-1 answers again[^]*){${time}}`));
    }
    await program.printed(/rouged: follower-1 has ended \(signal SIGKILL\) and stays down; the others go on/);
    process.kill(pidOf(dataDir, crashed), 'SIGTERM');
    await program.printed(
      new RegExp(`rouged: ${crashed} has ended .* stays down; blocks wait for it, because it is the leader`),
    );

    // Nobody tells the nodes: they notice that their parent is gone.
    const left = processesOf(dataDir)
      .filter(({ words }) => words.includes('--node-name'))
      .map(({ pid }) => pid);
    expect(left).toHaveLength(2);
    await program.stop('SIGKILL');
    for (const pid of left)
      await expect
        .poll(() => existsSync(`/proc/${pid}`) || processesOf(dataDir).some((one) => one.pid === pid), {
          timeout: 30_000,
        })
        .toBe(false);
    const again = await started(dataDir, '--api-port', '0');
    expect(again.program.logs()).toContain('4 nodes are running, on their chain');
    expect(await again.program.stop('SIGINT')).toEqual(GOOD_END);
  },
  SLOW_MACHINE_MS,
);

test('ends when no node can start, with the reason of each', async () => {
  const dataDir = join(temporaryDirectory(), 'net');
  const net = await started(dataDir, '--validators', '1', '--api-port', '0');
  expect(net.program.logs()).toContain('1 node is running');
  expect(await net.program.stop('SIGTERM')).toEqual(GOOD_END);
  const genesis = join(dataDir, 'genesis.json');
  const document = JSON.parse(readFileSync(genesis, 'utf8')) as Readonly<Record<string, unknown>>;
  writeFileSync(genesis, JSON.stringify({ ...document, genesis_time: 1 }));
  const ran = await runProgram(['devnet', '--data-dir', dataDir, '--api-port', '0']);
  expect([ran.code, ran.out]).toEqual([FAILED, '']);
  expect(ran.err).toMatch(/validator-1 .*was started with another genesis file/);
  expect(ran.err).toMatch(/rouged: validator-1 has ended \(exit code 1\) and stays down; none is left\n$/);
});

test('is refused in one sentence, and makes nothing', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const directory = temporaryDirectory();
  const dataDir = join(directory, 'net');
  const at = ['--data-dir', dataDir];
  const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
    [['--validators', '0'], BAD_CONFIGURATION, /--validators must be a whole number from 1 to 64/],
    [['--validators', '-1'], BAD_CONFIGURATION, /--validators/],
    [['--validators=-1'], BAD_CONFIGURATION, /--validators must be a whole number from 1 to 64/],
    [['--validators', '65'], BAD_CONFIGURATION, /from 1 to 64/],
    [['--validators', '1.5'], BAD_CONFIGURATION, /whole number/],
    [['--validators', 'four'], BAD_CONFIGURATION, /whole number/],
    [['--validators'], BAD_CONFIGURATION, /--validators/],
    [['--followers=-2'], BAD_CONFIGURATION, /--followers must be a whole number from 0 to 64/],
    [['--api-port=-1'], BAD_CONFIGURATION, /--api-port must be a whole number from 0 to 65535/],
    [['--api-port', '65535'], BAD_CONFIGURATION, /leaves no room for 4 ports/],
    [['--block-time-ms', '0'], BAD_CONFIGURATION, /--block-time-ms/],
    [['--stakes=-5'], BAD_CONFIGURATION, /--stakes must be amounts/],
    [['--stakes', '0,0'], BAD_CONFIGURATION, /stake must be above zero/],
    [['--stakes', '1,2', '--validators', '3'], BAD_CONFIGURATION, /one stake for each of the 3 validators, not 2/],
    [['--validator', '3'], BAD_CONFIGURATION, /--validator.*--validators/],
    [['4'], BAD_CONFIGURATION, /4/],
    [['--api-port', String(port), '--validators', '1'], FAILED, /port \d+ is in use.*choose another --api-port/],
  ];
  for (const [words, code, sentence] of cases) await refused([...at, ...words], code, sentence);
  expect(cases).toHaveLength(17);
  expect(readdirSync(directory)).toEqual([]);
});
