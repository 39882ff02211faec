/** The shape of one entry of the metric table. The registry, the Grafana dashboard, the alert rules and the
 *  documentation are made from the entries, so that none of them can name a metric that does not exist. */

import type { ApiMeasures } from '../../api/measures.js';
import type { HistogramReading } from '../../engine/base/histogram.js';
import type { VerifierStats } from '../../engine/intake/verifier.js';
import type { Node } from '../../engine/node.js';
import type { ServicesStats } from '../../engine/services/port.js';
import type { StoreStats } from '../../engine/store/port.js';
import type { ContractStats } from '../../workers/contracts/openContracts.js';
import type { ImageStats } from '../../workers/images/imagePool.js';
import type { BridgeReading } from '../bridge/bridgeReading.js';
import type { Health } from '../health/health.js';
import type { PushStats } from '../push/measures.js';
import type { ProcessReading } from './processReading.js';

/** Everything that is read at a scrape. The `stats` are taken once a scrape, for all metrics. */
export interface ServicesReading extends ServicesStats {
  readonly isUsable: boolean;
}

export interface Sources {
  readonly node: Node;
  readonly verifier: VerifierStats;
  readonly store: StoreStats;
  readonly images: ImageStats;
  /** Undefined for a node without signed services. */
  readonly services: ServicesReading | undefined;
  /** Undefined for a node that runs no contracts. */
  readonly contracts: ContractStats | undefined;
  /** Undefined while push is off. */
  readonly push: PushStats | undefined;
  /** Undefined where the network has no bridge. */
  readonly bridge: BridgeReading | undefined;
  readonly api: ApiMeasures;
  readonly health: Health;
  readonly process: ProcessReading;
  readonly build: { readonly version: string; readonly node: string };
}

export type Labels = Readonly<Record<string, string>>;

/** One number, or one per set of labels. Undefined when the value is unknown: then there is no sample. */
export type Samples = number | undefined | readonly (readonly [Labels, number])[];
export type HistogramSamples = HistogramReading | readonly (readonly [Labels, HistogramReading])[];

/** Grafana's names of units. */
export type Unit = 'short' | 's' | 'bytes' | 'percentunit' | 'ops' | 'dateTimeAsIso';

/** A panel of the dashboard; it is in the row of its metric's chapter. The reader chooses `$job` and `$instance` there. */
export interface Panel {
  readonly title: string;
  readonly kind: 'timeseries' | 'stat' | 'state';
  readonly unit: Unit;
  readonly queries: readonly { readonly expr: string; readonly legend: string }[];
}

export interface Alert {
  readonly name: string;
  readonly expr: string;
  /** Prometheus duration for which it must hold. */
  readonly for: string;
  /** `page`: the operator has to act now; `ticket`: within days. */
  readonly severity: 'page' | 'ticket';
  readonly summary: string;
  /** File in ops/runbooks, without its ending. */
  readonly runbook: Runbook;
}

export const runbooks = ['stuck-chain', 'disk-full', 'key-lost', 'restore', 'overload', 'bridge', 'roles'] as const;
export type Runbook = (typeof runbooks)[number];

interface Entry {
  /** With unit and, for counters, `_total` at its end. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  readonly panels?: readonly Panel[];
  readonly alerts?: readonly Alert[];
}

export interface NumberMetric extends Entry {
  readonly type: 'counter' | 'gauge';
  read(sources: Sources): Samples;
}

export interface HistogramMetric extends Entry {
  readonly type: 'histogram';
  read(sources: Sources): HistogramSamples;
}

export type Metric = NumberMetric | HistogramMetric;

/** A row of the dashboard and a section of the documentation. */
export interface Chapter {
  readonly title: string;
  readonly metrics: readonly Metric[];
}

/** The filter of every query: the instances chosen in the dashboard. */
const CHOSEN = 'job=~"$job",instance=~"$instance"';

/** @param selector further labels of a query, such as `stage="root"`. */
export const chosen = (name: string, selector = ''): string => `${name}{${CHOSEN}${selector && `,${selector}`}}`;

/** Increase a second of a counter, in the dashboard's own interval. */
export const rate = (name: string, by = ''): string => {
  const each = `rate(${chosen(name)}[$__rate_interval])`;
  return by === '' ? each : `sum by (instance, ${by}) (${each})`;
};

/** A quantile of a histogram. @param by further labels to keep. */
export const quantile = (q: number, name: string, by = ''): string =>
  `histogram_quantile(${q}, sum by (instance, le${by && `, ${by}`}) (rate(${chosen(`${name}_bucket`)}[$__rate_interval])))`;

/** A panel of lines with one query per legend. */
export const lines = (title: string, unit: Unit, queries: Readonly<Record<string, string>>): Panel => ({
  title,
  kind: 'timeseries',
  unit,
  queries: Object.entries(queries).map(([legend, expr]) => ({ legend, expr })),
});

/** Samples by one label from a map of counts. */
export const byLabel = (label: string, counts: Iterable<readonly [string | number, number]>): Samples =>
  [...counts].map(([value, count]) => [{ [label]: String(value) }, count]);
