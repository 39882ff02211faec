/** What the main thread and the thread of the bridge say to each other. */

import { isRefusal, Refusal, type RefusalCode } from '../../engine/base/refusal.js';
import type { ChainCalls } from './askedChains.js';
import type { ChainOptions } from './chainSetup.js';

export interface BridgeWorkerData {
  readonly options: ChainOptions;
  /** Deposit addresses that are known at its start. */
  readonly addresses: readonly string[];
}

export type CallName = keyof ChainCalls;

export type ToBridge =
  | { readonly id: number; readonly name: CallName; readonly args: readonly unknown[] }
  | { readonly know: readonly string[] };

/** Refusals lose their class on the way. */
export type FromBridge =
  | { readonly id: number; readonly value: unknown }
  | {
      readonly id: number;
      readonly code: RefusalCode;
      readonly message: string;
      readonly retry: number | undefined;
      readonly isOneSided: boolean;
    }
  | { readonly id: number; readonly fault: unknown };

export const packed = (id: number, result: unknown): FromBridge =>
  isRefusal(result)
    ? {
        ...{ id, code: result.code, message: result.message, retry: result.retryAfterSeconds },
        isOneSided: result.isOneSided,
      }
    : { id, value: result };

/** @returns undefined for a fault of the thread. */
export const unpacked = (message: Exclude<FromBridge, { readonly fault: unknown }>): unknown =>
  'code' in message
    ? new Refusal(message.code, message.message, message.retry, undefined, message.isOneSided)
    : message.value;
