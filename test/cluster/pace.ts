/** How fast the chain grows, by the times in its headers. */

import type { ClusterNode } from './clusterNode.js';

/** Blocks of one measurement. */
const BLOCKS = 8;

/** Blocks after a healing that may be late. */
const LATE_BLOCKS = 2;

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** Milliseconds between the blocks from one height on. */
async function intervals(node: ClusterNode, from: number, count: number): Promise<number[]> {
  await node.reaches(from + count);
  const times = (await node.blocks(from, from + count)).map(({ header }) => header.time);
  return times.slice(1).map((time, index) => time - (times[index] as number));
}

/** The usual interval from now on, in milliseconds. */
export const paceOf = async (node: ClusterNode): Promise<number> =>
  median(await intervals(node, await node.height(), BLOCKS));

/** The usual interval of the blocks that follow the second one after this moment. */
export async function paceAfterHealing(node: ClusterNode): Promise<number> {
  const top = await node.height();
  return median(await intervals(node, top + LATE_BLOCKS, BLOCKS));
}
