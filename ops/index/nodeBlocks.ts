/** Blocks of a node, as the index reads them over HTTP.
 *
 *  In: a node and a height. Out: blocks from there on, as many as one answer has; nothing yet; or why there are none. The node itself
 *  waits for the next block (`min_height`), so nothing is polled fast. */

import { errorText, type Refusal, refuse } from '../../engine/base/refusal.js';
import { pause } from '../pause.js';
import type { BlockEffects } from './effects.js';

/** Blocks in one transaction of the database while the index is behind: a thousand empty ones take 0.4 MB, and an answer ends at
 *  32 MiB anyway. */
export const BATCH_BLOCKS = 500;

/** The node answers within its own wait of 2 s, or needs a while for 32 MiB. */
const ANSWER_MS = 120_000;

/** A node that answers at once that it has no such block yet is asked again after this. */
const NOT_YET_MS = 1_000;

/** The part of a node's limit of reads that following its tip takes: the rest is for what else is read. */
const SHARE_OF_LIMIT = 0.8;
const MINUTE_MS = 60_000;
/** A refusal by the limit says how long; this where it does not. */
const LIMITED_SECONDS = 5;

export interface BlockRun {
  readonly blocks: readonly BlockEffects[];
  /** Height of the node. */
  readonly tip: number;
}

/** `later`: tried again; `final`: waiting does not mend it. */
export type NodeProblem = { readonly later: string } | { readonly final: Refusal };

/** Codes with which a node says that it does not have what the index needs. */
const LACKING = new Set(['pruned', 'events_pruned', 'not_found', 'route_not_found']);

export interface Answer {
  readonly status: number;
  /** Height of the node when it answered. */
  readonly height: number;
  readonly headers: Headers;
  readonly value: Readonly<Record<string, unknown>>;
}

export class NodeBlocks {
  readonly #url: string;
  /** When the next blocks are asked for at the earliest. A node makes more blocks a minute than it lets an ordinary client read, one by one. */
  #next = 0;

  /** @param url of the node, without `/api`. */
  constructor(
    url: string,
    private readonly signal: AbortSignal,
  ) {
    this.#url = url.replace(/\/+$/, '').replace(/\/api$/, '');
  }

  /** @param path below `/api`. @throws Error when the node cannot be reached or answers something else than JSON. */
  async get(path: string): Promise<Answer> {
    // Composed signals are never collected while the lasting one lives (Node 20): it is listened to by hand.
    const stop = new AbortController();
    const end = (): void => stop.abort(new Error(this.signal.aborted ? 'ended' : 'it has taken too long'));
    const timer = setTimeout(end, ANSWER_MS);
    this.signal.addEventListener('abort', end);
    if (this.signal.aborted) end();
    try {
      const response = await fetch(`${this.#url}/api${path}`, { signal: stop.signal });
      const height = Number(response.headers.get('x-block-height'));
      const { status, headers } = response;
      return { status, height, headers, value: (await response.json()) as Answer['value'] };
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener('abort', end);
    }
  }

  /** Members of a good answer. */
  async ask(path: string): Promise<Readonly<Record<string, unknown>> | NodeProblem> {
    try {
      const { status, value } = await this.get(path);
      if (value === null || typeof value !== 'object') return this.unread(path);
      return status === 200 ? value : this.#problem(status, value);
    } catch (error) {
      return { later: `the node at ${this.#url} does not answer: ${reasonOf(error)}` };
    }
  }

  #problem(status: number, { code, error }: Answer['value']): NodeProblem {
    const sentence = `the node refuses: ${typeof error === 'string' ? error : `HTTP ${status}`}`;
    if (status < 500 && LACKING.has(String(code))) return { final: refuse('pruned', sentence) };
    return { later: sentence };
  }

  /** An answer of another program, or of a version of the node that says something else. */
  unread(what: string, reason = 'it has another form'): { readonly later: string } {
    return { later: `the answer of the node at ${this.#url} to ${what} cannot be read: ${reason}` };
  }

  /** @param limit blocks at most. @returns undefined while the node does not have the block yet. */
  async from(height: number, limit = BATCH_BLOCKS): Promise<BlockRun | NodeProblem | undefined> {
    await pause(this.#next - performance.now(), this.signal);
    const begun = performance.now();
    try {
      const query = `from_height=${height}&limit=${limit}&min_height=${height}`;
      const { status, headers, value } = await this.get(`/blocks/effects?${query}`);
      if (status === 200) {
        const { blocks, total_height: tip } = value;
        const isRun = Array.isArray(blocks) && blocks.every((block) => block !== null && typeof block === 'object');
        if (!isRun || !Number.isSafeInteger(tip)) return this.unread('/blocks/effects');
        const most = Number(headers.get('x-ratelimit-limit') ?? 0);
        if (most > 0 && blocks.length < limit) this.#next = begun + MINUTE_MS / (most * SHARE_OF_LIMIT);
        return { blocks: blocks as readonly BlockEffects[], tip: Number(tip) };
      }
      if (status === 429) {
        await pause(1_000 * (Number(headers.get('retry-after')) || LIMITED_SECONDS), this.signal);
        return undefined;
      }
      if (value.code !== 'height_not_reached') return this.#problem(status, value);
    } catch (error) {
      return { later: `the node at ${this.#url} does not answer: ${reasonOf(error)}` };
    }
    await pause(NOT_YET_MS - (performance.now() - begun), this.signal);
    return undefined;
  }

  /** The block hash at a height, and the height of the node. */
  async hashAt(height: number): Promise<{ readonly hash: string | undefined; readonly tip: number } | NodeProblem> {
    const found = await this.ask(`/blocks/headers?limit=1&before=${height + 1}`);
    if (isProblem(found)) return found;
    const { headers, total_height: tip } = found;
    if (!Array.isArray(headers) || typeof tip !== 'number') return this.unread('/blocks/headers');
    const [header] = headers as readonly { readonly height: number; readonly hash: string }[];
    return { hash: header?.height === height ? header.hash : undefined, tip };
  }
}

export const isProblem = (value: object): value is NodeProblem => 'later' in value || 'final' in value;

/** `fetch` hides the reason behind its own words. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? cause.message || errorText(error) : errorText(error);
}
