/** Every bound of the engine that is not a rule of one network, each with what it protects and where it came from.
 *  Limits that belong together are checked together at start (`assertLimits`). */

import { invariant } from './refusal.js';

/** A request's timestamp may differ from the clock by this much, inclusive (specification, chapter Authentication). */
export const TIMESTAMP_WINDOW_MS = 300_000;

/** An identity and a (key, nonce) are remembered this long in header time: the window on both sides of a block. */
export const REPLAY_HORIZON_MS = 2 * TIMESTAMP_WINDOW_MS;

/** A block's time may be at most this far ahead of the receiver's clock. */
export const MAX_CLOCK_LEAD_MS = 2_000;

/** Largest HTTP body (specification leaves it open; the existing network uses 16 MiB). */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Largest signed bytes of one transaction. Contract code of 1 MiB in base64 with its key must fit. */
export const MAX_SIGNED_BYTES = 2 * 1024 * 1024;

/** Nesting of JSON a signer may send. The SDK's deepest payload (NFT attributes) nests 4 levels. */
export const MAX_JSON_DEPTH = 32;

/** What a JSON text may cost its reader, beyond its characters. */
export interface JsonBounds {
  /** UTF-16 code units of the text; a longer one is refused unread. */
  readonly characters: number;
  /** Values in all: the document, members and elements, nested ones too. A value of two characters costs as much memory
   *  as a text of a hundred. */
  readonly values: number;
  /** Members of one object. Keys that share a hash are compared one by one: the cost of an object is bounded by the square
   *  of its members, whatever their keys are. */
  readonly members: number;
  /** UTF-16 code units of a key. V8 hashes strings of 16,384 and more by their length alone. */
  readonly keyCharacters: number;
  readonly depth: number;
}

/** What a byte of the worst signed text may cost to read, compare and write canonically, as a multiple of a byte of a batch
 *  mint. Measured: up to 5.5 (`{"":{"":{"":` and so on: every six characters are a Map), and three times that for a busy
 *  machine. Without the bounds below it grew with the text: a body of 16 MiB held a thread for 8 to 21 s. */
export const JSON_COST_FACTOR = 16;

/** A signed text. Most values: a batch mint of 50 NFTs, each with attributes of 8,192 characters all of the shortest pairs,
 *  `{"trait_type":"a","value":"b"}`, has 39,800; half as much again. Members: attributes of 8,192 characters as one object of
 *  eight characters a member. A key may be a public key in hex, 3,904 characters. */
export const SIGNED_JSON: JsonBounds = {
  characters: MAX_SIGNED_BYTES,
  values: 65_536,
  members: 1_024,
  keyCharacters: 4_096,
  depth: MAX_JSON_DEPTH,
};

/** The body around a signed text, which may show its payload once more: as many values, and the members of a TxV1. */
export const ENVELOPE_JSON: JsonBounds = {
  ...SIGNED_JSON,
  characters: MAX_BODY_BYTES,
  values: SIGNED_JSON.values + 64,
};

/** A signed text that was stored under earlier bounds, when only its length and depth had one: it is in a block and must be
 *  read. The cost has been paid for once. */
export const STORED_JSON: JsonBounds = {
  ...SIGNED_JSON,
  values: MAX_SIGNED_BYTES,
  members: MAX_SIGNED_BYTES,
  keyCharacters: MAX_SIGNED_BYTES,
};

/** Body of a route that takes plain values, read on the main thread: none has more than a dozen. */
export const PLAIN_JSON: JsonBounds = { ...SIGNED_JSON, characters: 64 * 1024, values: 256, members: 64 };

/** Header of a block: 4.3 KB, nine members. */
export const HEADER_JSON: JsonBounds = { characters: 16 * 1024, values: 16, members: 16, keyCharacters: 64, depth: 1 };

/** Body of an upload: one picture as text. */
export const LOGO_JSON: JsonBounds = { ...PLAIN_JSON, characters: 8 * 1024 * 1024 };

/** Files of the operator: the genesis file of a network with half a million allocations takes 60 MB. */
export const FILE_JSON: JsonBounds = {
  characters: 128 * 1024 * 1024,
  values: 4_000_000,
  members: 1_024,
  keyCharacters: 4_096,
  depth: MAX_JSON_DEPTH,
};

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
  invariant(MEMPOOL_PER_SENDER < MEMPOOL_TRANSACTIONS, 'one sender must not fill the mempool');
  invariant(VERIFY_QUEUE_ITEMS.least >= PACKET_ITEMS, 'the verify queue must hold a packet');
  invariant(LOGO_BODY_BYTES <= LOGO_QUEUE.bytes, 'the queue of logos must hold the largest');
  invariant(SIGNED_JSON.characters >= MAX_SIGNED_BYTES, 'signed bytes of every allowed length must be readable');
  invariant(ENVELOPE_JSON.values > SIGNED_JSON.values, 'a body must hold the payload and its envelope');
  invariant(SIGNED_JSON.members * SIGNED_JSON.values <= 2 ** 26, 'keys that share a hash must not hold a thread');
  invariant(SIGNED_JSON.keyCharacters < 16_384, 'V8 must hash every key by all of its characters');
  invariant(LOGO_JSON.characters >= LOGO_BODY_BYTES, 'an upload of every allowed length must be readable');
  invariant(TOKEN_IMAGE_CHARACTERS < MAX_SIGNED_BYTES, 'a token must be able to carry its image');
}
