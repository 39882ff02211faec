/** Metrics of the chain: heights, blocks, production, the stages of a block. */

import { stages } from '../../../engine/measures/nodeMeasures.js';
import { healthCodes } from '../../health/checks.js';
import { type Chapter, chosen, lines, quantile, rate } from '../definition.js';

const PRODUCTION = ['off', 'halted', 'standby', 'producing'] as const;

export const chainChapter: Chapter = {
  title: 'Chain',
  metrics: [
    {
      name: 'rouged_tip_height',
      type: 'gauge',
      help: 'Height of the newest durable block.',
      read: ({ node }) => node.chain.tip.height,
      panels: [
        {
          title: 'Height',
          kind: 'stat',
          unit: 'short',
          queries: [{ expr: chosen('rouged_tip_height'), legend: '{{instance}}' }],
        },
      ],
      alerts: [
        {
          name: 'RougedChainStuck',
          expr: 'changes(rouged_tip_height[2m]) == 0 and on (job, instance) rouged_production_state{state="off"} == 0',
          for: '1m',
          severity: 'page',
          summary: 'There was no new block for three minutes.',
          runbook: 'stuck-chain',
        },
      ],
    },
    {
      name: 'rouged_final_height',
      type: 'gauge',
      help: 'Height of the newest final block: that of the tip, which is shown only with its certificate.',
      read: ({ node }) => node.head.finalHeight,
    },
    {
      name: 'rouged_tip_age_seconds',
      type: 'gauge',
      help: 'Clock of the node minus header time of the newest block; negative when the clock is behind it.',
      read: ({ node }) => (node.wallTime - node.chain.tip.time) / 1_000,
      panels: [lines('Age of the tip', 's', { '{{instance}}': chosen('rouged_tip_age_seconds') })],
    },
    {
      name: 'rouged_production_state',
      type: 'gauge',
      help: 'State set, 1 for the state that holds: off (told to produce nothing), halted (cannot), standby (the slot is of another validator), producing.',
      labels: ['state'],
      read: ({ node }) => PRODUCTION.map((state) => [{ state }, node.role.production === state ? 1 : 0]),
      panels: [
        {
          title: 'Production',
          kind: 'state',
          unit: 'short',
          queries: [{ expr: `${chosen('rouged_production_state')} == 1`, legend: '{{state}}' }],
        },
      ],
      alerts: [
        {
          name: 'RougedProductionHalted',
          expr: 'rouged_production_state{state="halted"} == 1',
          for: '30s',
          severity: 'page',
          summary: 'The node produces no blocks although it should; /api/health says why.',
          runbook: 'stuck-chain',
        },
      ],
    },
    {
      name: 'rouged_health_problem',
      type: 'gauge',
      help: 'State set, 1 for each reason in /api/health.',
      labels: ['code'],
      read: ({ health }) => {
        const found = new Set(health.problems().map(({ code }) => code));
        return healthCodes.map((code) => [{ code }, found.has(code) ? 1 : 0]);
      },
      panels: [lines('Reasons in /api/health', 'short', { '{{code}}': `${chosen('rouged_health_problem')} == 1` })],
      alerts: [
        {
          name: 'RougedDiskLow',
          expr: 'rouged_health_problem{code="disk_low"} == 1',
          for: '1m',
          severity: 'page',
          summary: 'The disk of the data directory is nearly full.',
          runbook: 'disk-full',
        },
        {
          name: 'RougedStoreFailed',
          expr: 'rouged_health_problem{code="store_failed"} == 1',
          for: '30s',
          severity: 'page',
          summary: 'The store takes no writes.',
          runbook: 'disk-full',
        },
        {
          name: 'RougedClockStepped',
          expr: 'rouged_health_problem{code=~"clock_stepped|clock_behind"} == 1',
          for: '0s',
          severity: 'ticket',
          summary: "The node's clock was set, or is behind the chain.",
          runbook: 'stuck-chain',
        },
      ],
    },
    {
      name: 'rouged_faults_total',
      type: 'counter',
      help: 'Exceptions that the chain went on behind, by place: admit and block (a transaction that was left out), settle, indexes, events, announce (what follows a block). Each is a bug; the log has its stack.',
      labels: ['place'],
      read: ({ node }) => Object.entries(node.measures.faults).map(([place, count]) => [{ place }, count]),
      panels: [lines('Faults of the node', 'short', { '{{place}}': `increase(${chosen('rouged_faults_total')}[5m])` })],
      alerts: [
        {
          name: 'RougedFault',
          expr: 'increase(rouged_faults_total[10m]) > 0',
          for: '0s',
          severity: 'ticket',
          summary: 'The node met a bug of its own and went on without what caused it; the log names it.',
          runbook: 'stuck-chain',
        },
      ],
    },
    {
      name: 'rouged_blocks_total',
      type: 'counter',
      help: 'Blocks that this process made durable.',
      read: ({ node }) => node.measures.blocks,
      panels: [lines('Blocks a second', 'ops', { '{{instance}}': rate('rouged_blocks_total') })],
    },
    {
      name: 'rouged_block_interval_seconds',
      type: 'histogram',
      help: 'Difference of the header times of consecutive blocks.',
      read: ({ node }) => node.measures.blockInterval,
      panels: [
        lines('Block interval', 's', {
          'p50 {{instance}}': quantile(0.5, 'rouged_block_interval_seconds'),
          'p99 {{instance}}': quantile(0.99, 'rouged_block_interval_seconds'),
        }),
      ],
    },
    {
      name: 'rouged_block_transactions',
      type: 'histogram',
      help: 'Transactions of a block.',
      read: ({ node }) => node.measures.blockTransactions,
      panels: [
        lines('Transactions of a block', 'short', { 'p90 {{instance}}': quantile(0.9, 'rouged_block_transactions') }),
      ],
    },
    {
      name: 'rouged_block_signed_bytes',
      type: 'histogram',
      help: 'Signed bytes of a block.',
      read: ({ node }) => node.measures.blockBytes,
    },
    {
      name: 'rouged_block_limit',
      type: 'gauge',
      help: 'What the rules let a block hold: transactions, and bytes of what was signed.',
      labels: ['of'],
      read: ({ node }) => {
        const { transactions, bytes } = node.options.rules.genesis.limits;
        return [
          [{ of: 'transactions' }, transactions],
          [{ of: 'bytes' }, bytes],
        ];
      },
      panels: [
        lines('Fullness of blocks (mean)', 'percentunit', {
          'transactions {{instance}}': `rate(${chosen('rouged_block_transactions_sum')}[$__rate_interval]) / rate(${chosen('rouged_block_transactions_count')}[$__rate_interval]) / on (job, instance) ${chosen('rouged_block_limit', 'of="transactions"')}`,
          'bytes {{instance}}': `rate(${chosen('rouged_block_signed_bytes_sum')}[$__rate_interval]) / rate(${chosen('rouged_block_signed_bytes_count')}[$__rate_interval]) / on (job, instance) ${chosen('rouged_block_limit', 'of="bytes"')}`,
        }),
      ],
    },
    {
      name: 'rouged_block_time_seconds',
      type: 'gauge',
      help: 'Time between blocks that the node aims at while transactions wait.',
      read: ({ node }) => node.options.times.blockTimeMs / 1_000,
    },
    {
      name: 'rouged_transactions_total',
      type: 'counter',
      help: 'Transactions in durable blocks of this process: applied, or failed and paid for.',
      labels: ['result'],
      read: ({ node: { measures } }) => [
        [{ result: 'applied' }, measures.applied],
        [{ result: 'failed' }, measures.failed],
      ],
      panels: [
        lines('Transactions a second', 'ops', {
          '{{result}} {{instance}}': rate('rouged_transactions_total', 'result'),
        }),
      ],
    },
    {
      name: 'rouged_stage_seconds',
      type: 'histogram',
      help: 'Time of each stage: admit (a transaction), apply, contracts (the part of apply in which they run), root, sign, journal, commit, settle, stream, certify (a block).',
      labels: ['stage'],
      read: ({ node }) => stages.map((stage) => [{ stage }, node.measures.stages[stage]]),
      panels: [
        lines('Stages, p99', 's', { '{{stage}} {{instance}}': quantile(0.99, 'rouged_stage_seconds', 'stage') }),
        lines('Stages, mean', 's', {
          '{{stage}} {{instance}}': `${rate('rouged_stage_seconds_sum', 'stage')} / ${rate('rouged_stage_seconds_count', 'stage')}`,
        }),
      ],
      alerts: [
        {
          name: 'RougedCommitSlow',
          expr: 'histogram_quantile(0.9, sum by (job, instance, le) (rate(rouged_stage_seconds_bucket{stage=~"commit|journal"}[5m]))) > 0.25',
          for: '5m',
          severity: 'ticket',
          summary: 'Making blocks durable takes most of the block time.',
          runbook: 'overload',
        },
      ],
    },
  ],
};
