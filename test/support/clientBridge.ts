/** Every method of the client that asks the bridge, once. The node has no providers: what is bridged is stated by its own key. */

import { expect } from 'vitest';
import type { Account } from '../../api/client/account.js';
import type { ClientScene } from './clientScene.js';

const hash = (digit: string): string => `0x${digit.repeat(64)}`;
const DESTINATION = `0x${'d1'.repeat(20)}`;

/** @param authority of the bridge. @param alice gets the tokens. @param included waits for the block with a request. */
export async function callBridge(
  scene: ClientScene,
  authority: Account,
  alice: Account,
  included: <T extends { readonly txId: string }>(accepted: Promise<T>) => Promise<T>,
): Promise<void> {
  const deposit = { tokenSymbol: 'qETH', amountUnits: 1_000n, recipient: alice.address };
  const place = { claimKey: hash('a'), blockHash: hash('b'), height: 7, position: 1 };
  const { txId } = await included(scene.call('bridgeMint', authority, { ...deposit, ...place }));
  expect((await scene.client.getBalance(alice.address)).tokens.qETH).toBe(1_000);
  expect((await scene.refusal('bridgeAttest', authority, { ...deposit, ...place })).message).toMatch(/already claimed/);
  const burned = { amount: 400n, evmAddress: DESTINATION, tokenSymbol: 'qETH' };
  const first = await included(scene.call('bridgeWithdraw', alice, burned));
  const second = await included(scene.client.bridgeWithdraw(alice, burned));
  await included(scene.call('bridgeFail', authority, { withdrawal: first.txId, error: 'no gas' }));
  const listed = await scene.call('getBridgeWithdrawals');
  expect(listed.withdrawals.map((one) => [one.txId, one.status, one.amountUnits_units])).toEqual([
    [first.txId, 'failed', 400n],
    [second.txId, 'pending', 400n],
  ]);
  const payout = { withdrawal: first.txId, payoutTx: hash('c'), positions: '3' };
  await included(scene.call('bridgeFulfil', authority, payout));
  await included(scene.call('bridgeRefund', authority, { withdrawal: second.txId }));
  const { items } = await scene.call('getBridgeActivity', { limit: 10 });
  expect(items.map(({ statusReason }) => statusReason)).toEqual([
    'refunded_on_rougechain',
    'payout_verified',
    'minted',
  ]);
  expect(await scene.call('getBridgeActivityByTxId', txId)).toMatchObject({
    kind: 'deposit',
    amountUnits_units: 1_000n,
  });
  const { reserves } = await scene.call('getBridgeReserves');
  expect(reserves.find(({ token }) => token === 'qETH')).toMatchObject({ minted_units: 1_000n, claimable_units: 600n });
  await callRecords(scene);
  await callClosed(scene, alice, first.txId);
}

async function callRecords(scene: ClientScene): Promise<void> {
  expect((await scene.call('getBridgeConfig')).enabled).toBe(false);
  expect((await scene.call('getBridgeXrgeConfig')).enabled).toBe(false);
  expect(await scene.call('getBridgeHealth')).toMatchObject({ degraded: false, pending: 0 });
  expect((await scene.call('getBridgeXrgeWithdrawals')).withdrawals).toEqual([]);
  expect((await scene.call('getBridgeBtcWithdrawals')).withdrawals).toEqual([]);
}

/** What a node without custody, for somebody without a secret, refuses. */
async function callClosed(scene: ClientScene, alice: Account, withdrawal: string): Promise<void> {
  const claim = { evmTxHash: hash('e'), evmAddress: DESTINATION, recipientRougechainPubkey: alice.publicKey };
  const errors = [
    await scene.refusal('postBridgeClaim', claim),
    await scene.refusal('postBridgeXrgeClaim', claim),
    await scene.refusal('postBridgeBtcClaim', { btcTxid: 'e'.repeat(64) }),
    await scene.refusal('postBridgeDepositAutoClaim', { evmTxHash: hash('e') }),
    await scene.refusal('postBridgeAdminReclaim', { evmTxHash: hash('e') }),
    await scene.refusal('postBridgeBtcDepositAddress', { recipient: alice.address }),
    await scene.refusal('postBridgeBtcDepositPool', { addresses: [] }),
    await scene.refusal('getBridgeBtcDepositAddresses'),
    await scene.refusal('postBridgeWithdrawalsFailure', withdrawal, { error: 'x' }),
    await scene.refusal('postBridgeWithdrawalsRefund', withdrawal, {}),
    await scene.refusal('deleteBridgeWithdrawals', withdrawal, {}),
    await scene.refusal('deleteBridgeXrgeWithdrawals', withdrawal, {}),
    await scene.refusal('deleteBridgeBtcWithdrawals', withdrawal, {}),
    await scene.refusal('postBridgeWithdraw', { fromPublicKey: '', signature: '', payload: {} }),
    await scene.refusal('postBridgeXrgeWithdraw', { fromPublicKey: '', signature: '', payload: {} }),
  ];
  const secret = 'unauthorized: provide x-bridge-relayer-secret header or signed body';
  expect(errors.map(({ message }) => message)).toEqual([
    'Bridge is not enabled (QV_BRIDGE_CUSTODY_ADDRESS not set)',
    'XRGE bridge not enabled',
    'BTC bridge is not enabled (QV_BRIDGE_BTC_CUSTODY not set)',
    secret,
    'Admin key not configured (set QV_ADMIN_KEY)',
    'BTC bridge is not enabled',
    ...['unauthorized', 'unauthorized', secret, secret, secret, secret, secret],
    ...['signed-intent rejected: WrongOperation', 'XRGE bridge not enabled'],
  ]);
}
