/** Deposits on a chain that a real node of Bitcoin has checked and mined, in each mode; ten lies of the second server; a reorganisation that the node makes. */

import { afterAll, beforeAll, describe as describeAlways, expect, test } from 'vitest';
import { isRefusal } from '../../engine/base/refusal.js';
import { type BtcBridgeRules, STANDARD_BTC_RULES } from '../../engine/bridge/btc/rules.js';
import { BtcChain } from '../../ops/bridge/btcChain.js';
import { EsploraProvider, type EsploraTimes } from '../../ops/bridge/esplora.js';
import { bitcoinPackagesMissing } from '../support/bitcoin/packages.js';
import { RegtestNode } from '../support/bitcoin/regtest.js';
import { type Coin, coinOf, type MinedTransaction, opReturn, spend, walletOf } from '../support/bitcoinChain.js';
import { DepositScene, good, RECIPIENT } from '../support/depositScene.js';
import { EsploraServer, LIES, type Lie } from '../support/esploraServer.js';

const describe = describeAlways.skipIf(bitcoinPackagesMissing);

/** Witnesses count from block 432 on; a coinbase can be spent 100 blocks later. */
const BLOCKS = 440;
/** The first block of regtest (Bitcoin Core, kernel/chainparams.cpp). */
const GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
const SATS = 250_000n;
const PATIENT: EsploraTimes = { requestMs: 20_000, operationMs: 60_000 };
const IMPATIENT: EsploraTimes = { requestMs: 200, operationMs: 60_000 };

const [custody, payer, miner] = ['custody', 'payer', 'miner'].map(walletOf) as [
  ReturnType<typeof walletOf>,
  ReturnType<typeof walletOf>,
  ReturnType<typeof walletOf>,
];
const rules: BtcBridgeRules = {
  ...{ network: 'regtest', custody: new DepositScene().address(custody.address), ...STANDARD_BTC_RULES },
  ...{ allowSingleProvider: false, rawBinding: 'off', spv: 'off', checkpoint: undefined },
};
const MODES: readonly (readonly [string, BtcBridgeRules])[] = [
  ['default', rules],
  ['raw binding', { ...rules, rawBinding: 'required' }],
  ['SPV', { ...rules, rawBinding: 'required', spv: 'required', checkpoint: { height: 0, hash: GENESIS } }],
];

let node: RegtestNode;
let servers: readonly [EsploraServer, EsploraServer];
let deep: MinedTransaction;
let shallow: MinedTransaction;

const depositOf = (coin: Coin): MinedTransaction =>
  spend(
    payer,
    [coin],
    [
      { script: custody.script, value: SATS },
      opReturn(RECIPIENT),
      { script: payer.script, value: coin.value - SATS - 1_000n },
    ],
  );

const serve = async (): Promise<void> => {
  const chain = await node.chain();
  for (const server of servers) server.chain = chain;
};

beforeAll(async () => {
  if (bitcoinPackagesMissing) return;
  node = await RegtestNode.start();
  expect(await node.mine(BLOCKS, payer)).toBe(BLOCKS);
  const chain = await node.chain();
  const coin = (height: number): Coin => coinOf(chain.blocks[height]?.transactions[0] as MinedTransaction, 0);
  [deep, shallow] = [depositOf(coin(1)), depositOf(coin(2))];
  await node.submit(deep.raw);
  await node.mine(2, miner);
  await node.submit(shallow.raw);
  await node.mine(1, miner);
  servers = [await EsploraServer.start(chain), await EsploraServer.start(chain)];
  await serve();
});

afterAll(async () => {
  await Promise.all([...(servers ?? [])].map((server) => server.close()));
  await node?.stop();
});

function verifier(mode: BtcBridgeRules): BtcChain {
  const [primary, secondary] = servers.map((server) =>
    good(EsploraProvider.open(server.base, mode, server.lie === 'slow' ? IMPATIENT : PATIENT)),
  ) as [EsploraProvider, EsploraProvider];
  return new BtcChain(mode, { primary, secondary });
}

describe('a chain of a real node', () => {
  test('has the first block of regtest, and the deposits that the node has mined', () => {
    const { blocks, tip } = servers[0].chain;
    expect([blocks[0]?.hash, tip.height]).toEqual([GENESIS, BLOCKS + 3]);
    expect(blocks.slice(-3).map(({ transactions }) => transactions[1]?.id)).toEqual([deep.id, undefined, shallow.id]);
  });

  test.each(MODES)('a deposit is proven (%s)', async (_, mode) => {
    expect(good(await verifier(mode).deposit(deep.id))).toEqual({
      ...{ token: 'qBTC', units: SATS, recipient: RECIPIENT, claimKey: `btc:${deep.id}`, position: 0, depth: 3 },
      ...{ blockHash: servers[0].chain.blocks[BLOCKS + 1]?.hash, height: BLOCKS + 1 },
    });
  });

  describe.each(MODES)('%s', (name, mode) => {
    let refused = 0;
    const heard = LIES.filter((lie) => lie !== 'other raw bytes' || mode.rawBinding === 'required');

    test.each(heard)('rule 1: a second server before a real node lies: %s', async (lie: Lie) => {
      servers[1].lie = lie;
      // A false depth would make a young deposit look old.
      const result = await verifier(mode).deposit(['tip', 'height'].includes(lie) ? shallow.id : deep.id);
      servers[1].lie = undefined;
      expect(isRefusal(result)).toBe(true);
      refused++;
    });

    test('every lie was told and refused', () => {
      expect(refused).toBe(name === 'default' ? 9 : 10);
    });
  });

  test('rule 2: a real node of Bitcoin drops the deposit in a reorganisation', async () => {
    const proven = verifier(MODES[2]?.[1] as BtcBridgeRules);
    good(await proven.deposit(deep.id));
    expect(await node.mine(5, miner, BLOCKS)).toBe(BLOCKS + 5);
    await serve();
    expect(servers[0].chain.find(deep.id)).toBeUndefined();
    expect(await proven.deposit(deep.id)).toMatchObject({ code: 'not_found' });
    // Sent again, it is mined on the other branch.
    await node.submit(deep.raw);
    await node.mine(2, miner);
    await serve();
    expect(good(await proven.deposit(deep.id))).toMatchObject({ height: BLOCKS + 6, depth: 2 });
  });
});
