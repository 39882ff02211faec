/** A limited number of places for streamed answers, with a share for each client.
 *
 *  In: a client that wants a place. Out: a function that returns the place, or the refusal. A client is remembered only while
 *  it holds a place. */

import { NEAR_SHARE, STREAMS, STREAMS_PER_CLIENT } from '../../engine/base/limits.js';
import { type Refusal, refuse } from '../../engine/base/refusal.js';

/** Readers at a usual pace finish within seconds. */
const RETRY_SECONDS = 2;

export interface PlaceRules {
  readonly places: number;
  readonly perClient: number;
  /** What clients without a name may have together, as a part of the whole. */
  readonly nearShare: number;
}

export const streamPlaces: PlaceRules = { places: STREAMS, perClient: STREAMS_PER_CLIENT, nearShare: NEAR_SHARE };

export class Places {
  readonly #perClient = new Map<string, number>();
  #taken = 0;

  constructor(private readonly rules: PlaceRules = streamPlaces) {}

  get taken(): number {
    return this.#taken;
  }

  /** Clients that hold a place. */
  get clients(): number {
    return this.#perClient.size;
  }

  /** @param client '' for those without a name. @returns a function that returns the place; only its first call counts. */
  take(client: string): (() => void) | Refusal {
    const { places, perClient, nearShare } = this.rules;
    const share = client === '' ? Math.floor(places * nearShare) : perClient;
    const held = this.#perClient.get(client) ?? 0;
    if (held >= share)
      return refuse(
        'busy',
        `${held} answers to this address are still being read, and no more are sent at a time; read them, then try again`,
        RETRY_SECONDS,
      );
    if (this.#taken >= places)
      return refuse(
        'busy',
        `${places} large answers are being read from this node; try again in a moment`,
        RETRY_SECONDS,
      );
    this.#perClient.set(client, held + 1);
    this.#taken++;
    let isHeld = true;
    return () => {
      if (isHeld) this.#give(client);
      isHeld = false;
    };
  }

  #give(client: string): void {
    this.#taken--;
    const held = this.#perClient.get(client) ?? 0;
    if (held <= 1) this.#perClient.delete(client);
    else this.#perClient.set(client, held - 1);
  }
}
