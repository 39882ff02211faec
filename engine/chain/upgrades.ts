/** Upgrade schedule: at which height each consensus rule begins (specification, Versioning).
 *
 *  A rule is active at height h when its height is not null and h is at or above it. The two public networks carry the
 *  specification's heights; on any other network every scheduled upgrade is active from height 1 unless its genesis file
 *  says otherwise. Three upgrades are scheduled on no network, so they are not active on ours either. `best_route`,
 *  `ledger_rules_2`, `active_set`, `contracts` and `directory` are this engine's own and younger than its first chains: they are active only
 *  where a genesis file names them, and every genesis file that this program writes does. A chain that began before them is replayed under the rules that made it. */

import { type Refusal, refuse } from '../base/refusal.js';

export const MAINNET_CHAIN_ID = 'rougechain-mainnet-1';
export const TESTNET_CHAIN_ID = 'rougechain-devnet-1';

/** Names of the heights in the order of `GET /api/stats`: those of the specification, then our own. */
export const upgradeNames = [
  'tx_uniqueness',
  'proposer_selection',
  'finality_v2',
  'game_ready',
  'game_ready_2',
  'game_ready_3',
  'payable_calls',
  'token_minting',
  'contract_nft_royalty',
  'monetary_integrity',
  'shield_v2',
  'chain_id_binding',
  'contract_chain_id',
  'amm_integrity',
  'best_route',
  'ledger_rules_2',
  'active_set',
  'contracts',
  'directory',
] as const;

export type UpgradeName = (typeof upgradeNames)[number];

export interface UpgradeSchedule {
  readonly network: string;
  readonly heights: Readonly<Record<UpgradeName, number | null>>;
  /** Whether faucet transactions are allowed on the network at all. */
  readonly faucetMint: boolean;
  readonly validatorRetirement: { readonly height: number; readonly validators: readonly string[] } | null;
}

type Heights = Record<UpgradeName, number | null>;

/** `best_route`: a swap without a path takes the best route (`engine/ledger/routing.ts`). `ledger_rules_2`: see
 *  `engine/ledger/secondRules.ts`; an unstake may also leave any remaining stake. `active_set`: only the validators with the greatest
 *  stakes propose, vote and share in fees (`engine/ledger/activeSet.ts`); before it every staker does. `contracts`: there are contracts, and the
 *  state holds the hashes of the latest blocks (`engine/ledger/blockHashes.ts`); the gates of the specification count from there. `directory`: wallets and
 *  names are registered (`engine/ledger/directory.ts`). */
const OWN_RULES = {
  best_route: null,
  ledger_rules_2: null,
  active_set: null,
  contracts: null,
  directory: null,
} as const;

const UNSCHEDULED = { shield_v2: null, chain_id_binding: null, contract_chain_id: null } as const;

const mainnetHeights: Heights = {
  tx_uniqueness: 90,
  proposer_selection: 100,
  finality_v2: 150,
  game_ready: 150,
  game_ready_2: 160,
  game_ready_3: 170,
  payable_calls: 190,
  token_minting: 235,
  contract_nft_royalty: 235,
  monetary_integrity: 245,
  ...UNSCHEDULED,
  amm_integrity: 260,
  ...OWN_RULES,
};

const testnetHeights: Heights = {
  tx_uniqueness: 1_200,
  proposer_selection: 1_250,
  finality_v2: 1_250,
  game_ready: 1_200,
  game_ready_2: 1_200,
  game_ready_3: 1_200,
  payable_calls: 1_200,
  token_minting: 1_360,
  contract_nft_royalty: 1_360,
  monetary_integrity: 1_390,
  ...UNSCHEDULED,
  amm_integrity: 1_440,
  ...OWN_RULES,
};

const ownHeights = {
  ...Object.fromEntries(upgradeNames.map((name) => [name, 1])),
  ...UNSCHEDULED,
  ...OWN_RULES,
} as Heights;

/** What the genesis file of a new network says of the rules that are not active on their own. */
export const newNetworkUpgrades = {
  best_route: 1,
  ledger_rules_2: 1,
  active_set: 1,
  contracts: 1,
  directory: 1,
} as const;

/** Height of the public testnet at which the stake of a validator whose key nobody holds is returned. */
const TESTNET_RETIREMENT_HEIGHT = 1_240;

/** The schedule of a network.
 *  @param overrides `upgrade_schedule` of its genesis file. It never changes the heights of the two public networks. */
export function scheduleOf(
  chainId: string,
  overrides: Readonly<Record<string, unknown>> = {},
  faucetEnabled = false,
): UpgradeSchedule | Refusal {
  if (chainId === MAINNET_CHAIN_ID)
    return { network: 'mainnet', heights: mainnetHeights, faucetMint: false, validatorRetirement: null };
  if (chainId === TESTNET_CHAIN_ID)
    return {
      network: 'testnet',
      heights: testnetHeights,
      faucetMint: true,
      validatorRetirement: { height: TESTNET_RETIREMENT_HEIGHT, validators: [] },
    };
  const heights: Heights = { ...ownHeights };
  for (const [name, value] of Object.entries(overrides)) {
    if (!(upgradeNames as readonly string[]).includes(name))
      return refuse('malformed_body', `upgrade_schedule names an unknown upgrade: ${name}`);
    if (value !== null && !(Number.isSafeInteger(value) && (value as number) >= 1))
      return refuse('malformed_body', `upgrade_schedule.${name} must be a height of at least 1, or null`);
    heights[name as UpgradeName] = value as number | null;
  }
  return { network: chainId, heights, faucetMint: faucetEnabled, validatorRetirement: null };
}

export const isActive = (schedule: UpgradeSchedule, name: UpgradeName, height: number): boolean => {
  const from = schedule.heights[name];
  return from !== null && height >= from;
};

/** The JSON of `GET /api/stats`. */
export const scheduleView = (schedule: UpgradeSchedule): Record<string, unknown> => ({
  network: schedule.network,
  ...schedule.heights,
  faucet_mint: schedule.faucetMint,
  validator_retirement: schedule.validatorRetirement,
});
