/** One contract: who deployed it, its code, what it tells, what it keeps; and a form that asks it. */

import { eventText, keptText } from '../callText.js';
import type {
  ContractAnswer,
  ContractEvents,
  ContractInterface,
  ContractRecord,
  ContractState,
  KeptRecord,
  PlacedEvent,
} from '../contractAnswers.js';
import { bytes, contractText, nameText } from '../contracts.js';
import { type Child, h } from '../dom.js';
import { count } from '../format.js';
import { MoreList, type Part } from '../moreList.js';
import { account, amount, blockLink, copyButton, facts, table, time, txLink } from '../parts.js';
import { type Failure, type Reply, read } from '../reading.js';
import { Refresher } from '../refresher.js';
import { Slot } from '../slot.js';
import { failed, heading, type Place, type View, waiting } from '../view.js';
import { codeFacts } from './contractCode.js';
import { ReadForm } from './readForm.js';

const PER_PAGE = 20;
/** While the chain works: two reads each time. */
const REFRESH_MS = 10_000;
/** While the contract tells something: one read each time. */
const EVENTS_MS = 2_000;

export class ContractView implements View {
  readonly title: string;
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  readonly #path: string;
  readonly #about = new Slot('Contract');
  readonly #code = new Slot('Code');
  readonly #form: ReadForm;
  readonly #events: MoreList<PlacedEvent>;
  readonly #state: MoreList<KeptRecord>;
  readonly #refreshers: readonly Refresher[];
  /** Transactions in which it had told something when its events were read. */
  #told: number | undefined;

  constructor(place: Place) {
    const { feed, value } = place;
    const address = value.toLowerCase();
    this.title = `Contract ${value.slice(0, 12)}`;
    this.#path = `/api/contract/${encodeURIComponent(value)}`;
    this.#form = new ReadForm(value, this.ends.signal);
    this.#events = new MoreList<PlacedEvent>({
      title: 'Events',
      read: (cursor) => this.#readEvents(cursor),
      table: (events) => this.#eventTable(events),
      none: 'It has told nothing yet.',
    });
    this.#state = new MoreList<KeptRecord>({
      title: 'Keeps',
      read: (cursor) => this.#readState(cursor),
      table: stateTable,
      none: 'It keeps nothing.',
    });
    const told = feed.followContract(address, this.ends.signal);
    this.#refreshers = [
      new Refresher(feed, REFRESH_MS, () => this.#load()),
      new Refresher(feed, EVENTS_MS, () => this.#events.load(), told),
    ];
    void this.#begin();
  }

  async #begin(): Promise<void> {
    const failure = await this.#load();
    if (failure) return this.element.replaceChildren(failed(failure, 'No such contract'));
    for (const refresher of this.#refreshers) refresher.begin();
  }

  async #load(): Promise<Failure | undefined> {
    const reply = await read<ContractAnswer>(this.#path, this.ends.signal);
    if (!reply.ok) return reply;
    const { contract } = reply.value;
    this.#about.show(contract, () => aboutOf(contract));
    if (!this.#about.element.isConnected) this.#lay(contract);
    // Where the socket is closed no event says that there is one.
    const isNew = contract.event_transactions !== this.#told;
    const failures = await Promise.all([this.#state.load(), isNew ? this.#events.load() : undefined]);
    const failure = failures.find((one) => one !== undefined);
    if (!failure) this.#told = contract.event_transactions;
    return failure;
  }

  #lay(contract: ContractRecord): void {
    const { address } = contract;
    void this.#readCode(contract);
    this.element.replaceChildren(
      heading(
        'Contract',
        h(
          'span',
          { class: 'hash' },
          h('span', { class: 'mono title' }, address),
          copyButton(address, 'contract address'),
        ),
      ),
      h('div', { class: 'pair even' }, this.#about.element, this.#code.element),
      this.#form.element,
      this.#events.element,
      this.#state.element,
    );
  }

  /** The code of a contract never changes. */
  async #readCode(contract: ContractRecord): Promise<void> {
    this.#code.show('waiting', () => codeFacts(contract, undefined));
    const reply = await read<ContractInterface>(`${this.#path}/interface`, this.ends.signal);
    this.#code.show(reply, () => codeFacts(contract, reply));
    if (reply.ok) this.#form.offer(reply.value.methods);
  }

  async #readEvents(cursor: string | undefined): Promise<Reply<Part<PlacedEvent>>> {
    const more = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const reply = await read<ContractEvents>(`${this.#path}/events?limit=${PER_PAGE}${more}`, this.ends.signal);
    if (!reply.ok) return reply;
    const { events, next_cursor } = reply.value;
    return { ok: true, value: { items: events, next: next_cursor } };
  }

  #eventTable(events: readonly PlacedEvent[]): HTMLElement {
    const rows = events.map(({ topic, data, tx_hash, block_height }): readonly Child[] => [
      nameText(topic),
      contractText(eventText(data)),
      txLink(tx_hash),
      blockLink(block_height),
    ]);
    const columns = [
      { name: 'Event' },
      { name: 'Data' },
      { name: 'Transaction', look: 'wide' },
      { name: 'Block', look: 'end' },
    ] as const;
    return table('What the contract told, the newest first', columns, rows, 'stacks');
  }

  async #readState(cursor: string | undefined): Promise<Reply<Part<KeptRecord>>> {
    const more = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const reply = await read<ContractState>(`${this.#path}/state?limit=${PER_PAGE}${more}`, this.ends.signal);
    if (!reply.ok) return reply;
    const { entries, total, next_cursor } = reply.value;
    return { ok: true, value: { items: entries, next: next_cursor, total } };
  }

  update(): void {
    for (const refresher of this.#refreshers) refresher.update();
  }
}

const stateTable = (records: readonly KeptRecord[]): HTMLElement =>
  table(
    'What the contract keeps',
    [{ name: 'Key' }, { name: 'Value' }],
    records.map(({ key_hex, value_hex }) => [contractText(keptText(key_hex)), contractText(keptText(value_hex))]),
    'stacks',
  );

function aboutOf(contract: ContractRecord): HTMLElement {
  const { deployer, deployer_address, account: own, balance_quanta, created_at, created_height } = contract;
  const { storage_records, storage_bytes, event_transactions } = contract;
  const name = storage_records === 1 ? 'record' : 'records';
  return facts([
    ['Deployed by', account(deployer_address || deployer, true)],
    ['Created', h('span', {}, time(created_at), ' in block ', blockLink(created_height))],
    ['Account', account(own, true)],
    ['Balance', amount(balance_quanta)],
    ['Keeps', h('span', {}, `${count(storage_records)} ${name}, `, bytes(storage_bytes))],
    ['Events', `in ${count(event_transactions)} transaction${event_transactions === 1 ? '' : 's'}`],
  ]);
}
