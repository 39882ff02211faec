/** What the request of a proposal says. */

import { formatXrge, XRGE_DECIMALS } from '../../../base/amounts.js';
import { U128_MAX } from '../../../base/bytes.js';
import { JsonNumber } from '../../../base/json.js';
import { refuse } from '../../../base/refusal.js';
import { type AccountId, isSystemAccount, resolveAccount } from '../../../crypto/address.js';
import type { PayloadMember, PayloadReader } from '../../../ledger/payload.js';
import { fieldText, requiredField, TEXT_CHARACTERS } from './voteTexts.js';

export interface ProposalFields {
  readonly title: string;
  readonly summary: string;
  readonly territory: string | undefined;
  readonly recipient: AccountId | undefined;
  /** Quanta. */
  readonly requested: bigint | undefined;
  readonly link: string | undefined;
  readonly durationDays: number | undefined;
}

export const DAY_MS = 86_400_000;
const DAYS = { min: 1, max: 30 } as const;
/** The largest amount that the ledger can hold. */
const MOST_REQUESTED = formatXrge(U128_MAX);

const text = (name: keyof typeof TEXT_CHARACTERS, required: boolean, about: string): PayloadMember => ({
  name,
  type: 'text',
  characters: TEXT_CHARACTERS[name],
  required,
  about,
});

const members: readonly PayloadMember[] = [
  text('title', true, 'One line'),
  text('summary', true, 'What it is about'),
  text('territory', false, 'Where'),
  { name: 'recipient', type: 'account', required: false, about: 'Address to which the payout must go' },
  {
    name: 'requestedXrge',
    type: 'xrge',
    required: false,
    about: `XRGE that it asks for, above 0 and at most ${MOST_REQUESTED}`,
  },
  text('link', false, 'https URL'),
  { name: 'durationDays', type: 'integer', required: false, about: 'Voting window, 1 to 30 days', least: DAYS.min },
];

/** A member of one refusal sentence, whatever is wrong with it. */
function orSentence<T>(reader: PayloadReader, read: () => T | undefined, sentence: string): T | undefined {
  const before = reader.refusal;
  const value = read();
  if (!before && reader.refusal) reader.refusal = refuse('malformed_payload', sentence);
  return value;
}

function readRecipient(reader: PayloadReader): AccountId | undefined {
  const value = reader.text('recipient')?.trim();
  if (value === undefined || value === '') return undefined;
  const found = resolveAccount(value);
  if (found && found.contract === undefined && !isSystemAccount(found.account)) return found.account;
  return reader.fail(refuse('invalid_recipient', 'recipient must be a rouge1 address'));
}

/** The sentence of the reference for what is not positive; what is too large or too fine gets the bounds with it. */
function readRequested(reader: PayloadReader): bigint | undefined {
  const positive = 'requestedXrge must be a positive number';
  const value = reader.raw('requestedXrge');
  const text = value instanceof JsonNumber ? value.text : value;
  const isPositive = typeof text === 'string' && Number(text) > 0;
  const bounds = `${positive}, at most ${MOST_REQUESTED}, with at most ${XRGE_DECIMALS} decimals`;
  const read = () => reader.amount('requestedXrge', XRGE_DECIMALS);
  const requested = orSentence(reader, read, isPositive ? bounds : positive);
  return requested === 0n ? reader.fail(refuse('malformed_payload', positive)) : requested;
}

function readProposal(reader: PayloadReader): ProposalFields | undefined {
  const title = requiredField(reader, 'title');
  const summary = requiredField(reader, 'summary');
  const territory = fieldText(reader, 'territory');
  const recipient = readRecipient(reader);
  const requested = readRequested(reader);
  const link = fieldText(reader, 'link');
  if (link !== undefined && !link.startsWith('https://'))
    reader.fail(refuse('malformed_payload', 'link must start with https://'));
  const days = `durationDays must be between ${DAYS.min} and ${DAYS.max}`;
  const durationDays = orSentence(reader, () => reader.integer('durationDays'), days);
  if (durationDays !== undefined && (durationDays < DAYS.min || durationDays > DAYS.max))
    reader.fail(refuse('malformed_payload', days));
  if (reader.refusal || title === undefined || summary === undefined) return undefined;
  return { title, summary, territory, recipient, requested, link, durationDays };
}

/** The part of the kind that reads a record of it. */
export const proposalReader = { name: 'regen_proposal', members, decode: readProposal };
