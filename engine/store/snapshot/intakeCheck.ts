/** What is checked of a snapshot from peers before any of it is kept.
 *
 *  In: a manifest and the offer that announced it, then parts one by one. Out: the manifest, and a verdict on each part. */

import { bytesEqual } from '../../base/bytes.js';
import type { ChainRules } from '../../consensus/production.js';
import { sha256 } from '../../crypto/sha256.js';
import type { SnapshotOffer } from '../../network/messages.js';
import type { PartVerdict } from '../../network/snapshotEvents.js';
import { isFault } from '../../state/snapshotFault.js';
import { type Manifest, offerOf, type PartEntry, verifyManifest } from './manifest.js';
import { verifyPart } from './snapshotCheck.js';

/** The parts as peers number them from 1 on: chunks, then runs of recent blocks. */
export const entriesOf = ({ chunks, recent }: Manifest): readonly PartEntry[] => [...chunks, ...recent];

const isSame = (a: SnapshotOffer, b: SnapshotOffer): boolean =>
  a.height === b.height && a.hash === b.hash && a.id === b.id && a.parts === b.parts && a.bytes === b.bytes;

/** The manifest of exactly the snapshot that was offered; undefined for any other bytes. */
export function offeredManifest(bytes: Uint8Array, offer: SnapshotOffer, rules: ChainRules): Manifest | undefined {
  const manifest = verifyManifest(bytes, rules, { height: offer.height, hash: offer.hash });
  return isFault(manifest) || !isSame(offerOf(manifest), offer) ? undefined : manifest;
}

/** @param part from 1 on. @returns `kept` for one that may be kept. */
export function checkPart(
  part: number,
  bytes: Uint8Array,
  manifest: Manifest,
  rules: ChainRules,
): Exclude<PartVerdict, 'failed'> {
  const entry = entriesOf(manifest)[part - 1];
  if (!entry || !bytesEqual(sha256(bytes), entry.hash)) return 'damaged';
  // The recent blocks prove themselves together, when the state is here.
  const isChunk = part <= manifest.chunks.length;
  return isChunk && isFault(verifyPart(bytes, part - 1, manifest, rules)) ? 'lie' : 'kept';
}
