/** The head of a chain on which no node runs, for commands that bring in blocks. */

import type { Log } from '../../../engine/base/ports.js';
import type { ChainRules } from '../../../engine/consensus/production.js';
import { Head } from '../../../engine/head/head.js';
import type { BlockVerifier } from '../../../engine/intake/verifier.js';
import { NodeMeasures } from '../../../engine/measures/nodeMeasures.js';
import type { ChainStore } from '../../../engine/store/chainStore.js';
import type { StorePort } from '../../../engine/store/port.js';
import type { Recovered } from '../../../engine/store/recovery.js';
import { systemClock } from '../../systemClock.js';

const ignore = (): void => {};
const noLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** It signs nothing and has no peers. */
export function offlineHead(
  store: StorePort,
  rules: ChainRules,
  recovered: Recovered,
  chain: ChainStore,
  verifier: BlockVerifier,
): Head {
  const clock = systemClock();
  const measures = new NodeMeasures(clock);
  const { state, replay, certificate } = recovered;
  const parts = { rules, state, replay, chain, store, verifier, log: noLog, measures, clock };
  return new Head({ ...parts, timers: { after: () => ignore }, now: () => clock.now(), follow: ignore }, certificate);
}
