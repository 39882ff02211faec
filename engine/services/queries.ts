/** Public reads of the services, by name. */

import { voteQueries } from './kinds/votes/reads.js';
import type { ServiceQuery } from './serviceQuery.js';

const queries: Readonly<Record<string, ServiceQuery>> = { ...voteQueries };

export const serviceQueryOf = (name: string): ServiceQuery | undefined =>
  Object.hasOwn(queries, name) ? queries[name] : undefined;
