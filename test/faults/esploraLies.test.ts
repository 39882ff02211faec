/** Two Esplora servers over HTTP, one of which lies in each of ten ways: no lie is credited, in no mode, whichever of the two tells it. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '../../engine/base/refusal.js';
import { agreedOutputs } from '../../engine/bridge/btc/addressScan.js';
import {
  type VerifiedBtcDeposit,
  verifyAddressDeposits,
  verifyCustodyDeposit,
} from '../../engine/bridge/btc/deposit.js';
import type { BtcBridgeRules } from '../../engine/bridge/btc/rules.js';
import type { EvmBridge } from '../../engine/bridge/evm/contracts.js';
import type { BridgeFacts } from '../../engine/bridge/port.js';
import { AskedChains } from '../../ops/bridge/askedChains.js';
import { type AddressScan, EsploraProvider, type EsploraTimes, shownBase } from '../../ops/bridge/esplora.js';
import { providerIdentity } from '../../ops/bridge/providerIdentity.js';
import { program } from '../../ops/cli/program.js';
import { BitcoinChain, type MinedTransaction, spend, walletOf } from '../support/bitcoinChain.js';
import { DepositScene, good, RECIPIENT } from '../support/depositScene.js';
import { EsploraServer, LIES, type Lie } from '../support/esploraServer.js';
import { recordedTerminal } from '../unit/ops/temporary.js';

const NOBODY: ReadonlySet<string> = new Set();

const scene = new DepositScene();
const deep = scene.deposit(250_000n, 1);
scene.chain.mine([deep]);
scene.chain.mine();
const shallow = scene.deposit(90_000n, 2);
scene.chain.mine([shallow]);

const RULES: Readonly<Record<string, BtcBridgeRules>> = {
  default: scene.rules,
  'raw binding': { ...scene.rules, rawBinding: 'required' },
  SPV: scene.spvRules(),
};

let servers: readonly [EsploraServer, EsploraServer];

beforeAll(async () => {
  servers = [await EsploraServer.start(scene.chain), await EsploraServer.start(scene.chain)];
});

afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Long enough for an honest answer on a busy machine. */
const PATIENT: EsploraTimes = { requestMs: 20_000, operationMs: 40_000 };
/** For a server that never answers. */
const IMPATIENT: EsploraTimes = { requestMs: 200, operationMs: 40_000 };

const open = (server: EsploraServer, rules: BtcBridgeRules): EsploraProvider =>
  good(EsploraProvider.open(server.base, rules, server.lie === 'slow' ? IMPATIENT : PATIENT)) as EsploraProvider;

async function verified(id: string, rules: BtcBridgeRules): Promise<ReturnType<typeof verifyCustodyDeposit>> {
  const [primary, secondary] = await Promise.all(servers.map((server) => open(server, rules).evidence(id)));
  if (!primary || !secondary) throw new Error('two servers');
  return verifyCustodyDeposit(rules, NOBODY, id, primary, secondary);
}

/** Which deposit a lie is about: a false depth would make a young one look old. */
const depositOf = (lie: Lie): MinedTransaction => (lie === 'tip' || lie === 'height' ? shallow : deep);

/** Raw bytes are read by the modes that bind to them. */
const isHeard = (lie: Lie, mode: string): boolean => lie !== 'other raw bytes' || mode !== 'default';

/** What the refusal says, at least in part, when the secondary lies in the default mode. */
const SENTENCES: Readonly<Record<Lie, RegExp>> = {
  amount: /disagreement on amount|not those of its raw transaction/,
  recipient: /disagreement on recipient|not those of its raw transaction/,
  height: /deposit has 1 confirmation|shows only 1|disagreement on block|no proven header|another one|another height/,
  tip: /1 confirmation\(s\); 2 required|shows only 1|fewer than 10 headers|not those before/,
  'other raw bytes': /its raw transaction hashes to|the first transaction is no coinbase/,
  'not in best chain': /is not in the best chain/,
  'garbage JSON': /bad tx JSON from/,
  'endless answer': /unreachable: .*more than \d+ bytes/,
  slow: /unreachable: .*no whole answer within 200 ms/,
  'HTTP 500': /returned HTTP 500/,
};

describe('a liar among two providers', () => {
  let refused = 0;

  test.each(Object.entries(RULES))('honest ones agree (%s)', async (_, rules) => {
    const deposit = good(await verified(deep.id, rules)) as VerifiedBtcDeposit;
    expect(deposit).toMatchObject({ units: 250_000n, recipient: RECIPIENT, depth: 3, claimKey: `btc:${deep.id}` });
  });

  describe.each(Object.entries(RULES))('%s', (mode, rules) => {
    test.each(LIES.filter((lie) => isHeard(lie, mode)))('rule 1: one of two servers lies: %s', async (lie) => {
      for (const liar of servers) {
        liar.lie = lie;
        const result = await verified(depositOf(lie).id, rules);
        liar.lie = undefined;
        expect(isRefusal(result) ? result.message : 'accepted').toMatch(SENTENCES[lie]);
        refused++;
      }
    });
  });

  test('all of them were refused', () => {
    expect(LIES).toHaveLength(10);
    expect(refused).toBe(2 * (9 + 10 + 10));
  });

  test('rule 1: a single provider that is allowed is not enough against a lie, and enough when the other is silent', async () => {
    const rules = { ...scene.rules, allowSingleProvider: true };
    const results: string[] = [];
    for (const lie of LIES.filter((name) => isHeard(name, 'default'))) {
      servers[1].lie = lie;
      const result = await verified(depositOf(lie).id, rules);
      if (!isRefusal(result)) results.push(lie);
    }
    servers[1].lie = undefined;
    expect(results).toEqual(['garbage JSON', 'endless answer', 'slow', 'HTTP 500']);
  });
});

test('rule 2: a block of Bitcoin that a reorganisation replaces is refused by the provider that sees it', async () => {
  const rules = scene.spvRules();
  const provider = open(servers[0], rules);
  good(await provider.evidence(deep.id));
  const old = servers[0].chain;
  const fork = scene.chain.fork(12);
  fork.mineMany(8);
  servers[0].chain = fork;
  const gone = await provider.evidence(deep.id);
  expect(isRefusal(gone) && gone.code).toBe('not_found');
  fork.mine([deep]);
  fork.mineMany(1);
  const again = await provider.evidence(deep.id);
  servers[0].chain = old;
  const both = verifyCustodyDeposit(rules, NOBODY, deep.id, again, await open(servers[1], rules).evidence(deep.id));
  expect(isRefusal(both) ? both.message : 'accepted').toMatch(/disagreement on block \(height 21 vs 13\)/);
});

test('rule 2: the second look at a deposit of Bitcoin that has moved to another block, or is gone', async () => {
  const evm = { custody: undefined } as unknown as EvmBridge;
  const [primary, secondary] = servers.map((server) => open(server, scene.rules)) as [EsploraProvider, EsploraProvider];
  const chains = new AskedChains({
    facts: { evm: {}, btc: undefined } as unknown as BridgeFacts,
    evm: { bridge: evm, providers: [] },
    btc: { rules: scene.rules, servers: { primary, secondary } },
  });
  const verified = good(await chains.btcDeposit(deep.id)) as VerifiedBtcDeposit;
  expect(await chains.recheck(verified)).toBeUndefined();
  const fork = scene.chain.fork(12);
  fork.mineMany(2);
  for (const server of servers) server.chain = fork;
  expect(await chains.recheck(verified)).toMatchObject({ code: 'not_found' });
  fork.mine([deep]);
  fork.mineMany(2);
  const moved = await chains.recheck(verified);
  for (const server of servers) server.chain = scene.chain;
  expect(moved?.message).toBe('the deposit has changed since it was verified: reorganised — refusing to mint');
});

test('an unknown transaction is not yet seen', async () => {
  const result = await verified('e'.repeat(64), scene.rules);
  expect(isRefusal(result) && result.message).toBe(
    `transaction not yet seen by ${servers[0].base} (not broadcast/indexed?)`,
  );
});

describe('dust', () => {
  const wallet = walletOf('assigned');
  const address = scene.address(wallet.address);
  const chain = new BitcoinChain(scene.payer);
  chain.mineMany(3);
  const coin = {
    id: chain.blocks[1]?.transactions[0]?.id ?? '',
    index: 0,
    script: scene.payer.script,
    value: 5_000_000_000n,
  };
  const real = spend(
    scene.payer,
    [coin],
    [
      { script: wallet.script, value: 70_000n },
      ...Array.from({ length: 120 }, () => ({ script: scene.payer.script, value: 1_000n })),
    ],
  );
  chain.mine([real]);
  // Later and so on earlier pages.
  const dust = Array.from({ length: 120 }, (_, at) =>
    spend(
      scene.payer,
      [{ id: real.id, index: at + 1, script: scene.payer.script, value: 1_000n }],
      [{ script: wallet.script, value: 1n }],
    ),
  );
  chain.mine(dust);
  chain.mine();

  const scanOf = async (provider: EsploraProvider, from?: string, pages?: number): Promise<AddressScan> =>
    good(await provider.scan(wallet.address, from, pages)) as AddressScan;

  test('rule 11: dust does not hide a deposit: pages are read to the end', async () => {
    for (const server of servers) server.chain = chain;
    const providers = servers.map((server) => open(server, scene.rules));
    const [first, second] = await Promise.all(providers.map((provider) => scanOf(provider)));
    expect([first?.transactions.length, first?.next]).toEqual([121, undefined]);
    const candidates = agreedOutputs(first?.transactions ?? [], second?.transactions ?? [], wallet.script);
    expect(candidates).toHaveLength(121);
    expect(candidates.at(-1)).toMatchObject({ id: real.id });
    const [one, two] = await Promise.all(providers.map((provider) => provider.evidence(real.id)));
    if (!one || !two) throw new Error('two servers');
    const bound = { address, recipient: RECIPIENT };
    const deposits = verifyAddressDeposits(scene.rules, NOBODY, bound, real.id, one, two);
    expect(isRefusal(deposits) ? [] : deposits.map(({ units }) => units)).toEqual([70_000n]);
  });

  test('rule 11: a scan is bounded, and the next one goes on where it ended', async () => {
    for (const server of servers) server.chain = chain;
    const provider = open(servers[0], scene.rules);
    const ids = new Set<string>();
    let scans = 0;
    for (let next: string | undefined, isMore = true; isMore; scans++) {
      const scan = await scanOf(provider, next, 2);
      for (const { id } of scan.transactions) ids.add(id);
      next = scan.next;
      isMore = next !== undefined;
    }
    for (const server of servers) server.chain = scene.chain;
    expect([scans, ids.size, ids.has(real.id)]).toEqual([3, 121, true]);
  });
});

describe('rouged bridge check btc', () => {
  const run = async (words: readonly string[], second = servers[1].base) => {
    const terminal = recordedTerminal();
    const flags = ['--bridge-btc-network', 'regtest', '--bridge-btc-custody', scene.custody.address];
    const bases = ['--btc-esplora-primary', servers[0].base, '--btc-esplora-secondary', second];
    const code = await program(['bridge', 'check', 'btc', ...words, ...flags, ...bases], terminal);
    return { code, ...terminal.written };
  };

  test('shows a deposit that both prove', async () => {
    const { code, out } = await run([deep.id, '--recipient', RECIPIENT]);
    expect(code).toBe(0);
    for (const part of ['250000 sats of qBTC', RECIPIENT, `btc:${deep.id}`, 'OK']) expect(out).toContain(part);
  });

  test('shows proofs, in JSON', async () => {
    const { hash } = scene.chain.blocks[0] ?? { hash: '' };
    const { code, out } = await run([
      deep.id,
      '--json',
      '--bridge-btc-spv=required',
      `--bridge-btc-checkpoint=0:${hash}`,
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ success: true, deposits: [{ units: '250000', height: 13, depth: 3 }] });
    expect(out).toContain('headers and Merkle proof');
  });

  test.each([
    ['a young deposit', () => run([shallow.id]), 1, 'NOT OK: deposit has 1 confirmation(s); 2 required'],
    [
      'another recipient',
      () => run([deep.id, '--recipient', 'somebody']),
      1,
      "expected recipient does not match the deposit's OP_RETURN",
    ],
    ['one server twice', () => run([deep.id], servers[0].base), 2, 'must be servers of different hosts'],
    ['no id', () => run(['abc']), 2, 'invalid BTC txid (expected 64 hex chars)'],
    ['SPV without a checkpoint', () => run([deep.id, '--bridge-btc-spv=required']), 2, 'needs a checkpoint'],
    [
      'an address without a recipient',
      () => run([deep.id, '--address', scene.payer.address]),
      2,
      '--address needs --recipient',
    ],
    [
      'custody as deposit address',
      () => run([deep.id, '--address', scene.custody.address, '--recipient', RECIPIENT]),
      1,
      'the custody address is no deposit address',
    ],
  ] as const)('%s', async (_, attempt, code, expected) => {
    const ended = await attempt();
    expect(ended.code).toBe(code);
    expect(ended.out + ended.err).toContain(expected);
  });

  test('deposits to an assigned address', async () => {
    const { code, out } = await run([deep.id, '--address', walletOf('nobody').address, '--recipient', RECIPIENT]);
    expect([code, out.includes('no output pays the deposit address')]).toEqual([1, true]);
  });
});

test('rule 1: providers are told apart by host, and named without what may be a key', () => {
  expect(providerIdentity('https://Mempool.space/api')).toBe(
    providerIdentity('https://mempool.space:8443/testnet/api'),
  );
  expect(providerIdentity('https://mempool.space./api')).toBe(providerIdentity('https://mempool.space/api'));
  expect(providerIdentity('http://127.0.0.1:1/api')).not.toBe(providerIdentity('http://127.0.0.1:2/api'));
  expect(shownBase('https://mempool.space/testnet/api/')).toBe('https://mempool.space/testnet/api');
  expect(shownBase('https://node.example/v3/0123456789abcdef')).toBe('https://node.example/...');
});
