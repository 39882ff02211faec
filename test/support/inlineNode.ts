/** A node in the process of the tests that answers at a real socket: no process to wait for, no thread, no database.
 *
 *  In: a genesis and flags, as for `startNode` of liveNode.ts. Out: its address. For tests of what a node answers; what is about
 *  threads, files, logs, signals or an earlier run needs the real program. The node is the built one, which Node loads as it
 *  is: transformed from its sources for each test file, it would take longer than the start of a process. */

import { builtFile } from '../../workers/threads/workerFile.js';
import type { LiveNode, LiveNodeOptions } from './liveNode.js';

/** What a live node has that is no process. */
export type InlineNode = Pick<LiveNode, 'url' | 'port' | 'chainId' | 'keys' | 'publicKey' | 'address' | 'remove'>;

export type InlineNodeOptions = Omit<LiveNodeOptions, 'dataDir' | 'environment'>;

export async function startInlineNode(options: InlineNodeOptions = {}): Promise<InlineNode> {
  const { openInlineNode } = await import(builtFile('test/support/inlineNodeParts.js').href);
  return openInlineNode(options);
}
