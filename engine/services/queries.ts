/** Public reads of the services, by name: what needs no signature. */

import type { Refusal } from '../base/refusal.js';
import { voteQueries } from './kinds/votes/reads.js';
import type { SceneReader } from './scene.js';
import type { Surroundings } from './surroundings.js';

/** @returns the members of the answer. */
export type ServiceQuery = (
  scene: SceneReader,
  args: Readonly<Record<string, unknown>>,
  around: Surroundings,
) => Promise<object | Refusal>;

const queries: Readonly<Record<string, ServiceQuery>> = { ...voteQueries };

export const serviceQueryOf = (name: string): ServiceQuery | undefined =>
  Object.hasOwn(queries, name) ? queries[name] : undefined;
