/** Deposits to custody with an OP_RETURN, from the pages of one Esplora server. */

import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { custodyDeposits } from '../../engine/bridge/btc/custodyDeposits.js';
import type { EsploraTransaction } from '../../engine/bridge/btc/esploraAnswers.js';
import type { BtcBridgeRules } from '../../engine/bridge/btc/rules.js';
import type { FoundDeposit } from '../../engine/bridge/foundDeposit.js';
import type { EsploraProvider } from '../bridge/esplora.js';
import type { DepositSource, ScannedRange } from './source.js';

/** A server lags by a block or two. */
const OVERLAP = 3;

/** Deposits that are kept of a walk over pages; of more, those in the highest blocks wait for the next walk. */
const MOST_DEPOSITS = 1_000;

/** A million transactions of one address: a server that goes on beyond it repeats itself. */
const MOST_PAGES = 40_000;

type Found = Omit<ScannedRange, 'upTo'>;

const isUpTo =
  (height: number) =>
  (found: { readonly height: number }): boolean =>
    found.height <= height;

export class BtcSource implements DepositSource {
  readonly kind = 'custody';
  readonly name: string;
  readonly depth: number;
  /** Pages list the newest first: every range costs the pages down to its beginning. */
  readonly mostBlocks = undefined;
  readonly overlap = OVERLAP;
  readonly #custody: BtcBridgeRules['custody'];

  constructor(private readonly esplora: EsploraProvider) {
    const { network, custody, minConfirmations } = esplora.rules;
    this.#custody = custody;
    // Its own block is the first confirmation.
    this.depth = minConfirmations - 1;
    this.name = `btc:${network}:${custody.text}@${esplora.shown}`;
  }

  get provider(): string {
    return this.esplora.shown;
  }

  head(): Promise<number | Refusal> {
    return this.esplora.tipHeight();
  }

  blockHash(height: number): Promise<string | undefined | Refusal> {
    return this.esplora.blockHash(height);
  }

  async deposits(from: number, to: number): Promise<ScannedRange | Refusal> {
    let upTo = to;
    let kept: Found = { deposits: [], unclaimable: [] };
    let last: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const scan = await this.esplora.scan(this.#custody.text, last, 1);
      if (isRefusal(scan)) return scan;
      const found = custodyDeposits(scan.transactions, this.#custody.script, { from, to: upTo });
      [kept, upTo] = bounded(joined(kept, found), upTo);
      if (scan.next === undefined || isBelow(scan.transactions, from)) return { ...oldestFirst(kept), upTo };
      if (scan.next === last) break;
      last = scan.next;
    }
    return refuse('busy', `${this.provider} lists the transactions of custody without an end`);
  }
}

const joined = (one: Found, other: Found): Found => ({
  deposits: [...one.deposits, ...other.deposits],
  unclaimable: [...one.unclaimable, ...other.unclaimable],
});

/** Whether the page has come below the first height. */
const isBelow = (transactions: readonly EsploraTransaction[], from: number): boolean =>
  transactions.some(({ block }) => block !== undefined && block.height < from);

/** Drops the highest blocks while there are too many deposits in more than one. @param found the newest first. */
function bounded(found: Found, upTo: number): [Found, number] {
  let [deposits, unclaimable, top] = [found.deposits, found.unclaimable, upTo];
  const heights = (): number[] => [...deposits, ...unclaimable].map(({ height }) => height);
  while (deposits.length + unclaimable.length > MOST_DEPOSITS) {
    const all = heights();
    const [highest, lowest] = [Math.max(...all), Math.min(...all)];
    if (highest === lowest) break;
    top = highest - 1;
    deposits = deposits.filter(isUpTo(top));
    unclaimable = unclaimable.filter(isUpTo(top));
  }
  return [{ deposits, unclaimable }, top];
}

function oldestFirst({ deposits, unclaimable }: Found): Found {
  const byHeight = (one: FoundDeposit, other: FoundDeposit): number => one.height - other.height;
  return { deposits: deposits.toReversed().sort(byHeight), unclaimable };
}
