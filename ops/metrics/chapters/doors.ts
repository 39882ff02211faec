/** Metrics of HTTP, WebSocket, and the conversion of uploads. */

import { byLabel, type Chapter, chosen, lines, quantile, rate } from '../definition.js';

export const doorsChapter: Chapter = {
  title: 'API',
  metrics: [
    {
      name: 'rouged_http_requests_total',
      type: 'counter',
      help: 'Requests by pattern of the route table and class of the status.',
      labels: ['method', 'route', 'status'],
      read: ({ api }) =>
        api.routes.flatMap(({ method, pattern, statuses }) =>
          [...statuses].map(([status, count]) => [{ method, route: pattern, status }, count] as const),
        ),
      panels: [
        lines('Requests a second', 'ops', { '{{status}} {{instance}}': rate('rouged_http_requests_total', 'status') }),
        lines('Requests a second by route', 'ops', {
          '{{route}} {{instance}}': rate('rouged_http_requests_total', 'route'),
        }),
      ],
      alerts: [
        {
          name: 'RougedServerErrors',
          expr: 'sum by (job, instance) (rate(rouged_http_requests_total{status="5xx"}[5m])) > 0.05 * sum by (job, instance) (rate(rouged_http_requests_total[5m]))',
          for: '5m',
          severity: 'page',
          summary:
            'More than 5% of the requests are answered 5xx: overload (503) or a fault (500, with its error in the log).',
          runbook: 'overload',
        },
      ],
    },
    {
      name: 'rouged_http_unrouted_total',
      type: 'counter',
      help: 'Requests that reached no route, by status: unknown paths, wrong methods, preflights, refusals before routing.',
      labels: ['status'],
      read: ({ api }) => byLabel('status', api.unrouted),
      panels: [
        lines('Requests without a route', 'ops', {
          '{{status}} {{instance}}': rate('rouged_http_unrouted_total', 'status'),
        }),
      ],
    },
    {
      name: 'rouged_http_request_seconds',
      type: 'histogram',
      help: 'Time from the request to the beginning of its answer, by route; routes that nobody has asked for are left out.',
      labels: ['method', 'route'],
      read: ({ api }) =>
        api.routes
          .filter(({ statuses }) => statuses.size > 0)
          .map(({ method, pattern, seconds }) => [{ method, route: pattern }, seconds]),
      panels: [
        lines('Time to answer, p99', 's', {
          '{{route}} {{instance}}': quantile(0.99, 'rouged_http_request_seconds', 'route'),
        }),
      ],
    },
    {
      name: 'rouged_ws_clients',
      type: 'gauge',
      help: 'Open WebSockets.',
      read: ({ api }) => api.openSockets,
      panels: [lines('WebSockets', 'short', { '{{instance}}': chosen('rouged_ws_clients') })],
    },
    {
      name: 'rouged_ws_handshakes_total',
      type: 'counter',
      help: 'WebSocket handshakes by what became of them.',
      labels: ['result'],
      read: ({ api }) => byLabel('result', Object.entries(api.sockets)),
    },
    {
      name: 'rouged_ws_closed_total',
      type: 'counter',
      help: 'WebSockets that ended, by close code: 1000 and 1001 on purpose, 1006 broken, 1008 against a rule, 1013 too slow, 0 any other.',
      labels: ['code'],
      read: ({ api }) => byLabel('code', api.closes),
      panels: [
        lines('WebSockets closed a second', 'ops', { '{{code}} {{instance}}': rate('rouged_ws_closed_total', 'code') }),
      ],
    },
    {
      name: 'rouged_stream_sequence',
      type: 'gauge',
      help: 'Number of the newest event of the stream.',
      read: ({ node }) => node.hub.sequence,
      panels: [lines('Events a second', 'ops', { '{{instance}}': `deriv(${chosen('rouged_stream_sequence')}[1m])` })],
    },
    {
      name: 'rouged_logo_conversions_total',
      type: 'counter',
      help: 'Uploaded pictures that were converted to WebP.',
      read: ({ images }) => images.converted,
    },
    {
      name: 'rouged_logo_refused_total',
      type: 'counter',
      help: 'Uploaded pictures that were not converted, by code of the refusal.',
      labels: ['code'],
      read: ({ images }) => byLabel('code', images.refusals),
      panels: [
        lines('Uploaded pictures', 'ops', {
          'converted {{instance}}': rate('rouged_logo_conversions_total'),
          '{{code}} {{instance}}': rate('rouged_logo_refused_total', 'code'),
        }),
      ],
    },
    {
      name: 'rouged_logo_seconds',
      type: 'histogram',
      help: 'Time of a converted picture from the body to the answer.',
      read: ({ images }) => images.seconds,
    },
    {
      name: 'rouged_logo_threads',
      type: 'gauge',
      help: 'Threads that convert pictures: 1 from an upload until there was none for half a minute.',
      read: ({ images }) => images.threads,
    },
  ],
};
