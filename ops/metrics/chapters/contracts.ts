/** Metrics of contracts: compiled code, executions in blocks, and those for readers. */

import type { CallPoolStats } from '../../../workers/contracts/callPool.js';
import type { MachineStats } from '../../../workers/contracts/contractMachine.js';
import { type Chapter, chosen, lines, type NumberMetric, rate, type Sources } from '../definition.js';

/** A number of the machine that runs contracts in blocks. */
const ofMachine =
  (read: (machine: MachineStats) => number) =>
  ({ contracts }: Sources): number | undefined =>
    contracts && read(contracts.machine);

/** A number of the threads that run contracts for readers. */
const ofCalls =
  (read: (calls: CallPoolStats) => number) =>
  ({ contracts }: Sources): number | undefined =>
    contracts && read(contracts.calls);

const code: readonly NumberMetric[] = [
  {
    name: 'rouged_contract_modules',
    type: 'gauge',
    help: 'Compiled modules that the main thread keeps.',
    read: ofMachine(({ modules }) => modules),
    panels: [lines('Compiled modules', 'short', { '{{instance}}': chosen('rouged_contract_modules') })],
  },
  {
    name: 'rouged_contract_code_bytes',
    type: 'gauge',
    help: "Bytes of their metered WebAssembly; V8's machine code is several times as large.",
    read: ofMachine(({ bytes }) => bytes),
    panels: [lines('Compiled code', 'bytes', { '{{instance}}': chosen('rouged_contract_code_bytes') })],
  },
  {
    name: 'rouged_contract_compilations_total',
    type: 'counter',
    help: 'Modules by what became of them in the compiling thread: compiled, refused (they cannot be contracts), failed (a fault of this node).',
    labels: ['result'],
    read: ({ contracts }) =>
      contracts && [
        [{ result: 'compiled' }, contracts.machine.compiled],
        [{ result: 'refused' }, contracts.machine.refused],
        [{ result: 'failed' }, contracts.machine.faults],
      ],
    panels: [
      lines('Compilations a second', 'ops', {
        '{{result}} {{instance}}': rate('rouged_contract_compilations_total', 'result'),
        'missed {{instance}}': rate('rouged_contract_misses_total'),
        'evicted {{instance}}': rate('rouged_contract_evictions_total'),
      }),
    ],
    alerts: [
      {
        name: 'RougedContractCompilationFails',
        expr: 'increase(rouged_contract_compilations_total{result="failed"}[10m]) > 0',
        for: '0s',
        severity: 'ticket',
        summary: 'A contract could not be compiled because of a fault of this node; blocks with it are not executed.',
        runbook: 'stuck-chain',
      },
    ],
  },
  {
    name: 'rouged_contract_compile_seconds_total',
    type: 'counter',
    help: 'Time from the question for compiled code to the answer, the wait for the thread included, summed over the modules.',
    read: ofMachine(({ compileSeconds }) => compileSeconds),
    panels: [
      lines('Time until a module is compiled (mean)', 's', {
        '{{instance}}': `${rate('rouged_contract_compile_seconds_total')} / sum without (result) (rate(${chosen('rouged_contract_compilations_total', 'result!="failed"')}[$__rate_interval]))`,
      }),
    ],
  },
  {
    name: 'rouged_contract_compiling',
    type: 'gauge',
    help: 'Modules that are being compiled or wait for it.',
    read: ofMachine(({ pending }) => pending),
  },
  {
    name: 'rouged_contract_evictions_total',
    type: 'counter',
    help: 'Compiled modules that made room for others.',
    read: ofMachine(({ evicted }) => evicted),
    alerts: [
      {
        name: 'RougedContractCodeEvicted',
        expr: 'rate(rouged_contract_evictions_total[10m]) > 0.1',
        for: '10m',
        severity: 'ticket',
        summary: 'More contracts are in use than the node keeps compiled: blocks wait for compilations.',
        runbook: 'overload',
      },
    ],
  },
  {
    name: 'rouged_contract_misses_total',
    type: 'counter',
    help: 'Calls and deploys that found no compiled code: the block or the request waited for it.',
    read: ofMachine(({ misses }) => misses),
  },
];

const executions: readonly NumberMetric[] = [
  {
    name: 'rouged_contract_executions_total',
    type: 'counter',
    help: 'Executions on the main thread, sub-calls included: for blocks that are made and for blocks that are checked.',
    labels: ['result'],
    read: ({ contracts }) => {
      if (!contracts) return undefined;
      const { runs, failed } = contracts.machine;
      return [
        [{ result: 'succeeded' }, runs - failed],
        [{ result: 'failed' }, failed],
      ];
    },
    panels: [
      lines('Executions a second', 'ops', {
        '{{result}} {{instance}}': rate('rouged_contract_executions_total', 'result'),
      }),
    ],
  },
  {
    name: 'rouged_contract_fuel_total',
    type: 'counter',
    help: 'Fuel that these executions took.',
    read: ofMachine(({ fuel }) => fuel),
    panels: [
      lines('Fuel a second', 'short', { '{{instance}}': rate('rouged_contract_fuel_total') }),
      lines('Time of a million fuel', 's', {
        '{{instance}}': `1e6 * ${rate('rouged_contract_run_seconds_total')} / ${rate('rouged_contract_fuel_total')}`,
      }),
    ],
  },
  {
    name: 'rouged_contract_run_seconds_total',
    type: 'counter',
    help: "Main thread's time in these executions; the stage contracts has it block by block.",
    read: ofMachine(({ runSeconds }) => runSeconds),
    panels: [
      lines('Share of the main thread', 'percentunit', { '{{instance}}': rate('rouged_contract_run_seconds_total') }),
    ],
  },
];

const previews: readonly NumberMetric[] = [
  {
    name: 'rouged_contract_previews_total',
    type: 'counter',
    help: 'Queries and dry runs: answered (a refusal is an answer too), killed (ended with their thread at the deadline), refused (too many waited).',
    labels: ['result'],
    read: ({ contracts }) => {
      if (!contracts) return undefined;
      const { calls, killed, refused } = contracts.calls;
      return [
        [{ result: 'answered' }, calls - killed],
        [{ result: 'killed' }, killed],
        [{ result: 'refused' }, refused],
      ];
    },
    panels: [
      lines('Queries a second', 'ops', { '{{result}} {{instance}}': rate('rouged_contract_previews_total', 'result') }),
    ],
    alerts: [
      {
        name: 'RougedContractQueriesKilled',
        expr: 'increase(rouged_contract_previews_total{result="killed"}[10m]) > 20',
        for: '5m',
        severity: 'ticket',
        summary: 'Contract queries reach their deadline again and again, and each costs a thread.',
        runbook: 'overload',
      },
    ],
  },
  {
    name: 'rouged_contract_preview_seconds_total',
    type: 'counter',
    help: 'Time from the question to the answer or the kill, the wait for a thread included, summed over the queries.',
    read: ofCalls(({ seconds }) => seconds),
    panels: [
      lines('Time of a query (mean)', 's', {
        '{{instance}}': `${rate('rouged_contract_preview_seconds_total')} / sum without (result) (rate(${chosen('rouged_contract_previews_total', 'result!="refused"')}[$__rate_interval]))`,
      }),
    ],
  },
  {
    name: 'rouged_contract_previews_waiting',
    type: 'gauge',
    help: 'Queries that wait for a thread.',
    read: ofCalls(({ waiting }) => waiting),
    panels: [lines('Waiting queries', 'short', { '{{instance}}': chosen('rouged_contract_previews_waiting') })],
  },
  {
    name: 'rouged_contract_preview_restarts_total',
    type: 'counter',
    help: 'Runs of a query that a new block overtook; each is begun again, five times at most.',
    read: ofCalls(({ stale }) => stale),
  },
  {
    name: 'rouged_contract_preview_reads_total',
    type: 'counter',
    help: 'Records of the state that answered queries asked the main thread for, 3 to 10 us of it each.',
    read: ofCalls(({ reads }) => reads),
    panels: [
      lines('Records read for queries a second', 'ops', {
        '{{instance}}': rate('rouged_contract_preview_reads_total'),
      }),
    ],
  },
];

export const contractsChapter: Chapter = { title: 'Contracts', metrics: [...code, ...executions, ...previews] };
