/** The rules of staking, by the reference: who has staked what, and the queue in which unstaked XRGE waits.
 *
 *  In: an amount whose fee is paid, and the height. Out: the change in the maps, or why it failed. */

import { XRGE } from '../../engine/base/amounts.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { nextSet, votingSet } from '../../engine/ledger/setTables.js';
import {
  accountUnbonding,
  formerProposers,
  SINGLE,
  stakeTotals,
  unbondingEntries,
  unbondingQueue,
  validators,
} from '../../engine/ledger/tables.js';
import type { State } from '../../engine/state/state.js';
import { deed, line, u64Text, type Verdict } from './referenceActions.js';
import { addTo, type ReferenceFunds } from './referenceFunds.js';

interface Waiting {
  readonly number: number;
  readonly release: number;
  readonly account: AccountId;
  amount: bigint;
}

export class ReferenceStaking {
  readonly stakes = new Map<AccountId, bigint>();
  readonly proposed = new Map<AccountId, number>();
  /** Stakes before the latest block. */
  votes = new Map<AccountId, bigint>();
  queue: Waiting[] = [];
  queued = 0;
  released = 0;
  /** Who votes for the latest block; undefined before the first. */
  voters: readonly (readonly [AccountId, bigint])[] | undefined;
  #changed = false;

  /** @param places in the active set; undefined for a network on which every staker is a member. */
  constructor(
    private readonly funds: ReferenceFunds,
    private readonly publicKeys: ReadonlyMap<AccountId, string>,
    private readonly unbondingBlocks: number,
    private readonly places: number | undefined,
  ) {}

  stakeOf(account: AccountId): bigint {
    return this.stakes.get(account) ?? 0n;
  }

  /** Who proposes and votes next: the greatest stakes, of equal ones the lowest keys. */
  set(): readonly (readonly [AccountId, bigint])[] {
    const key = (account: AccountId): string => this.publicKeys.get(account) ?? '';
    return [...this.stakes]
      .filter(([, stake]) => stake > 0n)
      .sort(([a, one], [b, two]) => (one === two ? (key(a) < key(b) ? -1 : 1) : one > two ? -1 : 1))
      .slice(0, this.places);
  }

  proposer(): AccountId | undefined {
    return this.set()[0]?.[0];
  }

  /** What a block does before its transactions. @returns the stakes that share in its fees, by account. */
  open(height: number): readonly (readonly [AccountId, bigint])[] {
    this.voters = this.set();
    if (this.places === undefined) this.votes = new Map(this.stakes);
    for (const { release, account, amount } of this.queue)
      if (release <= height) {
        this.funds.give(account, XRGE, amount);
        this.released++;
      }
    this.queue = this.queue.filter(({ release }) => release > height);
    return [...this.voters].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  stake(account: AccountId, amount: bigint): Verdict {
    this.funds.give(account, XRGE, -amount);
    addTo(this.stakes, account, amount);
    this.#changed = true;
    return deed([]);
  }

  unstake(account: AccountId, amount: bigint, height: number): Verdict {
    const staked = this.stakeOf(account);
    const rest = staked - amount;
    if (staked === 0n) return 'no stake';
    if (rest < 0n) return 'more than the stake';
    if (rest === 0n && [...this.stakes.values()].filter((stake) => stake > 0n).length === 1) return 'the last stake';
    this.stakes.set(account, rest);
    this.#changed = true;
    const release = height + this.unbondingBlocks;
    const same = this.queue.find((waiting) => waiting.account === account && waiting.release === release);
    if (same) same.amount += amount;
    else this.queue.push({ number: ++this.queued, release, account, amount });
    return deed([]);
  }

  records(out: Map<string, string>): void {
    const active = [...this.stakes.values()].filter((stake) => stake > 0n);
    const sum = active.reduce((all, stake) => all + stake, 0n);
    if (this.#changed) out.set(`${stakeTotals.name}/${SINGLE}`, line(sum, active.length));
    for (const { number, release, account, amount } of this.queue) {
      const next = this.queue.find((other) => other.account === account && other.number > number)?.number ?? 0;
      out.set(`${unbondingEntries.name}/${u64Text(number)}`, line(release, account, amount, next));
    }
    if (this.queued > 0)
      out.set(`${unbondingQueue.name}/${SINGLE}`, line(this.queue[0]?.number ?? this.queued + 1, this.queued + 1));
    if (this.places !== undefined) {
      out.set(`${nextSet.name}/${SINGLE}`, setText(this.set()));
      if (this.voters) out.set(`${votingSet.name}/${SINGLE}`, setText(this.voters));
    }
    for (const account of new Set([...this.stakes.keys(), ...this.proposed.keys()])) this.#recordsOf(account, out);
  }

  #recordsOf(account: AccountId, out: Map<string, string>): void {
    const own = this.queue.filter((waiting) => waiting.account === account);
    const stake = this.stakeOf(account);
    const proposed = this.proposed.get(account) ?? 0;
    const total = own.reduce((all, { amount }) => all + amount, 0n);
    if (own.length > 0) out.set(`${accountUnbonding.name}/${account}`, line(total, own[0]?.number, own.at(-1)?.number));
    if (stake > 0n || own.length > 0)
      out.set(
        `${validators.name}/${account}`,
        line(stake, this.votes.get(account) ?? 0n, proposed, this.publicKeys.get(account)),
      );
    else if (proposed > 0) out.set(`${formerProposers.name}/${account}`, String(proposed));
  }
}

const setText = (members: readonly (readonly [AccountId, bigint])[]): string =>
  members.map(([account, stake]) => `${account}=${stake}`).join(' ');

export function stakingRecordsOf(state: State, out: Map<string, string>): void {
  for (const [key, { stake, votingStake, blocksProposed, publicKey }] of state.entries(validators))
    out.set(
      `${validators.name}/${key}`,
      line(stake, votingStake, blocksProposed, Buffer.from(publicKey).toString('hex')),
    );
  for (const [key, { stake, active }] of state.entries(stakeTotals))
    out.set(`${stakeTotals.name}/${key}`, line(stake, active));
  for (const [key, { releaseHeight, account, amount, next }] of state.entries(unbondingEntries))
    out.set(`${unbondingEntries.name}/${key}`, line(releaseHeight, account, amount, next));
  for (const [key, { first, next }] of state.entries(unbondingQueue))
    out.set(`${unbondingQueue.name}/${key}`, line(first, next));
  for (const [key, { total, first, last }] of state.entries(accountUnbonding))
    out.set(`${accountUnbonding.name}/${key}`, line(total, first, last));
  for (const table of [nextSet, votingSet])
    for (const [key, { members }] of state.entries(table))
      out.set(`${table.name}/${key}`, setText(members.map(({ account, stake }) => [account, stake] as const)));
  for (const [key, blocks] of state.entries(formerProposers)) out.set(`${formerProposers.name}/${key}`, String(blocks));
}
