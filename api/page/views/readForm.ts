/** Asks a contract: what a method would answer in the next block, what it would cost, where it would fail. Nothing is signed or sent. */

import { type CallForm, queryBody } from '../callText.js';
import type { ContractPreview } from '../contractAnswers.js';
import { block, eventTable, failedAt, gas, gasCost, logLines, value } from '../contracts.js';
import { type Child, h } from '../dom.js';
import { badge, card, empty, facts } from '../parts.js';
import { questionText } from '../reading.js';
import { sentence } from '../view.js';

const field = (name: string, input: HTMLElement, look = 'field'): HTMLElement =>
  h('label', { class: look }, h('span', {}, name), input);

const input = (id: string, placeholder: string): HTMLInputElement =>
  h('input', { id, autocomplete: 'off', spellcheck: 'false', placeholder });

export class ReadForm {
  readonly element: HTMLElement;
  #method: HTMLInputElement | HTMLSelectElement = input('read-method', 'Name of a method');
  readonly #methodField = field('Method', this.#method);
  readonly #args = h('textarea', { id: 'read-args', rows: 3, spellcheck: 'false', placeholder: '{}' });
  readonly #caller = input('read-caller', 'Public key; nobody when empty');
  readonly #amount = input('read-amount', 'Nothing');
  readonly #token = h('input', { id: 'read-token', autocomplete: 'off', value: 'XRGE', maxlength: '32' });
  readonly #answer = h('div', { class: 'answer', role: 'status', 'aria-live': 'polite' });
  #asked = 0;

  constructor(
    private readonly address: string,
    private readonly signal: AbortSignal,
  ) {
    const form = h(
      'form',
      { class: 'form', id: 'read', novalidate: true },
      this.#methodField,
      field('Arguments, as JSON', this.#args, 'field whole'),
      field('Caller', this.#caller, 'field long'),
      field('Pays', this.#amount),
      field('Token', this.#token),
      h('button', { type: 'submit' }, 'Ask'),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#ask();
    });
    const note = h(
      'p',
      { class: 'note' },
      'What a call would do in the next block. Nothing is signed, sent or kept. XRGE in decimals, any other token in whole base units.',
    );
    this.element = card('Ask', note, form, this.#answer);
  }

  /** The methods that the code has; with none known the name is typed. */
  offer(methods: readonly string[]): void {
    if (methods.length === 0) return;
    const select = h('select', { id: 'read-method' }, ...methods.map((name) => h('option', { value: name }, name)));
    this.#method.replaceWith(select);
    this.#method = select;
  }

  async #ask(): Promise<void> {
    const form: CallForm = {
      method: this.#method.value,
      args: this.#args.value,
      caller: this.#caller.value,
      amount: this.#amount.value,
      token: this.#token.value,
    };
    const written = queryBody(form);
    if ('problem' in written) return this.#answer.replaceChildren(empty(written.problem));
    const mine = ++this.#asked;
    this.#answer.replaceChildren(empty('Asking…'));
    const path = `/api/contract/${encodeURIComponent(this.address)}/query`;
    const reply = await questionText<ContractPreview>(path, written.body, this.signal);
    if (mine !== this.#asked) return;
    this.#answer.replaceChildren(reply.ok ? answerOf(reply.value, this.address) : empty(sentence(reply.message)));
  }
}

function answerOf(preview: ContractPreview, self: string): HTMLElement {
  const { success, returnData, gasUsed, gasNeeded = gasUsed, events, error, logs = [], failed_at } = preview;
  const log = success && error !== null ? [error] : logs;
  const rows: readonly (readonly [string, Child] | undefined)[] = [
    ['Result', success ? badge('would succeed', 'good') : badge('would fail', 'bad')],
    success ? undefined : ['Why', block(error ?? 'The node gives no reason.')],
    failed_at && ['Where', failedAt(failed_at)],
    success ? ['Returns', returnData === null ? 'nothing' : value(returnData)] : undefined,
    ['Gas used', gas(gasUsed)],
    gasNeeded > gasUsed ? ['Least gas limit', gas(gasNeeded)] : undefined,
    ['Fee estimate', gasCost(gasUsed)],
    log.length > 0 ? ['Log', logLines(log)] : undefined,
  ];
  return h('div', {}, facts(rows), events.length === 0 ? undefined : eventTable(events, self));
}
