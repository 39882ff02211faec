/** The node's metrics for Prometheus. Not part of the specification.
 *
 *  Metrics show a stranger how close the node is to its limits, so only this machine can read them
 *  unless the operator opens them. A scraper here does not use up the limits of other programs on this machine. */

import { refuse } from '../../engine/base/refusal.js';
import { defineRoute } from '../context.js';
import { asksForItself } from '../limits/ownMachine.js';
import { Content } from '../routing/answer.js';
import { Type } from '../routing/schema.js';

const metrics = defineRoute({
  method: 'GET',
  path: '/metrics',
  chapter: 'Operation',
  summary: 'Metrics in the text format of Prometheus',
  response: { 200: Type.String() },
  produces: 'text/plain; version=0.0.4',
  counts: 'free_here',
  hasNoHeight: true,
  refusals: ['not_authorized', 'route_not_found'],
  handler: async ({ operations }, { request }) => {
    const { metricsAccess, metrics: page } = operations;
    if (metricsAccess === 'off') return refuse('route_not_found', 'there is no endpoint at /metrics');
    if (metricsAccess === 'local' && !asksForItself(request))
      return refuse(
        'not_authorized',
        'metrics are for this machine only: start the node with --metrics public, or with --metrics-port and --metrics-host for an address of your own network',
      );
    return new Content(page.contentType, page.render());
  },
});

export const metricsRoutes = [metrics];
