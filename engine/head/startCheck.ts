/** The check of a state that came out of its file: until it has ended, this node is a reader of its tip and nothing else.
 *
 *  In: what recovery left to prove. Out: a halt that holds everything back meanwhile, and the moment at which it ends. A state that is
 *  not the one of the tip stops the node; what it has answered until then was answered while health said `state_check`. */

import type { Clock, Log } from '../base/ports.js';
import type { Recovered } from '../store/recovery.js';
import type { Halt } from './halt.js';

export const STATE_CHECK =
  'the state that this node left when it stopped is being checked against the root of its block: until then it only answers reads, and signs, makes and takes nothing';

export class StartCheck {
  #isDone = false;

  constructor(
    private readonly prove: Recovered['prove'],
    private readonly halt: Halt,
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly log: Log,
  ) {
    if (prove) halt.hold({ message: STATE_CHECK });
    else this.#isDone = true;
  }

  /** Whether the state is the one of the tip's header. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** @throws StateFileFault, or the error of a read. */
  async run(): Promise<void> {
    if (!this.prove) return;
    const began = this.clock.monotonic();
    this.log.info({}, STATE_CHECK);
    await this.prove();
    this.#isDone = true;
    this.halt.release();
    this.log.info(
      { ms: Math.round(this.clock.monotonic() - began) },
      'the state is checked against the root of its block',
    );
  }
}
