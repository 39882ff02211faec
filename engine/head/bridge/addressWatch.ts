/** Watches the Bitcoin addresses that were given to users: what is paid to them is minted without a claim. (Specification, Bridge, BTC and qBTC.)
 *
 *  In: assigned addresses, what both providers report of them. Out: mints. An address is read in bounded pages, the next round goes on where one
 *  ended, so dust cannot hide a deposit. What is not minted is tried again, more and more rarely: what may pass, such as a depth that is not reached
 *  or a provider that is away, every block of Bitcoin at least; change of a sweep stays refused for ever. */

import type { Clock, Log, Timers } from '../../base/ports.js';
import { isRefusal, type Refusal, type RefusalCode } from '../../base/refusal.js';
import type { AssignedDeposits, DepositAddress } from '../../bridge/depositPool.js';
import type { ForeignChains } from '../../bridge/port.js';
import type { Claims } from './claims.js';
import type { OwnTransactions } from './ownTransactions.js';
import { Patience, Rounds } from './rounds.js';

/** Blocks of Bitcoin come every ten minutes (facts: every 60 s). */
const ROUND_MS = 60_000;
/** Between two addresses: public servers count requests. */
const ADDRESS_MS = 250;
/** At most this long between two looks at an address to which nothing was paid of late. */
const MOST_QUIET_MS = 3_600_000;
/** Addresses whose looks are remembered: some hundred bytes each. */
const MOST_QUIET = 200_000;
/** Scans of one address in a round: each has a thousand transactions at most. */
const SCANS = 4;
/** A new transaction is asked for again in the next round; one that may still become a deposit, every block of Bitcoin; one that never will,
 *  every six hours. */
const FIRST_PAUSE_MS = ROUND_MS / 2;
const MOST_PASSING_PAUSE_MS = 600_000;
const MOST_PAUSE_MS = 6 * 3_600_000;

/** Codes of what is wrong with a transaction itself, where the providers agree. */
const LASTING: ReadonlySet<RefusalCode> = new Set([
  'rule_violation',
  'invalid_recipient',
  'too_large',
  'malformed_body',
]);

const pauseFor = ({ code, isOneSided }: Refusal): number =>
  LASTING.has(code) && !isOneSided ? MOST_PAUSE_MS : MOST_PASSING_PAUSE_MS;

export interface AddressWatchParts {
  readonly chains: ForeignChains;
  readonly addresses: AssignedDeposits;
  readonly claims: Pick<Claims, 'isClaimed' | 'btcAddress'>;
  readonly own: Pick<OwnTransactions, 'notAuthority'>;
  readonly timers: Timers;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
  /** Whether the node can mint now. */
  readonly isReady: () => boolean;
  /** Other times than the usual ones. */
  readonly roundMs?: number;
  readonly addressMs?: number;
}

const claimKeyOf = (id: string, position: number): string => `btcaddr:${id}:${position}`;

export class AddressWatch {
  readonly #rounds: Rounds;
  readonly #patience = new Patience(FIRST_PAUSE_MS, MOST_PAUSE_MS);
  readonly #quiet = new Patience(FIRST_PAUSE_MS, MOST_QUIET_MS, MOST_QUIET);

  constructor(private readonly parts: AddressWatchParts) {
    const { timers, log, roundMs = ROUND_MS } = parts;
    const what = 'deposit addresses';
    this.#rounds = new Rounds({ timers, log, pauseMs: roundMs, what, work: () => this.look() });
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** One round over all addresses. Those to which nothing comes are left out more and more often where a round over all of them takes long: addresses that
   *  were given to a flood of made-up recipients must not keep the deposits of others waiting. */
  async look(): Promise<void> {
    const { addresses, own, isReady, clock, addressMs = ADDRESS_MS } = this.parts;
    if (!isReady() || own.notAuthority()) return;
    const all = addresses.assigned();
    const mostQuietMs = Math.min(MOST_QUIET_MS, 2 * all.length * addressMs);
    for (const given of all) {
      if (this.#rounds.isStopped) return;
      if (!this.#quiet.isDue(given.address, clock.monotonic())) continue;
      if (await this.#lookAt(given)) this.#quiet.done(given.address);
      else this.#quiet.failed(given.address, clock.monotonic(), mostQuietMs);
      await this.#pause();
    }
  }

  /** @returns whether there is something to come back for soon. */
  async #lookAt({ address, recipient }: DepositAddress): Promise<boolean> {
    const { chains, claims, clock } = this.parts;
    if (recipient === undefined) return false;
    let isBusy = false;
    for (let scan = 0; scan < SCANS; scan++) {
      const found = await chains.btcOutputs(address);
      // What is wrong with a provider is shown by its health.
      if (isRefusal(found)) return true;
      const now = clock.monotonic();
      const open = found.outputs.filter(({ id, position }) => !claims.isClaimed(claimKeyOf(id, position)));
      const ids = new Set(open.map(({ id }) => id).filter((id) => this.#patience.isDue(id, now)));
      for (const id of ids) await this.#mint(address, recipient, id);
      isBusy ||= open.length > 0;
      if (!found.hasMore || this.#rounds.isStopped) return isBusy;
    }
    return true;
  }

  async #mint(address: string, recipient: string, id: string): Promise<void> {
    const { chains, claims, clock, log } = this.parts;
    const deposits = await chains.btcAddressDeposits(address, recipient, id);
    let failure = isRefusal(deposits) ? deposits : undefined;
    for (const deposit of isRefusal(deposits) ? [] : deposits) {
      if (claims.isClaimed(deposit.claimKey)) continue;
      const minted = await claims.btcAddress(deposit);
      if (!isRefusal(minted) || claims.isClaimed(deposit.claimKey)) continue;
      failure = minted;
      log.warn({ claimKey: deposit.claimKey, reason: minted.message }, 'a deposit to an address is not minted yet');
    }
    if (failure) this.#patience.failed(id, clock.monotonic(), pauseFor(failure));
    else this.#patience.done(id);
  }

  #pause(): Promise<void> {
    const { timers, addressMs = ADDRESS_MS } = this.parts;
    return new Promise((resolve) => void timers.after(addressMs, resolve));
  }
}
