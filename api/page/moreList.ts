/** A list in a card that grows at its end: the newest or largest first, and a button for more. In: pages of the
 *  API by their cursors. Out: a table. While only the first page is shown it can be read again; a longer list stays as
 *  the reader has opened it. */

import { h } from './dom.js';
import { count } from './format.js';
import { empty } from './parts.js';
import type { Failure, Reply } from './reading.js';
import { Slot } from './slot.js';
import { sentence } from './view.js';

export interface Part<Item> {
  readonly items: readonly Item[];
  /** Where it continues; null at the end. */
  readonly next: string | null | undefined;
  readonly total?: number | undefined;
}

export interface MoreListParts<Item> {
  readonly title: string;
  readonly read: (cursor: string | undefined) => Promise<Reply<Part<Item>>>;
  readonly table: (items: readonly Item[]) => HTMLElement;
  /** Text above the table. */
  readonly note?: string;
  /** Text for an empty list. */
  readonly none: string;
}

export class MoreList<Item> {
  readonly #slot: Slot;
  #items: readonly Item[] = [];
  #next: string | null = null;
  #grown = false;

  constructor(private readonly parts: MoreListParts<Item>) {
    this.#slot = new Slot(parts.title, true);
    this.#slot.body.append(empty('Loading…'));
  }

  get element(): HTMLElement {
    return this.#slot.element;
  }

  /** Items that are shown. */
  get size(): number {
    return this.#items.length;
  }

  /** Reads the first page; a list that has grown stays as it is. @returns the failure, if any. */
  async load(): Promise<Failure | undefined> {
    if (this.#grown) return undefined;
    const reply = await this.parts.read(undefined);
    if (this.#grown) return undefined;
    if (reply.ok) this.#take(reply.value, []);
    else if (this.#items.length === 0) this.#slot.show(reply, () => empty(sentence(reply.message)));
    return reply.ok ? undefined : reply;
  }

  #take({ items, next, total }: Part<Item>, before: readonly Item[]): void {
    this.#items = [...before, ...items];
    this.#next = next ?? null;
    if (total !== undefined) this.#slot.title = `${this.parts.title} (${count(total)})`;
    this.#show(before.length > 0);
  }

  #show(now: boolean): void {
    this.#slot.show([this.#items, this.#next], () => this.#content(), now);
  }

  #content(): HTMLElement {
    if (this.#items.length === 0) return empty(this.parts.none);
    const { note } = this.parts;
    const table = h(
      'div',
      {},
      note === undefined ? undefined : h('p', { class: 'note' }, note),
      this.parts.table(this.#items),
    );
    if (this.#next === null) return table;
    const button = h('button', { class: 'step', type: 'button', click: () => void this.#more(button) }, 'Show more');
    return h('div', {}, table, h('p', { class: 'more-row' }, button));
  }

  async #more(button: HTMLButtonElement): Promise<void> {
    this.#grown = true;
    button.disabled = true;
    const reply = await this.parts.read(this.#next ?? undefined);
    if (!reply.ok) {
      button.disabled = false;
      button.textContent = `${sentence(reply.message)} Try again`;
      return;
    }
    const first = this.#items.length;
    this.#take(reply.value, this.#items);
    this.#slot.body.querySelectorAll('tbody tr, .tile')[first]?.querySelector('a')?.focus();
  }
}
