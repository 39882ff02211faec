/** Contracts at a live node, each request waited for: deploys, calls with their receipts, and what the node says of both. */

import { expect } from 'vitest';
import type { Json } from './answerShapes.js';
import type { ChainWatch } from './chainWatch.js';
import type { CheckedApi } from './checkedApi.js';
import { signedCall, signedDeploy } from './contractRequests.js';
import type { Members, Signed } from './signedRequests.js';
import type { SigningActor } from './transactions.js';

export const PUBLISH = '/api/v2/contract/publish';
export const EXECUTE = '/api/v2/contract/execute';

export class ContractSession {
  constructor(
    readonly api: CheckedApi,
    readonly watch: ChainWatch,
    readonly wasm: Uint8Array,
  ) {}

  /** Sends what must be taken. */
  async send(path: string, { body, txId }: Signed): Promise<Json> {
    const { status, json, text } = await this.api.post(path, body);
    expect(status, text).toBe(200);
    expect(json?.txId).toBe(txId);
    return json as Json;
  }

  async receiptOf(txId: string): Promise<Json> {
    await this.watch.included(txId);
    return (await this.api.get<{ receipt: Json }>(`/api/tx/${txId}/receipt`)).receipt;
  }

  /** Sends and waits for the block. */
  async done(path: string, request: Signed): Promise<{ readonly answer: Json; readonly receipt: Json }> {
    const answer = await this.send(path, request);
    return { answer, receipt: await this.receiptOf(request.txId) };
  }

  call(signer: SigningActor, contract: string, method: string, more: Members = {}) {
    return this.done(EXECUTE, signedCall(signer, contract, method, more));
  }

  /** @returns where the contract is. */
  async deploy(signer: SigningActor): Promise<string> {
    const request = signedDeploy(signer, this.wasm);
    const { answer, receipt } = await this.done(PUBLISH, request);
    expect([answer.address, receipt.status]).toEqual([request.contract, 'Success']);
    return request.contract;
  }

  async recordOf(contract: string): Promise<Json> {
    return (await this.api.get<{ contract: Json }>(`/api/contract/${contract}`)).contract;
  }

  async quantaOf(account: string): Promise<bigint> {
    return BigInt(String((await this.api.get(`/api/balance/${account}`)).balance_quanta));
  }

  /** The answer to a query that could be read, whether the call would succeed or not. */
  async query(contract: string, method: string, more: object = {}): Promise<Json> {
    const body = JSON.stringify({ method, ...more });
    const { status, json, text } = await this.api.post(`/api/contract/${contract}/query`, body);
    expect(status, text).toBe(200);
    return json as Json;
  }
}
