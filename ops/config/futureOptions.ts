/** Options of parts that this version does not have: bridge, community votes. The interface specification names them, so
 *  a configuration that sets one gets a clear refusal.
 *
 *  Each is read and checked like any other; a start that sets one to another value than its default is refused. The change that
 *  adds a part moves its options from here to `schema.ts`. */

import {
  accountRule,
  integerOption,
  listOption,
  matching,
  type OptionTable,
  secretRule,
  textOption,
} from './optionKinds.js';

const BRIDGE = 'Bridge';
const VOTES = 'Community votes';

const evmAddressRule = matching(/^0x[0-9a-fA-F]{40}$/, 'an EVM address (0x and 40 hex digits)');

const future = {
  'bridge-custody-address': textOption({
    chapter: BRIDGE,
    placeholder: 'address',
    rule: evmAddressRule,
    environment: ['QV_BRIDGE_CUSTODY_ADDRESS'],
    help: 'EVM custody address of the ETH bridge; without it the bridge is off.',
  }),
  'bridge-min-confirmations': integerOption({
    chapter: BRIDGE,
    default: 6,
    min: 1,
    max: 10_000,
    placeholder: 'blocks',
    environment: ['QV_BRIDGE_MIN_CONFIRMATIONS'],
    help: 'Depth at which a deposit counts.',
  }),
  'admin-key': textOption({
    chapter: BRIDGE,
    placeholder: 'secret',
    rule: secretRule,
    environment: ['QV_ADMIN_KEY'],
    secret: true,
    help: 'Enables the admin reclaim endpoint.',
  }),
  'regen-excluded': listOption({
    chapter: VOTES,
    placeholder: 'key,...',
    rule: accountRule,
    environment: ['QV_REGEN_EXCLUDED'],
    help: 'Wallets without a vote.',
  }),
  'regen-treasury': textOption({
    chapter: VOTES,
    placeholder: 'key',
    rule: accountRule,
    environment: ['QV_REGEN_TREASURY'],
    help: 'Wallet that pays; it has no vote.',
  }),
  'regen-cap-bps': integerOption({
    chapter: VOTES,
    default: 500,
    min: 1,
    max: 10_000,
    placeholder: 'bps',
    environment: ['QV_REGEN_CAP_BPS'],
    help: 'Most weight of one wallet, in hundredths of a percent of the eligible supply.',
  }),
  'regen-turnout-bps': integerOption({
    chapter: VOTES,
    default: 1_000,
    min: 0,
    max: 10_000,
    placeholder: 'bps',
    environment: ['QV_REGEN_TURNOUT_BPS'],
    help: 'Turnout to pass, in hundredths of a percent of the eligible supply.',
  }),
  'regen-default-days': integerOption({
    chapter: VOTES,
    default: 7,
    min: 1,
    max: 30,
    placeholder: 'days',
    environment: ['QV_REGEN_DEFAULT_DAYS'],
    help: 'Voting window of a proposal that names none.',
  }),
  'regen-curators': listOption({
    chapter: VOTES,
    placeholder: 'key,...',
    rule: accountRule,
    environment: ['QV_REGEN_CURATORS'],
    help: 'Wallets that may open proposals without holding XRGE.',
  }),
  'regen-min-creator-xrge': integerOption({
    chapter: VOTES,
    default: 10_000,
    min: 0,
    max: 36_000_000_000,
    placeholder: 'XRGE',
    environment: ['QV_REGEN_MIN_CREATOR_XRGE'],
    help: 'Balance that lets others open one.',
  }),
} satisfies OptionTable;

/** The same options, each marked as not available. */
export const futureOptions = Object.fromEntries(
  Object.entries(future).map(([name, option]) => [name, { ...option, available: false }]),
) as { readonly [Name in keyof typeof future]: (typeof future)[Name] };
