/** Every bound of the engine that is not a rule of one network, each with what it protects and where it came from.
 *  Limits that belong together are checked together at start (`assertLimits`). */

import { invariant } from './refusal.js';

/** A request's timestamp may differ from the clock by this much, inclusive (specification, chapter Authentication). */
export const TIMESTAMP_WINDOW_MS = 300_000;

/** An identity and a (key, nonce) are remembered this long in header time: the window on both sides of a block. */
export const REPLAY_HORIZON_MS = 2 * TIMESTAMP_WINDOW_MS;

/** What one slice of the replay guard takes before the next is begun: every tag is looked for in all slices within the
 *  horizon, so there should be few; a slice stays until its newest tag is past the horizon, so it should be short. Sixty
 *  seconds are 11 slices and a tenth more memory than needed. So many tags fill a table of 2^22 places (84 MB); a larger one
 *  would make blocks wait when it grows. */
export const REPLAY_SLICE = { ms: 60_000, tags: 3_000_000 } as const;

/** Transactions a second that the node's memory is laid out for: full blocks of 20,000 every 400 ms. The replay guard then holds
 *  30 million tags. */
export const MEMORY_RATE = 50_000;

/** Entries of one Map or Set of JavaScript (V8): the next one is a RangeError. */
export const MAP_ENTRIES = 2 ** 24;

/** Elements of one typed array (Node 20), and of one plain array that is not a dictionary (V8: FixedArray). */
const TYPED_ARRAY_ELEMENTS = 2 ** 32 - 1;
const ARRAY_ELEMENTS = 2 ** 27 - 4;

/** Records of the state in one process's memory: at some 600 bytes each it ends at 40 GB before. */
export const STATE_RECORDS = 2 ** 26;

/** What the state's memory is made of for one record, as its own files say: two halves of 1.45 inner nodes with a hash of eight
 *  words (trie.ts), a path of 32 bytes (leaves.ts), all in arrays that grow by half; and the least number of shards over which
 *  any table's keys are spread (shardedMap.ts: a last digit alone tells ten apart). */
const STATE_MEMORY = { nodeWords: 1.45 * 2 * 8, pathBytes: 32, growth: 1.5, leastShards: 10 } as const;

/** Slices of the replay guard at that rate: each costs a look-up of some 50 ns for every transaction. */
const REPLAY_SLICES = 24;

/** A block's time may be at most this far ahead of the receiver's clock. */
export const MAX_CLOCK_LEAD_MS = 2_000;

/** Largest HTTP body (specification leaves it open; the existing network uses 16 MiB). */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Largest signed bytes of one transaction. Contract code of 1 MiB in base64 with its key must fit. */
export const MAX_SIGNED_BYTES = 2 * 1024 * 1024;

/** Nesting of JSON a signer may send. The SDK's deepest payload (NFT attributes) nests 4 levels. */
export const MAX_JSON_DEPTH = 32;

/** Length of a single-use request nonce in bytes. */
export const NONCE_BYTES = { min: 8, max: 128 } as const;

/** Items in one packet to a verification worker: 6-7 us of main thread an item at 64, 72-84 us one by one. */
export const PACKET_ITEMS = 64;

/** Signed requests in one body of POST /api/v2/batch: four packets. As JSON they are 4 MB, as protobuf 1.4 MB. */
export const BATCH_ITEMS = 256;

/** Longest wait of a first item for company before its packet leaves. */
export const PACKET_DELAY_MS = 2;

/** Transactions the mempool holds: two full blocks of 20,000. */
export const MEMPOOL_TRANSACTIONS = 40_000;

/** Memory the mempool holds: 40,000 transfers of about 5.4 KB. */
export const MEMPOOL_BYTES = 256 * 1024 * 1024;

/** Pending transactions of one sender; a sender that needs more waits for a block. */
export const MEMPOOL_PER_SENDER = 4_096;

/** Raw items waiting for the verifier over all lanes; the newest is pushed back with 503. How many of them depends on what an
 *  item costs: no more than are worked off in VERIFY_QUEUE_MS, because a longer row only makes everybody wait, but the least
 *  number in any case. */
export const VERIFY_QUEUE_ITEMS = { least: 1_024, most: 16_384 } as const;
export const VERIFY_QUEUE_MS = 500;
export const VERIFY_QUEUE_BYTES = 256 * 1024 * 1024;

/** Topics of one WebSocket, its open sockets, and what may wait unsent in one. */
export const WS_TOPICS = 64;
export const WS_CLIENTS = 5_000;
export const WS_BUFFER_BYTES = 4 * 1024 * 1024;

/** TCP connections of the API: its WebSockets and as many for requests. An idle one takes some 10 KB of memory and a file
 *  descriptor. */
export const MAX_CONNECTIONS = 10_000;
/** Of one address: some seventy wallets behind one NAT (a browser opens six connections and a WebSocket each), while it
 *  takes twenty addresses to fill the server. */
export const MAX_CONNECTIONS_PER_ADDRESS = 512;

/** What one socket may send in a period before it is closed: a subscription to the most topics by key takes 251 KB, and a
 *  client that changes its topics ten times a second is a broken one. */
export const WS_CLIENT_FRAMES = { periodMs: 10_000, frames: 100, bytes: 2 * 1024 * 1024 } as const;

/** Replays of the event log that read at the same time: each decodes about 2 ms at a stretch in the store's thread, which
 *  blocks wait for. Others wait their turn. */
export const WS_REPLAYS = 8;

/** Blocks whose events can be asked for again: a day of full pace at 400 ms, four weeks of heartbeats. The log of a full block
 *  takes 2 MB, its body and signatures 70 MB. */
export const EVENT_LOG_BLOCKS = 250_000;

/** Characters of an image as stored on chain, its `data:` prefix counted too (specification, chapter Limits: 100 KB). The text
 *  is what is signed and what every node keeps, so the text is what is measured. */
export const TOKEN_IMAGE_CHARACTERS = 100 * 1024;

/** Longest side of an uploaded token logo once it is converted (specification, chapter Limits). */
export const TOKEN_LOGO_PIXELS = 256;

/** Body of an upload: a phone's picture of 12 megapixels takes 3 to 5 MB, a third more in base64. */
export const LOGO_BODY_BYTES = 8 * 1024 * 1024;

/** Largest picture that is decoded, because a few hundred bytes can declare any size. In all: the 24 megapixels of a phone
 *  (5,712 x 4,284); the most expensive form of it, interlaced PNG of 16 bits, takes 0.9 s and 250 MB while it is converted.
 *  Of a side: what WebP can have. A PNG of one line of 25 million pixels took 2.3 GB. */
export const LOGO_INPUT = { pixels: 25_000_000, side: 16_384 } as const;

/** Uploads that wait for the one thread or are in it; the newest is pushed back with 503. As many as are converted in two
 *  seconds at a usual 0.25 s, and the bytes of four of the largest bodies. */
export const LOGO_QUEUE = { items: 8, bytes: 4 * LOGO_BODY_BYTES } as const;

/** Longest wait for a converted logo, from the body to the answer: a full queue of the most expensive pictures. */
export const LOGO_LIMIT_MS = 10_000;

/** Paging of the read routes (specification, chapter Limits). */
export const PAGE = {
  txs: { default: 200, max: 1_000 },
  blocks: { default: 50, max: 100, sync: 1_000, perPage: 10 },
  blockHeaders: { default: 20, max: 100 },
  addressTxs: { default: 50, max: 500 },
  tokens: { default: 100, max: 1_000 },
  holders: { default: 100, max: 1_000 },
  tokenTxs: { default: 50, max: 200 },
  allowances: { default: 100, max: 1_000 },
  pools: { default: 100, max: 1_000 },
  poolEvents: { default: 100, max: 1_000 },
  poolPrices: { default: 500, max: 500 },
  candles: { default: 100, max: 1_000 },
  nftCollections: { default: 100, max: 500 },
  nftTokens: { default: 50, max: 200 },
  nftsOfOwner: { default: 100, max: 500 },
  nftTxs: { default: 50, max: 200 },
} as const;

/** @throws InvariantError when two limits contradict each other. */
export function assertLimits(): void {
  invariant(MAX_SIGNED_BYTES * 4 < MAX_BODY_BYTES, 'a signed payload in hex and JSON must fit one body');
  invariant(REPLAY_HORIZON_MS >= 2 * TIMESTAMP_WINDOW_MS, 'replay memory must outlast the timestamp window');
  const horizonTags = (MEMORY_RATE * (REPLAY_HORIZON_MS + REPLAY_SLICE.ms)) / 1_000;
  invariant(
    Math.ceil(REPLAY_HORIZON_MS / REPLAY_SLICE.ms) + Math.ceil(horizonTags / REPLAY_SLICE.tags) <= REPLAY_SLICES,
    'the replay guard must hold what full blocks bring in its horizon, in few slices',
  );
  const { nodeWords, pathBytes, growth, leastShards } = STATE_MEMORY;
  invariant(
    STATE_RECORDS * growth * Math.max(nodeWords, pathBytes) <= TYPED_ARRAY_ELEMENTS && STATE_RECORDS < ARRAY_ELEMENTS,
    'the trie must hold all records of the state',
  );
  invariant(STATE_RECORDS <= leastShards * MAP_ENTRIES, 'the tables must hold all records of the state');
  invariant(REPLAY_SLICE.ms < REPLAY_HORIZON_MS, 'a slice of the replay guard must be shorter than its horizon');
  invariant(MEMPOOL_PER_SENDER < MEMPOOL_TRANSACTIONS, 'one sender must not fill the mempool');
  invariant(VERIFY_QUEUE_ITEMS.least >= PACKET_ITEMS, 'the verify queue must hold a packet');
  invariant(LOGO_BODY_BYTES <= LOGO_QUEUE.bytes, 'the queue of logos must hold the largest');
  invariant(TOKEN_IMAGE_CHARACTERS < MAX_SIGNED_BYTES, 'a token must be able to carry its image');
}
