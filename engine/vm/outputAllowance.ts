/** What the executions of one transaction may leave for readers, counted together: the call that was signed and all sub-calls.
 *
 *  Every node keeps logs and events with the receipt for good, and JSON takes up to six times their bytes. Fuel alone does not
 *  bound them: by the prices of the reference a host function costs nothing.
 *
 *  A log line beyond it is left out, and the log says so: a log is for people, and whether a call succeeds must not depend on how
 *  much another contract has logged. An event beyond it ends the execution: who follows events must not miss one. Executions that
 *  fail give nothing back, as with fuel. */

import { CONTRACT } from '../base/limits.js';
import { HostTrap } from './host/hostFrame.js';

/** What an empty line or event counts: about as much as its quotes, names and address take in JSON. */
const LEAST_BYTES = 64;

const countOf = (...texts: readonly string[]): number =>
  Math.max(
    LEAST_BYTES,
    texts.reduce((sum, text) => sum + Buffer.byteLength(text, 'utf8'), 0),
  );

export class OutputAllowance {
  #log: number = CONTRACT.outputBytes;
  #events: number = CONTRACT.outputBytes;
  #isCut = false;

  /** @returns what the log gets: the line; a mark for the first that is left out; nothing for the others. */
  line(text: string): string | undefined {
    const bytes = countOf(text);
    if (bytes <= this.#log) {
      this.#log -= bytes;
      return text;
    }
    if (this.#isCut) return undefined;
    this.#isCut = true;
    return `[lines are left out: the log of a call has at most ${CONTRACT.outputBytes} bytes]`;
  }

  /** @throws HostTrap when all events together are too long. */
  event(topic: string, data: string): void {
    const left = this.#events - countOf(topic, data);
    if (left < 0) throw new HostTrap(`the events of a call have more than ${CONTRACT.outputBytes} bytes`);
    this.#events = left;
  }
}
