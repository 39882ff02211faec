/** The thread of the AssemblyScript compiler: one source after the other. In: a path, and what to compile for. Out: what the compiler made of it. */

import { parentPort } from 'node:worker_threads';
import { compileSource, type Source } from './assemblyScript.js';

/** The compiler keeps what it works on in variables of its own, so two sources must not be in it at once. */
let last: Promise<unknown> = Promise.resolve();

parentPort?.on('message', (source: Source) => {
  last = last.then(async () => parentPort?.postMessage(await compileSource(source)));
});
