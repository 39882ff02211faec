/** The relayer and the operator's tools at a real node: deposits on foreign chains become balances, each once, whatever is killed; withdrawals end. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe as describeAlways, expect, onTestFinished, test } from 'vitest';
import { toHex } from '../../engine/base/bytes.js';
import { program } from '../../ops/cli/program.js';
import { walletOf } from '../support/bitcoinChain.js';
import { ANVIL, honest, type JsonMembers, type Lie } from '../support/evm/anvil.js';
import { BridgeScene, ForeignSide, RELAYER_SECRET } from '../support/evm/bridgeScene.js';
import { ETHER, XRGE_WEI } from '../support/evm/scene.js';
import { Passage } from '../support/passage.js';
import { type RelayerProgram, relayerProgram } from '../support/relayerProgram.js';
import { startRelayer } from '../support/relayerRun.js';
import { signingActor } from '../support/transactions.js';
import { recordedTerminal, temporaryDirectory } from '../unit/ops/temporary.js';

/** Elsewhere than in CI the variable may name none. */
const describe = describeAlways.skipIf(ANVIL === undefined && process.env.CI !== 'true');

let side: ForeignSide;
let scene: BridgeScene;

beforeAll(async () => {
  if (ANVIL === undefined && process.env.CI !== 'true') return;
  side = await ForeignSide.start();
  scene = await BridgeScene.start(side);
});
afterAll(async () => {
  await scene?.remove();
  await side?.stop();
});
beforeEach(() => side?.beHonest());

async function passageTo(url: string): Promise<Passage> {
  const passage = await Passage.open(url);
  onTestFinished(() => passage.close());
  return passage;
}

const flags = (): Record<string, string> => ({
  'evm-rpc': side.evm.providers.map(({ url }) => url).join(','),
  'from-block': '0',
  esplora: side.servers.map(({ base }) => base).join(','),
  'btc-from-block': '0',
});

/** Balances of a recipient in base units; of XRGE whole ones. */
async function balances(address: string): Promise<Readonly<Record<string, number>>> {
  const entries: [string, number][] = [];
  for (const token of ['qETH', 'qUSDC', 'qBTC', 'XRGE']) entries.push([token, await scene.balance(token, address)]);
  return Object.fromEntries(entries);
}

/** A deposit of each kind for a recipient, deep enough. */
async function depositAll(recipient: string): Promise<void> {
  const { evm, btc } = side;
  const { bridge, usdc, vault } = evm.contracts;
  await evm.send({ to: bridge, value: ETHER, call: ['depositETH', recipient] });
  await evm.send({ to: bridge, call: ['depositERC20', usdc, 25n, recipient] });
  await evm.send({ to: vault, call: ['deposit', (XRGE_WEI * 3n) / 2n, recipient] });
  btc.chain.mine([btc.deposit(40_000n, ++coins, recipient)]);
  btc.chain.mine();
  await evm.mine(8);
}

/** Coinbases of the payer that were spent. */
let coins = 0;

const ALL = { qETH: 1_000_000, qUSDC: 25, qBTC: 40_000, XRGE: 1.5 };

const isDone = async (address: string): Promise<boolean> =>
  JSON.stringify(await balances(address)) === JSON.stringify(ALL);

describe('the relayer', () => {
  test('takes from the node where deposits go, and turns them into balances; from the beginning again, nothing is minted twice', async () => {
    const passage = await passageTo(scene.node.url);
    const recipient = signingActor('relayer: all').address;
    await depositAll(recipient);
    const options = { node: passage.url, flags: flags(), secret: () => RELAYER_SECRET };
    const run = startRelayer({ ...options, directory: temporaryDirectory() });
    await passage.until(() => isDone(recipient));
    expect(await run.stop()).toBeUndefined();
    const again = startRelayer({ ...options, directory: temporaryDirectory() });
    await passage.until(() => again.relayer.reading.posts.claimed >= 4);
    expect(await again.stop()).toBeUndefined();
    expect(again.relayer.reading.posts.minted).toBe(0);
    expect(await balances(recipient)).toEqual(ALL);
  });

  test('and what nobody can claim: dust, two events, another token, nobody; each is refused for good, once', async () => {
    const passage = await passageTo(scene.node.url);
    const recipient = signingActor('relayer: refused').address;
    const { evm } = side;
    const { bridge, xrge, vault } = evm.contracts;
    const from = String(Number(await evm.chain.rpc('eth_blockNumber')) + 1);
    await evm.send({ to: bridge, value: ETHER + 1n, call: ['depositETH', recipient] });
    await evm.send({ to: bridge, value: ETHER, call: ['depositETHTwice', recipient] });
    await evm.send({ to: bridge, call: ['depositERC20', xrge, 5n, recipient] });
    await evm.send({ to: bridge, call: ['claimERC20', evm.contracts.usdc, 5n, recipient] });
    await evm.send({ to: vault, call: ['deposit', 5n, recipient] });
    await evm.send({ to: bridge, value: ETHER, call: ['depositETH', 'nobody'] });
    await evm.mine(8);
    const run = startRelayer({
      ...{ node: passage.url, secret: () => RELAYER_SECRET, directory: temporaryDirectory() },
      flags: { ...flags(), 'from-block': from, 'evm-rpc': side.evm.providers[0]?.url ?? '' },
    });
    await passage.until(() => run.relayer.reading.posts.refused === 5);
    expect(await run.stop()).toBeUndefined();
    expect(run.relayer.reading).toMatchObject({ waiting: { ETH: 0, USDC: 0, XRGE: 0 }, posts: { later: 0 } });
    expect(run.relayer.reading.lanes.find(({ kind }) => kind === 'bridge')?.unclaimable).toBe(1);
    expect(await balances(recipient)).toEqual({ qETH: 0, qUSDC: 0, qBTC: 0, XRGE: 0 });
  });

  test('with a provider that hides deposits, one that refuses and one that invents them and falls behind: what is there is minted, and no more', async () => {
    const passage = await passageTo(scene.node.url);
    const recipient = signingActor('relayer: liars').address;
    const [first, second, third] = side.evm.providers;
    if (!first || !second || !third) throw new Error('three providers are needed');
    const hidden: Lie = (method, result) => (method === 'eth_getLogs' ? [] : result);
    const refusing: Lie = (method, result) =>
      method === 'eth_getLogs' ? (response) => void response.writeHead(403).end() : result;
    let isBehind = true;
    const inventing: Lie = (method, result) => {
      if (method === 'eth_blockNumber' && isBehind) return '0x1';
      if (method !== 'eth_getLogs') return result;
      const logs = result as JsonMembers[];
      return [
        ...logs,
        ...logs.map((log, at) => ({ ...log, transactionHash: `0x${String(at + 1).padStart(64, 'e')}` })),
      ];
    };
    const from = String(Number(await side.evm.chain.rpc('eth_blockNumber')) + 1);
    await depositAll(recipient);
    [first.lie, second.lie, third.lie] = [hidden, refusing, inventing];
    const run = startRelayer({
      ...{ node: passage.url, secret: () => RELAYER_SECRET, directory: temporaryDirectory() },
      flags: { ...flags(), 'from-block': from },
    });
    await passage.until(() => run.relayer.reading.lanes.some(({ failures }) => failures > 3));
    expect((await balances(recipient)).qETH).toBe(0);
    isBehind = false;
    await passage.until(() => isDone(recipient));
    await passage.until(() => run.relayer.reading.posts.later > 3);
    expect(await run.stop()).toBeUndefined();
    expect(await balances(recipient)).toEqual(ALL);
  });

  type Kill = () => boolean;

  /** Where it is killed: before and behind each of its effects. */
  const MOMENTS: readonly (readonly [string, (passage: Passage, kill: Kill) => void])[] = [
    [
      'before the node is asked',
      (passage, kill) => {
        passage.onRequest = ({ path }) => path !== '/api/bridge/config' || kill();
      },
    ],
    ['before the logs are there', (_, kill) => atCall('eth_getLogs', kill)],
    [
      'before a claim is at the node',
      (passage, kill) => {
        passage.onRequest = ({ path }) => !path.endsWith('claim') || kill();
      },
    ],
    [
      'while a claim is at the node',
      (passage, kill) => {
        passage.onRequest = ({ path }) => {
          if (path.endsWith('auto-claim')) kill();
          return true;
        };
      },
    ],
    [
      'behind a claim that is minted',
      (passage, kill) => {
        passage.onAnswer = ({ path }) => !path.endsWith('claim') || kill();
      },
    ],
    [
      'behind a claim that is answered',
      (passage, kill) => {
        passage.onAnswer = ({ path }) => {
          if (path.endsWith('claim')) setImmediate(kill);
          return true;
        };
      },
    ],
  ];

  function atCall(method: string, kill: Kill): void {
    for (const provider of side.evm.providers)
      provider.lie = (called, result) => {
        if (called === method) kill();
        return result;
      };
  }

  test.each(MOMENTS)('killed %s and started again mints each deposit once', async (name, arrange) => {
    const passage = await passageTo(scene.node.url);
    const recipient = signingActor(`relayer: ${name}`).address;
    await depositAll(recipient);
    const state = join(temporaryDirectory(), 'state');
    const begin = (): RelayerProgram => relayerProgram(passage.url, RELAYER_SECRET, { ...flags(), state });
    const first = begin();
    let isKilled = false;
    arrange(passage, () => {
      if (!isKilled) first.kill('SIGKILL');
      isKilled = true;
      return false;
    });
    expect((await first.ended).code, first.printed()).toBeNull();
    expect(isKilled).toBe(true);
    [passage.onRequest, passage.onAnswer] = [() => true, () => true];
    for (const provider of side.evm.providers) provider.lie = honest;
    const second = begin();
    await passage.until(() => isDone(recipient));
    second.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
    expect(await balances(recipient)).toEqual(ALL);
  });
});

describe('the tools', () => {
  const destination = `0x${'d1'.repeat(20)}`;
  let secretFile: string;
  let keyFile: string;

  beforeEach(() => {
    const directory = temporaryDirectory();
    [secretFile, keyFile] = [join(directory, 'secret'), join(directory, 'keys')];
    writeFileSync(secretFile, RELAYER_SECRET, { mode: 0o600 });
    const { publicKey, secretKey } = scene.node.keys;
    const keys = { algorithm: 'ML-DSA-65', public_key_hex: toHex(publicKey), secret_key_hex: toHex(secretKey) };
    writeFileSync(keyFile, JSON.stringify(keys), { mode: 0o600 });
  });

  async function bridge(...words: readonly string[]) {
    const terminal = recordedTerminal();
    const code = await program(['bridge', ...words, '--url', scene.node.url], terminal);
    return { code, ...terminal.written };
  }
  const withSecret = (...words: readonly string[]) => bridge(...words, '--relayer-secret-file', secretFile);
  const withKey = (...words: readonly string[]) => bridge(...words, '--key', keyFile);

  /** Gives the user of the scene something to withdraw. */
  async function fund(): Promise<void> {
    const passage = await passageTo(scene.node.url);
    const { user } = scene;
    const before = await balances(user.address);
    await depositAll(user.address);
    const run = startRelayer({
      node: passage.url,
      flags: flags(),
      secret: () => RELAYER_SECRET,
      directory: temporaryDirectory(),
    });
    await passage.until(async () => {
      const now = await balances(user.address);
      return (['qETH', 'qUSDC', 'qBTC'] as const).every((token) => now[token] === (before[token] ?? 0) + ALL[token]);
    });
    await run.stop();
  }

  test('list, fail, fulfil and refund withdrawals with the secret and with the key of the node', async () => {
    await fund();
    const eth = await scene.withdraw('qETH', '500000', destination);
    const xrge = await scene.withdraw('XRGE', '1.5', destination);
    const btc = await scene.withdraw('qBTC', '30000', walletOf('payee').address);
    const { out } = await bridge('pending');
    expect(out).toMatch(new RegExp(`^qETH +0\\.5 +pending +0 +0 min +${eth} +${destination}$`, 'm'));
    expect(out).toMatch(new RegExp(`^XRGE +1\\.5 +pending +0 +0 min +${xrge} +${destination}$`, 'm'));
    expect(out).toMatch(new RegExp(`^qBTC +0\\.0003 +pending +0 +0 min +${btc} +bcrt1`, 'm'));

    expect((await withSecret('fail', eth, '--error', 'nonce too low')).out).toContain('1 of 5 attempts');
    expect((await withKey('fail', eth, '--error', 'no gas')).out).toContain('2 of 5 attempts');
    expect((await bridge('pending', '--type', 'eth')).out).toMatch(/ failed +2 .*\n {2}last error: no gas\n/);
    const unpaid = await withSecret('fulfil', eth, '--payout', `0x${'77'.repeat(32)}`);
    expect([unpaid.code, unpaid.err]).toEqual([1, expect.stringMatching(/^rouged: payout not verified: /)]);
    const payout = await side.releaseEth(eth, destination, 500_000n);
    expect(await withKey('fulfil', eth, '--payout', payout)).toMatchObject({ code: 0 });
    expect((await withSecret('fulfil', eth, '--payout', payout)).err).toMatch(
      /is not among the pending and failed withdrawals/,
    );

    const moved = await side.releaseXrge(xrge, destination, (XRGE_WEI * 3n) / 2n);
    expect(await withSecret('fulfil', xrge, '--payout', moved)).toMatchObject({ code: 0 });

    const held = await withSecret('refund', btc);
    expect([held.code, held.err]).toEqual([1, expect.stringMatching(/^rouged: Refund refused: Bitcoin does not show/)]);
    const before = await scene.balance('qBTC');
    const refunded = await withKey('refund', btc, '--unpaid');
    expect([refunded.code, refunded.out]).toEqual([0, expect.stringContaining('is refunded: 30000 units of qBTC to ')]);
    expect(await scene.balance('qBTC')).toBe(before + 30_000);
    expect((await withKey('refund', btc, '--unpaid')).err).toMatch(/^rouged: Withdrawal /);
    expect((await bridge('pending')).out).toBe('No withdrawal waits for a payout.\n');
  });

  test('fill the pool of addresses, which users then get', async () => {
    const file = join(temporaryDirectory(), 'addresses');
    const addresses = Array.from({ length: 150 }, (_, index) => walletOf(`pool ${index}`).address);
    writeFileSync(file, addresses.map((address, index) => `${index} ${address}\n`).join(''));
    const added = await withSecret('addresses', 'add', file);
    expect([added.out, added.code, added.err]).toEqual([
      'OK: 150 of 150 addresses are added; 150 wait in the pool\n',
      0,
      '',
    ]);
    expect((await withSecret('addresses', 'add', file)).out).toContain('150 of them the node has already\n');
    const recipient = signingActor('tools: recipient').address;
    const { address } = await scene.post('/api/bridge/btc/deposit-address', { recipient });
    expect(addresses).toContain(address);
    const { out } = await withSecret('addresses', 'list');
    expect(out).toContain(`${String(addresses.indexOf(String(address))).padStart(8)}  ${address}  ${recipient}\n`);
    expect(out).toContain('1 addresses are assigned, 149 wait in the pool; the highest index is 149\n');
  });

  test('of somebody else are refused', async () => {
    writeFileSync(secretFile, 'another-secret-than-that');
    for (const words of [
      ['refund', '0'.repeat(64)],
      ['fail', '0'.repeat(64), '--error', 'x'],
      ['addresses', 'list'],
    ]) {
      const { code, err } = await withSecret(...words);
      expect([code, err], words.join(' ')).toEqual([1, expect.stringMatching(/^rouged: unauthorized/)]);
    }
    const stranger = join(temporaryDirectory(), 'stranger');
    const made = recordedTerminal();
    expect(await program(['keys', 'new', '--out', stranger], made), made.written.err).toBe(0);
    const { code, err } = await bridge('refund', '0'.repeat(64), '--key', stranger);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^rouged: unauthorized: only the node operator can perform this action/),
    ]);
  });
});
