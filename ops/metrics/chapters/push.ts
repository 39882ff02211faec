/** Metrics of push delivery. */

import type { PushMeasures } from '../../push/measures.js';
import { byLabel, type Chapter, chosen, lines, rate, type Samples, type Sources } from '../definition.js';

const counted =
  (read: (measures: PushMeasures) => number) =>
  ({ push }: Sources): number | undefined =>
    push && read(push.measures);

const byReason =
  (read: (measures: PushMeasures) => Readonly<Record<string, number>>) =>
  ({ push }: Sources): Samples =>
    push && byLabel('reason', Object.entries(read(push.measures)));

export const pushChapter: Chapter = {
  title: 'Push',
  metrics: [
    {
      name: 'rouged_push_queued',
      type: 'gauge',
      help: 'Events and messages that wait for the registry or the provider.',
      read: ({ push }) => push?.queued,
      panels: [lines('Messages waiting', 'short', { '{{instance}}': chosen('rouged_push_queued') })],
    },
    {
      name: 'rouged_push_sent_total',
      type: 'counter',
      help: 'Messages that the provider has accepted.',
      read: counted(({ sent }) => sent),
      panels: [
        lines('Messages a second', 'ops', {
          'sent {{instance}}': rate('rouged_push_sent_total'),
          'failed: {{reason}} {{instance}}': rate('rouged_push_failed_total', 'reason'),
          'dropped: {{reason}} {{instance}}': rate('rouged_push_dropped_total', 'reason'),
        }),
      ],
    },
    {
      name: 'rouged_push_failed_total',
      type: 'counter',
      help: 'Messages that the provider had and did not accept, by its reason; content: it refused the message itself, bad_answer: its answer could not be read.',
      labels: ['reason'],
      read: byReason(({ failed }) => failed),
    },
    {
      name: 'rouged_push_dropped_total',
      type: 'counter',
      help: 'Events and messages that were not sent: too many waited, they were too old, their platform has no endpoint, the registry did not answer.',
      labels: ['reason'],
      read: byReason(({ dropped }) => dropped),
    },
    {
      name: 'rouged_push_request_failures_total',
      type: 'counter',
      help: 'Requests to the provider that failed, by reason; messages are sent again unless it refused their content or answered what cannot be read.',
      labels: ['reason'],
      read: byReason(({ requests }) => requests),
      panels: [
        lines('Failed requests a second', 'ops', {
          '{{reason}} {{instance}}': rate('rouged_push_request_failures_total', 'reason'),
        }),
      ],
    },
    {
      name: 'rouged_push_receipt_errors_total',
      type: 'counter',
      help: 'Accepted messages that did not reach their device, by the reason in their receipt.',
      labels: ['reason'],
      read: byReason(({ receipts }) => receipts),
    },
    {
      name: 'rouged_push_receipts_expected',
      type: 'gauge',
      help: 'Accepted messages whose receipts are still to come.',
      read: ({ push }) => push?.receipts,
    },
    {
      name: 'rouged_push_tokens_gone_total',
      type: 'counter',
      help: 'Tokens that were removed from the registry because the provider reported their device gone.',
      read: counted(({ gone }) => gone),
    },
  ],
};
