/** The routes of a node's bridge that tools of the bridge use, over a table of what was minted: for tests of the tools alone. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const SECRET = 'a-secret-of-the-relayer';

type Members = Readonly<Record<string, unknown>>;

export interface BridgeRequest {
  readonly method: string;
  /** Below /api. */
  readonly path: string;
  readonly body: Members;
  /** Of the header, when there is one. */
  readonly secret: string | undefined;
}

/** What a test has the node answer instead: a status and members, or nothing at all. */
export type Answer = readonly [status: number, members: Members] | 'silence';

export class BridgeNode {
  readonly requests: BridgeRequest[] = [];
  /** How often each claim was minted: once, unless something is wrong. */
  readonly minted = new Map<string, number>();
  config: Members = { enabled: false, custodyAddress: null, chainId: null, supportedTokens: ['ETH', 'USDC'] };
  xrge: Members = { enabled: false, vaultAddress: null, tokenAddress: null, chainId: null };
  secret = SECRET;
  /** Where it leads every request. */
  location: string | undefined;
  /** Answers before the routes do; undefined leaves the request to them. */
  instead: (request: BridgeRequest) => Answer | undefined = () => undefined;
  /** Called when a claim is minted and not answered yet, and when its answer has left. */
  onMinted: (request: BridgeRequest) => void = () => {};
  onAnswered: (request: BridgeRequest) => void = () => {};
  #waiting: (() => void)[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<BridgeNode> {
    const server = createServer((request, response) => void node.#serve(request, response));
    const node = new BridgeNode(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Claims that were asked for. */
  get claims(): readonly BridgeRequest[] {
    return this.requests.filter(({ method, path }) => method === 'POST' && /claim$/.test(path));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Resolves when the condition holds; it is looked at after each request. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const header = incoming.headers['x-bridge-relayer-secret'];
    const request: BridgeRequest = {
      method: incoming.method ?? '',
      path: (incoming.url ?? '').replace(/^\/api/, ''),
      body: text === '' ? {} : (JSON.parse(text) as Members),
      secret: typeof header === 'string' ? header : undefined,
    };
    this.requests.push(request);
    if (this.location !== undefined) {
      response.writeHead(307, { location: this.location }).end();
      return;
    }
    const answer = this.instead(request) ?? this.#answer(request);
    response.once('finish', () => this.onAnswered(request));
    if (answer !== 'silence') response.writeHead(answer[0]).end(JSON.stringify(answer[1]));
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #answer(request: BridgeRequest): Answer {
    const { path, body, secret } = request;
    if (path === '/bridge/config') return [200, this.config];
    if (path === '/bridge/xrge/config') return [200, this.xrge];
    if (path === '/bridge/btc/claim') return this.#mint(`btc:${body.btcTxid}`, request);
    if (path !== '/bridge/deposit/auto-claim')
      return [404, { success: false, error: 'no such route', code: 'route_not_found' }];
    if (secret !== this.secret)
      return [200, { success: false, error: 'unauthorized: only the node operator can perform this action' }];
    return this.#mint(`${body.token === 'XRGE' ? 'xrge:' : ''}${body.evmTxHash}`, request);
  }

  #mint(key: string, request: BridgeRequest): Answer {
    if (this.minted.has(key))
      return key.startsWith('btc:')
        ? [200, { success: true, txId: null, error: 'Deposit already claimed' }]
        : [200, { success: false, txId: null, error: 'Transaction already claimed' }];
    this.minted.set(key, (this.minted.get(key) ?? 0) + 1);
    this.onMinted(request);
    return [200, { success: true, txId: 'ab'.repeat(32), amount: 1, token: 'qETH' }];
  }
}
