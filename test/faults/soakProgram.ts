/** `npm run soak -- --minutes 60`: a long soak. Prints a line of figures; the exit code says whether memory stayed flat. */

import { parseArgs } from 'node:util';
import { soak } from './soak.js';

const USAGE = 'npm run soak -- [--minutes <10>] [--transfers <a second, 10>] [--reads <a second, 50>]\n';

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 100_000)) throw new Error(`--${name} is a number above 0, not ${text}`);
  return value;
}

try {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      transfers: { type: 'string', default: '10' },
      reads: { type: 'string', default: '50' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) process.stdout.write(USAGE);
  else {
    const report = await soak({
      seconds: positive('minutes', values.minutes) * 60,
      transfersPerSecond: positive('transfers', values.transfers),
      readsPerSecond: positive('reads', values.reads),
    });
    process.stdout.write(`${report.line}\n`);
    process.exitCode = report.isFlat ? 0 : 1;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  process.exitCode = 2;
}
