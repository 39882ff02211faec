/** Options of parts that this version does not have: the bridge. The interface specification names them, so
 *  a configuration that sets one gets a clear refusal.
 *
 *  Each is read and checked like any other; a start that sets one to another value than its default is refused. The change that
 *  adds a part moves its options from here to `schema.ts`. */

import { integerOption, matching, type OptionTable, secretRule, textOption } from './optionKinds.js';

const BRIDGE = 'Bridge';

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
} satisfies OptionTable;

/** The same options, each marked as not available. */
export const futureOptions = Object.fromEntries(
  Object.entries(future).map(([name, option]) => [name, { ...option, available: false }]),
) as { readonly [Name in keyof typeof future]: (typeof future)[Name] };
