/** The messages between the main thread and the thread of the services.
 *
 *  Either side asks, the other answers with the same id, once. Bodies and answers move by transfer. */

import type { RefusalCode } from '../../engine/base/refusal.js';
import { Refusal } from '../../engine/base/refusal.js';
import type { ServicesStats } from '../../engine/services/port.js';
import type { ServiceEvent } from '../../engine/services/serviceEvent.js';
import type { DirectoryWallet, Moment } from '../../engine/services/surroundings.js';

export interface ServicesWorkerData {
  readonly directory: string;
  readonly chainId: string;
  readonly requireChainId: boolean;
  readonly backend: string;
  readonly cacheBytes: number;
  readonly nodeKey: Uint8Array;
  readonly mostBytes: number;
  /** Records are erased after so long; 0: never. */
  readonly retentionMs: number;
}

export type ServicesCall =
  | {
      readonly kind: 'take';
      readonly service: string;
      readonly body: Uint8Array;
      readonly moment: Moment;
      readonly source: string;
    }
  | {
      readonly kind: 'read';
      readonly query: string;
      readonly args: Readonly<Record<string, unknown>>;
      readonly moment: Moment;
    }
  | { readonly kind: 'sweep'; readonly moment: Moment }
  | { readonly kind: 'rewrite' }
  | { readonly kind: 'backup'; readonly directory: string }
  | { readonly kind: 'close' };

export type ServicesRequest = { readonly id: number; readonly call: ServicesCall };

/** A refusal as it crosses threads: a structured clone would drop its class. */
export interface RefusedAnswer {
  readonly code: RefusalCode;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
}

export const refusedAnswer = ({ code, message, retryAfterSeconds }: Refusal): RefusedAnswer => ({
  code,
  message,
  retryAfterSeconds,
});

export const refusalOf = ({ code, message, retryAfterSeconds }: RefusedAnswer): Refusal =>
  new Refusal(code, message, retryAfterSeconds);

/** The main thread measures the time of the thread itself. */
export type ThreadStats = Omit<ServicesStats, 'activeSeconds'>;

/** What the thread asks the main thread. */
export type HostCall =
  | { readonly kind: 'wallets'; readonly texts: readonly string[] }
  | { readonly kind: 'walletsOf'; readonly accounts: readonly string[] };

export type HostAnswer = readonly (DirectoryWallet | undefined)[];

export type FromThread =
  | { readonly answer: number; readonly value: unknown; readonly stats: ThreadStats }
  | { readonly answer: number; readonly refused: RefusedAnswer; readonly stats: ThreadStats }
  | { readonly answer: number; readonly error: string }
  | { readonly ask: number; readonly call: HostCall }
  | { readonly events: readonly ServiceEvent[] }
  | {
      readonly log: {
        readonly level: 'debug' | 'info' | 'warn' | 'error';
        readonly text: string;
        readonly fields: object;
      };
    }
  | { readonly opened: true };

export type ToThread = ServicesRequest | { readonly told: number; readonly value: HostAnswer };
