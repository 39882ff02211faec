/** Metrics of the node's base: store, disk, threads, clock, process. */

import { type DatabaseFile, type DiskReading, databaseFiles } from '../../health/vitals.js';
import { byLabel, type Chapter, chosen, lines, rate, type Samples } from '../definition.js';

const ofDatabase = (disk: DiskReading | undefined, of: 'bytes' | 'files'): Samples =>
  disk && databaseFiles.map((kind: DatabaseFile) => [{ kind }, disk.database[kind][of]]);

export const storeChapter: Chapter = {
  title: 'Store and disk',
  metrics: [
    {
      name: 'rouged_store_pending_calls',
      type: 'gauge',
      help: 'Calls to the store without an answer, commits and reads.',
      read: ({ store }) => store.pendingCalls,
      panels: [lines('Store queue', 'short', { '{{instance}}': chosen('rouged_store_pending_calls') })],
    },
    {
      name: 'rouged_store_writes_total',
      type: 'counter',
      help: 'Durable commits and range deletes.',
      read: ({ store }) => store.writes,
    },
    {
      name: 'rouged_store_reads_total',
      type: 'counter',
      help: 'Reads and queries.',
      read: ({ store }) => store.reads,
      panels: [
        lines('Store operations', 'ops', {
          'writes {{instance}}': rate('rouged_store_writes_total'),
          'reads {{instance}}': rate('rouged_store_reads_total'),
        }),
      ],
    },
    {
      name: 'rouged_store_failures_total',
      type: 'counter',
      help: 'Calls that failed, by code.',
      labels: ['code'],
      read: ({ store }) => byLabel('code', store.failures),
      panels: [
        lines('Store failures', 'ops', { '{{code}} {{instance}}': rate('rouged_store_failures_total', 'code') }),
      ],
    },
    {
      name: 'rouged_database_bytes',
      type: 'gauge',
      help: 'Bytes of the database by kind of file: table, blob (bodies and signatures), log (write-ahead), other.',
      labels: ['kind'],
      read: ({ health }) => ofDatabase(health.vitals.disk, 'bytes'),
      panels: [lines('Database on disk', 'bytes', { '{{kind}} {{instance}}': chosen('rouged_database_bytes') })],
    },
    {
      name: 'rouged_database_files',
      type: 'gauge',
      help: 'Files of the database by kind.',
      labels: ['kind'],
      read: ({ health }) => ofDatabase(health.vitals.disk, 'files'),
    },
    {
      name: 'rouged_disk_free_bytes',
      type: 'gauge',
      help: 'Free room on the disk of the data directory.',
      read: ({ health }) => health.vitals.disk?.freeBytes,
      panels: [lines('Free disk', 'bytes', { '{{instance}}': chosen('rouged_disk_free_bytes') })],
      alerts: [
        {
          name: 'RougedDiskFills',
          expr: 'predict_linear(rouged_disk_free_bytes[6h], 3 * 86400) < 0',
          for: '30m',
          severity: 'ticket',
          summary: 'At this pace the disk is full within three days.',
          runbook: 'disk-full',
        },
      ],
    },
    {
      name: 'rouged_disk_size_bytes',
      type: 'gauge',
      help: 'Size of that disk.',
      read: ({ health }) => health.vitals.disk?.totalBytes,
    },
    {
      name: 'rouged_state_records',
      type: 'gauge',
      help: 'Records of the state, all tables.',
      read: ({ node }) => node.state.size,
    },
    {
      name: 'rouged_state_trie_bytes',
      type: 'gauge',
      help: 'Memory behind the Merkle trie.',
      read: ({ node }) => node.state.trieBytes,
    },
  ],
};

export const processChapter: Chapter = {
  title: 'Process',
  metrics: [
    {
      name: 'rouged_event_loop_delay_seconds',
      type: 'gauge',
      help: 'How late timers of the main thread were in the last 15 s: p50, p95, p99 and max.',
      labels: ['of'],
      read: ({ health }) => {
        const { p50, p95, p99, max } = health.vitals.delays;
        return byLabel('of', [
          ['p50', p50 / 1_000],
          ['p95', p95 / 1_000],
          ['p99', p99 / 1_000],
          ['max', max / 1_000],
        ]);
      },
      panels: [lines('Event loop delay', 's', { '{{of}} {{instance}}': chosen('rouged_event_loop_delay_seconds') })],
      alerts: [
        {
          name: 'RougedEventLoopLate',
          expr: 'rouged_event_loop_delay_seconds{of="p99"} > 0.4',
          for: '2m',
          severity: 'page',
          summary: 'The main thread is busy for longer than a slot.',
          runbook: 'overload',
        },
      ],
    },
    {
      name: 'rouged_thread_active_seconds_total',
      type: 'counter',
      help: 'Seconds that each thread has worked; a new thread begins at 0. Its rate is the utilisation. The threads of contracts and of the services are there from their first work on.',
      labels: ['thread'],
      read: ({ verifier, store, contracts, services }) =>
        byLabel('thread', [
          ['main', performance.eventLoopUtilization().active / 1_000],
          ['store', store.activeSeconds],
          ...verifier.activeSeconds.map((seconds, lane) => [`verify-${lane}`, seconds] as const),
          ['verify-urgent', verifier.urgentSeconds],
          ...(contracts?.activeSeconds ?? []),
          ...(services && services.activeSeconds > 0 ? [['services', services.activeSeconds] as const] : []),
        ]),
      panels: [
        lines('Utilisation of threads', 'percentunit', {
          '{{thread}} {{instance}}': rate('rouged_thread_active_seconds_total'),
        }),
      ],
    },
    {
      name: 'rouged_clock_seconds',
      type: 'gauge',
      help: "The node's clock, seconds since the epoch.",
      read: ({ node }) => node.wallTime / 1_000,
      panels: [
        lines('Clock against Prometheus (to one scrape)', 's', {
          '{{instance}}': `${chosen('rouged_clock_seconds')} - timestamp(${chosen('rouged_clock_seconds')})`,
        }),
      ],
    },
    {
      name: 'rouged_clock_steps_total',
      type: 'counter',
      help: 'Jumps of the clock by a second and more.',
      read: ({ health }) => health.vitals.clockWatch.steps,
    },
    {
      name: 'rouged_clock_held_seconds',
      type: 'gauge',
      help: 'By how much the clock is ahead of the time that blocks are dated with: a leap forward is followed once it has lasted five minutes. 0 when it is followed.',
      read: ({ node }) => (node.chainClock.held?.byMs ?? 0) / 1_000,
    },
    {
      name: 'rouged_build_info',
      type: 'gauge',
      help: 'Always 1; version of the program and of Node, chain id, rules.',
      labels: ['version', 'node', 'chain_id', 'rules'],
      read: ({ build, node }) => {
        const { genesis, protocol } = node.options.rules;
        return [[{ ...build, chain_id: genesis.chainId, rules: protocol.name }, 1]];
      },
      alerts: [
        {
          name: 'RougedDown',
          expr: 'up == 0 and on (job, instance) last_over_time(rouged_build_info[1d])',
          for: '1m',
          severity: 'page',
          summary: 'The node does not answer Prometheus.',
          runbook: 'stuck-chain',
        },
      ],
    },
    {
      name: 'process_resident_memory_bytes',
      type: 'gauge',
      help: 'Memory of the process.',
      read: ({ process }) => process.residentBytes,
      panels: [
        lines('Memory', 'bytes', {
          'resident {{instance}}': chosen('process_resident_memory_bytes'),
          'heap {{instance}}': chosen('nodejs_heap_size_used_bytes'),
          'external {{instance}}': chosen('nodejs_external_memory_bytes'),
        }),
      ],
    },
    {
      name: 'nodejs_heap_size_used_bytes',
      type: 'gauge',
      help: 'JavaScript heap of the main thread in use.',
      read: ({ process }) => process.heapUsedBytes,
    },
    {
      name: 'nodejs_external_memory_bytes',
      type: 'gauge',
      help: 'Memory outside that heap: buffers, and the trie.',
      read: ({ process }) => process.externalBytes,
    },
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'CPU time of all threads.',
      read: ({ process }) => process.cpuSeconds,
      panels: [lines('CPU (cores)', 'short', { '{{instance}}': rate('process_cpu_seconds_total') })],
    },
    {
      name: 'nodejs_gc_duration_seconds',
      type: 'histogram',
      help: 'Collections of garbage on the main thread.',
      labels: ['kind'],
      read: ({ process }) => [...process.collections].map(([kind, seconds]) => [{ kind }, seconds]),
      panels: [
        lines('Garbage collection (share of time)', 'percentunit', {
          '{{kind}} {{instance}}': rate('nodejs_gc_duration_seconds_sum', 'kind'),
        }),
      ],
    },
    {
      name: 'process_open_fds',
      type: 'gauge',
      help: 'Open file descriptors: files of the database and sockets.',
      read: ({ process }) => process.openDescriptors,
      panels: [
        lines('File descriptors', 'short', {
          'open {{instance}}': chosen('process_open_fds'),
          'limit {{instance}}': chosen('process_max_fds'),
        }),
      ],
      alerts: [
        {
          name: 'RougedDescriptorsLow',
          expr: 'process_open_fds > on (job, instance) 0.9 * process_max_fds and on (job, instance) rouged_build_info',
          for: '5m',
          severity: 'ticket',
          summary: 'The process is about to run out of file descriptors.',
          runbook: 'overload',
        },
      ],
    },
    {
      name: 'process_max_fds',
      type: 'gauge',
      help: 'How many there may be.',
      read: ({ process }) => process.maxDescriptors,
    },
    {
      name: 'process_start_time_seconds',
      type: 'gauge',
      help: 'When the process started, seconds since the epoch.',
      read: ({ process }) => process.startTime,
    },
  ],
};
