/** What goes into `PeerNetwork.step` and what comes out.
 *
 *  The owner of the head performs the effects and reports what became of them as events. `now` of `time` is monotonic; an event
 *  from outside is preceded by a `time` when the clock has moved. */

import type { Block } from '../chain/block.js';
import type { Certificate } from '../chain/certificate.js';
import type { Header } from '../chain/header.js';
import type { SignedParts } from '../chain/transaction.js';
import type { Vote } from '../chain/vote.js';
import type {
  CertifiedHeader,
  HandoverOutcome,
  HeaderBytes,
  PeerTransaction,
  SignedBy,
  SnapshotOffer,
} from './messages.js';
import type { LinkId } from './net.js';
import type { ServiceNetworkEffect, ServiceNetworkEvent } from './serviceEvents.js';
import type { HandshakeProof, PeerIdentity, Rank } from './sessionEvents.js';
import type { PartVerdict, RestoreOutcome, SnapshotPlan, SnapshotTrust } from './snapshotEvents.js';

export interface SignedHeader extends HeaderBytes {
  readonly header: Header;
  /** The block hash. */
  readonly hash: string;
}

/** A block of the chain with the certificate that made it final. */
export interface DecidedBlock {
  readonly block: Block;
  readonly certificate: Certificate;
}

export interface SignedByAnswer {
  /** ML-DSA-65 public key of the peer. */
  readonly from: Uint8Array;
  /** Whether it is one of the seeds. */
  readonly isNamed: boolean;
  /** The height that its chain has, by its own word. */
  readonly reaches: number;
  readonly signedBy: SignedBy;
}

/** `holds`: proposer, parent and signature are right; `early`: ahead of our clock, ask again with the same hash later by
 *  reporting `holds`; `invalid`: whoever passed it on did not check it; `unclear`: could not be decided, nobody is blamed. */
export type HeaderVerdict = 'holds' | 'early' | 'invalid' | 'unclear';

/** `invalid` and `uncertified` are said of decided blocks: the body is wrong, or the certificate that came with the header. They blame the
 *  peer from which it came. `unclear`: this node could not say. */
export type BlockVerdict = 'valid' | 'invalid' | 'uncertified' | 'unclear';

/** `holds`: a quorum of the validators that are known now has signed it; `unproven`: no such quorum, and the validators of that height may
 *  be others; `false`: it is no certificate of its block in any set that there can be; `unclear`: not checked now. */
export type CertificateVerdict = 'holds' | 'unproven' | 'false' | 'unclear';

/** `held`: it waits in the mempool or is in a block; `refused`: a rule refuses it now; `invalid`: its signature does not hold or
 *  its id is another; `busy`: it was not looked at, or there is no room. */
export type TransactionVerdict = 'held' | 'refused' | 'invalid' | 'busy';

/** What became of an own handover. `unsent`: no peer was asked; `unclear`: a peer was, and whether it holds the transaction is not
 *  known. */
export type HandedOver = HandoverOutcome | 'unsent' | 'unclear';

export type NetworkEvent =
  | ServiceNetworkEvent
  | { readonly kind: 'up'; readonly link: LinkId; readonly peer: PeerIdentity }
  | { readonly kind: 'down'; readonly link: LinkId; readonly reason: string }
  | { readonly kind: 'message'; readonly link: LinkId; readonly bytes: Uint8Array }
  /** What waited for the link has left it. */
  | { readonly kind: 'drained'; readonly link: LinkId }
  /** A dial that brought no session. `id`: of the node that has proven its key there, if one has. */
  | { readonly kind: 'undialled'; readonly url: string; readonly reason: string; readonly id?: string | undefined }
  | { readonly kind: 'time'; readonly now: number }
  /** The head: `set` and `proposer` are keys of the next height. The first event of all. */
  | {
      readonly kind: 'head';
      readonly height: number;
      readonly hash: string;
      readonly set: readonly Uint8Array[];
      readonly proposer: Uint8Array | undefined;
    }
  /** A block of the open slot that this node has from elsewhere (built, imported, from the journal); its header holds. */
  | {
      readonly kind: 'candidate';
      readonly hash: string;
      readonly block: Block;
      /** Of its transactions, when they are at hand; an empty list has them computed. */
      readonly leaves: readonly Uint8Array[];
      /** This node proposes it. */
      readonly own: boolean;
    }
  | { readonly kind: 'headerChecked'; readonly hash: string; readonly verdict: HeaderVerdict }
  | { readonly kind: 'blockChecked'; readonly hash: string; readonly verdict: BlockVerdict }
  /** Votes name a block that is not known. */
  | { readonly kind: 'wanted'; readonly hash: string }
  /** Own votes that may leave. */
  | { readonly kind: 'ownVotes'; readonly votes: readonly Vote[] }
  /** Verdicts on votes of a `votes` effect; votes that could not be checked are in neither list. */
  | {
      readonly kind: 'votesChecked';
      readonly link: LinkId;
      readonly votes: readonly Vote[];
      readonly accepted: readonly Vote[];
      readonly rejected: readonly Vote[];
    }
  /** A certificate for the open height that holds, from wherever. */
  | { readonly kind: 'certified'; readonly certificate: Certificate }
  | {
      readonly kind: 'certificateChecked';
      readonly link: LinkId;
      readonly certificate: Certificate;
      readonly holds: boolean | undefined;
    }
  /** Transactions that now wait in the mempool. `own`: this node answers for them, to a client or to the peer that handed them over. */
  | { readonly kind: 'admitted'; readonly ids: readonly string[]; readonly own: boolean }
  /** Verdicts on a `transactions` effect. */
  | {
      readonly kind: 'transactionsChecked';
      readonly link: LinkId;
      readonly verdicts: readonly { readonly id: string; readonly verdict: TransactionVerdict }[];
    }
  /** Hand a transaction to the proposer, or to the peer nearest to it. `handedOver` follows with the token. */
  | { readonly kind: 'handover'; readonly token: number; readonly item: PeerTransaction }
  /** The verdict on a `handover` effect. */
  | {
      readonly kind: 'handoverChecked';
      readonly link: LinkId;
      readonly request: number;
      readonly outcome: HandoverOutcome;
    }
  /** Evidence that this node has found or checked. */
  | { readonly kind: 'evidence'; readonly evidence: Uint8Array }
  /** Ask all peers, those of later too, what they have seen of a key; undefined ends it. */
  | { readonly kind: 'askSignedBy'; readonly key: Uint8Array | undefined }
  /** The answer to a `readBlock` effect; undefined when the store does not have it or is busy. */
  | {
      readonly kind: 'blockRead';
      readonly token: number;
      readonly decided: DecidedBlock | undefined;
      /** Of this node's blocks, when this one is below them; otherwise 0 or absent. */
      readonly lowestHeight?: number;
    }
  /** The answer to a `readHeaders` effect: as many as fit a message, none when the first is not here. */
  | {
      readonly kind: 'headersRead';
      readonly token: number;
      readonly headers: readonly CertifiedHeader[];
      /** Of this node's blocks, when the first is below them; otherwise 0. */
      readonly lowestHeight: number;
    }
  /** The answer to a `headerCertificates` effect, in its order. */
  | {
      readonly kind: 'headerCertificatesChecked';
      readonly token: number;
      readonly verdicts: readonly CertificateVerdict[];
    }
  | { readonly kind: 'signedByRead'; readonly token: number; readonly signedBy: SignedBy | undefined }
  /** The answer to a `readSnapshots` effect. */
  | {
      readonly kind: 'snapshotsRead';
      readonly token: number;
      readonly snapshots: readonly SnapshotOffer[];
      /** Of the final block at the height that was asked for; undefined when it is not here. */
      readonly blockHash: string | undefined;
    }
  /** The answer to a `readSnapshotPart` effect; undefined when it is not here. */
  | { readonly kind: 'snapshotPartRead'; readonly token: number; readonly bytes: Uint8Array | undefined }
  /** The answer to a `snapshotManifest` effect. */
  | {
      readonly kind: 'snapshotManifestChecked';
      readonly run: number;
      readonly plan: SnapshotPlan | 'invalid' | 'failed';
    }
  /** The answer to a `snapshotPart` effect. */
  | {
      readonly kind: 'snapshotPartChecked';
      readonly run: number;
      readonly part: number;
      readonly verdict: PartVerdict;
    }
  /** The answer to a `restoreSnapshot` effect. */
  | { readonly kind: 'snapshotRestored'; readonly run: number; readonly outcome: RestoreOutcome };

export type NetworkEffect =
  | ServiceNetworkEffect
  | { readonly kind: 'send'; readonly link: LinkId; readonly message: Uint8Array; readonly rank: Rank }
  | { readonly kind: 'disconnect'; readonly link: LinkId; readonly reason: string; readonly banned: boolean }
  | { readonly kind: 'dial'; readonly url: string }
  /** Keep this text; it replaces what was kept before. */
  | { readonly kind: 'saveAddresses'; readonly text: string }
  /** The next `time` is wanted at this moment; replaces a later wish. */
  | { readonly kind: 'wake'; readonly at: number }
  /** Check proposer, parent, time and signature; `headerChecked` answers. */
  | { readonly kind: 'header'; readonly link: LinkId; readonly signed: SignedHeader }
  /** A whole block of the open slot whose header holds and whose transactions have the header's root. */
  | {
      readonly kind: 'block';
      readonly link: LinkId;
      readonly hash: string;
      readonly block: Block;
      readonly leaves: readonly Uint8Array[];
    }
  /** A block to catch up with, in the order of heights; nothing about it is checked but its place. `blockChecked` answers. */
  | {
      readonly kind: 'decidedBlock';
      readonly link: LinkId;
      readonly hash: string;
      readonly decided: DecidedBlock;
    }
  /** Certificates of headers above the head, one a height; `headerCertificatesChecked` answers. */
  | { readonly kind: 'headerCertificates'; readonly token: number; readonly certificates: readonly Certificate[] }
  /** Votes whose signatures must be checked; `votesChecked` answers. */
  | { readonly kind: 'votes'; readonly link: LinkId; readonly votes: readonly Vote[] }
  /** A certificate for the open height; `certificateChecked` answers. */
  | { readonly kind: 'certificate'; readonly link: LinkId; readonly certificate: Certificate }
  /** Transactions to verify and admit; `transactionsChecked` answers. */
  | { readonly kind: 'transactions'; readonly link: LinkId; readonly transactions: readonly PeerTransaction[] }
  /** A transaction that a peer hands over: verify, admit, answer with `handoverChecked`. */
  | { readonly kind: 'handover'; readonly link: LinkId; readonly request: number; readonly item: PeerTransaction }
  | { readonly kind: 'handedOver'; readonly token: number; readonly outcome: HandedOver }
  | { readonly kind: 'readBlock'; readonly token: number; readonly height: number }
  /** Headers of the chain with their certificates, as many as fit a message; no bodies are read for it. */
  | { readonly kind: 'readHeaders'; readonly token: number; readonly fromHeight: number; readonly count: number }
  | { readonly kind: 'readSignedBy'; readonly token: number; readonly key: Uint8Array }
  /** A peer asks which snapshots there are, and for the hash of the final block at the height, if it is not 0. */
  | { readonly kind: 'readSnapshots'; readonly token: number; readonly height: number }
  | {
      readonly kind: 'readSnapshotPart';
      readonly token: number;
      /** Of the snapshot. */
      readonly id: string;
      readonly part: number;
      readonly offset: number;
    }
  /** Check the manifest of a snapshot whose block is trusted, and keep it. `run` names this choice of a snapshot. */
  | {
      readonly kind: 'snapshotManifest';
      readonly run: number;
      readonly offer: SnapshotOffer;
      /** Undefined: what an earlier process has kept. */
      readonly bytes: Uint8Array | undefined;
    }
  /** Check a part of the snapshot and keep it. */
  | { readonly kind: 'snapshotPart'; readonly run: number; readonly part: number; readonly bytes: Uint8Array }
  /** Every part is here. */
  | { readonly kind: 'restoreSnapshot'; readonly run: number; readonly trust: SnapshotTrust }
  /** The snapshot that is fetched from now on. */
  | { readonly kind: 'snapshotChosen'; readonly offer: SnapshotOffer; readonly trust: SnapshotTrust }
  /** How far it is; every ten seconds. */
  | { readonly kind: 'snapshotProgress' }
  /** Nothing came of a snapshot, and another one is looked for. */
  | { readonly kind: 'snapshotDropped'; readonly offer: SnapshotOffer; readonly reason: string }
  /** No snapshot is restored: the chain is fetched from its genesis block. */
  | { readonly kind: 'snapshotGivenUp'; readonly reason: string }
  /** What a peer has seen of the key that this node asks for. */
  | { readonly kind: 'signedBy'; readonly answer: SignedByAnswer }
  /** The chain is longer: to the end of the headers that certificates prove; when the chain goes on beyond those that fit, or none is
   *  proven yet, as peers say. `height` undefined: nobody is ahead any more. */
  | { readonly kind: 'behind'; readonly height: number | undefined }
  /** Peers say that they are ahead, and none of them has the next block: what they have begins at `lowestHeight`. Undefined: no more. */
  | { readonly kind: 'missed'; readonly lowestHeight: number | undefined }
  | { readonly kind: 'evidence'; readonly link: LinkId; readonly evidence: Uint8Array }
  /** How many peers there are now. */
  | { readonly kind: 'peers'; readonly count: number }
  /** A peer shows that another process has proven this node's key to it; nothing of it is checked but who says so. */
  | { readonly kind: 'keyElsewhere'; readonly from: Uint8Array; readonly proof: HandshakeProof }
  /** Another process has this node's key. `ageMs` is how long it runs. */
  | { readonly kind: 'ownKeyElsewhere'; readonly link: LinkId; readonly url: string; readonly ageMs: number };

/** A transaction that waits, with its leaf of the transaction root (32 bytes). */
export interface WaitingTransaction {
  readonly leaf: Uint8Array;
  readonly transaction: SignedParts;
}

/** What waits in the mempool. Ids are binary strings of 32 characters. */
export interface WaitingTransactions {
  has(id: string): boolean;
  get(id: string): SignedParts | undefined;
  ids(): Iterable<string>;
  all(): Iterable<WaitingTransaction>;
}
