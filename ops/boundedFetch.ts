/** Requests to services of others, which may be slow, endless or wrong: bounded in time and in bytes, and never led elsewhere.
 *
 *  In: a request. Out: the answer with its bytes. @throws Error with a sentence that names the service by its host only: addresses of
 *  providers often carry a key. */

import { errorText } from '../engine/base/refusal.js';
import { FirstSignal } from './firstSignal.js';

export interface BoundedRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole of it, until the last byte of the answer. */
  readonly timeoutMs: number;
  readonly mostBytes: number;
  /** End it early. */
  readonly signals?: readonly AbortSignal[];
}

export interface BoundedAnswer {
  readonly status: number;
  readonly bytes: Uint8Array;
}

async function readBounded(response: Response, mostBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Error(`its answer has more than ${mostBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** What `fetch` throws says why in its cause. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? errorText(error.cause) : errorText(error);

export async function boundedFetch(url: URL, request: BoundedRequest): Promise<BoundedAnswer> {
  const { method = 'GET', headers = {}, body, timeoutMs, mostBytes, signals = [] } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  const ending = new FirstSignal([timeout, ...signals]);
  try {
    const response = await fetch(url, {
      ...{ method, headers, redirect: 'error' },
      ...(body === undefined ? {} : { body }),
      signal: ending.signal,
    });
    return { status: response.status, bytes: await readBounded(response, mostBytes) };
  } catch (error) {
    const reason = timeout.aborted ? `no whole answer within ${timeoutMs} ms` : reasonOf(error);
    throw new Error(`${url.host}: ${reason}`, { cause: error });
  } finally {
    ending.release();
  }
}
