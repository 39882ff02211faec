/** What a Byzantine validator may do, and what its mask and its forgeries need of it. */

import type { ChainRules } from '../../engine/consensus/production.js';
import type { Node } from '../../engine/node.js';
import type { SeededRandom } from '../support/random.js';
import type { Shelf } from './shelf.js';

/** `equivocate`: signs two blocks for a slot and shows each to a part, and votes for either there. `crooked`: the second block lacks
 *  its parent's certificate. `withhold`: keeps blocks and votes from some. `doubleVote`: votes for two blocks, and with everybody for what
 *  that one votes for. `usurp`: signs blocks of slots that are another's. `forge`: shows headers that nobody has signed. `deceive`:
 *  serves blocks with certificates of its own making. `lie`: about its head, and about what others have signed. `old`, `garbage`,
 *  `oversized`: such messages. `tempt`: prevotes what each peer prevotes, a little later, and precommits nothing, so that some are locked and nothing is
 *  decided. `snapshots`: lies in every field of what it tells of snapshots, and serves others. */
export const attacks = [
  'equivocate',
  'crooked',
  'withhold',
  'doubleVote',
  'usurp',
  'forge',
  'deceive',
  'lie',
  'old',
  'garbage',
  'oversized',
  'tempt',
  'snapshots',
] as const;
export type Attack = (typeof attacks)[number];

/** Attacks that have an effect only when the slots are the attacker's, or only when they are another's. */
export const leaderAttacks: ReadonlySet<Attack> = new Set(['equivocate', 'crooked', 'deceive']);
export const followerAttacks: ReadonlySet<Attack> = new Set(['usurp']);

/** Attacks that have an effect only in a scene. */
export const sceneAttacks: ReadonlySet<Attack> = new Set(['snapshots']);

export interface ByzantineParts {
  readonly attacks: ReadonlySet<Attack>;
  readonly random: SeededRandom;
  readonly rules: ChainRules;
  readonly publicKey: Uint8Array;
  /** The node behind the mask, while one runs. */
  readonly node: () => Node | undefined;
  readonly after: (milliseconds: number, work: () => void) => void;
  /** A header with this signature is shown to others, and its slot's proposer has not signed it. */
  readonly forged: (signature: Uint8Array) => void;
  /** The snapshots of the node behind the mask, while one runs. */
  readonly shelf: () => Shelf | undefined;
  /** What a key signs that belongs to its liar by now. */
  readonly signAs: (publicKey: Uint8Array, message: Uint8Array) => Uint8Array;
}

/** The validator behind the lies. */
export interface Liar {
  readonly parts: ByzantineParts;
  readonly isMasked: boolean;
  /** The node behind the mask; undefined while none runs. */
  readonly node: Node | undefined;
  attacks(attack: Attack): boolean;
  did(attack: Attack): void;
  /** @returns undefined when the signer is gone. */
  sign(message: Uint8Array): Promise<Uint8Array | undefined>;
}
