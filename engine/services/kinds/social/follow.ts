/** social_follow: somebody follows somebody, or does so no longer. */

import { refuse } from '../../../base/refusal.js';
import { type AccountId, accountBytes, resolveAccount } from '../../../crypto/address.js';
import { defineServiceKind } from '../../serviceKind.js';
import { keepKey } from './people.js';
import { follows } from './toggle.js';

interface Follow {
  readonly artist: AccountId;
  /** When the request names it by its key. */
  readonly publicKey: Uint8Array | undefined;
}

export const follow = defineServiceKind<Follow>({
  name: 'social_follow',
  route: '/api/v2/social/follow',
  chapter: 'Social',
  summary: 'Follows somebody, or takes that back',
  scope: 'public',
  outlivesRetention: true,
  members: [
    {
      name: 'artistPubkey',
      aliases: ['artist_pubkey'],
      type: 'account',
      required: true,
      about: 'Whom: a public key in hex, or an address',
    },
  ],
  refusals: ['invalid_recipient'],
  decode(reader) {
    const artist = reader.account('artistPubkey');
    if (reader.refusal) return undefined;
    if (artist === undefined) return reader.fail(refuse('malformed_payload', 'artistPubkey is required'));
    return { artist, publicKey: resolveAccount(String(reader.raw('artistPubkey')))?.publicKey };
  },
  async merge(scene, record) {
    const { artist, publicKey } = record.fields;
    if (publicKey) keepKey(scene, artist, publicKey);
    await follows.merge(scene, record, accountBytes(artist));
  },
  async answer(scene, { sender, fields }) {
    const target = accountBytes(fields.artist);
    const [following, followers] = await Promise.all([
      follows.isOn(scene, sender, target),
      follows.ofTarget(scene, target),
    ]);
    return { following, followers };
  },
});
