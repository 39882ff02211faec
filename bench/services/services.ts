/** Bench of the signed services. */

import type { BenchDefinition } from '../figures.js';
import { measureDoor } from './door.js';
import { measureLists } from './lists.js';

export const services: BenchDefinition = {
  name: 'services',
  about: 'requests through the door until they are durable, and first pages of lists of 100,000',
  run: async (options) => [...(await measureDoor(options)), ...(await measureLists(options))],
};
