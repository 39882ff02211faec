/** Which browser pages may read the API (specification, Node options).
 *
 *  In: the Origin of a request. Out: headers for its answer, or none, in which case the browser keeps the answer from
 *  the page. The API takes no cookies, so an origin that is allowed gains nothing but readable answers. */

import type { Answer, HeaderPair, ServerRequest } from '../server/port.js';

/** Pages of the network's own sites and of the usual local development servers. */
export const BUILT_IN_ORIGINS: readonly string[] = [
  'http://localhost:5173',
  'http://localhost:4173',
  'http://127.0.0.1:5173',
  'https://rougechain.io',
  'https://www.rougechain.io',
  'https://testnet.rougechain.io',
  'https://rougee.app',
  'https://www.rougee.app',
];

const METHODS = 'GET, POST, PUT, DELETE, OPTIONS, PATCH';

/** How long a browser may remember a preflight: two hours is the most that browsers honour. */
const MAX_AGE_SECONDS = '7200';

/** Headers of answers that a page may read in addition to the few that are always readable. */
const EXPOSED: HeaderPair = [
  'Access-Control-Expose-Headers',
  'Retry-After, X-Block-Height, X-Lowest-Block-Height, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
];

const VARY_ORIGIN: HeaderPair = ['Vary', 'Origin'];

export interface Cors {
  /** Headers for the answer to a request with this Origin header ('' when it has none). */
  headers(origin: string): readonly HeaderPair[];
  /** The answer to a preflight request; undefined when the request is not one. */
  preflight(request: ServerRequest): Answer | undefined;
}

/** @param origins allowed origins, `*` among them for every origin; undefined: the built-in ones. */
export function createCors(origins: readonly string[] | undefined): Cors {
  const allowed = new Set(origins ?? BUILT_IN_ORIGINS);
  const headers = allowed.has('*') ? anyOrigin : listedOrigins(allowed);
  return { headers, preflight: (request) => preflight(request, headers) };
}

const ANY: readonly HeaderPair[] = [['Access-Control-Allow-Origin', '*'], EXPOSED];
const anyOrigin = (): readonly HeaderPair[] => ANY;

/** `Vary` is set for every origin, even a refused or absent one: a cache must not give one page another's answer. */
function listedOrigins(allowed: ReadonlySet<string>): (origin: string) => readonly HeaderPair[] {
  const refused: readonly HeaderPair[] = [VARY_ORIGIN];
  const answers = new Map<string, readonly HeaderPair[]>();
  for (const origin of allowed) answers.set(origin, [['Access-Control-Allow-Origin', origin], EXPOSED, VARY_ORIGIN]);
  return (origin) => answers.get(origin) ?? refused;
}

function preflight(request: ServerRequest, headers: (origin: string) => readonly HeaderPair[]): Answer | undefined {
  const origin = request.header('origin');
  if (request.method !== 'OPTIONS' || !origin || !request.header('access-control-request-method')) return undefined;
  const answer = [...headers(origin)];
  if (answer.some(([name]) => name === 'Access-Control-Allow-Origin')) {
    answer.push(['Access-Control-Allow-Methods', METHODS], ['Access-Control-Max-Age', MAX_AGE_SECONDS]);
    const asked = request.header('access-control-request-headers');
    if (asked) answer.push(['Access-Control-Allow-Headers', asked]);
  }
  return { status: 204, headers: answer };
}
