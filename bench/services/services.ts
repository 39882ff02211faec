import type { BenchDefinition } from '../figures.js';
import { measureLists } from './lists.js';

export const services: BenchDefinition = {
  name: 'services',
  about: 'x',
  run: measureLists,
};
