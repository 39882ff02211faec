/** Reads a node's answers with as little work as possible: on the good path a status, a length, and a few bytes of the body.
 *
 *  In: bytes of an HTTP connection. Out: whole answers, and from each what became of every request in it. */

import { rouged } from '../../proto/generated/wire.js';
import type { Door } from './bodies.js';

const { BatchAnswer } = rouged.v1;

export interface HttpAnswer {
  readonly status: number;
  /** From the head; undefined when it has none. */
  readonly retryAfterSeconds: number | undefined;
  readonly body: Buffer;
}

const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const RETRY = /\r\nretry-after: *(\d+)/i;
/** Position of the three digits in `HTTP/1.1 200 OK`. */
const STATUS_AT = 9;

/** Cuts the answers out of the bytes of one connection. */
export class AnswerReader {
  #begun: Buffer | undefined;

  /** @throws Error for an answer without a length, which the API never gives to a POST. */
  take(data: Buffer, answered: (answer: HttpAnswer) => void): void {
    let bytes = this.#begun ? Buffer.concat([this.#begun, data]) : data;
    this.#begun = undefined;
    while (bytes.length > 0) {
      const end = bytes.indexOf(HEAD_END);
      if (end < 0) break;
      const head = bytes.toString('latin1', 0, end);
      const length = LENGTH.exec(head)?.[1];
      if (length === undefined) throw new Error(`an answer without a length: ${head}`);
      const from = end + HEAD_END.length;
      const to = from + Number(length);
      if (bytes.length < to) break;
      const status = Number(head.slice(STATUS_AT, STATUS_AT + 3));
      const retry = status >= 400 ? RETRY.exec(head)?.[1] : undefined;
      answered({
        status,
        retryAfterSeconds: retry === undefined ? undefined : Number(retry),
        body: bytes.subarray(from, to),
      });
      bytes = bytes.subarray(to);
    }
    if (bytes.length > 0) this.#begun = bytes;
  }
}

/** Why a request was not taken. */
export interface Refused {
  readonly code: string;
  /** undefined: a retry does not help. */
  readonly retryAfterSeconds: number | undefined;
}

/** One entry for each request of the body, undefined for an accepted one; or only `accepted` when all were accepted. */
export type Verdicts = 'accepted' | readonly (Refused | undefined)[];

interface JsonResult {
  readonly success: boolean;
  readonly code?: string;
  readonly retry_after_seconds?: number;
}

const refusedWith = (code: string | undefined, retry: number | undefined): Refused => ({
  code: code || 'unnamed',
  retryAfterSeconds: retry,
});

const codeOf = ({ status, body }: HttpAnswer): string => {
  try {
    const { code } = JSON.parse(body.toString('utf8')) as { readonly code?: unknown };
    return typeof code === 'string' ? code : `status_${status}`;
  } catch {
    return `status_${status}`;
  }
};

const ALL_TAKEN = '"rejected":0,';
/** The counts come before the results. */
const COUNTS_BYTES = 128;

function jsonVerdicts(body: Buffer): Verdicts {
  if (body.toString('latin1', 0, COUNTS_BYTES).includes(ALL_TAKEN)) return 'accepted';
  const { results } = JSON.parse(body.toString('utf8')) as { readonly results: readonly JsonResult[] };
  return results.map(({ success, code, retry_after_seconds }) =>
    success ? undefined : refusedWith(code, retry_after_seconds),
  );
}

const ACCEPTED_TAG = 0x08;

/** Whether the first field says that all of `count` were accepted. */
function saysAll(body: Buffer, count: number): boolean {
  if (body[0] !== ACCEPTED_TAG) return false;
  const low = body[1] ?? 0;
  return (low < 0x80 ? low : (low & 0x7f) | ((body[2] ?? 0) << 7)) === count;
}

function binaryVerdicts(body: Buffer, count: number): Verdicts {
  if (saysAll(body, count)) return 'accepted';
  return BatchAnswer.decode(body).results.map(({ txId, code, retryAfterSeconds }) =>
    txId && txId.length > 0 ? undefined : refusedWith(code ?? undefined, retryAfterSeconds || undefined),
  );
}

/** @param count requests in the body that was sent. @throws Error when the answer does not have the form of its route. */
export function verdictsOf(answer: HttpAnswer, door: Door, batch: number, count: number): Verdicts {
  if (answer.status !== 200) {
    const refused = refusedWith(codeOf(answer), answer.retryAfterSeconds);
    return new Array<Refused>(count).fill(refused);
  }
  if (door === 'json' && batch === 1) return 'accepted';
  const verdicts = door === 'json' ? jsonVerdicts(answer.body) : binaryVerdicts(answer.body, count);
  if (verdicts !== 'accepted' && verdicts.length !== count)
    throw new Error(`an answer about ${verdicts.length} of ${count} requests`);
  return verdicts;
}
