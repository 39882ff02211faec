/** What the chain owes and what the providers see of the coins behind it, per token.
 *
 *  The books are of the state after the tip. The balances are asked for at most once in a while, by whoever comes first: everybody may ask. */

import type { Clock } from '../../base/ports.js';
import { isRefusal, type Refusal } from '../../base/refusal.js';
import type { CustodyBalance, ForeignChains } from '../../bridge/port.js';
import { BRIDGED_TOKENS, type BridgedToken } from '../../chain/bridgeRules.js';
import { claimableOf, owedOf, totalsOf } from '../../ledger/bridge.js';
import type { BridgeTotals } from '../../ledger/bridgeTables.js';
import type { StateView } from '../../state/state.js';

/** A payout moves a balance once in some minutes; each look costs a few calls at every provider. */
const KEPT_MS = 60_000;

export interface Reserve {
  readonly token: BridgedToken;
  readonly totals: BridgeTotals;
  /** Units in circulation that a withdrawal could claim. */
  readonly claimable: bigint;
  /** Units that are burned and neither paid out nor refunded. */
  readonly owed: bigint;
  readonly custody: CustodyBalance | Refusal | undefined;
  /** Custody minus what it has to cover; negative when coins are missing. Undefined while custody is unknown. */
  readonly difference: bigint | undefined;
}

type Balances = ReadonlyMap<BridgedToken, CustodyBalance | Refusal>;

/** Which tokens have a foreign side here. */
function servedTokens({ facts: { evm, btc } }: ForeignChains): readonly BridgedToken[] {
  const hasContract = evm.custody !== undefined || evm.bridge !== undefined;
  const isServed: Readonly<Record<BridgedToken, boolean>> = {
    ...{ qETH: hasContract, qUSDC: hasContract, qBTC: btc !== undefined, XRGE: evm.vault !== undefined },
  };
  return BRIDGED_TOKENS.filter((token) => isServed[token]);
}

export class Reserves {
  #asked: { readonly at: number; readonly balances: Promise<Balances> } | undefined;
  #latest: Balances | undefined;

  constructor(
    private readonly state: StateView,
    private readonly chains: ForeignChains | undefined,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  /** Per token; balances are at most a minute old. */
  async read(): Promise<readonly Reserve[]> {
    const balances = await this.#balances();
    return BRIDGED_TOKENS.map((token) => this.#reserve(token, balances.get(token)));
  }

  /** The same with the balances of the latest look, for metrics; nobody is asked. */
  latest(): readonly Reserve[] {
    return BRIDGED_TOKENS.map((token) => this.#reserve(token, this.#latest?.get(token)));
  }

  #reserve(token: BridgedToken, custody: CustodyBalance | Refusal | undefined): Reserve {
    const totals = totalsOf(this.state, token.toUpperCase());
    const [claimable, owed] = [claimableOf(totals), owedOf(totals)];
    // Minted units are covered until they are withdrawn, withdrawn ones until they are paid out or minted again.
    const covered = claimable + owed;
    const difference = custody === undefined || isRefusal(custody) ? undefined : custody.units - covered;
    return { token, totals, claimable, owed, custody, difference };
  }

  #balances(): Promise<Balances> {
    const { chains, clock } = this;
    if (!chains) return Promise.resolve(new Map());
    const now = clock.monotonic();
    if (!this.#asked || now - this.#asked.at >= KEPT_MS) this.#asked = { at: now, balances: this.#ask(chains) };
    return this.#asked.balances;
  }

  async #ask(chains: ForeignChains): Promise<Balances> {
    const tokens = servedTokens(chains);
    const found = await Promise.all(tokens.map(async (token) => [token, await chains.balance(token)] as const));
    this.#latest = new Map(found);
    return this.#latest;
  }
}
