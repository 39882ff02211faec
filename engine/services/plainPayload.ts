/** What a list shows of a record, read from the stored bytes themselves: the pieces that answers need are parts of them, and the whole is
 *  neither put together nor parsed. To copy each piece took a sixth of the time of a page.
 *
 *  In: the stored bytes of a record. Out: the same members as `SignedText` reads, where the bytes are written as nearly all clients write
 *  them: printable ASCII without escapes and white space; numbers that are digits; lists of texts, and no objects. Undefined for all others,
 *  which `SignedText` reads. It gives answers alone, never what becomes of a record. `test/property/plainPayload.test.ts` compares both. */

import { isPlainAscii } from '../base/ascii.js';
import { asBuffer, binaryPart } from '../base/bytes.js';
import { JsonNumber, type JsonObject, type JsonValue } from '../base/json.js';
import { SERVICE_SIGNED_BYTES } from '../base/serviceLimits.js';
import { signedLengthOf } from '../chain/transaction.js';
import { QuotedText } from './answerText.js';
import type { RecordPayload } from './record.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const ZERO = 0x30;
const NINE = 0x39;

/** Far below what `SIGNED_JSON` allows, and above what any kind has. */
const MOST = { members: 64, items: 256, nameBytes: 64, digits: 16 } as const;

/** Bytes in which a closing quote is looked for by hand: most texts are shorter, and a native call costs as much as so many bytes. */
const BY_HAND = 24;

/** Between the quotes of a text. */
interface Place {
  readonly from: number;
  readonly to: number;
}

class PlainReader {
  readonly members = new Map<string, JsonValue>();
  readonly places = new Map<string, Place>();
  readonly #buffer: Buffer;
  /** Where the key was cut out; -1 for nowhere. */
  readonly #cut: number;
  #isCutFound: boolean;
  #at = 0;

  constructor(
    { text, keyAt }: Pick<RecordPayload, 'text' | 'keyAt'>,
    private readonly keyHex: string,
  ) {
    this.#buffer = asBuffer(text);
    this.#cut = keyAt - 1;
    this.#isCutFound = keyAt === 0;
  }

  /** @returns false for what is not written plainly. */
  read(): boolean {
    const buffer = this.#buffer;
    if (buffer[this.#at++] !== 0x7b) return false;
    for (;;) {
      const name = this.#name();
      if (name === undefined || this.members.has(name) || this.members.size >= MOST.members) return false;
      if (buffer[this.#at++] !== COLON) return false;
      const value = this.#value(name);
      if (value === undefined) return false;
      this.members.set(name, value);
      const next = buffer[this.#at++];
      if (next === 0x7d) return this.#at === buffer.length && this.#isCutFound;
      if (next !== COMMA) return false;
    }
  }

  #name(): string | undefined {
    if (this.#buffer[this.#at] !== QUOTE) return undefined;
    const from = this.#at + 1;
    const to = this.#quoteFrom(from);
    if (to < 0 || to - from > MOST.nameBytes) return undefined;
    this.#at = to + 1;
    return binaryPart(this.#buffer, from, to);
  }

  #value(name: string): JsonValue | undefined {
    switch (this.#buffer[this.#at]) {
      case QUOTE: {
        const from = this.#at + 1;
        const text = this.#text();
        if (text !== undefined && !this.#isCut(from, this.#at - 1)) this.places.set(name, { from, to: this.#at - 1 });
        return text;
      }
      case 0x5b:
        return this.#texts();
      case 0x74:
        return this.#word('true', true);
      case 0x66:
        return this.#word('false', false);
      case 0x6e:
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #isCut(from: number, to: number): boolean {
    return this.#cut >= from && this.#cut <= to;
  }

  #text(): string | undefined {
    const from = this.#at + 1;
    const to = this.#quoteFrom(from);
    if (to < 0) return undefined;
    this.#at = to + 1;
    if (!this.#isCut(from, to)) return binaryPart(this.#buffer, from, to);
    this.#isCutFound = true;
    return `${binaryPart(this.#buffer, from, this.#cut)}${this.keyHex}${binaryPart(this.#buffer, this.#cut, to)}`;
  }

  #texts(): readonly string[] | undefined {
    const buffer = this.#buffer;
    this.#at++;
    const texts: string[] = [];
    for (;;) {
      if (buffer[this.#at] !== QUOTE || texts.length >= MOST.items) return undefined;
      const text = this.#text();
      if (text === undefined) return undefined;
      texts.push(text);
      const next = buffer[this.#at++];
      if (next === 0x5d) return texts;
      if (next !== COMMA) return undefined;
    }
  }

  #word<V extends JsonValue>(word: string, value: V): V | undefined {
    const end = this.#at + word.length;
    if (binaryPart(this.#buffer, this.#at, Math.min(end, this.#buffer.length)) !== word) return undefined;
    this.#at = end;
    return value;
  }

  #number(): JsonNumber | undefined {
    const buffer = this.#buffer;
    const from = this.#at;
    let at = from;
    for (let byte = buffer[at]; byte !== undefined && byte >= ZERO && byte <= NINE; byte = buffer[++at]);
    const digits = at - from;
    if (digits === 0 || digits > MOST.digits || (digits > 1 && buffer[from] === ZERO)) return undefined;
    this.#at = at;
    return new JsonNumber(binaryPart(buffer, from, at));
  }

  /** Without escapes the next quote closes. */
  #quoteFrom(from: number): number {
    const buffer = this.#buffer;
    const end = Math.min(from + BY_HAND, buffer.length);
    for (let at = from; at < end; at++) if (buffer[at] === QUOTE) return at;
    return buffer.indexOf(QUOTE, end);
  }
}

export class PlainPayload {
  private constructor(
    /** As `SignedText` has it. */
    readonly members: JsonObject,
    private readonly text: Uint8Array,
    private readonly places: ReadonlyMap<string, Place>,
  ) {}

  /** @param keyHex the key of the author, which was cut out. @returns undefined for what is not written plainly. */
  static read(payload: Pick<RecordPayload, 'text' | 'keyAt'>, keyHex: string): PlainPayload | undefined {
    const { text, keyAt } = payload;
    if (signedLengthOf(text, keyAt) > SERVICE_SIGNED_BYTES || !isPlainAscii(text)) return undefined;
    const reader = new PlainReader(payload, keyHex);
    return reader.read() ? new PlainPayload(reader.members, text, reader.places) : undefined;
  }

  /** A text as answers write it: the bytes of a member, which are a part of what is stored.
   *  @returns undefined when the member does not say exactly this, or its bytes are not all there. */
  quoted(name: string, text: string): QuotedText | undefined {
    const place = this.places.get(name);
    if (!place || this.members.get(name) !== text) return undefined;
    return new QuotedText(this.text.subarray(place.from - 1, place.to + 1));
  }
}
