/** A second opinion on the state transition: the rules of the ledger written down plainly over maps, sharing no code
 *  with the engine but account ids and names of tables. It is slow, undoes nothing and remembers every (key, nonce)
 *  forever. The rules of tokens, pools, NFTs and stakes are in files beside this one.
 *
 *  In: a block's time and its candidates. Out: the outcome of each, and all records that must then be in the state. */

import { createHash } from 'node:crypto';
import { XRGE } from '../../engine/base/amounts.js';
import type { FeeParameters, Genesis } from '../../engine/chain/genesis.js';
import { type AccountId, treasuryAccount } from '../../engine/crypto/address.js';
import { counters } from '../../engine/ledger/counters.js';
import { subjectActivity } from '../../engine/ledger/subjects.js';
import { accounts, faucetRecords, pendingFees, SINGLE, totals } from '../../engine/ledger/tables.js';
import type { State } from '../../engine/state/state.js';
import {
  type Action,
  type DirectoryAction,
  deed,
  type Intent,
  isContractAction,
  isDirectoryAction,
  isNftAction,
  isPoolAction,
  isTokenAction,
  line,
  type Moment,
  type Verdict,
} from './referenceActions.js';
import { contractRecordsOf, LEAST_FUEL, ReferenceContracts, type Told } from './referenceContracts.js';
import { directoryRecordsOf, ReferenceDirectory } from './referenceDirectory.js';
import { addTo, fundRecordsOf, ReferenceFunds } from './referenceFunds.js';
import { nftFlaw, nftRecordsOf, ReferenceNfts } from './referenceNfts.js';
import { poolFlaw, poolRecordsOf, ReferencePools } from './referencePools.js';
import { ReferenceStaking, stakingRecordsOf } from './referenceStaking.js';
import { ReferenceTokens, tokenFlaw, tokenRecordsOf } from './referenceTokens.js';
import { moduleOf } from './scriptedMachine.js';

/** `done`, `failed` (included, fee paid, nothing else), `lost` (it waits for another block), or the code of the refusal. */
export type Fate = string;

const FAUCET_PAYOUT = 10_000_000_000_000n;
const FAUCET_THRESHOLD = 50_000_000_000_000n;
const HOUR_MS = 3_600_000;
const WINDOW_MS = 300_000;
const HORIZON_MS = 600_000;

/** Quanta; kinds that are not listed pay the base fee. */
const FEES: Readonly<Partial<Record<Action['kind'], bigint>>> = {
  faucet: 0n,
  stake: 100_000_000n,
  unstake: 100_000_000n,
  create_token: 100_000_000_000n,
  mint_tokens: 100_000_000n,
  update_token_metadata: 100_000_000n,
  claim_token_metadata: 100_000_000n,
  approve: 100_000_000n,
  transfer_from: 100_000_000n,
  token_freeze: 100_000_000n,
  create_pool: 10_000_000_000n,
  add_liquidity: 1_000_000_000n,
  remove_liquidity: 1_000_000_000n,
  swap: 1_000_000_000n,
  nft_create_collection: 50_000_000_000n,
  nft_mint: 5_000_000_000n,
  nft_batch_mint: 5_000_000_000n,
  nft_transfer: 1_000_000_000n,
  nft_burn: 100_000_000n,
  nft_lock: 100_000_000n,
  nft_freeze_collection: 100_000_000n,
  register_wallet: 0n,
  register_name: 0n,
  release_name: 0n,
};

/** next = cur plus or minus floor(cur x min(|n - target|, target) / (8 x target)), clamped. */
export function referenceBaseFee(current: bigint, count: number, fees: FeeParameters): bigint {
  const away = Math.min(Math.abs(count - fees.target), fees.target);
  const step = (current * BigInt(away)) / BigInt(8 * fees.target);
  let next = count < fees.target ? current - step : current + step;
  if (next < fees.floor) next = fees.floor;
  if (fees.ceiling !== null && next > fees.ceiling) next = fees.ceiling;
  return next;
}

/** Who gets what of a block's fees. @returns what is burned, and a list with one entry per share. */
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

/** Quanta for a byte of a module or a unit of fuel. */
const CONTRACT_PRICE = 1_000n;

/** Signed text that is free: `from`, the keys and the id of a wallet, what names a wallet, 768 bytes. */
function freeTextOf(action: DirectoryAction): number {
  const common = 3_904 + 768;
  if (action.kind === 'release_name') return common;
  if (action.kind === 'register_name') return common + action.walletId.length;
  return common + 3_904 + 2_368 + (action.id?.length ?? 3_904);
}

/** Signed text of a call that costs nothing beside its fuel. */
const PLAIN_CALL = 4_608;

/** How many table fees an action pays, and how many allowances of bytes it has. */
export const timesOf = (action: Action): number => (action.kind === 'nft_batch_mint' ? action.tokens.length : 1);

/** What an action pays instead of table fees. @param used fuel; the limit when absent. */
function contractPrice(action: Action, used?: number): bigint | undefined {
  if (action.kind === 'contract_deploy') return CONTRACT_PRICE * BigInt(moduleOf(action.program).length);
  return action.kind === 'contract_call' ? CONTRACT_PRICE * BigInt(used ?? action.gasLimit) : undefined;
}

/** Signed bytes for which a transaction pays beside everything else. @param bytes all of them. */
export function paidBytesOf(action: Action, bytes: number, freeBytes: number): number {
  if (isDirectoryAction(action)) return Math.max(0, bytes - freeTextOf(action));
  if (action.kind === 'contract_call') return Math.max(0, bytes - PLAIN_CALL);
  const module = action.kind === 'contract_deploy' ? moduleOf(action.program) : undefined;
  const covered = module ? Buffer.from(module).toString('base64').length : 0;
  return Math.max(0, bytes - covered - timesOf(action) * freeBytes);
}

/** Why an action can never succeed, whatever the state: a decoder may refuse it. Undefined when that depends on the state. */
export function flawOf(action: Action, signer: AccountId): string | undefined {
  if (isTokenAction(action)) return tokenFlaw(action, signer);
  if (isPoolAction(action)) return poolFlaw(action);
  return isNftAction(action) ? nftFlaw(action, signer) : undefined;
}

export class ReferenceLedger {
  readonly funds = new ReferenceFunds();
  readonly staking: ReferenceStaking;
  readonly tokens = new ReferenceTokens(this.funds);
  readonly pools = new ReferencePools(this.funds, this.tokens);
  readonly nfts: ReferenceNfts;
  readonly contracts: ReferenceContracts;
  readonly directory: ReferenceDirectory;
  readonly nonces = new Map<AccountId, number>();
  readonly activity = new Map<AccountId, number>();
  /** Successful transactions under `token:<symbol>` and `collection:<id>`. */
  readonly subjects = new Map<string, number>();
  readonly faucetLast = new Map<AccountId, number>();
  readonly faucetByNode = new Map<AccountId, number>();
  readonly used = new Map<string, number>();
  /** Positions of the latest block's candidates that were included. */
  verdicts: (Verdict | undefined)[] = [];
  /** What the receipts of the latest block's calls say, in their order. */
  told: Told[] = [];
  height = 0;
  pending: readonly (readonly [AccountId, bigint])[] = [];
  collected = 0n;
  feesBurned = 0n;
  lastFees = 0n;
  baseFee: bigint;

  /** @param publicKeys of all signers, in hex. */
  constructor(
    private readonly genesis: Pick<
      Genesis,
      | 'fees'
      | 'byteFees'
      | 'limits'
      | 'validators'
      | 'allocations'
      | 'faucetEnabled'
      | 'unbondingBlocks'
      | 'maxValidators'
      | 'schedule'
    >,
    publicKeys: ReadonlyMap<AccountId, string>,
  ) {
    const places = genesis.schedule.heights.active_set === 1 ? genesis.maxValidators : undefined;
    this.staking = new ReferenceStaking(this.funds, publicKeys, genesis.unbondingBlocks, places);
    this.nfts = new ReferenceNfts(this.funds, this.tokens, publicKeys);
    this.contracts = new ReferenceContracts(this.funds, this.tokens, this.nfts, publicKeys);
    this.directory = new ReferenceDirectory(publicKeys);
    this.baseFee = genesis.fees.start;
    for (const { account, token, amount } of genesis.allocations) this.funds.create(account, token, amount);
    for (const { account, stake } of genesis.validators) {
      addTo(this.funds.minted, XRGE, stake);
      this.staking.stakes.set(account, stake);
      if (places === undefined) this.staking.votes.set(account, stake);
    }
  }

  balance(account: AccountId, token: string): bigint {
    return this.funds.balance(account, token);
  }

  /** What a transaction pays in the next block, in quanta. */
  feeOf({ action, priorityFee, bytes = 0 }: Pick<Intent, 'action' | 'priorityFee' | 'bytes'>): bigint {
    const { freeBytes, perByte } = this.genesis.byteFees;
    const table = contractPrice(action) ?? (FEES[action.kind] ?? this.baseFee) * BigInt(timesOf(action));
    return table + perByte * BigInt(paidBytesOf(action, bytes, freeBytes)) + priorityFee;
  }

  /** @returns the fate of each candidate, in order. */
  block(time: number, candidates: readonly Intent[], proposer: AccountId): Fate[] {
    this.height++;
    this.verdicts = [];
    this.told = [];
    for (const [account, amount] of this.pending) this.funds.give(account, XRGE, amount);
    const stakes = this.staking.open(this.height);
    let collected = 0n;
    let paying = 0;
    let volume = 0;
    let fuel = 0;
    let directory = 0;
    const waiting = new Set<AccountId>();
    const fates = candidates.map((intent, index) => {
      const { signer, action } = intent;
      if (waiting.has(signer)) return 'lost';
      if (isDirectoryAction(action) ? directory === 50 : directory > 0) {
        waiting.add(signer);
        return 'lost';
      }
      const most = this.feeOf(intent);
      const refusal = this.#admit(intent, time, most);
      if (refusal === 'busy') {
        waiting.add(signer);
        return 'lost';
      }
      if (refusal) return refusal;
      if (action.kind === 'contract_call' && fuel + action.gasLimit > this.genesis.limits.fuel) {
        waiting.add(signer);
        return 'lost';
      }
      const isByUse = action.kind === 'contract_call' || action.kind === 'contract_deploy';
      if (isDirectoryAction(action)) directory++;
      else if (!isByUse) volume++;
      this.used.set(`${signer}/${intent.nonce}`, time);
      this.funds.give(signer, XRGE, -most);
      countOne(this.nonces, signer);
      const verdict = flawOf(action, signer) ?? this.#run(intent, { time, height: this.height });
      const { gasUsed } = this.contracts.told;
      const spare = action.kind === 'contract_call' ? CONTRACT_PRICE * BigInt(action.gasLimit - gasUsed) : 0n;
      if (action.kind === 'contract_call') {
        fuel += gasUsed;
        this.told.push(this.contracts.told);
      }
      this.funds.give(signer, XRGE, spare);
      const fee = most - spare;
      collected += fee;
      if (!isByUse && !isDirectoryAction(action) && fee > 0n && fee >= this.baseFee) paying++;
      this.#count(intent.signer, verdict);
      this.verdicts[index] = verdict;
      return typeof verdict === 'string' ? 'failed' : 'done';
    });
    const { burned, shares } = referenceSplit(collected, this.baseFee, paying, proposer, stakes);
    this.pending = shares.filter(([, amount]) => amount > 0n);
    this.collected += collected;
    this.feesBurned += burned;
    this.lastFees = collected;
    this.baseFee = referenceBaseFee(this.baseFee, volume, this.genesis.fees);
    countOne(this.staking.proposed, proposer);
    return fates;
  }

  #admit(
    { signer, timestamp, nonce, accountNonce, action, priorityFee }: Intent,
    time: number,
    fee: bigint,
  ): string | undefined {
    const used = this.used.get(`${signer}/${nonce}`);
    // A resend in the same block as the original: the repetition within the block is reported before the clock is checked.
    if (used === time) return 'nonce_used';
    if (Math.abs(time - timestamp) > WINDOW_MS) return 'timestamp_window';
    if (used !== undefined && time - used <= HORIZON_MS) return 'nonce_used';
    if (accountNonce !== undefined && accountNonce !== (this.nonces.get(signer) ?? 0) + 1) return 'nonce_used';
    const taken = action.kind === 'stake' || (action.kind === 'transfer' && action.token.toUpperCase() === XRGE);
    const paid = action.kind === 'contract_call' && action.attach?.symbol.toUpperCase() === XRGE;
    const outflow = paid ? (action.attach?.amount ?? 0n) : taken ? action.amount : 0n;
    if (this.balance(signer, XRGE) < fee + outflow) {
      const hasNoStake = action.kind === 'unstake' && this.staking.stakeOf(signer) === 0n;
      return hasNoStake ? 'rule_violation' : 'insufficient_balance';
    }
    if (action.kind === 'contract_call' && action.gasLimit < LEAST_FUEL) return 'rule_violation';
    const isSent = action.kind === 'transfer' || action.kind === 'transfer_from';
    if (isSent && action.to === treasuryAccount) return 'invalid_recipient';
    if (isDirectoryAction(action)) return this.directory.refuses(action, signer, priorityFee, time);
    return action.kind === 'faucet' ? this.#admitFaucet(signer, namedBy(signer, action), time) : undefined;
  }

  #admitFaucet(signer: AccountId, recipient: AccountId | undefined, time: number): string | undefined {
    const { validators, faucetEnabled } = this.genesis;
    if (recipient !== undefined && !validators.some(({ account }) => account === signer)) return 'not_authorized';
    if (!faucetEnabled) return 'faucet_disabled';
    const account = recipient ?? signer;
    if (this.balance(account, XRGE) > FAUCET_THRESHOLD) return 'faucet_balance';
    const last = this.faucetLast.get(account);
    if (last !== undefined && time < last + HOUR_MS) return 'faucet_cooldown';
    const byNode = this.faucetByNode.get(account);
    if (recipient !== undefined && byNode !== undefined && time < byNode + 24 * HOUR_MS) return 'faucet_cooldown';
    return undefined;
  }

  #run({ signer, nonce, action, priorityFee }: Intent, moment: Moment): Verdict {
    if (isDirectoryAction(action)) return this.directory.run(action, signer, priorityFee, moment);
    if (isContractAction(action)) return this.contracts.run(action, signer, nonce, moment);
    if (isTokenAction(action)) return this.tokens.run(action, signer, moment);
    if (isPoolAction(action)) return this.pools.run(action, signer, moment);
    if (isNftAction(action)) return this.nfts.run(action, signer, moment);
    if (action.kind === 'faucet') return this.#pour(namedBy(signer, action), signer, moment.time);
    return action.kind === 'stake'
      ? this.staking.stake(signer, action.amount)
      : this.staking.unstake(signer, action.amount, moment.height);
  }

  #pour(named: AccountId | undefined, signer: AccountId, time: number): Verdict {
    const recipient = named ?? signer;
    this.faucetLast.set(recipient, time);
    if (named !== undefined) this.faucetByNode.set(recipient, time);
    this.funds.create(recipient, XRGE, FAUCET_PAYOUT);
    return deed([recipient]);
  }

  /** The histories in which a transaction appears: what it names counts only when it succeeds. */
  #count(signer: AccountId, verdict: Verdict): void {
    const { parties, subjects } = typeof verdict === 'string' ? deed([]) : verdict;
    for (const account of new Set([signer, ...parties])) countOne(this.activity, account);
    for (const subject of new Set(subjects)) countOne(this.subjects, subject);
  }

  /** Every record that must be in the state, as text under table and key. */
  records(): Map<string, string> {
    const out = new Map<string, string>();
    const known = new Set<AccountId>([...this.nonces.keys(), ...this.activity.keys()]);
    for (const [account, held] of this.funds.balances) if (held.has(XRGE)) known.add(account);
    for (const account of known)
      out.set(
        `${accounts.name}/${account}`,
        line(this.balance(account, XRGE), this.nonces.get(account) ?? 0, this.activity.get(account) ?? 0),
      );
    for (const [account, last] of this.faucetLast)
      out.set(`${faucetRecords.name}/${account}`, line(last, this.faucetByNode.get(account) ?? 0));
    if (this.pending.length > 0) out.set(`${pendingFees.name}/${SINGLE}`, sharesText(this.pending));
    out.set(`${totals.name}/${SINGLE}`, line(this.baseFee, this.collected, this.feesBurned, this.lastFees));
    for (const [subject, count] of this.subjects)
      out.set(`${subjectActivity.name}/${subjectKey(subject)}`, String(count));
    const parts = [this.funds, this.staking, this.tokens, this.pools, this.nfts, this.contracts, this.directory];
    for (const part of parts) part.records(out);
    const counts = {
      tokens: this.tokens.created.size,
      pools: this.pools.pools.size,
      collections: this.nfts.collections.size,
      pool_events: this.pools.events.length,
      contracts: this.contracts.deployed.size,
      wallets: this.directory.wallets.size,
    };
    for (const [name, count] of Object.entries(counts))
      if (count > 0) out.set(`${counters.name}/${name}`, String(count));
    return out;
  }
}

/** SHA-256(0x02, name), a character each. @param name `token:<symbol>` or `collection:<id>`. */
export const subjectKey = (name: string): string =>
  createHash('sha256').update(Buffer.of(2)).update(name).digest().toString('latin1');

/** The account for which a node signs; undefined for a request that its own sender signs. */
const namedBy = (signer: AccountId, { recipient }: Extract<Action, { kind: 'faucet' }>): AccountId | undefined =>
  recipient === signer ? undefined : recipient;

const countOne = <Key>(map: Map<Key, number>, key: Key): void => {
  map.set(key, (map.get(key) ?? 0) + 1);
};

/** Sums by account in a fixed order: the order in the record is not checked here. */
function sharesText(shares: readonly (readonly [AccountId, bigint])[]): string {
  const sums = new Map<string, bigint>();
  for (const [account, amount] of shares) addTo(sums, account, amount);
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([account, amount]) => `${account}=${amount}`)
    .join(' ');
}

/** Every record of a real state in the same form. */
export function recordsOf(state: State): Map<string, string> {
  const out = new Map<string, string>();
  for (const [key, { balance, nonce, activity }] of state.entries(accounts))
    out.set(`${accounts.name}/${key}`, line(balance, nonce, activity));
  for (const [key, { last, lastByNode }] of state.entries(faucetRecords))
    out.set(`${faucetRecords.name}/${key}`, line(last, lastByNode));
  for (const [key, { shares }] of state.entries(pendingFees))
    out.set(`${pendingFees.name}/${key}`, sharesText(shares.map(({ account, amount }) => [account, amount] as const)));
  for (const [key, { baseFee, feesCollected, feesBurned, feesInLastBlock }] of state.entries(totals))
    out.set(`${totals.name}/${key}`, line(baseFee, feesCollected, feesBurned, feesInLastBlock));
  for (const [key, count] of state.entries(subjectActivity)) out.set(`${subjectActivity.name}/${key}`, String(count));
  for (const [key, count] of state.entries(counters)) out.set(`${counters.name}/${key}`, String(count));
  const parts = [
    fundRecordsOf,
    stakingRecordsOf,
    tokenRecordsOf,
    poolRecordsOf,
    nftRecordsOf,
    contractRecordsOf,
    directoryRecordsOf,
  ];
  for (const recordsOfPart of parts) recordsOfPart(state, out);
  return out;
}
