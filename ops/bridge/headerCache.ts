/** The headers of one Esplora provider from the checkpoint to its tip, kept between operations.
 *
 *  In: pages of `GET /blocks/:height`. Out: a proven chain up to a height. A provider that replaces headers by a chain of less work than it showed
 *  before is refused: the best chain only gets heavier. */

import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { BtcNetwork } from '../../engine/bridge/btc/address.js';
import { type BtcHeader, type Checkpoint, HeaderChain } from '../../engine/bridge/btc/headers.js';

/** Ten periods of one target, some 140 days: 2,016 requests. A checkpoint further back costs more than moving it. */
export const MOST_HEADERS = 20_160;

/** Blocks of a page: the least that servers give. */
const PAGE_BLOCKS = 10;

/** Gets the headers up to a height, from the lowest to the highest, some ten of them. */
export type HeaderPages = (height: number) => Promise<readonly BtcHeader[] | Refusal>;

export class HeaderCache {
  #chain: HeaderChain;

  private constructor(chain: HeaderChain) {
    this.#chain = chain;
  }

  /** @returns a refusal for a network whose headers prove nothing, or a checkpoint within a period. */
  static from(network: BtcNetwork, checkpoint: Checkpoint): HeaderCache | Refusal {
    const chain = HeaderChain.from(network, checkpoint);
    return isRefusal(chain) ? chain : new HeaderCache(chain);
  }

  /** @returns the proven chain up to a height, which the caller must not extend. */
  async upTo(tipHeight: number, pages: HeaderPages): Promise<HeaderChain | Refusal> {
    const kept = this.#chain;
    const { checkpoint } = kept;
    if (tipHeight < checkpoint.height)
      return refuse('rule_violation', `its tip ${tipHeight} is below the checkpoint ${checkpoint.height}`);
    if (tipHeight - checkpoint.height >= MOST_HEADERS)
      return refuse(
        'rule_violation',
        `its tip ${tipHeight} is more than ${MOST_HEADERS} blocks above the checkpoint; set a later checkpoint`,
      );
    // The last header is asked for again, so that a chain of equal length that replaces it is seen.
    for (let back = 1; ; back *= 2 * PAGE_BLOCKS) {
      const chain = kept.upTo(Math.min(kept.tipHeight - back, tipHeight - 1));
      const grown = await grow(chain, tipHeight, pages);
      if (grown === 'unlinked' && chain.length > 0) continue;
      if (grown === 'unlinked') return refuse('rule_violation', 'its headers do not begin at the checkpoint');
      if (isRefusal(grown)) return grown;
      if (tipHeight >= kept.tipHeight && grown.work < kept.work)
        return refuse('rule_violation', 'its headers have less work than those that it showed before');
      if (grown.work >= kept.work) this.#chain = grown;
      return grown;
    }
  }
}

/** Adds headers up to a height to a chain that nobody else has.
 *  @returns `unlinked` when the first one does not follow: another chain has replaced the end of this one. */
async function grow(
  chain: HeaderChain,
  tipHeight: number,
  pages: HeaderPages,
): Promise<HeaderChain | Refusal | 'unlinked'> {
  let isFirst = true;
  while (chain.tipHeight < tipHeight) {
    const top = Math.min(chain.tipHeight + PAGE_BLOCKS, tipHeight);
    const page = await pages(top);
    if (isRefusal(page)) return page;
    const wanted = page.slice(-(top - chain.tipHeight));
    if (wanted.length < top - chain.tipHeight)
      return refuse('rule_violation', `it gives fewer than ${PAGE_BLOCKS} headers at a time`);
    for (const header of wanted) {
      const problem = chain.extend(header);
      if (problem) return isFirst && !chain.follows(header) ? 'unlinked' : problem;
      isFirst = false;
    }
  }
  return chain;
}
