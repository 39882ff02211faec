/** A process that keeps a pruned chain, for the tests that kill it. Arguments: the data directory, then numbers of blocks and of transfers
 *  in each, and the milliseconds between two blocks. The blocks are the same in every process. */

import { openStore } from '../../workers/store/openStore.js';
import { bundledFile } from '../../workers/threads/workerFile.js';
import { KeptChain, KeptStore, LEAST_KEPT } from '../support/keptChain.js';

const [directory = '', ...numbers] = process.argv.slice(2);
const [blocks = 0, transfers = 0, stepMs = 0] = numbers.map(Number);

const source = KeptChain.unsigned().grow(blocks, transfers, stepMs);
const port = await openStore({
  directory,
  queries: bundledFile('engine/stream/queries.js'),
  writeBufferBytes: 256 * 1024,
});
const kept = await KeptStore.open(source, port, { mode: 'pruned', blocks: LEAST_KEPT });
await kept.follow();
await kept.close();
