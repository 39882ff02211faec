/** Options of `rouged edge`. */

import { integerOption, matching, type OptionTable, type OptionValues, textOption } from './optionKinds.js';
import { publishOptions } from './publishOptions.js';
import { optionTable } from './schema.js';

const EDGE = 'Edge';
const LIMITS = 'Limits';
const LOG = 'Log and metrics';

export const edgeOptions = {
  nats: { ...publishOptions.nats, chapter: EDGE },
  'nats-creds': { ...publishOptions['nats-creds'], chapter: EDGE },
  stream: {
    ...publishOptions.stream,
    chapter: EDGE,
    help: 'Name of the stream; ROUGED_RELAY_<CHAIN> when absent.',
  },
  node: {
    ...publishOptions.node,
    chapter: EDGE,
    help: 'Node that knows mailboxes: clients that prove a key get their private events from there. It also says of which chain the events are.',
  },
  'chain-id': textOption({
    chapter: EDGE,
    environment: [],
    placeholder: 'id',
    rule: matching(/^[a-z0-9-]{1,64}$/, '1 to 64 of a-z, 0-9 and -'),
    help: 'Chain of the events, so that an edge starts while the node is away.',
  }),
  host: { ...optionTable.host, chapter: EDGE, environment: [] },
  port: integerOption({
    chapter: EDGE,
    environment: [],
    default: 5_200,
    min: 0,
    max: 65_535,
    placeholder: 'port',
    help: 'Port of /api/ws, /api/sse and /api/health; 0 takes a free one.',
  }),
  'http-server': { ...optionTable['http-server'], chapter: EDGE, environment: [] },
  'cors-origins': { ...optionTable['cors-origins'], chapter: EDGE, environment: [] },
  'ws-max-clients': { ...optionTable['ws-max-clients'], chapter: LIMITS, environment: [] },
  'sse-max-readers': integerOption({
    chapter: LIMITS,
    environment: [],
    default: 1_000,
    min: 0,
    max: 1_000_000,
    placeholder: 'count',
    help: 'Readers of server-sent events; further ones are answered 503.',
  }),
  'max-connections': { ...optionTable['max-connections'], chapter: LIMITS, environment: [] },
  'max-connections-per-address': { ...optionTable['max-connections-per-address'], chapter: LIMITS, environment: [] },
  'rate-limit-read-per-minute': { ...optionTable['rate-limit-read-per-minute'], chapter: LIMITS, environment: [] },
  'trusted-proxies': { ...optionTable['trusted-proxies'], chapter: LIMITS, environment: [] },
  'recent-megabytes': integerOption({
    chapter: LIMITS,
    environment: [],
    default: 64,
    min: 1,
    max: 16_384,
    placeholder: 'MB',
    help: 'Memory for the latest events: clients that resume get them without a read of the stream.',
  }),
  'metrics-port': { ...optionTable['metrics-port'], chapter: LOG, environment: [] },
  'metrics-host': { ...optionTable['metrics-host'], chapter: LOG, environment: [] },
  'log-level': { ...optionTable['log-level'], chapter: LOG },
  'log-format': { ...optionTable['log-format'], chapter: LOG },
} satisfies OptionTable;

export type EdgeValues = OptionValues<typeof edgeOptions>;
