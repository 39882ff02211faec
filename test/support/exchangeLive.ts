/** The exchange of a live node: the published client's methods and raw HTTP, and the balances of accounts and pools afterwards.
 *
 *  In: a genesis. Out: answers, each checked against what its route declares. */

import { expect } from 'vitest';
import type { Json } from './answerShapes.js';
import { ChainWatch } from './chainWatch.js';
import { CheckedApi } from './checkedApi.js';
import { type ExchangeOrder, signedOrder } from './exchangeRequests.js';
import type { Received } from './httpClient.js';
import { type InlineNode, type InlineNodeOptions, startInlineNode } from './inlineNode.js';
import { type ClientWallet, loadPublishedClient, type Submitted } from './publishedClient.js';
import type { Members, Signed } from './signedRequests.js';
import type { SigningActor } from './transactions.js';

export const exchangePaths = {
  create_pool: '/api/v2/pool/create',
  add_liquidity: '/api/v2/pool/add-liquidity',
  remove_liquidity: '/api/v2/pool/remove-liquidity',
  swap: '/api/v2/swap/execute',
} as const;

type WriteMethod = 'createPool' | 'addLiquidity' | 'removeLiquidity' | 'swap';

type Dex = Readonly<Record<WriteMethod, (wallet: ClientWallet, order: object) => Promise<Submitted>>> & {
  getPools(): Promise<readonly Json[]>;
  getPool(poolId: string): Promise<Json>;
  quote(order: object): Promise<Json>;
};

const walletOf = ({ keyHex, secretKey }: SigningActor): ClientWallet => ({
  publicKey: keyHex,
  privateKey: Buffer.from(secretKey).toString('hex'),
});

/** Status, code and sentence of a refusal. */
export const seen = ({ status, json }: Received): unknown => [status, json?.code, json?.error];

export class ExchangeLive {
  private constructor(
    readonly node: InlineNode,
    readonly api: CheckedApi,
    readonly watch: ChainWatch,
    readonly dex: Dex,
  ) {}

  static async open(options: InlineNodeOptions): Promise<ExchangeLive> {
    const node = await startInlineNode(options);
    const { RougeChain } = await loadPublishedClient();
    const { dex } = new RougeChain(`${node.url}/api`) as unknown as { readonly dex: Dex };
    return new ExchangeLive(node, new CheckedApi(node.url), await ChainWatch.open(node.url), dex);
  }

  async close(): Promise<void> {
    await this.watch.close();
    await this.node.remove();
  }

  /** Sends a write by the client and waits until it is in a block. @returns the node's answer. */
  async write(name: WriteMethod, signer: SigningActor, order: object): Promise<Json> {
    const { success, error, data } = await this.dex[name](walletOf(signer), order);
    expect([name, success, error]).toEqual([name, true, undefined]);
    expect((await this.watch.included(String(data?.txId))).status).toBe('success');
    return data as Json;
  }

  /** A write by the client that the node refuses: the client returns the node's own text. */
  async refused(
    name: WriteMethod,
    signer: SigningActor,
    order: object,
    status: number,
    code: string,
    text: string,
  ): Promise<void> {
    const { success, error = '' } = await this.dex[name](walletOf(signer), order);
    const [method, , failed, got] = error.split(' ');
    expect([success, method, failed, got]).toEqual([false, 'POST', 'failed:', `${status}`]);
    expect(JSON.parse(error.slice(error.indexOf('{')))).toEqual({ success: false, error: text, code });
  }

  post({ operation }: Pick<ExchangeOrder, 'operation'>, { body }: Signed): Promise<Received> {
    return this.api.post(exchangePaths[operation], body);
  }

  /** Sends an order over raw HTTP and waits until it is in a block. @returns its id. */
  async done(signer: SigningActor, order: ExchangeOrder, more: Members = {}): Promise<string> {
    return this.taken(order, signedOrder(signer, order, more));
  }

  /** Sends a request over raw HTTP and waits until it is in a block. @returns its id. */
  async taken(order: Pick<ExchangeOrder, 'operation'>, request: Signed): Promise<string> {
    const { status, json } = await this.post(order, request);
    expect([status, json?.error, json?.txId]).toEqual([200, undefined, request.txId]);
    expect((await this.watch.included(request.txId)).status).toBe('success');
    return request.txId;
  }

  /** The answer to an order over raw HTTP. */
  async ask(signer: SigningActor, order: ExchangeOrder, more: Members = {}): Promise<unknown> {
    return seen(await this.post(order, signedOrder(signer, order, more)));
  }

  quote(members: Json): Promise<Received> {
    return this.api.post('/api/swap/quote', JSON.stringify(members));
  }

  /** The answer to a quote, which must exist. @param amountIn text where a number could not hold it. */
  async quoted(tokenIn: string, tokenOut: string, amountIn: number | string): Promise<Json> {
    const { status, json, text } = await this.quote({ token_in: tokenIn, token_out: tokenOut, amount_in: amountIn });
    expect(status, text).toBe(200);
    return json as Json;
  }

  async poolOf(id: string): Promise<Json> {
    return (await this.api.get(`/api/pool/${id}`)).pool as Json;
  }

  /** Quanta or base units. */
  async unitsOf({ address }: SigningActor, ...tokens: readonly string[]): Promise<bigint[]> {
    const { balance_quanta, token_balances_raw } = await this.api.get<{
      balance_quanta: string;
      token_balances_raw: Readonly<Record<string, string>>;
    }>(`/api/balance/${address}`);
    return tokens.map((token) => BigInt(token === 'XRGE' ? balance_quanta : (token_balances_raw[token] ?? '0')));
  }

  /** LP units by pool id. */
  async lpOf({ keyHex }: SigningActor): Promise<Readonly<Record<string, string>>> {
    const { lp_balances, lp_balances_raw } = await this.api.get<{
      lp_balances: Readonly<Record<string, number>>;
      lp_balances_raw: Readonly<Record<string, string>>;
    }>(`/api/balance/${keyHex}`);
    const rounded = Object.entries(lp_balances_raw).map(([id, units]) => [id, Number(units)]);
    expect(lp_balances).toEqual(Object.fromEntries(rounded));
    return lp_balances_raw;
  }

  async receiptOf(id: string): Promise<Json> {
    return (await this.api.get(`/api/tx/${id}/receipt`)).receipt as Json;
  }
}
