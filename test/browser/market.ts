/** A live node with something to show: tokens, pools with swaps, collections and NFTs, contracts, all made by signed requests through
 *  the public API.
 *
 *  In: a running node in whose genesis the actors have XRGE. Out: what was made, by name. */

import { expect } from 'vitest';
import type { JsonValue } from '../../engine/base/json.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import { deployedAddress } from '../../engine/ledger/contracts.js';
import type { ChainWatch } from '../support/chainWatch.js';
import type { CheckedApi } from '../support/checkedApi.js';
import type { Allocation } from '../support/liveNode.js';
import { freshNonce, type Members, number, signed } from '../support/signedRequests.js';
import { type SigningActor, signingActor } from '../support/transactions.js';

export const maker = signingActor('market: maker');
export const trader = signingActor('market: trader');

export const marketAllocations: readonly Allocation[] = [
  { address: maker.address, amount: '5000000' },
  { address: trader.address, amount: '5000000' },
];

/** One red pixel. */
export const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

export class Market {
  constructor(
    private readonly api: CheckedApi,
    private readonly watch: ChainWatch,
  ) {}

  /** Sends a request and waits until a block includes it. @returns the id of the transaction. */
  async send(route: string, signer: SigningActor, members: Members): Promise<string> {
    const { body, txId } = signed(signer, members);
    const { status, text } = await this.api.post(route, body);
    expect(status, `${route}: ${text.slice(0, 300)}`).toBe(200);
    const { status: outcome } = await this.watch.included(txId);
    expect(outcome, route).toBe('success');
    return txId;
  }

  token(symbol: string, name: string, supply: string, more: Members = {}, signer = maker): Promise<string> {
    const members = { type: 'create_token', name, symbol, totalSupply: number(supply), ...more };
    return this.send('/api/v2/token/create', signer, members);
  }

  pool(tokenA: string, tokenB: string, amountA: string, amountB: string): Promise<string> {
    const amounts = { amount_a: number(amountA), amount_b: number(amountB) };
    return this.send('/api/v2/pool/create', maker, {
      type: 'create_pool',
      token_a: tokenA,
      token_b: tokenB,
      ...amounts,
    });
  }

  swap(tokenIn: string, tokenOut: string, amountIn: string, more: Members = {}, signer = trader): Promise<string> {
    const members = { type: 'swap', token_in: tokenIn, token_out: tokenOut, amount_in: number(amountIn), ...more };
    return this.send('/api/v2/swap/execute', signer, members);
  }

  /** @returns the id of the collection. */
  async collection(symbol: string, name: string, more: Members = {}): Promise<string> {
    const members = { type: 'nft_create_collection', symbol, name, ...more };
    await this.send('/api/v2/nft/collection/create', maker, members);
    return `col:${maker.keyHex.slice(0, 16)}:${symbol}`;
  }

  mint(collectionId: string, name: string, more: Members = {}): Promise<string> {
    return this.send('/api/v2/nft/mint', maker, { type: 'nft_mint', collectionId, name, ...more });
  }

  batchMint(collectionId: string, names: readonly string[]): Promise<string> {
    const members = { type: 'nft_batch_mint', collectionId, names };
    return this.send('/api/v2/nft/batch-mint', maker, members);
  }

  /** @returns the address of the contract. */
  async deploy(wasm: Uint8Array): Promise<string> {
    const nonce = freshNonce();
    await this.send('/api/v2/contract/publish', maker, {
      type: 'contract_deploy',
      wasm: Buffer.from(wasm).toString('base64'),
      nonce,
    });
    return deployedAddress(maker.keyHex, nonce, sha256(wasm));
  }

  call(contractAddr: string, method: string, more: Members = {}, signer = maker): Promise<string> {
    return this.send('/api/v2/contract/execute', signer, { type: 'contract_call', contractAddr, method, ...more });
  }

  /** Sends two calls of which only the first can succeed, in a batch: nothing of that is run before it is taken.
   *  @returns the id of the one that failed. */
  async failingCall(contractAddr: string, method: string, more: Members, signer = maker): Promise<string> {
    const pair = [1, 2].map(() => signed(signer, { type: 'contract_call', contractAddr, method, ...more }));
    const { json: answer, text } = await this.api.post('/api/v2/batch', `[${pair.map(({ body }) => body).join()}]`);
    expect(answer?.results, text.slice(0, 300)).toMatchObject([{ success: true }, { success: true }]);
    const outcomes = await Promise.all(
      pair.map(async ({ txId }) => ({ txId, frame: await this.watch.included(txId) })),
    );
    const failed = outcomes.filter(({ frame }) => frame.status !== 'success');
    expect(failed).toHaveLength(1);
    return String(failed[0]?.txId);
  }

  /** @param members beside the collection and the number. */
  nft(operation: string, collectionId: string, tokenId: number, members: Members = {}): Promise<string> {
    const route = `/api/v2/nft/${operation.replaceAll('_', '-')}`;
    return this.send(route, maker, { type: `nft_${operation}`, collectionId, tokenId: number(tokenId), ...members });
  }
}

/** A JSON object as the signed text holds it. */
export const json = (members: Readonly<Record<string, JsonValue>>): JsonValue => new Map(Object.entries(members));
