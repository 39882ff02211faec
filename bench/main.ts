/** `npm run bench -- [names] [--list] [--json] [--quick]`. */

import { parseArgs } from 'node:util';
import type { BenchDefinition, Figure } from './measure.js';
import { pipeline } from './pipeline/pipeline.js';
const benches: readonly BenchDefinition[] = [pipeline];
const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' }, json: { type: 'boolean' }, quick: { type: 'boolean' } } });
for (const b of benches) {
  if (positionals.length && !positionals.includes(b.name)) continue;
  const figs: readonly Figure[] = await b.run({ quick: values.quick ?? false });
  for (const f of figs) console.log(JSON.stringify({ bench: b.name, ...f }));
}
