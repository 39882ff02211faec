/** `rouged export`: blocks into a file of JSON lines, from a data directory or from a running node.
 *
 *  A second run continues where the file ends, after checking that the file's last block is in the chain. That block is written
 *  again: the newest block is shown with its own certificate, all others without, and it may be the newest no more. */

import { setTimeout as delay } from 'node:timers/promises';
import { utf8, utf8Text } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal, refuse, refuseBelow } from '../../../engine/base/refusal.js';
import { protocolOf } from '../../../engine/protocol/protocolOf.js';
import { checkJournal } from '../../../engine/store/journalCheck.js';
import { readBlocksFrom } from '../../../engine/store/keeping.js';
import { blockKey, metaKey } from '../../../engine/store/keys.js';
import type { StorePort } from '../../../engine/store/port.js';
import { decodeStoredBlock } from '../../../engine/store/records.js';
import { readTip } from '../../../engine/store/recovery.js';
import { fileErrorCode } from '../../config/durableFile.js';
import { EXIT_OK, type Terminal } from '../terminal.js';
import { BlockFileWriter, readFileEnd } from './blockFile.js';
import { withStore } from './openChain.js';
import { openProgress } from './progress.js';

/** Where blocks come from. */
interface BlockSource {
  /** Height of the newest block. */
  tip(): Promise<number | Refusal>;
  /** Lowest height above genesis whose block is there, where it is known before blocks are read. */
  lowest(): Promise<number>;
  /** Hash of a block, 64 hex characters. */
  hashAt(height: number): Promise<string | undefined | Refusal>;
  /** JSON of the blocks from `first` to `last`, in pieces; BLOCK_END follows the last piece of a block. */
  pieces(first: number, last: number): AsyncIterable<Uint8Array | typeof BLOCK_END | Refusal>;
}

const BLOCK_END = Symbol('the end of a block');
const NEWLINE = utf8('\n');

class StoreSource implements BlockSource {
  constructor(private readonly store: StorePort) {}

  async tip(): Promise<number> {
    return (await readTip(this.store)).header.height;
  }

  lowest(): Promise<number> {
    return readBlocksFrom(this.store);
  }

  async hashAt(height: number): Promise<string | undefined> {
    const record = await this.store.get(blockKey(height));
    return record && decodeStoredBlock(record).hash;
  }

  async *pieces(first: number, last: number): AsyncIterable<Uint8Array | typeof BLOCK_END> {
    for (let height = first; height <= last; height++) {
      yield* this.store.stream('wholeBlock', { height });
      yield BLOCK_END;
    }
  }
}

/** Target size of one answer: a page of small blocks, a single full one. */
const PAGE_BYTES = 16 * 1024 * 1024;
const MAX_PAGE_BLOCKS = 1_000;
const FIRST_PAGE_BLOCKS = 20;

/** Most busy answers in a row before the command stops waiting. */
const MAX_WAITS = 30;

interface BlocksAnswer {
  readonly blocks: readonly { readonly hash: string }[];
  readonly total_height: number;
}

class NodeSource implements BlockSource {
  readonly #base: string;

  constructor(url: string) {
    this.#base = url.replace(/\/+$/, '').replace(/\/api$/, '');
  }

  async tip(): Promise<number | Refusal> {
    const answer = await this.#page('limit=1');
    return isRefusal(answer) ? answer : answer.total_height;
  }

  /** It says so itself when it is asked for a block that it does not have. */
  async lowest(): Promise<number> {
    return 1;
  }

  async hashAt(height: number): Promise<string | undefined | Refusal> {
    const answer = await this.#page(`from_height=${height}&limit=1`);
    return isRefusal(answer) ? answer : answer.blocks[0]?.hash;
  }

  async *pieces(first: number, last: number): AsyncIterable<Uint8Array | typeof BLOCK_END | Refusal> {
    let blocks = FIRST_PAGE_BLOCKS;
    for (let height = first; height <= last; ) {
      const answer = await this.#page(`from_height=${height}&limit=${Math.min(blocks, last - height + 1)}`);
      if (isRefusal(answer)) return yield answer;
      let bytes = 0;
      for (const block of answer.blocks) {
        const piece = utf8(JSON.stringify(block));
        bytes += piece.length;
        yield piece;
        yield BLOCK_END;
      }
      if (answer.blocks.length === 0) return yield refuse('not_found', `${this.#base} has no block ${height}`);
      height += answer.blocks.length;
      const fitting = Math.floor((PAGE_BYTES * answer.blocks.length) / bytes);
      blocks = Math.max(1, Math.min(MAX_PAGE_BLOCKS, fitting, blocks * 4));
    }
  }

  /** A page of blocks; waits when the node asks for it. */
  async #page(query: string): Promise<BlocksAnswer | Refusal> {
    for (let waits = 0; waits < MAX_WAITS; waits++) {
      let response: Response;
      try {
        response = await fetch(`${this.#base}/api/blocks?${query}`);
        if (response.ok) return (await response.json()) as BlocksAnswer;
      } catch (error) {
        return refuse('not_found', `no node answers at ${this.#base}: ${(error as Error).message}`);
      }
      if (response.status === 410) return prunedAnswer(await response.json().catch(() => undefined), this.#base);
      if (response.status !== 429 && response.status !== 503)
        return refuse('not_found', `${this.#base} answered with HTTP ${response.status}`);
      await response.body?.cancel();
      await delay(1_000 * Number(response.headers.get('retry-after') ?? 1));
    }
    return refuse('busy', `${this.#base} is too busy; run the command again to go on where it stopped`);
  }
}

function prunedAnswer(answer: unknown, base: string): Refusal {
  const { lowest_height: lowest } = (answer ?? {}) as { readonly lowest_height?: unknown };
  if (typeof lowest !== 'number') return refuse('not_found', `${base} does not have the old blocks`);
  return refuseBelow(
    `${base} has the blocks from ${lowest} on; begin there with --from-height ${lowest}, or name a full node`,
    lowest,
  );
}

export interface ExportOrder {
  readonly dataDir: string;
  /** A running node to read from instead of the data directory. */
  readonly url: string | undefined;
  readonly file: string;
  readonly fromHeight: number;
  readonly toHeight: number | undefined;
}

async function exportFrom(source: BlockSource, order: ExportOrder, terminal: Terminal): Promise<number | Refusal> {
  const tip = await source.tip();
  if (isRefusal(tip)) return tip;
  const last = Math.min(order.toHeight ?? tip, tip);
  const end = await readFileEnd(order.file);
  if (isRefusal(end)) return end;
  if (end.last) {
    const hash = await source.hashAt(end.last.height);
    if (isRefusal(hash)) return hash;
    if (hash !== end.last.hash)
      return refuse('block_conflict', `${order.file} ends with block ${end.last.height} of another chain`);
  }
  const again = end.last !== undefined && end.last.height <= last ? end.last : undefined;
  const first = again ? again.height : end.last ? end.last.height + 1 : order.fromHeight;
  const lowest = await source.lowest();
  if (lowest > 1 && first < lowest && first <= last)
    return refuseBelow(
      `${order.dataDir} has the blocks from ${lowest} on; write those with --from-height ${lowest}, or name a full node with --url`,
      lowest,
    );
  const writer = await BlockFileWriter.open(order.file, again?.start ?? end.length);
  const progress = openProgress(terminal, 'blocks exported', Math.max(0, last - first + 1));
  let done = 0;
  try {
    for await (const piece of first > last ? [] : source.pieces(first, last)) {
      if (isRefusal(piece)) return piece;
      await writer.write(piece === BLOCK_END ? NEWLINE : piece);
      if (piece === BLOCK_END) progress.at(++done);
    }
  } finally {
    progress.end();
    await writer.close();
  }
  terminal.out(
    done === (again ? 1 : 0)
      ? `${order.file} holds all blocks up to ${last} already\n`
      : `exported blocks ${again ? first + 1 : first} to ${last} into ${order.file}\n`,
  );
  return EXIT_OK;
}

/** @returns a refusal, also for errors of the file system. */
export async function exportBlocks(order: ExportOrder, terminal: Terminal): Promise<number | Refusal> {
  try {
    return await exportInto(order, terminal);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return refuse('not_authorized', `${order.file} cannot be written (${fileErrorCode(error)}): choose another file`);
  }
}

async function exportInto(order: ExportOrder, terminal: Terminal): Promise<number | Refusal> {
  if (order.url !== undefined) return exportFrom(new NodeSource(order.url), order, terminal);
  const result = await withStore(order.dataDir, async (store) => {
    const done = await exportFrom(new StoreSource(store), order, terminal);
    if (!isRefusal(done)) await warnOfLostEnd(store, terminal);
    return done;
  });
  return isRefusal(result) && result.code === 'busy'
    ? refuse('busy', `${result.message}; name it with --url to read from it`)
    : result;
}

/** Warns when the sign journal knows of blocks that the database has lost, and that the export therefore lacks. */
async function warnOfLostEnd(store: StorePort, terminal: Terminal): Promise<void> {
  const tip = await readTip(store);
  const chainId = utf8Text((await store.get(metaKey('chain'))) ?? new Uint8Array());
  const protocol = protocolOf(chainId);
  if (isRefusal(protocol)) return;
  const { finding } = await checkJournal(store, { chainId, protocol }, tip);
  if (finding !== undefined) terminal.err(`rouged: ${finding}\n`);
}
