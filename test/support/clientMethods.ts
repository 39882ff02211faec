/** Which methods of the published client reach which routes of this node, read from the client's own code, so that a new
 *  route brings its methods into the tests. */

import { routes } from '../../api/routes/index.js';

/** Paths in a method's code, as route templates; an expression after a question mark is the query. */
function pathsIn(code: string): string[] {
  const found = [...code.matchAll(/["`](\/[^"`?]*)/g)].map(([, path = '']) => path);
  return found.map((path) => `/api${path.replaceAll(/\$\{[^{}]*\}/g, ':').replace(/\$\{.*$/, '')}`);
}

/** @returns names of the client's methods, each with the paths of this node that it reaches; an empty list when there are none. */
export function methodsReaching(client: object): ReadonlyMap<string, readonly string[]> {
  const templates = new Set(routes.map(({ description }) => description.path.replaceAll(/:\w+/g, ':')));
  const prototype = Object.getPrototypeOf(client) as Record<string, () => unknown>;
  const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  const isOurs = (path: string): boolean =>
    // A query may be one expression behind the path: `/blocks${q}`.
    path === '/api/ws' || templates.has(path) || (path.endsWith(':') && templates.has(path.slice(0, -1)));
  return new Map(names.map((name) => [name, pathsIn(String(prototype[name])).filter(isOurs)]));
}

/** Those routes have tests of their own (`sdkTokens.test.ts`). */
export const isOfTokens = (path: string): boolean => /^\/api\/(v2\/)?tokens?(\/|$)/.test(path);

/** So have those of the services (`services/`). */
export const isOfServices = (path: string): boolean =>
  /^\/api\/(v2\/)?(mail|messenger|names|social|push|regen)(\/|$)/.test(path);
