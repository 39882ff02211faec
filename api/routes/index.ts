/** The route table: every HTTP route of the node, by chapter of the specification. */

import { accountRoutes } from './accounts.js';
import { batchRoutes } from './batch.js';
import { blockRoutes } from './blocks.js';
import { faucetRoutes } from './faucet.js';
import { legacyRoutes } from './legacy.js';
import { logoRoutes } from './logos.js';
import { metricsRoutes } from './metrics.js';
import { peerRoutes } from './peers.js';
import { proofRoutes } from './proofs.js';
import { referenceRoutes } from './reference.js';
import { stakingRoutes } from './staking.js';
import { systemRoutes } from './system.js';
import { transactionRoutes } from './transactions.js';

export const routes = [
  ...systemRoutes,
  ...blockRoutes,
  ...transactionRoutes,
  ...batchRoutes,
  ...accountRoutes,
  ...faucetRoutes,
  ...peerRoutes,
  ...proofRoutes,
  ...referenceRoutes,
  ...stakingRoutes,
  ...logoRoutes,
  ...legacyRoutes,
  ...metricsRoutes,
];
