/** The network as this node sees it: who is connected, who has voted for the latest block, and who has signed twice. */

import type { ConnectedPeer, EvidenceList, Peers, VoteGroup, Votes } from '../apiAnswers.js';
import { foreignText } from '../assets.js';
import { type Child, h } from '../dom.js';
import { count, grouped } from '../format.js';
import { account, badge, blockLink, empty, facts, hashText, table } from '../parts.js';
import { type Failure, readAny } from '../reading.js';
import { Refresher } from '../refresher.js';
import { Slot } from '../slot.js';
import { failed, heading, type Place, type View, waiting } from '../view.js';

/** Each refresh is three reads: at most 18 a minute. */
const REFRESH_MS = 10_000;

/** Voters that are named; the others are counted. */
const NAMED_VOTERS = 100;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Rounded to the unit in which it is at least two. */
function lasting(seconds: number): string {
  if (seconds < 2 * MINUTE) return `${count(Math.round(seconds))} s`;
  if (seconds < 2 * HOUR) return `${count(Math.round(seconds / MINUTE))} min`;
  return seconds < 2 * DAY ? `${count(Math.round(seconds / HOUR))} h` : `${count(Math.round(seconds / DAY))} days`;
}

export class NetworkView implements View {
  readonly title = 'Network';
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  readonly #peers = new Slot('Connected nodes');
  readonly #known = new Slot('Known nodes');
  readonly #votes = new Slot('Votes');
  readonly #evidence = new Slot('Equivocations');
  readonly #bans = new Slot('Banned nodes');
  readonly #refresher: Refresher;
  #isLaid = false;

  constructor(place: Place) {
    this.#refresher = new Refresher(
      place.feed,
      REFRESH_MS,
      () => this.#load(),
      ({ height }) => height,
    );
    void this.#begin();
  }

  async #begin(): Promise<void> {
    const failure = await this.#load();
    if (failure && !this.#isLaid) this.element.replaceChildren(failed(failure, 'This node does not say'));
    else this.#refresher.begin();
  }

  async #load(): Promise<Failure | undefined> {
    const { signal } = this.ends;
    const [peers, votes, evidence] = await Promise.all([
      readAny<Peers>('/api/peers', signal),
      readAny<Votes>('/api/votes', signal),
      readAny<EvidenceList>('/api/evidence', signal),
    ]);
    if (!peers.ok) return peers;
    if (!votes.ok && votes.status !== 404) return votes;
    if (!evidence.ok) return evidence;
    this.#lay();
    this.#showPeers(peers.value);
    this.#votes.title = votes.ok ? `Votes for block ${count(votes.value.height)}` : 'Votes';
    this.#votes.show(votes.ok ? votes.value : undefined, () =>
      votes.ok ? votesOf(votes.value) : empty('There is no block to vote on yet.'),
    );
    this.#evidence.show(evidence.value, () => evidenceOf(evidence.value));
    return undefined;
  }

  #lay(): void {
    if (this.#isLaid) return;
    this.#isLaid = true;
    this.element.replaceChildren(
      heading('Network', 'Nodes and votes'),
      this.#peers.element,
      h('div', { class: 'pair' }, this.#votes.element, this.#evidence.element),
      h('div', { class: 'pair' }, this.#known.element, this.#bans.element),
    );
  }

  #showPeers({ details = [], peer_details: known, bans = [] }: Peers): void {
    this.#peers.title = `Connected nodes (${count(details.length)})`;
    this.#peers.show(details, () =>
      details.length === 0 ? empty('No other node is connected to this one.') : connectedTable(details),
    );
    this.#known.title = `Known nodes (${count(known.length)})`;
    this.#known.show(known, () =>
      known.length === 0
        ? empty('This node knows no address of another one.')
        : table(
            'Known nodes',
            [{ name: 'Node' }],
            known.map(({ url, node_name }) => [
              h(
                'div',
                {},
                foreignText(node_name ?? 'without a name', 'wrap'),
                h('div', {}, foreignText(url, 'wrap faint')),
              ),
            ]),
          ),
    );
    this.#bans.element.hidden = bans.length === 0;
    this.#bans.show(bans, () =>
      table(
        'Banned nodes',
        [{ name: 'Node' }, { name: 'Why' }, { name: 'For', look: 'end' }],
        bans.map(({ id, reason, remaining_seconds }) => [
          hashText(id, 'id of the node'),
          foreignText(reason, 'wrap'),
          h('span', { class: 'num' }, lasting(remaining_seconds)),
        ]),
        'stacks',
      ),
    );
  }

  update(): void {
    this.#refresher.update();
  }
}

function connectedTable(peers: readonly ConnectedPeer[]): HTMLElement {
  const rows = peers.map((peer): readonly Child[] => [
    h(
      'div',
      {},
      foreignText(peer.node_name ?? peer.url ?? peer.id.slice(0, 12), 'wrap'),
      peer.validator ? h('span', { class: 'tag' }, ' validator') : undefined,
      h('div', { class: 'faint' }, peer.direction === 'out' ? 'called by this node' : 'has called this node'),
    ),
    h('span', { class: 'num' }, count(peer.height)),
    h('span', { class: 'num' }, lasting(peer.connected_seconds)),
    badge(count(peer.score), peer.score < 0 ? 'warn' : 'good'),
    hashText(peer.id, 'id of the node'),
  ]);
  return table(
    'Connected nodes',
    [
      { name: 'Node' },
      { name: 'Its height', look: 'end' },
      { name: 'Connected', look: 'end' },
      { name: 'Score', look: 'wide end' },
      { name: 'Id', look: 'wide' },
    ],
    rows,
  );
}

function stakeOf(stake: string): HTMLElement {
  const [whole = '', fraction] = stake.split('.');
  const text = fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`;
  return h('span', { class: 'num' }, text, h('span', { class: 'unit' }, ' XRGE'));
}

function votesOf({ totalStake, quorumStake, prevote, precommit }: Votes): HTMLElement {
  const groups = [
    ...prevote.map((group) => groupRow('prevote', group)),
    ...precommit.map((group) => groupRow('precommit', group)),
  ];
  return h(
    'div',
    {},
    facts([
      ['Needed', stakeOf(quorumStake)],
      ['Of', stakeOf(totalStake)],
    ]),
    groups.length === 0
      ? empty('No vote is known.')
      : table(
          'Votes',
          [{ name: 'Vote' }, { name: 'Voters', look: 'end' }, { name: 'Stake', look: 'end' }],
          groups,
          'stacks',
        ),
  );
}

const groupRow = (type: string, { round, blockHash, voters, stake, addresses }: VoteGroup): readonly Child[] => [
  h(
    'div',
    {},
    badge(round === 0 ? type : `${type}, round ${count(round)}`, type === 'precommit' ? 'good' : 'plain'),
    h('div', {}, hashText(blockHash, 'block hash')),
  ),
  h(
    'details',
    {},
    h('summary', { class: 'num' }, count(voters)),
    h('ul', { class: 'peers' }, ...addresses.slice(0, NAMED_VOTERS).map((address) => h('li', {}, account(address)))),
  ),
  stakeOf(stake),
];

function evidenceOf({ evidence }: EvidenceList): HTMLElement {
  if (evidence.length === 0) return empty('No validator has been seen to sign two texts that exclude each other.');
  return table(
    'Equivocations',
    [{ name: 'Validator' }, { name: 'At', look: 'end' }],
    evidence.map(({ kind, height, signer_address, votes, blocks }) => {
      const hashes = kind === 'votes' ? votes?.map(({ block_hash }) => block_hash) : blocks?.map(({ hash }) => hash);
      const what = kind === 'votes' ? `two ${votes?.[0]?.vote_type ?? 'vote'}s` : 'two blocks';
      return [
        h(
          'div',
          {},
          account(signer_address),
          h('div', {}, badge(what, 'bad')),
          ...(hashes ?? []).map((hash) => h('div', {}, hashText(hash, 'block hash'))),
        ),
        blockLink(height),
      ];
    }),
  );
}
