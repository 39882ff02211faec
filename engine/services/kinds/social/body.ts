/** Texts that people publish. */

import { refuse } from '../../../base/refusal.js';
import type { PayloadMember, PayloadReader } from '../../../ledger/payload.js';
import { NO_NUL, shownText } from '../../shownText.js';

export const bodyMember = (characters: number): PayloadMember => ({
  name: 'body',
  type: 'text',
  characters,
  required: true,
  about: `The text, ${characters} characters at most, ${NO_NUL}`,
});

/** The text as it was signed, white space included. */
export function readBody(reader: PayloadReader, what: string, most: number): string | undefined {
  const body = shownText(reader, 'body', reader.text('body'));
  if (reader.refusal) return undefined;
  if (body === undefined || body.trim() === '') return reader.fail(refuse('malformed_payload', 'body is required'));
  if (body.length > most)
    return reader.fail(refuse('malformed_payload', `${what} body too long (max ${most} characters)`));
  return body;
}
