/** What the request says that cancels a proposal. */

import { refuse } from '../../../base/refusal.js';
import type { PayloadMember, PayloadReader } from '../../../ledger/payload.js';
import { fieldText, proposalIdMember, readProposalId, TEXT_CHARACTERS } from './voteTexts.js';

export interface CancelFields {
  readonly proposalId: string;
  readonly reason: string;
}

const members: readonly PayloadMember[] = [
  proposalIdMember,
  { name: 'reason', type: 'text', characters: TEXT_CHARACTERS.reason, required: false, about: 'Why' },
];

/** Members of other requests about a proposal: whoever sees a vote must not be able to send it here. */
const FOREIGN = ['choice', 'txId', 'tx_id'] as const;

function readCancel(reader: PayloadReader): CancelFields | undefined {
  const proposalId = readProposalId(reader);
  const reason = fieldText(reader, 'reason') ?? 'cancelled';
  const foreign = FOREIGN.find((name) => reader.payload.has(name));
  if (foreign !== undefined)
    return reader.fail(refuse('operation_mismatch', `a request that cancels a proposal has no ${foreign}`));
  return proposalId === undefined ? undefined : { proposalId, reason };
}

export const cancelReader = { name: 'regen_cancel', members, decode: readCancel };
