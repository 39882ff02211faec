/** Upgrade heights of the public networks (specification, Versioning) and of own ones. */

import { describe, expect, test } from 'vitest';
import {
  isActive,
  newNetworkUpgrades,
  scheduleOf,
  scheduleView,
  type UpgradeSchedule,
  upgradeNames,
} from '../../../engine/chain/upgrades.js';
import { accepted, refusedAs } from '../base/outcome.js';

const of = (chainId: string, overrides = {}, faucet = false): UpgradeSchedule =>
  accepted(scheduleOf(chainId, overrides, faucet));

/** The specification's table, in its rows' order, then what came after it. */
const published: [string, readonly (keyof UpgradeSchedule['heights'])[], number | null, number | null][] = [
  ['transaction integrity', ['tx_uniqueness'], 90, 1_200],
  ['proposer selection', ['proposer_selection'], 100, 1_250],
  ['verified finality', ['finality_v2'], 150, 1_250],
  ['player-signed contracts', ['game_ready'], 150, 1_200],
  ['tokens, NFTs, state root v2', ['game_ready_2'], 160, 1_200],
  ['host block hash', ['game_ready_3'], 170, 1_200],
  ['payable calls', ['payable_calls'], 190, 1_200],
  ['mintable tokens', ['token_minting'], 235, 1_360],
  ['NFT royalty in contracts', ['contract_nft_royalty'], 235, 1_360],
  ['monetary integrity', ['monetary_integrity'], 245, 1_390],
  ['not scheduled', ['shield_v2', 'chain_id_binding', 'contract_chain_id'], null, null],
  ['pool integrity', ['amm_integrity'], 260, 1_440],
  ['rules of this engine', ['best_route', 'ledger_rules_2', 'active_set', 'contracts', 'directory'], null, null],
];

describe('the public networks', () => {
  test.each(published)('%s', (_, names, mainnet, testnet) => {
    for (const name of names) {
      expect(of('rougechain-mainnet-1').heights[name]).toBe(mainnet);
      expect(of('rougechain-devnet-1').heights[name]).toBe(testnet);
    }
  });

  test('are covered by the table, and no genesis file moves their heights', () => {
    expect(published.flatMap(([, names]) => names)).toEqual([...upgradeNames]);
    for (const chainId of ['rougechain-mainnet-1', 'rougechain-devnet-1'])
      expect(of(chainId, { finality_v2: 1 }, true)).toEqual(of(chainId));
  });

  test('differ in the faucet and in the clean-up of validators', () => {
    expect(scheduleView(of('rougechain-mainnet-1', {}, true))).toMatchObject({
      network: 'mainnet',
      faucet_mint: false,
      validator_retirement: null,
    });
    expect(scheduleView(of('rougechain-devnet-1'))).toMatchObject({
      network: 'testnet',
      faucet_mint: true,
      validator_retirement: { height: 1_240 },
    });
  });
});

describe('an own network', () => {
  test('has every scheduled upgrade from height 1', () => {
    const { heights, network, faucetMint } = of('my-net-1');
    const later = ['shield_v2', 'chain_id_binding', 'contract_chain_id'];
    const named = Object.keys(newNetworkUpgrades);
    const inactive = [...later, ...named];
    expect(Object.entries(heights)).toEqual(upgradeNames.map((name) => [name, inactive.includes(name) ? null : 1]));
    expect(named.length).toBe(5);
    // A genesis file that does not know them belongs to a chain that began before them.
    const written = of('my-net-1', newNetworkUpgrades).heights;
    expect(upgradeNames.map((name) => [name, written[name]])).toEqual(
      upgradeNames.map((name) => [name, later.includes(name) ? null : 1]),
    );
    expect([network, faucetMint]).toEqual(['my-net-1', false]);
    expect(of('my-net-1', {}, true).faucetMint).toBe(true);
  });

  test('moves an upgrade for itself alone', () => {
    expect(of('my-net-1', { finality_v2: 5, game_ready: null }).heights).toMatchObject({
      finality_v2: 5,
      game_ready: null,
    });
    expect(of('my-net-1').heights).toMatchObject({ finality_v2: 1, game_ready: 1 });
    expect(refusedAs(scheduleOf('my-net-1', { game_ready: -1 }))).toMatch(/at least 1, or null$/);
    expect(refusedAs(scheduleOf('my-net-1', { toString: 1 }))).toMatch(/unknown upgrade: toString$/);
  });
});

test('a rule is active from its height on, and never without one', () => {
  const schedule = of('my-net-1', { finality_v2: 5, game_ready: null });
  expect([4, 5, 6].map((height) => isActive(schedule, 'finality_v2', height))).toEqual([false, true, true]);
  expect(isActive(schedule, 'game_ready', Number.MAX_SAFE_INTEGER)).toBe(false);
});

test('the view names the network first, then the heights in their order', () => {
  expect(Object.keys(scheduleView(of('my-net-1')))).toEqual([
    'network',
    ...upgradeNames,
    'faucet_mint',
    'validator_retirement',
  ]);
});
