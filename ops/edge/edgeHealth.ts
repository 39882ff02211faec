/** Health of an edge: whether it has what the stream has, and the stream what the node has, as far as an edge can know. */

import type { EdgeReading } from './edge.js';

/** An edge this many events behind is of no use to a client that wants the present: half a full block. */
const LAG_EVENTS = 10_000;

/** A publisher says something with every block of its node, and asks a silent node again after a minute. */
const SILENCE_MS = 180_000;

/** `starting`: the latest events have not come yet; `away`: there is no connection to NATS; `lagging`: events wait to come, or to be handed out; `silent`:
 *  nobody has said anything for minutes, so the publisher or its node is away. */
export type EdgeStatus = 'ok' | 'starting' | 'away' | 'lagging' | 'silent';

export interface EdgeHealth {
  readonly status: EdgeStatus;
  readonly chain_id: string;
  readonly version: string;
  readonly connected: boolean;
  /** Number of the latest event that clients have. */
  readonly event: number;
  /** The end of the stream, and of the node's log when something last came of it. */
  readonly stream_event: number;
  readonly node_event: number;
  readonly lag_events: number;
  /** Milliseconds since anything came of the node that is not in the log, or since the edge began. */
  readonly silent_ms: number;
  readonly clients: number;
  readonly readers: number;
}

export const lagOf = ({ event, streamEvent, nodeEvent }: EdgeReading): number =>
  Math.max(0, Math.max(streamEvent, nodeEvent) - event);

export function statusOf(reading: EdgeReading): EdgeStatus {
  if (!reading.isServing) return 'starting';
  if (!reading.isConnected) return 'away';
  if (lagOf(reading) > LAG_EVENTS) return 'lagging';
  return reading.silentMs > SILENCE_MS ? 'silent' : 'ok';
}

export const edgeHealth = (
  reading: EdgeReading,
  { chainId, version, readers }: { readonly chainId: string; readonly version: string; readonly readers: number },
): EdgeHealth => ({
  status: statusOf(reading),
  chain_id: chainId,
  version,
  connected: reading.isConnected,
  event: reading.event,
  stream_event: reading.streamEvent,
  node_event: reading.nodeEvent,
  lag_events: lagOf(reading),
  silent_ms: reading.silentMs,
  clients: reading.clients,
  readers,
});
