/** One token: what it is, how much of it there is, who holds it, and what happens to it. */

import type { Holder, Holders, TokenRecord, TokenTx, TokenTxs } from '../assetAnswers.js';
import { foreignLink, foreignText, held, mark, pictureSource, says, scaledNote, share } from '../assets.js';
import { type Child, h } from '../dom.js';
import { count, label, percent } from '../format.js';
import { MoreList, type Part } from '../moreList.js';
import { account, badge, blockLink, copyButton, facts, outcome, table, time, txLink } from '../parts.js';
import { type Failure, type Reply, read } from '../reading.js';
import { Refresher } from '../refresher.js';
import { Slot } from '../slot.js';
import { failed, heading, type Place, type View, waiting } from '../view.js';
import { tokenMoney } from './money.js';
import { creatorOf, tokenBadges, totalName } from './tokens.js';

const PER_PAGE = 20;
const REFRESH_MS = 15_000;

type Row = readonly [name: string, value: Child] | undefined;

export class TokenView implements View {
  readonly title: string;
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  readonly #path: string;
  readonly #supply = new Slot('Supply');
  readonly #about = new Slot('About');
  readonly #holders: MoreList<Holder>;
  readonly #transactions: MoreList<TokenTx>;
  readonly #refresher: Refresher;
  /** The answer about holders, which says how much is in pools. */
  #pooled: Holders | undefined;

  constructor(private readonly place: Place) {
    this.title = `Token ${place.value.slice(0, 16)}`;
    this.#path = `/api/token/${encodeURIComponent(place.value)}`;
    this.#holders = new MoreList<Holder>({
      title: 'Holders',
      read: (cursor) => this.#readHolders(cursor),
      table: holderTable,
      note: notHeld(place.value),
      none: 'Nobody holds it.',
    });
    this.#transactions = new MoreList<TokenTx>({
      title: 'Transactions',
      read: (cursor) => this.#readTransactions(cursor),
      table: (items) => this.#transactionTable(items),
      none: 'No transaction has moved it yet.',
    });
    this.#refresher = new Refresher(place.feed, REFRESH_MS, () => this.#load());
    void this.#begin();
  }

  async #begin(): Promise<void> {
    const failure = await this.#load();
    if (failure) this.element.replaceChildren(failed(failure, 'No such token'));
    else this.#refresher.begin();
  }

  async #load(): Promise<Failure | undefined> {
    const lists = [this.#holders.load(), this.#transactions.load()];
    const reply = await read<TokenRecord>(`${this.#path}/metadata`, this.ends.signal);
    if (!reply.ok) return reply;
    this.#show(reply.value);
    const failures = await Promise.all(lists);
    // The amount in pools is now known.
    this.#show(reply.value);
    return failures.find((failure) => failure !== undefined);
  }

  #show(token: TokenRecord): void {
    const pooled = this.#pooled;
    this.#supply.show([token, pooled?.in_pools, pooled?.staked], () => facts(supplyOf(token, pooled)));
    this.#about.show(token, () => aboutOf(token));
    if (this.#supply.element.isConnected) return;
    this.element.replaceChildren(
      h(
        'div',
        { class: 'headline' },
        h(
          'div',
          { class: 'asset head' },
          mark(token.image, token.symbol, true),
          heading('Token', foreignText(token.symbol), ' ', foreignText(token.name, 'title muted')),
        ),
        tokenBadges(token),
      ),
      h('div', { class: 'pair' }, this.#supply.element, this.#about.element),
      this.#holders.element,
      this.#transactions.element,
    );
  }

  async #readHolders(cursor: string | undefined): Promise<Reply<Part<Holder>>> {
    const reply = await read<Holders>(`${this.#path}/holders?${pageOf(cursor)}`, this.ends.signal);
    if (!reply.ok) return reply;
    this.#pooled = reply.value;
    const { holders, total, next_cursor } = reply.value;
    return { ok: true, value: { items: holders, total, next: next_cursor } };
  }

  async #readTransactions(cursor: string | undefined): Promise<Reply<Part<TokenTx>>> {
    const reply = await read<TokenTxs>(`${this.#path}/transactions?${pageOf(cursor)}`, this.ends.signal);
    if (!reply.ok) return reply;
    const { transactions, total_count, next_cursor } = reply.value;
    return { ok: true, value: { items: transactions, total: total_count, next: next_cursor } };
  }

  #transactionTable(items: readonly TokenTx[]): HTMLElement {
    const { now } = this.place.feed;
    const rows = items.map((item): readonly Child[] => [
      item.status === 'success' ? txLink(item.tx_hash) : h('span', {}, txLink(item.tx_hash), ' ', outcome(item.status)),
      badge(label(item.tx_type)),
      item.from ? account(item.from) : '–',
      item.to ? account(item.to) : '–',
      tokenMoney(item.movements ?? [], this.place.value) ?? '–',
      blockLink(item.block_height),
      time(item.timestamp, now),
    ]);
    const columns = [
      { name: 'Id' },
      { name: 'Kind' },
      { name: 'From', look: 'wide' },
      { name: 'To', look: 'wide' },
      { name: 'Amount', look: 'end' },
      { name: 'Block', look: 'wide end' },
      { name: 'Age', look: 'wide end' },
    ] as const;
    return table('Transactions of this token, the newest first', columns, rows, 'stacks');
  }

  update(): void {
    this.#refresher.update();
  }
}

/** Explains which part of the supply is not in any balance, and so not among the holders. */
const notHeld = (symbol: string): string => {
  const elsewhere =
    symbol.toUpperCase() === 'XRGE' ? 'what is staked or unbonding, or lies in pools,' : 'what lies in pools';
  return `Balances of accounts: ${elsewhere} is not in them. Shares are of the circulating supply.`;
};

const pageOf = (cursor: string | undefined): string =>
  `limit=${PER_PAGE}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;

function holderTable(holders: readonly Holder[]): HTMLElement {
  const rows = holders.map((holder, at): readonly Child[] => [
    h('span', { class: 'faint num' }, count(at + 1)),
    account(holder.account_address || holder.address),
    held(holder, 'balance'),
    share(holder.percentage),
  ]);
  const columns = [
    { name: '', look: 'wide' },
    { name: 'Holder' },
    { name: 'Balance', look: 'end' },
    { name: 'Share', look: 'end' },
  ] as const;
  return table('Holders, the largest first', columns, rows, 'stacks');
}

/** An amount in base units, and as decimal text if the token has decimals. */
const amountOf = (token: TokenRecord, name: string): HTMLElement =>
  h('span', {}, held(token, name), scaledNote(token, name, token.decimals));

/** @param pooled the answer about holders, which also has the amount in pools. */
function supplyOf(token: TokenRecord, pooled: Holders | undefined): readonly Row[] {
  const minted = says(token, 'total_minted') ? held(token, 'total_minted') : undefined;
  return [
    ['Total', amountOf(token, totalName(token))],
    says(token, 'circulating_supply') ? ['Circulating', amountOf(token, 'circulating_supply')] : undefined,
    pooled && says(pooled, 'staked') ? ['Staked', held(pooled, 'staked')] : undefined,
    pooled && says(pooled, 'in_pools') ? ['In pools', held(pooled, 'in_pools')] : undefined,
    says(token, 'burned') ? ['Burned', amountOf(token, 'burned')] : undefined,
    ['Decimals', count(token.decimals)],
    token.mintable && minted ? ['Minted later', minted] : undefined,
    token.mintable
      ? ['Cap', says(token, 'max_supply') ? h('span', {}, amountOf(token, 'max_supply'), cap(token)) : 'none']
      : undefined,
  ];
}

/** How much of the cap is used up. */
function cap(token: TokenRecord): HTMLElement | undefined {
  const [total, most] = [Number(token[totalName(token)]), Number(token.max_supply)];
  return total >= 0 && most > 0
    ? h('span', { class: 'faint' }, ` · ${percent((100 * total) / most)} of it exists`)
    : undefined;
}

function aboutOf(token: TokenRecord): HTMLElement {
  const { description, website, twitter, discord, created_at, created_height, updated_at } = token;
  const text = (name: string, value: unknown): Row =>
    typeof value === 'string' && value !== '' ? [name, foreignLink(value)] : undefined;
  const source = pictureSource(token.image);
  const key = token.creator_address || token.creator;
  return facts([
    ['Creator', key ? h('span', { class: 'hash' }, creatorOf(token), copyButton(key, 'creator')) : creatorOf(token)],
    created_at
      ? [
          'Created',
          h('span', {}, time(created_at), created_height ? h('span', {}, ' in block ', blockLink(created_height)) : ''),
        ]
      : undefined,
    updated_at && updated_at !== created_at ? ['Updated', time(updated_at)] : undefined,
    description ? ['Description', foreignText(description, 'wrap prose')] : undefined,
    text('Website', website),
    text('Twitter', twitter),
    text('Discord', discord),
    source && ['Picture', source],
  ]);
}
