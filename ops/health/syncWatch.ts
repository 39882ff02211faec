/** How a node that is behind catches up: its rate, the time that is left, and what the log says of it.
 *
 *  In: height and target at every look. Out: a reading for `/api/health`, the metrics and the page; a line when it begins, one every ten
 *  seconds (on a terminal a bar below the log in their place), one at the end. A node that missed a few blocks says nothing: it has them before anybody has read the line. */

import type { SyncReading } from '../../api/operations.js';
import type { Log } from '../../engine/base/ports.js';
import { barText, spanText } from '../statusLine.js';

/** Between two lines. */
const LINE_MS = 10_000;

/** The rate is that of the latest looks: long enough to even out large and small blocks, short enough to show a change. */
export const RATE_WINDOW_MS = 30_000;

/** A shorter span between two looks says nothing of a rate. */
const LEAST_SPAN_MS = 500;

/** From this many missing blocks on the log says that they are fetched: 40 s of a busy chain. */
export const WORTH_SAYING = 100;

/** Peers may be silent for this long, and the same catching-up goes on. */
const PAUSE_MS = 15_000;

interface Look {
  readonly at: number;
  readonly height: number;
}

interface Episode {
  readonly begin: Look;
  readonly looks: Look[];
  target: number;
  /** When the node was behind last. */
  behindAt: number;
  saidAt: number | undefined;
}

/** Where a bar is drawn. */
export interface BarPlace {
  show(text: string | undefined): void;
}

const rounded = (rate: number): number => Number(rate.toPrecision(3));

const rateOf = (from: Look, to: Look): number | undefined =>
  to.at - from.at < LEAST_SPAN_MS ? undefined : ((to.height - from.height) * 1_000) / (to.at - from.at);

/** @param from height at which the node began to catch up. */
function barOf(from: number, { height, target, blocksPerSecond, remainingSeconds }: SyncReading): string {
  const share = (height - from) / Math.max(1, target - from);
  const rate = blocksPerSecond === undefined ? '' : ` | ${blocksPerSecond} blocks/s`;
  const left = remainingSeconds === undefined ? '' : ` | ${spanText(remainingSeconds)} left`;
  return `block ${height} of ${target} ${barText(share)}${rate}${left}`;
}

export class SyncWatch {
  #episode: Episode | undefined;
  #reading: SyncReading | undefined;

  constructor(
    private readonly log: Log,
    private readonly place?: BarPlace,
  ) {}

  /** While the node is behind, as of the latest look. */
  get reading(): SyncReading | undefined {
    return this.#reading;
  }

  /** @param target what peers that are ahead say; undefined while none is. @param now milliseconds of a monotonic clock. */
  look(height: number, target: number | undefined, now: number): void {
    const look = { at: now, height };
    this.#reading = undefined;
    if (target !== undefined) this.#follow(look, target);
    else if (this.#episode) this.#pause(this.#episode, look);
  }

  #follow(look: Look, target: number): void {
    this.#episode ??= { begin: look, looks: [], target, behindAt: look.at, saidAt: undefined };
    const episode = this.#episode;
    episode.target = target;
    episode.behindAt = look.at;
    const { looks } = episode;
    looks.push(look);
    while (look.at - (looks[0] as Look).at > RATE_WINDOW_MS) looks.shift();
    const rate = rateOf(looks[0] as Look, look);
    const left = Math.max(0, target - look.height);
    this.#reading = {
      height: look.height,
      target,
      ...(rate !== undefined && { blocksPerSecond: rounded(rate) }),
      ...(rate !== undefined && rate > 0 && { remainingSeconds: Math.ceil(left / rate) }),
    };
    const isDue =
      episode.saidAt === undefined ? left >= WORTH_SAYING : !this.place && look.at - episode.saidAt >= LINE_MS;
    if (isDue || episode.saidAt !== undefined) this.place?.show(barOf(episode.begin.height, this.#reading));
    if (!isDue) return;
    episode.saidAt = look.at;
    this.log.info({ ...this.#reading }, 'fetching the blocks that other nodes have');
  }

  #pause(episode: Episode, look: Look): void {
    const isThere = look.height >= episode.target;
    if (!isThere && look.at - episode.behindAt < PAUSE_MS) return;
    this.#episode = undefined;
    if (episode.saidAt === undefined) return;
    this.place?.show(undefined);
    const { begin, target } = episode;
    const rate = rateOf(begin, look);
    const facts = {
      height: look.height,
      blocks: look.height - begin.height,
      seconds: Math.round((look.at - begin.at) / 1_000),
      ...(rate !== undefined && { blocksPerSecond: rounded(rate) }),
    };
    if (isThere) this.log.info(facts, 'caught up with the other nodes');
    else
      this.log.warn({ ...facts, target }, 'no other node serves the blocks that are missing; they are asked for again');
  }
}
