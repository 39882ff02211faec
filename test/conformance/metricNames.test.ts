/** The names on a live node's metrics page and of its alerts, by the rules of Prometheus' own checks. */

import { existsSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { alerts } from '../../ops/metrics/alerts.js';
import { readExposition, type ScrapedMetric } from '../support/exposition.js';
import { exchange } from '../support/httpClient.js';
import { startNode } from '../support/liveNode.js';
import { lintMetric } from '../support/promlint.js';

test('every metric of a live node passes', async () => {
  const node = await startNode();
  onTestFinished(node.remove);
  const { status, text } = await exchange(node.url, '/metrics');
  expect(status).toBe(200);
  const metrics = [...readExposition(text)];
  expect(metrics.length).toBeGreaterThan(70);
  expect(metrics.flatMap(([name, metric]) => lintMetric(name, metric))).toEqual([]);
});

const metric = (type: string, help = 'Help.', labels: Readonly<Record<string, string>> = {}): ScrapedMetric => ({
  type,
  help,
  samples: [{ name: 'x', labels, value: 1 }],
});

test.each<[string, ScrapedMetric, string]>([
  ['rouged_blocks', metric('counter'), 'does not end in _total'],
  ['rouged_blocks_total', metric('gauge'), 'is no counter'],
  ['rouged_wait_milliseconds', metric('gauge'), 'no base unit'],
  ['rouged_wait_minutes', metric('gauge'), 'no base unit'],
  ['rouged_wait_ms', metric('gauge'), 'abbreviated unit'],
  ['rouged_wait_gauge', metric('gauge'), 'its type'],
  ['rouged_wait_seconds_count', metric('gauge'), 'suffix of a histogram'],
  ['rougedWait', metric('gauge'), 'snake case'],
  ['rouged_wait', metric('gauge', ''), 'no help'],
  ['rouged_wait', metric('untyped'), 'the type untyped'],
  ['rouged_wait', metric('gauge', 'Help.', { le: '1' }), 'label of a histogram'],
  ['rouged_wait', metric('gauge', 'Help.', { chainId: '1' }), 'label chainId'],
])('the check finds the fault of %s', (name, faulty, text) => {
  expect(lintMetric(name, faulty)).toEqual([expect.stringContaining(text)]);
});

test('each alert has a runbook_url, and its runbook is there and names it', () => {
  const rules = readFileSync('ops/prometheus/alerts.yml', 'utf8').split('- alert: ').slice(1);
  expect(rules.length).toBe(alerts.length);
  for (const rule of rules) {
    const [, name = ''] = /^(\w+)/.exec(rule) ?? [];
    const [, url = ''] = /^ {10}runbook_url: "([^"]+)"$/m.exec(rule) ?? [];
    expect(existsSync(url), `${name}: ${url}`).toBe(true);
    expect(readFileSync(url, 'utf8'), name).toContain(`\`${name}\``);
  }
});
