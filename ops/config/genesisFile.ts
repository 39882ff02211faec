/** Writing genesis files.
 *
 *  In: the choices of a new network's author. Out: the JSON that `engine/chain/genesis.ts` reads, in the shape of the
 *  existing network's genesis files plus our members for fees and limits. Amounts are JSON numbers where those are exact,
 *  otherwise decimal text. */

import { join } from 'node:path';
import { formatXrge, QUANTA } from '../../engine/base/amounts.js';
import { type CarriedState, carriedMember } from '../../engine/chain/carriedState.js';
import {
  DEFAULT_MAX_VALIDATORS,
  defaultByteFees,
  defaultFees,
  defaultLimits,
  type Genesis,
} from '../../engine/chain/genesis.js';
import { newNetworkUpgrades } from '../../engine/chain/upgrades.js';

export const GENESIS_FILE = 'genesis.json';

export const genesisPathIn = (dataDir: string): string => join(dataDir, GENESIS_FILE);

export interface NewValidator {
  /** Public key, hex. */
  readonly publicKey: string;
  /** Quanta. */
  readonly stake: bigint;
  readonly name?: string;
}

export interface NewAllocation {
  /** Address, public key in hex, or the name of a system account. */
  readonly address: string;
  /** Quanta. */
  readonly amount: bigint;
  readonly label?: string;
}

export interface NewGenesis {
  readonly chainId: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly blockTimeMs: number;
  /** Most members of the active set; the default when absent. */
  readonly maxValidators?: number;
  readonly faucetEnabled: boolean;
  readonly validators: readonly NewValidator[];
  readonly allocations: readonly NewAllocation[];
  /** Highest base fee in quanta; null: none. */
  readonly feeCeiling: bigint | null;
  /** See `Genesis.developerRules`; false when absent. */
  readonly developerRules?: boolean;
}

/** A stake that gifts of the faucet cannot reach: an attacker who collects gifts under many keys and stakes
 *  them all would propose blocks instead of the node, or withhold the third of the votes that finality needs.
 *  A full block of 20,000 gifts gives 200 million XRGE; one every 400 ms gives half of this stake in 3,000 years. A double
 *  holds it exactly. */
export const STAKE_ABOVE_FAUCET = 10n ** 20n * QUANTA;

/** A warning to the author of a network whose faucet can give more than its validators stake; undefined when it cannot. */
export function faucetWarning({ faucetEnabled, validators }: Genesis): string | undefined {
  const staked = validators.reduce((sum, { stake }) => sum + stake, 0n);
  if (!faucetEnabled || staked >= STAKE_ABOVE_FAUCET) return undefined;
  return `the faucet gives 10,000 XRGE an hour to every key that somebody makes, and the validators stake ${formatXrge(staked)} XRGE in all: whoever stakes enough gifts takes over the network or stops it; stake at least ${formatXrge(STAKE_ABOVE_FAUCET)} XRGE, or keep --faucet-enabled off or whitelisted on every node that takes requests`;
}

/** Rules that existing genesis files contain, and that the node takes from the specification (chapters Limits, Staking). */
const STATED = { min_stake: 10_000, max_supply: 36_000_000_000, unbonding_blocks: 500 } as const;

const byteFeeMembers = ({ freeBytes, perByte }: Genesis['byteFees']) => ({
  free_bytes: freeBytes,
  per_byte: formatXrge(perByte),
});

const validatorMember = ({ publicKey, stake, name }: NewValidator) => ({
  pub_key: publicKey,
  stake: xrgeMember(stake),
  ...(name === undefined ? {} : { name }),
});

const allocationMember = ({ address, amount, label }: NewAllocation) => ({
  address,
  amount: xrgeMember(amount),
  ...(label === undefined ? {} : { label }),
});

const xrgeMember = (quanta: bigint): number | string => {
  const whole = quanta / QUANTA;
  return quanta % QUANTA === 0n && whole <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(whole) : formatXrge(quanta);
};

/** @returns pretty JSON with a final line feed. */
export function genesisFileText(genesis: NewGenesis): string {
  const { feeCeiling: ceiling } = genesis;
  const start = ceiling !== null && ceiling < defaultFees.start ? ceiling : defaultFees.start;
  let { floor } = defaultFees;
  if (start < floor) floor = start;
  const document = {
    chain_id: genesis.chainId,
    genesis_time: genesis.time,
    block_time_ms: genesis.blockTimeMs,
    max_validators: genesis.maxValidators ?? DEFAULT_MAX_VALIDATORS,
    ...STATED,
    initial_allocations: genesis.allocations.map(allocationMember),
    initial_validators: genesis.validators.map(validatorMember),
    faucet_enabled: genesis.faucetEnabled,
    upgrade_schedule: newNetworkUpgrades,
    ...(genesis.developerRules && { developer_rules: true }),
    dev_mode: false,
    fees: {
      base_fee: formatXrge(start),
      floor: formatXrge(floor),
      ceiling: ceiling === null ? null : formatXrge(ceiling),
      target: defaultFees.target,
      ...byteFeeMembers(defaultByteFees),
    },
    limits: { max_block_transactions: defaultLimits.transactions, max_block_bytes: defaultLimits.bytes },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

export interface Successor {
  readonly chainId: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly validators: readonly NewValidator[];
  readonly allocations: readonly NewAllocation[];
  readonly carried: CarriedState;
}

/** The genesis file of a chain that goes on from a block of another one: the rules that held there, and its state.
 *  @param old the other chain's. @returns JSON with a final line feed. */
export function successorFileText(old: Genesis, successor: Successor): string {
  const { height } = successor.carried.header;
  const moved = Object.entries(old.schedule.heights).map(([name, from]) => [
    name,
    from === null ? null : Math.max(1, from - height),
  ]);
  const document = {
    chain_id: successor.chainId,
    genesis_time: successor.time,
    block_time_ms: old.blockTimeMs,
    max_validators: old.maxValidators,
    unbonding_blocks: old.unbondingBlocks,
    initial_allocations: successor.allocations.map(allocationMember),
    initial_validators: successor.validators.map(validatorMember),
    faucet_enabled: old.faucetEnabled,
    upgrade_schedule: Object.fromEntries(moved),
    fees: {
      base_fee: formatXrge(old.fees.start),
      floor: formatXrge(old.fees.floor),
      ceiling: old.fees.ceiling === null ? null : formatXrge(old.fees.ceiling),
      target: old.fees.target,
      ...byteFeeMembers(old.byteFees),
    },
    limits: {
      max_block_transactions: old.limits.transactions,
      max_block_bytes: old.limits.bytes,
      fuel: old.limits.fuel,
    },
    contract_prices: old.contractPrices,
    state: carriedMember(successor.carried),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
