/** Writing genesis files.
 *
 *  In: what a new network's author decides. Out: the JSON that `engine/chain/genesis.ts` reads, in the shape of the
 *  existing network's genesis files plus our members for fees and limits. Amounts are JSON numbers where those are exact
 *  and decimal text elsewhere. */

import { formatXrge, QUANTA } from '../../engine/base/amounts.js';
import { defaultFees, defaultLimits } from '../../engine/chain/genesis.js';

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
  readonly faucetEnabled: boolean;
  readonly validators: readonly NewValidator[];
  readonly allocations: readonly NewAllocation[];
  /** Highest base fee in quanta; null: none. */
  readonly feeCeiling: bigint | null;
}

/** Rules that existing genesis files state and that the node takes from the specification (chapters Limits, Staking). */
const STATED = { max_validators: 100, min_stake: 10_000, max_supply: 36_000_000_000, unbonding_blocks: 500 } as const;

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
    ...STATED,
    initial_allocations: genesis.allocations.map(({ address, amount, label }) => ({
      address,
      amount: xrgeMember(amount),
      ...(label === undefined ? {} : { label }),
    })),
    initial_validators: genesis.validators.map(({ publicKey, stake, name }) => ({
      pub_key: publicKey,
      stake: xrgeMember(stake),
      ...(name === undefined ? {} : { name }),
    })),
    faucet_enabled: genesis.faucetEnabled,
    dev_mode: false,
    fees: {
      base_fee: formatXrge(start),
      floor: formatXrge(floor),
      ceiling: ceiling === null ? null : formatXrge(ceiling),
      target: defaultFees.target,
    },
    limits: { max_block_transactions: defaultLimits.transactions, max_block_bytes: defaultLimits.bytes },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
