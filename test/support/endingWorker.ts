/** A thread that ends at its first message, as a compiler does that gives up. */

import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => process.exit(1));
