/** The run over its seconds: rates, the main thread, processor time, memory, mempool.
 *
 *  In: the seconds of the result. Out: one card each; a sentence replaces what the target did not report. */

import type { LoadResult, Second } from '../result.js';
import { type LineChart, lineChart, type Series } from './lineChart.js';
import type { Markup } from './markup.js';
import { count, figure, isTold } from './numbers.js';

type Line = Series['line'];

/** Everything of a chart except the seconds, which all charts share. */
type Course = Omit<LineChart, 'seconds' | 'series'> & {
  readonly series: readonly (readonly [name: string, line: Line, of: (second: Second) => number | undefined])[];
};

const inPercent = (share: number | undefined): number | undefined => (isTold(share) ? share * 100 : undefined);

const RATES: Course = {
  id: 'rates',
  title: 'Rates',
  unit: 'a second',
  whole: true,
  form: count,
  series: [
    ['offered', 'dotted', ({ offered }) => offered],
    ['accepted', 'dashed', ({ accepted }) => accepted],
    ['final', 'mixed', ({ final }) => final],
    ['included', 'solid', ({ included }) => included],
  ],
};

const COURSES: readonly Course[] = [
  {
    id: 'utilization',
    title: 'Main thread: time at work',
    unit: '% of the second',
    least: 100,
    series: [['event loop at work', 'solid', ({ loopUtilization }) => inPercent(loopUtilization)]],
  },
  {
    id: 'delay',
    title: 'Main thread: delay of the event loop',
    unit: 'ms at p99',
    series: [['event-loop delay', 'solid', ({ loopDelayMs }) => loopDelayMs]],
  },
  {
    id: 'cores',
    title: 'Processor time',
    unit: 'cores',
    least: 1,
    series: [
      ['load generator', 'dashed', ({ loadCores }) => loadCores],
      ['node', 'solid', ({ nodeCores }) => nodeCores],
    ],
  },
  {
    id: 'memory',
    title: 'Resident memory of the node',
    unit: 'MiB',
    series: [['resident memory', 'solid', ({ residentMiB }) => residentMiB]],
  },
  {
    id: 'mempool',
    title: 'Mempool',
    unit: 'transactions',
    whole: true,
    form: count,
    series: [['waiting transactions', 'solid', ({ mempool }) => mempool]],
  },
];

function draw({ series, ...course }: Course, seconds: readonly Second[]): Markup {
  const lines = series.map(([name, line, of]) => ({ name, line, values: seconds.map(of) }));
  return lineChart({ form: figure, ...course, seconds: seconds.map(({ second }) => second), series: lines });
}

export const ratesChart = ({ seconds }: LoadResult): Markup => draw(RATES, seconds);

export const courseCharts = ({ seconds }: LoadResult): readonly Markup[] =>
  COURSES.map((course) => draw(course, seconds));
