/** All queries of the store's thread: the past, and the log of events. */

import { createQueries as historyQueries } from '../store/history.js';
import type { StoreQueries } from '../store/port.js';
import { createBlockMemory } from '../store/walks.js';
import { events } from './eventLog.js';

export function createQueries(): StoreQueries {
  const memory = createBlockMemory();
  return { ...historyQueries(memory), events: (reader, args) => events(reader, args, memory) };
}
