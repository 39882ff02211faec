/** social_hide_track: somebody hides one of their tracks, or shows it again. The last request counts. */

import { utf8 } from '../../../base/bytes.js';
import { accountBytes } from '../../../crypto/address.js';
import { refuseMembers } from '../../foreignMembers.js';
import { keyOf, textPart } from '../../keys.js';
import { LastWins } from '../../lastWins.js';
import { defineServiceKind } from '../../serviceKind.js';
import { bytesTable } from '../../table.js';
import { readTrack, trackMember } from './track.js';

interface Hiding {
  readonly trackId: string;
  readonly hidden: boolean;
}

const hidings = new LastWins<boolean>(0x3a, 'track_hidings');

/** Tracks that are hidden now. Key: owner, hash of the track; value: the track. */
export const hiddenTracks = bytesTable(0x3b, 'hidden_tracks');

export const hideTrack = defineServiceKind<Hiding>({
  name: 'social_hide_track',
  route: '/api/v2/social/hide-track',
  chapter: 'Social',
  summary: 'Hides a track from the profile of the signer, or shows it again',
  scope: 'public',
  outlivesRetention: true,
  members: [
    trackMember,
    { name: 'hidden', type: 'flag', required: false, about: 'Whether to hide it; true if absent' },
  ],
  refusals: [],
  decode(reader) {
    refuseMembers(reader, ['body'], 'social_comment');
    const track = readTrack(reader);
    const hidden = reader.flag('hidden') ?? true;
    return track && { ...track, hidden };
  },
  async merge(scene, record) {
    const { trackId, hidden } = record.fields;
    const key = keyOf(accountBytes(record.sender), textPart(trackId));
    hidings.write(scene, key, record, hidden);
    if (await hidings.read(scene, key)) scene.put(hiddenTracks, key, utf8(trackId));
    else scene.delete(hiddenTracks, key);
  },
  async answer(scene, { sender, fields: { trackId } }) {
    const key = keyOf(accountBytes(sender), textPart(trackId));
    return { hidden: (await hidings.read(scene, key)) === true, trackId };
  },
});
