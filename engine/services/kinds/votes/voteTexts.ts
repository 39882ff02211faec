/** Members that the requests of community votes share, and how their texts are read. */

import { refuse } from '../../../base/refusal.js';
import type { PayloadReader } from '../../../ledger/payload.js';
import { shownText } from '../../shownText.js';
import { PROPOSAL_ID_CHARACTERS } from './proposalId.js';

/** Most characters of each text. */
export const TEXT_CHARACTERS = {
  title: 120,
  summary: 4_000,
  link: 500,
  territory: 80,
  recipient: 120,
  reason: 300,
} as const;

/** A text without white space around it; undefined when it is absent, empty or refused. */
export function fieldText(reader: PayloadReader, name: keyof typeof TEXT_CHARACTERS): string | undefined {
  const value = shownText(reader, name, reader.text(name)?.trim());
  const most = TEXT_CHARACTERS[name];
  if (value === undefined || value === '') return undefined;
  if (value.length <= most) return value;
  return reader.fail(refuse('malformed_payload', `${name} is too long (max ${most} characters)`));
}

export function requiredField(reader: PayloadReader, name: keyof typeof TEXT_CHARACTERS): string | undefined {
  const value = fieldText(reader, name);
  return value ?? reader.fail(refuse('malformed_payload', `${name} is required`));
}

export const proposalIdMember = {
  name: 'proposalId',
  aliases: ['proposal_id'],
  type: 'text',
  characters: PROPOSAL_ID_CHARACTERS,
  plain: true,
  required: true,
  about: 'The proposal, as it was answered when it was opened; in any case',
} as const;

export const readProposalId = (reader: PayloadReader): string | undefined =>
  reader.requiredText('proposalId', PROPOSAL_ID_CHARACTERS);
