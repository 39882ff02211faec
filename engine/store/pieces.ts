/** Elements of a list as pieces of bytes that are made on demand: a slow reader holds one piece, not the list.
 *
 *  In: a function that makes the text of each element. Out: pieces of about `PIECE_BYTES`, and the number of bytes so far, which
 *  decides where a list ends (`LIST_BYTES`). An element that is larger than a piece also leaves in pieces. Its text is kept
 *  meanwhile, or only a stretch of it when many lists of this thread have such elements, and made again for the next stretch:
 *  memory is bounded whatever the request is, at the cost of time. */

import { utf8 } from '../base/bytes.js';
import { KEPT_ELEMENT_BYTES, LIST_BYTES, PIECE_BYTES } from '../base/limits.js';

/** Gives the text of an element; the same text when it is called again. */
export type ElementText = () => string | Promise<string>;

/** A stretch of a large element. */
interface Stretch {
  readonly from: number;
  readonly bytes: Uint8Array;
  /** Where its reader continues. */
  readonly next: number;
}

/** Large elements that are being read. Each reader has an equal share of the room: of an element that does not fit its share, only
 *  the next stretch is kept. So no reader pushes out what another has not read yet. */
export class KeptElements {
  readonly #stretches = new Map<object, Stretch>();

  constructor(private readonly limit = KEPT_ELEMENT_BYTES) {}

  get bytes(): number {
    let bytes = 0;
    for (const stretch of this.#stretches.values()) bytes += stretch.bytes.length;
    return bytes;
  }

  /** Bytes that are kept of each element. */
  get #share(): number {
    return Math.max(PIECE_BYTES, Math.floor(this.limit / Math.max(1, this.#stretches.size)));
  }

  /** @param element the whole element. @param at position that is read next. */
  keep(key: object, element: Uint8Array, at: number): void {
    this.#stretches.set(key, { from: 0, bytes: element, next: at });
    const share = this.#share;
    for (const [each, { from, bytes, next }] of this.#stretches)
      if (bytes.length > share)
        this.#stretches.set(each, { from: next, bytes: bytes.slice(next - from, next - from + share), next });
  }

  /** A copy of a part. @returns undefined when it is not kept. */
  part(key: object, at: number, end: number): Uint8Array | undefined {
    const stretch = this.#stretches.get(key);
    if (!stretch) return undefined;
    const { from, bytes } = stretch;
    if (at < from || end > from + bytes.length) return undefined;
    this.#stretches.set(key, { from, bytes, next: end });
    return bytes.slice(at - from, end - from);
  }

  drop(key: object): void {
    this.#stretches.delete(key);
  }
}

/** One per thread. */
const keptElements = new KeptElements();

/** Releases what is held between two pieces and can be read again.
 *  @param again the text of the last element may be asked for once more. */
export type LetGo = (again: boolean) => void;

export class Pieces {
  #parts: Uint8Array[] = [];
  #held = 0;
  #bytes = 0;

  /** @param letGo runs before a piece is handed out, because the reader may take the next one at any later time. */
  constructor(
    private readonly letGo: LetGo = () => undefined,
    private readonly kept = keptElements,
  ) {}

  /** Bytes of everything that was added. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The list has reached the size of one answer: it ends before its next element. */
  get isFull(): boolean {
    return this.#bytes >= LIST_BYTES;
  }

  /** Adds a text and yields the pieces that are full. */
  async *add(text: ElementText): AsyncGenerator<Uint8Array> {
    const large = await this.#take(text);
    if (this.#held >= PIECE_BYTES || (large && this.#held > 0)) yield this.#piece(large !== undefined);
    if (large) yield* this.#inParts(large.key, large.length, text);
  }

  /** The last piece. */
  *end(): Generator<Uint8Array> {
    if (this.#held > 0) yield this.#piece(false);
  }

  /** @returns where to find the text when it is larger than a piece: no part of it may be held here. */
  async #take(text: ElementText): Promise<{ readonly key: object; readonly length: number } | undefined> {
    const bytes = utf8(await text());
    this.#bytes += bytes.length;
    if (bytes.length <= PIECE_BYTES) {
      this.#parts.push(bytes);
      this.#held += bytes.length;
      return undefined;
    }
    const key = {};
    this.kept.keep(key, bytes, 0);
    return { key, length: bytes.length };
  }

  async *#inParts(key: object, length: number, text: ElementText): AsyncGenerator<Uint8Array> {
    try {
      for (let at = 0; at < length; at += PIECE_BYTES) {
        const end = Math.min(at + PIECE_BYTES, length);
        let part = this.kept.part(key, at, end);
        if (!part) {
          this.kept.keep(key, utf8(await text()), at);
          part = this.kept.part(key, at, end) as Uint8Array;
        }
        this.letGo(true);
        yield part;
      }
    } finally {
      this.kept.drop(key);
    }
  }

  #piece(again: boolean): Uint8Array {
    this.letGo(again);
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

/** Items as a JSON list without its opening bracket: separated, ended at the byte limit of one answer, and closed with the
 *  members that follow the list.
 *  @param textOf the JSON of an item; asked again for a large one.
 *  @param end returns the JSON members after the list, given its number of items.
 *  @param letGo as in `Pieces`. */
export async function* listPieces<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  textOf: (item: Item) => string | Promise<string>,
  end: (count: number) => Readonly<Record<string, unknown>>,
  letGo?: LetGo,
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
