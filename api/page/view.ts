/** A view: an element that is shown under one address of the page and kept up to date while it is shown. */

import { h } from './dom.js';
import type { Feed } from './feed.js';
import { empty } from './parts.js';
import type { Failure } from './reading.js';

export interface View {
  /** For the window's title. */
  readonly title: string;
  readonly element: HTMLElement;
  /** Called when the feed has changed. */
  update?(): void;
  /** Aborted when another view replaces this one: reads under way are dropped. */
  readonly ends: AbortController;
}

export interface Place {
  readonly feed: Feed;
  /** The decoded name in the address: a height, an id, an account. */
  readonly value: string;
  /** The decoded name after it: the number of an NFT. */
  readonly second: string;
  /** Number of the page, from 1. */
  readonly page: number;
  /** Where the page begins, if the previous page gave it. */
  readonly cursor: string | undefined;
}

/** A heading of a view, with its kind above it. */
export const heading = (kind: string, ...title: readonly (Node | string)[]): HTMLElement =>
  h('div', { class: 'heading' }, h('p', { class: 'kind' }, kind), h('h1', {}, ...title));

export const waiting = (): HTMLElement => h('p', { class: 'empty', 'aria-busy': 'true' }, 'Loading…');

/** The query for a page of a list: a cursor continues exactly; without one the page's number gives the offset. */
export function pageQuery({ page, cursor }: Place, perPage: number): string {
  const from = cursor === undefined ? `offset=${(page - 1) * perPage}` : `cursor=${encodeURIComponent(cursor)}`;
  return `limit=${perPage}&${page > 1 ? from : 'offset=0'}`;
}

/** The address of a neighbouring page of a list. @param next cursor of the page after this one. */
export const pageHref =
  (path: string, { page }: Place, next: string | null | undefined) =>
  (target: number): string => {
    if (target <= 1) return path;
    const cursor = target === page + 1 && next ? `&cursor=${encodeURIComponent(next)}` : '';
    return `${path}?page=${target}${cursor}`;
  };

/** Explains why there is nothing to show, with a link to continue. */
export const nothing = (title: string, text: string): HTMLElement =>
  h(
    'div',
    { class: 'nothing' },
    h('h1', {}, title),
    empty(text),
    h('p', {}, h('a', { href: '#/' }, 'Back to the overview')),
  );

/** Event of a failed view: the user or a timer asks to read it again. It bubbles up to the page. */
export const AGAIN = 'read-again';

/** @param missing the title when the node says that the thing does not exist. */
export function failed({ status, message, retryMs }: Failure, missing: string): HTMLElement {
  if (status === 404) return nothing(missing, sentence(message));
  if (status === 400) return nothing('This cannot be looked up', sentence(message));
  const title =
    status === 429 ? 'Too many requests' : status === 0 ? 'The node does not answer' : 'The node cannot answer now';
  return again(nothing(title, sentence(message)), retryMs);
}

/** A button that reads again, at once or when the node allows it; automatic when the node has said how long to wait. */
function again(element: HTMLElement, waitMs: number): HTMLElement {
  const ask = (): void => {
    element.dispatchEvent(new Event(AGAIN, { bubbles: true }));
  };
  const button = h('button', { class: 'step', type: 'button', click: ask }, 'Try again');
  element.lastElementChild?.before(h('p', { class: 'more-row' }, button));
  if (waitMs <= 0) return element;
  const end = Date.now() + waitMs;
  button.disabled = true;
  const count = (): void => {
    const seconds = Math.ceil((end - Date.now()) / 1_000);
    if (seconds > 0) {
      button.textContent = `Trying again in ${seconds} s`;
      setTimeout(count, 1_000);
    } else if (element.isConnected) ask();
  };
  count();
  return element;
}

/** An error text of the API as a sentence, with a capital letter and a full stop. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
