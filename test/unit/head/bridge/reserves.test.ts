/** The books of the bridge beside what the providers see: coins are missing only when they are. */

import { expect, test } from 'vitest';
import { refuse } from '../../../../engine/base/refusal.js';
import type { CustodyBalance, ForeignChains } from '../../../../engine/bridge/port.js';
import { Reserves } from '../../../../engine/head/bridge/reserves.js';
import { type BridgeTotals, bridgeTotals } from '../../../../engine/ledger/bridgeTables.js';
import type { StateView } from '../../../../engine/state/state.js';

const NONE: BridgeTotals = { deposited: 0n, withdrawn: 0n, fulfilled: 0n, refunded: 0n, day: 0, onDay: 0n };

function played() {
  const scene = { now: 0, deposited: 5n, custody: 5n as bigint | undefined };
  const balance = async (): Promise<CustodyBalance | ReturnType<typeof refuse>> =>
    scene.custody === undefined ? refuse('busy', 'away') : { units: scene.custody, of: 'custody' };
  const chains = { facts: { evm: {}, btc: { custody: 'bc1' } }, balance } as unknown as ForeignChains;
  const state = {
    get: (table: unknown, token: string) =>
      table === bridgeTotals && token === 'QBTC' ? { ...NONE, deposited: scene.deposited } : undefined,
  } as unknown as StateView;
  const reserves = new Reserves(state, chains, { monotonic: () => scene.now });
  const bitcoin = (all: readonly { readonly token: string; readonly difference: bigint | undefined }[]) =>
    all.find(({ token }) => token === 'qBTC')?.difference;
  const differences = async () => [bitcoin(await reserves.read()), bitcoin(reserves.latest())];
  return { scene, reserves, differences };
}

test('a deposit that is minted after the look is not missing, and counts in the next one', async () => {
  const { scene, reserves, differences } = played();
  expect(await differences()).toEqual([0n, 0n]);
  scene.deposited = 8n;
  expect(await differences()).toEqual([0n, 0n]);
  const [shown] = reserves.latest().filter(({ token }) => token === 'qBTC');
  expect(shown?.claimable).toBe(8n);
  [scene.now, scene.custody] = [60_000, 8n];
  expect(await differences()).toEqual([0n, 0n]);
});

test('coins that have left are missing, and unknown custody says nothing', async () => {
  const { scene, differences } = played();
  scene.custody = 4n;
  expect(await differences()).toEqual([-1n, -1n]);
  [scene.now, scene.custody] = [60_000, undefined];
  expect(await differences()).toEqual([undefined, undefined]);
});
