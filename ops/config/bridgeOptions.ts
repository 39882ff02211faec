/** Options of chapter Bridge; `schema.ts` puts them into the table. */

import { integerOption, matching, type OptionTable, secretRule, textOption } from './optionKinds.js';

const BRIDGE = 'Bridge';

const evmAddressRule = matching(/^0x[0-9a-fA-F]{40}$/, 'an EVM address (0x and 40 hex digits)');

export const bridgeOptions = {
  'bridge-custody-address': textOption({
    chapter: BRIDGE,
    placeholder: 'address',
    rule: evmAddressRule,
    environment: ['QV_BRIDGE_CUSTODY_ADDRESS'],
    available: false,
    help: 'EVM custody address of the ETH bridge; without it the bridge is off.',
  }),
  'bridge-min-confirmations': integerOption({
    chapter: BRIDGE,
    default: 6,
    min: 1,
    max: 10_000,
    placeholder: 'blocks',
    environment: ['QV_BRIDGE_MIN_CONFIRMATIONS'],
    available: false,
    help: 'Depth at which a deposit counts.',
  }),
  'admin-key': textOption({
    chapter: BRIDGE,
    placeholder: 'secret',
    rule: secretRule,
    environment: ['QV_ADMIN_KEY'],
    secret: true,
    available: false,
    help: 'Enables the admin reclaim endpoint.',
  }),
} satisfies OptionTable;
