import type { ServiceKind } from '../../serviceKind.js';
import { cancel } from './cancel.js';
import { opening } from './opening.js';
import { payout } from './payout.js';
import { proposal } from './proposal.js';
import { vote } from './vote.js';

export const voteKinds: readonly ServiceKind[] = [proposal, opening, vote, payout, cancel];
