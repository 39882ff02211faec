/** Bench of the signed services. */

import type { BenchDefinition } from '../figures.js';
import { measureLists } from './lists.js';

export const services: BenchDefinition = {
  name: 'services',
  about: 'first pages of mails, conversations and messages, of 100,000 each: time of the thread of the services',
  run: measureLists,
};
