/** Rows as the text format of COPY takes them (PostgreSQL, chapter COPY, "Text Format").
 *
 *  PostgreSQL has no U+0000 in texts and no half of a surrogate pair in jsonb, while a payload may have both: they become U+FFFD. The
 *  signed bytes themselves are the node's to keep. */

const NULL = '\\N';

const SPECIAL = /[\\\n\r\t\0]/;
const SPECIALS = /[\\\n\r\t\0]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\0': '\uFFFD',
};

/** Text that anybody may have written. */
export const freeText = (text: string): string =>
  SPECIAL.test(text) ? text.replace(SPECIALS, (character) => ESCAPES[character] as string) : text;

export const orNull = (text: string | null | undefined): string => text ?? NULL;

export const freeOrNull = (text: string | null | undefined): string =>
  text === null || text === undefined ? NULL : freeText(text);

/** @param hex empty for none. */
export const bytesOf = (hex: string | null | undefined): string => (hex ? `\\\\x${hex}` : NULL);

export const flag = (value: boolean | undefined): string => (value === undefined ? NULL : value ? 't' : 'f');

/** Escapes that JSON text may have and jsonb refuses. */
const REFUSED = /\\u(?:0000|[dD][89a-fA-F])/;

/** UTF-8 has no half of a surrogate pair. */
export const storable = (text: string): string => Buffer.from(text).toString().replaceAll('\0', '\uFFFD');

function clean(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(clean);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [clean(name), clean(member)]));
}

/** The text of a value that jsonb takes. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return REFUSED.test(text) ? JSON.stringify(clean(value)) : text;
}

/** A value of the type jsonb. */
export function json(value: unknown): string {
  const text = jsonText(value);
  return text.includes('\\') ? text.replaceAll('\\', '\\\\') : text;
}

export const jsonOrNull = (value: unknown): string => (value === undefined || value === null ? NULL : json(value));
