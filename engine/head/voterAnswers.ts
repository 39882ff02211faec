/** What other voters say, weighed by their stake: a stranger's word must neither open nor hold the signing gate. */

import { bytesEqual, toHex } from '../base/bytes.js';
import { quorumOf } from '../chain/certificate.js';
import type { ActiveSet } from '../ledger/activeSet.js';
import type { PeerView } from '../network/peerSessions.js';
import type { Head } from './head.js';

/** Whether voters with a third of the stake have answered, or a quorum together with this node.
 *  @param own key of this node. @param keys of those who answered, in hex. */
export function tellEnough(
  { validators, totalStake, stakeOf }: ActiveSet,
  own: Uint8Array,
  keys: ReadonlySet<string>,
): boolean {
  const others = validators.filter(({ publicKey }) => !bytesEqual(publicKey, own) && keys.has(toHex(publicKey)));
  const stake = others.reduce((sum, each) => sum + each.stake, 0n);
  return keys.size > 0 && (3n * stake >= totalStake || stakeOf(own) + stake >= quorumOf(totalStake));
}

/** Whether other voters with more than a third of the others' stake say that their chain is longer. */
export function votersAreAhead(
  { set, tip }: Pick<Head, 'set' | 'tip'>,
  own: Uint8Array,
  peers: readonly PeerView[],
): boolean {
  const others = set.totalStake - set.stakeOf(own);
  const ahead = peers.filter(({ publicKey, height }) => height > tip.height && !bytesEqual(publicKey, own));
  const stake = ahead.reduce((sum, { publicKey }) => sum + set.stakeOf(publicKey), 0n);
  return 3n * stake > others;
}
