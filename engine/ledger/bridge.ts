/** Rules of the bridge that its kinds share: who may say what has happened on another chain, and what a claim may mint. How a withdrawal
 *  ends is in `bridgeEndings.ts`. (Specification, Bridge.)
 *
 *  Its kinds cost nothing but the withdrawal, so every rule of them is in `admit`: one that breaks a rule is in no block. */

import { XRGE } from '../base/amounts.js';
import { toBinary, U128_MAX } from '../base/bytes.js';
import { invariant, isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { BridgeRules } from '../chain/bridgeRules.js';
import type { Genesis } from '../chain/genesis.js';
import type { AccountId } from '../crypto/address.js';
import type { StateView, StateWriter } from '../state/state.js';
import type { BlockContext } from './blockContext.js';
import {
  type BridgeClaim,
  type BridgeTotals,
  bridgeClaims,
  bridgeTotals,
  type DepositFacts,
  depositFacts,
  type Proposal,
  waitingClaims,
} from './bridgeTables.js';
import { circulatingOf, mint, supplyOf } from './funds.js';
import { stakeOf, stakeTotalsOf } from './staking.js';
import { shownSymbol } from './tokens.js';

const DAY_MS = 86_400_000;
const NO_TOTALS: BridgeTotals = { deposited: 0n, withdrawn: 0n, fulfilled: 0n, refunded: 0n, day: 0, onDay: 0n };

const EVM_HASH = '0x[0-9a-f]{64}';
const BTC_HASH = '[0-9a-f]{64}';
/** How deposits of a token are named: with the hash, and for an output to an assigned address with its number. */
const CLAIM_KEYS: ReadonlyMap<string, RegExp> = new Map([
  ['QETH', new RegExp(`^${EVM_HASH}$`)],
  ['QUSDC', new RegExp(`^${EVM_HASH}$`)],
  ['XRGE', new RegExp(`^xrge:${EVM_HASH}$`)],
  ['QBTC', new RegExp(`^(btc:${BTC_HASH}|btcaddr:${BTC_HASH}:(0|[1-9]\\d{0,9}))$`)],
]);
const BLOCK_HASH: ReadonlyMap<string, RegExp> = new Map(
  [...CLAIM_KEYS.keys()].map((token) => [token, new RegExp(`^${token === 'QBTC' ? BTC_HASH : EVM_HASH}$`)]),
);

/** Tokens that bridges mint, symbols in upper case. */
export const isBridged = (token: string): boolean => CLAIM_KEYS.has(token);

/** @param token in upper case. */
export const isClaimKey = (key: string, token: string): boolean => CLAIM_KEYS.get(token)?.test(key) === true;
export const isForeignHash = (hash: string, token: string): boolean => BLOCK_HASH.get(token)?.test(hash) === true;

export const noBridge = (): Refusal =>
  refuse('rule_violation', 'this network has no bridge: its genesis file names none');

/** The rules, or why there are none. */
export const bridgeOf = ({ bridge }: Pick<Genesis, 'bridge'>): BridgeRules | Refusal => bridge ?? noBridge();

/** Whether an account may say what has happened on other chains. */
export const isAuthority = ({ bridge }: Pick<Genesis, 'bridge'>, account: AccountId): boolean =>
  bridge?.authorities.has(account) === true;

/** The refusal for whoever is no authority. */
export function checkAuthority({ bridge }: Pick<Genesis, 'bridge'>, account: AccountId): Refusal | undefined {
  if (!bridge) return noBridge();
  return bridge.authorities.has(account)
    ? undefined
    : refuse('not_authorized', 'only an authority that the genesis file names for the bridge may sign this');
}

export const claimOf = (view: StateView, claimKey: string): BridgeClaim | undefined => view.get(bridgeClaims, claimKey);

/** Versions of a deposit that need more approvals. */
export const proposalsOf = (view: StateView, claimKey: string): readonly Proposal[] =>
  view.get(waitingClaims, claimKey)?.proposals ?? [];

/** @param token in upper case. */
export const totalsOf = (view: StateView, token: string): BridgeTotals => view.get(bridgeTotals, token) ?? NO_TOTALS;

/** Base units that deposits and refunds have put into circulation and no withdrawal has taken out. */
export const claimableOf = ({ deposited, withdrawn, refunded }: BridgeTotals): bigint =>
  deposited + refunded - withdrawn;

/** Base units that are burned here and neither paid out nor minted again. */
export const owedOf = ({ withdrawn, fulfilled, refunded }: BridgeTotals): bigint => withdrawn - fulfilled - refunded;

const dayOf = ({ time }: Pick<BlockContext, 'time'>): number => Math.floor(time / DAY_MS);

function checkCaps(
  view: StateView,
  { token, units }: DepositFacts,
  rules: BridgeRules,
  block: BlockContext,
): Refusal | undefined {
  const cap = rules.caps.get(token);
  const { day, onDay } = totalsOf(view, token);
  const minted = day === dayOf(block) ? onDay : 0n;
  if (cap && units > cap.claim)
    return refuse(
      'rule_violation',
      `a claim of ${units} units of ${shownSymbol(token)} is above the cap of ${cap.claim}`,
    );
  if (cap && minted + units > cap.day)
    return refuse(
      'rule_violation',
      `deposits have minted ${minted} units of ${shownSymbol(token)} today and ${units} more are above the cap of ${cap.day} a day; claim again tomorrow`,
    );
  // What is owed may be minted again by a refund, so its place under the cap is taken.
  if (token === XRGE && circulatingOf(view, XRGE) + owedOf(totalsOf(view, XRGE)) + units > rules.maxXrge)
    return refuse(
      'rule_violation',
      `the deposit would bring more XRGE into circulation than the network may have${
        rules.isMaxXrgeNamed ? '' : ': its genesis file has no max_supply, so that is what it began with'
      }`,
    );
  return supplyOf(view, token).minted + units > U128_MAX
    ? refuse('rule_violation', `supply overflow of ${shownSymbol(token)}`)
    : undefined;
}

const claimed = (): Refusal => refuse('already_exists', 'Transaction already claimed');

/** What makes a claim invalid, whoever signs it. */
export function checkDeposit(
  view: StateView,
  claimKey: string,
  facts: DepositFacts,
  block: BlockContext,
): Refusal | undefined {
  const rules = bridgeOf(block.genesis);
  if (isRefusal(rules)) return rules;
  return claimOf(view, claimKey) ? claimed() : checkCaps(view, facts, rules, block);
}

const digestOf = (facts: DepositFacts): string => toBinary(depositFacts.encode(facts));

const without = (accounts: readonly AccountId[], account: AccountId): readonly AccountId[] =>
  accounts.filter((one) => one !== account);

const including = (accounts: readonly AccountId[], account: AccountId): readonly AccountId[] =>
  accounts.includes(account) ? accounts : [...accounts, account];

/** Who approves: as an authority or as a validator that has looked for itself. */
export interface Approver {
  readonly authority?: AccountId;
  readonly attester?: AccountId;
}

/** The proposals after one more approval. An authority that had approved another version stands for this one only. */
function approved(proposals: readonly Proposal[], facts: DepositFacts, by: Approver): readonly Proposal[] {
  const digest = digestOf(facts);
  const others = proposals
    .filter((proposal) => digestOf(proposal.facts) !== digest)
    .map((proposal) =>
      by.authority === undefined ? proposal : { ...proposal, authorities: without(proposal.authorities, by.authority) },
    )
    .filter(({ authorities }) => authorities.length > 0);
  const before = proposals.find((proposal) => digestOf(proposal.facts) === digest);
  const { authorities, attesters } = before ?? { authorities: [], attesters: [] };
  const proposal: Proposal = {
    facts,
    authorities: by.authority === undefined ? authorities : including(authorities, by.authority),
    attesters: by.attester === undefined ? attesters : including(attesters, by.attester),
  };
  return [...others, proposal];
}

/** Whether an authority has stated exactly this. */
export const isProposed = (view: StateView, claimKey: string, facts: DepositFacts): boolean =>
  proposalsOf(view, claimKey).some((proposal) => digestOf(proposal.facts) === digestOf(facts));

/** How many of some accounts are authorities. A successor network carries on what keys have approved that its own file does not name. */
export const authoritiesAmong = ({ authorities }: BridgeRules, accounts: readonly AccountId[]): number =>
  accounts.filter((account) => authorities.has(account)).length;

/** Whether enough stand for a version: authorities by number, and where the network asks for it validators by stake. */
export function isSettled(view: StateView, { authorities, attesters }: Proposal, { genesis }: BlockContext): boolean {
  const { bridge } = genesis;
  if (!bridge || authoritiesAmong(bridge, authorities) < bridge.threshold) return false;
  if (!bridge.attest) return true;
  const attested = attesters.reduce((sum, account) => sum + stakeOf(view, account), 0n);
  const { stake } = stakeTotalsOf(view, genesis);
  return stake > 0n && attested * 3n >= stake * 2n;
}

/** Records an approval and mints when it was the last one needed. `checkDeposit` has been asked.
 *  @returns whether it has minted. */
export function approveDeposit(
  state: StateWriter,
  claimKey: string,
  facts: DepositFacts,
  by: Approver,
  block: BlockContext,
): boolean {
  const proposals = approved(proposalsOf(state, claimKey), facts, by);
  const own = proposals.at(-1);
  invariant(own, 'an approval stands for a version');
  if (!isSettled(state, own, block)) {
    state.put(waitingClaims, claimKey, { proposals });
    return false;
  }
  if (state.get(waitingClaims, claimKey)) state.delete(waitingClaims, claimKey);
  state.put(bridgeClaims, claimKey, { ...facts, mintedAt: block.time, mintedIn: block.height });
  const { token, units, recipient } = facts;
  const totals = totalsOf(state, token);
  const day = dayOf(block);
  const onDay = (totals.day === day ? totals.onDay : 0n) + units;
  state.put(bridgeTotals, token, { ...totals, deposited: totals.deposited + units, day, onDay });
  invariant(mint(state, recipient, token, units), 'checkDeposit has checked the supply');
  return true;
}

/** A version that has all it needs and was not minted when the last approval came, because a cap stood in its way, can be approved
 *  again. @returns why an approval would change nothing. */
export function checkNews(
  view: StateView,
  claimKey: string,
  facts: DepositFacts,
  by: Approver,
  block: BlockContext,
): Refusal | undefined {
  const digest = digestOf(facts);
  const own = proposalsOf(view, claimKey).find((proposal) => digestOf(proposal.facts) === digest);
  const { authority, attester } = by;
  const isThere =
    (authority === undefined || own?.authorities.includes(authority) === true) &&
    (attester === undefined || own?.attesters.includes(attester) === true);
  if (!own || !isThere || isSettled(view, own, block)) return undefined;
  return refuse('already_exists', 'this key has approved the claim already; it waits for others');
}
