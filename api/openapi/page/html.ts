/** HTML from text: every value in a template is escaped, unless it is HTML that was made here. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | readonly Part[];

const textOf = (part: Part): string => {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return String(part).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
};

/** Template tag: `` html`<p>${text}</p>` ``. */
export const html = (fixed: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(fixed.map((piece, index) => piece + textOf(parts[index] ?? '')).join(''));

/** HTML that this program wrote itself: its style and its script. */
export const trusted = (text: string): Html => new Html(text);

export const NOTHING = new Html('');

/** Prose in which backticks mark code. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))}`;
