/** The newest blocks and transactions of the overview. A list stands still while the user points at it or has the focus in it,
 *  so that a link does not move away under the pointer. */

import { type Child, h } from '../dom.js';
import type { Feed } from '../feed.js';
import { count, label } from '../format.js';
import { account, addressLink, badge, blockLink, empty, outcome, table, time, txLink } from '../parts.js';
import { isFinal } from './finality.js';
import { concerned, movedAmount } from './moved.js';

const ROWS = 8;

abstract class StillList {
  readonly element: HTMLElement;
  readonly #body = h('div', { class: 'list' });
  readonly #still = h('span', { class: 'still', 'aria-hidden': 'true' }, 'standing still');
  #shown = '';

  constructor(
    title: string,
    protected readonly feed: Feed,
  ) {
    this.element = h('section', { class: 'card' }, h('h2', {}, title, this.#still), this.#body);
    const goOn = (): void => {
      setTimeout(() => this.update());
    };
    this.#body.addEventListener('mouseleave', goOn);
    this.#body.addEventListener('focusout', goOn);
  }

  /** What the list shows, as a text that changes when it does. */
  protected abstract version(): string;
  protected abstract content(): HTMLElement;

  update(): void {
    const version = this.version();
    const held = this.#shown !== '' && this.#body.matches(':hover, :focus-within');
    this.element.classList.toggle('held', held && version !== this.#shown);
    if (held || version === this.#shown) return;
    this.#shown = version;
    this.#body.replaceChildren(this.content());
  }
}

export class BlockList extends StillList {
  constructor(feed: Feed) {
    super('Latest blocks', feed);
  }

  protected override version(): string {
    // The current second is included because the ages change.
    const { newest } = this.feed.heads;
    return newest ? `${newest.hash} ${this.feed.finalized} ${Math.floor(this.feed.now / 1_000)}` : 'none';
  }

  protected override content(): HTMLElement {
    const { heads, now } = this.feed;
    if (heads.list.length === 0) return empty('Waiting for the first block…');
    const rows = heads.list
      .slice(0, ROWS)
      .map(({ height, time: at, txCount, proposer }): readonly Child[] => [
        h('span', {}, blockLink(height), finalSign(this.feed, height)),
        time(at, now),
        txCount === 0 ? h('span', { class: 'faint' }, '0') : h('strong', { class: 'num' }, count(txCount)),
        proposer === undefined
          ? h('span', { class: 'faint' }, height === 0 ? 'genesis' : 'unknown')
          : addressLink(proposer),
      ]);
    return table(
      'The newest blocks',
      [{ name: 'Height' }, { name: 'Age' }, { name: 'Txs', look: 'end' }, { name: 'Proposer', look: 'end' }],
      rows,
    );
  }
}

/** Only blocks that are not final yet have a text; the sign does not depend on colour. */
const finalSign = (feed: Feed, height: number): HTMLElement | undefined => {
  const final = isFinal(feed, height);
  if (final === undefined) return undefined;
  return h(
    'span',
    { class: final ? 'sign good' : 'sign', title: final ? 'final' : 'not final yet' },
    final ? ' ✓' : ' …',
  );
};

export class TransactionList extends StillList {
  constructor(feed: Feed) {
    super('Latest transactions', feed);
  }

  protected override version(): string {
    const { transactions, now } = this.feed;
    if (!transactions) return this.feed.stats?.total_transactions === 0 ? 'empty' : 'none';
    return `${transactions[0]?.txId} ${Math.floor(now / 10_000)}`;
  }

  protected override content(): HTMLElement {
    const { transactions, stats, now } = this.feed;
    if (!transactions)
      return empty(stats?.total_transactions === 0 ? 'No transaction yet. The first one shows up here.' : 'Loading…');
    if (transactions.length === 0) return empty('No transaction yet. The first one shows up here.');
    const rows = transactions.slice(0, ROWS).map((item): readonly Child[] => {
      return [
        item.status === 'success'
          ? txLink(item.txId, 6, 4)
          : h('span', {}, txLink(item.txId, 6, 4), ' ', outcome(item.status)),
        badge(label(item.tx.tx_type)),
        h('span', { class: 'flow' }, account(item.tx.from_pub_key), ' → ', concerned(item) ?? '–'),
        movedAmount(item),
        time(item.blockTime, now),
      ];
    });
    return table(
      'The newest transactions',
      [
        { name: 'Id' },
        { name: 'Kind', look: 'wide' },
        { name: 'From → to', look: 'wide' },
        { name: 'Amount', look: 'end' },
        { name: 'Age', look: 'end' },
      ],
      rows,
    );
  }
}
