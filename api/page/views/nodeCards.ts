/** How the node is doing: verify pool, fees, network, validators, upgrades. */

import { addressOfKey } from '../address.js';
import type { Stats, Validator } from '../apiAnswers.js';
import { type Child, h } from '../dom.js';
import type { Feed } from '../feed.js';
import { count, duration, grouped, label, rate, xrge } from '../format.js';
import { account, amount, badge, empty, facts, table } from '../parts.js';
import { Slot } from '../slot.js';

const LISTED_VALIDATORS = 50;

function validatorRows(validators: readonly Validator[], stats: Stats | undefined): HTMLElement {
  const next = stats?.designated_proposer_next;
  const rows = [...validators]
    .sort((a, b) => b.stake - a.stake)
    .slice(0, LISTED_VALIDATORS)
    .map(({ publicKey, stake, stake_quanta, status, blocksProposed }): readonly Child[] => {
      const standing = (): HTMLElement => badge(status, status === 'active' ? 'good' : 'warn');
      const staked =
        stake_quanta === undefined
          ? h('span', { class: 'num' }, `${grouped(String(stake))} XRGE`)
          : amount(stake_quanta);
      const blocks = `${count(blocksProposed)} ${blocksProposed === 1 ? 'block' : 'blocks'}`;
      return [
        h(
          'div',
          {},
          account(publicKey),
          publicKey === next ? h('span', { class: 'tag' }, ' next') : undefined,
          h('div', { class: 'second' }, standing()),
        ),
        h('div', {}, staked, h('div', { class: 'second num faint' }, blocks)),
        standing(),
        h('span', { class: 'num' }, count(blocksProposed)),
      ];
    });
  return table(
    'Validators',
    [
      { name: 'Validator' },
      { name: 'Stake', look: 'end' },
      { name: 'Status', look: 'wide' },
      { name: 'Blocks', look: 'wide end' },
    ],
    rows,
  );
}

function upgradeList(schedule: Readonly<Record<string, unknown>>, height: number): HTMLElement {
  const heights = Object.entries(schedule).filter(([, value]) => typeof value === 'number' || value === null);
  const rows = heights.map(([name, value]): readonly Child[] => [
    label(name),
    h('span', { class: 'num' }, value === null ? '–' : count(value as number)),
    value === null
      ? badge('not scheduled')
      : (value as number) <= height
        ? badge('active', 'good')
        : badge('to come', 'warn'),
  ]);
  const active = heights.filter(([, value]) => value !== null && (value as number) <= height).length;
  return h(
    'details',
    {},
    h('summary', {}, `${active} of ${heights.length} active`),
    table('Upgrades', [{ name: 'Upgrade' }, { name: 'From block', look: 'end' }, { name: 'State' }], rows),
  );
}

export class NodeCards {
  readonly element: HTMLElement;
  readonly #pool = new Slot('Verify pool');
  readonly #fees = new Slot('Fees');
  readonly #network = new Slot('Network');
  readonly #validators = new Slot('Validators');
  readonly #upgrades = new Slot('Upgrades');

  constructor(private readonly feed: Feed) {
    this.element = h(
      'div',
      { class: 'stack' },
      h('div', { class: 'trio' }, this.#pool.element, this.#fees.element, this.#network.element),
      h('div', { class: 'pair uneven' }, this.#validators.element, this.#upgrades.element),
    );
  }

  update(): void {
    this.#showPool();
    this.#showFees();
    this.#showNetwork();
    this.#showValidators();
    const { stats } = this.feed;
    const height = this.feed.height ?? 0;
    // Of the heights, only those at which an upgrade begins change the card.
    const begun = Object.values(stats?.upgrade_schedule ?? {}).filter(
      (from) => typeof from === 'number' && from <= height,
    );
    this.#upgrades.show([stats?.upgrade_schedule, begun.length], () =>
      stats ? upgradeList(stats.upgrade_schedule, height) : empty('Loading…'),
    );
  }

  #showPool(): void {
    const { stats, verifiedPerSecond } = this.feed;
    const pool = stats?.verify_pool;
    this.#pool.show([pool, verifiedPerSecond, stats === undefined], () => {
      if (!pool) return empty(stats ? 'This node does not say.' : 'Loading…');
      return facts([
        ['Verified per second', rate(verifiedPerSecond)],
        ['Workers', count(pool.workers)],
        ['Queue', `${count(pool.queued)} waiting, ${count(pool.in_flight)} at work`],
        ['Mean wait', duration(pool.wait_microseconds / 1_000)],
        ['Per signature', duration(pool.microseconds_per_item / 1_000)],
        ['Verified', count(pool.verified)],
        ['Refused', count(pool.refused)],
      ]);
    });
  }

  #showFees(): void {
    const { stats, fee } = this.feed;
    const shown = stats && [stats.base_fee_quanta, stats.total_fees_burned_quanta, stats.fees_in_last_block_quanta];
    this.#fees.show([shown, fee, stats?.total_fees_collected_quanta], () => {
      if (!stats) return empty('Loading…');
      return facts([
        ['Base fee', amount(stats.base_fee_quanta)],
        ['Suggested', fee ? amount(fee.total_fee_suggestion_quanta) : '–'],
        [
          'Floor to ceiling',
          fee
            ? `${xrge(fee.fee_floor_quanta)} to ${fee.fee_ceiling_quanta ? xrge(fee.fee_ceiling_quanta) : 'none'}`
            : '–',
        ],
        ['Target per block', fee ? `${count(fee.target_txs_per_block)} transactions` : '–'],
        ['Last block', amount(stats.fees_in_last_block_quanta)],
        ['Collected', amount(stats.total_fees_collected_quanta)],
        ['Fees burned', amount(stats.total_fees_burned_quanta)],
      ]);
    });
  }

  #showNetwork(): void {
    const { stats, peers } = this.feed;
    const proposer = stats?.designated_proposer_next;
    const height = (this.feed.height ?? 0) + 1;
    this.#network.show(
      [peers?.count, stats?.connected_peers, proposer, stats?.ws_clients, stats?.is_mining, proposer ? height : 0],
      () => {
        if (!stats) return empty('Loading…');
        return facts([
          ['This node', badge(stats.is_mining ? 'produces blocks' : 'reads only', stats.is_mining ? 'good' : 'plain')],
          ['Next block', h('span', { class: 'num' }, count(height))],
          ['Its proposer', proposer ? account(proposer) : 'nobody'],
          ['Peers', h('a', { href: '#/network' }, peerText(stats.connected_peers, peers?.count))],
          ['Listeners', `${count(stats.ws_clients)} WebSocket${stats.ws_clients === 1 ? '' : 's'}`],
        ]);
      },
    );
  }

  #showValidators(): void {
    const { validators, stats } = this.feed;
    this.#validators.show([validators, stats?.designated_proposer_next], () => {
      if (!validators) return empty('Loading…');
      if ('validators' in validators)
        return validators.validators.length === 0
          ? empty('There is no validator.')
          : validatorRows(validators.validators, stats);
      if (validators.status !== 404) return empty(validators.message);
      const next = stats?.designated_proposer_next;
      const text = 'This node does not list its validators.';
      return next && addressOfKey(next)
        ? h('p', { class: 'empty' }, text, ' Next to propose: ', account(next))
        : empty(text);
    });
  }
}

const peerText = (connected: number, known: number | undefined): string =>
  known === undefined || known === connected
    ? `${count(connected)} connected`
    : `${count(connected)} connected, ${count(known)} known`;
