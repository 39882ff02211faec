/** Transfers that were signed before, offered to the nodes of a network at a steady rate in batches, whatever becomes of them.
 *
 *  In: batches and the nodes that take them in turn. Out: how many were offered, taken and refused, by code. A batch that breaks off
 *  because its node ends was offered, and nobody knows more of it. */

import { cutKey } from '../../engine/chain/transaction.js';
import { BatchAnswer, SignedBatch } from '../../proto/wire.js';
import { type Members, payloadText, signText } from '../support/signedRequests.js';
import type { SigningActor } from '../support/transactions.js';
import type { ClusterNode } from './clusterNode.js';

/** Requests in a batch: at 1,000 a second one is due every 50 ms. */
const ITEMS = 50;

export interface SignedBatchOf {
  readonly txIds: readonly string[];
  /** Protobuf. */
  readonly body: Uint8Array;
}

/** Signs and encodes now what is sent later. @returns whole batches. */
export function signBatches(
  wallet: SigningActor,
  members: Members,
  count: number,
  signer: Parameters<typeof signText>[3],
): SignedBatchOf[] {
  return Array.from({ length: Math.ceil(count / ITEMS) }, () => {
    const orders = Array.from({ length: ITEMS }, () => signText(wallet, payloadText(wallet, members), '', signer));
    const requests = orders.map(({ text, signature }) => ({
      operation: 'transfer',
      publicKey: wallet.publicKey,
      ...cutKey(Buffer.from(text), wallet.publicKey),
      signature: Buffer.from(signature, 'hex'),
    }));
    return { txIds: orders.map(({ txId }) => txId), body: SignedBatch.encode({ requests }).finish() };
  });
}

export class PacedLoad {
  offered = 0;
  /** What a node has answered with success, by id, and which of its processes. */
  readonly taken = new Map<string, { readonly by: ClusterNode; readonly life: number }>();
  /** Requests that a node has refused, by code. */
  readonly refused = new Map<string, number>();
  /** Answers that are none to a batch. */
  readonly unexpected: string[] = [];
  #isOver = false;
  #run: Promise<void> | undefined;

  constructor(
    private readonly batches: readonly SignedBatchOf[],
    private readonly targets: () => readonly ClusterNode[],
    private readonly perSecond: number,
  ) {}

  /** Begins now. */
  start(): void {
    this.#run = this.#send(performance.now());
  }

  async #send(began: number): Promise<void> {
    const answers: Promise<void>[] = [];
    for (const [index, batch] of this.batches.entries()) {
      const due = began + (1_000 * index * ITEMS) / this.perSecond;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      if (this.#isOver) break;
      const targets = this.targets();
      const to = targets[index % targets.length];
      this.offered += batch.txIds.length;
      if (to) answers.push(this.#offer(to, batch).catch(() => {}));
    }
    await Promise.all(answers);
  }

  async #offer(to: ClusterNode, { txIds, body }: SignedBatchOf): Promise<void> {
    const headers = { 'content-type': 'application/x-protobuf' };
    const { lives: life } = to;
    const { status, bytes, text } = await to.ask('/api/v2/batch', { method: 'POST', headers, body });
    if (status !== 200) {
      this.unexpected.push(`${to.name} answers a batch with ${status}: ${text}`);
      return;
    }
    for (const [index, { txId, code }] of BatchAnswer.decode(bytes).results.entries())
      if (txId?.length) this.taken.set(txIds[index] ?? '', { by: to, life });
      else this.refused.set(String(code), (this.refused.get(String(code)) ?? 0) + 1);
  }

  /** Resolves when everything has been offered and answered. */
  async whole(): Promise<void> {
    await this.#run;
  }

  /** Offers nothing more. Resolves when every offer is answered. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#run;
  }
}
