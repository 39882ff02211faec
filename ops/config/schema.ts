/** The one table of the node's options. Flags, environment, configuration file, `--help` and validation all read it;
 *  a new option is one entry here, or in the file of its chapter when that has one.
 *
 *  Names and environment variables in capitals are the interface specification's (chapter Node options) where it has
 *  them; every other option is read from ROUGED_ and its name. `available: false` marks an option whose part of the
 *  node does not exist: it is checked like the others, and a start that sets it is refused instead of ignoring it. */

import { availableParallelism } from 'node:os';
import { readKeyEntry } from '../../api/limits/apiKeys.js';
import { readAddressRange } from '../../api/limits/clientAddress.js';
import { readPeerUrl } from '../../api/peers/peerUrl.js';
import { HTTP_SERVERS } from '../../api/server/choose.js';
import {
  EVENT_LOG_BLOCKS,
  MAX_CONNECTIONS,
  MAX_CONNECTIONS_PER_ADDRESS,
  MEMPOOL_BYTES,
  MEMPOOL_TRANSACTIONS,
  WS_CLIENTS,
} from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { SERVICE_BYTES } from '../../engine/base/serviceLimits.js';
import { DEFAULT_BLOCK_TIME_MS } from '../../engine/chain/genesis.js';
import { KEEP_BLOCKS, MODES } from '../../engine/store/keeping.js';
import type { TrustedBlock } from '../../engine/store/snapshot/manifest.js';
import { BACKEND_CHOICES, VERIFY_CACHE_BYTES } from '../../workers/verify/signatureBackends.js';
import { EXPO_ENDPOINT, endpointRule } from '../push/endpoint.js';
import { bridgeServiceOptions, evmBridgeOptions } from './bridgeOptions.js';
import { btcBridgeOptions } from './btcBridgeOptions.js';
import { historyOptions } from './historyOptions.js';
import {
  accountRule,
  booleanOption,
  enumOption,
  integerOption,
  listOption,
  matching,
  type OptionTable,
  type OptionValues,
  optionalInteger,
  pathOption,
  pathOptionWithDefault,
  secretRule,
  shownAddress,
  textOption,
  textOptionWithDefault,
  urlOption,
} from './optionKinds.js';
import { voteOptions } from './voteOptions.js';

const NODE = 'Node';
const CHAIN = 'Chain';
const PRODUCTION = 'Block production';
const FAUCET = 'Faucet';
const LIMITS = 'Limits';
const PEERS = 'Peers';
const SNAPSHOTS = 'Snapshots';
const SERVICES = 'Services';
const LOG = 'Log';
const METRICS = 'Metrics';
const PUSH = 'Push';

/** One verification worker for each core except the one of the main thread. */
const defaultWorkers = (): number => Math.max(1, availableParallelism() - 1);

/** Fewer are read from the database and hashed in half a second. */
const STATE_FILE_RECORDS = 50_000;

/** Block times above an hour are typing errors; 10 ms is what a loaded test network sustains. */
export const BLOCK_TIME_MS = { min: 10, max: 3_600_000 } as const;

/** A machine has fewer cores than this; more workers only cost memory. */
const MAX_WORKERS = 256;

/** A height and a block hash. */
const TRUSTED_BLOCK = /^([1-9]\d{0,14}):([0-9a-f]{64})$/;

const hostRule = matching(
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9a-fA-F:]*:[0-9a-fA-F:.]*)$/,
  'a host name or an IP address without a port',
);
const chainIdRule = matching(/^[a-z0-9][a-z0-9-]{2,63}$/, '3 to 64 of a-z, 0-9 and -');
const printableRule = matching(/^[^\p{Cc}]{1,64}$/u, 'one line of 1 to 64 characters');
export const trustedBlockRule = matching(TRUSTED_BLOCK, 'a height, a colon and a block hash of 64 hex digits');
const originRule = {
  accepts: (text: string): boolean => text === '*' || (URL.canParse(text) && new URL(text).origin === text),
  mustBe: 'an origin such as https://wallet.example (scheme, host and port, no path) or *',
};

const peerRule = {
  accepts: (text: string): boolean => !isRefusal(readPeerUrl(text)),
  mustBe: 'an http or https URL that ends in /api',
  shown: shownAddress,
};
const proxyRule = {
  accepts: (text: string): boolean => readAddressRange(text) !== undefined,
  mustBe: 'an IP address or a network such as 10.0.0.0/8',
};
const apiKeyRule = {
  accepts: (text: string): boolean => secretRule.accepts(readKeyEntry(text).key),
  mustBe: `${secretRule.mustBe}, with validator: or peer: before it for a key of that tier`,
};

/** 100 a second: a validator reads every block several times, and a peer that catches up reads pages without a pause. */
const TIER_REQUESTS = 6_000;

/** Requests a minute; 0 is no limit. */
const rateLimit = (standard: number, help: string) =>
  integerOption({ chapter: LIMITS, default: standard, min: 0, max: 1_000_000, help: `${help}; 0 for no limit.` });

export const optionTable = {
  config: pathOption({
    chapter: NODE,
    placeholder: 'file',
    help: 'JSON file with options by their names here; flags and environment go before it.',
  }),
  'data-dir': pathOptionWithDefault({
    chapter: NODE,
    placeholder: 'directory',
    default: './data',
    help: 'Where keys, chain and state are kept.',
  }),
  host: textOptionWithDefault({
    chapter: NODE,
    placeholder: 'address',
    default: '127.0.0.1',
    rule: hostRule,
    help: 'Address to listen on; 0.0.0.0 for a public node behind a reverse proxy with TLS.',
  }),
  'api-port': integerOption({
    chapter: NODE,
    placeholder: 'port',
    default: 5_100,
    min: 0,
    max: 65_535,
    help: 'Port of the API; 0 takes a free one.',
  }),
  'http-server': enumOption({
    chapter: NODE,
    values: HTTP_SERVERS,
    default: 'auto',
    help: 'auto: uWebSockets.js where it has a binary for this Node and platform, else node:http; uws, node: only that one.',
  }),
  'node-name': textOption({
    chapter: NODE,
    placeholder: 'name',
    rule: printableRule,
    environment: ['QV_NODE_NAME'],
    help: 'Name shown to others, in answers and to peers.',
  }),
  dev: booleanOption({
    chapter: NODE,
    default: false,
    help: 'Let web pages of every origin read the API.',
  }),
  'cors-origins': listOption({
    chapter: NODE,
    placeholder: 'origin,...',
    rule: originRule,
    environment: ['QV_CORS_ORIGINS'],
    help: 'Origins whose web pages may read the API, instead of the built-in list; * for every origin.',
  }),
  local: booleanOption({
    chapter: CHAIN,
    default: false,
    help: 'A network of one validator on this machine: makes its key and genesis file in the data directory at first start, with faucet and block production on.',
  }),
  genesis: pathOption({
    chapter: CHAIN,
    placeholder: 'file',
    environment: ['QV_GENESIS'],
    help: 'Genesis file of the network; default: genesis.json in the data directory.',
  }),
  'chain-id': textOption({
    chapter: CHAIN,
    placeholder: 'id',
    rule: chainIdRule,
    help: 'Chain id that the genesis file must name.',
  }),
  'require-signed-chain-id': booleanOption({
    chapter: CHAIN,
    default: false,
    environment: ['QV_REQUIRE_SIGNED_CHAIN_ID'],
    help: 'Refuse requests whose signed payload does not name the chain.',
  }),
  mode: enumOption({
    chapter: CHAIN,
    values: MODES,
    default: 'full',
    help: 'full: every block. archive: also every record of the state at every height. pruned: only the newest blocks. The data directory remembers it.',
  }),
  'keep-blocks': optionalInteger({
    chapter: CHAIN,
    defaultText: String(KEEP_BLOCKS),
    min: 1,
    max: 1_000_000_000,
    placeholder: 'blocks',
    help: 'Newest blocks that a pruned node keeps, at least; more while the replay rule needs them.',
  }),
  mine: booleanOption({
    chapter: PRODUCTION,
    default: false,
    help: 'Produce blocks and vote with the key in node-keys.json, which must be a staked validator.',
  }),
  'block-time-ms': optionalInteger({
    chapter: PRODUCTION,
    defaultText: `the genesis file's, ${DEFAULT_BLOCK_TIME_MS} when it says nothing`,
    ...BLOCK_TIME_MS,
    placeholder: 'ms',
    help: 'Time between blocks while transactions wait; also for a local network that is there already.',
  }),
  automine: booleanOption({
    chapter: PRODUCTION,
    default: false,
    help: 'Make a block as soon as a transaction is admitted; on a local network only.',
  }),
  'heartbeat-ms': integerOption({
    chapter: PRODUCTION,
    default: 10_000,
    ...BLOCK_TIME_MS,
    placeholder: 'ms',
    help: 'Time between empty blocks while none wait.',
  }),
  'faucet-enabled': booleanOption({
    chapter: FAUCET,
    default: false,
    environment: ['QV_FAUCET_ENABLED'],
    help: 'Answer faucet requests; only where the genesis file allows a faucet.',
  }),
  'faucet-whitelist': listOption({
    chapter: FAUCET,
    placeholder: 'key,...',
    rule: accountRule,
    environment: ['QV_FAUCET_WHITELIST'],
    help: 'Public keys (or addresses) that alone may use the faucet.',
  }),
  'verify-workers': integerOption({
    chapter: LIMITS,
    default: defaultWorkers,
    defaultText: 'cores - 1',
    min: 1,
    max: MAX_WORKERS,
    help: 'Threads that check signatures.',
  }),
  'verify-cache-bytes': integerOption({
    chapter: LIMITS,
    default: VERIFY_CACHE_BYTES,
    min: 0,
    max: 64 * 1024 ** 3,
    placeholder: 'bytes',
    help: 'Memory of all these threads together for expanded public keys, 38.9 KB each; 0 keeps none.',
  }),
  'signature-backend': enumOption({
    chapter: LIMITS,
    values: BACKEND_CHOICES,
    default: 'auto',
    help: 'What checks signatures. auto: the first of kernel (WebAssembly SIMD), native (OpenSSL of Node 24 and newer), noble (JavaScript) that passes its self-test; the others: only that one.',
  }),
  'mempool-transactions': integerOption({
    chapter: LIMITS,
    default: MEMPOOL_TRANSACTIONS,
    min: 1,
    max: 10_000_000,
    help: 'Transactions that may wait for a block.',
  }),
  'mempool-bytes': integerOption({
    chapter: LIMITS,
    default: MEMPOOL_BYTES,
    min: 1_048_576,
    max: 64 * 1024 ** 3,
    placeholder: 'bytes',
    help: 'Memory they may take; of one sender an eighth.',
  }),
  'ws-max-clients': integerOption({
    chapter: LIMITS,
    default: WS_CLIENTS,
    min: 0,
    max: 1_000_000,
    environment: ['QV_WS_MAX_CLIENTS'],
    help: 'Open WebSockets; further ones are answered 503.',
  }),
  'max-connections': integerOption({
    chapter: LIMITS,
    default: MAX_CONNECTIONS,
    min: 0,
    max: 1_000_000,
    help: 'Connections to the API, WebSockets included; further ones are closed or answered 503. 0: no limit.',
  }),
  'max-connections-per-address': integerOption({
    chapter: LIMITS,
    default: MAX_CONNECTIONS_PER_ADDRESS,
    min: 0,
    max: 1_000_000,
    help: 'Those of one address; this machine and trusted proxies are exempt. 0: no limit.',
  }),
  'event-log-blocks': integerOption({
    chapter: LIMITS,
    default: EVENT_LOG_BLOCKS,
    min: 1,
    max: 1_000_000_000,
    placeholder: 'blocks',
    help: 'Blocks whose events a WebSocket client can ask for again.',
  }),
  'state-file-records': integerOption({
    chapter: LIMITS,
    default: STATE_FILE_RECORDS,
    min: 0,
    max: 1_000_000_000,
    placeholder: 'records',
    help: 'Records of the state from which a node that stops leaves it in a file, so that its next start is short. 0: always.',
  }),
  'services-megabytes': integerOption({
    chapter: SERVICES,
    default: SERVICE_BYTES / (1024 * 1024),
    min: 1,
    max: 16 * 1024 * 1024,
    placeholder: 'MiB',
    help: 'What messages, mail, posts and votes may take on the disk, of all wallets together.',
  }),
  'services-retention-days': integerOption({
    chapter: SERVICES,
    default: 0,
    min: 0,
    max: 36_500,
    placeholder: 'days',
    help: 'Messages, mail and posts are erased after so many days. 0: never.',
  }),
  'snapshot-every': integerOption({
    chapter: SNAPSHOTS,
    default: 0,
    min: 0,
    max: 1_000_000_000,
    placeholder: 'blocks',
    help: 'Make a snapshot of the state at every height that is a multiple of this. 0: none.',
  }),
  'snapshots-kept': integerOption({
    chapter: SNAPSHOTS,
    default: 2,
    min: 1,
    max: 1_000,
    help: 'Snapshots that stay when a new one is made so; older ones are removed.',
  }),
  'snapshot-sync': booleanOption({
    chapter: SNAPSHOTS,
    default: false,
    help: 'Begin an empty data directory with a snapshot from peers instead of the genesis block. Its block is trusted when --trusted-block names it, or when two nodes of --peers give its hash.',
  }),
  'trusted-block': textOption({
    chapter: SNAPSHOTS,
    placeholder: 'height:hash',
    rule: trustedBlockRule,
    help: 'The block of that snapshot, as a source that you trust names it.',
  }),
  'log-level': enumOption({
    chapter: LOG,
    values: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    help: 'Least important entries that are written.',
  }),
  'log-format': enumOption({
    chapter: LOG,
    values: ['auto', 'pretty', 'json'],
    default: 'auto',
    help: 'auto: pretty on a terminal, one JSON object a line elsewhere.',
  }),
  metrics: enumOption({
    chapter: METRICS,
    values: ['local', 'public', 'off'],
    default: 'local',
    help: 'Who may read GET /metrics: programs on this machine, not through a proxy; everybody who reaches the API; nobody.',
  }),
  'metrics-port': optionalInteger({
    chapter: METRICS,
    defaultText: 'none',
    min: 0,
    max: 65_535,
    placeholder: 'port',
    help: 'Serve /metrics at a port of its own instead of the API; 0 takes a free one.',
  }),
  'metrics-host': textOptionWithDefault({
    chapter: METRICS,
    placeholder: 'address',
    default: '127.0.0.1',
    rule: hostRule,
    help: 'Address of that port; everybody who reaches it reads the metrics.',
  }),
  'api-keys': listOption({
    chapter: LIMITS,
    placeholder: 'key,...',
    rule: apiKeyRule,
    environment: ['QV_API_KEYS'],
    secret: true,
    help: 'Keys for X-API-Key: then unsigned writes need one, and each key is counted for itself; validator:<key> and peer:<key> have the limits of those tiers.',
  }),
  'rate-limit-read-per-minute': rateLimit(120, 'Reads of one client address a minute'),
  'rate-limit-write-per-minute': rateLimit(30, 'Writes of one client address a minute'),
  'rate-limit-validator': rateLimit(TIER_REQUESTS, 'Requests with one validator key a minute'),
  'rate-limit-peer': rateLimit(TIER_REQUESTS, 'Requests with one peer key a minute'),
  'trusted-proxies': listOption({
    chapter: LIMITS,
    placeholder: 'address,...',
    rule: proxyRule,
    help: 'Addresses and networks of reverse proxies whose X-Forwarded-For names the client.',
  }),
  'public-edge': booleanOption({
    chapter: LIMITS,
    default: false,
    help: 'Answer 403 on the endpoints that are for peers and operators.',
  }),
  peers: listOption({
    chapter: PEERS,
    placeholder: 'url,...',
    rule: peerRule,
    environment: ['QV_PEERS'],
    help: 'Nodes to connect to at first; each URL must include the /api suffix. They tell of others.',
  }),
  'public-url': urlOption({
    chapter: PEERS,
    environment: ['QV_PUBLIC_URL'],
    help: 'URL under which others reach this node, as through a reverse proxy here: it is told to peers, and its host is answered beside the names of this machine. Without it the node connects to others, but is not discoverable.',
  }),
  'allow-private-peers': booleanOption({
    chapter: PEERS,
    default: false,
    help: 'Also connect to nodes in private networks and on this machine of which others tell; those in --peers may be anywhere.',
  }),
  push: booleanOption({
    chapter: PUSH,
    default: false,
    environment: ['QV_PUSH_ENABLED'],
    help: 'Tell registered devices of transfers, mail and messages, through the provider of their platform. It learns that something has arrived, never content.',
  }),
  'push-endpoint': listOption({
    chapter: PUSH,
    placeholder: 'url,...',
    rule: endpointRule,
    help: `Where these messages go; default: ${EXPO_ENDPOINT} for the platform expo. <platform>=<url> names the endpoint of another platform, which gets none without it.`,
  }),
  'push-access-token': textOption({
    chapter: PUSH,
    placeholder: 'secret',
    rule: secretRule,
    environment: ['EXPO_ACCESS_TOKEN'],
    secret: true,
    help: 'Bearer token for the endpoint of expo.',
  }),
  'service-peers': listOption({
    chapter: SERVICES,
    placeholder: 'key,...',
    rule: accountRule,
    help: 'Nodes with which messages, mail and conversations are exchanged, by key or address; their operators must name this node too.',
  }),
  ...historyOptions,
  ...voteOptions,
  ...evmBridgeOptions,
  ...btcBridgeOptions,
  ...bridgeServiceOptions,
} satisfies OptionTable;

/** @param text that the rule accepts; undefined when none is named. */
export function readTrustedBlock(text: string | undefined): TrustedBlock | undefined {
  const [, height, hash] = TRUSTED_BLOCK.exec(text ?? '') ?? [];
  return height === undefined || hash === undefined ? undefined : { height: Number(height), hash };
}

/** A validated configuration: one member per option, in camel case. */
export type Config = OptionValues<typeof optionTable>;
