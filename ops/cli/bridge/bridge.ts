/** `rouged bridge`: what an operator of the bridge asks and does. */

import { groupOf, type Subcommand } from '../subcommand.js';
import { addressesCommand } from './addresses.js';
import { checkBtcGroup } from './checkBtc.js';
import { checkEvmAction, checkEvmTable } from './checkEvm.js';
import { settleActions, settleTable } from './settle.js';

const checkCommand: Subcommand<typeof checkEvmTable> = {
  name: 'bridge check',
  summary: 'What the configured providers prove about a deposit or a payout on a foreign chain.',
  table: checkEvmTable,
  isJsonAll: true,
  actions: { evm: checkEvmAction },
  groups: { btc: checkBtcGroup },
};

export const bridgeCommand: Subcommand<typeof settleTable> = {
  name: 'bridge',
  summary: 'Bridges to other chains.',
  table: settleTable,
  isJsonAll: true,
  actions: settleActions,
  groups: {
    addresses: groupOf(addressesCommand, 'The pool of Bitcoin deposit addresses.'),
    check: groupOf(checkCommand, 'What the configured providers prove about a deposit or a payout.'),
  },
};
