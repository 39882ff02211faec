/** HTML and SVG as a type of their own, so that text becomes markup in one place only.
 *
 *  In: templates of this program, with any values in their gaps. Out: markup in which every value that was not markup
 *  already is escaped, for text and for attributes in double quotes alike. */

export class Markup {
  constructor(readonly text: string) {}
}

export type Part = Markup | string | number | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '');

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  return Array.isArray(part) ? part.map(textOf).join('') : escaped(String(part));
}

/** A template tag: the template itself is markup; values in its gaps are text unless they are `Markup`. */
export const html = (template: readonly string[], ...parts: readonly Part[]): Markup =>
  new Markup(template.map((piece, at) => piece + (at < parts.length ? textOf(parts[at] as Part) : '')).join(''));

export const NOTHING = new Markup('');
