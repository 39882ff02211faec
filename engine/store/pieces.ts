/** Elements of a list as pieces of bytes that are made on demand: whoever reads slowly holds one piece, not the list.
 *
 *  In: what makes the text of each element. Out: pieces of about `PIECE_BYTES`, and how many bytes there were so far, by which a
 *  list ends (`LIST_BYTES`). An element that is larger than a piece leaves piece by piece too. Its text is kept meanwhile, among
 *  those of all lists of this thread in a bounded table, and made again when it had to go: memory is bounded whatever is
 *  asked for, and what it costs is time. */

import { utf8 } from '../base/bytes.js';
import { KEPT_ELEMENT_BYTES, LIST_BYTES, PIECE_BYTES } from '../base/limits.js';

/** Gives the text of an element; the same one when it is asked again. */
export type ElementText = () => string | Promise<string>;

/** Large elements that are being read; the one that was looked at least recently goes first. */
export class KeptElements {
  readonly #texts = new Map<object, Uint8Array>();
  #bytes = 0;

  constructor(private readonly limit = KEPT_ELEMENT_BYTES) {}

  get bytes(): number {
    return this.#bytes;
  }

  keep(key: object, bytes: Uint8Array): void {
    this.drop(key);
    this.#texts.set(key, bytes);
    this.#bytes += bytes.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#bytes <= this.limit || oldest === key) return;
      this.drop(oldest);
    }
  }

  /** A copy of a part. @returns undefined when the element is not kept any more. */
  part(key: object, from: number, to: number): Uint8Array | undefined {
    const bytes = this.#texts.get(key);
    if (!bytes) return undefined;
    this.#texts.delete(key);
    this.#texts.set(key, bytes);
    return bytes.slice(from, to);
  }

  drop(key: object): void {
    const bytes = this.#texts.get(key);
    if (!bytes) return;
    this.#texts.delete(key);
    this.#bytes -= bytes.length;
  }
}

/** One for each thread. */
const keptElements = new KeptElements();

export class Pieces {
  #parts: Uint8Array[] = [];
  #held = 0;
  #bytes = 0;

  /** @param letGo runs before a piece is handed out, because nobody knows when the next is wanted: for what is held meanwhile
   *  and can be read again. */
  constructor(
    private readonly letGo: () => void = () => undefined,
    private readonly kept = keptElements,
  ) {}

  /** Of everything that was added. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The list has had what one answer holds: it ends before its next element. */
  get isFull(): boolean {
    return this.#bytes >= LIST_BYTES;
  }

  /** Adds a text and hands out what has come together. */
  async *add(text: ElementText): AsyncGenerator<Uint8Array> {
    const large = await this.#take(text);
    if (this.#held >= PIECE_BYTES || (large && this.#held > 0)) yield this.#piece();
    if (large) yield* this.#inParts(large.key, large.length, text);
  }

  /** The last piece. */
  *end(): Generator<Uint8Array> {
    if (this.#held > 0) yield this.#piece();
  }

  /** @returns where to find the text when it is larger than a piece: nothing of it may be held here. */
  async #take(text: ElementText): Promise<{ readonly key: object; readonly length: number } | undefined> {
    const bytes = utf8(await text());
    this.#bytes += bytes.length;
    if (bytes.length <= PIECE_BYTES) {
      this.#parts.push(bytes);
      this.#held += bytes.length;
      return undefined;
    }
    const key = {};
    this.kept.keep(key, bytes);
    return { key, length: bytes.length };
  }

  async *#inParts(key: object, length: number, text: ElementText): AsyncGenerator<Uint8Array> {
    try {
      for (let at = 0; at < length; at += PIECE_BYTES) {
        if (!this.kept.part(key, 0, 0)) this.kept.keep(key, utf8(await text()));
        this.letGo();
        yield this.kept.part(key, at, at + PIECE_BYTES) as Uint8Array;
      }
    } finally {
      this.kept.drop(key);
    }
  }

  #piece(): Uint8Array {
    this.letGo();
    const piece = new Uint8Array(this.#held);
    let at = 0;
    for (const part of this.#parts) {
      piece.set(part, at);
      at += part.length;
    }
    this.#parts = [];
    this.#held = 0;
    return piece;
  }
}

/** Items as a JSON list without its opening bracket: separated, ended by the bytes of one answer, and closed with what follows
 *  the list.
 *  @param textOf the JSON of an item; asked again for a large one.
 *  @param end JSON members behind the list, by how many items it has.
 *  @param letGo as in `Pieces`. */
export async function* listPieces<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  textOf: (item: Item) => string | Promise<string>,
  end: (count: number) => Readonly<Record<string, unknown>>,
  letGo?: () => void,
): AsyncGenerator<Uint8Array> {
  const pieces = new Pieces(letGo);
  let count = 0;
  for await (const item of items) {
    if (pieces.isFull) break;
    const comma = count++ === 0 ? '' : ',';
    yield* pieces.add(async () => comma + (await textOf(item)));
  }
  const members = JSON.stringify(end(count)).slice(1, -1);
  yield* pieces.add(() => (members === '' ? ']' : `],${members}`));
  yield* pieces.end();
}
