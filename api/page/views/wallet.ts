/** A wallet for chains on the user's own machine: a key, the faucet, a transfer. It is absent on any other chain: users should not
 *  get used to typing a valuable key into a page. The key stays in this page's memory until another view is opened. */

import { h } from '../dom.js';
import { xrge } from '../format.js';
import { account, card, copyButton, empty, facts, txLink } from '../parts.js';
import { read, send } from '../reading.js';
import type { Digits, Wallet } from '../signing.js';
import { heading, nothing, type Place, sentence, type View, waiting } from '../view.js';

/** Decimal text, with optional thousands separators. */
const AMOUNT = /^\d[\d,_ ]*(?:\.\d+)?$/;
const ADDRESS = /^(?:rouge1[0-9a-z]+|[0-9a-f]{3904})$/i;
const SYMBOL = /^[A-Za-z0-9]{1,10}$/;

interface Sent {
  readonly txId: string;
}

const field = (label: string, input: HTMLElement, look = 'field'): HTMLElement =>
  h('label', { class: look }, h('span', {}, label), input);

const status = (): HTMLElement => h('div', { class: 'answer', role: 'status', 'aria-live': 'polite' });

export class WalletView implements View {
  readonly title = 'Wallet';
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  readonly #key = h('input', {
    id: 'wallet-key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'Seed of 64 hex characters, or a secret key',
  });
  readonly #to = h('input', { id: 'wallet-to', autocomplete: 'off', spellcheck: 'false', placeholder: 'rouge1…' });
  readonly #amount = h('input', {
    id: 'wallet-amount',
    inputmode: 'decimal',
    autocomplete: 'off',
    placeholder: '12.5',
  });
  readonly #token = h('input', { id: 'wallet-token', autocomplete: 'off', value: 'XRGE', maxlength: '10' });
  readonly #who = status();
  readonly #faucetAnswer = status();
  readonly #transferAnswer = status();
  #shown: boolean | undefined;
  #wallet: Wallet | undefined;
  #asked = 0;

  constructor(private readonly place: Place) {
    this.ends.signal.addEventListener('abort', () => {
      this.#wallet = undefined;
      this.#key.value = '';
    });
    this.#key.addEventListener('input', () => void this.#open());
    this.update();
  }

  /** The node's health says whether the chain runs on this machine only. */
  update(): void {
    const { health } = this.place.feed;
    if (health === undefined || this.#shown !== undefined) return;
    this.#shown = health.local_network === true;
    if (!this.#shown)
      this.element.replaceChildren(
        nothing(
          'There is no wallet here',
          'It is there on a local network alone. Elsewhere use the rouged wallet command or another wallet.',
        ),
      );
    else this.element.replaceChildren(heading('Local network', 'Wallet'), this.#keyCard(), this.#cards());
  }

  #keyCard(): HTMLElement {
    const make = async (): Promise<void> => {
      const { newSeed } = await import('../signing.js');
      this.#key.value = newSeed();
      this.#key.type = 'text';
      await this.#open();
    };
    return card(
      'Key',
      h('p', { class: 'note' }, 'It stays in this page: transactions are signed here, and only signatures are sent.'),
      h(
        'div',
        { class: 'form' },
        field('Secret', this.#key),
        h('button', { type: 'button', id: 'wallet-new', click: () => void make() }, 'Make a new one'),
      ),
      this.#who,
    );
  }

  #cards(): HTMLElement {
    const faucet = h(
      'button',
      { type: 'button', id: 'wallet-faucet', click: () => void this.#faucet() },
      'Get 10,000 XRGE',
    );
    const form = h(
      'form',
      { class: 'form', id: 'transfer', novalidate: true },
      field('To', this.#to, 'field long'),
      field('Amount', this.#amount),
      field('Token', this.#token),
      h('button', { type: 'submit' }, 'Sign and send'),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#transfer();
    });
    const note = 'XRGE in decimals, any other token in whole base units.';
    return h(
      'div',
      { class: 'pair uneven' },
      card('Transfer', form, h('p', { class: 'summary' }, note), this.#transferAnswer),
      card('Faucet', h('div', { class: 'form' }, faucet), this.#faucetAnswer),
    );
  }

  /** Reads the key that was typed, and shows whose it is. */
  async #open(): Promise<void> {
    const mine = ++this.#asked;
    const { openWallet } = await import('../signing.js');
    if (mine !== this.#asked) return;
    const text = this.#key.value;
    this.#wallet = openWallet(text);
    const { signal } = this.ends;
    if (!this.#wallet) {
      const hint = text.trim() === '' ? [] : [empty('A seed has 64 hex characters, a secret key 8,064.')];
      this.#who.replaceChildren(...hint);
      return;
    }
    const { address } = this.#wallet;
    const reply = await read<{ readonly balance_quanta: string }>(`/api/balance/${address}`, signal);
    if (mine !== this.#asked) return;
    const holds = reply.ok ? `${xrge(reply.value.balance_quanta)} XRGE` : sentence(reply.message);
    this.#who.replaceChildren(
      facts([
        ['Account', h('span', { class: 'hash' }, account(address), copyButton(address, 'address'))],
        ['Balance', holds],
      ]),
    );
  }

  /** Signs and sends. @param answer where the result is shown. */
  async #submit(
    route: string,
    members: Readonly<Record<string, string | number | Digits>>,
    answer: HTMLElement,
  ): Promise<void> {
    const wallet = this.#wallet;
    if (!wallet) return answer.replaceChildren(empty('Type the secret of an account above, or make a new one.'));
    const { feed } = this.place;
    answer.replaceChildren(empty('Signing…'));
    const { signedBody } = await import('../signing.js');
    const chain = feed.health?.chain_id;
    const body = signedBody(wallet, { ...members, ...(chain === undefined ? {} : { chain_id: chain }) }, feed.now);
    const reply = await send<Sent>(route, body, this.ends.signal);
    answer.replaceChildren(
      reply.ok ? h('p', {}, 'Accepted: ', txLink(reply.value.txId)) : empty(sentence(reply.message)),
    );
  }

  #faucet(): Promise<void> {
    return this.#submit('/api/v2/faucet', { type: 'faucet' }, this.#faucetAnswer);
  }

  #transfer(): Promise<void> | void {
    const to = this.#to.value.trim();
    const amount = this.#amount.value.trim();
    const token = this.#token.value.trim() || 'XRGE';
    const wrong = !ADDRESS.test(to)
      ? 'Type the address of the recipient, which begins with rouge1.'
      : !AMOUNT.test(amount)
        ? 'Type an amount, such as 12.5.'
        : !SYMBOL.test(token)
          ? 'A token has a symbol of 1 to 10 letters and digits.'
          : undefined;
    if (wrong) return this.#transferAnswer.replaceChildren(empty(wrong));
    const digits = amount.replaceAll(/[,_ ]/g, '').replace(/^0+(?=\d)/, '');
    return this.#submit('/api/v2/transfer', { type: 'transfer', to, token, amount: { digits } }, this.#transferAnswer);
  }
}
