/** Headers of answers in addition to those that HTTP needs: which answers have them, and what they mean. */

import { HEIGHT_HEADER, LOWEST_HEADER } from '../routing/heights.js';
import type { JsonSchema } from './components.js';

export interface HeaderDescription {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Statuses of the answers that may have it; all when absent. */
  readonly statuses?: readonly number[];
  /** Only where requests are counted. */
  readonly ofLimit?: true;
  /** Only of reads of the chain. */
  readonly ofReads?: true;
}

const text: JsonSchema = { type: 'string' };

/** What the headers of a route's answers go by. */
export interface AnsweredRoute {
  /** Whether its requests can count. */
  readonly isCounted: boolean;
  readonly readsChain: boolean;
}

const answerHeaders: readonly HeaderDescription[] = [
  {
    name: 'Access-Control-Allow-Origin',
    description:
      'The origin of the browser page that may read the answer, or *; absent for an origin that is not allowed',
    schema: text,
  },
  {
    name: 'Access-Control-Expose-Headers',
    description: 'Headers that such a page may read beside the few it always may',
    schema: text,
  },
  { name: 'Vary', description: 'Origin, unless every origin is allowed', schema: text },
  {
    name: 'X-RateLimit-Limit',
    description: 'Requests that the client may make in a minute; absent where nothing is counted',
    schema: { type: 'integer', minimum: 1 },
    ofLimit: true,
  },
  {
    name: 'X-RateLimit-Remaining',
    description: 'Requests that are left of them',
    schema: { type: 'integer', minimum: 0 },
    ofLimit: true,
  },
  {
    name: 'X-RateLimit-Reset',
    description: 'Seconds after which all of them are there again',
    schema: { type: 'integer', minimum: 0 },
    ofLimit: true,
  },
  {
    name: HEIGHT_HEADER,
    description:
      'Height of the chain of the node that answered; the answer knows every block up to there. Absent where nothing was read. `min_height` asks for the least',
    schema: { type: 'integer', minimum: 0 },
    ofReads: true,
  },
  {
    name: LOWEST_HEADER,
    description:
      'Lowest height of a block that the node has: lists, sums and histories begin there. Absent when it has all blocks',
    schema: { type: 'integer', minimum: 1 },
    ofReads: true,
  },
  {
    name: 'Retry-After',
    description: 'Seconds after which a new try can succeed',
    schema: { type: 'integer', minimum: 0 },
    statuses: [429, 503],
  },
];

/** @param own headers of one route: name and meaning. */
export function headersOf(
  status: number,
  { isCounted, readsChain }: AnsweredRoute,
  own: Readonly<Record<string, string>> = {},
): Record<string, JsonSchema> {
  const everywhere = answerHeaders
    .filter(({ statuses }) => statuses?.includes(status) ?? true)
    .filter(({ ofLimit, ofReads }) => (isCounted || !ofLimit) && (readsChain || !ofReads))
    .map(({ name }) => [name, { $ref: `#/components/headers/${name}` }]);
  const ofRoute = Object.entries(own).map(([name, description]) => [name, { description, schema: text }]);
  return Object.fromEntries([...everywhere, ...ofRoute]);
}

export const headerComponents = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(answerHeaders.map(({ name, description, schema }) => [name, { description, schema }]));
