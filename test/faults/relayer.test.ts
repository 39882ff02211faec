/** The relayer between a real EVM chain, an Esplora server and the routes of a node: what is deposited is claimed once, whatever of them fails, lies, lags,
 *  is reorganised or is killed. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe as describeAlways,
  expect,
  onTestFinished,
  test,
} from 'vitest';
import { isRefusal } from '../../engine/base/refusal.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import { readState } from '../../ops/relayer/stateFile.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import { BridgeNode, type BridgeRequest, SECRET } from '../support/bridgeNode.js';
import { DepositScene } from '../support/depositScene.js';
import { EsploraServer } from '../support/esploraServer.js';
import { ANVIL, type Json, type JsonMembers, type Lie, startProvider } from '../support/evm/anvil.js';
import { ETHER, EvmScene, XRGE_WEI } from '../support/evm/scene.js';
import { readExposition } from '../support/exposition.js';
import { lintMetric } from '../support/promlint.js';
import { type RelayerRun, startRelayer } from '../support/relayerRun.js';
import { temporaryDirectory } from '../unit/ops/temporary.js';

const RECIPIENT = addressOfKey(new Uint8Array(1_952).fill(7));

/** Elsewhere than in CI the variable may name none. */
const describe = describeAlways.skipIf(ANVIL === undefined && process.env.CI !== 'true');

let scene: EvmScene;
let node: BridgeNode;
let running: RelayerRun[] = [];

beforeAll(async () => {
  if (ANVIL === undefined && process.env.CI !== 'true') return;
  scene = await EvmScene.start();
});
afterAll(() => scene?.stop());
beforeEach(async () => {
  scene?.beHonest();
  node = await BridgeNode.start();
});
afterEach(async () => {
  await Promise.all(running.map((run) => run.stop()));
  running = [];
  await node.stop();
});

/** Switches on what the contracts of the scene offer. */
function enableEvm(): void {
  node.config = { ...node.config, enabled: true, custodyAddress: scene.custody, chainId: 8453 };
  node.xrge = { enabled: true, vaultAddress: scene.contracts.vault, tokenAddress: scene.contracts.xrge, chainId: 8453 };
}

const height = async (): Promise<number> => Number(await scene.chain.rpc('eth_blockNumber'));

/** Flags of a relayer that scans from the next block on. @param providers how many of the scene. */
const evmFlags = async (providers = 1): Promise<Record<string, string>> => ({
  'evm-rpc': scene.providers
    .slice(0, providers)
    .map(({ url }) => url)
    .join(','),
  'bridge-contract': scene.contracts.bridge,
  'from-block': String((await height()) + 1),
});

function start(
  flags: Readonly<Record<string, string>>,
  options: Partial<Parameters<typeof startRelayer>[0]> = {},
): RelayerRun {
  const run = startRelayer({ node: node.url, directory: temporaryDirectory(), flags, ...options });
  running.push(run);
  return run;
}

const depositEth = (value = ETHER): Promise<string> =>
  scene.send({ to: scene.contracts.bridge, value, call: ['depositETH', RECIPIENT] });

/** A deposit of each kind. @returns the keys of their claims. */
async function depositAll(): Promise<readonly string[]> {
  const { bridge, usdc, vault } = scene.contracts;
  const eth = await depositEth();
  const coins = await scene.send({ to: bridge, call: ['depositERC20', usdc, 9n, RECIPIENT] });
  const moved = await scene.send({ to: vault, call: ['deposit', XRGE_WEI, RECIPIENT] });
  return [eth, coins, `xrge:${moved}`];
}

const waiting = ({ relayer }: RelayerRun): number =>
  Object.values(relayer.reading.waiting).reduce((sum, count) => sum + count, 0);

const allMinted = (keys: readonly string[]) => (): boolean => keys.every((key) => node.minted.has(key));

/** Every claim of the node was minted once, and they are exactly these. */
const expectMinted = (keys: readonly string[]): void =>
  expect([...node.minted].sort()).toEqual(keys.map((key) => [key, 1] as const).sort());

describe('deposits', () => {
  test('of ETH, USDC and XRGE are claimed when they are deep enough, with the secret and the recipient of the event', async () => {
    enableEvm();
    const flags = await evmFlags();
    const keys = await depositAll();
    await scene.mine(5);
    const run = start(flags);
    // The first is one block too shallow, those after it more.
    await node.until(
      () => run.relayer.reading.lanes.length === 2 && run.relayer.reading.lanes.every(({ head }) => head !== undefined),
    );
    const before = run.relayer.reading.lanes.map(({ scanned }) => scanned);
    expect(Math.max(...before.map((one) => one ?? 0))).toBeLessThan((await height()) - 5);
    await scene.mine(2);
    await node.until(allMinted(keys));
    await node.until(() => waiting(run) === 0);
    expectMinted(keys);
    const [eth = '', coins = '', moved = ''] = keys;
    const claim = (hash: string, token: string): BridgeRequest => ({
      ...{ method: 'POST', path: '/bridge/deposit/auto-claim', secret: SECRET },
      body: { evmTxHash: hash.replace('xrge:', ''), recipientRougechainPubkey: RECIPIENT, token },
    });
    expect(node.claims).toEqual(
      expect.arrayContaining([claim(eth, 'ETH'), claim(coins, 'USDC'), claim(moved, 'XRGE')]),
    );
    expect(node.claims.length).toBe(3);
    expect(await run.stop()).toBeUndefined();
    expect(readState(run.statePath)).toMatchObject({ claims: [] });
  });

  test('that are claimed already are done, and are not asked for again by the next provider', async () => {
    enableEvm();
    const flags = await evmFlags(3);
    const keys = await depositAll();
    for (const key of keys) node.minted.set(key, 1);
    await scene.mine(8);
    const run = start(flags);
    await node.until(() => run.relayer.reading.posts.claimed === 3 && waiting(run) === 0);
    const top = await height();
    await node.until(() => run.relayer.reading.lanes.every(({ scanned }) => scanned === top - 6));
    expect(run.relayer.reading.lanes.length).toBe(6);
    expect(node.claims.length).toBe(3);
    expectMinted(keys);
  });

  test('an address of nobody is named in the log, and is not asked for', async () => {
    enableEvm();
    const flags = await evmFlags();
    const hash = await scene.send({ to: scene.contracts.bridge, value: ETHER, call: ['depositETH', 'nobody'] });
    const good = await depositEth();
    await scene.mine(8);
    const run = start(flags);
    await node.until(allMinted([good]));
    expect(run.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ hash, source: 'bridge' }) }),
    );
    expect(node.claims.length).toBe(1);
  });

  test('two in one transaction are one claim, and what the node refuses for good is not asked for again', async () => {
    enableEvm();
    const flags = await evmFlags();
    await scene.send({ to: scene.contracts.bridge, value: ETHER, call: ['depositETHTwice', RECIPIENT] });
    await scene.mine(8);
    const reason =
      'No verifiable RougeBridge deposit: 2 supported RougeBridge deposit events in one transaction — ambiguous, refusing to credit any of them';
    node.instead = ({ path }) =>
      path === '/bridge/deposit/auto-claim' ? [200, { success: false, error: reason }] : undefined;
    const run = start(flags);
    await node.until(() => run.relayer.reading.posts.refused === 1);
    await scene.mine(30);
    const top = await height();
    await node.until(() => run.relayer.reading.lanes.every(({ scanned }) => scanned === top - 6));
    expect(node.claims.length).toBe(1);
    expect(run.lines.find(({ message }) => /refuses a deposit for good/.test(message))?.fields).toMatchObject({
      reason,
    });
  });
});

describe('providers', () => {
  /** Answers of a method, changed. */
  const answering =
    (method: string, change: (result: Json, params: readonly Json[]) => ReturnType<Lie>): Lie =>
    (called, result, params) =>
      called === method ? change(result, params) : result;

  const failing: Lie = () => (response) => void response.writeHead(500).end();

  test.each<readonly [string, Lie]>([
    ['fails', failing],
    ['hides logs', answering('eth_getLogs', () => [])],
    ['serves garbage', () => (response) => void response.end('<html>')],
    ['is far behind', answering('eth_blockNumber', () => '0x1')],
    ['has no blocks', answering('eth_getBlockByNumber', () => null)],
    [
      'changes its blocks all the time',
      answering('eth_getBlockByNumber', (block) => ({
        ...(block as JsonMembers),
        hash: `0x${Math.floor(Math.random() * 2 ** 32)
          .toString(16)
          .padStart(64, '0')}`,
      })),
    ],
    [
      'answers other logs',
      answering('eth_getLogs', (logs) =>
        (logs as JsonMembers[]).map((log) => ({ ...log, address: scene.contracts.fake })),
      ),
    ],
  ])('one that %s does not keep another from finding the deposit', async (_, lie) => {
    enableEvm();
    const flags = await evmFlags(2);
    const [first] = scene.providers;
    if (first) first.lie = lie;
    const keys = await depositAll();
    await scene.mine(8);
    const run = start(flags);
    await node.until(allMinted(keys));
    await node.until(() => waiting(run) === 0);
    expectMinted(keys);
  });

  test('one that comes back goes on where it was', async () => {
    enableEvm();
    const flags = await evmFlags();
    const [provider] = scene.providers;
    const run = start(flags);
    const top = await height();
    await node.until(
      () => run.relayer.reading.lanes.length === 2 && run.relayer.reading.lanes.every(({ head }) => head === top),
    );
    if (provider) provider.lie = failing;
    const keys = await depositAll();
    await scene.mine(8);
    await node.until(() => run.relayer.reading.lanes.every(({ failures }) => failures > 2));
    expect(run.messages().filter((message) => message.startsWith('a provider does not answer')).length).toBe(2);
    if (provider) provider.lie = (_, result) => result;
    await node.until(allMinted(keys));
    expect(run.messages()).toContain('a provider answers again');
  });

  test('one that refuses ranges gets smaller ones, and none is left out', async () => {
    enableEvm();
    const flags = await evmFlags();
    const [provider] = scene.providers;
    const widths: number[] = [];
    if (provider)
      provider.lie = answering('eth_getLogs', (logs, [filter]) => {
        const { fromBlock, toBlock } = filter as JsonMembers;
        const width = Number(toBlock) - Number(fromBlock) + 1;
        widths.push(width);
        return width <= 10 ? logs : (response) => void response.writeHead(400).end('too many blocks');
      });
    const keys: string[] = [];
    for (let count = 0; count < 12; count++) {
      keys.push(await depositEth());
      await scene.mine(9);
    }
    const run = start(flags);
    await node.until(allMinted(keys));
    await node.until(() => waiting(run) === 0);
    expectMinted(keys);
    expect(Math.max(...widths)).toBeGreaterThan(100);
    expect(run.relayer.reading.lanes[0]?.narrowed).toBeGreaterThan(3);
    expect(run.relayer.reading.lanes[0]?.failures).toBe(0);
  });

  test('one that invents deposits fills its own share: the node refuses them, and honest ones are minted', async () => {
    enableEvm();
    const flags = await evmFlags(2);
    const [first] = scene.providers;
    let invented = 0;
    if (first)
      first.lie = answering('eth_getLogs', (logs) =>
        (logs as JsonMembers[]).flatMap((log) =>
          Array.from({ length: 300 }, () => ({
            ...log,
            transactionHash: `0x${(++invented).toString(16).padStart(64, '0')}`,
          })),
        ),
      );
    const key = await depositEth();
    await scene.mine(8);
    node.instead = ({ path, body }) =>
      path === '/bridge/deposit/auto-claim' && body.evmTxHash !== key
        ? [200, { success: false, error: 'No verifiable RougeBridge deposit: transaction not found or not yet mined' }]
        : undefined;
    const run = start(flags, { times: { claims: { firstWaitMs: 1_000, mostWaitMs: 60_000 } } });
    await node.until(allMinted([key]));
    await node.until(() => run.relayer.reading.posts.later > 300);
    expectMinted([key]);
    expect(waiting(run)).toBeLessThan(2_000);
    expect(run.lines.filter(({ message }) => message === 'deposits are found').length).toBeGreaterThan(1);
  });

  test('a reorganisation below what was scanned: what went is given up, what came is claimed', async () => {
    enableEvm();
    const flags = { ...(await evmFlags()), confirmations: '1' };
    await scene.mine(3);
    node.instead = ({ path }) =>
      path === '/bridge/deposit/auto-claim' && node.minted.size === 0
        ? [200, { success: false, error: 'No verifiable RougeBridge deposit: transaction not found or not yet mined' }]
        : undefined;
    const gone = await depositEth();
    await scene.mine(3);
    const run = start(flags);
    await node.until(() => run.relayer.reading.posts.later > 0);
    await scene.chain.rpc('anvil_reorg', [5, []]);
    const come = await depositEth(2n * ETHER);
    await scene.mine(4);
    await node.until(() => run.relayer.reading.lanes.every(({ reorganisations }) => reorganisations === 1));
    await node.until(() => node.claims.some(({ body }) => body.evmTxHash === come));
    node.instead = () => undefined;
    await node.until(allMinted([come]));
    await node.until(() => waiting(run) === 0);
    expectMinted([come]);
    expect(gone).not.toBe(come);
    const [line] = run.lines.filter(
      ({ message, fields }) => /was reorganised/.test(message) && fields.source === 'bridge',
    );
    expect(line).toMatchObject({ level: 'warn', fields: { forgotten: 1 } });
  });
});

describe('the node', () => {
  test('with a disabled bridge: nothing is asked or claimed, it is said once, and goes on when it is enabled', async () => {
    let asked = 0;
    const provider = await startProvider(scene.chain, 4);
    onTestFinished(() => provider.stop());
    provider.lie = (_, result) => {
      asked++;
      return result;
    };
    const flags = { ...(await evmFlags()), 'evm-rpc': provider.url };
    const keys = await depositAll();
    await scene.mine(8);
    const run = start(flags);
    await node.until(() => node.requests.length > 12);
    expect([asked, node.claims.length]).toEqual([0, 0]);
    expect(run.messages().filter((message) => /^the bridge of the node is disabled/.test(message)).length).toBe(1);
    enableEvm();
    await node.until(allMinted(keys));
    node.config = { ...node.config, enabled: false };
    node.xrge = { ...node.xrge, enabled: false };
    await node.until(() => run.messages().filter((message) => /is disabled/.test(message)).length === 2);
    expectMinted(keys);
  });

  test('with one part of it off: the other part goes on, and claims of the first wait', async () => {
    enableEvm();
    node.xrge = { ...node.xrge, enabled: false };
    const flags = await evmFlags();
    const [eth = '', coins = '', moved = ''] = await depositAll();
    await scene.mine(8);
    start(flags);
    await node.until(allMinted([eth, coins]));
    expectMinted([eth, coins]);
    enableEvm();
    await node.until(allMinted([moved]));
  });

  test.each<readonly [string, (request: BridgeRequest) => ReturnType<BridgeNode['instead']>]>([
    ['busy', () => [503, { success: false, error: 'try again', code: 'busy' }]],
    ['limiting', () => [429, {}]],
    ['an error page', () => [502, {}]],
    ['failing', () => [500, { success: false, error: 'internal error', code: 'internal' }]],
    ['waiting for depth', () => [200, { success: false, error: 'Need 6 confirmations (tx block 1, latest 2)' }]],
  ])('that is %s for a while is asked again, later and later', async (_, answer) => {
    enableEvm();
    const flags = await evmFlags();
    const keys = await depositAll();
    await scene.mine(8);
    node.instead = (request) => (/claim/.test(request.path) && node.claims.length < 12 ? answer(request) : undefined);
    const run = start(flags);
    await node.until(allMinted(keys));
    await node.until(() => waiting(run) === 0);
    expectMinted(keys);
    expect(node.claims.length).toBeGreaterThanOrEqual(14);
  });

  test('that is not there at first, and again later, is waited for', async () => {
    enableEvm();
    const flags = await evmFlags();
    const keys = await depositAll();
    await scene.mine(8);
    let isDown = true;
    node.instead = () => (isDown ? [502, {}] : undefined);
    const run = start(flags);
    await node.until(() => node.requests.length > 4);
    expect(run.lines.filter(({ level }) => level === 'error').length).toBe(1);
    isDown = false;
    await node.until(allMinted(keys));
    expect(run.relayer.reading.isNodeReachable).toBe(true);
  });

  test('that does not know the secret keeps its claims, and a new secret in the file needs no restart', async () => {
    enableEvm();
    const flags = await evmFlags();
    const keys = await depositAll();
    await scene.mine(8);
    let secret = 'the-secret-of-yesterday';
    const run = start(flags, { secret: () => secret });
    await node.until(() => run.relayer.reading.posts.unauthorized > 3);
    expect([node.minted.size, waiting(run)]).toEqual([0, 3]);
    expect(run.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { fields: { reason: 'unauthorized: only the node operator can perform this action' } },
    ]);
    expect(JSON.stringify(run.lines)).not.toContain(secret);
    secret = SECRET;
    await node.until(allMinted(keys));
    await node.until(() => run.messages().includes('the node takes claims again'));
  });

  test.each<readonly [string, Record<string, string>, RegExp]>([
    ['vault', { vault: `0x${'ee'.repeat(20)}` }, /^--vault is 0x(?:ee)+, but the vault of the node is 0x/],
    ['chain id', { 'evm-chain-id': '84532' }, /^--evm-chain-id is 84532, but the chain id of the node is 8453/],
  ])('that contradicts the options ends the relayer: %s', async (_, flags, sentence) => {
    enableEvm();
    const run = start({ ...(await evmFlags()), ...flags });
    const fault = await run.ended;
    expect(fault?.message).toMatch(sentence);
    expect(fault?.code).toBe('malformed_parameter');
    expect(node.claims.length).toBe(0);
  });

  test('and a provider of another chain end the relayer at the start; later it is the failure of the provider', async () => {
    enableEvm();
    const flags = await evmFlags();
    const other: Lie = (method, result) => (method === 'eth_chainId' ? '0x1' : result);
    const [provider] = scene.providers;
    if (provider) provider.lie = other;
    const fault = await start(flags).ended;
    expect(fault?.message).toMatch(
      /^--evm-rpc: 127\.0\.0\.1:\d+ serves chain 1, and the bridge of the node is on chain 8453$/,
    );
    scene.beHonest();
    const run = start(flags);
    await node.until(
      () => run.relayer.reading.lanes.length === 2 && run.relayer.reading.lanes.every(({ head }) => head !== undefined),
    );
    if (provider) provider.lie = other;
    await node.until(() => run.relayer.reading.lanes.every(({ failures }) => failures > 1));
    expect(await run.stop()).toBeUndefined();
  });
});

describe('Bitcoin', () => {
  test('deposits to custody are found by either server, deep enough, through pages of dust', async () => {
    const btc = new DepositScene();
    const { chain } = btc;
    chain.mineMany(40);
    const servers = [await EsploraServer.start(chain), await EsploraServer.start(chain)] as const;
    try {
      const from = chain.tip.height + 1;
      const deposits = Array.from({ length: 30 }, (_, at) => btc.deposit(10_000n + BigInt(at), at + 1));
      for (const one of deposits.slice(0, 29)) chain.mine([one]);
      servers[0].lie = 'HTTP 500';
      node.config = { ...node.config, btcCustodyAddress: btc.custody.address, btcNetwork: 'regtest' };
      const run = start({ esplora: servers.map(({ base }) => base).join(','), 'btc-from-block': String(from) });
      const keys = deposits.map(({ id }) => `btc:${id}`);
      await node.until(allMinted(keys.slice(0, 28)));
      expectMinted(keys.slice(0, 28));
      servers[0].lie = undefined;
      chain.mine(deposits.slice(29));
      chain.mine();
      await node.until(allMinted(keys));
      await node.until(() => run.relayer.reading.lanes.every(({ scanned }) => scanned === chain.tip.height - 1));
      expectMinted(keys);
      expect(node.claims.every(({ path, secret }) => path === '/bridge/btc/claim' && secret === undefined)).toBe(true);
      expect(node.claims.length).toBe(30);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  });
});

describe('the program', () => {
  interface Ended {
    readonly code: number | null;
    readonly err: string;
  }

  interface Program {
    readonly kill: (signal: NodeJS.Signals) => void;
    readonly ended: Promise<Ended>;
    readonly printed: () => string;
  }

  function program(words: readonly string[], secret = SECRET): Program {
    const directory = temporaryDirectory();
    const secretFile = join(directory, 'secret');
    writeFileSync(secretFile, `${secret}\n`, { mode: 0o600 });
    const script = fileURLToPath(builtFile('ops/cli/main.js'));
    const all = ['relayer', '--node', node.url, '--relayer-secret-file', secretFile, '--poll-seconds', '1', ...words];
    const child = spawn(process.execPath, [script, ...all], { stdio: ['ignore', 'ignore', 'pipe'] });
    let err = '';
    child.stderr.on('data', (piece: Buffer) => {
      err += piece.toString();
    });
    const killAtExit = (): void => void child.kill('SIGKILL');
    process.once('exit', killAtExit);
    const ended = once(child, 'close').then(([code]) => {
      process.off('exit', killAtExit);
      return { code: code as number | null, err };
    });
    return { kill: (signal) => void child.kill(signal), ended, printed: () => err };
  }

  const flagWords = (flags: Readonly<Record<string, string>>): readonly string[] =>
    Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);

  /** Moments at which it is killed: each numbered effect of the relayer is behind some of them. */
  const MOMENTS: readonly (readonly [string, (kill: () => void) => void])[] = [
    ['while it asks for the bridge', (kill) => atRequest('/bridge/xrge/config', kill)],
    ['before logs are answered', (kill) => atCall('eth_getLogs', 1, kill)],
    ['before the last block of a range is read again', (kill) => atCall('eth_getBlockByNumber', 2, kill)],
    ['while a claim is on its way', (kill) => atRequest('/bridge/deposit/auto-claim', kill, true)],
    [
      'when a claim is minted and not answered',
      (kill) => {
        node.onMinted = kill;
      },
    ],
    [
      'when a claim is answered',
      (kill) => {
        node.onAnswered = ({ path }) => path === '/bridge/deposit/auto-claim' && kill();
      },
    ],
    [
      'when the second claim is answered',
      (kill) => {
        node.onAnswered = () => node.minted.size === 2 && kill();
      },
    ],
  ];

  function atRequest(path: string, kill: () => void, isLost = false): void {
    node.instead = (request) => {
      if (request.path !== path) return undefined;
      kill();
      return isLost ? 'silence' : undefined;
    };
  }

  function atCall(method: string, number: number, kill: () => void): void {
    let calls = 0;
    for (const provider of scene.providers)
      provider.lie = (called, result) => {
        if (called === method && ++calls === number) kill();
        return result;
      };
  }

  test.each(MOMENTS)('killed %s, and started again, has each deposit claimed once', async (_, arrange) => {
    enableEvm();
    const state = join(temporaryDirectory(), 'state');
    const words = [...flagWords(await evmFlags()), '--state', state];
    const keys = await depositAll();
    await scene.mine(8);
    const first = program(words);
    let isKilled = false;
    arrange(() => {
      if (isKilled) return;
      isKilled = true;
      first.kill('SIGKILL');
    });
    expect((await first.ended).code, first.printed()).toBeNull();
    expect(isKilled).toBe(true);
    node.instead = () => undefined;
    [node.onMinted, node.onAnswered] = [() => {}, () => {}];
    scene.beHonest();
    const second = program(words);
    await node.until(allMinted(keys));
    second.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ code: 0 });
    expectMinted(keys);
    // One that was minted when the signal came may not be written as done: the next run asks and hears that it is.
    const asked = node.requests.length;
    const third = program(words);
    await node.until(() => {
      const now = readState(state);
      return node.requests.length > asked && now !== undefined && !isRefusal(now) && now.claims.length === 0;
    });
    third.kill('SIGTERM');
    expect((await third.ended).code).toBe(0);
    expectMinted(keys);
  });

  test('serves metrics that can be read, names no secret, and ends on SIGTERM with what it knows on disk', async () => {
    enableEvm();
    const state = join(temporaryDirectory(), 'state');
    const keys = await depositAll();
    await scene.mine(8);
    const from = { ...(await evmFlags()), 'from-block': '0' };
    const run = program([...flagWords(from), '--state', state, '--metrics-port', '0', '--log-format', 'json']);
    await node.until(allMinted(keys));
    const port = /"port":(\d+),"msg":"metrics are served"/.exec(run.printed())?.[1];
    const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const metrics = readExposition(page);
    expect(metrics.size).toBe(13);
    for (const [name, metric] of metrics) expect(lintMetric(name, metric), name).toEqual([]);
    const minted = metrics.get('rouged_relayer_claims_total')?.samples.find(({ labels }) => labels.result === 'minted');
    expect(minted?.value).toBeGreaterThanOrEqual(2);
    expect(metrics.get('rouged_relayer_scanned_block')?.samples.length).toBe(2);
    run.kill('SIGTERM');
    const { code, err } = await run.ended;
    expect(code).toBe(0);
    expect(err).toContain('"signal":"SIGTERM","msg":"stopping; a second signal stops at once"');
    expect(err).not.toContain(SECRET);
    for (const line of err.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
    expect(readFileSync(state, 'utf8')).toMatch(/^rouged-relayer-1 [0-9a-f]{64}\n/);
  });

  test('that cannot start says why in a sentence, with exit code 2 for its options and 1 otherwise', async () => {
    enableEvm();
    const directory = temporaryDirectory();
    const state = join(directory, 'state');
    const words = [...flagWords(await evmFlags()), '--state', state];
    const failed = async (more: readonly string[], secret?: string): Promise<readonly [number | null, string]> => {
      const { code, err } = await program([...words, ...more], secret).ended;
      return [code, err.trimEnd().split('\n').at(-1) ?? ''];
    };
    expect(await failed(['--vault', `0x${'ee'.repeat(20)}`])).toEqual([
      2,
      expect.stringMatching(/^rouged: --vault is 0xe/),
    ]);
    expect(await failed([], 'short')).toEqual([
      1,
      expect.stringMatching(/^rouged: the secret file .* must hold 16 to 256 printable/),
    ]);
    expect(await failed(['--evm-rpc', `${scene.providers[0]?.url},${scene.providers[0]?.url}/x`])).toEqual([
      2,
      expect.stringMatching(/^rouged: --evm-rpc names 127\.0\.0\.1:\d+ twice$/),
    ]);
    writeFileSync(state, 'damaged');
    expect(await failed([])).toEqual([
      1,
      expect.stringMatching(/^rouged: the state file .* is damaged .*--btc-from-block/),
    ]);
  });
});
