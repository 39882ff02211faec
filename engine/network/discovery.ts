/** Whom to dial, and what peers tell each other about where others are.
 *
 *  In: the address book, what peers say, outcomes of dials. Out: dials. The seeds of the operator are always tried; others are chosen by
 *  chance among those that are ready, until there are enough outbound connections. Every 30 s all peers are asked for addresses. */

import type { Random } from '../base/ports.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { type Address, AddressBook } from './addressBook.js';
import { ADDRESSES_PER_MESSAGE, DIAL_MS, DISCOVERY_MS, SAVE_MS, SLOTS, TEXT_CHARACTERS } from './limits.js';
import type { PeerAddress } from './messages.js';
import type { Peer } from './peer.js';
import type { PeerTable } from './peerTable.js';
import type { Surroundings } from './surroundings.js';

export interface DiscoveryOptions {
  readonly seeds: readonly string[];
  /** What `saveAddresses` gave last. */
  readonly saved: string | undefined;
  /** The node's own public URL; '' for none. */
  readonly url: string;
  /** Whether a URL from others may be dialled: its form, and whether it is in the public network. */
  readonly mayDial: (url: string) => boolean;
  readonly random: Random;
}

export class Discovery {
  readonly book: AddressBook;
  /** Why the saved addresses were not read. */
  readonly damaged: Refusal | undefined;
  /** Many peers must be heard: more are dialled than are kept otherwise. */
  asksAround = false;
  readonly #dialling = new Map<string, number>();
  readonly #ownUrls = new Set<string>();
  readonly #seeds: ReadonlySet<string>;
  #askAt = 0;
  #saveAt: number | undefined;

  constructor(
    private readonly around: Surroundings,
    private readonly table: PeerTable,
    private readonly options: DiscoveryOptions,
    now: number,
  ) {
    this.#seeds = new Set(options.seeds);
    if (options.url !== '') this.#ownUrls.add(options.url);
    this.book = new AddressBook(options.seeds.filter((url) => url !== options.url));
    this.damaged = options.saved === undefined ? undefined : this.book.load(options.saved, now);
  }

  /** Dials what is due. */
  time(): void {
    const { now } = this.around;
    for (const [url, at] of this.#dialling) if (now >= at + DIAL_MS) this.undialled(url, undefined);
    this.#dial();
    if (now >= this.#askAt) this.#askForPeers();
    this.around.wakeAt(this.#askAt);
    this.#save();
  }

  #dial(): void {
    const { now } = this.around;
    const dialled = new Set(this.#dialledUrls());
    const connected = new Set([...dialled, ...this.#claimedUrls()]);
    const ready: Address[] = [];
    for (const address of this.book.all()) {
      // Whoever claims a seed's URL must not keep this node from it.
      if (!this.#mayDial(address, address.seed ? dialled : connected)) continue;
      if (now < address.restsUntil) this.around.wakeAt(address.restsUntil);
      else if (address.seed) this.#dialNow(address);
      else ready.push(address);
    }
    const most = this.asksAround ? SLOTS.outboundAsking : SLOTS.outbound;
    let free = most - this.table.count('dial') - this.#dialling.size;
    for (; free > 0 && ready.length > 0; free--) {
      const [chosen] = ready.splice(this.#chance(ready.length), 1);
      if (chosen) this.#dialNow(chosen);
    }
  }

  #dialledUrls(): string[] {
    return [...this.table.all()].flatMap(({ identity }) => identity.facts.url ?? []);
  }

  /** Where peers are by their own word. */
  #claimedUrls(): string[] {
    return [...this.table.all()].flatMap(({ introduction }) => introduction?.url ?? []);
  }

  #mayDial({ url, id }: Address, connected: ReadonlySet<string>): boolean {
    if (this.#ownUrls.has(url) || this.#dialling.has(url) || connected.has(url)) return false;
    if (id !== '' && (this.table.ofId(id) || this.book.banReason(id, this.around.now) !== undefined)) return false;
    return this.#seeds.has(url) || this.options.mayDial(url);
  }

  #chance(limit: number): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.options.random.bytes(4);
    return (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) % limit;
  }

  #dialNow({ url }: Address): void {
    const { now, counters } = this.around;
    counters.dials++;
    this.#dialling.set(url, now);
    this.around.wakeAt(now + DIAL_MS);
    this.around.emit({ kind: 'dial', url });
  }

  /** @param id of the node that has proven its key there. One that has dialled this node takes no second link: it is found all the same. */
  undialled(url: string, id: string | undefined): void {
    if (!this.#dialling.delete(url)) return;
    if (id !== undefined && this.table.ofId(id)) {
      this.book.answered(url, id);
      return;
    }
    this.around.counters.failedDials++;
    this.book.failed(url, this.around.now);
    this.#wakeForDial(url);
  }

  /** A session is up. Whether the node there wants this one shows with its introduction. */
  dialled(url: string, id: string): void {
    this.#dialling.delete(url);
    this.book.answered(url, id);
  }

  /** A connection that this node had dialled has ended. @param failed whether the peer was of no use. */
  ended(url: string, failed: boolean): void {
    if (failed) this.book.failed(url, this.around.now);
    this.#wakeForDial(url);
  }

  #wakeForDial(url: string): void {
    const rests = this.book.get(url)?.restsUntil;
    if (rests !== undefined) this.around.wakeAt(Math.max(rests, this.around.now));
  }

  /** A URL leads back to this process. */
  isOwn(url: string): void {
    this.#ownUrls.add(url);
    this.#dialling.delete(url);
    this.book.forget(url);
  }

  /** A peer that introduced itself with a URL can be found there. */
  introduced({ introduction, identity, id }: Peer): void {
    if (identity.facts.url !== undefined) this.book.succeeded(identity.facts.url, id, this.around.now);
    if (introduction && introduction.url !== '') this.#learn(introduction, id);
  }

  #learn({ url, name }: PeerAddress, source: string): 'added' | 'known' | 'full' | Refusal {
    if (url.length > TEXT_CHARACTERS.url)
      return refuse('malformed_parameter', `a peer URL has at most ${TEXT_CHARACTERS.url} characters`);
    if (this.#ownUrls.has(url)) return 'known';
    if (!this.#seeds.has(url) && !this.options.mayDial(url))
      return refuse('not_authorized', 'this node does not connect to that URL; it must be public and end in /api');
    return this.book.add({ url, name: name.slice(0, TEXT_CHARACTERS.name) }, source);
  }

  /** Addresses that anybody may learn: those at which any node may look for one. */
  *shown(): Generator<PeerAddress> {
    for (const { url, name } of this.book.all()) if (this.options.mayDial(url)) yield { url, name };
  }

  /** @param id of a node that has answered at one of the known addresses. */
  urlOf(id: string): string | undefined {
    for (const { url, id: known } of this.book.all()) if (known === id && this.options.mayDial(url)) return url;
    return undefined;
  }

  /** The URL that the operator has named and at which this node has dialled the peer. What a peer says of its own URL does not count. */
  namedAs({ id, identity }: Peer): string | undefined {
    return this.options.seeds.find((url) => identity.facts.url === url || this.book.get(url)?.id === id);
  }

  /** POST /api/peers/register. @param source who asks, for the share of the book that one source may fill. */
  register(url: string, name: string, source: string): 'registered' | 'known' | Refusal {
    const outcome = this.#learn({ url, name }, source);
    if (isRefusal(outcome)) return outcome;
    if (outcome === 'full') return refuse('busy', 'this node knows enough peers; try again later', 60);
    return outcome === 'added' ? 'registered' : 'known';
  }

  #askForPeers(): void {
    this.#askAt = this.around.now + DISCOVERY_MS;
    for (const peer of this.around.peers) {
      peer.askedForPeers = true;
      this.around.send(peer, { kind: 'peersWanted' });
    }
  }

  /** A new peer is asked at once: the first one is often the only one that is known. */
  greet(peer: Peer): void {
    peer.askedForPeers = true;
    this.around.send(peer, { kind: 'peersWanted' });
  }

  /** Answers with what has answered here, and with the peers of this moment. */
  wanted(peer: Peer): void {
    const own = peer.introduction?.url;
    const addresses = new Map<string, PeerAddress>();
    for (const { introduction, identity } of this.around.peers)
      if (introduction?.url && identity.facts.direction === 'dial')
        addresses.set(introduction.url, { url: introduction.url, name: introduction.name });
    for (const address of this.book.proven(ADDRESSES_PER_MESSAGE)) addresses.set(address.url, address);
    for (const { introduction } of this.around.peers)
      if (introduction?.url && this.options.mayDial(introduction.url))
        addresses.set(introduction.url, { url: introduction.url, name: introduction.name });
    if (own) addresses.delete(own);
    this.around.send(peer, { kind: 'peers', peers: [...addresses.values()].slice(0, ADDRESSES_PER_MESSAGE) });
  }

  learned(peer: Peer, peers: readonly PeerAddress[]): void {
    if (!peer.askedForPeers) {
      this.around.fault(peer, 'unasked');
      return;
    }
    peer.askedForPeers = false;
    for (const address of peers) this.#learn(address, peer.id);
    this.#dial();
  }

  /** Soon after a change, not with each one. */
  #save(): void {
    const { now } = this.around;
    if (this.book.changed) this.#saveAt ??= now + SAVE_MS;
    if (this.#saveAt === undefined) return;
    if (now < this.#saveAt) {
      this.around.wakeAt(this.#saveAt);
      return;
    }
    this.#saveAt = undefined;
    this.around.emit({ kind: 'saveAddresses', text: this.book.save(now) });
  }
}
