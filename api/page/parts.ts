/** Parts that several views show: links, shortened texts with their copy button, amounts, times, tables, pages. */

import { addressOfKey } from './address.js';
import type { ListedTx } from './apiAnswers.js';
import { type Child, h } from './dom.js';
import { age, count, isoTime, localTime, shortened, xrge } from './format.js';

export const hrefOf = (kind: 'block' | 'tx' | 'address', value: string | number, page = 1): string =>
  `#/${kind}/${encodeURIComponent(String(value))}${page > 1 ? `?page=${page}` : ''}`;

/** The clipboard API is missing on plain HTTP; the older way works everywhere. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h('textarea', { class: 'offscreen', readonly: true, 'aria-hidden': 'true', tabindex: '-1' });
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}

const COPIED_MS = 1_500;

export function copyButton(text: string, what: string): HTMLElement {
  const button = h('button', { class: 'copy', type: 'button', 'aria-label': `Copy ${what}`, title: `Copy ${what}` });
  button.addEventListener('click', async () => {
    const done = await copyText(text);
    button.focus();
    button.classList.add(done ? 'copied' : 'failed');
    button.setAttribute('aria-label', done ? 'Copied' : 'Copying failed');
    setTimeout(() => {
      button.classList.remove('copied', 'failed');
      button.setAttribute('aria-label', `Copy ${what}`);
    }, COPIED_MS);
  });
  return button;
}

/** A long text: its two ends, the whole text in its title, and a button that copies it. */
export const hashText = (text: string, what: string, long = false): HTMLElement =>
  h(
    'span',
    { class: 'hash' },
    h('span', { class: 'mono', title: text }, long && text.length <= 70 ? text : shortened(text, 12, 10)),
    copyButton(text, what),
  );

export const blockLink = (height: number): HTMLElement =>
  h('a', { class: 'num', href: hrefOf('block', height) }, count(height));

export const txLink = (id: string, head = 8, tail = 6): HTMLElement =>
  h('a', { class: 'mono', href: hrefOf('tx', id), title: id }, shortened(id, head, tail));

export const addressLink = (address: string, head = 11, tail = 6): HTMLElement =>
  h('a', { class: 'mono', href: hrefOf('address', address), title: address }, shortened(address, head, tail));

/** An account named by its key or its address, with a button when there is room for one. */
export function account(text: string, whole = false): HTMLElement {
  const address = addressOfKey(text) ?? text;
  if (!/^rouge1[0-9a-z]+$/.test(address)) return h('span', { class: 'mono', title: text }, shortened(text, 16, 8));
  if (!whole) return addressLink(address);
  const link = h('a', { class: 'mono', href: hrefOf('address', address), title: address }, address);
  return h('span', { class: 'hash' }, link, copyButton(address, 'address'));
}

/** @param now by the chain's clock; with it the age is shown. */
export function time(milliseconds: number, now?: number): HTMLElement {
  const iso = isoTime(milliseconds);
  const local = iso === '' ? String(milliseconds) : localTime(milliseconds);
  const text = now === undefined ? local : age(now - milliseconds);
  return h('time', { datetime: iso, title: now === undefined ? iso : `${local} · ${iso}` }, text);
}

export const amount = (quanta: string): HTMLElement =>
  h('span', { class: 'num' }, xrge(quanta), h('span', { class: 'unit' }, ' XRGE'));

/** The recipient of a transaction: the account that its payload names; a faucet request without one pays its signer. */
export function recipient({ tx }: ListedTx, whole = false): HTMLElement | undefined {
  const { to_address, to_pub_key_hex } = tx.payload;
  const text = to_address ?? to_pub_key_hex ?? (tx.tx_type === 'faucet' ? tx.from_pub_key : undefined);
  return typeof text === 'string' ? account(text, whole) : undefined;
}

export const badge = (text: string, mood: 'good' | 'bad' | 'warn' | 'plain' = 'plain'): HTMLElement =>
  h('span', { class: `badge ${mood}` }, text);

export const outcome = (status: string): HTMLElement => badge(status, status === 'success' ? 'good' : 'bad');

export const facts = (rows: readonly (readonly [name: string, value: Child] | undefined)[]): HTMLElement =>
  h(
    'dl',
    { class: 'facts' },
    ...rows.flatMap((row) => (row ? [h('div', {}, h('dt', {}, row[0]), h('dd', {}, row[1]))] : [])),
  );

export const card = (title: string, ...children: readonly Child[]): HTMLElement =>
  h('section', { class: 'card' }, h('h2', {}, title), ...children);

export const empty = (text: string): HTMLElement => h('p', { class: 'empty' }, text);

export interface Column {
  readonly name: string;
  /** `end`: numbers; `wide`: only where there is room (a cell may say it on its `second` line elsewhere). */
  readonly look?: 'end' | 'wide' | 'wide end';
}

const lookOf = ({ look }: Column): string | undefined => look;

/** @param look `stacks`: on a phone each row becomes a list of its cells, because they do not fit beside each other. */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Child[])[],
  look?: 'stacks',
): HTMLElement {
  const head = h('tr', {}, ...columns.map((column) => h('th', { scope: 'col', class: lookOf(column) }, column.name)));
  const body = rows.map((cells) =>
    h(
      'tr',
      {},
      ...columns.map((column, at) => h('td', { class: lookOf(column), 'data-name': column.name }, cells[at])),
    ),
  );
  return h(
    'div',
    { class: 'scroller' },
    h(
      'table',
      { class: look },
      h('caption', { class: 'offscreen' }, caption),
      h('thead', {}, head),
      h('tbody', {}, ...body),
    ),
  );
}

/** Links to the neighbouring pages; nothing when there is only one page. */
export function pager(
  page: number,
  total: number,
  perPage: number,
  href: (page: number) => string,
): HTMLElement | undefined {
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (pages === 1 && page === 1) return undefined;
  const link = (text: string, target: number, possible: boolean): HTMLElement =>
    possible ? h('a', { class: 'step', href: href(target) }, text) : h('span', { class: 'step off' }, text);
  const first = Math.min(total, (page - 1) * perPage + 1);
  const shown = `${count(first)}–${count(Math.min(total, page * perPage))} of ${count(total)}`;
  return h(
    'nav',
    { class: 'pager', 'aria-label': 'Pages' },
    link('← Previous', page - 1, page > 1),
    h('span', { class: 'num' }, page <= pages ? shown : `page ${count(page)} of ${count(pages)}`),
    link('Next →', page + 1, page < pages),
  );
}
