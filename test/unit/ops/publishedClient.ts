/** The published client `@rougechain/sdk` 1.3.0, as the tests load it.
 *
 *  Its built file imports `@noble/hashes/sha2`, a name that the version of that package it depends on no longer exports
 *  (it is `sha2.js` there), so Node refuses to load it as it is. A resolve hook gives the name its ending; nothing of the
 *  client itself is changed. The package carries no type declarations, hence the interface. */

import { register } from 'node:module';

const hook = `export const resolve = (specifier, context, next) =>
  next(specifier === '@noble/hashes/sha2' ? '@noble/hashes/sha2.js' : specifier, context);`;

export interface PublishedClient {
  serializePayload(payload: unknown): Uint8Array;
  verifyTransaction(envelope: unknown): boolean;
  RougeChain: new (
    url: string,
    options: { fetch(url: string, init: { body: string }): Promise<Response> },
  ) => {
    transfer(wallet: unknown, order: unknown): Promise<unknown>;
    faucet(wallet: unknown): Promise<unknown>;
  };
}

/** A name the compiler does not follow: there are no declarations behind it. */
const packageName: string = '@rougechain/sdk';

export async function loadPublishedClient(): Promise<PublishedClient> {
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
  return (await import(packageName)) as PublishedClient;
}
