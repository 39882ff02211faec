/** Events of the services. */

import type { AccountId } from '../crypto/address.js';

/** What clients that follow their own mailbox are told, and what push notifications are made of. Never any content. */
export interface ServiceEvent {
  readonly type:
    | 'message'
    | 'message_read'
    | 'message_deleted'
    | 'mail'
    | 'conversation_update'
    | 'conversation_participant';
  readonly accounts: readonly AccountId[];
  /** Members of the event: ids, times, keys. */
  readonly data: Readonly<Record<string, unknown>>;
}
