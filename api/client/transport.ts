/** Requests over HTTP: time limits, retries, and failures as errors.
 *
 *  In: a call. Out: the answer with its exact amounts, or a RougedError. A try whose fate is unknown (no connection, no
 *  answer in time) is repeated only when that cannot change anything twice; after 429 and 503 the request is repeated
 *  after the time that the node names. Both are bounded. */

import { type Call, type CallOptions, convertExact, queryText } from './call.js';
import { check, RougedError } from './error.js';
import { pause } from './pause.js';
import { canonicalText } from './payload.js';

export interface TransportOptions {
  /** Milliseconds for one try; 15,000 when absent. */
  readonly timeoutMs?: number | undefined;
  /** Retries after the first try; 4 when absent. */
  readonly retries?: number | undefined;
  /** The longest wait that a node may ask for, in milliseconds; 30,000 when absent. A longer one is an
   *  error at once, with `retryAfter`. */
  readonly maxWaitMs?: number | undefined;
  /** Sent as X-API-Key, for a node that requires one. */
  readonly apiKey?: string | undefined;
  /** The fetch function; the global one when absent. */
  readonly fetch?: typeof fetch | undefined;
}

const TIMEOUT_MS = 15_000;
const RETRIES = 4;
const MAX_WAIT_MS = 30_000;
/** Wait before the second try; doubled for each further one up to the maximum. Half of it is random, so that clients do not
 *  retry at the same time. */
const FIRST_WAIT_MS = 250;
const MOST_SPREAD_MS = 5_000;

/** Statuses of a proxy that got no answer from the node: what became of the request is unknown. */
const PROXY_STATUSES = new Set([502, 504]);

/** Statuses with which a node says that it has not taken the request, and when to retry. */
const BUSY_STATUSES = new Set([429, 503]);

interface Failure {
  readonly error?: unknown;
  readonly code?: unknown;
}

/** Seconds until a new try, from the header. RFC 9110 allows a number and a date. */
function retryAfterOf(response: Response): number | undefined {
  const text = response.headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const until = Date.parse(text);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1_000));
}

/** The node's base URL; `/api` at its end may be there or not. */
function baseOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  check(
    parsed !== undefined && /^https?:$/.test(parsed.protocol),
    'the URL of a node begins with http:// or https://, as in http://127.0.0.1:5100',
  );
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '').replace(/\/api$/, '');
}

const isOutcomeUnknown = ({ code, status }: RougedError): boolean =>
  code === 'unreachable' || code === 'timeout' || PROXY_STATUSES.has(status);

export class Transport {
  readonly base: string;
  #height = 0;

  constructor(
    url: string,
    private readonly options: TransportOptions,
  ) {
    this.base = baseOf(url);
  }

  /** Greatest height at which a read was answered; 0 before the first. */
  get height(): number {
    return this.#height;
  }

  /** @param resent called when the request is sent again.
   *  @throws RougedError, or the reason of the caller's signal. */
  async call<T>(call: Call, options: CallOptions = {}, resent: () => void = () => {}): Promise<T> {
    const retries = options.retries ?? this.options.retries ?? RETRIES;
    for (let tried = 0; ; tried++) {
      options.signal?.throwIfAborted();
      try {
        const answer = await this.#try(call, options);
        return convertExact(answer, call.exact) as T;
      } catch (error) {
        const waitMs = error instanceof RougedError ? this.#waitAfter(error, call, tried) : undefined;
        if (waitMs === undefined || tried >= retries) throw error;
        await pause(waitMs, options.signal);
        resent();
      }
    }
  }

  /** Milliseconds until the next try makes sense; undefined when none does. */
  #waitAfter(error: RougedError, { repeatable }: Call, tried: number): number | undefined {
    const spread = Math.min(FIRST_WAIT_MS * 2 ** tried, MOST_SPREAD_MS) * (0.5 + Math.random() / 2);
    if (isOutcomeUnknown(error)) return repeatable ? spread : undefined;
    if (!BUSY_STATUSES.has(error.status) || error.retryAfter === undefined) return undefined;
    const waitMs = error.retryAfter * 1_000;
    return waitMs > (this.options.maxWaitMs ?? MAX_WAIT_MS) ? undefined : waitMs + spread;
  }

  async #try(call: Call, options: CallOptions): Promise<unknown> {
    const limit = options.timeoutMs ?? Math.max(this.options.timeoutMs ?? TIMEOUT_MS, call.leastMs ?? 0);
    const ending = new AbortController();
    const end = (): void => ending.abort(options.signal?.reason);
    const timer = setTimeout(() => ending.abort(), limit);
    options.signal?.addEventListener('abort', end, { once: true });
    try {
      const response = await this.#send(call, options.minHeight, ending.signal);
      this.#height = Math.max(this.#height, Number(response.headers.get('x-block-height') ?? 0) || 0);
      return answerOf(response, await response.text());
    } catch (error) {
      if (error instanceof RougedError) throw error;
      options.signal?.throwIfAborted();
      if (ending.signal.aborted)
        throw new RougedError('timeout', `${this.base} gave no answer within ${limit} ms`, { cause: error });
      throw new RougedError('unreachable', `no node answers at ${this.base} (${reasonOf(error)})`, { cause: error });
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', end);
    }
  }

  #send(
    { method, path, query, body, reads }: Call,
    minHeight: number | undefined,
    signal: AbortSignal,
  ): Promise<Response> {
    const ask = this.options.fetch ?? fetch;
    const { apiKey } = this.options;
    const headers = {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
    };
    const init: RequestInit = { method, headers, signal };
    if (body !== undefined) init.body = typeof body === 'string' ? body : canonicalText(body);
    const asked = reads ? { ...query, min_height: minHeight } : query;
    return ask(`${this.base}${path}${queryText(asked)}`, init);
  }
}

/** The cause of an error of fetch, whose own message is always the same. */
function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown; readonly message?: unknown } };
  return String(cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : error));
}

/** @throws RougedError for everything that is not a success of a node. */
function answerOf(response: Response, text: string): unknown {
  const { status } = response;
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    answer = undefined;
  }
  const facts = { status, retryAfter: retryAfterOf(response) };
  if (typeof answer !== 'object' || answer === null) {
    if (status < 400) throw new RougedError('malformed_answer', 'this is not the answer of a node', facts);
    throw new RougedError(`http_${status}`, `HTTP ${status}`, facts);
  }
  const { error, code } = answer as Failure;
  if (status < 400 && (answer as { success?: unknown }).success !== false) return answer;
  throw new RougedError(
    typeof code === 'string' ? code : `http_${status}`,
    typeof error === 'string' ? error : `HTTP ${status}`,
    { ...facts, ...(typeof code === 'string' ? {} : { details: answer }) },
  );
}
