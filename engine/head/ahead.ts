/** A block of the past, executed while its parent is on the way to the disk.
 *
 *  In: the block that is brought in next, its signatures checked, and the parent that is being stored. Out: the executed block, once the
 *  parent is the tip. Nothing of it is in the state before: when the parent cannot be stored, or another block takes its place, the
 *  work is forgotten and nothing else happens. */

import { type RanBlock, runAhead } from '../consensus/blockCheck.js';
import type { ExecutedBlock } from '../consensus/production.js';
import type { Candidate } from './candidates.js';
import type { HeadParts } from './headParts.js';

type Next = Pick<Candidate, 'block' | 'hash' | 'items'>;

interface Parent {
  readonly hash: string;
  readonly executed: ExecutedBlock;
}

interface Ran {
  readonly hash: string;
  readonly ran: RanBlock;
}

export class Ahead {
  #next: Next | undefined;
  #parent: Parent | undefined;
  #ran: Ran | undefined;

  constructor(private readonly parts: Pick<HeadParts, 'rules' | 'replay' | 'measures'>) {}

  /** The block that will be brought in after the one that is stored now, or is stored next. It takes the place of an earlier one. */
  expect(next: Next): void {
    this.#next = next;
    this.#run();
  }

  /** A block is on its way to the disk: all that follows until `stored` does not delay it. */
  storing(hash: string, executed: ExecutedBlock): void {
    this.#parent = { hash, executed };
    this.#run();
  }

  /** It is there, or could not be stored. */
  stored(): void {
    this.#parent = undefined;
  }

  #run(): void {
    const [next, parent] = [this.#next, this.#parent];
    if (!next || !parent || next.block.header.prev_hash !== parent.hash) return;
    this.#next = undefined;
    const ran = runAhead({ ...this.parts, ...next }, parent.executed);
    this.#ran = ran && { hash: next.hash, ran };
  }

  /** What was executed of a block, once. Its hash names its parent: it is for nothing but the state after that one. */
  take(hash: string): RanBlock | undefined {
    const ran = this.#ran;
    this.#ran = undefined;
    if (ran?.hash !== hash) return undefined;
    this.parts.measures.executedAhead++;
    return ran.ran;
  }
}
