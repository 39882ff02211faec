/** What a voting machine knows of the open height. */

import type { VoteType } from '../chain/certificate.js';
import type { SignedHeader } from '../chain/evidence.js';
import type { Vote, VoteIntent } from '../chain/vote.js';
import { SlotBlocks } from './slotBlocks.js';
import { type Quorum, Tally, type VoterSet } from './tally.js';
import { Wanted } from './wanted.js';

export class Slot {
  readonly blocks = new SlotBlocks();
  readonly tally: Tally;
  readonly wanted = new Wanted();
  /** Own durable votes; one for each (round, type). */
  readonly own: Vote[] = [];
  /** Own votes that were asked for and are not durable yet. */
  asked: readonly VoteIntent[] = [];
  round = 0;
  /** Round for which a timer runs. */
  timed = -1;
  /** Timers that have ended: each gives another block its turn to be executed. */
  turns = 0;
  /** Block that was last asked to be prepared. */
  executed: string | undefined;
  firstBlock: SignedHeader | undefined;
  firstHash: string | undefined;
  equivocated = false;

  constructor(
    readonly height: number,
    readonly parentHash: string,
    readonly set: VoterSet,
  ) {
    this.tally = new Tally(height, set);
  }

  ownVote(type: VoteType, round: number): Vote | undefined {
    return this.own.find((vote) => vote.type === type && vote.round === round);
  }

  /** The own precommit of the latest round. */
  get lock(): Vote | undefined {
    let latest: Vote | undefined;
    for (const vote of this.own) if (vote.type === 'precommit' && (!latest || vote.round > latest.round)) latest = vote;
    return latest;
  }

  /** The latest quorum of prevotes that is known. Votes may be lost in a restart: the lock proves that there was one. */
  get latestQuorum(): Quorum | undefined {
    const { lock } = this;
    const { prevoted } = this.tally;
    return lock && (!prevoted || lock.round >= prevoted.round) ? lock : prevoted;
  }
}
