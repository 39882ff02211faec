/** Looks through the release events of one provider, in pages of blocks that the provider takes.
 *
 *  A provider that refuses a page is asked for half of it: some bound the blocks of a request, some the size of its answer. */

import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { EvmBridge } from '../../engine/bridge/evm/contracts.js';
import {
  CLOCKS_MS,
  type DatedBlock,
  FirstBlockSearch,
  LEAST_PAGE_BLOCKS,
  MOST_RELEASE_PAGES,
  RELEASE_PAGE_BLOCKS,
  readDatedBlock,
  readReleases,
  releaseFilter,
  staleHead,
} from '../../engine/bridge/evm/releases.js';
import type { OwedRelease } from '../../engine/bridge/port.js';
import type { JsonRpc } from './jsonRpc.js';

/** All pages of one scan; the slowest providers take half a second for one. */
const SCAN_MS = 180_000;

const blockOf = async (rpc: JsonRpc, name: number | 'latest'): Promise<DatedBlock | Refusal> =>
  typeof name === 'number'
    ? readDatedBlock(await rpc.call('eth_getBlockByNumber', [`0x${name.toString(16)}`, false]), name)
    : readDatedBlock(await rpc.call('eth_getBlockByNumber', [name, false]));

/** The first block that is looked at. */
async function firstBlock(rpc: JsonRpc, head: DatedBlock, since: number): Promise<number | Refusal> {
  const search = new FirstBlockSearch(head, since);
  for (let wanted = search.wanted; wanted !== undefined; wanted = search.wanted) {
    const block = await blockOf(rpc, wanted);
    if (isRefusal(block)) return block;
    search.take(block);
  }
  return search.first;
}

/** Behind one address there may be servers that lag, which show no release in blocks that they do not have. One that is asked for the last block says
 *  so. */
const endOfScan = (rpc: JsonRpc, { height }: DatedBlock): Promise<DatedBlock | Refusal> => blockOf(rpc, height);

/** @param asOf milliseconds up to which the provider must know the chain. @returns hashes of the transactions that it shows. */
export async function scanReleases(
  rpc: JsonRpc,
  bridge: EvmBridge,
  owed: OwedRelease,
  asOf: number,
): Promise<readonly string[] | Refusal> {
  const head = await blockOf(rpc, 'latest');
  if (isRefusal(head)) return head;
  const stale = staleHead(head, asOf);
  if (stale) return stale;
  const first = await firstBlock(rpc, head, owed.createdAt - CLOCKS_MS);
  if (isRefusal(first)) return first;
  const deadline = performance.now() + SCAN_MS;
  let size = RELEASE_PAGE_BLOCKS;
  let from = first;
  const found = new Set<string>();
  for (let page = 0; from <= head.height; page++) {
    if (page >= MOST_RELEASE_PAGES || performance.now() > deadline)
      return refuse('busy', `the blocks since the withdrawal were not looked through to their end (up to ${from})`);
    const range = { from, to: Math.min(from + size - 1, head.height) };
    const result = await rpc.call('eth_getLogs', releaseFilter(bridge, owed, range.from, range.to));
    const hashes = readReleases(bridge, owed, range, result);
    if (isRefusal(hashes) && size > LEAST_PAGE_BLOCKS) {
      size = Math.max(LEAST_PAGE_BLOCKS, Math.floor(size / 2));
      continue;
    }
    if (isRefusal(hashes)) return hashes;
    for (const hash of hashes) found.add(hash);
    from = range.to + 1;
  }
  const end = await endOfScan(rpc, head);
  return isRefusal(end) ? end : [...found];
}
