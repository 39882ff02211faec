/** The push registry of the services as the delivery uses it, and their events as notifications. */

import { toHex, utf8Text } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { accountBytes } from '../../engine/crypto/address.js';
import type { ServiceEvent } from '../../engine/services/serviceEvent.js';
import type { Moment } from '../../engine/services/surroundings.js';
import type { NodeServices } from '../../workers/services/services.js';
import type { PushEvent, PushRegistry, PushToken } from './port.js';

interface Answer {
  /** In some order; accounts in hex. */
  readonly tokens: readonly (Omit<PushToken, 'account'> & { readonly account: string })[];
}

/** @param services while their thread has not begun nobody has registered anything. */
export const servicesRegistry = (services: NodeServices, moment: () => Moment): PushRegistry => ({
  async tokensOf(accounts) {
    const { thread } = services;
    if (!thread) return [];
    const byHex = new Map(accounts.map((account) => [toHex(accountBytes(account)), account]));
    const answer = await thread.read('pushTokens', { accounts: [...byHex.keys()] }, moment());
    if (isRefusal(answer)) return [];
    const { tokens } = JSON.parse(utf8Text(answer)) as Answer;
    return tokens.flatMap(({ account, ...rest }) => {
      const known = byHex.get(account);
      return known === undefined ? [] : [{ ...rest, account: known }];
    });
  },
  async gone(account, token) {
    await services.thread?.pushGone(account, token);
  },
});

/** What the devices of the accounts are told. */
export const notificationsOf = (events: readonly ServiceEvent[]): readonly PushEvent[] =>
  events.flatMap(({ type, accounts, data }) =>
    accounts.flatMap((account): readonly PushEvent[] => {
      switch (type) {
        case 'mail':
          return [{ account, kind: type, data: { id: String(data.id) } }];
        case 'message':
        case 'conversation_update':
        case 'conversation_participant':
          return [{ account, kind: type, data: { conversationId: String(data.conversation_id) } }];
        default:
          return [];
      }
    }),
  );
