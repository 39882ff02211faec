/** Both chapters Bridge of the specification. */

import { addressRoutes } from './addresses.js';
import { claimRoutes } from './claims.js';
import { recordRoutes } from './records.js';
import { withdrawalRoutes } from './withdrawals.js';

export const bridgeRoutes = [...recordRoutes, ...claimRoutes, ...withdrawalRoutes, ...addressRoutes];
