/** The services of a node that has none: for tests of other parts. */

import { refuse } from '../../engine/base/refusal.js';
import { NO_SERVICES_STATS, type ServicesPort } from '../../engine/services/port.js';

const refusal = refuse('busy', 'this node has no services');

export const noServices: ServicesPort = {
  follow: () => () => undefined,
  take: () => Promise.resolve(refusal),
  read: () => Promise.resolve(refusal),
  stats: () => NO_SERVICES_STATS,
  close: () => Promise.resolve(),
};
