/** The client of a node: a method for each route, signed operations, waiting, and the stream of events. */

import type { Account } from './account.js';
import type { Call, CallOptions } from './call.js';
import { RougedError } from './error.js';
import { EventStream, type EventStreamOptions, type WebSocketClass } from './events.js';
import type { TxAnswer } from './generated/answers.js';
import {
  type OperationFields,
  type OperationName,
  operations,
  Routes,
  type ServiceFields,
  type ServiceName,
  services,
} from './generated/routes.js';
import { pause } from './pause.js';
import type { OperationShape, SignOptions } from './payload.js';
import { SignedRequest, signRequest, signService } from './signing.js';
import { Transport, type TransportOptions } from './transport.js';

export interface RougedClientOptions extends TransportOptions {
  /** Network that requests are signed for. When absent the client asks the node once; set it when you do not trust the node. */
  readonly chainId?: string | undefined;
  /** The class of WebSockets; the global one when absent, and where there is none (Node 20) that of the package ws. */
  readonly WebSocket?: WebSocketClass | undefined;
}

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Total time to wait, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/** A transaction in a block that is final. */
export interface FinalTransaction extends TxAnswer {
  readonly finalizedHeight: number;
}

/** Of one try of a request that a block decides: a node waits for the block for 10 s, after it has handed the request on. */
const DECIDED_MS = 20_000;

/** Many block times. */
const INCLUSION_MS = 30_000;
/** A block is final with its successor. An idle chain makes one after its heartbeat, 10 s by default. */
const FINALITY_MS = 60_000;

/** Waits between polls: short for a block that comes soon, then longer, so that the node's limit of reads is not used up. */
const POLL = { firstMs: 200, factor: 1.5, mostMs: 2_000 } as const;

/** Failures that do not end a wait: the node restarts or is busy. */
const PASSING = new Set(['unreachable', 'timeout', 'rate_limited', 'busy']);

export class RougedClient extends Routes {
  readonly #transport: Transport;
  readonly #options: RougedClientOptions;
  #chainId: string | undefined;

  /** @param url of a node, such as `http://127.0.0.1:5100`. */
  constructor(url: string, options: RougedClientOptions = {}) {
    super();
    this.#options = options;
    this.#transport = new Transport(url, options);
  }

  /** The node's base URL, without `/api`. */
  get url(): string {
    return this.#transport.base;
  }

  /** Greatest height at which a read of this client was answered; 0 before the first. As `minHeight` of another read it keeps that one
   *  from an older answer, where several nodes share the URL. */
  get height(): number {
    return this.#transport.height;
  }

  /** Id of the network that requests are signed for. */
  async chainId(options?: CallOptions): Promise<string> {
    const { chainId } = this.#options;
    if (chainId !== undefined) return chainId;
    this.#chainId ??= (await this.getHealth({}, options)).chain_id;
    return this.#chainId;
  }

  /** Signs an operation without sending it: for `send`, `submitBatch`, or another machine. */
  async sign<Name extends OperationName>(
    account: Account,
    operation: Name,
    fields: OperationFields[Name],
    options: SignOptions = {},
  ): Promise<SignedRequest> {
    const chainId = await this.chainId(options);
    return signRequest(account, operation, fields, { chainId, timestamp: Date.now() }, options);
  }

  /** Sends a signed request, and retries with the same bytes if necessary. The first copy that arrives uses up the nonce, so
   *  that the request is executed at most once. A node accepts it for five minutes after it was signed.
   *  @returns the answer of the operation's own method. */
  async send(
    request: SignedRequest,
    options?: CallOptions,
  ): Promise<{ readonly success: true; readonly txId: string }> {
    return this.#send(request, [], options);
  }

  /** Signs and sends a request of a service by its name, as the method of that service does: for programs that choose among services.
   *  @returns the answer as it came. */
  callService<Name extends ServiceName>(
    account: Account,
    service: Name,
    fields: ServiceFields[Name],
    options?: CallOptions,
  ): Promise<unknown> {
    return this.serve(service, account, fields, [], options);
  }

  /** Waits until a transaction is in a block.
   *  @throws RougedError `transaction_failed` when it failed in the block (the fee is paid, `details` has the receipt),
   *  `not_included` when it is not in a block in time (30 s by default). */
  async waitForInclusion(txId: string, { signal, timeoutMs = INCLUSION_MS }: WaitOptions = {}): Promise<TxAnswer> {
    const found = await this.#poll(timeoutMs, signal, async (options) => {
      try {
        return await this.getTx(txId, options);
      } catch (error) {
        if (error instanceof RougedError && error.code === 'not_found') return undefined;
        throw error;
      }
    });
    if (found === undefined)
      throw new RougedError('not_included', `transaction ${txId} is in no block after ${timeoutMs} ms`, { txId });
    const status = found.receipt?.status;
    if (found.status === 'success') return found;
    const reason = typeof status === 'object' ? status.Failed : 'no reason given';
    throw new RougedError(
      'transaction_failed',
      `transaction ${txId} is in block ${found.blockHeight}, but failed: ${reason}`,
      {
        txId,
        details: found,
      },
    );
  }

  /** Waits until a transaction is in a final block, which no honest node takes back.
   *  @throws RougedError as `waitForInclusion`, and `not_final` when the time is over (60 s by default). */
  async waitForFinality(
    txId: string,
    { signal, timeoutMs = FINALITY_MS }: WaitOptions = {},
  ): Promise<FinalTransaction> {
    const begin = performance.now();
    const found = await this.waitForInclusion(txId, { signal, timeoutMs });
    const left = Math.max(0, timeoutMs - (performance.now() - begin));
    const final = await this.#poll(left, signal, async (options) => {
      const { finalizedHeight } = await this.getFinality(options);
      return finalizedHeight >= found.blockHeight ? { ...found, finalizedHeight } : undefined;
    });
    if (final) return final;
    const sentence = `block ${found.blockHeight} of transaction ${txId} is not final after ${timeoutMs} ms`;
    throw new RougedError('not_final', sentence, { txId, details: found });
  }

  /** Follows the chain: `for await (const event of client.events({ topics: ['blocks'] }))`. It reconnects when a connection ends,
   *  and continues after the last event, so that none is missed and none is delivered twice. */
  events(options: EventStreamOptions = {}): EventStream {
    return new EventStream(this.url, options, this.#options.WebSocket);
  }

  protected override ask<T>(call: Call, options: CallOptions | undefined): Promise<T> {
    const { body } = call;
    const isBatch = Array.isArray(body) && body.every((item) => item instanceof SignedRequest);
    return this.#transport.call<T>(isBatch ? { ...call, body: batchText(body) } : call, options);
  }

  protected override async submit<T>(
    operation: OperationName,
    account: Account,
    fields: object,
    exact: readonly string[],
    options: SignOptions | undefined,
  ): Promise<T> {
    const request = await this.sign(account, operation, fields as never, options);
    return this.#send<T>(request, exact, options);
  }

  protected override async serve<T>(
    service: ServiceName,
    account: Account,
    fields: object,
    exact: readonly string[],
    options: CallOptions | undefined,
  ): Promise<T> {
    const { reads }: OperationShape = services[service];
    for (let isFirst = true; ; isFirst = false) {
      const context = { chainId: await this.chainId(options), timestamp: Date.now() };
      const { path, body } = signService(account, service, fields as never, context);
      let isResent = false;
      try {
        return await this.#transport.call<T>({ method: 'POST', path, body, exact, repeatable: true }, options, () => {
          isResent = true;
        });
      } catch (error) {
        if (!(error instanceof RougedError)) throw error;
        if (error.code === 'chain_id_mismatch') this.#chainId = undefined;
        // The nonce is random: an earlier try of this request was taken in, and its answer was lost.
        const isTaken = error.code === 'nonce_used' && isResent;
        if (isTaken && reads && isFirst) continue;
        if (!isTaken) throw error;
        throw new RougedError(
          'unconfirmed',
          `${service} was taken in, but its answer was lost: read before you send it again`,
          {
            cause: error,
          },
        );
      }
    }
  }

  async #send<T>(request: SignedRequest, exact: readonly string[], options: SignOptions | undefined): Promise<T> {
    const { path, body, txId } = request;
    const { isDecided }: OperationShape = operations[request.operation];
    const leastMs = isDecided ? DECIDED_MS : undefined;
    let isResent = false;
    try {
      return await this.#transport.call<T>(
        { method: 'POST', path, body, exact, repeatable: true, leastMs },
        options,
        () => {
          isResent = true;
        },
      );
    } catch (error) {
      if (!(error instanceof RougedError)) throw error;
      // The nonce is random: only this request can have used it, in a try whose answer was lost. With a nonce of the
      // account, another request can have used it, and the code is the same. That says nothing about what a block decided.
      const isTaken = error.code === 'nonce_used' && isResent && !request.namesAccountNonce && !isDecided;
      if (isTaken) return { success: true, txId } as T;
      if (error.code === 'chain_id_mismatch') this.#chainId = undefined;
      throw withTransaction(error, txId);
    }
  }

  /** Polls until there is an answer. @returns undefined when the time is over. */
  async #poll<T>(
    timeoutMs: number,
    signal: AbortSignal | undefined,
    question: (options: CallOptions) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const end = performance.now() + timeoutMs;
    for (let wait: number = POLL.firstMs; ; wait = Math.min(wait * POLL.factor, POLL.mostMs)) {
      try {
        const answer = await question({ signal, retries: 0 });
        if (answer !== undefined) return answer;
      } catch (error) {
        if (!(error instanceof RougedError && PASSING.has(error.code)) || performance.now() >= end) throw error;
        wait = Math.max(wait, (error.retryAfter ?? 0) * 1_000);
      }
      const left = end - performance.now();
      if (left <= 0) return undefined;
      await pause(Math.min(wait, left), signal);
    }
  }
}

const batchText = (requests: readonly SignedRequest[]): string => `[${requests.map(({ body }) => body).join(',')}]`;

const withTransaction = (error: RougedError, txId: string): RougedError => {
  const { code, message, status, retryAfter, details } = error;
  return new RougedError(code, message, { status, retryAfter, details, txId, cause: error });
};
