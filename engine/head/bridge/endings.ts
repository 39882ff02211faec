/** How withdrawals end: paid out on the foreign chain, or minted again; and failed attempts.
 *
 *  In: what an operator or relayer says. Out: the transaction of this node's key in its block, or a refusal in the words of the facts. A payout
 *  is verified on the foreign chain; a refund needs the foreign chain to show that nothing was released. */

import type { Log } from '../../base/ports.js';
import { isRefusal, Refusal, refuse } from '../../base/refusal.js';
import { readTxid } from '../../bridge/btc/deposit.js';
import type { SettledPayouts } from '../../bridge/btc/payout.js';
import { EVM_COINS, type EvmCoin, mintedToken } from '../../bridge/evm/contracts.js';
import { type OwedPayout, settlingLogs } from '../../bridge/evm/payouts.js';
import type { ForeignChains } from '../../bridge/port.js';
import type { BridgeRules } from '../../chain/bridgeRules.js';
import { noBridge } from '../../ledger/bridge.js';
import { type FoundWithdrawal, findWithdrawal, isOpen } from '../../ledger/bridgeEndings.js';
import { type BridgeWithdrawal, borneFees, payoutPart, settledPayouts } from '../../ledger/bridgeTables.js';
import { ERROR_CHARACTERS, REFUND_THRESHOLD } from '../../ledger/kinds/bridgeFail.js';
import { shownSymbol } from '../../ledger/tokens.js';
import type { StateView } from '../../state/state.js';
import { readEvmHash } from './claims.js';
import { SharedWork } from './locks.js';
import type { Members, OwnTransactions } from './ownTransactions.js';

/** Outputs of one transaction that can have settled withdrawals: a standard transaction of 400,000 units of weight has at most some 3,230. */
const MOST_OUTPUTS = 4_096;

export interface EndingParts {
  readonly bridge: BridgeRules | undefined;
  readonly chains: ForeignChains | undefined;
  readonly state: StateView;
  readonly own: OwnTransactions;
  /** Milliseconds since the epoch, by the clock of the machine: foreign chains date their blocks by it. */
  readonly wallTime: () => number;
  readonly log: Log;
}

/** Which route asks: each ends withdrawals of its own coins. */
export type EndingRoute = 'evm' | 'xrge' | 'btc';

export interface Ended {
  readonly txId: string;
  readonly withdrawal: BridgeWithdrawal;
}

const notFound = (): Refusal => refuse('not_found', 'Withdrawal not found');
const settled = (): Refusal => refuse('already_exists', 'Withdrawal not found or already fulfilled');

const coinOf = (token: string): EvmCoin | undefined =>
  EVM_COINS.find((coin) => mintedToken[coin].toUpperCase() === token);

const owedOf = (id: string, { units, destination }: BridgeWithdrawal, coin: EvmCoin): OwedPayout => ({
  ...{ withdrawalId: id, coin, units },
  destination: destination.toLowerCase(),
});

/** A reason as a sentence of the route. */
const unverified = (refusal: Refusal): Refusal =>
  refusal.message.startsWith('payout not verified: ')
    ? refusal
    : new Refusal(
        refusal.code,
        `payout not verified: ${refusal.message}`,
        refusal.retryAfterSeconds,
        undefined,
        refusal.isOneSided,
      );

/** Whether a route ends withdrawals of a token. */
function routeFault(route: EndingRoute, token: string): Refusal | undefined {
  if (route === 'xrge') return token === 'XRGE' ? undefined : refuse('not_found', 'Withdrawal not found');
  if (route === 'btc') return token === 'QBTC' ? undefined : refuse('rule_violation', 'not a qBTC withdrawal');
  return coinOf(token) !== undefined && token !== 'XRGE'
    ? undefined
    : refuse(
        'rule_violation',
        `asset ${shownSymbol(token)} (${token === 'QBTC' ? 'Bitcoin' : 'the vault'}) is not fulfillable on the EVM bridge endpoint`,
      );
}

export class Endings {
  readonly #work = new SharedWork<Ended | Refusal>();

  constructor(private readonly parts: EndingParts) {}

  /** @param id text of the withdrawal's id. @param payout hash of the paying transaction. */
  async fulfil(route: EndingRoute, id: string, payout: string): Promise<Ended | Refusal> {
    const { chains, own, state } = this.parts;
    if (!chains) return noBridge();
    const found = findWithdrawal(state, id);
    if (!found) return notFound();
    const wrong = routeFault(route, found.withdrawal.token);
    if (wrong) return wrong;
    if (!isOpen(found.withdrawal)) return settled();
    const denied = own.notAuthority();
    if (denied) return denied;
    return this.#work.run(id, `fulfil ${payout.toLowerCase()}`, () => this.#fulfil(chains, id, payout));
  }

  /** @returns the withdrawal after one more failed attempt. */
  async fail(id: string, error: string): Promise<Ended | Refusal> {
    const { own, state } = this.parts;
    const denied = findWithdrawal(state, id) ? own.notAuthority() : refuse('not_found', 'withdrawal not found');
    if (denied) return denied;
    const text = error.trim().slice(0, ERROR_CHARACTERS);
    return this.#ended(id, 'bridge_fail', { withdrawal: id, error: text === '' ? 'release failed' : text });
  }

  /** @param isUnpaid whether an operator has signed that nothing was paid. */
  async refund(id: string, isUnpaid: boolean): Promise<Ended | Refusal> {
    const { chains, own, state } = this.parts;
    if (!chains) return noBridge();
    const found = findWithdrawal(state, id);
    if (found?.withdrawal.status === 'refunded') return refuse('already_exists', 'Withdrawal already refunded');
    if (!found || !isOpen(found.withdrawal)) return refuse('not_found', 'Withdrawal not found or already settled');
    const denied = own.notAuthority();
    if (denied) return denied;
    return this.#work.run(id, `refund ${isUnpaid}`, () => this.#refund(chains, id, isUnpaid));
  }

  static shouldRefund = ({ attempts }: BridgeWithdrawal): boolean => attempts >= REFUND_THRESHOLD;

  /** Just before a transaction is made: another request may have ended the withdrawal. */
  #open(id: string): FoundWithdrawal | Refusal {
    const found = findWithdrawal(this.parts.state, id);
    return found && isOpen(found.withdrawal) ? found : settled();
  }

  async #fulfil(chains: ForeignChains, id: string, payout: string): Promise<Ended | Refusal> {
    const found = this.#open(id);
    if (isRefusal(found)) return found;
    const { withdrawal } = found;
    const members = await (withdrawal.token === 'QBTC'
      ? this.#bitcoinPayout(chains, withdrawal, payout)
      : this.#evmPayout(chains, id, withdrawal, payout));
    return isRefusal(members) ? members : this.#fulfilled(id, members);
  }

  #fulfilled(id: string, members: Members): Promise<Ended | Refusal> {
    return this.#ended(id, 'bridge_fulfil', { withdrawal: id, ...members }, 'fulfilled');
  }

  async #evmPayout(
    chains: ForeignChains,
    id: string,
    withdrawal: BridgeWithdrawal,
    payout: string,
  ): Promise<Members | Refusal> {
    const coin = coinOf(withdrawal.token);
    if (coin === undefined) return notFound();
    const hash = readEvmHash(payout);
    if (isRefusal(hash)) return hash;
    const own = await chains.destination(mintedToken[coin], withdrawal.destination);
    if (isRefusal(own)) return unverified(own);
    const owed = owedOf(id, withdrawal, coin);
    const verified = await chains.evmPayout(owed, hash);
    if (isRefusal(verified)) return verified;
    const isSettled = (index: number): boolean =>
      this.parts.state.get(settledPayouts, payoutPart(hash, index)) !== undefined;
    const logs = settlingLogs(owed, verified, isSettled);
    if (isRefusal(logs)) return logs;
    return { payoutTx: hash, positions: [...logs].sort((a, b) => a - b).join(',') };
  }

  async #bitcoinPayout(
    chains: ForeignChains,
    { destination, units }: BridgeWithdrawal,
    payout: string,
  ): Promise<Members | Refusal> {
    if (!chains.facts.btc) return refuse('not_found', 'BTC bridge custody not configured');
    const id = readTxid(payout, 'BTC payout txid');
    if (isRefusal(id)) return unverified(id);
    const verified = await chains.btcPayout(destination, units, this.#settledOf(id), id);
    if (isRefusal(verified)) return unverified(verified);
    return {
      payoutTx: id,
      positions: verified.outputs.map((name) => name.slice(name.indexOf(':') + 1)).join(','),
      paid: String(verified.paid),
      networkFee: String(verified.networkFee),
    };
  }

  /** What of a transaction has settled withdrawals already. */
  #settledOf(id: string): SettledPayouts {
    const { state } = this.parts;
    const outputs = Array.from({ length: MOST_OUTPUTS }, (_, position) => payoutPart(id, position)).filter(
      (part) => state.get(settledPayouts, part) !== undefined,
    );
    const borne = state.get(borneFees, id)?.borne ?? 0n;
    return { outputs: new Set(outputs), fees: new Map([[id, borne]]) };
  }

  async #refund(chains: ForeignChains, id: string, isUnpaid: boolean): Promise<Ended | Refusal> {
    const found = this.#open(id);
    if (isRefusal(found)) return found;
    const coin = coinOf(found.withdrawal.token);
    const held =
      coin === undefined
        ? heldBitcoin(isUnpaid)
        : await this.#heldEvm(chains, id, found.withdrawal, { coin, isUnpaid });
    return held ?? this.#ended(id, 'bridge_refund', { withdrawal: id }, 'refunded');
  }

  /** Why a withdrawal is not refunded: the foreign chain shows a release, or does not show that there is none. */
  async #heldEvm(
    chains: ForeignChains,
    id: string,
    withdrawal: BridgeWithdrawal,
    { coin, isUnpaid }: { readonly coin: EvmCoin; readonly isUnpaid: boolean },
  ): Promise<Refusal | undefined> {
    const { evm } = chains.facts;
    if (coin === 'XRGE' && evm.vault === undefined)
      return refuse('not_found', 'Refund refused: XRGE vault not configured; cannot verify release state.');
    const isReleased = coin === 'XRGE' ? await chains.isReleased(id, this.parts.wallTime()) : undefined;
    if (isReleased === false || isRefusal(isReleased)) return isReleased || undefined;
    const owed = { ...owedOf(id, withdrawal, coin), createdAt: withdrawal.createdAt };
    const hashes = await chains.releases(owed, this.parts.wallTime());
    if (isRefusal(hashes)) return isReleased ? releasedByVault(false) : hashes;
    if (coin !== 'XRGE' && hashes.length === 0) return undefined;
    const payout = await this.#payoutAmong(chains, id, withdrawal, hashes);
    const isMarked = payout.members !== undefined && !isRefusal(await this.#fulfilled(id, payout.members));
    if (coin === 'XRGE') return releasedByVault(isMarked);
    const [fault] = payout.faults;
    if (payout.members !== undefined || !fault || !payout.faults.every(isOfPayout))
      return releasedByContract(hashes, isMarked);
    // All providers agree that none of them pays the withdrawal; whether its owner was paid nevertheless, an operator has to say.
    return isUnpaid ? undefined : releasedElsewhere(hashes, fault);
  }

  /** The first of some transactions that proves to be the payout, or why none does. */
  async #payoutAmong(
    chains: ForeignChains,
    id: string,
    withdrawal: BridgeWithdrawal,
    hashes: readonly string[],
  ): Promise<{ readonly members?: Members; readonly faults: readonly Refusal[] }> {
    const faults: Refusal[] = [];
    for (const hash of hashes) {
      const members = await this.#evmPayout(chains, id, withdrawal, hash);
      if (!isRefusal(members)) return { members, faults };
      faults.push(members);
    }
    return { faults };
  }

  /** @param status that the withdrawal has when enough authorities have said it; undefined where one is enough. */
  async #ended(
    id: string,
    kind: string,
    members: Members,
    status?: BridgeWithdrawal['status'],
  ): Promise<Ended | Refusal> {
    const { own, state, bridge, log } = this.parts;
    const txId = await own.perform(kind, members);
    const withdrawal = findWithdrawal(state, id)?.withdrawal;
    if (isRefusal(txId) && !/approved that already/.test(txId.message)) return txId;
    if (!withdrawal) return notFound();
    if (status !== undefined && withdrawal.status !== status) {
      const what = status === 'refunded' ? 'refund' : 'payout';
      const isSame = (ending: string): boolean => (status === 'refunded') === (ending === 'refund');
      const approved = withdrawal.approvals.filter(({ ending }) => isSame(ending)).length;
      return refuse(
        'already_exists',
        `${what} approved by ${approved} of ${bridge?.threshold ?? 1} authorities; ask again`,
      );
    }
    if (isRefusal(txId)) return txId;
    log.info({ withdrawal: id, kind, txId }, 'a withdrawal of the bridge has moved on');
    return { txId, withdrawal };
  }
}

const heldBitcoin = (isUnpaid: boolean): Refusal | undefined =>
  isUnpaid
    ? undefined
    : refuse(
        'rule_violation',
        'Refund refused: Bitcoin does not show that nothing was paid. An operator must sign the body with unpaid: true and the withdrawal. Not minting.',
      );

const marked = (isMarked: boolean): string =>
  isMarked ? 'Marked fulfilled.' : 'Fulfil it with the hash of its payout.';

const releasedByVault = (isMarked: boolean): Refusal =>
  refuse(
    'rule_violation',
    `Refund refused: the vault already released this withdrawal on Base (processedL1Txs=true). ${marked(isMarked)}`,
  );

/** Whether a refusal is about what a transaction pays. It may be the payout all the same where providers do not answer or contradict each other,
 *  and where it is not deep enough yet. */
const isOfPayout = ({ code, isOneSided }: Refusal): boolean => code === 'rule_violation' && !isOneSided;

const released = ([hash]: readonly string[]): string =>
  `Refund refused: the bridge contract already released this withdrawal on Base (${hash}).`;

const releasedByContract = (hashes: readonly string[], isMarked: boolean): Refusal =>
  refuse('rule_violation', `${released(hashes)} ${marked(isMarked)}`);

/** @param fault why no release settles the withdrawal. */
function releasedElsewhere(hashes: readonly string[], fault: Refusal): Refusal {
  return refuse(
    'rule_violation',
    `${released(hashes)} That does not settle it (${fault.message}), so it stays open: pay it and fulfil it with the hash, or let an operator sign the body with unpaid: true.`,
  );
}
