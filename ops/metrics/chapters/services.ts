/** Metrics of the signed services: messages, mail, posts, votes, beside the chain. */

import {
  type Chapter,
  chosen,
  lines,
  type NumberMetric,
  rate,
  type ServicesReading,
  type Sources,
} from '../definition.js';

const of =
  (read: (services: ServicesReading) => number) =>
  ({ services }: Sources): number | undefined =>
    services && read(services);

const requests: readonly NumberMetric[] = [
  {
    name: 'rouged_services_requests_total',
    type: 'counter',
    help: 'Signed requests of the services by what became of them.',
    labels: ['result'],
    read: ({ services }) =>
      services && [
        [{ result: 'accepted' }, services.accepted],
        [{ result: 'refused' }, services.refused],
      ],
    panels: [
      lines('Requests of the services a second', 'ops', {
        '{{result}} {{instance}}': rate('rouged_services_requests_total', 'result'),
      }),
    ],
  },
  {
    name: 'rouged_services_waiting',
    type: 'gauge',
    help: 'Requests that wait for the thread of the services.',
    read: of(({ waiting }) => waiting),
    panels: [lines('Waiting requests of the services', 'short', { '{{instance}}': chosen('rouged_services_waiting') })],
    alerts: [
      {
        name: 'RougedServicesCrowded',
        expr: 'rouged_services_waiting > 2048',
        for: '5m',
        severity: 'ticket',
        summary: 'More requests of the services come than their thread takes; the greediest addresses are refused.',
        runbook: 'overload',
      },
    ],
  },
  {
    name: 'rouged_services_due_total',
    type: 'counter',
    help: 'Work of the services that was put off to a time and is done.',
    read: of(({ due }) => due),
  },
];

const kept: readonly NumberMetric[] = [
  {
    name: 'rouged_services_usable',
    type: 'gauge',
    help: '1: the database of the services is open and takes writes, or nobody has needed it yet.',
    read: of(({ isUsable }) => (isUsable ? 1 : 0)),
    alerts: [
      {
        name: 'RougedServicesUnusable',
        expr: 'rouged_services_usable == 0',
        for: '1m',
        severity: 'page',
        summary: 'The services cannot be opened or written; the chain goes on.',
        runbook: 'disk-full',
      },
    ],
  },
  {
    name: 'rouged_services_records',
    type: 'gauge',
    help: 'Records that the services keep.',
    read: of(({ records }) => records),
    panels: [lines('Records of the services', 'short', { '{{instance}}': chosen('rouged_services_records') })],
  },
  {
    name: 'rouged_services_bytes',
    type: 'gauge',
    help: 'Bytes that were signed in them, signatures included.',
    read: of(({ bytes }) => bytes),
    panels: [
      lines('What the services keep', 'bytes', {
        'kept {{instance}}': chosen('rouged_services_bytes'),
        'bound {{instance}}': chosen('rouged_services_bytes_max'),
      }),
    ],
    alerts: [
      {
        name: 'RougedServicesFull',
        expr: 'rouged_services_bytes > 0.9 * rouged_services_bytes_max and rouged_services_bytes_max > 0',
        for: '10m',
        severity: 'ticket',
        summary: 'The services are nearly full; raise --services-megabytes or set --services-retention-days.',
        runbook: 'disk-full',
      },
    ],
  },
  {
    name: 'rouged_services_bytes_max',
    type: 'gauge',
    help: 'What they may take together; 0 while the services have not begun.',
    read: of(({ mostBytes }) => mostBytes),
  },
  {
    name: 'rouged_services_erased_total',
    type: 'counter',
    help: 'Records erased since the database was begun.',
    read: of(({ erased }) => erased),
  },
  {
    name: 'rouged_services_expired_total',
    type: 'counter',
    help: 'Records erased because their retention has ended.',
    read: of(({ expired }) => expired),
  },
];

export const servicesChapter: Chapter = { title: 'Services', metrics: [...requests, ...kept] };
