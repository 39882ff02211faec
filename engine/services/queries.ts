/** Public reads of the services, by name. */

import { pushQueries } from './pushTokens.js';
import type { ServiceQuery } from './serviceQuery.js';
import { socialQueries } from './socialQueries.js';

const queries: Readonly<Record<string, ServiceQuery>> = { ...socialQueries, ...pushQueries };

export const serviceQueryOf = (name: string): ServiceQuery | undefined =>
  Object.hasOwn(queries, name) ? queries[name] : undefined;
