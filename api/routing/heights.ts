/** The height of reads: every answer says at which height it was read, and from which height on the node has blocks when it does not have
 *  all; a read can name the least height that it needs.
 *
 *  In: reads with `?min_height=`, the moves of the tip. Out: nothing to wait for, a wait that the tip ends, or a refusal. Behind a load
 *  balancer, a client that has seen a height at one node gets no older answer from another. Nothing is polled: the tip that is reached
 *  releases those who wait for it. A wait is bounded in time, waits in number, in all and for each client; who disconnects waits no
 *  longer. */

import { NEAR_SHARE } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { type Counting, requestClass } from '../limits/gate.js';
import { Places } from '../limits/places.js';
import type { ClientOf, HeaderPair, ServerRequest } from '../server/port.js';
import { wholeNumber } from './parameters.js';

export const HEIGHT_HEADER = 'X-Block-Height';
/** Only of a node that does not have all blocks. */
export const LOWEST_HEADER = 'X-Lowest-Block-Height';
export const HEIGHT_PARAMETER = 'min_height';

/** Five blocks of 400 ms: longer than a healthy follower is behind another. */
export const WAIT_MS = 2_000;

export const heightWaits = {
  /** Answered one after the other by one block, they hold up the main thread for 10 to 40 ms: a balance takes 20 us, the statistics 70. */
  places: 512,
  perClient: 64,
  nearShare: NEAR_SHARE,
} as const;

/** Nothing brings in that many blocks within a wait: a node that catches up takes some thousand a second. */
export const FAR_BLOCKS = 10_000;

/** A follower that is not there after a wait may be soon. */
const RETRY_SECONDS = 1;

/** A node that stops is gone, or running again, after a few seconds. */
const STOPPING_RETRY_SECONDS = 5;

export const minHeight = wholeNumber({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: `The answer must know the block of this height. A node that does not have it yet waits for it, ${WAIT_MS / 1_000} s at most, and then answers 503 \`height_not_reached\``,
});

/** What tells of a route whether it reads the chain; the members are those of its description. */
interface ReadFacts {
  readonly method: string;
  readonly counts?: Counting;
  readonly deprecated?: true;
  readonly hasNoHeight?: true;
}

/** Whether the answers of a route depend on the chain: reads that do have a height, and take `min_height`. */
export const readsChain = (route: ReadFacts): boolean =>
  requestClass(route.method, route.counts) === 'read' && !route.deprecated && !route.hasNoHeight;

/** The chain as reads see it. */
export interface ReadChain {
  /** Height of the block that reads see. */
  readonly height: number;
  /** Lowest height of a block that is here; 0 when all are. */
  readonly lowest: number;
  /** Height that peers say there is; undefined while none is ahead. */
  readonly target: number | undefined;
}

interface Waiting {
  readonly height: number;
  end(refusal: Refusal | undefined): void;
}

export class Heights {
  readonly #waiting = new Set<Waiting>();
  readonly #places: Places;
  #closed = false;

  /** @param clientOf the client whose share a wait counts against. */
  constructor(
    private readonly chain: () => ReadChain,
    private readonly clientOf: ClientOf,
    places = new Places(heightWaits),
    private readonly waitMs = WAIT_MS,
  ) {
    this.#places = places;
  }

  /** Reads that wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** For the answer of a read that begins now. */
  headers(): readonly HeaderPair[] {
    const { height, lowest } = this.chain();
    const known: HeaderPair = [HEIGHT_HEADER, String(height)];
    return lowest === 0 ? [known] : [known, [LOWEST_HEADER, String(lowest)]];
  }

  /** @returns undefined when the height is there, a refusal when it cannot be waited for. The promise is of the same. */
  reach(height: number, request: ServerRequest): Refusal | undefined | Promise<Refusal | undefined> {
    const now = this.chain().height;
    if (height <= now) return undefined;
    if (this.#closed) return stopping();
    if (height - now > FAR_BLOCKS) return this.#behind(height);
    const place = this.#places.take(this.clientOf(request));
    if (isRefusal(place))
      return refuse('busy', 'too many reads of all or of this address wait for a block; try again', RETRY_SECONDS);
    return new Promise((resolve) => this.#wait(height, request, place, resolve));
  }

  #wait(height: number, request: ServerRequest, leave: () => void, done: (refusal: Refusal | undefined) => void): void {
    const timer = setTimeout(() => waiting.end(this.#behind(height)), this.waitMs);
    const waiting: Waiting = {
      height,
      end: (refusal) => {
        if (!this.#waiting.delete(waiting)) return;
        clearTimeout(timer);
        leave();
        done(refusal);
      },
    };
    this.#waiting.add(waiting);
    request.onAbort(() => waiting.end(this.#behind(height)));
  }

  /** The tip has moved, and reads see it. */
  moved(): void {
    if (this.#waiting.size === 0) return;
    const { height } = this.chain();
    for (const waiting of this.#waiting) if (waiting.height <= height) waiting.end(undefined);
  }

  /** The node stops: nobody waits any longer. */
  close(): void {
    this.#closed = true;
    for (const waiting of this.#waiting) waiting.end(stopping());
  }

  #behind(wanted: number): Refusal {
    const { height, target } = this.chain();
    const fetching = target === undefined ? '' : ` and fetches blocks up to ${target}`;
    return refuse(
      'height_not_reached',
      `this node is at height ${height}${fetching}; block ${wanted} is not there yet`,
      RETRY_SECONDS,
    );
  }
}

const stopping = (): Refusal =>
  refuse('stopping', 'the node is shutting down; try again later', STOPPING_RETRY_SECONDS);
