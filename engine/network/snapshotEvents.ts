/** What the fetching of a snapshot is told, and what it says of itself. */

import type { SnapshotOffer } from './messages.js';

/** Why the block of a snapshot is believed to be the network's: the operator has named it, or at least two peers that the operator has
 *  named give its hash and none of them another one. */
export type SnapshotTrust = 'trusted-block' | 'peers';

export interface SnapshotSyncOptions {
  /** The block that the operator trusts. */
  readonly trusted: { readonly height: number; readonly hash: string } | undefined;
  /** What an earlier run has begun to fetch. */
  readonly held: HeldSnapshot | undefined;
}

export interface HeldSnapshot {
  readonly offer: SnapshotOffer;
  /** Whether each of its parts is on the disk. */
  readonly isComplete: boolean;
}

/** Bytes of each part of a snapshot, and whether it is here: part 1 first. */
export type SnapshotPlan = readonly { readonly size: number; readonly isHere: boolean }[];

/** `damaged`: not the bytes that the manifest names; `lie`: those bytes, but they do not belong to the state of the block, so the
 *  manifest lies; `failed`: it could not be kept. */
export type PartVerdict = 'kept' | 'damaged' | 'lie' | 'failed';

/** `certificate`: the certificate of the manifest does not hold, which no other part depends on; `invalid`: what the parts hold together
 *  does not fit the block. */
export type RestoreOutcome = 'restored' | 'certificate' | 'invalid' | 'failed';

/** How far the fetching is. */
export interface SnapshotView {
  readonly phase: 'asking' | 'fetching' | 'restoring';
  /** The snapshot, once it is chosen. */
  readonly offer: SnapshotOffer | undefined;
  readonly trust: SnapshotTrust | undefined;
  /** Parts that are here. */
  readonly done: number;
  /** All parts; 0 while the manifest is not here. */
  readonly parts: number;
  /** Bytes that came from peers in this run. */
  readonly fetched: number;
  /** Peers that have it. */
  readonly sources: number;
}
