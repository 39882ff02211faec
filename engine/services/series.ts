/** The two series in which a node numbers what it takes in: what every peer may have, and what only named nodes get. */

import type { Scope } from './serviceKind.js';

export type SeriesName = 'public' | 'private';

export const seriesNames: readonly SeriesName[] = ['public', 'private'];

export const seriesOf = (scope: Scope): SeriesName | undefined =>
  scope === 'public' || scope === 'private' ? scope : undefined;
