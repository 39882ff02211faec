/** Random requests of each service kind that is replicated, for property tests: a kind without a generator is not drawn. */

import type { SeededRandom } from './random.js';

export interface RequestDraw {
  readonly random: SeededRandom;
  /** Ids in hex of records of a kind that were taken in before. */
  readonly earlier: (kind: string) => readonly string[];
}

/** @returns the members of a request; undefined when there is nothing yet that it could be about. */
export type RequestGenerator = (draw: RequestDraw) => object | undefined;

const TRACKS = 3;

export const serviceGenerators: Readonly<Record<string, RequestGenerator>> = {
  social_play: ({ random }) => ({ trackId: `track ${random.below(TRACKS)}` }),
};
