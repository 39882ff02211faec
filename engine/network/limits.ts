/** Bounds of what peers send, hold and may cost. Every number has its reason beside it. */

import { MAX_BLOCK_TRANSACTIONS, MAX_SIGNED_BYTES } from '../base/limits.js';
import { invariant } from '../base/refusal.js';
import { SERVICE_SIGNED_BYTES } from '../base/serviceLimits.js';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Largest message; a session carries up to 64 MiB. */
export const MESSAGE_BYTES = 60 * MIB;

/** Transactions of one message end with the one that exceeds this: votes go between two messages of this size within
 *  milliseconds, and the largest transaction still fits a message. */
export const CHUNK_BYTES = MIB;

/** Largest message that carries transactions: a chunk and the largest transaction, and a block's certificates beside them. */
export const CHUNK_MESSAGE_BYTES = CHUNK_BYTES + 2 * MAX_SIGNED_BYTES + 64 * KIB;

/** Precommits of a certificate: the most validators that a genesis file allows. */
export const PRECOMMITS = 10_000;

/** A key and a signature. */
export const PRECOMMIT_BYTES = 5_300;

/** Votes of one message; the rest goes into the next. 5.3 KB each. */
export const VOTES_PER_MESSAGE = 128;

/** Ids of one inventory: what arrives in 20 ms at 50,000 transactions a second. */
export const IDS_PER_MESSAGE = 1_000;

/** Headers and votes of one key that an answer about it has. */
export const SIGNED_BY_ITEMS = 64;

/** Addresses of one answer. */
export const ADDRESSES_PER_MESSAGE = 100;

/** Two signed texts with their keys, or two headers with theirs. */
export const EVIDENCE_BYTES = 64 * KIB;

/** Names, versions and URLs of strangers are shown to people; longer ones are cut or ignored. */
export const TEXT_CHARACTERS = { name: 64, version: 64, url: 256, reason: 200, sentence: 1_000 } as const;

/** Inventory leaves this often, so that one message carries what arrived meanwhile. */
export const INVENTORY_MS = 20;

/** Handovers leave and arrive within a request of a client, so they do not wait. An answer that takes longer than this is given up:
 *  the longest wait in the verify queue, twice. */
export const HANDOVER_MS = 4_000;

/** Peers that are asked to hold one transaction, one after the other: a client waits for both. */
export const HANDOVER_TRIES = 2;

/** Handovers that wait for an answer, per node: the client of the newest gets 503. */
export const HANDOVERS = 4_096;

/** A transaction is asked for from the next peer that announced it after this long. */
export const TRANSACTION_MS = 1_500;

/** Transactions that are asked for at a time, from one peer and from all. Announcements beyond them wait, those of a peer as many as are
 *  remembered of it; the newest is not followed. */
export const TRANSACTIONS_WANTED = { perPeer: 2_000, all: 20_000, later: 16_384 } as const;

/** What a node answers for is offered again after each block, and this often when none comes: messages can be lost. */
export const OFFER_MS = 5_000;

/** What was not taken is looked at again when it is announced after this long: there may be room then, or a later block may have made it
 *  possible. Each time costs a check of its signature, a refused one at most thirty before it expires. */
export const LOOK_AGAIN_MS = { busy: 2_000, refused: 10_000 } as const;

/** Ids that are remembered per peer and by the node: what several full blocks have. Two halves, the older one is forgotten. Of those that were
 *  not taken the oldest is. */
export const KNOWN_IDS = { perPeer: 16_384, node: 131_072, untaken: 16_384 } as const;

/** A missing part of a compact block, or a whole one, is asked for from another peer after this long. */
export const BLOCK_PART_MS = 1_500;

/** Compact blocks of the open slot that are being put together, and blocks of it that are kept to be passed on. An equivocating
 *  proposer makes more; its votes decide between the first. */
export const OPEN_BLOCKS = 8;

/** When all places are taken, the newest block takes that of the oldest which nobody but its proposer votes for, one in this time: a
 *  proposer that floods a slot costs its peers a check a second, and the block that it stands by when it is honest again is heard. */
export const OPEN_BLOCK_MS = 1_000;

/** Compact blocks of later heights that are kept until their parent is the head; the newest loses. `heights`: what is decided while a node
 *  that is behind fetches what it knows of, on slow links; fewer, and it would be behind for ever. Those of a peer end with the one that
 *  exceeds `perPeerBytes`; one has 40 KB, and a whole certificate of a hundred validators half a megabyte. Above `bytes` in all the peer with
 *  the most loses its newest. */
export const EARLY_BLOCKS = { heights: 16, perPeer: 32, perPeerBytes: MIB, bytes: 32 * MIB } as const;

/** Catching up: blocks of a request, requests at a time, blocks and bytes ahead of the head, and how long a request may be silent.
 *  The bytes bound what is held when every block is large. Who is silent is asked again after `silentMs`, and twice as long after each
 *  further time, at most `restMs`; so is who serves slowly: what holds up all others goes to another peer after `slowMs`, later and later, at
 *  most after `slowestMs`; so many keys are `remembered` for that. A block that was served shows for `shownMs` that this node
 *  is behind: two requests may be silent meanwhile. */
export const CATCH_UP = {
  blocks: 16,
  requests: 4,
  ahead: 128,
  bytes: 64 * MIB,
  given: 8,
  silentMs: 5_000,
  slowMs: 10_000,
  slowestMs: 320_000,
  restMs: 20_000,
  remembered: 1_024,
  shownMs: 10_000,
  pauseMs: 1_000,
} as const;

/** Headers ahead of the head. `ahead`: their certificates are checked with the validators that are known now, and so long the stake of
 *  one that left stays bonded on the public networks; keys that left earlier can sign another past at no cost. `bytes` bounds what they
 *  and their certificates take, a request and the largest certificate beside it. Certificates are checked in batches of so many headers,
 *  which end with the one that exceeds so many signatures: the pool takes 8,192 at a time, and blocks are checked there too. */
export const HEADERS = {
  ahead: 500,
  bytes: 64 * MIB,
  perRequest: 128,
  requestBytes: 8 * MIB,
  checked: 64,
  signatures: 1_024,
} as const;

/** A peer that is one block ahead will usually have sent it; the download begins when it stays ahead this long. */
export const AHEAD_MS = 1_000;

/** Serving: requests that wait per peer (the newest is refused), reads at a time, and bytes that may wait for a link before the next
 *  block is read. As many blocks as reads are kept until their peer has them; one whose peer takes nothing for `heldMs` is dropped, and
 *  read again when it does. */
export const SERVE = { requests: 4, reads: 4, blocks: 64, bytes: 16 * MIB, heldMs: 2_000 } as const;

/** Serving headers: requests that wait per peer (the newest is refused), and reads at a time, a message each. */
export const SERVE_HEADERS = { requests: 4, reads: 4 } as const;

/** Snapshots that a node tells of: more than two of them are kept only on order. */
export const SNAPSHOT_OFFERS = 16;

/** A part of a snapshot travels in pieces of this size: votes go between two of them within milliseconds. */
export const SNAPSHOT_PIECE_BYTES = 512 * KIB;

/** Serving snapshots: pieces that wait per peer (the newest is refused), peers that are served at a time (who was served longest ago
 *  loses its place), reads from the disk at a time, and bytes that may wait for a link before the next piece is read: what a peer fetches
 *  leaves room for the blocks that it and others ask for. Questions for what there is wait for the disk too. */
export const SNAPSHOT_SERVE = { requests: 32, peers: 8, reads: 4, linkBytes: 2 * MIB, questions: 64 } as const;

/** Fetching a snapshot. `parts` are under way or being checked at a time, `perPeer` of one peer; they bound the memory. `perSecond` pieces
 *  are asked of one peer, a quarter of what it takes without blame. A part of which nothing came for `silentMs` is asked of the next
 *  peer, and the silent one rests for `restMs`; one that refuses for `busyMs`. Peers are asked what they have every `askMs`. After the
 *  first answer the others that the operator named have `settleMs`; when nobody has offered what can be trusted after `decideMs`, the
 *  node begins with the genesis block. A snapshot of which nothing came for `lostMs` is given up. Of a named peer's snapshots the newest
 *  `vouched` are asked about. */
export const SNAPSHOT_FETCH = {
  parts: 8,
  perPeer: 2,
  perSecond: 100,
  silentMs: 10_000,
  restMs: 20_000,
  busyMs: 2_000,
  askMs: 5_000,
  settleMs: 3_000,
  decideMs: 20_000,
  lostMs: 60_000,
  vouched: 4,
  reportMs: 10_000,
} as const;

/** Room for what a message has beside the bytes that were counted. */
export const MESSAGE_OVERHEAD_BYTES = 64 * KIB;

/** Marks of logs in a message, and those that are remembered of a peer: two of each log that a node follows. */
export const LOG_MARKS = { perMessage: 1_024, perPeer: 8_192 } as const;

/** Logs of the services. `logs` are followed, those of further nodes are not; what has grown is told after `tellMs`, so that one message
 *  covers what was signed meanwhile. A peer that is silent for `silentMs` rests for `restMs`: an answer may have megabytes. What names
 *  blocks above the tip is asked for again after `laterMs`, and everything after `fullMs` when there is no room. So many `reads` for peers
 *  at a time, one for each. */
export const SERVICE_LOGS = {
  logs: 8_192,
  tellMs: 200,
  silentMs: 15_000,
  restMs: 20_000,
  laterMs: 2_000,
  fullMs: 60_000,
  reads: 64,
} as const;

/** An answer with runs: one with the largest record has that alone, others end with the run that exceeds a chunk. */
export const SERVICE_RUNS_BYTES = SERVICE_SIGNED_BYTES + CHUNK_BYTES;

/** Requests for the services of another node: a client waits for each. `bytes`: of a body, and of its answer. */
export const SERVICE_FORWARDS = { bytes: 256 * KIB, waiting: 256, silentMs: 8_000 } as const;

/** Requests of one peer for transactions of blocks that are answered one after the other; the newest loses. */
export const TRANSACTION_ANSWERS = 8;

/** Bulk messages wait here while this much is before them in the link. When the queue is full, its newest loses. */
export const OUTBOX = { linkBytes: 2 * MIB, bytes: 16 * MIB, messages: 4_096 } as const;

/** An outbox that is not empty is looked at this often, beside the moments at which its link is drained. */
export const OUTBOX_MS = 20;

/** Evidence that is remembered as seen, and the newest of it that a new peer is sent: within the burst of its limit. */
export const EVIDENCE = { seen: 1_024, greeted: 128 } as const;

/** Votes of others are asked for this often while a height is not decided. An answer may have megabytes. */
export const VOTES_WANTED_MS = 2_000;

/** The head is told at most this often: while a node catches up, it changes many times a second. */
export const STATUS_MS = 50;

/** Questions to peers, and how often a connection is tried. */
export const PING_MS = 10_000;
export const SILENT_MS = 35_000;
export const INTRODUCTION_MS = 10_000;
export const DISCOVERY_MS = 30_000;
export const DIAL_MS = 15_000;
export const BACK_OFF = { firstMs: 5_000, mostMs: 120_000 } as const;

/** Address book: entries, and the share that one source may fill. */
export const ADDRESSES = { all: 1_000, perSource: 200, bans: 1_000 } as const;

/** Changes of the address book are saved this long after the first of them. */
export const SAVE_MS = 5_000;

/** Connections. Inbound slots are kept for different address networks. A validator that starts must hear others with a third of the
 *  stake: of a hundred with equal stakes, 34. */
export const SLOTS = { outbound: 8, outboundAsking: 48, inbound: 32, inboundPerNetwork: 4 } as const;

/** Points: a peer begins with 0 and is banned at -100. A point returns in this time. */
export const SCORE = { banned: -100, unreliable: -60, recoverMs: 5_000 } as const;

/** A ban doubles with each one before it. */
export const BAN = { firstMs: 10 * 60_000, mostMs: 24 * 3_600_000 } as const;

/** @throws InvariantError when two limits contradict each other. */
export function assertNetworkLimits(): void {
  invariant(CHUNK_MESSAGE_BYTES < MESSAGE_BYTES, 'a message must hold a chunk of transactions');
  invariant(MAX_SIGNED_BYTES + CHUNK_BYTES < OUTBOX.bytes, 'an outbox must hold the largest message of transactions');
  invariant(MAX_BLOCK_TRANSACTIONS * 6 < MESSAGE_BYTES, 'a message must hold the short ids of the largest block');
  invariant(KNOWN_IDS.node > 2 * MAX_BLOCK_TRANSACTIONS, 'the transactions of two blocks must be remembered');
  invariant(CATCH_UP.blocks * CATCH_UP.requests <= CATCH_UP.ahead, 'all requests must fit the window');
  invariant(
    SERVE.bytes / 2 + CHUNK_MESSAGE_BYTES < OUTBOX.bytes,
    'a block that is read must find room for a part of it',
  );
  invariant(CATCH_UP.ahead <= HEADERS.ahead, 'a block is asked for only when its header is known');
  invariant(HEADERS.requestBytes < HEADERS.bytes, 'a request for headers must fit');
  invariant(CATCH_UP.blocks <= SERVE.blocks, 'a request must be served whole');
  invariant(SNAPSHOT_PIECE_BYTES * 2 <= OUTBOX.linkBytes, 'a piece of a snapshot must fit beside others in a link');
  invariant(
    SNAPSHOT_FETCH.silentMs < SNAPSHOT_FETCH.lostMs,
    'a snapshot must not be given up before another peer was asked',
  );
  invariant(SERVICE_RUNS_BYTES < OUTBOX.bytes, 'an outbox must hold the largest record of the services');
  invariant(PING_MS * 3 < SILENT_MS, 'a peer must have several chances to be heard');
}
