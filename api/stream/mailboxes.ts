/** Private events of the stream: what the services say to one key goes to the connections that have proven that key, to nobody else.
 *
 *  In: signed subscribe requests, which the services check like any other, and events of the services. Out: for each event one frame to
 *  each connection of one of its accounts. These events have no number and are not sent again: the mailbox itself is the record. */

import { fromHex, utf8, utf8Text } from '../../engine/base/bytes.js';
import { invariant, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { ACCOUNT_BYTES, type AccountId, accountOfBytes } from '../../engine/crypto/address.js';
import { STREAM_SUBSCRIBE } from '../../engine/services/kinds/stream/subscribe.js';
import type { ServicesPort } from '../../engine/services/port.js';
import type { ServiceEvent } from '../../engine/services/serviceEvent.js';
import type { Moment } from '../../engine/services/surroundings.js';

/** Reference: most keys that one connection may follow. */
export const STREAM_IDENTITIES = 8;

/** As the reference calls the subscription in its acknowledgement. */
export const MAILBOX_TOPIC = 'messenger';

/** The types as clients know them. */
const frameTypes: Readonly<Record<ServiceEvent['type'], string>> = {
  message: 'new_message',
  message_read: 'message_read',
  message_deleted: 'message_deleted',
  mail: 'new_mail',
  conversation_update: 'conversation_update',
  conversation_participant: 'conversation_participant',
};

/** Types of private events, as clients know them. */
export const PRIVATE_TYPES: ReadonlySet<string> = new Set(Object.values(frameTypes));

export interface PrivateEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface MailboxListener {
  /** Must not throw and must not wait. */
  tell(event: PrivateEvent): void;
  /** Its private events cannot go on: it must prove its keys again. @param sentence why. */
  lost(sentence: string): void;
}

/** Where a connection proves keys, and gets the private events of those that it has proven. */
export interface PrivateDoor {
  /** @param text of a signed envelope. @param source network of the client. @param listener whose connection it is.
   *  @returns the account of its key. */
  prove(text: string, source: string, listener: MailboxListener): Promise<AccountId | Refusal>;
  join(account: AccountId, listener: MailboxListener): void;
  leave(account: AccountId, listener: MailboxListener): void;
  /** The connection is gone, whatever it had proven. */
  gone?(listener: MailboxListener): void;
  close(): void;
}

/** The text of a signed envelope, or what the reference answers. */
export function proofText(auth: unknown): string | Refusal {
  const malformed = refuse('malformed_body', 'malformed auth');
  if (typeof auth !== 'object' || auth === null || !('payload' in auth)) return malformed;
  const { payload } = auth;
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return malformed;
  const { action, type } = payload as { readonly action?: unknown; readonly type?: unknown };
  if (action !== STREAM_SUBSCRIBE && type !== STREAM_SUBSCRIBE)
    return refuse('operation_mismatch', `payload.action must be ${STREAM_SUBSCRIBE}`);
  return JSON.stringify(auth);
}

export interface MailboxServices {
  readonly services: Pick<ServicesPort, 'take' | 'follow'>;
  moment(): Moment;
}

export class Mailboxes implements PrivateDoor {
  readonly #listeners = new Map<AccountId, Set<MailboxListener>>();
  readonly #unfollow: () => void;

  constructor(private readonly host: MailboxServices) {
    this.#unfollow = host.services.follow((events) => this.#tell(events));
  }

  /** @param text of a signed envelope. @returns the account of its key, once the services have checked it. */
  async prove(text: string, source: string): Promise<AccountId | Refusal> {
    const { services, moment } = this.host;
    const answer = await services.take(STREAM_SUBSCRIBE, utf8(text), moment(), source);
    if (isRefusal(answer)) return answer;
    // The services' own text, of a fixed form: nothing in it is a client's.
    const [, account = ''] = /"account":"([0-9a-f]*)"/.exec(utf8Text(answer)) ?? [];
    const bytes = fromHex(account, ACCOUNT_BYTES);
    invariant(bytes, 'the services name an account');
    return accountOfBytes(bytes);
  }

  join(account: AccountId, listener: MailboxListener): void {
    const listeners = this.#listeners.get(account) ?? new Set();
    this.#listeners.set(account, listeners.add(listener));
  }

  leave(account: AccountId, listener: MailboxListener): void {
    const listeners = this.#listeners.get(account);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#listeners.delete(account);
  }

  close(): void {
    this.#unfollow();
  }

  #tell(events: readonly ServiceEvent[]): void {
    if (this.#listeners.size === 0) return;
    for (const { type, accounts, data } of events) {
      // One connection may follow several of them.
      const reached = new Set<MailboxListener>();
      for (const account of accounts) for (const each of this.#listeners.get(account) ?? []) reached.add(each);
      const event = { type: frameTypes[type], data };
      for (const each of reached) each.tell(event);
    }
  }
}
