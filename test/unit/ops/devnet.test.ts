/** `rouged devnet`: what a start makes, what the next one finds, and what is refused before anything is made. */

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { type Genesis, parseGenesis } from '../../../engine/chain/genesis.js';
import { accountOfAddress } from '../../../engine/crypto/address.js';
import { program } from '../../../ops/cli/program.js';
import { loadConfig } from '../../../ops/config/load.js';
import { portsFrom } from '../../../ops/devnet/devnet.js';
import {
  type Devnet,
  type DevnetShape,
  ensureDevnet,
  planDevnet,
  WALLET_QUANTA,
  wordsOf,
} from '../../../ops/devnet/layout.js';
import { recordedTerminal, temporaryDirectory } from './temporary.js';

const NOW = 1_800_000_000_000;

const shapeOf = (dataDir: string, more: Partial<DevnetShape> = {}): DevnetShape => ({
  ...{ dataDir, validators: undefined, followers: undefined, stakes: [], blockTimeMs: undefined },
  ...more,
});

function devnetIn(dataDir: string, more: Partial<DevnetShape> = {}): Devnet | Refusal {
  const plan = planDevnet(shapeOf(dataDir, more));
  return isRefusal(plan) ? plan : ensureDevnet(plan, NOW);
}

function made(dataDir: string, more: Partial<DevnetShape> = {}): Devnet {
  const devnet = devnetIn(dataDir, more);
  if (isRefusal(devnet)) throw new Error(devnet.message);
  return devnet;
}

function genesisOf({ genesisPath }: Devnet): Genesis {
  const genesis = parseGenesis(readFileSync(genesisPath, 'utf8'));
  if (isRefusal(genesis)) throw new Error(genesis.message);
  return genesis;
}

describe('a network', () => {
  test('has one genesis file with all validators, a faucet and a funded wallet, and the next start finds it', () => {
    const dataDir = join(temporaryDirectory(), 'net');
    const devnet = made(dataDir, { validators: 3, followers: 1 });
    expect(devnet.isNew).toBe(true);
    expect(devnet.nodes.map(({ name, validates }) => [name, validates])).toEqual([
      ['validator-1', true],
      ['validator-2', true],
      ['validator-3', true],
      ['follower-1', false],
    ]);
    const genesis = genesisOf(devnet);
    expect(genesis).toMatchObject({
      chainId: 'rouged-devnet-1',
      faucetEnabled: true,
      developerRules: false,
      time: NOW,
    });
    expect(genesis.validators.map(({ publicKey }) => toHex(publicKey))).toEqual(
      devnet.nodes.slice(0, 3).map(({ publicKey }) => publicKey),
    );
    expect(new Set(genesis.validators.map(({ stake }) => stake)).size).toBe(1);
    expect(genesis.allocations).toMatchObject([
      { account: accountOfAddress(devnet.wallet.address), amount: WALLET_QUANTA },
    ]);
    expect(made(dataDir)).toEqual({ ...devnet, isNew: false });
    expect(made(dataDir, { followers: 2 }).nodes).toHaveLength(5);
    expect(made(dataDir, { validators: 3 }).nodes).toHaveLength(5);
  });

  test('has the stakes that are named, in their order', () => {
    const devnet = made(temporaryDirectory(), { stakes: [30_000n * 10n ** 9n, 20_000n * 10n ** 9n] });
    expect(genesisOf(devnet).validators.map(({ stake }) => stake / 10n ** 9n)).toEqual([30_000n, 20_000n]);
  });

  test('that is there already is not changed by a start that asks for another one', () => {
    const dataDir = temporaryDirectory();
    made(dataDir, { validators: 2 });
    for (const [more, sentence] of [
      [{ validators: 3 }, '--validators is 3, but the network in'],
      [{ stakes: [1n, 2n] }, '--stakes is not that of the network in'],
      [{ blockTimeMs: 50 }, '--block-time-ms is not that of the network in'],
    ] as const)
      expect(devnetIn(dataDir, more)).toMatchObject({ message: expect.stringContaining(sentence) });
    rmSync(join(dataDir, 'validator-2'), { recursive: true });
    expect(devnetIn(dataDir)).toMatchObject({ message: expect.stringContaining('the key of validator-2') });
  });

  test('begins with a stake for each validator, or with none', () => {
    expect(planDevnet(shapeOf('/nowhere', { validators: 3, stakes: [1n, 2n] }))).toMatchObject({
      message: '--stakes needs one stake for each of the 3 validators, not 2',
    });
  });
});

test('the words of a node are options of run: it knows all others, and is found by them', () => {
  const devnet = made(temporaryDirectory(), { validators: 2, followers: 1 });
  const ports = [7_001, 7_002, 7_003];
  const configs = devnet.nodes.map((_, index) => {
    const [run, ...words] = wordsOf(devnet, index, ports);
    expect(run).toBe('run');
    const loaded = loadConfig(words, {});
    if (isRefusal(loaded)) throw new Error(loaded.message);
    return loaded.config;
  });
  expect(configs.map(({ mine }) => mine)).toEqual([true, true, false]);
  expect(configs.map(({ apiPort }) => apiPort)).toEqual(ports);
  expect(configs[1]).toMatchObject({
    nodeName: 'validator-2',
    peers: ['http://127.0.0.1:7001/api', 'http://127.0.0.1:7003/api'],
    publicUrl: 'http://127.0.0.1:7002',
    allowPrivatePeers: true,
    faucetEnabled: true,
    rateLimitReadPerMinute: 0,
  });
});

describe('a start', () => {
  test('on a taken port is refused with a sentence, and leaves nothing behind', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const dataDir = join(temporaryDirectory(), 'net');
    const terminal = recordedTerminal();
    const words = ['devnet', '--validators', '1', '--data-dir', dataDir, '--api-port', String(port)];
    expect(await program(words, terminal)).toBe(1);
    expect(terminal.written.err).toContain(`port ${port} is in use: stop the program that has it`);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('needs room for all ports, and finds free ones for 0', async () => {
    expect(await portsFrom(65_534, 3)).toMatchObject({
      message: expect.stringContaining('leaves no room for 3 ports'),
    });
    const ports = await portsFrom(0, 4);
    if (isRefusal(ports)) throw new Error(ports.message);
    expect(new Set(ports).size).toBe(4);
  });

  test.each([
    [['--validators', '0'], '--validators must be a whole number from 1 to 64'],
    [['--stakes', '1,x'], '--stakes must be amounts in XRGE, separated by commas'],
    [['--stakes', '5,4', '--validators', '3'], '--stakes needs one stake for each of the 3 validators, not 2'],
  ])('with %j is refused in one sentence', async (words, sentence) => {
    const dataDir = temporaryDirectory();
    const terminal = recordedTerminal();
    expect(await program(['devnet', '--data-dir', dataDir, ...words], terminal)).toBe(2);
    expect(terminal.written.err).toContain(sentence);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
