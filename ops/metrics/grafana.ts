/** The Grafana dashboard of the metric table: one row a chapter, the panels of its metrics in their order.
 *
 *  The reader chooses a data source, a job and instances in it; it contains nothing specific to one installation. */

import type { Panel } from './definition.js';
import { chapters } from './table.js';

/** Grafana's grid is 24 wide. */
const GRID = 24;
const SIZES = { timeseries: { w: 8, h: 8 }, stat: { w: 4, h: 8 }, state: { w: 4, h: 8 } } as const;

/** Version of the dashboard's format that Grafana 10 and newer read as it is. */
const SCHEMA_VERSION = 39;

/** Grafana replaces this variable by the chosen data source. */
const DATA_SOURCE = { type: 'prometheus', uid: '$datasource' };

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const optionsOf = ({ kind }: Panel): object =>
  kind === 'timeseries'
    ? { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } }
    : { reduceOptions: { calcs: ['lastNotNull'] }, textMode: kind === 'state' ? 'name' : 'auto', colorMode: 'value' };

const panelJson = (panel: Panel, id: number, gridPos: Place): object => ({
  id,
  type: panel.kind === 'timeseries' ? 'timeseries' : 'stat',
  title: panel.title,
  datasource: DATA_SOURCE,
  gridPos,
  fieldConfig: { defaults: { unit: panel.unit }, overrides: [] },
  options: optionsOf(panel),
  targets: panel.queries.map(({ expr, legend }, index) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    datasource: DATA_SOURCE,
    expr,
    legendFormat: legend,
    range: true,
  })),
});

function allPanels(): object[] {
  const panels: object[] = [];
  let y = 0;
  for (const { title, metrics } of chapters) {
    panels.push({ id: panels.length + 1, type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: GRID, h: 1 } });
    y++;
    let x = 0;
    let rowHeight = 0;
    for (const panel of metrics.flatMap((metric) => metric.panels ?? [])) {
      const { w, h } = SIZES[panel.kind];
      if (x + w > GRID) {
        x = 0;
        y += rowHeight;
      }
      panels.push(panelJson(panel, panels.length + 1, { x, y, w, h }));
      x += w;
      rowHeight = h;
    }
    y += rowHeight;
  }
  return panels;
}

const variable = (name: string, query: string): object => ({
  name,
  type: 'query',
  datasource: DATA_SOURCE,
  query: { query, refId: name },
  definition: query,
  refresh: 2,
  includeAll: true,
  multi: true,
  current: { text: ['All'], value: ['$__all'] },
});

/** Text of ops/grafana/dashboard.json. */
export function dashboard(): string {
  const value = {
    uid: 'rouged',
    title: 'rouged',
    description: 'Generated from the metric table (ops/metrics) by npm run ops:generate.',
    tags: ['rouged'],
    schemaVersion: SCHEMA_VERSION,
    editable: true,
    refresh: '15s',
    time: { from: 'now-1h', to: 'now' },
    timezone: 'browser',
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source' },
        variable('job', 'label_values(rouged_build_info, job)'),
        variable('instance', 'label_values(rouged_build_info{job=~"$job"}, instance)'),
      ],
    },
    annotations: { list: [] },
    panels: allPanels(),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
