/** What the peer network counts about itself, as plain numbers for the metrics. */

import type { MessageKind } from './messages.js';
import type { Fault } from './scores.js';

export interface Traffic {
  messages: number;
  bytes: number;
}

export class NetworkCounters {
  /** By kind; `unknown` and `malformed` beside the kinds. */
  readonly received: Partial<Record<MessageKind | 'unknown' | 'malformed', Traffic>> = {};
  readonly sent: Partial<Record<MessageKind, Traffic>> = {};
  readonly faults: Partial<Record<Fault, number>> = {};
  readonly bans: Partial<Record<Fault, number>> = {};
  /** Over the limit of its kind, and not looked at. */
  readonly limited: Partial<Record<MessageKind, number>> = {};
  dials = 0;
  failedDials = 0;
  connections = 0;
  refusedConnections = 0;
  timedOut = { transactions: 0, blockParts: 0, blocks: 0, headers: 0, handovers: 0, services: 0 };
  /** Bulk messages that found an outbox full. */
  lost = 0;
  /** Votes and announcements beyond what is followed at a time. */
  droppedVotes = 0;
  droppedAnnouncements = 0;
  compactBlocks = { received: 0, complete: 0, transactionsAsked: 0, wholeAsked: 0 };
  blocksServed = 0;
  blocksFetched = 0;
  headersServed = 0;
  headersFetched = 0;
  snapshotBytesServed = 0;
  snapshotBytesFetched = 0;
  serviceBytesServed = 0;
  serviceBytesReceived = 0;
}

export function countTraffic<K extends string>(table: Partial<Record<K, Traffic>>, kind: K, bytes: number): void {
  const traffic: Traffic = table[kind] ?? { messages: 0, bytes: 0 };
  traffic.messages++;
  traffic.bytes += bytes;
  table[kind] = traffic;
}

export function count<K extends string>(table: Partial<Record<K, number>>, name: K): void {
  table[name] = (table[name] ?? 0) + 1;
}
