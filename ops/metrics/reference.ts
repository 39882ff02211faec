/** The metric table as a page for people. */

import { alerts, runbookPath } from './alerts.js';
import { chapters } from './table.js';

/** A cell of a Markdown table must not end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** Text of ops/prometheus/metrics.md. */
export function metricReference(): string {
  const sections = chapters.flatMap(({ title, metrics }) => [
    `## ${title}`,
    '',
    row(['metric', 'type', 'labels', 'what it says']),
    row(['---', '---', '---', '---']),
    ...metrics.map(({ name, type, labels = [], help }) =>
      row([`\`${name}\``, type, labels.map((label) => `\`${label}\``).join(', '), help]),
    ),
    '',
  ]);
  return [
    '# Metrics',
    '',
    'Generated from the metric table (`ops/metrics`) by `npm run ops:generate`.',
    '',
    ...sections,
    '## Alerts',
    '',
    row(['alert', 'severity', 'when', 'for', 'runbook']),
    row(['---', '---', '---', '---', '---']),
    ...alerts.map((alert) =>
      row([alert.name, alert.severity, `${alert.summary} \`${alert.expr}\``, alert.for, runbookPath(alert.runbook)]),
    ),
    '',
  ].join('\n');
}
