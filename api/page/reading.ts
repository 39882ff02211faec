/** Requests to the API. In: a path, and a body where the request needs one. Out: the answer, or the failure as a sentence.
 *  Never throws. An aborted read never resolves, because its caller no longer listens.
 *
 *  Behind a load balancer several nodes answer. What the page shows never goes back: a read names the greatest height that the page has
 *  seen, in events and answers. When no node has it after a short wait, an older answer is better than none. */

export interface Failure {
  readonly ok: false;
  /** 0 when the node did not answer. */
  readonly status: number;
  readonly message: string;
  /** What the node refused with; '' when it did not answer. */
  readonly code: string;
  /** Milliseconds to wait before the next read, when the node said so. */
  readonly retryMs: number;
}

export type Reply<T> = { readonly ok: true; readonly value: T } | Failure;

/** A node that is up answers within this time, also under load. */
const TIMEOUT_MS = 15_000;

const silent: Failure = { ok: false, status: 0, message: 'The node does not answer.', code: '', retryMs: 0 };

/** Greatest height that the page has seen; 0 for none. */
let seen = 0;

export function sawHeight(height: number): void {
  if (height > seen) seen = height;
}

const withHeight = (path: string): string =>
  seen === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}min_height=${seen}`;

function failureOf(status: number, body: unknown, retryAfter: string | null): Failure {
  const { error, code } = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  const message = typeof error === 'string' ? error : `The node answered with status ${status}.`;
  return { ok: false, status, message, code: String(code ?? ''), retryMs: Number(retryAfter ?? 0) * 1_000 || 0 };
}

async function ask<T>(path: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Reply<T>> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(path, { ...init, signal: signal ? AbortSignal.any([signal, limit]) : limit });
    const body: unknown = await response.json();
    sawHeight(Number(response.headers.get('x-block-height') ?? 0));
    return response.ok
      ? { ok: true, value: body as T }
      : failureOf(response.status, body, response.headers.get('retry-after'));
  } catch {
    return signal?.aborted ? new Promise(() => {}) : silent;
  }
}

/** With this header the node counts reads of its own page separately from those of other programs at this address. */
const OWN = { 'X-Rouged-Page': '1' };

/** What a node says of itself, or of its chain at whatever height it is. */
export const readAny = <T>(path: string, signal?: AbortSignal): Promise<Reply<T>> =>
  ask(path, { headers: OWN }, signal);

/** What nodes say of the chain. */
export const read = <T>(path: string, signal?: AbortSignal): Promise<Reply<T>> =>
  latest(path, { headers: OWN }, signal);

async function latest<T>(path: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Reply<T>> {
  const reply = await ask<T>(withHeight(path), init, signal);
  if (reply.ok || reply.code !== 'height_not_reached') return reply;
  // The chain may have been taken back to a snapshot: what was seen there is seen no more.
  seen = 0;
  return ask(path, init, signal);
}

/** A request that changes something: a signed request as text. */
export const send = <T>(path: string, body: string, signal?: AbortSignal): Promise<Reply<T>> =>
  ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }, signal);

/** A read whose parameters do not fit in a path: it changes nothing. @param body JSON text. */
export const questionText = <T>(path: string, body: string, signal?: AbortSignal): Promise<Reply<T>> =>
  latest(path, { method: 'POST', headers: { ...OWN, 'Content-Type': 'application/json' }, body }, signal);

export const question = <T>(path: string, body: unknown, signal?: AbortSignal): Promise<Reply<T>> =>
  questionText(path, JSON.stringify(body), signal);
