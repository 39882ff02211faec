/** What every index over tables of the state provides. */

import type { Change, State } from '../../state/state.js';

export interface StateIndex {
  /** Reads every committed record. */
  load(state: State): void;
  /** Applies the changes of a block, after the state shows them. */
  apply(changes: readonly Change[]): void;
}
