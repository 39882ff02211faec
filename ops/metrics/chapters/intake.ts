/** Metrics of what happens before a block: the mempool and the verification threads. */

import { byLabel, type Chapter, chosen, lines, quantile, rate } from '../definition.js';

export const mempoolChapter: Chapter = {
  title: 'Mempool',
  metrics: [
    {
      name: 'rouged_mempool_transactions',
      type: 'gauge',
      help: 'Transactions that wait for a block.',
      read: ({ node }) => node.mempool.size,
      panels: [
        lines('Waiting transactions', 'short', {
          '{{instance}}': chosen('rouged_mempool_transactions'),
          'limit {{instance}}': chosen('rouged_mempool_limit', 'of="transactions"'),
        }),
      ],
      alerts: [
        {
          name: 'RougedMempoolFull',
          expr: 'rouged_mempool_transactions > on (job, instance) 0.9 * rouged_mempool_limit{of="transactions"}',
          for: '2m',
          severity: 'ticket',
          summary: 'The mempool is nearly full: cheap transactions are turned away.',
          runbook: 'overload',
        },
      ],
    },
    {
      name: 'rouged_mempool_bytes',
      type: 'gauge',
      help: 'Memory that they take.',
      read: ({ node }) => node.mempool.bytes,
      panels: [lines('Memory of the mempool', 'bytes', { '{{instance}}': chosen('rouged_mempool_bytes') })],
    },
    {
      name: 'rouged_mempool_limit',
      type: 'gauge',
      help: 'What the mempool may hold: transactions, and bytes of memory.',
      labels: ['of'],
      read: ({ node }) => [
        [{ of: 'transactions' }, node.options.mempool.transactions],
        [{ of: 'bytes' }, node.options.mempool.bytes],
      ],
    },
    {
      name: 'rouged_mempool_admitted_total',
      type: 'counter',
      help: 'Verified transactions that were taken.',
      read: ({ node }) => node.measures.admitted,
    },
    {
      name: 'rouged_mempool_refused_total',
      type: 'counter',
      help: 'Verified transactions that were not taken, by code of the refusal.',
      labels: ['code'],
      read: ({ node }) => byLabel('code', node.measures.refusals),
      panels: [
        lines('Admission', 'ops', {
          'admitted {{instance}}': rate('rouged_mempool_admitted_total'),
          '{{code}} {{instance}}': rate('rouged_mempool_refused_total', 'code'),
        }),
      ],
    },
    {
      name: 'rouged_mempool_left_total',
      type: 'counter',
      help: 'Transactions that left without a block: expired, impossible (a block took what they need), faulty (the node failed on them), evicted (others pay more).',
      labels: ['reason'],
      read: ({ node }) => byLabel('reason', [...Object.entries(node.measures.left), ['evicted', node.mempool.evicted]]),
    },
  ],
};

export const verifyChapter: Chapter = {
  title: 'Verification',
  metrics: [
    {
      name: 'rouged_verify_workers',
      type: 'gauge',
      help: 'Verification threads that take work.',
      read: ({ verifier }) => verifier.workers,
      alerts: [
        {
          name: 'RougedVerifierDown',
          expr: 'rouged_verify_workers < on (job, instance) rouged_verify_lanes',
          for: '1m',
          severity: 'page',
          summary: 'Verification threads are missing: requests of their senders are refused.',
          runbook: 'overload',
        },
      ],
    },
    {
      name: 'rouged_verify_lanes',
      type: 'gauge',
      help: 'Verification threads that there should be.',
      read: ({ verifier }) => verifier.lanes,
    },
    {
      name: 'rouged_verify_queue_items',
      type: 'gauge',
      help: 'Items that wait for a thread.',
      read: ({ verifier }) => verifier.queuedItems,
      panels: [
        lines('Verification queue', 'short', {
          'waiting {{instance}}': chosen('rouged_verify_queue_items'),
          'in threads {{instance}}': chosen('rouged_verify_in_flight_items'),
        }),
      ],
    },
    {
      name: 'rouged_verify_queue_bytes',
      type: 'gauge',
      help: 'Bytes of the requests that have no answer yet.',
      read: ({ verifier }) => verifier.heldBytes,
    },
    {
      name: 'rouged_verify_in_flight_items',
      type: 'gauge',
      help: 'Items that threads work on.',
      read: ({ verifier }) => verifier.inFlightItems,
    },
    {
      name: 'rouged_verify_wait_seconds',
      type: 'histogram',
      help: 'Time of an item from the question to its packet.',
      read: ({ verifier }) => verifier.waits,
      panels: [
        lines('Wait for a thread', 's', {
          'p50 {{instance}}': quantile(0.5, 'rouged_verify_wait_seconds'),
          'p99 {{instance}}': quantile(0.99, 'rouged_verify_wait_seconds'),
        }),
      ],
    },
    {
      name: 'rouged_verify_answer_seconds',
      type: 'histogram',
      help: 'Time of an item from the question to the answer.',
      read: ({ verifier }) => verifier.answers,
      alerts: [
        {
          name: 'RougedVerificationSlow',
          expr: 'histogram_quantile(0.9, sum by (job, instance, le) (rate(rouged_verify_answer_seconds_bucket[5m]))) > 2',
          for: '5m',
          severity: 'ticket',
          summary: 'Requests wait more than two seconds for their signature check.',
          runbook: 'overload',
        },
      ],
    },
    {
      name: 'rouged_verify_packets_total',
      type: 'counter',
      help: 'Packets to threads: answered or under way, and lost because the thread died.',
      labels: ['result'],
      read: ({ verifier }) => [
        [{ result: 'sent' }, verifier.packets],
        [{ result: 'lost' }, verifier.lostPackets],
      ],
    },
    {
      name: 'rouged_verify_verdicts_total',
      type: 'counter',
      help: 'Answers: ok (the signature holds), signed (a signature made), or the code of the refusal.',
      labels: ['verdict'],
      read: ({ verifier }) =>
        byLabel('verdict', [['ok', verifier.verified], ['signed', verifier.signed], ...verifier.refusals]),
      panels: [
        lines('Verdicts a second', 'ops', {
          '{{verdict}} {{instance}}': rate('rouged_verify_verdicts_total', 'verdict'),
        }),
      ],
    },
    {
      name: 'rouged_verify_shared_total',
      type: 'counter',
      help: 'Resends that shared the answer of the first.',
      read: ({ verifier }) => verifier.shared,
    },
    {
      name: 'rouged_verify_backend',
      type: 'gauge',
      help: '1 for the signature backend of the threads: kernel, native or noble.',
      labels: ['backend'],
      read: ({ verifier }) => (verifier.backend === '' ? [] : [[{ backend: verifier.backend }, 1]]),
    },
    {
      name: 'rouged_verify_key_lookups_total',
      type: 'counter',
      help: 'Signature checks by whether the expanded public key was there (hit) or had to be made (miss).',
      labels: ['result'],
      read: ({ verifier }) => [
        [{ result: 'hit' }, verifier.keyCache.hits],
        [{ result: 'miss' }, verifier.keyCache.misses],
      ],
      panels: [
        lines('Expanded keys', 'ops', {
          '{{result}} {{instance}}': rate('rouged_verify_key_lookups_total', 'result'),
          'evicted {{instance}}': rate('rouged_verify_key_evictions_total'),
        }),
      ],
    },
    {
      name: 'rouged_verify_key_evictions_total',
      type: 'counter',
      help: 'Expanded public keys that made room for others; when it grows with the misses, --verify-cache-bytes is small.',
      read: ({ verifier }) => verifier.keyCache.evictions,
    },
    {
      name: 'rouged_verify_keys',
      type: 'gauge',
      help: 'Expanded public keys that the threads hold, 38.9 KB each.',
      read: ({ verifier }) => verifier.keyCache.keys,
    },
    {
      name: 'rouged_verify_deferred_total',
      type: 'counter',
      help: 'Requests that were put off because their time stamp, sender or nonce will be refused: checked when a thread was idle, or turned away.',
      labels: ['result'],
      read: ({ verifier }) => [
        [{ result: 'put_off' }, verifier.deferred],
        [{ result: 'turned_away' }, verifier.shed],
      ],
    },
    {
      name: 'rouged_verify_thread_deaths_total',
      type: 'counter',
      help: 'Verification threads that died; each is replaced.',
      read: ({ verifier }) => verifier.deaths,
      alerts: [
        {
          name: 'RougedVerifierDies',
          expr: 'increase(rouged_verify_thread_deaths_total[10m]) > 3',
          for: '0s',
          severity: 'ticket',
          summary: 'Verification threads die again and again.',
          runbook: 'overload',
        },
      ],
    },
    {
      name: 'rouged_verify_item_seconds',
      type: 'gauge',
      help: "A thread's time for one signature check: a moving mean.",
      read: ({ verifier }) => verifier.microsecondsPerItem / 1e6,
      panels: [lines('Time of a signature check', 's', { '{{instance}}': chosen('rouged_verify_item_seconds') })],
    },
  ],
};
