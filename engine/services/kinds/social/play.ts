/** social_play: somebody has played a track. Each request counts. */

import { textPart } from '../../keys.js';
import { defineServiceKind } from '../../serviceKind.js';
import { isNew, Tally } from '../../tally.js';
import { readTrackAlone, trackMember } from './track.js';

export const plays = new Tally(0x30, 'plays');

export const play = defineServiceKind<{ readonly trackId: string }>({
  name: 'social_play',
  route: '/api/v2/social/play',
  chapter: 'Social',
  summary: 'Counts one more play of a track',
  scope: 'public',
  outlivesRetention: true,
  members: [trackMember],
  refusals: [],
  decode: readTrackAlone,
  async merge(scene, record) {
    if (isNew(record)) await plays.add(scene, textPart(record.fields.trackId), 1);
  },
  answer: async (scene, { fields }) => ({ plays: await plays.read(scene, textPart(fields.trackId)) }),
});
