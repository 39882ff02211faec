/** The attributes of an NFT: any JSON that its creator wrote, shown as rows of names and values where possible. */

import { foreignText } from '../assets.js';
import { attributeRows } from '../attributeRows.js';
import { type Child, h } from '../dom.js';
import { count } from '../format.js';
import { empty, facts } from '../parts.js';

/** Most rows shown; more would not be readable. */
const SHOWN = 100;

type Row = readonly [name: string, value: Child];

export function attributeList(attributes: unknown): HTMLElement {
  const rows = attributeRows(attributes);
  if (rows.length === 0) return empty('It has no attributes.');
  const shown = rows.slice(0, SHOWN).map(([name, value]): Row => [name, foreignText(value, 'wrap')]);
  const rest = rows.length - shown.length;
  return h('div', {}, facts(shown), rest > 0 ? empty(`And ${count(rest)} more, in the API's answer.`) : undefined);
}
