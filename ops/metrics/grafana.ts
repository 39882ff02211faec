/** The Grafana dashboards: that of nodes, with one row a chapter of the metric table and the panels of its metrics in their order, and that
 *  of the programs beside them.
 *
 *  The reader chooses a data source, a job and instances in it; it contains nothing specific to one installation. */

import type { Panel } from './definition.js';
import { type PanelRow, roleRows } from './roles.js';
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

function allPanels(rows: readonly PanelRow[]): object[] {
  const panels: object[] = [];
  let y = 0;
  for (const { title, panels: ofRow } of rows) {
    panels.push({ id: panels.length + 1, type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: GRID, h: 1 } });
    y++;
    let x = 0;
    let rowHeight = 0;
    for (const panel of ofRow) {
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

interface Board {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  /** Series of which every job and instance has one. */
  readonly series: string;
  readonly rows: readonly PanelRow[];
}

function boardText({ uid, title, description, series, rows }: Board): string {
  const ofJob = 'job=~"$job"';
  const narrowed = series.endsWith('}') ? `${series.slice(0, -1)},${ofJob}}` : `${series}{${ofJob}}`;
  const value = {
    ...{ uid, title, description },
    tags: ['rouged'],
    schemaVersion: SCHEMA_VERSION,
    editable: true,
    refresh: '15s',
    time: { from: 'now-1h', to: 'now' },
    timezone: 'browser',
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source' },
        variable('job', `label_values(${series}, job)`),
        variable('instance', `label_values(${narrowed}, instance)`),
      ],
    },
    annotations: { list: [] },
    panels: allPanels(rows),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Text of ops/grafana/dashboard.json. */
export const dashboard = (): string =>
  boardText({
    uid: 'rouged',
    title: 'rouged',
    description: 'Generated from the metric table (ops/metrics) by npm run ops:generate.',
    series: 'rouged_build_info',
    rows: chapters.map(({ title, metrics }) => ({ title, panels: metrics.flatMap(({ panels = [] }) => panels) })),
  });

/** Text of ops/grafana/roles.json. */
export const rolesDashboard = (): string =>
  boardText({
    uid: 'rouged-roles',
    title: 'rouged: beside the nodes',
    description: 'Publishers, edges, indexes and relayers. Generated (ops/metrics/roles.ts) by npm run ops:generate.',
    series: '{__name__=~"rouged_(publish|edge|index)_connected|rouged_relayer_node_reachable"}',
    rows: roleRows,
  });
