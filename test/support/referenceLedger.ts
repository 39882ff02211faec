/** A second opinion on the state transition: the rules of the ledger written down plainly over maps, sharing no code
 *  with the engine but account ids. It is slow, undoes nothing and remembers every (key, nonce) for ever.
 *
 *  In: a block's time and its candidates. Out: what becomes of each, and all records that must then be in the state. */

import { XRGE } from '../../engine/base/amounts.js';
import type { FeeParameters } from '../../engine/chain/genesis.js';
import { type AccountId, burnAccount, treasuryAccount } from '../../engine/crypto/address.js';
import {
  accounts,
  accountUnbonding,
  faucetRecords,
  formerProposers,
  pendingFees,
  SINGLE,
  stakeTotals,
  supplies,
  tokenBalances,
  totals,
  unbondingEntries,
  unbondingEntryKey,
  unbondingQueue,
  validators,
} from '../../engine/ledger/tables.js';
import type { State } from '../../engine/state/state.js';

/** What a transaction means, as its author meant it. */
export interface Intent {
  readonly signer: AccountId;
  readonly timestamp: number;
  readonly nonce: string;
  readonly priorityFee: bigint;
  readonly accountNonce: number | undefined;
  readonly action:
    | { readonly kind: 'transfer'; readonly to: AccountId; readonly token: string; readonly amount: bigint }
    | { readonly kind: 'faucet'; readonly recipient: AccountId | undefined }
    | { readonly kind: 'stake' | 'unstake'; readonly amount: bigint };
}

/** `done`, `failed` (included, fee paid, nothing else), or the code of the refusal. */
export type Fate = string;

const FAUCET_PAYOUT = 10_000_000_000_000n;
const FAUCET_THRESHOLD = 50_000_000_000_000n;
const STAKING_FEE = 100_000_000n;
const LEAST_STAKE = 10_000_000_000_000n;
const HOUR_MS = 3_600_000;
const WINDOW_MS = 300_000;
const HORIZON_MS = 600_000;

/** next = cur plus or minus floor(cur x min(|n - target|, target) / (8 x target)), clamped. */
export function referenceBaseFee(current: bigint, count: number, fees: FeeParameters): bigint {
  const away = Math.min(Math.abs(count - fees.target), fees.target);
  const step = (current * BigInt(away)) / BigInt(8 * fees.target);
  let next = count < fees.target ? current - step : current + step;
  if (next < fees.floor) next = fees.floor;
  if (fees.ceiling !== null && next > fees.ceiling) next = fees.ceiling;
  return next;
}

/** Who gets what of a block's fees. @returns what is burned, and a list with one entry a share. */
export function referenceSplit(
  collected: bigint,
  baseFee: bigint,
  paying: number,
  proposer: AccountId,
  stakes: readonly (readonly [AccountId, bigint])[],
): { readonly burned: bigint; readonly shares: readonly (readonly [AccountId, bigint])[] } {
  const half = (baseFee * BigInt(paying)) / 2n;
  const burned = half < collected ? half : collected;
  const tip = collected - burned;
  const shares: [AccountId, bigint][] = [[proposer, (tip * 20n) / 100n]];
  let total = 0n;
  for (const [, stake] of stakes) total += stake;
  for (const [account, stake] of stakes) shares.push([account, (((tip * 70n) / 100n) * stake) / total]);
  let given = 0n;
  for (const [, amount] of shares) given += amount;
  shares.push([treasuryAccount, tip - given]);
  return { burned, shares };
}

interface Waiting {
  readonly number: number;
  readonly release: number;
  readonly account: AccountId;
  amount: bigint;
}

export class ReferenceLedger {
  readonly balances = new Map<string, bigint>();
  readonly nonces = new Map<AccountId, number>();
  readonly activity = new Map<AccountId, number>();
  readonly minted = new Map<string, bigint>();
  readonly burned = new Map<string, bigint>();
  readonly faucetLast = new Map<AccountId, number>();
  readonly faucetByNode = new Map<AccountId, number>();
  readonly used = new Map<string, number>();
  readonly proposed = new Map<AccountId, number>();
  readonly stakes = new Map<AccountId, bigint>();
  /** Stakes before the latest block. */
  votes = new Map<AccountId, bigint>();
  queue: Waiting[] = [];
  queued = 0;
  released = 0;
  stakesChanged = false;
  height = 0;
  pending: readonly (readonly [AccountId, bigint])[] = [];
  collected = 0n;
  feesBurned = 0n;
  lastFees = 0n;
  baseFee: bigint;

  constructor(
    private readonly fees: FeeParameters,
    private readonly genesisStakes: readonly (readonly [AccountId, bigint])[],
    allocations: readonly (readonly [AccountId, string, bigint])[],
    private readonly faucetEnabled: boolean,
    private readonly unbondingBlocks: number,
  ) {
    this.baseFee = fees.start;
    for (const [account, token, amount] of allocations) {
      add(this.minted, token, amount);
      this.#give(account, token, amount);
    }
    for (const [account, stake] of genesisStakes) {
      add(this.minted, XRGE, stake);
      this.stakes.set(account, stake);
      this.votes.set(account, stake);
    }
  }

  balance(account: AccountId, token: string): bigint {
    return this.balances.get(account + token) ?? 0n;
  }

  #give(account: AccountId, token: string, amount: bigint): void {
    add(this.balances, account + token, amount);
  }

  /** Whose block is next: the greatest stake, of equal ones the lowest key. */
  proposer(publicKeys: ReadonlyMap<AccountId, string>): AccountId | undefined {
    const key = (account: AccountId): string => publicKeys.get(account) ?? '';
    return [...this.stakes]
      .filter(([, stake]) => stake > 0n)
      .sort(([a, one], [b, two]) => (one === two ? (key(a) < key(b) ? -1 : 1) : one > two ? -1 : 1))[0]?.[0];
  }

  #release(): void {
    for (const { release, account, amount } of this.queue)
      if (release <= this.height) {
        this.#give(account, XRGE, amount);
        this.released++;
      }
    this.queue = this.queue.filter(({ release }) => release > this.height);
  }

  /** @returns the fate of each candidate, in order. */
  block(time: number, candidates: readonly Intent[], proposer: AccountId): Fate[] {
    this.height++;
    const stakes = [...this.stakes].sort(([a], [b]) => (a < b ? -1 : 1));
    this.votes = new Map(stakes);
    for (const [account, amount] of this.pending) this.#give(account, XRGE, amount);
    this.#release();
    let collected = 0n;
    let paying = 0;
    let included = 0;
    const fates = candidates.map((intent) => {
      const { kind } = intent.action;
      const fee =
        { transfer: this.baseFee, faucet: 0n, stake: STAKING_FEE, unstake: STAKING_FEE }[kind] + intent.priorityFee;
      const refusal = this.#admit(intent, time, fee);
      if (refusal) return refusal;
      included++;
      collected += fee;
      if (fee > 0n) paying++;
      this.used.set(`${intent.signer}/${intent.nonce}`, time);
      this.#give(intent.signer, XRGE, -fee);
      this.nonces.set(intent.signer, (this.nonces.get(intent.signer) ?? 0) + 1);
      return this.#run(intent, time) ? 'done' : 'failed';
    });
    const { burned, shares } = referenceSplit(collected, this.baseFee, paying, proposer, stakes);
    this.pending = shares.filter(([, amount]) => amount > 0n);
    this.collected += collected;
    this.feesBurned += burned;
    this.lastFees = collected;
    this.baseFee = referenceBaseFee(this.baseFee, included, this.fees);
    this.proposed.set(proposer, (this.proposed.get(proposer) ?? 0) + 1);
    return fates;
  }

  #admit({ signer, timestamp, nonce, accountNonce, action }: Intent, time: number, fee: bigint): string | undefined {
    const used = this.used.get(`${signer}/${nonce}`);
    // A resend beside its first: the block that repeats itself is told before the clock is asked.
    if (used === time) return 'nonce_used';
    if (Math.abs(time - timestamp) > WINDOW_MS) return 'timestamp_window';
    if (used !== undefined && time - used <= HORIZON_MS) return 'nonce_used';
    if (accountNonce !== undefined && accountNonce !== (this.nonces.get(signer) ?? 0) + 1) return 'nonce_used';
    const taken = action.kind === 'stake' || (action.kind === 'transfer' && action.token === XRGE);
    const outflow = taken ? action.amount : 0n;
    if (this.balance(signer, XRGE) < fee + outflow) {
      const hasNoStake = action.kind === 'unstake' && (this.stakes.get(signer) ?? 0n) === 0n;
      return hasNoStake ? 'rule_violation' : 'insufficient_balance';
    }
    return action.kind === 'faucet' ? this.#admitFaucet(signer, action.recipient, time) : undefined;
  }

  #admitFaucet(signer: AccountId, recipient: AccountId | undefined, time: number): string | undefined {
    if (recipient !== undefined && !this.genesisStakes.some(([account]) => account === signer)) return 'not_authorized';
    if (!this.faucetEnabled) return 'faucet_disabled';
    const account = recipient ?? signer;
    if (this.balance(account, XRGE) > FAUCET_THRESHOLD) return 'faucet_balance';
    const last = this.faucetLast.get(account);
    if (last !== undefined && time < last + HOUR_MS) return 'faucet_cooldown';
    const byNode = this.faucetByNode.get(account);
    if (recipient !== undefined && byNode !== undefined && time < byNode + 24 * HOUR_MS) return 'faucet_cooldown';
    return undefined;
  }

  /** @returns whether it succeeded; what it names takes part in the histories only then. */
  #run({ signer, action }: Intent, time: number): boolean {
    const touch = (account: AccountId): void => {
      this.activity.set(account, (this.activity.get(account) ?? 0) + 1);
    };
    touch(signer);
    if (action.kind === 'faucet') {
      const recipient = action.recipient ?? signer;
      this.faucetLast.set(recipient, time);
      if (action.recipient !== undefined) this.faucetByNode.set(recipient, time);
      add(this.minted, XRGE, FAUCET_PAYOUT);
      this.#give(recipient, XRGE, FAUCET_PAYOUT);
      if (action.recipient !== undefined) touch(recipient);
      return true;
    }
    if (action.kind !== 'transfer')
      return action.kind === 'stake' ? this.#stake(signer, action.amount) : this.#unstake(signer, action.amount);
    const { to, token, amount } = action;
    if (this.balance(signer, token) < amount) return false;
    this.#give(signer, token, -amount);
    if (to === burnAccount) add(this.burned, token, amount);
    else this.#give(to, token, amount);
    touch(to);
    return true;
  }

  #stake(account: AccountId, amount: bigint): boolean {
    this.#give(account, XRGE, -amount);
    add(this.stakes, account, amount);
    this.stakesChanged = true;
    return true;
  }

  #unstake(account: AccountId, amount: bigint): boolean {
    const staked = this.stakes.get(account) ?? 0n;
    const rest = staked - amount;
    if (staked === 0n || rest < 0n || (rest > 0n && rest < LEAST_STAKE)) return false;
    if (rest === 0n && [...this.stakes.values()].filter((stake) => stake > 0n).length === 1) return false;
    this.stakes.set(account, rest);
    this.stakesChanged = true;
    const release = this.height + this.unbondingBlocks;
    const same = this.queue.find((waiting) => waiting.account === account && waiting.release === release);
    if (same) same.amount += amount;
    else this.queue.push({ number: ++this.queued, release, account, amount });
    return true;
  }

  #stakingRecords(out: Map<string, string>, publicKeys: ReadonlyMap<AccountId, string>): void {
    const active = [...this.stakes.values()].filter((stake) => stake > 0n);
    const sum = active.reduce((all, stake) => all + stake, 0n);
    if (this.stakesChanged) out.set(`${stakeTotals.name}/${SINGLE}`, `${sum} ${active.length}`);
    for (const { number, release, account, amount } of this.queue) {
      const next = this.queue.find((other) => other.account === account && other.number > number)?.number ?? 0;
      out.set(`${unbondingEntries.name}/${unbondingEntryKey(number)}`, `${release} ${account} ${amount} ${next}`);
    }
    if (this.queued > 0)
      out.set(`${unbondingQueue.name}/${SINGLE}`, `${this.queue[0]?.number ?? this.queued + 1} ${this.queued + 1}`);
    for (const account of new Set([...this.stakes.keys(), ...this.proposed.keys()])) {
      const own = this.queue.filter((waiting) => waiting.account === account);
      const stake = this.stakes.get(account) ?? 0n;
      const proposed = this.proposed.get(account) ?? 0;
      const total = own.reduce((all, { amount }) => all + amount, 0n);
      if (own.length > 0)
        out.set(`${accountUnbonding.name}/${account}`, `${total} ${own[0]?.number} ${own.at(-1)?.number}`);
      if (stake > 0n || own.length > 0)
        out.set(
          `${validators.name}/${account}`,
          `${stake} ${this.votes.get(account) ?? 0n} ${proposed} ${publicKeys.get(account)}`,
        );
      else if (proposed > 0) out.set(`${formerProposers.name}/${account}`, String(proposed));
    }
  }

  /** Every record that must be in the state, as text under table and key. */
  records(publicKeys: ReadonlyMap<AccountId, string>): Map<string, string> {
    const out = new Map<string, string>();
    const known = new Set<AccountId>([...this.nonces.keys(), ...this.activity.keys()]);
    for (const [key, amount] of this.balances) {
      const token = key.slice(32);
      if (token === XRGE) known.add(key.slice(0, 32) as AccountId);
      else if (amount > 0n) out.set(`${tokenBalances.name}/${key}`, String(amount));
    }
    for (const account of known)
      out.set(
        `${accounts.name}/${account}`,
        `${this.balance(account, XRGE)} ${this.nonces.get(account) ?? 0} ${this.activity.get(account) ?? 0}`,
      );
    for (const [token, amount] of this.minted)
      out.set(`${supplies.name}/${token}`, `${amount} ${this.burned.get(token) ?? 0n}`);
    for (const [account, last] of this.faucetLast)
      out.set(`${faucetRecords.name}/${account}`, `${last} ${this.faucetByNode.get(account) ?? 0}`);
    this.#stakingRecords(out, publicKeys);
    if (this.pending.length > 0) out.set(`${pendingFees.name}/${SINGLE}`, sharesText(this.pending));
    out.set(`${totals.name}/${SINGLE}`, `${this.baseFee} ${this.collected} ${this.feesBurned} ${this.lastFees}`);
    return out;
  }
}

const add = (map: Map<string, bigint>, key: string, amount: bigint): void => {
  map.set(key, (map.get(key) ?? 0n) + amount);
};

/** Sums by account in a fixed order: the order in the record is not asked for here. */
function sharesText(shares: readonly (readonly [AccountId, bigint])[]): string {
  const sums = new Map<string, bigint>();
  for (const [account, amount] of shares) add(sums, account, amount);
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([account, amount]) => `${account}=${amount}`)
    .join(' ');
}

/** Every record of a real state in the same form. */
export function recordsOf(state: State): Map<string, string> {
  const out = new Map<string, string>();
  for (const [key, { balance, nonce, activity }] of state.entries(accounts))
    out.set(`${accounts.name}/${key}`, `${balance} ${nonce} ${activity}`);
  for (const [key, amount] of state.entries(tokenBalances)) out.set(`${tokenBalances.name}/${key}`, String(amount));
  for (const [key, { minted, burned }] of state.entries(supplies))
    out.set(`${supplies.name}/${key}`, `${minted} ${burned}`);
  for (const [key, { last, lastByNode }] of state.entries(faucetRecords))
    out.set(`${faucetRecords.name}/${key}`, `${last} ${lastByNode}`);
  for (const [key, { stake, votingStake, blocksProposed, publicKey }] of state.entries(validators))
    out.set(
      `${validators.name}/${key}`,
      `${stake} ${votingStake} ${blocksProposed} ${Buffer.from(publicKey).toString('hex')}`,
    );
  for (const [key, { shares }] of state.entries(pendingFees))
    out.set(`${pendingFees.name}/${key}`, sharesText(shares.map(({ account, amount }) => [account, amount] as const)));
  for (const [key, { stake, active }] of state.entries(stakeTotals))
    out.set(`${stakeTotals.name}/${key}`, `${stake} ${active}`);
  for (const [key, { releaseHeight, account, amount, next }] of state.entries(unbondingEntries))
    out.set(`${unbondingEntries.name}/${key}`, `${releaseHeight} ${account} ${amount} ${next}`);
  for (const [key, { first, next }] of state.entries(unbondingQueue))
    out.set(`${unbondingQueue.name}/${key}`, `${first} ${next}`);
  for (const [key, { total, first, last }] of state.entries(accountUnbonding))
    out.set(`${accountUnbonding.name}/${key}`, `${total} ${first} ${last}`);
  for (const [key, blocks] of state.entries(formerProposers)) out.set(`${formerProposers.name}/${key}`, String(blocks));
  for (const [key, { baseFee, feesCollected, feesBurned, feesInLastBlock }] of state.entries(totals))
    out.set(`${totals.name}/${key}`, `${baseFee} ${feesCollected} ${feesBurned} ${feesInLastBlock}`);
  return out;
}
