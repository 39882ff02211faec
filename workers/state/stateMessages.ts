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
  /** A chunk of the database's records; answered with `taken`. */
  | { readonly kind: 'records'; readonly chunk: Uint8Array }
  | { readonly kind: 'end' };

export type StateVerdict =
  | { readonly kind: 'taken' }
  | { readonly kind: 'checked' }
  | { readonly kind: 'wrong'; readonly reason: string };
