/** The names of the client's methods, and which routes have one.
 *
 *  In: descriptions of routes. Out: a name for each route that programs use, made from its path by one rule. */

import { invariant } from '../../engine/base/refusal.js';
import type { RouteDescription } from '../routing/route.js';

/** Exceptions where the rule would give a misleading name. */
const NAMES: Readonly<Record<string, string>> = {
  'GET /api/block/hash/:block_hash': 'getBlockByHash',
  'GET /api/resolve/:input': 'resolveAccount',
  'GET /api/balance/:public_key/:token_symbol': 'getTokenBalance',
  'GET /api/events': 'getAllPoolEvents',
  'POST /api/swap/quote': 'quoteSwap',
  'POST /api/faucet': 'askFaucet',
  'POST /api/tx/broadcast': 'broadcast',
  'POST /api/token/logo': 'convertLogo',
  'POST /api/v2/batch': 'submitBatch',
};

/** Second paths of routes that already have a method. */
const DOUBLES = new Set(['POST /api/v2/batch-submit']);

/** What only other nodes send. */
const BETWEEN_NODES = new Set([
  'POST /api/blocks/import',
  'POST /api/finality/votes',
  'POST /api/votes/submit',
  'POST /api/peers/register',
]);

/** `nft_batch_mint` as `NftBatchMint`. */
export const capitalised = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** `NftBatchMint` as `nftBatchMint`. */
export const lowered = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

export const keyOf = ({ method, path }: RouteDescription): string => `${method} ${path}`;

/** Deprecated routes have no method, because they only answer that they are gone; pages and metrics are not JSON. */
export const hasMethod = (route: RouteDescription): boolean =>
  !route.deprecated && route.produces === undefined && !DOUBLES.has(keyOf(route)) && !BETWEEN_NODES.has(keyOf(route));

const segmentsOf = ({ path }: RouteDescription): readonly string[] =>
  path.split('/').filter((segment) => !['', 'api', 'v2'].includes(segment));

/** The path without its parameters: `GET /api/tx/:hash/receipt` is `getTxReceipt`. */
const shortName = (route: RouteDescription): string =>
  route.method.toLowerCase() +
  segmentsOf(route)
    .filter((segment) => !segment.startsWith(':'))
    .map(capitalised)
    .join('');

/** For a path that extends another one by a parameter: `getFinalityByHeight`. */
const longName = (route: RouteDescription): string =>
  `${shortName(route)}By${capitalised(segmentsOf(route).findLast((segment) => segment.startsWith(':')) ?? '')}`;

/** Names of methods by method and path. @throws InvariantError for two routes of one name. */
export function methodNames(routes: readonly RouteDescription[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  // The path with the fewest parameters has the short name.
  const parametersOf = ({ path }: RouteDescription): number => path.split(':').length;
  for (const route of [...routes].sort((a, b) => parametersOf(a) - parametersOf(b))) {
    const short = NAMES[keyOf(route)] ?? shortName(route);
    const name = taken.has(short) ? longName(route) : short;
    invariant(!taken.has(name), `two methods of the client would be called ${name}; name one of them`);
    taken.add(name);
    names.set(keyOf(route), name);
  }
  return names;
}
