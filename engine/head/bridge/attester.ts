/** Attests deposits that authorities have stated, on networks whose genesis file asks for that: this validator looks at the foreign chain with its
 *  own providers, and says so when it sees exactly the same.
 *
 *  In: claims that wait in the state. Out: bridge_attest of this node's key. What it does not see is looked at again, more and more rarely. */

import type { Clock, Log, Timers } from '../../base/ports.js';
import { isRefusal, type Refusal } from '../../base/refusal.js';
import type { VerifiedDeposit } from '../../bridge/deposit.js';
import type { AssignedDeposits } from '../../bridge/depositPool.js';
import { EVM_COINS, type EvmCoin, mintedToken } from '../../bridge/evm/contracts.js';
import type { ForeignChains } from '../../bridge/port.js';
import { type AccountId, accountOfKey, addressOf, resolveAccount } from '../../crypto/address.js';
import { proposalsOf } from '../../ledger/bridge.js';
import type { DepositFacts } from '../../ledger/bridgeTables.js';
import { stakeOf } from '../../ledger/staking.js';
import type { StateView } from '../../state/state.js';
import { depositMembers, factsOf, isSameDeposit } from './claims.js';
import type { OwnTransactions } from './ownTransactions.js';
import { Patience, Rounds } from './rounds.js';

/** A claim waits for its attestations: its client asks again every few seconds. */
const ROUND_MS = 3_000;
/** Claims of one round: each asks every provider some five times. */
const CLAIMS = 20;
const FIRST_PAUSE_MS = 5_000;
const MOST_PAUSE_MS = 600_000;

export interface AttesterParts {
  readonly chains: ForeignChains;
  readonly addresses: AssignedDeposits | undefined;
  readonly own: Pick<OwnTransactions, 'performAs'>;
  readonly publicKey: Uint8Array;
  readonly state: StateView;
  /** Keys of claims that wait for approvals. */
  readonly waiting: () => ReadonlySet<string>;
  /** Public key of an account in hex, where the chain knows it. */
  readonly keyOf: (account: AccountId) => Promise<string | null>;
  readonly timers: Timers;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
  readonly isReady: () => boolean;
  readonly roundMs?: number;
}

const coinOf = (token: string): EvmCoin | undefined =>
  EVM_COINS.find((coin) => mintedToken[coin].toUpperCase() === token);

const NOTHING_SEEN = undefined;

export class Attester {
  readonly #rounds: Rounds;
  readonly #patience = new Patience(FIRST_PAUSE_MS, MOST_PAUSE_MS);
  readonly #account: AccountId;

  constructor(private readonly parts: AttesterParts) {
    const { timers, log, publicKey, roundMs = ROUND_MS } = parts;
    this.#account = accountOfKey(publicKey);
    this.#rounds = new Rounds({ timers, log, pauseMs: roundMs, what: 'attestations', work: () => this.look() });
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** One round over the claims that wait. */
  async look(): Promise<void> {
    const { isReady, state, waiting, clock } = this.parts;
    if (!isReady() || stakeOf(state, this.#account) === 0n) return;
    let left = CLAIMS;
    for (const claimKey of [...waiting()]) {
      if (left === 0 || this.#rounds.isStopped) return;
      const facts = this.#unattested(claimKey).filter((one) =>
        this.#patience.isDue(nameOf(claimKey, one), clock.monotonic()),
      );
      for (const one of facts.slice(0, left)) {
        left--;
        await this.#attest(claimKey, one);
      }
    }
  }

  /** Versions of a claim that this validator has not attested. */
  #unattested(claimKey: string): readonly DepositFacts[] {
    return proposalsOf(this.parts.state, claimKey)
      .filter(({ attesters }) => !attesters.includes(this.#account))
      .map(({ facts }) => facts);
  }

  async #attest(claimKey: string, facts: DepositFacts): Promise<void> {
    const { own, clock, log } = this.parts;
    const name = nameOf(claimKey, facts);
    const seen = await this.#see(claimKey, facts);
    const txId =
      seen === NOTHING_SEEN ? undefined : await own.performAs('bridge_attest', depositMembers(seen, facts.proof));
    if (txId === undefined || (isRefusal(txId) && txId.code !== 'already_exists')) {
      this.#patience.failed(name, clock.monotonic());
      if (isRefusal(txId)) log.warn({ claimKey, reason: txId.message }, 'a deposit could not be attested');
      return;
    }
    this.#patience.done(name);
    if (!isRefusal(txId)) log.info({ claimKey, txId }, 'a deposit is attested');
  }

  /** The deposit when the foreign chain shows exactly these facts. */
  async #see(claimKey: string, facts: DepositFacts): Promise<VerifiedDeposit | undefined> {
    for (const found of await this.#verify(claimKey, facts)) {
      if (isRefusal(found)) continue;
      const recipient = resolveAccount(found.recipient)?.account;
      if (found.claimKey !== claimKey || recipient === undefined) continue;
      if (isSameDeposit(factsOf(found, recipient, facts.proof), facts)) return found;
    }
    return NOTHING_SEEN;
  }

  async #verify(claimKey: string, facts: DepositFacts): Promise<readonly (VerifiedDeposit | Refusal)[]> {
    const { chains } = this.parts;
    const coin = coinOf(facts.token);
    if (coin === undefined) return this.#bitcoin(claimKey, facts);
    const hash = claimKey.replace(/^xrge:/, '');
    if (facts.proof === '') return [await chains.deposit(coin, hash)];
    // The sender has signed one spelling of the recipient, which the facts do not keep.
    const key = await this.parts.keyOf(facts.recipient);
    const spellings = [addressOf(facts.recipient), ...(key === null ? [] : [key])];
    const claim = { coin, hash, claimant: facts.sender, signature: facts.proof };
    return Promise.all(spellings.map((recipient) => chains.claim({ ...claim, recipient })));
  }

  /** A deposit to an address is attested by nodes that know to whom the address was given. */
  async #bitcoin(claimKey: string, facts: DepositFacts): Promise<readonly (VerifiedDeposit | Refusal)[]> {
    const { chains, addresses } = this.parts;
    const id = claimKey.split(':')[1] ?? '';
    if (claimKey.startsWith('btc:')) return [await chains.btcDeposit(id)];
    const own = addresses
      ?.assigned()
      .find(({ recipient }) => resolveAccount(recipient ?? '')?.account === facts.recipient);
    if (own?.recipient === undefined) return [];
    const found = await chains.btcAddressDeposits(own.address, own.recipient, id);
    return isRefusal(found) ? [found] : found;
  }
}

/** A version of a claim. */
const nameOf = (claimKey: string, { recipient, units, blockHash, proof }: DepositFacts): string =>
  [claimKey, recipient, units, blockHash, proof].join(' ');
