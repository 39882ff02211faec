/** Whose tools they are: the proof that a start is a developer's, and what it takes to get one. */

import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { type Genesis, parseGenesis } from '../../../engine/chain/genesis.js';
import { ensureLocalNetwork } from '../../../ops/cli/localNetwork.js';
import { loadConfig } from '../../../ops/config/load.js';
import type { Config } from '../../../ops/config/schema.js';
import { localAccounts, localSeedPath, makeLocalSeed, readLocalSeed } from '../../../ops/local/accounts.js';
import { DeveloperNetwork, proveDeveloperNetwork } from '../../../ops/local/developerNetwork.js';
import { MovedClock, readShift } from '../../../ops/local/movedClock.js';
import { temporaryDirectory } from './temporary.js';

const NOW = 1_760_000_000_000;

function configOf(...words: readonly string[]): Config {
  const loaded = loadConfig(words, {});
  if (isRefusal(loaded)) throw new Error(loaded.message);
  return loaded.config;
}

function genesisIn(dataDir: string): Genesis {
  const genesis = parseGenesis(readFileSync(join(dataDir, 'genesis.json'), 'utf8'));
  if (isRefusal(genesis)) throw new Error(genesis.message);
  return genesis;
}

/** Makes a network. @returns its data directory. */
function made(...words: readonly string[]): string {
  const dataDir = temporaryDirectory();
  const network = ensureLocalNetwork(configOf('--local', '--data-dir', dataDir, ...words), NOW);
  if (isRefusal(network)) throw new Error(network.message);
  return dataDir;
}

const prove = (dataDir: string, ...words: readonly string[]) =>
  proveDeveloperNetwork(configOf('--data-dir', dataDir, ...words), genesisIn(dataDir));

function proven(dataDir: string): DeveloperNetwork {
  const network = prove(dataDir, '--local');
  if (!(network instanceof DeveloperNetwork)) throw new Error(String(network));
  return network;
}

describe('the proof', () => {
  test('is there for a network made here, with the accounts that its genesis file pays', () => {
    const { accounts, chainId } = proven(made());
    expect(chainId).toBe('rougechain-local-1');
    expect(accounts.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('cannot be made by anybody else', () => {
    const wrong = Symbol('made here') as never;
    expect(() => new DeveloperNetwork(wrong, '/data', 'rougechain-local-1', [])).toThrow('proven, not made');
  });

  test.each<[readonly string[], string]>([
    [[], 'not started with --local'],
    [['--local', '--public-url', 'http://node.example'], '--public-url'],
    [['--local', '--peers', 'http://node.example/api'], '--peers'],
    [['--local', '--genesis', '/elsewhere/genesis.json'], 'a given genesis file'],
    [['--local', '--chain-id', 'my-net-1'], 'my-net-1'],
  ])('is not there for a start with %j', (words, reason) => {
    expect(prove(made(), ...words)).toEqual(expect.stringContaining(reason));
  });

  test('is not there for networks that were made without accounts', () => {
    for (const words of [
      ['--chain-id', 'my-net-1'],
      ['--public-url', 'http://node.example'],
    ]) {
      const dataDir = made(...words);
      expect(genesisIn(dataDir)).toMatchObject({ developerRules: false, allocations: [] });
      expect(isRefusal(readLocalSeed(dataDir))).toBe(true);
      expect(prove(dataDir, '--local')).toEqual(expect.stringContaining('start with an empty --data-dir'));
    }
  });

  test('is not there for a genesis file that was brought from another machine, with its seed or without', () => {
    const theirs = made();
    const ours = made();
    copyFileSync(join(theirs, 'genesis.json'), join(ours, 'genesis.json'));
    expect(prove(ours, '--local')).toEqual(expect.stringContaining('was made elsewhere'));
    rmSync(localSeedPath(ours));
    expect(prove(ours, '--local')).toEqual(expect.stringContaining('was made elsewhere'));
  });

  test('is refused with a sentence for a seed that others can read, or that is damaged', () => {
    const dataDir = made();
    if (process.platform !== 'win32') {
      chmodSync(localSeedPath(dataDir), 0o644);
      expect(prove(dataDir, '--local')).toMatchObject({ code: 'not_authorized' });
      chmodSync(localSeedPath(dataDir), 0o600);
    }
    writeFileSync(localSeedPath(dataDir), '{"seed":"00"}');
    expect(prove(dataDir, '--local')).toMatchObject({ code: 'malformed_body' });
  });
});

test('a start that ended between the seed and the genesis file goes on with the same accounts', () => {
  const dataDir = temporaryDirectory();
  const seed = makeLocalSeed(dataDir);
  const config = configOf('--local', '--data-dir', dataDir);
  expect(isRefusal(ensureLocalNetwork(config, NOW))).toBe(false);
  if (isRefusal(seed)) throw new Error(seed.message);
  expect(proven(dataDir).accounts.map(({ address }) => address)).toEqual(
    localAccounts(seed).map(({ address }) => address),
  );
});

describe('the clock', () => {
  const machine = { now: () => 1_000_000, monotonic: () => 500 };

  test('moves both readings alike, and remembers it', () => {
    const network = proven(made());
    const clock = new MovedClock(machine, network);
    expect([clock.now(), clock.monotonic(), clock.shiftMs]).toEqual([1_000_000, 500, 0]);
    clock.move(60_000);
    clock.move(1);
    expect([clock.now(), clock.monotonic(), clock.shiftMs]).toEqual([1_060_001, 60_501, 60_001]);
    expect(readShift(network)).toBe(60_001);
    expect(new MovedClock(machine, network).now()).toBe(1_060_001);
  });

  test('is not guessed at when its file is damaged', () => {
    const network = proven(made());
    for (const text of ['{"shift_ms":-1}', '{"shift_ms":"1"}', '{}', 'null']) {
      writeFileSync(join(network.dataDir, 'local-clock.json'), text);
      expect(() => new MovedClock(machine, network), text).toThrow('is damaged');
    }
  });
});
