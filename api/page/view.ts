/** What a view is: an element that is shown under one address of the page, kept up to date while it is shown. */

import { h } from './dom.js';
import type { Feed } from './feed.js';
import { empty } from './parts.js';
import type { Failure } from './reading.js';

export interface View {
  /** For the window's title. */
  readonly title: string;
  readonly element: HTMLElement;
  /** Something of the feed changed. */
  update?(): void;
  /** Aborted when another view takes the place: reads under way are dropped. */
  readonly ends: AbortController;
}

export interface Place {
  readonly feed: Feed;
  /** The decoded name in the address: a height, an id, an account. */
  readonly value: string;
  /** From 1. */
  readonly page: number;
}

/** A heading of a view, with what kind of thing it is above it. */
export const heading = (kind: string, ...title: readonly (Node | string)[]): HTMLElement =>
  h('div', { class: 'heading' }, h('p', { class: 'kind' }, kind), h('h1', {}, ...title));

export const waiting = (): HTMLElement => h('p', { class: 'empty', 'aria-busy': 'true' }, 'Loading…');

/** Why there is nothing to show, kindly, and a way on. */
export const nothing = (title: string, text: string): HTMLElement =>
  h(
    'div',
    { class: 'nothing' },
    h('h1', {}, title),
    empty(text),
    h('p', {}, h('a', { href: '#/' }, 'Back to the overview')),
  );

/** @param missing the title when the node says that the thing does not exist. */
export function failed({ status, message }: Failure, missing: string): HTMLElement {
  if (status === 404) return nothing(missing, sentence(message));
  if (status === 400) return nothing('This cannot be looked up', sentence(message));
  if (status === 429) return nothing('Too many requests', `${sentence(message)} Wait a moment and try again.`);
  return nothing('The node gave no answer', sentence(message));
}

/** An error text of the API, begun and ended as a sentence. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
