/** Writes JSON: what a method returns and what an event tells.
 *
 *      returnJson(new JsonObject().text('owner', owner).amount('balance', balance)); */

import { encodeText } from './bytes';
import { host_emit_event, host_set_return } from './env';

/** Whether JSON writes a text as it is. */
function isPlain(text: string): bool {
  const end = changetype<usize>(text) + ((<usize>text.length) << 1);
  for (let at = changetype<usize>(text); at < end; at += 2) {
    const code = load<u16>(at);
    if (code < 0x20 || code === 0x22 || code === 0x5c) return false;
  }
  return true;
}

/** A text as JSON writes it. */
export function quote(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  let quoted = '"';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x5c) quoted += `\\${text.charAt(at)}`;
    else if (code < 0x20) quoted += `\\u${code.toString(16).padStart(4, '0')}`;
    else quoted += text.charAt(at);
  }
  return `${quoted}"`;
}

export class JsonObject {
  private body: string = '';

  /** @param json JSON text. */
  json(name: string, json: string): this {
    this.body += `${this.body.length === 0 ? '' : ','}${quote(name)}:${json}`;
    return this;
  }

  text(name: string, value: string): this {
    return this.json(name, quote(value));
  }

  /** A JSON number. JavaScript reads it exactly up to 2^53. */
  integer<T>(name: string, value: T): this {
    if (!isInteger<T>()) ERROR('an integer expected');
    return this.json(name, value.toString());
  }

  /** An amount as a text of digits, which every reader keeps exactly. */
  amount(name: string, value: u64): this {
    return this.json(name, `"${value.toString()}"`);
  }

  bool(name: string, value: bool): this {
    return this.json(name, value ? 'true' : 'false');
  }

  nothing(name: string): this {
    return this.json(name, 'null');
  }

  object(name: string, value: JsonObject): this {
    return this.json(name, value.toString());
  }

  list(name: string, value: JsonList): this {
    return this.json(name, value.toString());
  }

  toString(): string {
    return `{${this.body}}`;
  }
}

export class JsonList {
  private body: string = '';

  /** @param json JSON text. */
  json(json: string): this {
    this.body += (this.body.length === 0 ? '' : ',') + json;
    return this;
  }

  text(value: string): this {
    return this.json(quote(value));
  }

  amount(value: u64): this {
    return this.json(`"${value.toString()}"`);
  }

  object(value: JsonObject): this {
    return this.json(value.toString());
  }

  toString(): string {
    return `[${this.body}]`;
  }
}

export function returnBytes(bytes: Uint8Array): void {
  host_set_return(bytes.dataStart, bytes.length);
}

function returnEncoded(json: string): void {
  const bytes = encodeText(json);
  host_set_return(changetype<usize>(bytes), bytes.byteLength);
}

export function returnJson(object: JsonObject): void {
  returnEncoded(object.toString());
}

export function returnList(list: JsonList): void {
  returnEncoded(list.toString());
}

/** Returns a JSON text. */
export function returnText(text: string): void {
  returnEncoded(quote(text));
}

/** Returns an amount as a text of digits. */
export function returnAmount(amount: u64): void {
  returnEncoded(`"${amount.toString()}"`);
}

export function returnBool(value: bool): void {
  returnEncoded(value ? 'true' : 'false');
}

/** Tells the world: `data` is any text. */
export function emit(topic: string, data: string): void {
  const topicBytes = encodeText(topic);
  const bytes = encodeText(data);
  host_emit_event(changetype<usize>(topicBytes), topicBytes.byteLength, changetype<usize>(bytes), bytes.byteLength);
}

export function emitJson(topic: string, object: JsonObject): void {
  emit(topic, object.toString());
}
