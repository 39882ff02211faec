/** The messages to the provider: what a device shows for each kind of event.
 *
 *  In: events. Out: JSON members. Every member is named here, so nothing leaves the node because an event happens to carry it; names
 *  of conversations are private and stay. */

import type { PushEvent } from './port.js';

export interface PushText {
  readonly title: string;
  readonly body: string;
  readonly data: Readonly<Record<string, string | number>>;
}

const ENCRYPTED = 'You received a new encrypted message';

function transferText(data: Extract<PushEvent, { kind: 'transfer' }>['data']): PushText {
  const title = 'Received';
  if ('more' in data) {
    const { more } = data;
    const body = `You received ${more} more ${more === 1 ? 'transfer' : 'transfers'}`;
    return { title, body, data: { type: 'transfer', count: more } };
  }
  const { symbol, amount } = data;
  return { title, body: `You received ${amount} ${symbol}`, data: { type: 'transfer', symbol, amount } };
}

export function textOf(event: PushEvent): PushText {
  if (event.kind === 'transfer') return transferText(event.data);
  if (event.kind === 'mail') return { title: 'New mail', body: ENCRYPTED, data: { type: 'mail', id: event.data.id } };
  const data = { type: event.kind, conversationId: event.data.conversationId };
  switch (event.kind) {
    case 'message':
      return { title: 'New message', body: ENCRYPTED, data };
    case 'conversation_update':
      return { title: 'Group updated', body: 'A group chat has a new name', data };
    case 'conversation_participant':
      return { title: 'Added to group', body: 'You were added to a group chat', data };
  }
}

/** A message as the provider takes it. */
export const messageTo = (token: string, text: PushText) => ({
  to: token,
  ...text,
  sound: 'default',
  priority: 'high',
});
