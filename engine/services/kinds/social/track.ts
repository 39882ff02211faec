/** Tracks of the social routes: texts that clients agree on. */

import type { PayloadReader } from '../../../ledger/payload.js';
import { refuseMembers } from '../../foreignMembers.js';
import { NO_NUL, shownText } from '../../shownText.js';

const TRACK_CHARACTERS = 256;

export const trackMember = {
  name: 'trackId',
  aliases: ['track_id'],
  type: 'text',
  characters: TRACK_CHARACTERS,
  required: true,
  about: `The track, as the clients that show it name it, ${NO_NUL}`,
} as const;

export function readTrack(reader: PayloadReader): { readonly trackId: string } | undefined {
  const trackId = shownText(reader, 'trackId', reader.requiredText('trackId', TRACK_CHARACTERS));
  return trackId === undefined ? undefined : { trackId };
}

/** A track and nothing else. */
export function readTrackAlone(reader: PayloadReader): { readonly trackId: string } | undefined {
  refuseMembers(reader, ['body'], 'social_comment');
  refuseMembers(reader, ['hidden'], 'social_hide_track');
  return readTrack(reader);
}
