/** Random traffic for a chain: transfers, burns and faucet requests by many actors, good ones and every kind of bad one.
 *  Each comes twice: as an item for the engine, and as the intent for the reference ledger. */

import { formatXrge, XRGE } from '../../engine/base/amounts.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import { type AccountId, BURN_ADDRESS, burnAccount, TREASURY, treasuryAccount } from '../../engine/crypto/address.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { rulesOf } from './chain.js';
import type { SeededRandom } from './random.js';
import { type Intent, ReferenceLedger } from './referenceLedger.js';
import { type Actor, actor, faucet, freshNonce, stake, transfer, unstake } from './transactions.js';

export interface Planned {
  readonly item: PoolItem;
  readonly intent: Intent;
}

/** All units that 128 bits can count: sums of this token must never leave them. */
const ALL_UNITS = (1n << 128n) - 1n;
const TOKENS = [XRGE, 'GOLD', 'TIN', 'NONE'] as const;

/** Short, so that a run releases much of what it unstakes. */
const UNBONDING_BLOCKS = 9;
const LEAST_STAKE = 10_000_000_000_000n;

/** Odd stakes, so that every division of fees leaves a remainder. */
const STAKES = ['10000.000000001', '33333.333333333', '10007', '12345.6789', '10000.000000001'] as const;

export class Workload {
  readonly validators: readonly Actor[] = STAKES.map((_, index) => actor(`validator ${index}`));
  readonly actors: readonly Actor[] = [
    ...this.validators,
    ...Array.from({ length: 28 }, (_, index) => actor(`actor ${index}`)),
  ];
  readonly rules: ChainRules;
  readonly reference: ReferenceLedger;
  readonly publicKeys: ReadonlyMap<AccountId, string> = new Map(
    this.actors.map(({ account, keyHex }) => [account, keyHex] as const),
  );
  readonly #sent: { readonly signer: Actor; readonly nonce: string }[] = [];

  constructor(private readonly random: SeededRandom) {
    this.rules = rulesOf({
      validators: this.validators.map((validator, index) => ({ actor: validator, stake: STAKES[index] as string })),
      allocations: [
        // Some start with nothing, some are too rich for the faucet.
        ...this.actors.slice(0, 26).map(({ keyHex }, index) => ({ to: keyHex, amount: `${(index + 1) ** 3 * 7}.5` })),
        { to: this.actors[6]?.address ?? '', token: 'GOLD', amount: String(ALL_UNITS / 2n) },
        { to: this.actors[7]?.address ?? '', token: 'GOLD', amount: String(ALL_UNITS - ALL_UNITS / 2n) },
        ...this.actors.slice(10, 20).map(({ address }) => ({ to: address, token: 'TIN', amount: '1000' })),
      ],
      faucet: true,
      unbondingBlocks: UNBONDING_BLOCKS,
      fees: { base_fee: '0.1', floor: '0.001', ceiling: '3', target: 40 },
    });
    const { genesis } = this.rules;
    this.reference = new ReferenceLedger(
      genesis.fees,
      genesis.validators.map(({ account, stake }) => [account, stake] as const),
      genesis.allocations.map(({ account, token, amount }) => [account, token, amount] as const),
      genesis.faucetEnabled,
      genesis.unbondingBlocks,
    );
  }

  /** Milliseconds from one block to the next: mostly the block time, now and then long enough for a faucet. */
  pause(): number {
    const kind = this.random.below(100);
    if (kind < 60) return 400;
    if (kind < 85) return this.random.between(1, 60_000);
    return this.random.between(60_000, 8 * 3_600_000);
  }

  /** @param time header time of the block they are meant for. */
  plan(time: number): Planned {
    const { random } = this;
    const signer = random.pick(this.actors);
    const resent = random.chance(3) && this.#sent.length > 0 ? random.pick(this.#sent.slice(-300)) : undefined;
    const common = {
      signer: resent?.signer ?? signer,
      nonce: resent?.nonce ?? freshNonce(),
      timestamp: time + this.#skew(),
      priorityFee: random.chance(30) ? random.bigBelow(2_000_000_000n) : 0n,
      ...(random.chance(8) ? { accountNonce: this.#accountNonce(resent?.signer ?? signer) } : {}),
    };
    this.#sent.push(common);
    const kind = random.below(100);
    return kind < 12 ? this.#faucet(common) : kind < 26 ? this.#staking(common) : this.#transfer(common);
  }

  #skew(): number {
    const { random } = this;
    if (random.chance(3)) return random.pick([-300_001, 300_001]);
    if (random.chance(4)) return random.pick([-300_000, 300_000]);
    return random.between(-300_000, 300_000);
  }

  /** Right for a signer who sends once in the block, often enough. */
  #accountNonce(signer: Actor): number {
    return (this.reference.nonces.get(signer.account) ?? 0) + this.random.pick([1, 1, 1, 1, 0, 2]);
  }

  #faucet(common: Common): Planned {
    const { random } = this;
    const asked = random.chance(40) ? random.pick(this.actors) : undefined;
    const recipient = asked && asked.account !== common.signer.account ? asked : undefined;
    return {
      item: faucet(common, recipient),
      intent: { ...intentOf(common), action: { kind: 'faucet', recipient: recipient?.account } },
    };
  }

  #staking(common: Common): Planned {
    const { random } = this;
    const { account } = common.signer;
    const staked = this.reference.stakes.get(account) ?? 0n;
    const unstakes = random.chance(staked > 0n ? 65 : 15);
    const amount = unstakes ? this.#unstakeAmount(staked) : this.#stakeAmount(this.reference.balance(account, XRGE));
    return {
      item: unstakes ? unstake(common, amount) : stake(common, amount),
      intent: { ...intentOf(common), action: { kind: unstakes ? 'unstake' : 'stake', amount } },
    };
  }

  #stakeAmount(have: bigint): bigint {
    const { random } = this;
    const kind = random.below(100);
    const spare = have - LEAST_STAKE;
    if (kind < 45 || spare <= 1n) return LEAST_STAKE;
    if (kind < 75) return LEAST_STAKE + random.bigBelow(spare < 1n << 62n ? spare : 1n << 62n);
    // Whole balances leave nothing for the fee.
    return kind < 95 ? (have - 100_000_000n > LEAST_STAKE ? have - 100_000_000n : LEAST_STAKE) : have;
  }

  #unstakeAmount(staked: bigint): bigint {
    const { random } = this;
    const kind = random.below(100);
    if (kind < 35 && staked > 0n) return staked;
    if (kind < 55 && staked > LEAST_STAKE) return staked - LEAST_STAKE;
    if (kind < 90) return 1n + random.bigBelow(5_000_000_000_000n);
    return staked + 1n;
  }

  #transfer(common: Common): Planned {
    const { random } = this;
    const token = random.chance(60) ? XRGE : random.pick(TOKENS);
    const [to, account] = this.#recipient(common.signer);
    const amount = this.#amount(common.signer, token);
    return {
      item: transfer(common, to, amount, token),
      intent: { ...intentOf(common), action: { kind: 'transfer', to: account, token, amount } },
    };
  }

  #recipient(signer: Actor): readonly [string, AccountId] {
    const { random } = this;
    if (random.chance(10)) return [BURN_ADDRESS, burnAccount];
    if (random.chance(3)) return [TREASURY, treasuryAccount];
    const others = this.actors.filter(({ account }) => account !== signer.account);
    const other = random.pick(others);
    return [random.chance(50) ? other.keyHex : other.address, other.account];
  }

  #amount(signer: Actor, token: string): bigint {
    const { random } = this;
    const have = this.reference.balance(signer.account, token);
    const kind = random.below(100);
    if (kind < 55) return 1n + random.bigBelow(token === XRGE ? 20_000_000_000n : 50n);
    if (kind < 75 && have > 1n) return 1n + (have * BigInt(random.between(1, 60))) / 100n;
    if (kind < 85 && have > 0n) return have;
    if (kind < 90) return have + 1n;
    if (kind < 92) return ALL_UNITS;
    return 1n;
  }
}

interface Common {
  readonly signer: Actor;
  readonly nonce: string;
  readonly timestamp: number;
  readonly priorityFee: bigint;
  readonly accountNonce?: number;
}

const intentOf = ({ signer, nonce, timestamp, priorityFee, accountNonce }: Common): Omit<Intent, 'action'> => ({
  signer: signer.account,
  nonce,
  timestamp,
  priorityFee,
  accountNonce,
});

/** For messages of a failed comparison. */
export const describeIntent = ({ action, priorityFee }: Intent): string =>
  action.kind === 'faucet'
    ? `faucet${action.recipient === undefined ? '' : ' by a node'}`
    : action.kind !== 'transfer'
      ? `${action.kind} of ${formatXrge(action.amount)}, priority ${priorityFee}`
      : `transfer of ${action.token === XRGE ? formatXrge(action.amount) : action.amount} ${action.token}, priority ${priorityFee}`;
