/** Recognises requests of this machine itself, which may see what is meant for its operator.
 *
 *  In: a request. Out: whether a program on this machine asks for itself. Behind a reverse proxy on the same machine every client
 *  comes from 127.0.0.1, so the address alone is not enough. */

import type { ServerRequest } from '../server/port.js';
import { isLoopback } from './clientAddress.js';
import { namesLoopback } from './hostNames.js';

/** Headers in which proxies name their client or themselves: those of the standards, of the usual servers and
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

/** Sites that a browser reports for its own requests (`sec-fetch-site`): `none` is an address that the user typed. */
const OWN_SITES: ReadonlySet<string> = new Set(['', 'none', 'same-origin']);

/** Whether the request does not come from a page of another site. A browser on this machine sends such a page's request with a
 *  Host of ours, but it also names the page's site, which a page cannot change. */
const isOwnPage = (request: Pick<ServerRequest, 'header'>): boolean => {
  const site = request.header('sec-fetch-site');
  return OWN_SITES.has(site) && (site === 'same-origin' || request.header('origin') === '');
};

/** Whether a request comes from this machine without a proxy in between: from a program, or from a page in a browser here. */
export const comesFromHere = (request: Pick<ServerRequest, 'remoteAddress' | 'header'>): boolean =>
  isLoopback(request.remoteAddress) &&
  namesLoopback(request.header('host')) &&
  FORWARDING_HEADERS.every((name) => request.header(name) === '');

/** Whether a program on this machine asks for itself: from here, by a name of this machine, with no header that a proxy adds.
 *  A request that a proxy passed on, or that a page of another site sends from a browser here, counts as foreign, even though
 *  its connection is local. */
export const asksForItself = (request: Pick<ServerRequest, 'remoteAddress' | 'header'>): boolean =>
  comesFromHere(request) && isOwnPage(request);
