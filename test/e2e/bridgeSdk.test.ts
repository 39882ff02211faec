/** Every method of the published client that reaches the bridge, with good and with bad input, against a node with real counterparts. */

import { afterAll, beforeAll, describe as describeAlways, expect, test } from 'vitest';
import { ANVIL } from '../support/evm/anvil.js';
import { BridgeScene, ForeignSide } from '../support/evm/bridgeScene.js';
import { ETHER } from '../support/evm/scene.js';
import {
  type ClientBridge,
  type ClientWallet,
  loadPublishedClient,
  type Submitted,
} from '../support/publishedClient.js';

/** Elsewhere than in CI the variable may name none. */
const describe = describeAlways.skipIf(ANVIL === undefined && process.env.CI !== 'true');

let side: ForeignSide;
let scene: BridgeScene;
let bridge: ClientBridge;
let wallet: ClientWallet;

beforeAll(async () => {
  if (ANVIL === undefined && process.env.CI !== 'true') return;
  side = await ForeignSide.start();
  scene = await BridgeScene.start(side);
  const sdk = await loadPublishedClient();
  bridge = new sdk.RougeChain(`${scene.node.url}/api`).bridge;
  wallet = { publicKey: scene.user.keyHex, privateKey: Buffer.from(scene.user.secretKey).toString('hex') };
});
afterAll(async () => {
  await scene?.remove();
  await side?.stop();
});

const DESTINATION = `0x${'d1'.repeat(20)}`;

async function included({ success, error, data }: Submitted): Promise<string> {
  expect([success, error ?? null]).toEqual([true, null]);
  await scene.included(String(data?.txId));
  return String(data?.txId);
}

describe('the published client', () => {
  test('has these methods', () => {
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(bridge)).filter((name) => name !== 'constructor');
    expect(names.sort()).toEqual(
      [
        ...['claim', 'claimXrge', 'getConfig', 'getWithdrawals', 'getXrgeConfig', 'getXrgeWithdrawals'],
        ...['withdraw', 'withdrawXrge'],
      ].sort(),
    );
  });

  test('reads the configuration', async () => {
    expect(await bridge.getConfig()).toEqual({
      ...{ enabled: true, custodyAddress: side.evm.custody, chainId: 8453, supportedTokens: ['ETH', 'USDC', 'BTC'] },
    });
    const { vault, xrge } = side.evm.contracts;
    expect(await bridge.getXrgeConfig()).toEqual({
      enabled: true,
      vaultAddress: vault,
      tokenAddress: xrge,
      chainId: 8453,
    });
  });

  test('claims, once', async () => {
    const hash = await side.deep({ to: side.evm.custody, value: ETHER });
    const body = await side.claimBody('ETH', hash, scene.user.keyHex);
    const order = {
      ...{ evmTxHash: hash.slice(2), evmAddress: side.evm.user.slice(2), recipientPubkey: scene.user.keyHex },
      evmSignature: String(body.evmSignature),
    };
    await included(await bridge.claim(order));
    expect(await scene.balance('qETH')).toBe(1_000_000);
    expect(await bridge.claim(order)).toMatchObject({ success: false, error: 'Transaction already claimed' });
    const other = await side.deep({ to: side.evm.custody, value: ETHER });
    expect(await bridge.claim({ ...order, evmTxHash: other })).toMatchObject({
      ...{ success: false, error: expect.stringMatching(/^Invalid signature - sign the claim message/) },
    });
    expect(await bridge.claim({ ...order, token: 'DOGE' })).toMatchObject({ error: 'Unsupported bridge token: DOGE' });
  });

  test('cannot claim XRGE: it sends no signature, which the specification requires', async () => {
    const evmTxHash = `0x${'1'.repeat(64)}`;
    const order = { evmTxHash, evmAddress: side.evm.user, amount: '1', recipientPubkey: scene.user.keyHex };
    expect(await bridge.claimXrge(order)).toMatchObject({
      ...{ success: false, error: expect.stringMatching(/^EVM signature required/) },
    });
  });

  test('withdraws ETH and lists it', async () => {
    const id = await included(await bridge.withdraw(wallet, { amount: 400_000, evmAddress: DESTINATION }));
    expect(await bridge.getWithdrawals()).toMatchObject([
      { txId: id, evmAddress: DESTINATION, amountUnits: 400_000, tokenSymbol: 'qETH', status: 'pending' },
    ]);
    expect(await scene.balance('qETH')).toBe(600_000);
    const refused = [
      await bridge.withdraw(wallet, { amount: 600_001, evmAddress: DESTINATION }),
      await bridge.withdraw(wallet, { amount: 1, evmAddress: '0x12' }),
      await bridge.withdraw(wallet, { amount: 0, evmAddress: DESTINATION }),
      await bridge.withdraw(wallet, { amount: 1, evmAddress: DESTINATION, fee: 0.2 }),
      await bridge.withdraw(wallet, { amount: 1, evmAddress: DESTINATION, tokenSymbol: 'XRGE' }),
      await bridge.withdraw(wallet, { amount: 1, evmAddress: DESTINATION, tokenSymbol: 'DOGE' }),
      await bridge.withdraw(wallet, { amount: 1, evmAddress: side.evm.contracts.bridge }),
    ];
    expect(refused.map(({ success }) => success)).toEqual(refused.map(() => false));
    expect(refused.map(({ error }) => error)).toEqual([
      expect.stringMatching(/^insufficient qETH balance: have 600000, need 600001/),
      'Invalid EVM address',
      'signed-intent rejected: ZeroAmount',
      'signed-intent rejected: InvalidFee',
      'signed-intent rejected: XrgeOnGenericEndpoint',
      'signed-intent rejected: UnsupportedAsset',
      'an address of the bridge itself cannot be paid',
    ]);
    expect(await scene.balance('qETH')).toBe(600_000);
  });

  test('withdraws XRGE and lists it', async () => {
    const id = await included(await bridge.withdrawXrge(wallet, { amount: 2.5, evmAddress: DESTINATION }));
    expect(await bridge.getXrgeWithdrawals()).toMatchObject([
      { tx_id: `xrge:${id}`, evm_address: DESTINATION, amount: 2.5, status: 'pending' },
    ]);
    expect(await bridge.withdrawXrge(wallet, { amount: 1e6, evmAddress: DESTINATION })).toMatchObject({
      ...{ success: false, error: expect.stringMatching(/^insufficient balance: have .* XRGE, need .* XRGE/) },
    });
  });
});
