/** The work of a transfer: processor time of the whole node for each that was included, beside the kernel's time for one warm
 *  signature.
 *
 *  In: the growth of processor time and of the count, and the signature's microseconds in the same run. Out: the figure. Other
 *  programs on the machine slow both down, so their ratio holds where times and rates do not. */

import type { WorkFigure } from './result.js';

export interface Spent {
  /** Transfers that were included in blocks. */
  readonly transfers: number;
  /** Processor time of all threads of the node. */
  readonly nodeMs: number;
  /** Of its main thread; undefined where the system does not report it. */
  readonly mainMs: number | undefined;
}

const MICROSECONDS = 1_000;

/** @param signatureUs of one warm signature, two at a time.
 *  @returns undefined when nothing was included or nothing is known of the time. */
export function workOf({ transfers, nodeMs, mainMs }: Spent, signatureUs: number): WorkFigure | undefined {
  if (!(transfers > 0) || !(nodeMs > 0) || !(signatureUs > 0)) return undefined;
  const nodeUs = (nodeMs * MICROSECONDS) / transfers;
  if (mainMs === undefined) return { signatureUs, nodeUs, node: nodeUs / signatureUs };
  const mainUs = (mainMs * MICROSECONDS) / transfers;
  return { signatureUs, nodeUs, mainUs, node: nodeUs / signatureUs, main: mainUs / signatureUs };
}
