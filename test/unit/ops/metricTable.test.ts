/** The table of metrics and what is generated from it: the files in ops/ are up to date, names and labels are what
 *  expressions use, and every alert leads to a runbook that exists. */

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { edgeMetrics } from '../../../ops/edge/measures.js';
import { indexerMetrics } from '../../../ops/index/measures.js';
import { alerts, runbookPath } from '../../../ops/metrics/alerts.js';
import { runbooks } from '../../../ops/metrics/definition.js';
import { generatedFiles } from '../../../ops/metrics/generate.js';
import { roleRows } from '../../../ops/metrics/roles.js';
import { metricTable } from '../../../ops/metrics/table.js';
import { publisherMetrics } from '../../../ops/publish/measures.js';
import { relayerMetrics } from '../../../ops/relayer/measures.js';

/** Of the programs beside nodes. */
const roleMetrics = [...publisherMetrics, ...edgeMetrics, ...indexerMetrics, ...relayerMetrics];

const panels = [...metricTable.flatMap((metric) => metric.panels ?? []), ...roleRows.flatMap((row) => row.panels)];
const expressions = [
  ...panels.flatMap(({ queries }) => queries.map(({ expr }) => expr)),
  ...alerts.map(({ expr }) => expr),
];

/** Series of a metric as expressions name them. */
const series = new Set([
  ...metricTable.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
  ...roleMetrics.map(({ name }) => name),
]);

test('the generated files are those of the table: npm run ops:generate', () => {
  const files = Object.entries(generatedFiles);
  expect(files.length).toBe(4);
  for (const [path, text] of files) expect(readFileSync(path, 'utf8'), path).toBe(text());
});

test('names say what they are, once', () => {
  const table = [...metricTable, ...roleMetrics];
  const names = table.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(90);
  for (const { name, type, help } of table) {
    // Those of the process have the names that Prometheus' own clients give them.
    expect(name).toMatch(/^(?:rouged|process|nodejs)_[a-z_]+$/);
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
    expect(help, name).toMatch(/\.$/);
  }
});

test('every expression names series of the table and nothing else, and its brackets close', () => {
  expect(expressions.length).toBeGreaterThan(60);
  for (const expr of expressions) {
    const named = expr.match(/\b(?:rouged|process|nodejs)_[a-z_]+\b/g) ?? [];
    if (expr !== 'up == 0') expect(named.length, expr).toBeGreaterThan(0);
    for (const name of named) expect(series, expr).toContain(name);
    let depth = '';
    for (const bracket of expr.replaceAll(/"[^"]*"/g, '').match(/[()[\]{}]/g) ?? [])
      if ('([{'.includes(bracket)) depth += bracket;
      else {
        expect(depth.at(-1), expr).toBe({ ')': '(', ']': '[', '}': '{' }[bracket]);
        depth = depth.slice(0, -1);
      }
    expect(depth, expr).toBe('');
  }
});

test('every program beside nodes has its lag on the dashboard, and an alert', () => {
  for (const role of ['publish', 'edge', 'index', 'relayer']) {
    const named = (expr: string): boolean => expr.includes(`rouged_${role}_`);
    expect(alerts.filter(({ expr }) => named(expr)).length, role).toBe(2);
    expect(
      roleRows.flatMap((row) => row.panels).filter(({ queries }) => named(queries[0]?.expr ?? '')).length,
      role,
    ).toBeGreaterThan(2);
  }
});

test('labels in expressions are labels of their metric', () => {
  const labelsOf = new Map(metricTable.map(({ name, labels = [] }) => [name, labels]));
  const scraped = ['job', 'instance', 'le'];
  let checked = 0;
  for (const expr of expressions)
    for (const [, name = '', selector = ''] of expr.matchAll(/(rouged_[a-z_]+)\{([^}]*)\}/g)) {
      const known = labelsOf.get(name) ?? labelsOf.get(name.replace(/_(?:bucket|sum|count)$/, ''));
      for (const [, label = ''] of selector.matchAll(/(\w+)=~?"/g)) {
        expect([...(known ?? []), ...scraped], expr).toContain(label);
        checked++;
      }
    }
  expect(checked).toBeGreaterThan(100);
});

test('alerts have names of their own and a runbook that is there', () => {
  expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
  expect(alerts.length).toBeGreaterThan(10);
  for (const { name, for: duration } of alerts) {
    expect(name).toMatch(/^Rouged[A-Z][A-Za-z]+$/);
    expect(duration).toMatch(/^\d+[smh]$/);
  }
  for (const name of runbooks) expect(existsSync(runbookPath(name)), name).toBe(true);
});
