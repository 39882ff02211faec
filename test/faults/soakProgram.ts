/** `npm run soak -- --minutes 60`: a long soak. Prints a line of figures; the exit code says whether memory stayed flat, or with
 *  `--pruned-blocks 20000` whether the disk of a pruned directory did. */

import { parseArgs } from 'node:util';
import { prunedDisk } from './prunedDisk.js';
import { soak } from './soak.js';

const USAGE =
  'npm run soak -- [--minutes <10>] [--transfers <a second, 10>] [--reads <a second, 50>]\nnpm run soak -- --pruned-blocks <20000>\n';

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 100_000)) throw new Error(`--${name} is a number above 0, not ${text}`);
  return value;
}

const soakOf = ({ minutes, transfers, reads }: Readonly<Record<'minutes' | 'transfers' | 'reads', string>>) =>
  soak({
    seconds: positive('minutes', minutes) * 60,
    transfersPerSecond: positive('transfers', transfers),
    readsPerSecond: positive('reads', reads),
  });

try {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      transfers: { type: 'string', default: '10' },
      reads: { type: 'string', default: '50' },
      'pruned-blocks': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) process.stdout.write(USAGE);
  else {
    const blocks = values['pruned-blocks'];
    const report = await (blocks === undefined ? soakOf(values) : prunedDisk(positive('pruned-blocks', blocks)));
    process.stdout.write(`${report.line}\n`);
    process.exitCode = report.isFlat ? 0 : 1;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  process.exitCode = 2;
}
