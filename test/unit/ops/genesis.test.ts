/** The local network's files, the genesis file of a start, `rouged genesis`. */

import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { toHex } from '../../../engine/base/bytes.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { defaultLimits, type Genesis, parseGenesis } from '../../../engine/chain/genesis.js';
import { accountOfKey } from '../../../engine/crypto/address.js';
import { FAUCET_AMOUNT } from '../../../engine/ledger/kinds/faucet.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { ensureLocalNetwork, type LocalNetwork } from '../../../ops/cli/localNetwork.js';
import { program, withGenesis } from '../../../ops/cli/program.js';
import { STAKE_ABOVE_FAUCET } from '../../../ops/config/genesisFile.js';
import { loadConfig } from '../../../ops/config/load.js';
import { nodeKeysPath } from '../../../ops/config/nodeKeys.js';
import type { Config } from '../../../ops/config/schema.js';
import { recordedTerminal, temporaryDirectory } from './temporary.js';

const NOW = 1_760_000_000_000;
const KEY = '0a'.repeat(1_952);
const OTHER_KEY = '0b'.repeat(1_952);

function configOf(...words: readonly string[]): Config {
  const loaded = loadConfig(words, {});
  if (isRefusal(loaded)) throw new Error(loaded.message);
  return loaded.config;
}
function genesisIn(path: string): Genesis {
  const genesis = parseGenesis(readFileSync(path, 'utf8'));
  if (isRefusal(genesis)) throw new Error(genesis.message);
  return genesis;
}
function networkOf(config: Config, now = NOW): LocalNetwork {
  const network = ensureLocalNetwork(config, now);
  if (isRefusal(network)) throw new Error(network.message);
  return network;
}

describe('the local network', () => {
  test('has this node as its one validator, a faucet and a fee ceiling', () => {
    const dataDir = join(temporaryDirectory(), 'data');
    const network = networkOf(configOf('--local', '--data-dir', dataDir));
    expect(network).toMatchObject({ created: true, genesisPath: join(dataDir, 'genesis.json') });
    const genesis = genesisIn(network.genesisPath);
    expect(genesis).toMatchObject({
      chainId: 'rougechain-local-1',
      time: NOW,
      blockTimeMs: 400,
      faucetEnabled: true,
      developerRules: true,
      fees: { start: QUANTA / 10n, floor: QUANTA / 1_000n, ceiling: QUANTA / 10n, target: 10 },
      limits: { transactions: 20_000, bytes: 16_777_216 },
    });
    expect(genesis.validators).toHaveLength(1);
    expect(genesis.validators[0]).toMatchObject({
      account: accountOfKey(network.keys.publicKey),
      stake: STAKE_ABOVE_FAUCET,
    });
    if (process.platform !== 'win32') expect(statSync(nodeKeysPath(dataDir)).mode & 0o777).toBe(0o600);
  });

  test('is the same network at the next start', () => {
    const config = configOf('--local', '--data-dir', temporaryDirectory());
    const first = networkOf(config);
    const before = genesisIn(first.genesisPath).fileHash;
    const second = networkOf(config, NOW + 60_000);
    expect(second.created).toBe(false);
    expect(second.keys.created).toBe(false);
    expect(toHex(second.keys.publicKey)).toBe(toHex(first.keys.publicKey));
    expect(genesisIn(second.genesisPath).fileHash).toBe(before);
  });

  test('follows explicit flags', () => {
    const words = ['--local', '--chain-id', 'my-net', '--no-faucet-enabled', '--block-time-ms', '1000'];
    const network = networkOf(configOf(...words, '--data-dir', temporaryDirectory()));
    expect(genesisIn(network.genesisPath)).toMatchObject({
      chainId: 'my-net',
      developerRules: false,
      allocations: [],
      faucetEnabled: false,
      blockTimeMs: 1_000,
    });
  });

  test('is finished after a crash between key and genesis, but not restarted without its key', () => {
    const config = configOf('--local', '--data-dir', temporaryDirectory());
    const first = networkOf(config);
    rmSync(first.genesisPath);
    const second = networkOf(config);
    expect(second).toMatchObject({ created: true, keys: { created: false } });
    rmSync(nodeKeysPath(config.dataDir));
    const third = ensureLocalNetwork(config, NOW);
    expect(isRefusal(third) && third.message).toContain('is gone');
    expect(existsSync(nodeKeysPath(config.dataDir))).toBe(false);
  });
});

describe('the genesis file of a start', () => {
  test('is the one named, else that of the data directory, else none is a fault', () => {
    const dataDir = temporaryDirectory();
    const missing = withGenesis(configOf('--data-dir', dataDir), NOW);
    expect(isRefusal(missing) && missing.code).toBe('malformed_parameter');
    networkOf(configOf('--local', '--data-dir', dataDir));
    expect(withGenesis(configOf('--data-dir', dataDir), NOW)).toMatchObject({ genesis: join(dataDir, 'genesis.json') });
    const named = join(dataDir, 'other.json');
    expect(withGenesis(configOf('--data-dir', dataDir, '--genesis', named), NOW)).toMatchObject({ genesis: named });
    const local = withGenesis(configOf('--local', '--data-dir', dataDir, '--genesis', named), NOW);
    expect(isRefusal(local) && local.message).toContain('there is no genesis file');
  });

  test.each(['rougechain-mainnet-1', 'rougechain-devnet-1'])('%s is refused with a sentence', (chainId) => {
    for (const local of ['--local', '--no-local']) {
      const dataDir = join(temporaryDirectory(), 'data');
      const refused = withGenesis(configOf(local, '--chain-id', chainId, '--data-dir', dataDir), NOW);
      expect(isRefusal(refused) && refused.message).toContain(chainId);
      expect(existsSync(dataDir)).toBe(false);
    }
  });
});

async function genesis(...words: readonly string[]) {
  const terminal = recordedTerminal();
  const code = await program(['genesis', ...words], terminal);
  return { code, ...terminal.written };
}

describe('the stake of the local network', () => {
  test('is out of reach of an account that stakes all gifts of full blocks for a hundred years', () => {
    const perBlock = BigInt(defaultLimits.transactions) * FAUCET_AMOUNT;
    const blocks = (100n * 365n * 86_400_000n) / 400n;
    // Less than a third of all: neither the next proposer nor a quorum depends on it.
    expect(perBlock * blocks * 3n).toBeLessThan(STAKE_ABOVE_FAUCET + perBlock * blocks);
    expect(Number(STAKE_ABOVE_FAUCET / QUANTA).toString()).toBe(String(STAKE_ABOVE_FAUCET / QUANTA));
  });
});

describe('rouged genesis', () => {
  test('new writes what check reads', async () => {
    const file = join(temporaryDirectory(), 'g.json');
    const made = await genesis(
      'new',
      '--chain-id=my-net',
      `--validator=${KEY}:20000.5:first`,
      `--validator=${OTHER_KEY}:10000`,
      '--allocation=__treasury__:3600000000:pot',
      '--faucet',
      '--max-validators=7',
      '--fee-ceiling=0.0005',
      `--out=${file}`,
    );
    expect(made.code, made.err).toBe(0);
    const read = genesisIn(file);
    expect(read).toMatchObject({ chainId: 'my-net', faucetEnabled: true, maxValidators: 7 });
    expect(read.schedule.heights.active_set).toBe(1);
    expect(read.validators.map(({ stake, name }) => [stake, name])).toEqual([
      [20_000_500_000_000n, 'first'],
      [10_000n * QUANTA, null],
    ]);
    expect(read.allocations).toMatchObject([{ amount: 3_600_000_000n * QUANTA, token: 'XRGE' }]);
    expect(read.fees).toMatchObject({ start: 500_000n, floor: 500_000n, ceiling: 500_000n });
    const checked = await genesis('check', file, '--json');
    expect(JSON.parse(checked.out)).toMatchObject({
      chain_id: 'my-net',
      genesis_hash: nativeProtocol.genesisBlock(read).hash,
      file_hash: read.fileHash,
    });
    const again = await genesis('new', '--chain-id=my-net', `--validator=${KEY}:1`, `--out=${file}`);
    expect(again.code).toBe(1);
    expect(again.err).toContain('is not overwritten');
  });

  test('warns of a faucet that can give more than the validators stake, and of no other', async () => {
    const asked = async (stake: bigint, ...flags: string[]) =>
      (await genesis('new', '--chain-id=my-net', `--validator=${KEY}:${stake}`, ...flags)).err;
    const enough = STAKE_ABOVE_FAUCET / QUANTA;
    expect(await asked(enough - 1n, '--faucet')).toContain(
      'warning: the faucet gives 10,000 XRGE an hour to every key',
    );
    expect([await asked(enough, '--faucet'), await asked(1n)]).toEqual(['', '']);
    const file = join(temporaryDirectory(), 'g.json');
    expect(await asked(1n, '--faucet', `--out=${file}`)).toContain('warning');
    expect((await genesis('check', file)).err).toContain('warning');
  });

  test('check knows the genesis hash of the public network', async () => {
    const file = join(temporaryDirectory(), 'mainnet.json');
    writeFileSync(file, '{"chain_id":"rougechain-mainnet-1","genesis_time":1743033600000}');
    const checked = await genesis('check', file);
    expect(checked.out).toContain('a9809a9c0b4f47eb5315a534593ece05057d0c6ceeaa8ae425ea6971d7601078');
  });

  test.each<[string[], number, string]>([
    [['new', '--chain-id=my-net'], 2, 'needs at least one --validator'],
    [['new', `--validator=${KEY}:1`], 2, 'needs --chain-id'],
    [['new', '--chain-id=my-net', '--validator=abc:1'], 2, 'an entry of --validator must be <public key hex>'],
    [['new', '--chain-id=my-net', `--validator=${KEY}:0`], 2, 'stake must be above zero'],
    [['new', '--chain-id=my-net', `--validator=${KEY}:1,${KEY}:2`], 2, 'names a key twice'],
    [['new', '--chain-id=my-net', `--validator=${KEY}:1.0000000001`], 2, 'more than 9 decimals'],
    [['new', '--chain-id=my-net', `--validator=${KEY}:1`, '--allocation=bob:1'], 2, 'no address'],
    [['new', '--chain-id=rougechain-mainnet-1', `--validator=${KEY}:1`], 1, 'belongs to a public network'],
    [['check'], 2, 'needs a file'],
    [['check', '/nonexistent/genesis.json'], 1, 'ENOENT'],
    [['new', '--valdator=x'], 2, 'did you mean --validator?'],
  ])('a fault is one sentence (%#)', async (words, code, part) => {
    const done = await genesis(...words);
    expect(done.err).toContain(part);
    expect(done.code).toBe(code);
  });

  test('new offers as many places as a network may have', async () => {
    for (const places of ['0', '1001', 'x'])
      expect(
        (await genesis('new', '--chain-id=my-net', `--validator=${KEY}:1`, `--max-validators=${places}`)).err,
      ).toMatch(/--max-validators must be a whole number from 1 to 1000/);
    const { out } = await genesis('new', '--chain-id=my-net', `--validator=${KEY}:1`);
    expect(JSON.parse(out)).toMatchObject({ max_validators: 100, upgrade_schedule: { active_set: 1 } });
  });

  test('check names the member that is wrong', async () => {
    const file = join(temporaryDirectory(), 'bad.json');
    writeFileSync(file, '{"chain_id":"my-net","faucet":true}');
    const checked = await genesis('check', file);
    expect(checked.code).toBe(1);
    expect(checked.err).toContain('unknown member faucet');
  });
});
