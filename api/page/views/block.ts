/** One block: its header, its neighbours, its transactions by pages. */

import type { BlockAnswer } from '../apiAnswers.js';
import { type Child, h } from '../dom.js';
import { count, label } from '../format.js';
import {
  account,
  amount,
  badge,
  card,
  empty,
  facts,
  hashText,
  hrefOf,
  outcome,
  pager,
  table,
  time,
  txLink,
} from '../parts.js';
import { read } from '../reading.js';
import { failed, heading, nothing, type Place, type View, waiting } from '../view.js';
import { Finality } from './finality.js';
import { concerned, movedAmount } from './moved.js';

const PER_PAGE = 20;

type Block = BlockAnswer['block'];

export class BlockView implements View {
  readonly title: string;
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  readonly #next = h('a', { class: 'step', rel: 'next' }, 'Next →');
  #height: number | undefined;
  #finality: Finality | undefined;

  constructor(private readonly place: Place) {
    this.title = `Block ${place.value}`;
    void this.#load();
  }

  async #load(): Promise<void> {
    const { value, page } = this.place;
    if (!/^\d{1,15}$/.test(value)) {
      this.element.replaceChildren(nothing('No such block', 'A block is named by its height, a whole number.'));
      return;
    }
    const path = `/api/block/${value}?offset=${(page - 1) * PER_PAGE}&limit=${PER_PAGE}`;
    const reply = await read<BlockAnswer>(path, this.ends.signal);
    if (reply.ok) this.#show(reply.value.block);
    else this.element.replaceChildren(failed(reply, `No block ${count(Number(value))}`));
  }

  #show(block: Block): void {
    const { height } = block;
    this.#height = height;
    const finality = new Finality(this.place.feed, height);
    this.#finality = finality;
    this.element.replaceChildren(
      h(
        'div',
        { class: 'headline' },
        heading('Block', count(height)),
        h(
          'nav',
          { class: 'pager', 'aria-label': 'Neighbouring blocks' },
          height > 0
            ? h('a', { class: 'step', rel: 'prev', href: hrefOf('block', height - 1) }, '← Previous')
            : h('span', { class: 'step off' }, '← Previous'),
          this.#next,
        ),
      ),
      card('Header', headerFacts(block, finality.element)),
      card(`Transactions (${count(block.txCount)})`, this.#transactions(block)),
    );
    this.update();
  }

  #transactions(block: Block): HTMLElement {
    const { height, txCount, transactions } = block;
    if (txCount === 0) return empty('This block is empty: it shows that the chain is alive.');
    const rows = transactions.map((item): readonly Child[] => [
      txLink(item.txId),
      badge(label(item.tx.tx_type)),
      account(item.tx.from_pub_key),
      concerned(item),
      movedAmount(item),
      outcome(item.status),
    ]);
    const columns = [
      { name: 'Id' },
      { name: 'Kind' },
      { name: 'From', look: 'wide' },
      { name: 'To', look: 'wide' },
      { name: 'Amount', look: 'end' },
      { name: 'Status', look: 'end' },
    ] as const;
    const list = table(`Transactions of block ${height}`, columns, rows, 'stacks');
    return h(
      'div',
      {},
      list,
      pager(this.place.page, txCount, PER_PAGE, (page) => hrefOf('block', height, page)),
    );
  }

  /** Called when the next block may exist. */
  update(): void {
    this.#finality?.update();
    const height = this.#height;
    if (height === undefined) return;
    const exists = (this.place.feed.height ?? 0) > height;
    this.#next.classList.toggle('off', !exists);
    if (exists) this.#next.setAttribute('href', hrefOf('block', height + 1));
    else this.#next.removeAttribute('href');
  }
}

const headerFacts = (block: Block, finality: HTMLElement): HTMLElement =>
  facts([
    ['Hash', hashText(block.hash, 'block hash', true)],
    ['Time', time(block.time)],
    ['Finality', finality],
    ['Proposer', block.height === 0 ? 'none: this is the genesis block' : account(block.proposer, true)],
    ['Previous block', block.height === 0 ? 'none' : hashText(block.prevHash, 'hash of the previous block', true)],
    ['Transactions root', hashText(block.txHash, 'transactions root', true)],
    ['State root', block.stateRoot === null ? 'none' : hashText(block.stateRoot, 'state root', true)],
    block.parentCommit === null
      ? undefined
      : ['Parent certificate', hashText(block.parentCommit, 'certificate hash', true)],
    ['Fees', amount(block.totalFees_quanta)],
  ]);
