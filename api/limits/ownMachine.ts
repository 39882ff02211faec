/** Requests of this machine itself: who may see what is for its operator.
 *
 *  In: a request. Out: whether a program here asks, and for itself. Behind a reverse proxy on the same machine every client
 *  comes from 127.0.0.1, so the address alone says nothing. */

import type { ServerRequest } from '../server/port.js';
import { isLoopback } from './clientAddress.js';
import { namesLoopback } from './hostNames.js';

/** Headers by which proxies say for whom they ask, or that they stand between: those of the standards, of the usual servers,
 *  of the large providers. */
const FORWARDING_HEADERS = [
  ...[
    'forwarded',
    'x-forwarded-for',
    'x-real-ip',
    'via',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-server',
  ],
  ...[
    'x-forwarded',
    'x-forwarded-port',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-original-forwarded-for',
    'true-client-ip',
  ],
  ...['cf-connecting-ip', 'fastly-client-ip', 'x-envoy-external-address', 'x-appengine-user-ip', 'x-azure-clientip'],
] as const;

/** What a browser says of the page that asks: none for an address that somebody typed. */
const OWN_SITES: ReadonlySet<string> = new Set(['', 'none', 'same-origin']);

/** Whether no page of another site asks. A browser on this machine sends such a page's request with a Host of ours; it names the
 *  page's site beside it, which no page can change. */
const isOwnPage = (request: Pick<ServerRequest, 'header'>): boolean => {
  const site = request.header('sec-fetch-site');
  return OWN_SITES.has(site) && (site === 'same-origin' || request.header('origin') === '');
};

/** Whether a request comes from this machine without a proxy in between: from a program, or from a page in a browser here. */
export const comesFromHere = (request: Pick<ServerRequest, 'remoteAddress' | 'header'>): boolean =>
  isLoopback(request.remoteAddress) &&
  namesLoopback(request.header('host')) &&
  FORWARDING_HEADERS.every((name) => request.header(name) === '');

/** Whether a program on this machine asks, for itself: from here, by a name of this machine, with nothing that a proxy adds.
 *  A request that a proxy passed on, or a page of another site in a browser here, comes from elsewhere whatever its connection
 *  says. */
export const asksForItself = (request: Pick<ServerRequest, 'remoteAddress' | 'header'>): boolean =>
  comesFromHere(request) && isOwnPage(request);
