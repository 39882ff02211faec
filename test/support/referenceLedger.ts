/** A second opinion on the state transition: the rules of the ledger written down plainly over maps, sharing no code
 *  with the engine but account ids. It is slow, undoes nothing and remembers every (key, nonce) for ever.
 *
 *  In: a block's time and its candidates. Out: what becomes of each, and all records that must then be in the state. */

import { XRGE } from '../../engine/base/amounts.js';
import type { FeeParameters } from '../../engine/chain/genesis.js';
import { type AccountId, burnAccount, treasuryAccount } from '../../engine/crypto/address.js';
import {
  accounts,
  faucetRecords,
  pendingFees,
  SINGLE,
  supplies,
  tokenBalances,
  totals,
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
    | { readonly kind: 'faucet'; readonly recipient: AccountId | undefined };
}

/** `done`, `failed` (included, fee paid, nothing else), or the code of the refusal. */
export type Fate = string;

const FAUCET_PAYOUT = 10_000_000_000_000n;
const FAUCET_THRESHOLD = 50_000_000_000_000n;
const HOUR_MS = 3_600_000;
const WINDOW_MS = 300_000;
const HORIZON_MS = 600_000;

/** Design, Ledger: next = cur plus or minus floor(cur x min(|n - target|, target) / (8 x target)), clamped. */
export function referenceBaseFee(current: bigint, count: number, fees: FeeParameters): bigint {
  const away = Math.min(Math.abs(count - fees.target), fees.target);
  const step = (current * BigInt(away)) / BigInt(8 * fees.target);
  let next = count < fees.target ? current - step : current + step;
  if (next < fees.floor) next = fees.floor;
  if (fees.ceiling !== null && next > fees.ceiling) next = fees.ceiling;
  return next;
}

/** Design, Ledger: who gets what of a block's fees. @returns what is burned, and a list with one entry a share. */
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
  pending: readonly (readonly [AccountId, bigint])[] = [];
  collected = 0n;
  feesBurned = 0n;
  lastFees = 0n;
  baseFee: bigint;

  constructor(
    private readonly fees: FeeParameters,
    readonly stakes: readonly (readonly [AccountId, bigint])[],
    allocations: readonly (readonly [AccountId, string, bigint])[],
    private readonly faucetEnabled: boolean,
  ) {
    this.baseFee = fees.start;
    for (const [account, token, amount] of allocations) {
      add(this.minted, token, amount);
      this.#give(account, token, amount);
    }
    for (const [, stake] of stakes) add(this.minted, XRGE, stake);
  }

  balance(account: AccountId, token: string): bigint {
    return this.balances.get(account + token) ?? 0n;
  }

  #give(account: AccountId, token: string, amount: bigint): void {
    add(this.balances, account + token, amount);
  }

  /** @returns the fate of each candidate, in order. */
  block(time: number, candidates: readonly Intent[], proposer: AccountId): Fate[] {
    for (const [account, amount] of this.pending) this.#give(account, XRGE, amount);
    let collected = 0n;
    let paying = 0;
    let included = 0;
    const fates = candidates.map((intent) => {
      const fee = (intent.action.kind === 'transfer' ? this.baseFee : 0n) + intent.priorityFee;
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
    const { burned, shares } = referenceSplit(collected, this.baseFee, paying, proposer, this.stakes);
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
    const outflow = action.kind === 'transfer' && action.token === XRGE ? action.amount : 0n;
    if (this.balance(signer, XRGE) < fee + outflow) return 'insufficient_balance';
    return action.kind === 'faucet' ? this.#admitFaucet(signer, action.recipient, time) : undefined;
  }

  #admitFaucet(signer: AccountId, recipient: AccountId | undefined, time: number): string | undefined {
    if (recipient !== undefined && !this.stakes.some(([account]) => account === signer)) return 'not_authorized';
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
    const { to, token, amount } = action;
    if (this.balance(signer, token) < amount) return false;
    this.#give(signer, token, -amount);
    if (to === burnAccount) add(this.burned, token, amount);
    else this.#give(to, token, amount);
    touch(to);
    return true;
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
    for (const [account, stake] of this.stakes)
      out.set(
        `${validators.name}/${account}`,
        `${stake} ${stake} ${this.proposed.get(account) ?? 0} ${publicKeys.get(account)}`,
      );
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
  for (const [key, { baseFee, feesCollected, feesBurned, feesInLastBlock }] of state.entries(totals))
    out.set(`${totals.name}/${key}`, `${baseFee} ${feesCollected} ${feesBurned} ${feesInLastBlock}`);
  return out;
}
