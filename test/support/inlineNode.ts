/** A node in the process of the tests that answers at a real socket: no process to wait for, no thread, no database.
 *
 *  In: a genesis and flags, as for `startNode` of liveNode.ts. Out: its address. For tests of what a node answers; tests of
 *  threads, files, logs, signals or an earlier run need the real program. The node is the built one, which Node loads as it
 *  is: transforming its sources for each test file would take longer than starting a process. */

import type { SocketRoute } from '../../api/server/port.js';
import type { Clock } from '../../engine/base/ports.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import type { LiveNode, LiveNodeOptions } from './liveNode.js';

/** The members of a live node that do not belong to a process. */
export type InlineNode = Pick<LiveNode, 'url' | 'port' | 'chainId' | 'keys' | 'publicKey' | 'address' | 'remove'>;

export interface InlineNodeOptions extends Omit<LiveNodeOptions, 'dataDir' | 'environment'> {
  /** Environment variables that options are read from. */
  readonly variables?: Readonly<Record<string, string>>;
  /** A door for other nodes. */
  readonly peers?: SocketRoute;
  /** The machine's when absent. */
  readonly clock?: Clock;
}

export async function startInlineNode(options: InlineNodeOptions = {}): Promise<InlineNode> {
  const { openInlineNode } = await import(builtFile('test/support/inlineNodeParts.js').href);
  return openInlineNode(options);
}
