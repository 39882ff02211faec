/** The services of a node that has none: for tests of other parts. */

import { refuse } from '../../engine/base/refusal.js';
import type { ServicesPort } from '../../engine/services/port.js';

const refusal = refuse('busy', 'this node has no services');

export const noServices: ServicesPort = {
  follow: () => () => undefined,
  take: () => Promise.resolve(refusal),
  read: () => Promise.resolve(refusal),
  stats: () => ({ waiting: 0, accepted: 0, refused: 0, records: 0, bytes: 0 }),
  close: () => Promise.resolve(),
};
