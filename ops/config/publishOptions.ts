/** Options of `rouged publish`. */

import {
  enumOption,
  integerOption,
  matching,
  type OptionTable,
  type OptionValues,
  optionalInteger,
  pathOption,
  shownUrl,
  textOption,
  urlOptionWithDefault,
} from './optionKinds.js';
import { optionTable } from './schema.js';

const PUBLISH = 'Publish';
const STREAM = 'Stream';
const LOG = 'Log and metrics';

const natsUrls = {
  ...matching(
    /^(nats|tls):\/\/[^\s/?#@,]+(,(nats|tls):\/\/[^\s/?#@,]+)*$/,
    'nats:// or tls:// URLs of servers, joined by commas, without user names: those are in a credentials file',
  ),
  shown: shownUrl,
};

export const publishOptions = {
  nats: textOption({
    chapter: PUBLISH,
    environment: ['ROUGED_NATS_URL'],
    placeholder: 'url,...',
    rule: natsUrls,
    help: 'Servers of NATS with JetStream, all of one cluster.',
  }),
  'nats-creds': pathOption({
    chapter: PUBLISH,
    environment: ['ROUGED_NATS_CREDS'],
    placeholder: 'file',
    help: 'Credentials file of NATS.',
  }),
  node: urlOptionWithDefault({
    chapter: PUBLISH,
    environment: ['ROUGED_URL'],
    default: 'http://127.0.0.1:5100',
    help: 'Node whose event log is carried: a follower, so that no validator does this work.',
  }),
  format: enumOption({
    chapter: PUBLISH,
    environment: [],
    values: ['protobuf', 'json', 'relay'],
    default: 'protobuf',
    help: 'Format of the events: the frames of /api/ws, byte by byte; relay is for `rouged edge`.',
  }),
  from: optionalInteger({
    chapter: PUBLISH,
    environment: [],
    defaultText: '1',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    placeholder: 'event',
    help: 'First event for a stream that has none yet; others go on where they end.',
  }),
  stream: textOption({
    chapter: STREAM,
    environment: [],
    placeholder: 'name',
    rule: matching(/^[A-Za-z0-9_-]{1,64}$/, '1 to 64 letters, digits, _ and -'),
    help: 'Name of the stream; ROUGED_<CHAIN>, ROUGED_JSON_<CHAIN> or ROUGED_RELAY_<CHAIN> when absent.',
  }),
  replicas: integerOption({
    chapter: STREAM,
    environment: [],
    default: 1,
    min: 1,
    max: 5,
    placeholder: 'count',
    help: 'Copies in a cluster, for a stream that this makes.',
  }),
  'max-gib': integerOption({
    chapter: STREAM,
    environment: [],
    default: 0,
    min: 0,
    max: 1_000_000,
    placeholder: 'GiB',
    help: 'The oldest events go beyond this size, for a stream that this makes; 0 keeps all.',
  }),
  'max-days': integerOption({
    chapter: STREAM,
    environment: [],
    default: 0,
    min: 0,
    max: 36_500,
    placeholder: 'days',
    help: 'The oldest events go after this time, for a stream that this makes; 0 keeps all.',
  }),
  'metrics-port': { ...optionTable['metrics-port'], chapter: LOG, environment: [] },
  'metrics-host': { ...optionTable['metrics-host'], chapter: LOG, environment: [] },
  'log-level': { ...optionTable['log-level'], chapter: LOG },
  'log-format': { ...optionTable['log-format'], chapter: LOG },
} satisfies OptionTable;

export type PublishValues = OptionValues<typeof publishOptions>;
