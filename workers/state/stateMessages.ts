/** The messages between the client of the state's file and its thread. */

import type { StateOf } from '../../engine/store/stateFile.js';

export interface StateWorkerData {
  readonly directory: string;
}

/** What the thread says first. */
export type StateFileAnswer =
  | { readonly kind: 'found'; readonly of: StateOf; readonly parts: readonly Uint8Array[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'unusable'; readonly reason: string };

export type StateOrder =
  /** Check the memory against the root of a header. */
  | { readonly kind: 'check'; readonly of: StateOf }
  /** A chunk of the database's records. */
  | { readonly kind: 'records'; readonly chunk: Uint8Array }
  | { readonly kind: 'end' };

/** The answer to an order. */
export type StateVerdict = { readonly kind: 'done' } | { readonly kind: 'wrong'; readonly reason: string };
