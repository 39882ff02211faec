/** Everything that the store's thread can be asked: the past, and the log of events. */

import { queries as history } from '../store/history.js';
import type { StoreQueries } from '../store/port.js';
import { events } from './eventLog.js';

export const queries: StoreQueries = { ...history, events };
