/** Options of `rouged index` and `rouged index verify`. */

import { postgresUrl } from './historyOptions.js';
import {
  integerOption,
  type OptionTable,
  type OptionValues,
  optionalInteger,
  textOption,
  urlOptionWithDefault,
} from './optionKinds.js';
import { optionTable } from './schema.js';

const INDEX = 'Index';
const LOG = 'Log and metrics';

const MAX_HEIGHT = Number.MAX_SAFE_INTEGER;

const shared = {
  postgres: textOption({
    chapter: INDEX,
    environment: ['ROUGED_POSTGRES_URL'],
    placeholder: 'url',
    rule: postgresUrl,
    help: 'Database of the index, such as postgres://rouged@127.0.0.1/rouged; its tables are in the schema rouged.',
  }),
  node: urlOptionWithDefault({
    chapter: INDEX,
    environment: ['ROUGED_URL'],
    default: 'http://127.0.0.1:5100',
    help: 'Node whose chain is indexed: a follower, so that no validator does this work.',
  }),
};

export const indexOptions = {
  ...shared,
  'from-height': optionalInteger({
    chapter: INDEX,
    environment: [],
    defaultText: 'where the index ends',
    min: 0,
    max: MAX_HEIGHT,
    placeholder: 'height',
    help: 'Deletes the blocks from this height on from the index, and indexes them again.',
  }),
  'metrics-port': { ...optionTable['metrics-port'], chapter: LOG, environment: [] },
  'metrics-host': { ...optionTable['metrics-host'], chapter: LOG, environment: [] },
  'log-level': { ...optionTable['log-level'], chapter: LOG },
  'log-format': { ...optionTable['log-format'], chapter: LOG },
} satisfies OptionTable;

export const verifyOptions = {
  ...shared,
  samples: integerOption({
    chapter: INDEX,
    environment: [],
    default: 200,
    min: 2,
    max: MAX_HEIGHT,
    placeholder: 'count',
    help: 'Blocks of which every row is compared, and accounts whose balances are; more than the chain has: all.',
  }),
  seed: optionalInteger({
    chapter: INDEX,
    environment: [],
    defaultText: 'another one each time',
    min: 0,
    max: 2 ** 31 - 1,
    help: 'Chooses the samples; it is printed, so that a comparison can be repeated.',
  }),
} satisfies OptionTable;

export type IndexValues = OptionValues<typeof indexOptions>;
export type VerifyValues = OptionValues<typeof verifyOptions>;
