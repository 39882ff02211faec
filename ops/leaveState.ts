/** The last thing that a node does in order: it leaves the memory of its state in a file, and the next start goes on in it.
 *
 *  A file that cannot be written costs the next start its head start and nothing else. */

import type { Log } from '../engine/base/ports.js';
import type { Node } from '../engine/node.js';
import { writeStateFile } from '../workers/state/stateFile.js';

/** @param node has stopped, and its data directory is still locked. @param records below which reading the database is as quick. */
export async function leaveState(node: Node, dataDir: string, records: number, log: Log): Promise<void> {
  if (node.state.size < records) return;
  const began = performance.now();
  try {
    const left = node.leave();
    if (!left) return;
    await writeStateFile(dataDir, left.of, left.parts);
    const { height } = left.of;
    log.info(
      { height, records: node.state.size, ms: Math.round(performance.now() - began) },
      'the state is left for the next start',
    );
  } catch (error) {
    log.warn({ error }, 'the state could not be left in a file; the next start reads it from the database');
  }
}
