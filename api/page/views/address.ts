/** One account: its balance, tokens, shares in pools and NFTs, and its history by pages. */

import type { AddressTxs, Balance, Nonce, PlacedTx } from '../apiAnswers.js';
import type { NftRecord } from '../assetAnswers.js';
import { type Child, h } from '../dom.js';
import { count, label } from '../format.js';
import type { MoreList } from '../moreList.js';
import {
  account,
  amount,
  badge,
  blockLink,
  card,
  copyButton,
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
import { failed, heading, type Place, type View, waiting } from '../view.js';
import { fungibleCards, nftList } from './holdings.js';
import { accountMoney } from './money.js';
import { concerned, movedAmount } from './moved.js';

const PER_PAGE = 20;

/** The other side of a transaction; none when the chain itself paid. */
function counterpart(item: PlacedTx): Child {
  const given = item.movements?.find(({ direction, reason }) => direction === 'in' && reason !== 'fee');
  if (item.direction === 'in' && given && given.from === null) return concerned(item) ?? '–';
  return item.direction === 'out' ? (concerned(item) ?? '–') : account(item.tx.from_pub_key);
}

export class AddressView implements View {
  readonly title: string;
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  readonly #nfts: MoreList<NftRecord>;

  constructor(private readonly place: Place) {
    this.title = `Account ${place.value.slice(0, 16)}`;
    this.#nfts = nftList(encodeURIComponent(place.value), this.ends.signal);
    void this.#load();
  }

  async #load(): Promise<void> {
    const { value, page } = this.place;
    const name = encodeURIComponent(value);
    const { signal } = this.ends;
    const offset = (page - 1) * PER_PAGE;
    const [balance, nonce, history, noNfts] = await Promise.all([
      read<Balance>(`/api/balance/${name}`, signal),
      read<Nonce>(`/api/account/${name}/nonce`, signal),
      read<AddressTxs>(`/api/address/${name}/transactions?offset=${offset}&limit=${PER_PAGE}`, signal),
      this.#nfts.load(),
    ]);
    const failure = [balance, nonce, history].find(({ ok }) => !ok);
    if (balance.ok && nonce.ok && history.ok) {
      const nfts = noNfts || this.#nfts.size > 0 ? [this.#nfts.element] : [];
      this.element.replaceChildren(...this.#content(balance.value, nonce.value, history.value, nfts));
    } else if (failure && !failure.ok) this.element.replaceChildren(failed(failure, 'No such account'));
  }

  #content(balance: Balance, nonce: Nonce, history: AddressTxs, nfts: readonly HTMLElement[]): readonly HTMLElement[] {
    const { address } = balance;
    const cards = fungibleCards(balance);
    const waits = nonce.next_nonce - nonce.nonce - 1;
    return [
      heading(
        'Account',
        h('span', { class: 'hash' }, h('span', { class: 'mono title' }, address), copyButton(address, 'address')),
      ),
      card(
        'Holdings',
        facts([
          ['Balance', amount(balance.balance_quanta)],
          [
            'Nonce',
            h('span', { class: 'num' }, `${count(nonce.nonce)}${waits > 0 ? `, ${count(waits)} more waiting` : ''}`),
          ],
          [
            'Public key',
            balance.publicKey === null ? 'not shown on this chain yet' : hashText(balance.publicKey, 'public key'),
          ],
        ]),
      ),
      ...(cards.length > 1 ? [h('div', { class: 'pair' }, ...cards)] : cards),
      ...nfts,
      card(`History (${count(history.total)})`, this.#history(address, history)),
    ];
  }

  #history(address: string, { transactions, total }: AddressTxs): HTMLElement {
    if (total === 0) return empty('Nothing has happened on this account yet.');
    const { now } = this.place.feed;
    const rows = transactions.map((item): readonly Child[] => [
      h(
        'div',
        {},
        txLink(item.txId),
        item.status === 'success' ? undefined : h('span', {}, ' ', outcome(item.status)),
        h('div', { class: 'second' }, badge(label(item.tx.tx_type))),
      ),
      badge(label(item.tx.tx_type)),
      badge(item.direction === 'out' ? 'out' : 'in', item.direction === 'out' ? 'warn' : 'good'),
      counterpart(item),
      accountMoney(item) ?? movedAmount(item),
      blockLink(item.blockHeight),
      time(item.blockTime, now),
    ]);
    const columns = [
      { name: 'Id' },
      { name: 'Kind', look: 'wide' },
      { name: '' },
      { name: 'With', look: 'wide' },
      { name: 'Amount', look: 'end' },
      { name: 'Block', look: 'wide end' },
      { name: 'Age', look: 'wide' },
    ] as const;
    return h(
      'div',
      {},
      table('Transactions of this account', columns, rows, 'stacks'),
      pager(this.place.page, total, PER_PAGE, (page) => hrefOf('address', address, page)),
    );
  }
}
