/** Every bound of the engine that is not a rule of one network, each with what it protects and where it came from.
 *  Limits that belong together are checked together at start (`assertLimits`). */

import { assertPeerLimits } from './peerLimits.js';
import { invariant } from './refusal.js';

/** A request's timestamp may differ from the clock by this much, inclusive (specification, chapter Authentication). */
export const TIMESTAMP_WINDOW_MS = 300_000;

/** How long an identity and a (key, nonce) are remembered, in header time: the window on both sides of a block. */
export const REPLAY_HORIZON_MS = 2 * TIMESTAMP_WINDOW_MS;

/** What one slice of the replay guard takes before the next begins. Every tag is looked up in all slices within the horizon,
 *  so there should be few; a slice stays until its newest tag is past the horizon, so it should be short. Sixty seconds give
 *  11 slices and a tenth more memory than needed. This many tags fill a table of 2^22 places (84 MB); growing a larger one
 *  would make blocks wait. */
export const REPLAY_SLICE = { ms: 60_000, tags: 3_000_000 } as const;

/** Transactions per second that the node's memory is designed for: full blocks of 20,000 every 400 ms. The replay guard then
 *  holds 30 million tags. */
export const MEMORY_RATE = 50_000;

/** Most entries of one JavaScript Map or Set (V8): adding another throws a RangeError. */
export const MAP_ENTRIES = 2 ** 24;

/** Most elements of one typed array (Node 20), and of one plain array that is not a dictionary (V8: FixedArray). */
const TYPED_ARRAY_ELEMENTS = 2 ** 32 - 1;
const ARRAY_ELEMENTS = 2 ** 27 - 4;

/** Most state records in one process's memory. At some 600 bytes each they take 40 GB, so memory usually runs out first. */
export const STATE_RECORDS = 2 ** 26;

/** The state's memory for one record, from its own files: two halves of 1.45 inner nodes with a hash of eight words (trie.ts),
 *  a path of 32 bytes (leaves.ts), all in arrays that grow by half; and the smallest number of shards over which any table's
 *  keys are spread (shardedMap.ts: ten, when keys differ in the last digit alone). */
const STATE_MEMORY = { nodeWords: 1.45 * 2 * 8, pathBytes: 32, growth: 1.5, leastShards: 10 } as const;

/** Most slices of the replay guard at `MEMORY_RATE`: each costs a look-up of some 50 ns for every transaction. */
const REPLAY_SLICES = 24;

/** A block's time may be at most this far ahead of the receiver's clock. */
export const MAX_CLOCK_LEAD_MS = 2_000;

/** How far the wall clock may drift from the monotonic clock before that counts as a leap. Slewed clocks never drift so far.
 *  Half of what a header may be ahead of its receivers' clocks leaves room to set the clock back without a wait. */
export const CLOCK_LEEWAY_MS = MAX_CLOCK_LEAD_MS / 2;

/** How long a forward leap of the wall clock must last before headers follow it. ntpd requires the same before it steps a
 *  clock (its `stepout` is 300 s), and no request waits longer than its window for a clock that was corrected. */
export const CLOCK_HOLD_MS = TIMESTAMP_WINDOW_MS;

/** No route accepts a larger HTTP body; each route states its own, smaller limit (the specification leaves it open; the
 *  existing network uses 16 MiB). */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Largest body that is parsed on the main thread: the faucet's holds a public key, 3,904 hex characters. The worst JSON of
 *  this size costs that thread about half a millisecond. Larger bodies go as bytes to another thread. */
export const PARSED_BODY_BYTES = 8 * 1024;

/** Parameters in one query, unknown ones included: three times as many as any route has. Detecting a name with a broken
 *  encoding costs 3 us. */
export const QUERY_PARAMETERS = 64;

/** Largest signed bytes of one transaction. Contract code of 1 MiB in base64 with its key must fit. */
export const MAX_SIGNED_BYTES = 2 * 1024 * 1024;

/** Most bytes of JSON in an answer for one signed byte: a transaction is shown as it was signed and as it was read. Usual: a
 *  text of quotes, each escaped in the signed form. Most: `1e20` is read as 21 digits, which makes 5.4; and in a stored text
 *  that would be refused today, a control character or a byte that is not UTF-8 takes up to 6. */
export const JSON_TIMES = { usual: 3, most: 7 } as const;

/** Signed bytes of a transaction beyond what the members of its kind need: members that no kind knows, white space, one
 *  value under two names. Clients send a few hundred bytes of them; bytes beyond the free allowance are paid for. */
export const UNKNOWN_MEMBERS_BYTES = 16 * 1024;

/** Levels of nesting in the JSON that a signer may send. The SDK's deepest payload (NFT attributes) nests 4 levels. */
export const MAX_JSON_DEPTH = 32;

/** What a JSON text may cost its reader, beyond its characters. */
export interface JsonBounds {
  /** UTF-16 code units of the text; a longer one is refused unread. */
  readonly characters: number;
  /** Total number of values: the document, members and elements, nested ones too. A value of two characters costs as much
   *  memory as a text of a hundred. */
  readonly values: number;
  /** Members of one object. Keys that share a hash are compared one by one, so whatever the keys are, the cost of an object
   *  is bounded by the square of its members. */
  readonly members: number;
  /** UTF-16 code units of a key. V8 hashes strings of 16,384 units and more by their length alone. */
  readonly keyCharacters: number;
  readonly depth: number;
}

/** What a byte of the worst signed text may cost to read, compare and write canonically, as a multiple of a byte of a batch
 *  mint. Measured: up to 5.5 (`{"":{"":{"":` and so on: every six characters make a Map); this is three times that, for a
 *  busy machine. Without the bounds below the cost per byte grew with the text: a body of 16 MiB held a thread for 8 to 21 s. */
export const JSON_COST_FACTOR = 16;

/** A signed text. Values: a batch mint of 50 NFTs, each with attributes of 8,192 characters made of the shortest pairs,
 *  `{"trait_type":"a","value":"b"}`, has 39,800; the bound is half as much again. Members: attributes of 8,192 characters as
 *  one object with eight characters per member. A key may be a public key in hex, 3,904 characters. */
export const SIGNED_JSON: JsonBounds = {
  characters: MAX_SIGNED_BYTES,
  values: 65_536,
  members: 1_024,
  keyCharacters: 4_096,
  depth: MAX_JSON_DEPTH,
};

/** The body around a signed text, which may repeat its payload one level down: as many values, plus the members of a TxV1. */
export const ENVELOPE_JSON: JsonBounds = {
  ...SIGNED_JSON,
  depth: SIGNED_JSON.depth + 1,
  characters: MAX_BODY_BYTES,
  values: SIGNED_JSON.values + 64,
};

/** A signed text that was stored under earlier rules, which bounded only its length and depth: it is in a block and must stay
 *  readable. Its cost was already paid once. */
export const STORED_JSON: JsonBounds = {
  ...SIGNED_JSON,
  values: MAX_SIGNED_BYTES,
  members: MAX_SIGNED_BYTES,
  keyCharacters: MAX_SIGNED_BYTES,
};

/** Body of a route that takes plain values, read on the main thread: no such body has more than a dozen. */
export const PLAIN_JSON: JsonBounds = { ...SIGNED_JSON, characters: 64 * 1024, values: 256, members: 64 };

/** Header of a block: 4.3 KB, nine members. */
export const HEADER_JSON: JsonBounds = { characters: 16 * 1024, values: 16, members: 16, keyCharacters: 64, depth: 1 };

/** A vote: key and signature in hex are 10.5 KB. Other implementations may name more than the six members that count. */
export const VOTE_JSON: JsonBounds = { characters: 16 * 1024, values: 32, members: 32, keyCharacters: 64, depth: 4 };

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

/** Items in one packet to a verification worker. An item costs 6-7 us of main thread in packets of 64, 72-84 us alone. */
export const PACKET_ITEMS = 64;

/** Signed requests in one body of POST /api/v2/batch: four packets. As JSON they are 4 MB, as protobuf 1.4 MB. */
export const BATCH_ITEMS = 256;

/** Largest body of a batch: `BATCH_ITEMS` transfers as JSON take 6 MB when each carries its signed bytes in hex. The main
 *  thread does not parse it but cuts it at its commas, 2 ns per byte at worst. */
export const BATCH_BODY_BYTES = 8 * 1024 * 1024;

/** Longest time that the first item of a packet waits for more items before the packet is sent. */
export const PACKET_DELAY_MS = 2;

/** Transactions the mempool holds: two full blocks of 20,000. */
export const MEMPOOL_TRANSACTIONS = 40_000;

/** Memory the mempool holds: 40,000 transfers of about 5.4 KB. */
export const MEMPOOL_BYTES = 256 * 1024 * 1024;

/** Pending transactions of one sender; a sender that needs more waits for a block. */
export const MEMPOOL_PER_SENDER = 4_096;

/** One sender holds at most one part in this many of the mempool's bytes: 32 MB, enough for its 4,096 transfers of some
 *  6.9 KB. */
export const MEMPOOL_SENDER_SHARE = 8;

/** What a transfer takes in the mempool: key, signature, text, entry of the body, decoded fields, and the objects around them. */
const MEMPOOL_TRANSFER_BYTES = 7_000;

/** Ceilings for the block limits of a genesis file. A block is made from the mempool, so it never needs more than the mempool
 *  holds; a second block must find its transactions there while the first is being agreed on. */
export const MAX_BLOCK_TRANSACTIONS = 20_000;
export const MAX_BLOCK_BYTES = 256 * 1024 * 1024;

/** Contracts (specification, Limits, where it has them). `codeBytes`: one module. `callFuel`: most fuel of one call, and what it gets
 *  when it names none. `depth`: of sub-calls. `keyBytes`, `valueBytes`: one record of a contract's storage, which every node keeps
 *  in memory. `methodCharacters`: three times the longest name in the contracts that were looked at. `argsCharacters`: as a value
 *  of its storage. `outputBytes`: of the log, of the events and of the return data of a call, each with all its sub-calls. In the worst
 *  JSON, six characters a byte, the three make a receipt or the answer of a query of 1.2 MB, which costs its asker nothing. */
export const CONTRACT = {
  codeBytes: 1024 * 1024,
  callFuel: 10_000_000,
  /** Least limit of a call, and what one pays that ends before its contract runs. The published client adds as much to what a query has
   *  used, so none of its calls has less. */
  leastCallFuel: 1_000,
  /** Signed bytes of a call that cost nothing beside its fuel: a key and some hundred characters. A call costs far less than the table fee
   *  that pays for an allowance. */
  freeSignedBytes: 4_608,
  /** Code of different contracts that one call, and one block, may use, bytes as uploaded: a node that has not kept it compiles it before
   *  it can vote, at 25 to 120 ms a mebibyte. */
  codeBytesPerCall: 2 * 1024 * 1024,
  codeBytesPerBlock: 4 * 1024 * 1024,
  /** What the smallest contract counts there. */
  leastCodeBytes: 16 * 1024,
  depth: 8,
  keyBytes: 256,
  valueBytes: 64 * 1024,
  methodCharacters: 256,
  argsCharacters: 64 * 1024,
  outputBytes: 64 * 1024,
} as const;

/** Ceiling for the fuel that a genesis file gives to a block: at the slowest program that the native prices leave (5 ns a unit)
 *  such a block takes 5 s. */
export const MAX_BLOCK_FUEL = 1_000_000_000;

/** Bytes of a transaction in a block beyond its signed bytes: key, signature, the operation's name, lengths. */
const BLOCK_ENTRY_BYTES = 5_400;

/** Bytes of state that one transaction rewrites beyond its own: a token's record with the largest image, for a changed link. */
export const REWRITTEN_BYTES = 112 * 1024;

/** Index entries and the receipt of a transaction. */
const INDEX_BYTES = 4 * 1024;

/** Largest buffer with everything that one block changes in the database. */
export const MAX_BATCH_BYTES = 3 * 1024 * 1024 * 1024;

/** Largest sign journal: it holds a whole block. Node reads files of up to 2 GiB at once, and the file's length field has 32
 *  bits. */
export const MAX_JOURNAL_BYTES = 1024 * 1024 * 1024;

/** Validators and allocations of a genesis file. Without the upgrade `active_set` every block walks all validators, and a certificate
 *  has 5.3 KB for each. */
export const MAX_GENESIS_VALIDATORS = 10_000;
/** Most members of an active set. Every block carries a certificate with 5.3 KB for each member, and every node checks their
 *  signatures: with 1,000 members 5.3 MB and about a tenth of a second of one core. */
export const MAX_ACTIVE_VALIDATORS = 1_000;
export const MAX_GENESIS_ALLOCATIONS = 100_000;

/** Raw items waiting for the verifier over all lanes; when it is full, the newest is refused with 503. The limit depends on the
 *  cost of an item: as many as are verified in VERIFY_QUEUE_MS, because a longer queue only makes everybody wait, but never
 *  fewer than `least`. */
export const VERIFY_QUEUE_ITEMS = { least: 1_024, most: 16_384 } as const;
export const VERIFY_QUEUE_MS = 500;
export const VERIFY_QUEUE_BYTES = 256 * 1024 * 1024;

/** Topics of one WebSocket, open sockets, and bytes that may wait unsent in one. */
export const WS_TOPICS = 64;
/** Values in one frame of a client, with brackets and separators counted too. Leaving all topics and joining as many others
 *  takes 135. A frame of half a megabyte can hold 170,000 objects, which must not be created. */
export const WS_FRAME_VALUES = 4 * WS_TOPICS;
export const WS_CLIENTS = 5_000;
export const WS_BUFFER_BYTES = 4 * 1024 * 1024;

/** TCP connections of the API: its WebSockets and as many again for requests. An idle one takes some 10 KB of memory and a
 *  file descriptor. */
export const MAX_CONNECTIONS = 10_000;
/** TCP connections from one address: enough for some seventy wallets behind one NAT (a browser opens six connections and a
 *  WebSocket for each), while it takes twenty addresses to fill the server. */
export const MAX_CONNECTIONS_PER_ADDRESS = 512;

/** Bytes held for readers that have not taken them yet, in total: what waits in WebSockets, and started answers. Above it, the
 *  connection that holds most is closed, of the client that holds most. A sixteenth of the memory of a machine with 4 GiB;
 *  without this limit 512 sockets that never read took 2.6 GB. */
export const HELD_BYTES = 256 * 1024 * 1024;
/** Bytes held for one client: eight WebSockets with all that may wait in each, while it takes eight clients to reach
 *  `HELD_BYTES`. A client is an IPv4 address or an IPv6 /64. */
export const HELD_BYTES_PER_CLIENT = 32 * 1024 * 1024;

/** How many of a WebSocket's waiting bytes the server library copies into its own buffer. The others wait as references to
 *  events that all subscribers share. One write of the library gathers 16 KiB. */
export const WIRE_BYTES = 64 * 1024;

/** A closed WebSocket whose client is still reading earlier data gets this long, then the connection is cut. */
export const CLOSE_DRAIN_MS = 10_000;

/** Answers streamed at the same time: each holds a view of the database and two pieces. When all are taken, the newest is
 *  refused. */
export const STREAMS = 240;
/** Streamed answers of one client: thirty wallets behind one address, while it takes eight clients to fill all places. */
export const STREAMS_PER_CLIENT = 30;

/** Streams of the store: those of answers, those of replays, and as many as the replays again for backups and the node. */
export const STORE_STREAMS = 256;

/** The share of any per-client resource that this machine itself, and proxies that do not name their clients, may take. The
 *  last quarter stays for everybody else. */
export const NEAR_SHARE = 3 / 4;

/** Slowest allowed reader of an answer, while bytes wait for it: 32 kbit/s, which phone companies leave a customer whose data
 *  volume is used up. It is measured over half a minute, long enough for a phone to pass a tunnel. At this pace the largest
 *  page takes 2.3 hours, and its reader holds one place of its client's share. */
export const READ_PACE = { bytesPerSecond: 4 * 1024, windowMs: 30_000 } as const;

/** Bytes of a list in one answer: the list ends with the element that reaches them, and the answer says where to continue. A
 *  thousand transfers, the most that a client may ask for, take 15 MB. */
export const LIST_BYTES = 32 * 1024 * 1024;

/** Records of a list that is requested without a limit; usually it reaches its byte limit first. The smallest records take 200
 *  bytes, so this many fill more than half of an answer. */
export const LIST_RECORDS = 100_000;

/** Bytes of a streamed answer that are produced and sent at a time. Each stream holds two pieces: one being sent and one
 *  prepared ahead. */
export const PIECE_BYTES = 128 * 1024;

/** Bytes of block entries that readers of history keep between the pieces of their answers (`engine/store/windows.ts`), so that
 *  a block is read once for a window of it. `all` is the total, shared equally: less than two full blocks. `most` is for one
 *  reader: a quarter of the largest answer; a larger window would save few reads and hold the thread longer while it is copied.
 *  `least` applies when all streams of the store are open: some sixty transfers, four pieces of an answer. */
export const READ_WINDOW = { all: 128 * 1024 * 1024, most: 8 * 1024 * 1024, least: 256 * 1024 } as const;

/** Elements larger than a piece are kept while their readers take them piece by piece. This is the total in each thread, shared
 *  equally; an element that does not fit is produced again. The largest element, a transaction of 2 MiB, has up to 14 MiB of
 *  JSON when all of it is numbers, and usually 4 MiB. */
export const KEPT_ELEMENT_BYTES = 48 * 1024 * 1024;

/** What one socket may send in a period before it is closed. A subscription to the most topics by key takes 251 KB, and a
 *  client that changes its topics ten times a second is broken. */
export const WS_CLIENT_FRAMES = { periodMs: 10_000, frames: 100, bytes: 2 * 1024 * 1024 } as const;

/** Replays of the event log that read at the same time: each decodes for about 2 ms at a stretch in the store's thread, for
 *  which blocks wait. Other replays wait their turn. */
export const WS_REPLAYS = 8;

/** Blocks whose events can be replayed: a day at full pace of 400 ms, or four weeks of heartbeats. The log of a full block takes
 *  2 MB, its body and signatures 70 MB. */
export const EVENT_LOG_BLOCKS = 250_000;

/** Characters of an image as stored on chain, its `data:` prefix included (specification, chapter Limits: 100 KB). The limit
 *  counts the text because the text is signed and every node keeps it. */
export const TOKEN_IMAGE_CHARACTERS = 100 * 1024;

/** Longest side of an uploaded token logo once it is converted (specification, chapter Limits). */
export const TOKEN_LOGO_PIXELS = 256;

/** Body of an upload: a phone's picture of 12 megapixels takes 3 to 5 MB, a third more in base64. */
export const LOGO_BODY_BYTES = 8 * 1024 * 1024;

/** Largest picture that is decoded, because a few hundred bytes can declare any size. `pixels`: the 24 megapixels of a phone
 *  (5,712 x 4,284); the most expensive form of it, interlaced PNG of 16 bits, takes 0.9 s and 250 MB while it is converted.
 *  `side`: the longest that WebP allows. A PNG of one line of 25 million pixels took 2.3 GB. */
export const LOGO_INPUT = { pixels: 25_000_000, side: 16_384 } as const;

/** Uploads that wait for the one thread or are in it; when the queue is full, the newest is refused with 503. It holds as many
 *  as are converted in two seconds at a usual 0.25 s, and the bytes of four of the largest bodies. */
export const LOGO_QUEUE = { items: 8, bytes: 4 * LOGO_BODY_BYTES } as const;

/** Longest wait for a converted logo, from the body to the answer: a full queue of the most expensive pictures. */
export const LOGO_LIMIT_MS = 10_000;

/** Paging of the read routes (specification, chapter Limits). A list without a default is returned whole when the request names
 *  no limit. */
export const PAGE = {
  txs: { default: 200, max: 1_000 },
  blocks: { default: 50, max: 100, sync: 1_000, perPage: 10 },
  blockHeaders: { default: 20, max: 100 },
  blockEffects: { default: 50, max: 1_000 },
  addressTxs: { default: 50, max: 500 },
  tokens: { max: 1_000 },
  holders: { max: 1_000 },
  setChanges: { default: 20, max: 100 },
  topHolders: { default: 100, max: 1_000 },
  tokenTxs: { default: 50, max: 200 },
  allowances: { max: 1_000 },
  pools: { max: 1_000 },
  poolEvents: { default: 100, max: 1_000 },
  poolPrices: { default: 500, max: 500 },
  candles: { default: 100, max: 1_000 },
  nftCollections: { max: 500 },
  nftTokens: { max: 200 },
  nftsOfOwner: { max: 500 },
  nftTxs: { default: 50, max: 200 },
  contracts: { default: 100, max: 500 },
  contractEvents: { default: 50, max: 1_000 },
  contractState: { default: 1_000, max: 10_000 },
  wallets: { max: 500 },
  search: { default: 20, max: 100 },
  balanceHistory: { default: 50, max: 1_000 },
} as const;

/** @throws InvariantError when two limits contradict each other. */
export function assertLimits(): void {
  invariant(MAX_SIGNED_BYTES * 4 < MAX_BODY_BYTES, 'a signed payload in hex and JSON must fit one body');
  invariant(PARSED_BODY_BYTES <= 16 * 1024, 'the main thread parses small bodies only');
  invariant(PARSED_BODY_BYTES < BATCH_BODY_BYTES && BATCH_BODY_BYTES <= MAX_BODY_BYTES, 'a batch must fit one body');
  invariant(LOGO_BODY_BYTES <= MAX_BODY_BYTES, 'a logo must fit one body');
  invariant(WS_FRAME_VALUES >= 2 * WS_TOPICS + 8, 'one frame must be able to change every topic');
  invariant(REPLAY_HORIZON_MS >= 2 * TIMESTAMP_WINDOW_MS, 'replay memory must outlast the timestamp window');
  invariant(UNKNOWN_MEMBERS_BYTES < MAX_SIGNED_BYTES, 'unknown members must leave room for known ones');
  invariant(CLOCK_LEEWAY_MS < MAX_CLOCK_LEAD_MS, 'a leap that is taken back must not make production wait');
  invariant(CLOCK_HOLD_MS > CLOCK_LEEWAY_MS, 'a leap must last longer than it takes to run it through');
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
  invariant(
    MEMPOOL_PER_SENDER * MEMPOOL_TRANSFER_BYTES <= MEMPOOL_BYTES / MEMPOOL_SENDER_SHARE,
    "a sender's share of the mempool must hold the transfers that it may have pending",
  );
  // Its text, its entry of the body, and its decoded fields, whose characters may take two bytes.
  invariant(4 * MAX_SIGNED_BYTES < MEMPOOL_BYTES / MEMPOOL_SENDER_SHARE, 'a share must hold the largest transaction');
  assertBlockLimits();
  assertPeerLimits(WS_BUFFER_BYTES);
  invariant(VERIFY_QUEUE_ITEMS.least >= PACKET_ITEMS, 'the verify queue must hold a packet');
  invariant(WS_BUFFER_BYTES * 4 <= HELD_BYTES_PER_CLIENT, 'a client must be able to hold several slow sockets');
  invariant(HELD_BYTES_PER_CLIENT * 4 <= HELD_BYTES, 'a few clients must not take all that is held for readers');
  invariant(WIRE_BYTES * 16 <= WS_BUFFER_BYTES, 'most of what waits in a socket must be shared');
  invariant(STREAMS_PER_CLIENT * 8 <= STREAMS, 'a few clients must not take all streams');
  invariant(STREAMS + 2 * WS_REPLAYS <= STORE_STREAMS, 'readers must leave streams to replays and to the node itself');
  invariant(
    2 * PIECE_BYTES * STREAMS_PER_CLIENT <= HELD_BYTES_PER_CLIENT,
    'the streams of a client must fit its share',
  );
  invariant(2 * PIECE_BYTES * STREAMS <= HELD_BYTES, 'all streams must fit what may be held');
  invariant(MAX_SIGNED_BYTES * JSON_TIMES.most <= LIST_BYTES, 'a list must hold the largest element');
  invariant(
    MAX_SIGNED_BYTES * JSON_TIMES.most * 3 <= KEPT_ELEMENT_BYTES,
    'several of the largest elements must be kept',
  );
  invariant(PIECE_BYTES * STORE_STREAMS <= KEPT_ELEMENT_BYTES, 'of every element that is read a piece must be kept');
  invariant(READ_WINDOW.least * STORE_STREAMS <= READ_WINDOW.all, 'every stream of the store must have a window');
  invariant(READ_WINDOW.least <= READ_WINDOW.most, 'the least window must not be above the largest');
  invariant(READ_WINDOW.least >= 2 * PIECE_BYTES, 'a window must save reads');
  invariant(LOGO_BODY_BYTES <= LOGO_QUEUE.bytes, 'the queue of logos must hold the largest');
  invariant(SIGNED_JSON.characters >= MAX_SIGNED_BYTES, 'signed bytes of every allowed length must be readable');
  invariant(ENVELOPE_JSON.values > SIGNED_JSON.values, 'a body must hold the payload and its envelope');
  invariant(SIGNED_JSON.members * SIGNED_JSON.values <= 2 ** 26, 'keys that share a hash must not hold a thread');
  invariant(SIGNED_JSON.keyCharacters < 16_384, 'V8 must hash every key by all of its characters');
  invariant(LOGO_JSON.characters >= LOGO_BODY_BYTES, 'an upload of every allowed length must be readable');
  invariant(TOKEN_IMAGE_CHARACTERS < MAX_SIGNED_BYTES, 'a token must be able to carry its image');
}

/** Checks the largest block that a genesis file can allow against everything that must hold it. */
function assertBlockLimits(): void {
  invariant(2 * MAX_BLOCK_TRANSACTIONS <= MEMPOOL_TRANSACTIONS, 'the mempool must hold two full blocks');
  invariant(MAX_BLOCK_BYTES <= MEMPOOL_BYTES, 'a block is made from what the mempool holds');
  invariant(MAX_SIGNED_BYTES <= MAX_BLOCK_BYTES, 'the largest transaction must fit the largest block');
  invariant((CONTRACT.codeBytes * 4) / 3 < MAX_SIGNED_BYTES - 65_536, 'the largest contract must fit one transaction');
  invariant(CONTRACT.callFuel <= MAX_BLOCK_FUEL, 'the dearest call must fit a block');
  invariant(CONTRACT.codeBytesPerCall <= CONTRACT.codeBytesPerBlock, 'what a call may use must fit a block');
  invariant(CONTRACT.codeBytes <= CONTRACT.codeBytesPerCall, 'the largest contract must be callable');
  const certificate = MAX_GENESIS_VALIDATORS * BLOCK_ENTRY_BYTES;
  invariant(
    MAX_BLOCK_TRANSACTIONS * BLOCK_ENTRY_BYTES + MAX_BLOCK_BYTES + certificate <= MAX_JOURNAL_BYTES,
    'the sign journal must hold the largest block with its certificate',
  );
  invariant(MAX_JOURNAL_BYTES < 2 ** 31 - 1, 'the sign journal must be a file that is read at once');
  const rewritten = MAX_BLOCK_TRANSACTIONS * (REWRITTEN_BYTES + INDEX_BYTES);
  invariant(rewritten + MAX_BLOCK_BYTES <= MAX_BATCH_BYTES, 'a batch must hold all changes of the largest block');
  invariant(MAX_BATCH_BYTES < 2 ** 32, 'lengths and offsets in a batch have 32 bits');
  invariant(TOKEN_IMAGE_CHARACTERS < REWRITTEN_BYTES, 'the largest record is that of a token with its image');
}
