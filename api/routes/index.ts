/** The route table: every HTTP route of the node, by chapter of the specification. */

import { accountRoutes } from './accounts.js';
import { allowanceRoutes } from './allowances.js';
import { analyticsRoutes } from './analytics.js';
import { batchRoutes } from './batch.js';
import { blockEffectsRoutes } from './blockEffects.js';
import { blockRoutes } from './blocks.js';
import { bridgeRoutes } from './bridge/index.js';
import { contractCallRoutes } from './contractCalls.js';
import { contractStateRoutes } from './contractState.js';
import { contractRoutes } from './contracts.js';
import { directoryRoutes } from './directory.js';
import { exchangeRoutes } from './exchange.js';
import { faucetRoutes } from './faucet.js';
import { feeRoutes } from './fees.js';
import { finalityRoutes } from './finality.js';
import { holderRoutes } from './holders.js';
import { legacyRoutes } from './legacy.js';
import { logoRoutes } from './logos.js';
import { metricsRoutes } from './metrics.js';
import { nftRoutes } from './nfts.js';
import { peerRoutes } from './peers.js';
import { poolRoutes } from './pools.js';
import { proofRoutes } from './proofs.js';
import { referenceRoutes } from './reference.js';
import { searchRoutes } from './search.js';
import { mailRoutes } from './services/mail.js';
import { messengerRoutes } from './services/messenger.js';
import { pushRoutes } from './services/push.js';
import { regenRoutes } from './services/regen.js';
import { socialRoutes } from './services/social.js';
import { stakingRoutes } from './staking.js';
import { suspendedRoutes } from './suspended.js';
import { systemRoutes } from './system.js';
import { tokenRoutes } from './tokens.js';
import { transactionRoutes } from './transactions.js';

export const routes = [
  ...systemRoutes,
  ...feeRoutes,
  ...blockRoutes,
  ...blockEffectsRoutes,
  ...transactionRoutes,
  ...batchRoutes,
  ...accountRoutes,
  ...faucetRoutes,
  ...peerRoutes,
  ...proofRoutes,
  ...referenceRoutes,
  ...searchRoutes,
  ...analyticsRoutes,
  ...stakingRoutes,
  ...finalityRoutes,
  ...tokenRoutes,
  ...holderRoutes,
  ...allowanceRoutes,
  ...exchangeRoutes,
  ...poolRoutes,
  ...suspendedRoutes,
  ...nftRoutes,
  ...contractRoutes,
  ...contractStateRoutes,
  ...contractCallRoutes,
  ...directoryRoutes,
  ...mailRoutes,
  ...messengerRoutes,
  ...socialRoutes,
  ...pushRoutes,
  ...regenRoutes,
  ...bridgeRoutes,
  ...logoRoutes,
  ...legacyRoutes,
  ...metricsRoutes,
];
