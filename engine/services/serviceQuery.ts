/** A public read of the services: what needs no signature. */

import type { Refusal } from '../base/refusal.js';
import type { SceneReader } from './scene.js';
import type { Surroundings } from './surroundings.js';

/** @returns the members of the answer. */
export type ServiceQuery = (
  scene: SceneReader,
  args: Readonly<Record<string, unknown>>,
  around: Surroundings,
) => Promise<object | Refusal>;
