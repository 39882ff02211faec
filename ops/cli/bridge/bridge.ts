/** `rouged bridge`: what an operator of the bridge asks. */

import { groupOf, type Subcommand } from '../subcommand.js';
import { checkBtcGroup } from './checkBtc.js';
import { checkEvmAction, checkEvmTable } from './checkEvm.js';

const checkCommand: Subcommand<typeof checkEvmTable> = {
  name: 'bridge check',
  summary: 'What the configured providers prove about a deposit or a payout on a foreign chain.',
  table: checkEvmTable,
  isJsonAll: true,
  actions: { evm: checkEvmAction },
  groups: { btc: checkBtcGroup },
};

export const bridgeCommand: Subcommand<Record<never, never>> = {
  name: 'bridge',
  summary: 'Bridges to other chains.',
  table: {},
  actions: {},
  groups: { check: groupOf(checkCommand, 'What the configured providers prove about a deposit or a payout.') },
};
