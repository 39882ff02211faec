/** One watcher: the deposits to one address, as one provider shows them, from one height to the next.
 *
 *  A step scans one range of blocks, at most up to the depth at which the node takes a deposit. The block above the range is read before and after
 *  it, and the one at which the last range ended in between: while these stay, the answers are of one branch. When the last one is another block, the
 *  chain was reorganised below it, and the scan goes back to the newest block that is still there. */

import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import type { FoundDeposits } from '../../engine/bridge/foundDeposit.js';
import { type Checkpoint, type Checkpoints, upTo, withCheckpoint } from './checkpoints.js';
import { CLAIMS_OF_LANE, type ClaimQueue } from './claimQueue.js';
import type { DepositSource, ScannedRange } from './source.js';
import type { LaneState } from './stateFile.js';

/** Ranges in a row that a provider has to answer before it is asked for twice as many blocks: most have a fixed limit, and refuse beyond. */
const WIDEN_AFTER = 16;

/** Looks without an older head, after which a provider is believed to have no server that lags. A head that was far too great is forgotten as soon. */
const CALM_LOOKS = 50;

/** What a step has done. After all but `idle` and `narrowed` the state has to be written. */
export type Step =
  | { readonly kind: 'begun'; readonly start: number }
  /** The scan has gone on. `unclaimable`: deposits in it that name no account. */
  | { readonly kind: 'moved'; readonly found: number; readonly unclaimable: FoundDeposits['unclaimable'] }
  | { readonly kind: 'reorganised'; readonly from: number; readonly to: number; readonly forgotten: number }
  /** The provider has refused the range; the next one is half of it. */
  | { readonly kind: 'narrowed'; readonly blocks: number; readonly reason: string }
  /** `done`: nothing more is deep enough; `behind`: the provider has fewer blocks than it had; `full`: the claims of this watcher are as many as they may
   *  be; `unsettled`: the chain has changed during the scan. */
  | { readonly kind: 'idle'; readonly why: 'done' | 'behind' | 'full' | 'unsettled' };

const IDLE = {
  done: { kind: 'idle', why: 'done' },
  behind: { kind: 'idle', why: 'behind' },
  full: { kind: 'idle', why: 'full' },
  unsettled: { kind: 'idle', why: 'unsettled' },
} as const satisfies Record<string, Step>;

/** Heights of a question, all included; `next` is the first one that was not scanned before. */
interface Range {
  readonly from: number;
  readonly next: number;
  readonly to: number;
}

export class Lane {
  #state: LaneState | undefined;
  /** Blocks of a question. */
  #width: number;
  #answered = 0;
  #overlap: number;
  /** Height of the provider's newest block, when it was asked last. */
  head: number | undefined;
  /** The latest heads: behind one address there may be servers that lag. */
  readonly #heads: number[] = [];

  /** @param kept of an earlier run. @param start where a new watcher begins; undefined: with what is deep enough from now on. */
  constructor(
    readonly source: DepositSource,
    private readonly queue: ClaimQueue,
    kept: LaneState | undefined,
    private readonly start: number | undefined,
  ) {
    this.#state = kept;
    this.#width = source.mostBlocks ?? Number.MAX_SAFE_INTEGER;
    this.#overlap = source.overlap;
  }

  /** Undefined until it has begun. */
  get state(): LaneState | undefined {
    return this.#state;
  }

  /** The height up to which it has scanned; undefined before its first range. */
  get scanned(): number | undefined {
    return this.#state?.checkpoints.at(-1)?.height;
  }

  async step(): Promise<Step | Refusal> {
    const { source, queue } = this;
    if (queue.countOf(source.name) >= CLAIMS_OF_LANE) return IDLE.full;
    const head = await source.head();
    if (isRefusal(head)) return head;
    this.head = head;
    const top = this.#leastHead(head) - source.depth;
    if (this.#state) return this.#goOn(this.#state, top, head - source.depth);
    const start = this.start ?? Math.max(0, top + 1);
    this.#state = { start, checkpoints: [] };
    return { kind: 'begun', start };
  }

  /** A server that lags answers a question for blocks that it does not have with no logs, as if there were no deposits. So nothing is asked for beyond
   *  the least head that the provider has shown of late, and what was scanned before that was known is read again.
   *  @returns a height that each of its servers should have. */
  #leastHead(head: number): number {
    this.#heads.push(head);
    if (this.#heads.length > CALM_LOOKS) this.#heads.shift();
    let [best, most] = [0, 0];
    for (const one of this.#heads) {
      best = Math.max(best, one);
      most = Math.max(most, best - one);
    }
    const lag = best - head;
    if (lag > 0 && this.source.mostBlocks !== undefined)
      this.#overlap = Math.max(this.#overlap, 2 * lag + this.source.overlap);
    return best - most;
  }

  /** @param top last height that may be asked for. @param known the one that the server has that was asked for the head. */
  #goOn({ start }: LaneState, top: number, known: number): Promise<Step | Refusal> | Step {
    const next = (this.scanned ?? start - 1) + 1;
    if (next > top) return this.scanned !== undefined && known < this.scanned ? IDLE.behind : IDLE.done;
    const overlap = Math.min(this.#overlap, Math.floor(this.#width / 2));
    return this.#scan({
      from: Math.max(start, next - overlap),
      next,
      to: Math.min(top, next + this.#width - overlap - 1),
    });
  }

  async #scan(range: Range): Promise<Step | Refusal> {
    const { source } = this;
    const before = await source.blockHash(range.to);
    if (isRefusal(before)) return before;
    if (before === undefined) return IDLE.behind;
    const changed = await this.#changed();
    if (changed !== undefined) return changed;
    const found = await source.deposits(range.from, range.to);
    if (isRefusal(found)) return this.#refused(found, range);
    const after = await source.blockHash(range.to);
    if (isRefusal(after)) return after;
    const end = found.upTo === range.to ? after : await source.blockHash(found.upTo);
    if (isRefusal(end)) return end;
    // The next step reads all of it again.
    if (before !== after || end === undefined) return IDLE.unsettled;
    return this.#take(found, range.next, end);
  }

  #refused(refusal: Refusal, { from, to }: Range): Step | Refusal {
    const blocks = Math.floor((to - from + 1) / 2);
    this.#answered = 0;
    if (this.source.mostBlocks === undefined || blocks === 0) return refusal;
    this.#width = blocks;
    return { kind: 'narrowed', blocks, reason: refusal.message };
  }

  #take({ deposits, unclaimable, upTo: height }: ScannedRange, next: number, hash: string): Step {
    const { name, mostBlocks, overlap } = this.source;
    if (mostBlocks !== undefined && ++this.#answered % WIDEN_AFTER === 0)
      this.#width = Math.min(mostBlocks, this.#width * 2);
    let found = 0;
    for (const deposit of deposits) if (this.queue.add(name, deposit)) found++;
    const { start, checkpoints } = this.#state as LaneState;
    if (height >= next) this.#state = { start, checkpoints: withCheckpoint(checkpoints, { height, hash }) };
    // More deposits than one answer may have lie in the blocks that were scanned before: those are left out once.
    this.#overlap = height >= next ? overlap : 0;
    return { kind: 'moved', found, unclaimable: unclaimable.filter((one) => one.height >= next) };
  }

  /** Looks whether the last block is still there. @returns the step back when it is not. */
  async #changed(): Promise<Step | Refusal | undefined> {
    const { start, checkpoints } = this.#state as LaneState;
    const last = checkpoints.at(-1);
    if (last === undefined) return undefined;
    const there = await this.#newestThere(checkpoints);
    if (isRefusal(there)) return there;
    if (there === 'behind') return IDLE.behind;
    if (there === last) return undefined;
    const to = there?.height ?? start - 1;
    this.#state = { start, checkpoints: upTo(checkpoints, to) };
    return { kind: 'reorganised', from: last.height, to, forgotten: this.queue.forget(this.source.name, to) };
  }

  /** The newest checkpoint whose block the provider has; undefined when it has none of them. */
  async #newestThere(checkpoints: Checkpoints): Promise<Checkpoint | 'behind' | undefined | Refusal> {
    for (const checkpoint of checkpoints.toReversed()) {
      const hash = await this.source.blockHash(checkpoint.height);
      if (isRefusal(hash)) return hash;
      if (hash === undefined) return 'behind';
      if (hash === checkpoint.hash) return checkpoint;
    }
    return undefined;
  }
}
