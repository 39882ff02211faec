/** Where messages go: the endpoints that an operator may name, and what follows from one. */

import { isLoopbackHost } from '../../api/limits/hostNames.js';
import type { TextRule } from '../config/optionKinds.js';
import { readHttpUrl, shownAddress } from '../config/optionKinds.js';

/** The provider of the mobile platform that the reference's app uses. */
export const EXPO_ENDPOINT = 'https://exp.host/--/api/v2/push/send';

/** A platform before the URL; without one it is the reference's. */
const ENTRY = /^(?:([a-z][a-z0-9-]{0,31})=)?(https?:\/\/.*)$/;

const isLocal = ({ hostname }: URL): boolean => isLoopbackHost(hostname.replace(/^\[(.*)\]$/, '$1'));

/** @returns the platform of an entry of `--push-endpoint` and its URL. */
export function readEndpoint(
  text: string,
): { readonly platform: string | undefined; readonly url: string } | undefined {
  const [, platform, address = ''] = ENTRY.exec(text) ?? [];
  const url = readHttpUrl(address);
  // Tokens and the access token must not be readable on the way.
  if (url === undefined || !(url.startsWith('https:') || isLocal(new URL(url)))) return undefined;
  return { platform, url };
}

export const endpointRule: TextRule = {
  accepts: (text) => readEndpoint(text) !== undefined,
  mustBe:
    'an https URL (http only on this machine), with the name of a platform and = before it for another one than expo',
  shown: shownAddress,
};

/** The endpoint of receipts lies beside that of messages. */
export const receiptsUrl = (endpoint: string): string => new URL('getReceipts', endpoint).href;
