/** What a calling thread is asked and answers, one preview at a time. */

import type { RefusalCode } from '../../engine/base/refusal.js';
import type { Genesis } from '../../engine/chain/genesis.js';
import type { ContractInterface } from '../../engine/ledger/contractInterface.js';
import type { ContractPreview, PreviewOrder } from '../../engine/ledger/previewOrder.js';

export interface CallWorkerData {
  /** All rules follow from it; without what the first block was made of. */
  readonly genesis: Genesis;
  /** As the operator chose it for the verification threads. */
  readonly signatureBackend: string;
  readonly bridge: SharedArrayBuffer;
}

/** The block that the call would be in. */
export interface CallBlock {
  readonly height: number;
  /** Milliseconds. */
  readonly time: number;
  /** Quanta. */
  readonly baseFee: bigint;
  /** 64 hex characters. */
  readonly prevHash: string;
}

/** A call that is known, a request's body that says it, or the address of a contract whose code is to be described. */
export type CallOrder =
  | { readonly order: PreviewOrder }
  | { readonly body: Uint8Array; readonly address?: string }
  | { readonly describe: string };

export interface CallMessage {
  readonly what: CallOrder;
  readonly block: CallBlock;
}

/** `ready`: the thread has started; once, before everything else. `asks`: it has a question on the bridge. `stale`: the tip moved while the call read the state. */
export type CallAnswer =
  | { readonly ready: true }
  | { readonly asks: true }
  | { readonly preview: ContractPreview; readonly reads: number }
  | { readonly described: ContractInterface; readonly reads: number }
  | { readonly refusal: { readonly code: RefusalCode; readonly message: string } }
  | { readonly signed: true }
  | { readonly stale: true }
  | { readonly fault: string };
