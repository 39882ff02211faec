/** What an audit has read and found. */

export interface AuditReport {
  /** Height up to which the chain was executed again. */
  readonly height: number;
  readonly transactions: number;
  readonly stateRecords: number;
  /** Of a chain whose first blocks are not here: the lowest one above genesis that is. Then nothing was executed again. */
  readonly blocksFrom?: number;
  /** Empty: the chain is sound. */
  readonly findings: readonly string[];
}
