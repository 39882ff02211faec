/** What the votes are told, and what they ask for. */

import type { Certificate } from '../chain/certificate.js';
import type { Evidence, SignedHeader } from '../chain/evidence.js';
import type { Vote, VoteIntent } from '../chain/vote.js';
import type { Quorum, VoterSet } from './tally.js';

export type VotingEvent =
  /** The head moved: the slot `height` = tip + 1 is open, and `set` votes on it. */
  | { readonly kind: 'height'; readonly height: number; readonly parentHash: string; readonly set: VoterSet }
  /** A block of the slot is known: proposer, parent and signature hold. */
  | { readonly kind: 'proposal'; readonly hash: string; readonly header: SignedHeader }
  /** Executed, found valid, and (for a validator) its body is durable. */
  | { readonly kind: 'ready'; readonly hash: string }
  /** The content of a known block is here: it can be executed at once. */
  | { readonly kind: 'complete'; readonly hash: string }
  /** Two signed blocks of this slot exist: their signatures hold, whether this node knows the blocks or not. */
  | { readonly kind: 'equivocation'; readonly height: number; readonly parentHash: string }
  | { readonly kind: 'invalid'; readonly hash: string }
  /** Its signature holds; any height, any round. */
  | { readonly kind: 'vote'; readonly vote: Vote }
  /** Its signatures hold; of any height. Its stake is checked here. */
  | { readonly kind: 'certificate'; readonly certificate: Certificate }
  /** Own votes, signed and durable in the journal. */
  | { readonly kind: 'signed'; readonly votes: readonly Vote[] }
  | { readonly kind: 'timeout'; readonly height: number; readonly round: number }
  /** May sign for heights above this. */
  | { readonly kind: 'allowed'; readonly above: number };

export type VotingEffect =
  /** Sign, make durable in the journal with one write, answer with `signed`. With a precommit come the others' prevotes that allow it:
   *  the journal keeps them, so that the lock can be shown to others after a restart. `prevoted` is the latest quorum of prevotes
   *  that was seen: what may free a prevote from the lock. Until the answer nothing else is asked for. */
  | {
      readonly kind: 'sign';
      readonly votes: readonly VoteIntent[];
      readonly quorum: readonly Vote[];
      readonly prevoted: Quorum | undefined;
    }
  /** Own votes that may leave now. */
  | { readonly kind: 'send'; readonly votes: readonly Vote[] }
  /** A vote or certificate names a block that is not known. */
  | { readonly kind: 'want'; readonly hash: string }
  /** This block should be the prepared one now. */
  | { readonly kind: 'execute'; readonly hash: string }
  | { readonly kind: 'decided'; readonly certificate: Certificate }
  | { readonly kind: 'timer'; readonly afterMs: number; readonly height: number; readonly round: number }
  | { readonly kind: 'evidence'; readonly evidence: Evidence }
  /** Somebody else signs with this node's key, or its journal is an old copy: nothing is signed up to the height of this vote. */
  | { readonly kind: 'double'; readonly vote: Vote };
