/** The node's metrics for Prometheus. Not of the specification.
 *
 *  What an operator watches tells a stranger how close the node is to its limits, so it is shown to this machine only
 *  unless the operator opens it. A request that a proxy passed on comes from elsewhere, whatever its connection says. */

import { Type } from 'typebox';
import { refuse } from '../../engine/base/refusal.js';
import { defineRoute } from '../context.js';
import { Content } from '../routing/answer.js';
import type { ServerRequest } from '../server/port.js';

/** Headers by which proxies say for whom they ask. */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** Whether a program on this machine asks, for itself. */
export const isLocal = (request: Pick<ServerRequest, 'remoteAddress' | 'header'>): boolean =>
  isLoopback(request.remoteAddress) && FORWARDING_HEADERS.every((name) => request.header(name) === '');

const metrics = defineRoute({
  method: 'GET',
  path: '/metrics',
  chapter: 'Operation',
  summary: 'Metrics in the text format of Prometheus',
  response: { 200: Type.String() },
  produces: 'text/plain; version=0.0.4',
  refusals: ['not_authorized', 'route_not_found'],
  handler: async ({ operations }, { request }) => {
    const { metricsAccess, metrics: page } = operations;
    if (metricsAccess === 'off') return refuse('route_not_found', 'there is no endpoint at /metrics');
    if (metricsAccess === 'local' && !isLocal(request))
      return refuse(
        'not_authorized',
        'metrics are for this machine only: start the node with --metrics public, or with --metrics-port and --metrics-host for an address of your own network',
      );
    return new Content(page.contentType, await page.render());
  },
});

export const metricsRoutes = [metrics];
