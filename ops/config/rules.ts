/** What the text of an option must look like, where a number or a choice does not say it all. In: text from outside. Out:
 *  whether it is accepted, and what it must be. */

import { readKeyEntry } from '../../api/limits/apiKeys.js';
import { readAddressRange } from '../../api/limits/clientAddress.js';
import { matching, readHttpUrl } from './optionKinds.js';

export const hostRule = matching(
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9a-fA-F:]*:[0-9a-fA-F:.]*)$/,
  'a host name or an IP address without a port',
);
export const chainIdRule = matching(/^[a-z0-9][a-z0-9-]{2,63}$/, '3 to 64 of a-z, 0-9 and -');
export const printableRule = matching(/^[^\p{Cc}]{1,64}$/u, 'one line of 1 to 64 characters');
export const evmAddressRule = matching(/^0x[0-9a-fA-F]{40}$/, 'an EVM address (0x and 40 hex digits)');
export const secretRule = matching(/^[\x21-\x7e]{16,256}$/, '16 to 256 printable characters without spaces');
export const originRule = {
  accepts: (text: string): boolean => text === '*' || (URL.canParse(text) && new URL(text).origin === text),
  mustBe: 'an origin such as https://wallet.example (scheme, host and port, no path) or *',
};
export const peerRule = {
  accepts: (text: string): boolean => readHttpUrl(text) === text && new URL(text).pathname.endsWith('/api'),
  mustBe: 'an http or https URL that ends in /api',
};

export const proxyRule = {
  accepts: (text: string): boolean => readAddressRange(text) !== undefined,
  mustBe: 'an IP address or a network such as 10.0.0.0/8',
};
export const apiKeyRule = {
  accepts: (text: string): boolean => secretRule.accepts(readKeyEntry(text).key),
  mustBe: `${secretRule.mustBe}, with validator: or peer: before it for a key of that tier`,
};
