/** Loaded into a node before its own program: on SIGUSR2 it collects garbage and prints the memory still in use.
 *
 *  With ROUGED_SOAK_LEAK, a number of bytes, it leaks that much every 100 ms, which shows that the soak detects a leak. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const LEAK_EVERY_MS = 100;

// Threads of the node load this too.
if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let samples = 0;
  process.on('SIGUSR2', () => {
    // The second collection frees what finalizers released after the first.
    collect();
    collect();
    process.stderr.write(`memory ${samples++} ${JSON.stringify(process.memoryUsage())}\n`);
  });
  const leak = Number(process.env.ROUGED_SOAK_LEAK ?? 0);
  const lost: number[][] = [];
  if (leak > 0)
    setInterval(() => lost.push(new Array<number>(leak / 8).fill(lost.length + 0.5)), LEAK_EVERY_MS).unref();
}
