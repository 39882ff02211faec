/** What a swap would give now. It only shows a quote; nothing is signed here. */

import type { PoolRecord, Quote } from '../assetAnswers.js';
import { chain, held, pathOf, poolLink } from '../assets.js';
import { h } from '../dom.js';
import { percent } from '../format.js';
import { card, empty, facts } from '../parts.js';
import { question } from '../reading.js';
import { sentence } from '../view.js';

/** Decimal text, with optional thousands separators. */
const AMOUNT = /^\d[\d,_ ]*(?:\.\d+)?$/;

export class QuoteCard {
  readonly element: HTMLElement;
  readonly #token: HTMLSelectElement;
  readonly #amount = h('input', {
    id: 'quote-amount',
    inputmode: 'decimal',
    autocomplete: 'off',
    'aria-label': 'Amount that goes in',
    placeholder: 'Amount',
    required: true,
  });
  readonly #answer = h('div', { class: 'answer', role: 'status', 'aria-live': 'polite' });
  #asked = 0;

  constructor(
    private readonly pool: PoolRecord,
    private readonly signal: AbortSignal,
  ) {
    const { token_a, token_b } = pool;
    this.#token = h(
      'select',
      { id: 'quote-token', 'aria-label': 'Token that goes in' },
      h('option', { value: 'a' }, token_a),
      h('option', { value: 'b' }, token_b),
    );
    const form = h(
      'form',
      { class: 'quote', id: 'quote', novalidate: true },
      this.#amount,
      this.#token,
      h('button', { type: 'submit' }, 'Quote'),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#ask();
    });
    const note = h(
      'p',
      { class: 'summary' },
      'What a swap would give after the newest block. Tokens are counted in base units.',
    );
    this.element = card('Quote', form, this.#answer, note);
  }

  async #ask(): Promise<void> {
    const { token_a, token_b } = this.pool;
    const [tokenIn, tokenOut] = this.#token.value === 'a' ? [token_a, token_b] : [token_b, token_a];
    const text = this.#amount.value.trim();
    if (!AMOUNT.test(text)) {
      this.#answer.replaceChildren(empty('Type an amount, such as 12.5.'));
      return;
    }
    const mine = ++this.#asked;
    const body = { token_in: tokenIn, token_out: tokenOut, amount_in: text.replaceAll(/[,_ ]/g, '') };
    const reply = await question<Quote>('/api/swap/quote', body, this.signal);
    if (mine !== this.#asked) return;
    this.#answer.replaceChildren(reply.ok ? quoteFacts(reply.value) : empty(sentence(reply.message)));
  }
}

const quoteFacts = (value: Quote): HTMLElement =>
  facts([
    ['Gives', h('strong', {}, held(value, 'amount_out', value.token_out))],
    ['Price impact', h('span', { class: 'num' }, percent(value.price_impact))],
    ['Path', pathOf(value.path)],
    value.pools.length > 1 ? ['Pools', chain(value.pools.map(poolLink), ', ')] : undefined,
  ]);
