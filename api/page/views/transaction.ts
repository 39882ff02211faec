/** One transaction: its effect, its result, the signed text. One that is not in a block yet is looked up again. */

import type { TxAnswer } from '../apiAnswers.js';
import { h } from '../dom.js';
import { count, label } from '../format.js';
import { account, amount, badge, blockLink, card, empty, facts, hashText, outcome, recipient, time } from '../parts.js';
import { type Failure, read } from '../reading.js';
import { failed, heading, nothing, type Place, sentence, type View, waiting } from '../view.js';
import { callCards, failureText } from './callRows.js';
import { deedRows, hiddenIn } from './deeds.js';
import { Finality } from './finality.js';
import { memberRows } from './members.js';
import { movementTable } from './money.js';

/** How often a pending transaction is looked up, while blocks arrive. */
const AGAIN_MS = 3_000;

export class TransactionView implements View {
  readonly title: string;
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  #pendingSince: number | undefined;
  #finality: Finality | undefined;

  constructor(private readonly place: Place) {
    this.title = `Transaction ${place.value.slice(0, 12)}`;
    void this.#load();
  }

  async #load(): Promise<void> {
    const reply = await read<TxAnswer>(`/api/tx/${encodeURIComponent(this.place.value)}`, this.ends.signal);
    if (reply.ok) {
      this.#pendingSince = undefined;
      this.#finality = new Finality(this.place.feed, reply.value.blockHeight);
      this.element.replaceChildren(...content(reply.value, this.#finality.element));
    } else this.#miss(reply);
  }

  #miss(failure: Failure): void {
    const pending = failure.status === 404 && /\bpending\b/.test(failure.message);
    this.#pendingSince = pending ? Date.now() : undefined;
    this.element.replaceChildren(
      pending
        ? nothing('Waiting for a block', `${sentence(failure.message)} This page shows it as soon as it is.`)
        : failed(failure, 'No such transaction'),
    );
  }

  update(): void {
    this.#finality?.update();
    if (this.#pendingSince === undefined || Date.now() < this.#pendingSince + AGAIN_MS) return;
    this.#pendingSince = Date.now();
    void this.#load();
  }
}

function content(answer: TxAnswer, finality: HTMLElement): readonly HTMLElement[] {
  const { tx, receipt, txId } = answer;
  const failure = receipt && typeof receipt.status === 'object' ? receipt.status.Failed : undefined;
  const to = recipient(answer, true);
  return [
    h(
      'div',
      { class: 'headline' },
      heading('Transaction', label(tx.tx_type)),
      h('span', { class: 'badges' }, outcome(answer.status), finality),
    ),
    ...(failure === undefined
      ? []
      : [h('p', { class: 'notice bad' }, `It failed: ${failureText(failure, receipt)}. Its fee was taken.`)]),
    card(
      'Summary',
      facts([
        ['Id', hashText(txId, 'transaction id', true)],
        ['Block', h('span', {}, blockLink(answer.blockHeight), receipt ? `, position ${count(receipt.index)}` : '')],
        ['Time', time(answer.blockTime)],
        ['From', account(tx.from_pub_key, true)],
        to && ['To', to],
        ...deedRows(answer),
        ['Fee', amount(receipt?.fee_paid_quanta ?? tx.fee_quanta)],
        ['Nonce', count(tx.nonce)],
        ...memberRows(tx.payload, hiddenIn(tx)),
      ]),
    ),
    ...callCards(answer),
    ...(answer.movements?.length ? [card('What moved', movementTable(answer.movements))] : []),
    card('Receipt', receiptPart(answer)),
    card('Signed', signedPart(tx.signed_payload, tx.sig, tx.from_pub_key)),
  ];
}

function receiptPart({ receipt, status }: TxAnswer): HTMLElement {
  if (!receipt) return empty('There is no receipt.');
  const { logs } = receipt;
  const entries = logs.map(({ event_type, data }) => h('li', {}, badge(event_type), facts(memberRows(data))));
  return h(
    'div',
    {},
    facts([
      ['Status', outcome(status)],
      ['Fee paid', amount(receipt.fee_paid_quanta)],
      ['Log', logs.length === 0 ? 'no entries' : h('ol', { class: 'logs' }, ...entries)],
    ]),
  );
}

function signedPart(payload: string, signature: string, key: string): HTMLElement {
  let text = payload;
  try {
    text = JSON.stringify(JSON.parse(payload), undefined, 2);
  } catch {
    // Shown as it is.
  }
  const sig = signature === '' ? 'pruned' : hashText(signature, 'signature');
  return h(
    'div',
    {},
    facts([
      ['Public key', hashText(key, 'public key')],
      ['Signature', sig],
    ]),
    h('details', {}, h('summary', {}, 'The signed text'), h('pre', { class: 'mono', tabindex: '0' }, text)),
  );
}
