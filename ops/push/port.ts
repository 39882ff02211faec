/** What push delivery needs from the registry of tokens, and the events that it delivers. */

import type { AccountId } from '../../engine/crypto/address.js';

/** A device that a wallet has registered. */
export interface PushToken {
  readonly account: AccountId;
  /** As the platform's provider gave it to the app. */
  readonly token: string;
  readonly platform: string;
}

export interface PushRegistry {
  /** The tokens of those accounts that have registered one. */
  tokensOf(accounts: readonly AccountId[]): Promise<readonly PushToken[]>;
  /** The provider says that no device has this token any more. Another token of the account stays. */
  gone(account: AccountId, token: string): Promise<void>;
}

/** Something that a wallet gets. It carries ids and what is public on the chain, never content. */
export type PushEvent = { readonly account: AccountId } & (
  | {
      readonly kind: 'transfer';
      /** The amount in decimals of the token; or how many more transfers one block brought. */
      readonly data: { readonly symbol: string; readonly amount: string } | { readonly more: number };
    }
  | { readonly kind: 'mail'; readonly data: { readonly id: string } }
  | {
      readonly kind: 'message' | 'conversation_update' | 'conversation_participant';
      readonly data: { readonly conversationId: string };
    }
);
