/** Options of parts that this version does not have: the bridge's routes. The interface specification names them, so
 *  a configuration of a node that sets one gets a clear refusal; `rouged bridge check` reads those of verification.
 *
 *  Each is read and checked like any other; a start that sets one to another value than its default is refused. The change that
 *  adds a part moves its options from here to `schema.ts`. */

import { bridgeServiceOptions, evmBridgeOptions } from './bridgeOptions.js';

const future = { ...evmBridgeOptions, ...bridgeServiceOptions };

/** The same options, each marked as not available. */
export const futureOptions = Object.fromEntries(
  Object.entries(future).map(([name, option]) => [name, { ...option, available: false }]),
) as { readonly [Name in keyof typeof future]: (typeof future)[Name] };
