/** `npm run ops:generate`: writes what follows from the metric table. A test compares the files with the table. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alertRules } from './alerts.js';
import { dashboard, rolesDashboard } from './grafana.js';
import { metricReference } from './reference.js';

/** Texts by path from the root of the repository. */
export const generatedFiles: Readonly<Record<string, () => string>> = {
  'ops/grafana/dashboard.json': dashboard,
  'ops/grafana/roles.json': rolesDashboard,
  'ops/prometheus/alerts.yml': alertRules,
  'ops/prometheus/metrics.md': metricReference,
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of Object.entries(generatedFiles)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text());
    process.stdout.write(`${path}\n`);
  }
