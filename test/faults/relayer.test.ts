/** The relayer between a real EVM chain, an Esplora server and the routes of a node: what is deposited is claimed once, whatever of them fails, lies, lags
 *  or is reorganised. */

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
import { readState } from '../../ops/relayer/stateFile.js';
import { BridgeNode, type BridgeRequest, SECRET } from '../support/bridgeNode.js';
import { DepositScene } from '../support/depositScene.js';
import { EsploraServer } from '../support/esploraServer.js';
import { ANVIL, type Json, type JsonMembers, type Lie, startProvider } from '../support/evm/anvil.js';
import { ETHER, EvmScene } from '../support/evm/scene.js';
import { type RelayerRun, startRelayer } from '../support/relayerRun.js';
import { DEPOSITOR, RelayerScene } from '../support/relayerScene.js';
import { temporaryDirectory } from '../unit/ops/temporary.js';

/** Elsewhere than in CI the variable may name none. */
const describe = describeAlways.skipIf(ANVIL === undefined && process.env.CI !== 'true');

let evm: EvmScene;
let node: BridgeNode;
let scene: RelayerScene;
let running: RelayerRun[] = [];

beforeAll(async () => {
  if (ANVIL === undefined && process.env.CI !== 'true') return;
  evm = await EvmScene.start();
});
afterAll(() => evm?.stop());
beforeEach(async () => {
  evm?.beHonest();
  node = await BridgeNode.start();
  scene = new RelayerScene(evm, node);
});
afterEach(async () => {
  await Promise.all(running.map((run) => run.stop()));
  running = [];
  await node.stop();
});

function start(
  flags: Readonly<Record<string, string>>,
  options: Partial<Parameters<typeof startRelayer>[0]> = {},
): RelayerRun {
  const run = startRelayer({ node: node.url, directory: temporaryDirectory(), flags, ...options });
  running.push(run);
  return run;
}

const waiting = ({ relayer }: RelayerRun): number =>
  Object.values(relayer.reading.waiting).reduce((sum, count) => sum + count, 0);

describe('deposits', () => {
  test('of ETH, USDC and XRGE are claimed when they are deep enough, with the secret and the recipient of the event', async () => {
    scene.enable();
    const flags = await scene.flags();
    const keys = await scene.depositAll();
    await evm.mine(5);
    const run = start(flags);
    // The first is one block too shallow, those after it more.
    await node.until(
      () => run.relayer.reading.lanes.length === 2 && run.relayer.reading.lanes.every(({ head }) => head !== undefined),
    );
    const before = run.relayer.reading.lanes.map(({ scanned }) => scanned);
    expect(Math.max(...before.map((one) => one ?? 0))).toBeLessThan((await scene.height()) - 5);
    await evm.mine(2);
    await scene.minted(keys);
    await node.until(() => waiting(run) === 0);
    scene.expectMinted(keys);
    const [eth = '', coins = '', moved = ''] = keys;
    const claim = (hash: string, token: string): BridgeRequest => ({
      ...{ method: 'POST', path: '/bridge/deposit/auto-claim', secret: SECRET },
      body: { evmTxHash: hash.replace('xrge:', ''), recipientRougechainPubkey: DEPOSITOR, token },
    });
    expect(node.claims).toEqual(
      expect.arrayContaining([claim(eth, 'ETH'), claim(coins, 'USDC'), claim(moved, 'XRGE')]),
    );
    expect(node.claims.length).toBe(3);
    expect(await run.stop()).toBeUndefined();
    expect(readState(run.statePath)).toMatchObject({ claims: [] });
  });

  test('that are claimed already are done, and are not asked for again by the next provider', async () => {
    scene.enable();
    const flags = await scene.flags(3);
    const keys = await scene.depositAll();
    for (const key of keys) node.minted.set(key, 1);
    await evm.mine(8);
    const run = start(flags);
    await node.until(() => run.relayer.reading.posts.claimed === 3 && waiting(run) === 0);
    const top = await scene.height();
    await node.until(() => run.relayer.reading.lanes.every(({ scanned }) => scanned === top - 6));
    expect(run.relayer.reading.lanes.length).toBe(6);
    expect(node.claims.length).toBe(3);
    scene.expectMinted(keys);
  });

  test('an address of nobody is named in the log, and is not asked for', async () => {
    scene.enable();
    const flags = await scene.flags();
    const hash = await evm.send({ to: evm.contracts.bridge, value: ETHER, call: ['depositETH', 'nobody'] });
    const good = await scene.deposit();
    await evm.mine(8);
    const run = start(flags);
    await scene.minted([good]);
    expect(run.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ hash, source: 'bridge' }) }),
    );
    expect(node.claims.length).toBe(1);
  });

  test('two in one transaction are one claim, and what the node refuses for good is not asked for again', async () => {
    scene.enable();
    const flags = await scene.flags();
    await evm.send({ to: evm.contracts.bridge, value: ETHER, call: ['depositETHTwice', DEPOSITOR] });
    await evm.mine(8);
    const reason =
      'No verifiable RougeBridge deposit: 2 supported RougeBridge deposit events in one transaction — ambiguous, refusing to credit any of them';
    node.instead = ({ path }) =>
      path === '/bridge/deposit/auto-claim' ? [200, { success: false, error: reason }] : undefined;
    const run = start(flags);
    await node.until(() => run.relayer.reading.posts.refused === 1);
    await evm.mine(30);
    const top = await scene.height();
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
        (logs as JsonMembers[]).map((log) => ({ ...log, address: evm.contracts.fake })),
      ),
    ],
  ])('one that %s does not keep another from finding the deposit', async (_, lie) => {
    scene.enable();
    const flags = await scene.flags(2);
    const [first] = evm.providers;
    if (first) first.lie = lie;
    const keys = await scene.depositAll();
    await evm.mine(8);
    const run = start(flags);
    await scene.minted(keys);
    await node.until(() => waiting(run) === 0);
    scene.expectMinted(keys);
  });

  test('one that comes back goes on where it was', async () => {
    scene.enable();
    const flags = await scene.flags();
    const [provider] = evm.providers;
    const run = start(flags);
    const top = await scene.height();
    await node.until(
      () => run.relayer.reading.lanes.length === 2 && run.relayer.reading.lanes.every(({ head }) => head === top),
    );
    if (provider) provider.lie = failing;
    const keys = await scene.depositAll();
    await evm.mine(8);
    await node.until(() => run.relayer.reading.lanes.every(({ failures }) => failures > 2));
    expect(run.messages().filter((message) => message.startsWith('a provider does not answer')).length).toBe(2);
    if (provider) provider.lie = (_, result) => result;
    await scene.minted(keys);
    expect(run.messages()).toContain('a provider answers again');
  });

  test('one that refuses ranges gets smaller ones, and none is left out', async () => {
    scene.enable();
    const flags = await scene.flags();
    const [provider] = evm.providers;
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
      keys.push(await scene.deposit());
      await evm.mine(9);
    }
    const run = start(flags);
    await scene.minted(keys);
    await node.until(() => waiting(run) === 0);
    scene.expectMinted(keys);
    expect(Math.max(...widths)).toBeGreaterThan(100);
    expect(run.relayer.reading.lanes[0]?.narrowed).toBeGreaterThan(3);
    expect(run.relayer.reading.lanes[0]?.failures).toBe(0);
  });

  test('one that invents deposits fills its own share: the node refuses them, and honest ones are minted', async () => {
    scene.enable();
    const flags = await scene.flags(2);
    const [first] = evm.providers;
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
    const key = await scene.deposit();
    await evm.mine(8);
    node.instead = ({ path, body }) =>
      path === '/bridge/deposit/auto-claim' && body.evmTxHash !== key
        ? [200, { success: false, error: 'No verifiable RougeBridge deposit: transaction not found or not yet mined' }]
        : undefined;
    const run = start(flags, { times: { claims: { firstWaitMs: 1_000, mostWaitMs: 60_000 } } });
    await scene.minted([key]);
    await node.until(() => run.relayer.reading.posts.later > 300);
    scene.expectMinted([key]);
    expect(waiting(run)).toBeLessThan(2_000);
    expect(run.lines.filter(({ message }) => message === 'deposits are found').length).toBeGreaterThan(1);
  });

  test('a reorganisation below what was scanned: what went is given up, what came is claimed', async () => {
    scene.enable();
    const flags = { ...(await scene.flags()), confirmations: '1' };
    await evm.mine(3);
    node.instead = ({ path }) =>
      path === '/bridge/deposit/auto-claim' && node.minted.size === 0
        ? [200, { success: false, error: 'No verifiable RougeBridge deposit: transaction not found or not yet mined' }]
        : undefined;
    const gone = await scene.deposit();
    await evm.mine(3);
    const run = start(flags);
    await node.until(() => run.relayer.reading.posts.later > 0);
    await evm.chain.rpc('anvil_reorg', [5, []]);
    const come = await scene.deposit(2n * ETHER);
    await evm.mine(4);
    await node.until(() => run.relayer.reading.lanes.every(({ reorganisations }) => reorganisations === 1));
    await node.until(() => node.claims.some(({ body }) => body.evmTxHash === come));
    node.instead = () => undefined;
    await scene.minted([come]);
    await node.until(() => waiting(run) === 0);
    scene.expectMinted([come]);
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
    const provider = await startProvider(evm.chain, 4);
    onTestFinished(() => provider.stop());
    provider.lie = (_, result) => {
      asked++;
      return result;
    };
    const flags = { ...(await scene.flags()), 'evm-rpc': provider.url };
    const keys = await scene.depositAll();
    await evm.mine(8);
    const run = start(flags);
    await node.until(() => node.requests.length > 12);
    expect([asked, node.claims.length]).toEqual([0, 0]);
    expect(run.messages().filter((message) => /^the bridge of the node is disabled/.test(message)).length).toBe(1);
    scene.enable();
    await scene.minted(keys);
    node.config = { ...node.config, enabled: false };
    node.xrge = { ...node.xrge, enabled: false };
    await node.until(() => run.messages().filter((message) => /is disabled/.test(message)).length === 2);
    scene.expectMinted(keys);
  });

  test('with one part of it off: the other part goes on, and claims of the first wait', async () => {
    scene.enable();
    node.xrge = { ...node.xrge, enabled: false };
    const flags = await scene.flags();
    const [eth = '', coins = '', moved = ''] = await scene.depositAll();
    await evm.mine(8);
    start(flags);
    await scene.minted([eth, coins]);
    scene.expectMinted([eth, coins]);
    scene.enable();
    await scene.minted([moved]);
  });

  test.each<readonly [string, (request: BridgeRequest) => ReturnType<BridgeNode['instead']>]>([
    ['busy', () => [503, { success: false, error: 'try again', code: 'busy' }]],
    ['limiting', () => [429, {}]],
    ['an error page', () => [502, {}]],
    ['failing', () => [500, { success: false, error: 'internal error', code: 'internal' }]],
    ['waiting for depth', () => [200, { success: false, error: 'Need 6 confirmations (tx block 1, latest 2)' }]],
  ])('that is %s for a while is asked again, later and later', async (_, answer) => {
    scene.enable();
    const flags = await scene.flags();
    const keys = await scene.depositAll();
    await evm.mine(8);
    node.instead = (request) => (/claim/.test(request.path) && node.claims.length < 12 ? answer(request) : undefined);
    const run = start(flags);
    await scene.minted(keys);
    await node.until(() => waiting(run) === 0);
    scene.expectMinted(keys);
    expect(node.claims.length).toBeGreaterThanOrEqual(14);
  });

  test('that is not there at first, and again later, is waited for', async () => {
    scene.enable();
    const flags = await scene.flags();
    const keys = await scene.depositAll();
    await evm.mine(8);
    let isDown = true;
    node.instead = () => (isDown ? [502, {}] : undefined);
    const run = start(flags);
    await node.until(() => node.requests.length > 4);
    expect(run.lines.filter(({ level }) => level === 'error').length).toBe(1);
    isDown = false;
    await scene.minted(keys);
    expect(run.relayer.reading.isNodeReachable).toBe(true);
  });

  test('that does not know the secret keeps its claims, and a new secret in the file needs no restart', async () => {
    scene.enable();
    const flags = await scene.flags();
    const keys = await scene.depositAll();
    await evm.mine(8);
    let secret = 'the-secret-of-yesterday';
    const run = start(flags, { secret: () => secret });
    await node.until(() => run.relayer.reading.posts.unauthorized > 3);
    expect([node.minted.size, waiting(run)]).toEqual([0, 3]);
    expect(run.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { fields: { reason: 'unauthorized: only the node operator can perform this action' } },
    ]);
    expect(JSON.stringify(run.lines)).not.toContain(secret);
    secret = SECRET;
    await scene.minted(keys);
    await node.until(() => run.messages().includes('the node takes claims again'));
  });

  test.each<readonly [string, Record<string, string>, RegExp]>([
    ['vault', { vault: `0x${'ee'.repeat(20)}` }, /^--vault is 0x(?:ee)+, but the vault of the node is 0x/],
    ['chain id', { 'evm-chain-id': '84532' }, /^--evm-chain-id is 84532, but the chain id of the node is 8453/],
  ])('that contradicts the options ends the relayer: %s', async (_, flags, sentence) => {
    scene.enable();
    const run = start({ ...(await scene.flags()), ...flags });
    const fault = await run.ended;
    expect(fault?.message).toMatch(sentence);
    expect(fault?.code).toBe('malformed_parameter');
    expect(node.claims.length).toBe(0);
  });

  test('and a provider of another chain end the relayer at the start; later it is the failure of the provider', async () => {
    scene.enable();
    const flags = await scene.flags();
    const other: Lie = (method, result) => (method === 'eth_chainId' ? '0x1' : result);
    const [provider] = evm.providers;
    if (provider) provider.lie = other;
    const fault = await start(flags).ended;
    expect(fault?.message).toMatch(
      /^--evm-rpc: 127\.0\.0\.1:\d+ serves chain 1, and the bridge of the node is on chain 8453$/,
    );
    evm.beHonest();
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
      await scene.minted(keys.slice(0, 28));
      scene.expectMinted(keys.slice(0, 28));
      servers[0].lie = undefined;
      chain.mine(deposits.slice(29));
      chain.mine();
      await scene.minted(keys);
      await node.until(() => run.relayer.reading.lanes.every(({ scanned }) => scanned === chain.tip.height - 1));
      scene.expectMinted(keys);
      expect(node.claims.every(({ path, secret }) => path === '/bridge/btc/claim' && secret === SECRET)).toBe(true);
      expect(node.claims.length).toBe(30);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  });
});
