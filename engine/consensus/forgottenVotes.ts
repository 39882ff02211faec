/** Own votes that the journal no longer held at the start: it keeps the latest rounds of a height. Peers may still show them. */

import type { Vote } from '../chain/vote.js';
import { JOURNAL_ROUNDS } from './voteJournal.js';

export interface Forgotten {
  /** Newest height of the journal; 0 when nothing is forgotten. */
  readonly height: number;
  /** Rounds of it below this one are not kept whole. The journal signs nothing there. */
  readonly below: number;
}

export function forgottenBy(journaled: readonly Vote[]): Forgotten {
  const height = journaled.reduce((newest, vote) => Math.max(newest, vote.height), 0);
  const latest = journaled.reduce((round, vote) => (vote.height === height ? Math.max(round, vote.round) : round), 0);
  return { height, below: Math.max(0, latest - JOURNAL_ROUNDS + 1) };
}
