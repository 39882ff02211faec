/** What every index over some tables of the state can do. */

import type { Change, State } from '../../state/state.js';

export interface StateIndex {
  /** Takes in every committed record. */
  load(state: State): void;
  /** Takes in what a block changed, after the state shows it. */
  apply(changes: readonly Change[]): void;
}
