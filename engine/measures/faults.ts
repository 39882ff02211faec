/** Faults of the program itself that must not stop the chain: named in the log, counted, and ignored.
 *
 *  In: the exception, and its place. Out: a log line and a counter. A fault in what makes a block valid or durable does not
 *  belong here: it stops production. */

import { binaryToHex } from '../base/bytes.js';
import type { Log } from '../base/ports.js';
import type { Transaction } from '../chain/transaction.js';
import type { FaultPlace, NodeMeasures } from './nodeMeasures.js';

export class Faults {
  constructor(
    private readonly log: Log,
    private readonly measures: NodeMeasures,
  ) {}

  /** The node has failed on one transaction. */
  ofTransaction(place: FaultPlace, { id, operation }: Transaction, error: unknown): void {
    this.measures.faults[place]++;
    this.log.error(
      { error, id: binaryToHex(id), operation, place },
      'the node failed on a transaction; it is left out',
    );
  }

  /** Runs work that follows a block that is already durable. @returns whether it was done. */
  guard(place: FaultPlace, height: number, work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.noted(place, height, error);
      return false;
    }
  }

  noted(place: FaultPlace, height: number, error: unknown): void {
    this.measures.faults[place]++;
    this.log.error({ error, height, place }, 'the node failed behind a block; the chain goes on');
  }
}
