/** What the chain owes and what the providers see of the coins behind it, per token.
 *
 *  The books are of the state after the tip. The balances are asked for at most once in a while, by whoever comes first: everybody may ask. They are
 *  compared with the books of that moment: a deposit that was minted later may lie in a block above theirs. */

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
  /** Custody minus what it had to cover when it was asked for; negative when coins are missing. Undefined while custody is unknown. */
  readonly difference: bigint | undefined;
}

/** What the providers have said of one token. */
interface Look {
  readonly custody: CustodyBalance | Refusal;
  /** Units that custody had to cover right before they were asked. */
  readonly covered: bigint;
}

type Looks = ReadonlyMap<BridgedToken, Look>;

/** Minted units are covered until they are withdrawn, withdrawn ones until they are paid out or minted again. */
const coveredBy = (totals: BridgeTotals): bigint => claimableOf(totals) + owedOf(totals);

/** Which tokens have a foreign side here. */
function servedTokens({ facts: { evm, btc } }: ForeignChains): readonly BridgedToken[] {
  const hasContract = evm.custody !== undefined || evm.bridge !== undefined;
  const isServed: Readonly<Record<BridgedToken, boolean>> = {
    ...{ qETH: hasContract, qUSDC: hasContract, qBTC: btc !== undefined, XRGE: evm.vault !== undefined },
  };
  return BRIDGED_TOKENS.filter((token) => isServed[token]);
}

export class Reserves {
  #asked: { readonly at: number; readonly looks: Promise<Looks> } | undefined;
  #latest: Looks | undefined;

  constructor(
    private readonly state: StateView,
    private readonly chains: ForeignChains | undefined,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  /** Per token; balances are at most a minute old. */
  async read(): Promise<readonly Reserve[]> {
    const looks = await this.#looks();
    return BRIDGED_TOKENS.map((token) => this.#reserve(token, looks.get(token)));
  }

  /** The same with the balances of the latest look, for metrics; nobody is asked. */
  latest(): readonly Reserve[] {
    return BRIDGED_TOKENS.map((token) => this.#reserve(token, this.#latest?.get(token)));
  }

  #totals(token: BridgedToken): BridgeTotals {
    return totalsOf(this.state, token.toUpperCase());
  }

  #reserve(token: BridgedToken, look: Look | undefined): Reserve {
    const totals = this.#totals(token);
    const custody = look?.custody;
    const difference = look === undefined || isRefusal(look.custody) ? undefined : look.custody.units - look.covered;
    return { token, totals, claimable: claimableOf(totals), owed: owedOf(totals), custody, difference };
  }

  #looks(): Promise<Looks> {
    const { chains, clock } = this;
    if (!chains) return Promise.resolve(new Map());
    const now = clock.monotonic();
    if (!this.#asked || now - this.#asked.at >= KEPT_MS) this.#asked = { at: now, looks: this.#ask(chains) };
    return this.#asked.looks;
  }

  async #ask(chains: ForeignChains): Promise<Looks> {
    const look = async (token: BridgedToken): Promise<Look> => {
      const covered = coveredBy(this.#totals(token));
      return { custody: await chains.balance(token), covered };
    };
    const found = await Promise.all(servedTokens(chains).map(async (token) => [token, await look(token)] as const));
    this.#latest = new Map(found);
    return this.#latest;
  }
}
