/** Parts that several views show of contracts: links, what a contract told, what a call gave back, where it failed.
 *
 *  All of it was written by whoever wrote the contract: it is shown as text, whatever it looks like. */

import { foreignText } from './assets.js';
import { bytesText, eventText, gasFee, placeText, valueText } from './callText.js';
import type { ContractEvent, FailedAt } from './contractAnswers.js';
import { type Child, h } from './dom.js';
import { count, shortened } from './format.js';
import { amount, copyButton, table } from './parts.js';

export const contractHref = (address: string): string => `#/contract/${encodeURIComponent(address)}`;

const CONTRACT = /^[0-9a-f]{40}$/;

/** A contract named by its address; any other text stays text. */
export function contractLink(address: string, whole = false): HTMLElement {
  if (!CONTRACT.test(address)) return h('span', { class: 'mono' }, foreignText(shortened(address, 16, 8)));
  const text = whole ? address : shortened(address, 8, 6);
  const link = h('a', { class: 'mono', href: contractHref(address), title: address }, text);
  return whole ? h('span', { class: 'hash' }, link, copyButton(address, 'contract address')) : link;
}

export const gas = (units: number): HTMLElement => h('span', { class: 'num' }, count(units));

/** What gas costs, in XRGE. */
export const gasCost = (units: number): HTMLElement => amount(gasFee(units));

export const bytes = (size: number): HTMLElement =>
  h('span', { class: 'num', title: `${count(size)} bytes` }, bytesText(size));

/** Characters of a stranger's text that a row shows: the whole of it may be as large as a block. */
const SHOWN_CHARACTERS = 500;
/** The same for a text that has a box of its own, which scrolls. */
const BOX_CHARACTERS = 100_000;

const cut = (text: string, most = SHOWN_CHARACTERS): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${count(text.length - most)} more characters)`;

/** A text of a contract in the row of a table. */
export const contractText = (text: string, look = 'mono wrap'): HTMLElement => foreignText(cut(text), look);

/** Characters of a name that stays in one line. */
const SHORT = 24;

/** The name of an event or a method. */
export const nameText = (text: string): HTMLElement => contractText(text, text.length <= SHORT ? 'mono' : 'mono wrap');

/** A text of a contract with its lines. */
export const block = (text: string): HTMLElement =>
  h('pre', { class: 'mono', tabindex: '0' }, foreignText(cut(text, BOX_CHARACTERS)));

/** A value that a call gave back or was given. */
export const value = (given: unknown): HTMLElement => {
  const text = valueText(given);
  return text.includes('\n') || text.length > 200 ? block(text) : contractText(text);
};

export const logLines = (lines: readonly string[]): HTMLElement => block(lines.join('\n'));

export const failedAt = (place: FailedAt): HTMLElement => foreignText(placeText(place), 'wrap');

/** Events of one call, in their order. @param self a contract that needs no mention. */
export function eventTable(events: readonly ContractEvent[], self?: string): HTMLElement {
  const others = events.some(({ contract_addr }) => contract_addr !== self);
  const rows = events.map(({ contract_addr, topic, data }): readonly Child[] => [
    nameText(topic),
    contractText(eventText(data)),
    ...(others ? [contractLink(contract_addr)] : []),
  ]);
  const columns = [{ name: 'Event' }, { name: 'Data' }, ...(others ? [{ name: 'Contract' }] : [])];
  return table('Events, in their order', columns, rows, 'stacks');
}
