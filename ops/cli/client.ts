/** An HTTP client of a node's API, for the wallet commands.
 *
 *  In: paths and bodies. Out: the answer's members with every number kept as its text, or a fault: the node's own
 *  sentence and code for a refusal, ours when the node cannot be reached or its answer is not understood. Faults are values. */

import { setTimeout as delay } from 'node:timers/promises';
import { isJsonObject, JsonNumber, type JsonObject, parseJson } from '../../engine/base/json.js';
import { FILE_JSON, type JsonBounds } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { FirstSignal } from '../firstSignal.js';
import { printable } from './terminal.js';

/** Longest wait for one answer. */
const ANSWER_TIMEOUT_MS = 15_000;

/** Larger answers are refused: no request of a wallet needs one. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** An account may hold any number of tokens, each a member of its balances. */
const ANSWER_JSON: JsonBounds = { ...FILE_JSON, members: 100_000 };

/** A request to a node beside its path. */
export interface NodeRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** JSON text. */
  readonly body?: string;
  /** Further headers; they may hold secrets, so a request with them is not led elsewhere. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Longest wait for the answer. */
  readonly timeoutMs?: number;
  /** Bytes of the answer. */
  readonly mostBytes?: number;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

/** Tries to find a transaction in a block, and the pause between them: half a minute, many block times. */
const INCLUSION_TRIES = 150;
const INCLUSION_PAUSE_MS = 200;

export type FaultCode = 'unreachable' | 'malformed_answer' | 'not_included' | (string & {});

/** Why a request to a node failed. */
export class NodeFault {
  constructor(
    readonly code: FaultCode,
    readonly message: string,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** The members of a refusal, or the receipt of what failed in its block. */
    readonly answer?: JsonObject,
  ) {}
}

export const isNodeFault = (value: unknown): value is NodeFault => value instanceof NodeFault;

export const textMember = (object: JsonObject, name: string): string | undefined => {
  const value = object.get(name);
  return typeof value === 'string' ? value : undefined;
};

/** A number's exact text, from a JSON number. */
export const numberMember = (object: JsonObject, name: string): string | undefined => {
  const value = object.get(name);
  return value instanceof JsonNumber ? value.text : undefined;
};

/** The block of a transaction and its result. */
export interface Inclusion {
  readonly height: number;
  /** The members of GET /api/tx/:hash. */
  readonly answer: JsonObject;
  readonly receipt: JsonObject | undefined;
  /** Why it failed inside its block; undefined when it succeeded. */
  readonly failure: string | undefined;
}

/** A receipt's `status` is the text `Success` or `{"Failed": reason}`. */
function failureOf(receipt: JsonObject | undefined): string | undefined {
  const status = receipt?.get('status');
  if (isJsonObject(status)) return textMember(status, 'Failed') ?? 'no reason given';
  return typeof status === 'string' && status.toLowerCase() !== 'success' ? status : undefined;
}

const unreachableReason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.message : error.message;
};

/** Reads a body to its end, or to the limit. @returns undefined beyond the limit. */
async function readLimited(response: Response, mostBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > mostBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

export class NodeClient {
  readonly url: string;

  /** @param url base URL; a trailing /api is accepted, as peers write it. */
  constructor(url: string) {
    this.url = url.replace(/\/+$/, '').replace(/\/api$/, '');
  }

  /** @param path below /api, such as `/health`. */
  get(path: string): Promise<JsonObject | NodeFault> {
    return this.request(path, { method: 'GET' });
  }

  /** @param body JSON text. */
  post(path: string, body: string): Promise<JsonObject | NodeFault> {
    return this.request(path, { method: 'POST', body });
  }

  async request(path: string, request: NodeRequest): Promise<JsonObject | NodeFault> {
    const { method, body, headers, timeoutMs = ANSWER_TIMEOUT_MS, mostBytes = MAX_ANSWER_BYTES, signal } = request;
    const ending = new FirstSignal([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    let status: number;
    let text: string | undefined;
    try {
      const response = await fetch(`${this.url}/api${path}`, {
        ...{ method, redirect: headers ? 'error' : 'follow' },
        ...(body === undefined ? {} : { body }),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        signal: ending.signal,
      });
      status = response.status;
      text = await readLimited(response, mostBytes);
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError')
        return new NodeFault(
          'unreachable',
          `the node at ${this.url} gave no answer within ${timeoutMs / 1_000} s; it may be busy, try again`,
          0,
        );
      const reason = unreachableReason(error);
      const sentence = `no node answers at ${this.url} (${reason}); start one with npm start, or name another one`;
      return new NodeFault('unreachable', sentence, 0);
    } finally {
      ending.release();
    }
    const answer = text === undefined ? undefined : parseJson(text, ANSWER_JSON);
    if (isRefusal(answer) || !isJsonObject(answer))
      return new NodeFault('malformed_answer', `${this.url} did not answer as a node does (HTTP ${status})`, status);
    if (status < 400 && answer.get('success') !== false) return answer;
    const message = printable(textMember(answer, 'error') ?? `HTTP ${status}`);
    return new NodeFault(printable(textMember(answer, 'code') ?? `http_${status}`), message, status, answer);
  }

  /** Chain id of the node's network; undefined when the node gives none. */
  async chainId(): Promise<string | undefined | NodeFault> {
    const health = await this.get('/health');
    return isNodeFault(health) ? health : textMember(health, 'chain_id');
  }

  /** Waits until a transaction is in a block, with a bounded number of requests.
   *  @param progress gets the milliseconds that have passed, before each pause. */
  async inclusionOf(transactionId: string, progress: (waitedMs: number) => void): Promise<Inclusion | NodeFault> {
    for (let tries = 0; tries < INCLUSION_TRIES; tries++) {
      const answer = await this.get(`/tx/${transactionId}`);
      if (isNodeFault(answer)) {
        // Not yet in a block, or over the rate limit: try again in both cases.
        if (answer.status !== 404 && answer.status !== 429) return answer;
      } else {
        const height = numberMember(answer, 'blockHeight');
        if (height !== undefined) {
          const member = answer.get('receipt');
          const receipt = isJsonObject(member) ? member : undefined;
          return { height: Number(height), answer, receipt, failure: failureOf(receipt) };
        }
      }
      progress(tries * INCLUSION_PAUSE_MS);
      await delay(INCLUSION_PAUSE_MS);
    }
    const seconds = (INCLUSION_TRIES * INCLUSION_PAUSE_MS) / 1_000;
    const sentence = `transaction ${transactionId} is in no block after ${seconds} s; the node may not be producing blocks`;
    return new NodeFault('not_included', sentence, 0);
  }
}
