/** What the code of a contract offers and asks for. */

import type { ContractInterface, ContractRecord, HostImport } from '../contractAnswers.js';
import { bytes, contractText } from '../contracts.js';
import { h } from '../dom.js';
import { count } from '../format.js';
import { empty, facts, hashText } from '../parts.js';
import type { Reply } from '../reading.js';
import { sentence } from '../view.js';

const signature = ({ name, parameters, results }: HostImport): HTMLElement =>
  h(
    'li',
    {},
    contractText(name),
    h(
      'span',
      { class: 'faint mono' },
      ` (${parameters.join(', ')})${results.length > 0 ? ` → ${results.join()}` : ''}`,
    ),
  );

function imports(list: readonly HostImport[]): HTMLElement | string {
  if (list.length === 0) return 'nothing';
  const summary = `${count(list.length)} function${list.length === 1 ? '' : 's'} of the host`;
  return h('details', {}, h('summary', {}, summary), h('ul', { class: 'plain' }, ...list.map(signature)));
}

const methods = ({ methods: names, component }: ContractInterface): HTMLElement | string =>
  names.length === 0
    ? component
      ? 'the code itself decides what it answers'
      : 'none'
    : h('ul', { class: 'plain names' }, ...names.map((name) => h('li', {}, contractText(name))));

/** @param code undefined while it is being read. */
export function codeFacts(record: ContractRecord, code: Reply<ContractInterface> | undefined): HTMLElement {
  const known = code?.ok ? code.value : undefined;
  return h(
    'div',
    {},
    facts([
      ['Code hash', hashText(record.code_hash, 'code hash', true)],
      ['Size', bytes(record.wasm_size)],
      known && ['Form', known.component ? 'a component of the world rouged:contract' : 'a module'],
      known && [
        'Memory',
        `${count(known.memory_pages.minimum)} to ${count(known.memory_pages.maximum)} pages of 64 KiB`,
      ],
      known && ['Methods', methods(known)],
      known && ['Asks for', imports(known.imports)],
    ]),
    code === undefined ? empty('Reading the code…') : code.ok ? undefined : empty(sentence(code.message)),
  );
}
