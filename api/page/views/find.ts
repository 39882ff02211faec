/** A hash that may name a transaction or a block: looks up both, and opens the one that exists. */

import type { TxAnswer } from '../apiAnswers.js';
import { h } from '../dom.js';
import { hrefOf } from '../parts.js';
import { read } from '../reading.js';
import { failed, nothing, type Place, type View, waiting } from '../view.js';

export class FindView implements View {
  readonly title = 'Search';
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();

  constructor(private readonly place: Place) {
    void this.#find();
  }

  async #find(): Promise<void> {
    const { value } = this.place;
    const name = encodeURIComponent(value);
    const transaction = await read<TxAnswer>(`/api/tx/${name}`, this.ends.signal);
    if (transaction.ok || /\bpending\b/.test(transaction.message)) return location.replace(hrefOf('tx', value));
    if (transaction.status !== 404) return this.element.replaceChildren(failed(transaction, 'Nothing found'));
    const block = await read<{ readonly height: number }>(`/api/block/hash/${name}`, this.ends.signal);
    if (block.ok) return location.replace(hrefOf('block', block.value.height));
    this.element.replaceChildren(
      block.status === 404
        ? nothing('Nothing found', 'No transaction and no block of this chain has this hash.')
        : failed(block, 'Nothing found'),
    );
  }
}
