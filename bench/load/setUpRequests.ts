/** Requests that prepare a load run: sent through the public door until they are accepted, and followed until they had their effect.
 *
 *  In: orders of the run's accounts. Out: it resolves when all of them succeeded in blocks. A node that is busy defers them; any other
 *  refusal ends the run with the node's own sentence. */

import type { JsonValue } from '../../engine/base/json.js';
import { InvariantError, invariant } from '../../engine/base/refusal.js';
import type { KeyPair } from '../../engine/crypto/mldsa.js';
import { type SignedRequest, signRequest } from '../../ops/cli/signedRequest.js';
import type { KernelBackend } from '../../workers/kernel/kernel.js';
import { BATCH_ROUTE } from './bodies.js';

/** A request that the node defers is sent again for this long, and one that it accepted is waited for. */
export const PATIENCE_MS = 120_000;
const MAX_PAUSE_MS = 2_000;
export const LOOK_MS = 200;

/** Requests in one body. */
const BODY_ITEMS = 50;

/** Requests whose receipts are asked for at a time. */
const RECEIPTS = 16;

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Posts until the request is accepted. @returns the answer's text. @throws InvariantError when the node refuses for good. */
export async function post(url: string, body: string): Promise<string> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const text = await response.text();
    if (response.ok) return text;
    const seconds = Number(response.headers.get('retry-after'));
    if (!seconds || performance.now() > end)
      throw new InvariantError(`the run cannot be prepared: ${url} answers ${response.status} ${text.slice(0, 300)}`);
    await pause(Math.min(seconds * 1_000, MAX_PAUSE_MS));
  }
}

export interface SetUpOrder {
  readonly keys: KeyPair;
  readonly operation: string;
  readonly members: Readonly<Record<string, JsonValue>>;
}

interface BatchResult {
  readonly success: boolean;
  readonly error?: string;
  readonly retry_after_seconds?: number;
}

type Status = 'Success' | { readonly Failed: string };

export class SetUpRequests {
  constructor(
    private readonly url: string,
    private readonly chainId: string,
    private readonly kernel: KernelBackend,
  ) {}

  /** Resolves when every order has succeeded in a block. They may be in any order there.
   *  @throws InvariantError when one is refused, or fails in its block. */
  async carryOut(orders: readonly SetUpOrder[]): Promise<void> {
    const ids: string[] = [];
    for (let at = 0; at < orders.length; at += BODY_ITEMS) {
      const signed = orders.slice(at, at + BODY_ITEMS).map((order) => this.#signed(order));
      await this.#accept(signed);
      ids.push(...signed.map(({ transactionId }) => transactionId));
    }
    for (let at = 0; at < ids.length; at += RECEIPTS)
      await Promise.all(ids.slice(at, at + RECEIPTS).map((id) => this.#succeed(id)));
  }

  #signed({ keys, operation, members }: SetUpOrder): SignedRequest {
    const { chainId, kernel } = this;
    return signRequest(keys, operation, members, { timestamp: Date.now(), chainId, backend: kernel });
  }

  async #accept(requests: readonly SignedRequest[]): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    let waiting = requests;
    for (;;) {
      const text = await post(`${this.url}${BATCH_ROUTE}`, `[${waiting.map(({ body }) => body).join(',')}]`);
      const { results } = JSON.parse(text) as { readonly results: readonly BatchResult[] };
      invariant(results.length === waiting.length, 'each request of a batch has an answer');
      waiting = waiting.filter((_, index) => !results[index]?.success);
      if (waiting.length === 0) return;
      const refused = results.filter(({ success }) => !success);
      const forGood = refused.find(({ retry_after_seconds }) => !retry_after_seconds);
      if (forGood || performance.now() > end)
        throw new InvariantError(`the run cannot be prepared: ${(forGood ?? refused[0])?.error}`);
      await pause(Math.min((refused[0]?.retry_after_seconds ?? 0) * 1_000, MAX_PAUSE_MS));
    }
  }

  async #succeed(id: string): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const response = await fetch(`${this.url}/api/tx/${id}/receipt`);
      const text = await response.text();
      if (response.ok) {
        const { receipt } = JSON.parse(text) as { readonly receipt: { readonly status: Status } };
        if (receipt.status === 'Success') return;
        throw new InvariantError(`the run cannot be prepared: ${receipt.status.Failed}`);
      }
      if (performance.now() > end) throw new InvariantError(`the run cannot be prepared: ${id}: ${text.slice(0, 300)}`);
      await pause(LOOK_MS);
    }
  }
}
