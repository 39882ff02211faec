/** Whether a block can still be replaced: final ones never are. */

import { h } from '../dom.js';
import type { Feed } from '../feed.js';
import { badge } from '../parts.js';

/** Whether the block at this height is final; undefined while the node has not said. */
export const isFinal = ({ finalized }: Feed, height: number): boolean | undefined =>
  finalized === undefined ? undefined : height <= finalized;

/** A sign that becomes final while it is shown. */
export class Finality {
  readonly element = h('span', { class: 'finality' });
  #shown: boolean | undefined;

  constructor(
    private readonly feed: Feed,
    private readonly height: number,
  ) {
    this.update();
  }

  update(): void {
    const final = isFinal(this.feed, this.height);
    if (final === undefined || final === this.#shown) return;
    this.#shown = final;
    this.element.replaceChildren(final ? badge('final', 'good') : badge('not final yet', 'warn'));
  }
}
