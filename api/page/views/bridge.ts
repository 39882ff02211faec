/** The bridge to other chains: whether it is on here, what the chain owes beside what custody has, withdrawals that wait, and what has moved. */

import { foreignText, held, says } from '../assets.js';
import type {
  BridgeActivityItem,
  BridgeConfig,
  BridgeHealth,
  BridgeReserve,
  BridgeWithdrawal,
  XrgeConfig,
  XrgeWithdrawal,
} from '../bridgeAnswers.js';
import { type Child, h } from '../dom.js';
import { count, grouped, label, scaled } from '../format.js';
import { addressLink, badge, empty, facts, hashText, table, time, txLink } from '../parts.js';
import { type Failure, type Reply, read, readAny } from '../reading.js';
import { Refresher } from '../refresher.js';
import { Slot } from '../slot.js';
import { failed, heading, nothing, type Place, type View, waiting } from '../view.js';

/** Each refresh is seven reads: at most 14 a minute. */
const REFRESH_MS = 30_000;
const ITEMS = 20;
/** Withdrawals that are shown; the others are counted. */
const SHOWN = 100;

interface Answers {
  readonly config: BridgeConfig;
  readonly xrge: XrgeConfig;
  readonly health: BridgeHealth | undefined;
  readonly reserves: readonly BridgeReserve[];
  readonly withdrawals: readonly BridgeWithdrawal[];
  readonly items: readonly BridgeActivityItem[];
}

const camel = (one: XrgeWithdrawal): BridgeWithdrawal => ({
  ...{ txId: one.tx_id, evmAddress: one.evm_address, createdAt: one.created_at, ownerAddress: one.owner_address },
  ...{ tokenSymbol: 'XRGE', status: one.status, attempts: one.attempts, lastError: one.last_error },
  ...{ amountUnits: one.amount, amountUnits_quanta: one.amount_quanta },
});

/** A list that a node in trouble does not give is empty; why is in its health. */
const listOf = <Item>(reply: Reply<{ readonly withdrawals: readonly Item[] }>): readonly Item[] =>
  reply.ok ? reply.value.withdrawals : [];

export class BridgeView implements View {
  readonly title = 'Bridge';
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  readonly #state = new Slot('This node');
  readonly #reserves = new Slot('Reserves');
  readonly #withdrawals = new Slot('Withdrawals', true);
  readonly #activity = new Slot('Latest deposits and withdrawals', true);
  readonly #refresher: Refresher;
  #isLaid = false;

  constructor(private readonly place: Place) {
    this.#refresher = new Refresher(
      place.feed,
      REFRESH_MS,
      () => this.#load(),
      ({ height }) => height,
    );
    void this.#load().then((failure) => {
      if (failure && !this.#isLaid) this.element.replaceChildren(failed(failure, 'This node does not say'));
      else if (this.#isLaid) this.#refresher.begin();
    });
  }

  async #load(): Promise<Failure | undefined> {
    const { signal } = this.ends;
    const config = await readAny<BridgeConfig>('/api/bridge/config', signal);
    if (!config.ok) return config;
    if (!config.value.networkHasBridge) {
      this.element.replaceChildren(nothing('There is no bridge', 'The genesis file of this network names none.'));
      return undefined;
    }
    const [xrge, health, reserves, evm, moved, btc, activity] = await Promise.all([
      readAny<XrgeConfig>('/api/bridge/xrge/config', signal),
      readAny<BridgeHealth>('/api/bridge/health', signal),
      readAny<{ readonly reserves: readonly BridgeReserve[] }>('/api/bridge/reserves', signal),
      read<{ readonly withdrawals: readonly BridgeWithdrawal[] }>('/api/bridge/withdrawals', signal),
      read<{ readonly withdrawals: readonly XrgeWithdrawal[] }>('/api/bridge/xrge/withdrawals', signal),
      read<{ readonly withdrawals: readonly BridgeWithdrawal[] }>('/api/bridge/btc/withdrawals', signal),
      read<{ readonly items: readonly BridgeActivityItem[] }>(`/api/bridge/activity?limit=${ITEMS}`, signal),
    ]);
    if (!xrge.ok) return xrge;
    if (!reserves.ok) return reserves;
    if (!activity.ok) return activity;
    const withdrawals = [...listOf(evm), ...listOf(moved).map(camel), ...listOf(btc)];
    this.#show({
      ...{ config: config.value, xrge: xrge.value, health: health.ok ? health.value : undefined },
      ...{ reserves: reserves.value.reserves, items: activity.value.items },
      withdrawals: withdrawals.sort((a, b) => a.createdAt - b.createdAt),
    });
    return undefined;
  }

  #show(answers: Answers): void {
    this.#lay();
    const { reserves, withdrawals, items } = answers;
    const { now } = this.place.feed;
    this.#state.show(answers, () => stateOf(answers));
    this.#reserves.show(reserves, () => reservesOf(reserves));
    this.#withdrawals.title = `Withdrawals that wait (${count(withdrawals.length)})`;
    this.#withdrawals.show(withdrawals, () => withdrawalsOf(withdrawals.slice(0, SHOWN), now));
    this.#activity.show(items, () => activityOf(items, now));
  }

  #lay(): void {
    if (this.#isLaid) return;
    this.#isLaid = true;
    this.element.replaceChildren(
      heading('Other chains', 'Bridge'),
      this.#state.element,
      this.#reserves.element,
      this.#withdrawals.element,
      this.#activity.element,
    );
  }

  update(): void {
    this.#refresher.update();
  }
}

const isOn = (on: boolean): HTMLElement => badge(on ? 'on' : 'off', on ? 'good' : 'plain');

function stateOf({ config, xrge, health }: Answers): HTMLElement {
  const { custodyAddress, bridgeAddress, btcCustodyAddress } = config;
  const address = (text: string | null | undefined, what: string): readonly (readonly [string, Child])[] =>
    text ? [[what, hashText(text, what)]] : [];
  return facts([
    ['ETH and USDC', isOn(config.enabled)],
    ['XRGE', isOn(xrge.enabled)],
    ['Bitcoin', isOn(btcCustodyAddress !== undefined)],
    ...address(custodyAddress, 'Custody'),
    ...address(bridgeAddress, 'Contract'),
    ...address(xrge.vaultAddress, 'Vault of XRGE'),
    ...address(btcCustodyAddress, 'Custody of Bitcoin'),
    ...(config.confirmations === undefined
      ? []
      : [['Blocks above a deposit', `${count(config.confirmations)}`] as const]),
    ...(config.btcConfirmations === undefined
      ? []
      : [['Confirmations of Bitcoin', `${count(config.btcConfirmations)}`] as const]),
    health === undefined || health.degraded
      ? ['Payouts', badge('stopped: this node cannot write', 'bad')]
      : [
          'Failed payouts',
          badge(count(health.failed_tx_ids.length), health.failed_tx_ids.length > 0 ? 'warn' : 'good'),
        ],
  ]);
}

/** Base units with their sign. */
const signedUnits = (digits: string, token: string): string => {
  const text = digits.replace('-', '');
  return `${digits.startsWith('-') ? '−' : ''}${token === 'XRGE' ? scaled(text, 9) : grouped(text)}`;
};

function differenceOf({ token, difference, custody_error }: BridgeReserve): HTMLElement {
  if (difference === null)
    return h('span', { class: 'faint', title: custody_error ?? '' }, custody_error === null ? 'not asked' : 'unknown');
  return badge(signedUnits(difference, token), difference.startsWith('-') ? 'bad' : 'good');
}

function reservesOf(reserves: readonly BridgeReserve[]): HTMLElement {
  return table(
    'Reserves',
    [
      { name: 'Token' },
      { name: 'In circulation', look: 'end' },
      { name: 'To be paid out', look: 'end' },
      { name: 'In custody', look: 'end' },
      { name: 'More than owed', look: 'end' },
    ],
    reserves.map((reserve): readonly Child[] => [
      h('span', { title: reserve.custody_of ?? '' }, reserve.token),
      held(reserve, 'claimable', reserve.token),
      held(reserve, 'owed', reserve.token),
      says(reserve, 'custody') ? held(reserve, 'custody', reserve.token) : h('span', { class: 'faint' }, '–'),
      differenceOf(reserve),
    ]),
    'stacks',
  );
}

function withdrawalsOf(withdrawals: readonly BridgeWithdrawal[], now: number): HTMLElement {
  if (withdrawals.length === 0) return empty('Every withdrawal is paid out or refunded.');
  return table(
    'Withdrawals that wait',
    [
      { name: 'Withdrawal' },
      { name: 'Amount', look: 'end' },
      { name: 'To' },
      { name: 'Status' },
      { name: 'Age', look: 'end' },
    ],
    withdrawals.map((one): readonly Child[] => [
      txLink(one.txId.replace('xrge:', '')),
      held(one, 'amountUnits', one.tokenSymbol),
      hashText(one.evmAddress, 'destination'),
      h(
        'div',
        {},
        badge(one.status, one.status === 'failed' ? 'warn' : 'plain'),
        one.lastError === null ? undefined : h('div', {}, foreignText(one.lastError, 'wrap faint')),
      ),
      time(one.createdAt, now),
    ]),
    'stacks',
  );
}

const MOODS: Readonly<Record<string, 'good' | 'bad' | 'warn' | 'plain'>> = {
  paid: 'good',
  failed: 'bad',
  refunded: 'warn',
};

function activityOf(items: readonly BridgeActivityItem[], now: number): HTMLElement {
  if (items.length === 0) return empty('Nothing has moved over the bridge yet.');
  return table(
    'Latest deposits and withdrawals',
    [
      { name: 'Transaction' },
      { name: 'Way' },
      { name: 'Amount', look: 'end' },
      { name: 'Account', look: 'wide' },
      { name: 'Status' },
      { name: 'Age', look: 'end' },
    ],
    items.map((item): readonly Child[] => [
      txLink(item.rougechainTxId),
      h('span', {}, `${item.fromChain} → ${item.toChain}`),
      held(item, 'amountUnits', item.asset),
      addressLink(item.rougechainAddress),
      badge(label(item.statusReason), MOODS[item.status] ?? 'plain'),
      time(item.timestamp, now),
    ]),
    'stacks',
  );
}
