/** Answers as the bytes of their JSON. Mails and messages repeat long texts under several names, and lists repeat keys of wallets: each is
 *  quoted once, and copied from where it stands. */

/** From this length on looking a text up costs less than quoting it. */
const LONG = 256;

/** Enough for most answers, and kept. */
const LEAST_BYTES = 4 * 1_024 * 1_024;

/** With so many texts a new one is compared. Who writes them chooses what they have in common: each with each would cost a reader seconds. */
const MOST_ALIKE = 8;

/** Memory beyond this is given back. */
const MOST_KEPT_BYTES = 4 * LEAST_BYTES;

/** A UTF-16 unit takes so many bytes of UTF-8 at most. */
const UNIT_BYTES = 3;

interface Written {
  readonly text: string;
  readonly at: number;
  readonly bytes: number;
}

/** Texts that may be the same have the same one: to hash all of a text costs as much as to quote it. */
function likenessOf(text: string): number {
  const quarter = text.length >> 2;
  const middle = (text.charCodeAt(quarter) << 8) ^ text.charCodeAt(2 * quarter) ^ (text.charCodeAt(3 * quarter) << 4);
  return text.length * 65_536 + (middle & 0xffff);
}

/** Whether JSON writes these bytes as they are: ASCII without control characters, quotes and backslashes. Four bytes are looked at at a time;
 *  what is wrong with one of them shows in its highest bit. */
function isPlain(bytes: Uint8Array, words: Int32Array, from: number, to: number): boolean {
  const firstWord = Math.min((from + 3) >> 2, to >> 2);
  const lastWord = to >> 2;
  let wrong = 0;
  for (let at = firstWord; at < lastWord; at++) {
    const four = words[at] as number;
    const quote = four ^ 0x22222222;
    const backslash = four ^ 0x5c5c5c5c;
    wrong |= four | (four - 0x20202020) | (quote - 0x01010101) | (backslash - 0x01010101);
  }
  if ((wrong & 0x80808080) !== 0) return false;
  const isPlainByte = (byte: number): boolean => byte >= 0x20 && byte < 0x80 && byte !== 0x22 && byte !== 0x5c;
  for (let at = from; at < Math.min(firstWord * 4, to); at++) if (!isPlainByte(bytes[at] as number)) return false;
  for (let at = Math.max(lastWord * 4, from); at < to; at++) if (!isPlainByte(bytes[at] as number)) return false;
  return true;
}

/** Memory in which answers are written one after the other; what is kept of one is a copy. */
let scratch = Buffer.allocUnsafeSlow(LEAST_BYTES);
let scratchWords = new Int32Array(scratch.buffer);

function useScratch(bytes: number): void {
  scratch = Buffer.allocUnsafeSlow(bytes);
  scratchWords = new Int32Array(scratch.buffer);
}

class JsonWriter {
  #length = 0;
  /** What comes before the next long text. */
  #short = '';
  readonly #written = new Map<number, Written[]>();

  value(value: unknown): void {
    if (typeof value === 'string' && value.length >= LONG) this.#long(value);
    else if (typeof value !== 'object' || value === null) this.#short += JSON.stringify(value);
    else if (Array.isArray(value)) this.#list(value);
    else this.#members(value);
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.#flush();
    const bytes = new Uint8Array(scratch.buffer.slice(0, this.#length));
    if (scratch.length > MOST_KEPT_BYTES) useScratch(LEAST_BYTES);
    return bytes;
  }

  #list(values: readonly unknown[]): void {
    this.#short += '[';
    for (const [at, value] of values.entries()) {
      if (at > 0) this.#short += ',';
      this.value(value ?? null);
    }
    this.#short += ']';
  }

  #members(members: object): void {
    let before = '{';
    for (const [name, value] of Object.entries(members)) {
      if (value === undefined) continue;
      this.#short += `${before}${JSON.stringify(name)}:`;
      this.value(value);
      before = ',';
    }
    this.#short += before === '{' ? '{}' : '}';
  }

  #long(text: string): void {
    this.#flush();
    const likeness = likenessOf(text);
    const alike = this.#written.get(likeness);
    const known = alike?.find((each) => each.text === text);
    if (known) {
      this.#reserve(known.bytes);
      scratch.copyWithin(this.#length, known.at, known.at + known.bytes);
      this.#length += known.bytes;
      return;
    }
    const at = this.#length;
    this.#quote(text);
    const written = { text, at, bytes: this.#length - at };
    if (!alike) this.#written.set(likeness, [written]);
    else if (alike.length < MOST_ALIKE) alike.push(written);
  }

  #quote(text: string): void {
    const from = this.#length;
    this.#write('"');
    this.#write(text);
    if (isPlain(scratch, scratchWords, from + 1, this.#length)) this.#write('"');
    else {
      this.#length = from;
      this.#write(JSON.stringify(text));
    }
  }

  #flush(): void {
    this.#write(this.#short);
    this.#short = '';
  }

  #write(text: string): void {
    this.#reserve(text.length * UNIT_BYTES);
    this.#length += scratch.write(text, this.#length);
  }

  #reserve(bytes: number): void {
    const wanted = this.#length + bytes;
    if (wanted <= scratch.length) return;
    const size = Math.max(wanted + 3, scratch.length * 2) & ~3;
    const smaller = scratch;
    useScratch(size);
    smaller.copy(scratch, 0, 0, this.#length);
  }
}

/** @param value plain: objects, lists, texts, numbers, true, false, null. @returns UTF-8 of what `JSON.stringify` gives, in memory that may
 *  be moved to another thread. */
export function jsonBytes(value: object): Uint8Array<ArrayBuffer> {
  const writer = new JsonWriter();
  writer.value(value);
  return writer.finish();
}

/** About how many bytes a value takes in an answer, without writing it. */
export function shownBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let bytes = 2;
  if (Array.isArray(value)) for (const element of value) bytes += shownBytes(element) + 1;
  else if (ArrayBuffer.isView(value)) bytes += value.byteLength;
  else for (const name in value) bytes += name.length + 4 + shownBytes((value as Record<string, unknown>)[name]);
  return bytes;
}
