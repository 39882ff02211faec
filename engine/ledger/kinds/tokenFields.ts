/** What the kinds of token transactions share: the member that names the token, and the metadata that its creator may set. */

import { fromHex } from '../../base/bytes.js';
import { refuse } from '../../base/refusal.js';
import { PUBLIC_KEY_BYTES } from '../../crypto/mldsa.js';
import { imageMember, imageProblem, readImage } from '../images.js';
import type { AnswerMember } from '../kind.js';
import { optional, text } from '../layout.js';
import { linkProblem } from '../links.js';
import type { PayloadMember, PayloadReader } from '../payload.js';

export const tokenMember: PayloadMember = {
  name: 'token_symbol',
  aliases: ['tokenSymbol', 'symbol', 'token'],
  type: 'symbol',
  required: true,
  about: 'Symbol of the token, in any case',
};

/** The symbol in upper case. @param sentence the refusal's text when there is none. */
export function readToken(reader: PayloadReader, sentence = 'token_symbol is required'): string | undefined {
  const written = reader.text('token_symbol')?.trim();
  if (reader.refusal) return undefined;
  return written ? reader.symbol('token_symbol') : reader.fail(refuse('malformed_payload', sentence));
}

export const messageAnswer: AnswerMember = { name: 'message', type: 'text', about: 'A sentence' };
export const symbolAnswer: AnswerMember = { name: 'symbol', type: 'text', about: 'The symbol as it is shown' };

/** An amount of a created token, as `amountView` shows it. */
export const unitsAnswer = (name: string): readonly AnswerMember[] => [
  { name, type: 'number', about: 'Base units' },
  { name: `${name}_units`, type: 'digits', about: 'The same, exact' },
];

/** The public keys among the texts by which a payload names accounts. */
export const keysAmong = (...texts: readonly string[]): readonly Uint8Array[] =>
  texts.flatMap((written) => fromHex(written, PUBLIC_KEY_BYTES) ?? []);

/** Metadata as a payload gives it: undefined when the member is absent, the empty text when the value is to be removed. */
export interface MetadataFields {
  readonly image: string | undefined;
  readonly description: string | undefined;
  readonly website: string | undefined;
  readonly twitter: string | undefined;
  readonly discord: string | undefined;
}

/** Most characters of the texts: a paragraph, and a link. They stay in the state for ever. */
const DESCRIPTION_CHARACTERS = 1_000;
const LINK_CHARACTERS = 256;
const LINKS = ['website', 'twitter', 'discord'] as const;

const member = (name: string, characters: number, about = ''): PayloadMember => ({
  name,
  type: 'text',
  characters,
  required: false,
  about: `${about}At most ${characters} characters`,
});

export const metadataMembers: readonly PayloadMember[] = [
  imageMember,
  member('description', DESCRIPTION_CHARACTERS),
  ...LINKS.map((name) => member(name, LINK_CHARACTERS, 'Link that begins with https://. ')),
];

export const metadataCodecs = {
  image: optional(text),
  description: optional(text),
  website: optional(text),
  twitter: optional(text),
  discord: optional(text),
  problem: optional(text),
} as const;

/** Metadata of a payload, with what is wrong with its image or its links under `ledger_rules_2`. */
export interface ReadMetadata extends MetadataFields {
  readonly problem: string | undefined;
}

/** Refusals go to the reader. */
export function readMetadata(reader: PayloadReader): ReadMetadata {
  const fields = {
    image: readImage(reader, 'image'),
    description: reader.optionalText('description', DESCRIPTION_CHARACTERS)?.trim(),
    website: reader.optionalText('website', LINK_CHARACTERS)?.trim(),
    twitter: reader.optionalText('twitter', LINK_CHARACTERS)?.trim(),
    discord: reader.optionalText('discord', LINK_CHARACTERS)?.trim(),
  };
  const linkProblems = LINKS.map((name) => linkProblem(name, fields[name]));
  return { ...fields, problem: [imageProblem('image', fields.image), ...linkProblems].find(Boolean) };
}

const valuesOf = ({ image, description, website, twitter, discord }: MetadataFields) => [
  image,
  description,
  website,
  twitter,
  discord,
];

export const givesMetadata = (fields: MetadataFields): boolean => valuesOf(fields).some((value) => value !== undefined);
export const hasMetadata = (fields: MetadataFields): boolean => valuesOf(fields).some(Boolean);

/** The previous metadata, updated with the fields. */
export function updatedMetadata(fields: MetadataFields, before?: MetadataFields): MetadataFields {
  const updated = (given: string | undefined, old: string | undefined) =>
    given === undefined ? old : given || undefined;
  return {
    image: updated(fields.image, before?.image),
    description: updated(fields.description, before?.description),
    website: updated(fields.website, before?.website),
    twitter: updated(fields.twitter, before?.twitter),
    discord: updated(fields.discord, before?.discord),
  };
}

/** Members of the TxV1 payload; those that were not given are left out of its JSON. */
export const metadataView = (fields: MetadataFields) => ({
  metadata_image: fields.image,
  metadata_description: fields.description,
  metadata_website: fields.website,
  metadata_twitter: fields.twitter,
  metadata_discord: fields.discord,
});
