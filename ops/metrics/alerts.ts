/** The alert rules of the metric table and of the programs beside nodes, as Prometheus reads them. */

import type { Alert } from './definition.js';
import { roleAlerts } from './roles.js';
import { metricTable } from './table.js';

export const alerts: readonly Alert[] = [...metricTable.flatMap(({ alerts: own = [] }) => own), ...roleAlerts];

/** Where a runbook is, from the root of the repository and of an installation. */
export const runbookPath = (name: string): string => `ops/runbooks/${name}.md`;

/** JSON strings are YAML strings. */
const text = (value: string): string => JSON.stringify(value);

const rule = (alert: Alert): string =>
  [
    `      - alert: ${alert.name}`,
    `        expr: ${text(alert.expr)}`,
    `        for: ${alert.for}`,
    '        labels:',
    `          severity: ${alert.severity}`,
    '        annotations:',
    `          summary: ${text(`{{ $labels.instance }}: ${alert.summary}`)}`,
    `          runbook_url: ${text(runbookPath(alert.runbook))}`,
  ].join('\n');

/** Text of ops/prometheus/alerts.yml. */
export const alertRules = (): string =>
  [
    '# Generated from the metric table (ops/metrics) by npm run ops:generate.',
    '# runbook_url is a path from the top of the repository, which an installation has, too.',
    'groups:',
    '  - name: rouged',
    '    rules:',
    ...alerts.map(rule),
    '',
  ].join('\n');
