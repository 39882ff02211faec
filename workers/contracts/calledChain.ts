/** The chain that contract queries read: the state after the tip, and records of the past. */

import type { Node } from '../../engine/node.js';
import type { CalledChain } from './callPool.js';

export const calledChain = (node: Node): CalledChain => ({
  state: node.state,
  tip: () => node.chain.tip,
  nextBlock: () => node.nextBlock(),
  pastRecord: async (key, height) => (await node.chain.pastRecords([key], height))[0],
});
