/** Public reads of the services, by name. */

import { voteQueries } from './kinds/votes/reads.js';
import { pushQueries } from './pushTokens.js';
import type { ServiceQuery } from './serviceQuery.js';
import { socialQueries } from './socialQueries.js';

const queries: Readonly<Record<string, ServiceQuery>> = { ...socialQueries, ...voteQueries, ...pushQueries };

export const serviceQueryOf = (name: string): ServiceQuery | undefined =>
  Object.hasOwn(queries, name) ? queries[name] : undefined;
