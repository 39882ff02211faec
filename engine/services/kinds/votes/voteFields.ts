/** What a vote says. */

import { refuse } from '../../../base/refusal.js';
import type { PayloadMember, PayloadReader } from '../../../ledger/payload.js';
import type { Choice } from './voteTables.js';
import { proposalIdMember, readProposalId } from './voteTexts.js';

export interface VoteFields {
  readonly proposalId: string;
  readonly choice: Choice;
}

const CHOICE_CHARACTERS = 32;

const words: Readonly<Record<string, Choice>> = { yes: 'yes', for: 'yes', no: 'no', against: 'no', abstain: 'abstain' };

const members: readonly PayloadMember[] = [
  proposalIdMember,
  { name: 'choice', type: 'text', characters: CHOICE_CHARACTERS, required: true, about: 'yes, no or abstain' },
];

function readVote(reader: PayloadReader): VoteFields | undefined {
  const proposalId = readProposalId(reader);
  const word = reader.text('choice')?.trim().toLowerCase() ?? '';
  const choice = Object.hasOwn(words, word) ? words[word] : undefined;
  if (choice === undefined) return reader.fail(refuse('malformed_payload', 'choice must be yes, no or abstain'));
  return proposalId === undefined ? undefined : { proposalId, choice };
}

export const voteReader = { name: 'regen_vote', members, decode: readVote };
