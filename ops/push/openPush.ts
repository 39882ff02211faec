/** Opens push delivery for a running node, if it is configured. */

import type { ExecutedBlock } from '../../engine/consensus/production.js';
import type { State } from '../../engine/state/state.js';
import type { Config } from '../config/schema.js';
import { EXPO, PushDelivery, type PushOptions, type PushParts } from './delivery.js';
import { EXPO_ENDPOINT, readEndpoint } from './endpoint.js';
import { TransferWatch } from './transferWatch.js';

/** Whose blocks bring transfers. */
export interface WatchedNode {
  readonly state: State;
  onBlock: ((executed: ExecutedBlock) => void) | undefined;
}

/** @param config whose entries are in order. */
export function pushOptions({ pushEndpoint, pushAccessToken }: Config): PushOptions {
  const endpoints = new Map([[EXPO, EXPO_ENDPOINT]]);
  for (const entry of pushEndpoint) {
    const { platform = EXPO, url } = readEndpoint(entry) ?? {};
    if (url !== undefined) endpoints.set(platform, url);
  }
  return { endpoints, accessToken: pushAccessToken };
}

/** @returns undefined when push is off: then nothing looks at blocks. */
export function openPush(config: Config, node: WatchedNode, parts: PushParts): PushDelivery | undefined {
  if (!config.push) return undefined;
  const delivery = new PushDelivery(parts, pushOptions(config));
  const { registry, clock, log } = parts;
  const watch = new TransferWatch({ registry, delivery, state: node.state, clock, log });
  node.onBlock = (executed) => watch.follow(executed);
  delivery.start();
  return delivery;
}
