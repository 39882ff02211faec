/** The attributes of an NFT: any JSON that its creator wrote, shown as rows where it has names and values. */

import { foreignText } from '../assets.js';
import { type Child, h } from '../dom.js';
import { count } from '../format.js';
import { empty, facts } from '../parts.js';

/** A page with more is no easier to read. */
const SHOWN = 100;

type Row = readonly [name: string, value: Child];

/** A value of any shape as text. */
const valueText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** One entry of the list that marketplaces use: `{trait_type, value}`. */
function traitOf(entry: unknown): readonly [string, string] | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { trait_type, name, key, value } = entry as Readonly<Record<string, unknown>>;
  const named = trait_type ?? name ?? key;
  return (typeof named === 'string' || typeof named === 'number') && value !== undefined
    ? [String(named), valueText(value)]
    : undefined;
}

/** Names and values, in the order in which they were written; text that holds JSON counts as what it holds. */
export function attributeRows(attributes: unknown): readonly (readonly [name: string, value: string])[] {
  if (attributes === undefined || attributes === null || attributes === '') return [];
  if (Array.isArray(attributes))
    return attributes.map((entry, at) => traitOf(entry) ?? [String(at + 1), valueText(entry)]);
  if (typeof attributes === 'object')
    return Object.entries(attributes).map(([name, value]) => [name, valueText(value)] as const);
  if (typeof attributes === 'string' && /^\s*[[{]/.test(attributes))
    try {
      return attributeRows(JSON.parse(attributes) as unknown);
    } catch {
      // Text that only begins like JSON.
    }
  return [['Value', valueText(attributes)]];
}

export function attributeList(attributes: unknown): HTMLElement {
  const rows = attributeRows(attributes);
  if (rows.length === 0) return empty('It has no attributes.');
  const shown = rows.slice(0, SHOWN).map(([name, value]): Row => [name, foreignText(value, 'wrap')]);
  const rest = rows.length - shown.length;
  return h('div', {}, facts(shown), rest > 0 ? empty(`And ${count(rest)} more, in the API's answer.`) : undefined);
}
