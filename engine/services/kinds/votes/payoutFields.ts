/** What the request says that records a payout. */

import type { PayloadMember, PayloadReader } from '../../../ledger/payload.js';
import { proposalIdMember, readProposalId } from './voteTexts.js';

export interface PayoutFields {
  readonly proposalId: string;
  /** As the signer wrote it, in small letters. */
  readonly txId: string;
}

const TX_ID_CHARACTERS = 128;

const members: readonly PayloadMember[] = [
  proposalIdMember,
  {
    name: 'txId',
    aliases: ['tx_id'],
    type: 'text',
    characters: TX_ID_CHARACTERS,
    required: true,
    about: 'Id of the transfer that has paid it',
  },
];

function readPayout(reader: PayloadReader): PayoutFields | undefined {
  const proposalId = readProposalId(reader);
  const txId = reader.requiredText('txId', TX_ID_CHARACTERS)?.toLowerCase();
  return proposalId === undefined || txId === undefined ? undefined : { proposalId, txId };
}

export const payoutReader = { name: 'regen_payout', members, decode: readPayout };
