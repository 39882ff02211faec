/** Tracks of the social routes: texts that clients agree on. */

import type { PayloadReader } from '../../../ledger/payload.js';

const TRACK_CHARACTERS = 256;

export const trackMember = {
  name: 'trackId',
  aliases: ['track_id'],
  type: 'text',
  characters: TRACK_CHARACTERS,
  required: true,
  about: 'The track, as the clients that show it name it',
} as const;

export function readTrack(reader: PayloadReader): { readonly trackId: string } | undefined {
  const trackId = reader.requiredText('trackId', TRACK_CHARACTERS);
  return trackId === undefined ? undefined : { trackId };
}
