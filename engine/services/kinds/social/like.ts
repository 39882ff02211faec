/** social_like: somebody likes a track, or does so no longer. */

import { textPart } from '../../keys.js';
import { defineServiceKind } from '../../serviceKind.js';
import { likes } from './toggle.js';
import { readTrackAlone, trackMember } from './track.js';

export const like = defineServiceKind<{ readonly trackId: string }>({
  name: 'social_like',
  route: '/api/v2/social/like',
  chapter: 'Social',
  summary: 'Likes a track, or takes that back',
  scope: 'public',
  outlivesRetention: true,
  members: [trackMember],
  refusals: [],
  decode: readTrackAlone,
  merge: (scene, record) => likes.merge(scene, record, textPart(record.fields.trackId), record.fields.trackId),
  async answer(scene, { sender, fields }) {
    const track = textPart(fields.trackId);
    const [liked, count] = await Promise.all([likes.isOn(scene, sender, track), likes.ofTarget(scene, track)]);
    return { liked, likes: count };
  },
});
