/** Where other nodes are, how well it went with them, and who is banned until when. It survives restarts as a text.
 *
 *  Times in the text are durations, because the monotonic clock begins anew with the machine. Bounded: when the book is full the address
 *  that failed most and longest ago succeeded is forgotten, seeds never; one source fills a part of it only. */

import { isJsonObject, JsonNumber, type JsonValue, parseJson } from '../base/json.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { ADDRESSES, BACK_OFF, BAN, TEXT_CHARACTERS } from './limits.js';
import type { PeerAddress } from './messages.js';

export interface Address {
  readonly url: string;
  name: string;
  /** Id of the node that answered there last; '' when none has. */
  id: string;
  readonly seed: boolean;
  /** Who told it: id of a peer, '' for the operator. */
  readonly source: string;
  succeededAt: number | undefined;
  failures: number;
  /** Not dialled before. */
  restsUntil: number;
}

interface Ban {
  until: number;
  times: number;
  reason: string;
}

const BOOK_JSON = { characters: 2 ** 20, values: 40_000, members: 5_000, keyCharacters: 400, depth: 6 };

export class AddressBook {
  readonly #addresses = new Map<string, Address>();
  /** By id of the node. */
  readonly #bans = new Map<string, Ban>();
  /** Set with every change that is worth keeping. */
  changed = false;

  constructor(seeds: readonly string[]) {
    for (const url of seeds) this.#put({ url, name: '', source: '', seed: true });
  }

  get size(): number {
    return this.#addresses.size;
  }

  get(url: string): Address | undefined {
    return this.#addresses.get(url);
  }

  all(): Iterable<Address> {
    return this.#addresses.values();
  }

  #put({ url, name, source, seed }: PeerAddress & Pick<Address, 'source' | 'seed'>): Address {
    const address: Address = { url, name, id: '', seed, source, succeededAt: undefined, failures: 0, restsUntil: 0 };
    this.#addresses.set(url, address);
    return address;
  }

  /** @returns `known` when it was there, `full` when its source has told too many. */
  add({ url, name }: PeerAddress, source: string): 'added' | 'known' | 'full' {
    const known = this.#addresses.get(url);
    if (known) {
      if (name !== '') known.name = name;
      return 'known';
    }
    let fromSource = 0;
    for (const each of this.#addresses.values()) if (!each.seed && each.source === source) fromSource++;
    if (fromSource >= ADDRESSES.perSource) return 'full';
    if (this.#addresses.size >= ADDRESSES.all && !this.#forgetWorst()) return 'full';
    this.#put({ url, name, source, seed: false });
    this.changed = true;
    return 'added';
  }

  #forgetWorst(): boolean {
    let worst: Address | undefined;
    for (const each of this.#addresses.values()) if (!each.seed && (!worst || isWorse(each, worst))) worst = each;
    return worst !== undefined && this.#addresses.delete(worst.url);
  }

  forget(url: string): void {
    if (!this.#addresses.get(url)?.seed) this.changed = this.#addresses.delete(url) || this.changed;
  }

  /** Whose node is there. */
  answered(url: string, id: string): void {
    const address = this.#addresses.get(url);
    if (address) address.id = id;
  }

  succeeded(url: string, id: string, now: number): void {
    const address = this.#addresses.get(url);
    if (!address) return;
    address.id = id;
    address.failures = 0;
    address.succeededAt = now;
    address.restsUntil = now + BACK_OFF.firstMs;
    this.changed = true;
  }

  /** Back-off: min(5 s x 2^n, 120 s). */
  failed(url: string, now: number): void {
    const address = this.#addresses.get(url);
    if (!address) return;
    address.restsUntil = now + Math.min(BACK_OFF.firstMs * 2 ** Math.min(address.failures, 10), BACK_OFF.mostMs);
    address.failures++;
    this.changed = true;
  }

  /** @returns for how long, milliseconds. */
  ban(id: string, reason: string, now: number): number {
    const known = this.#bans.get(id);
    const times = (known?.times ?? 0) + 1;
    const ms = Math.min(BAN.firstMs * 2 ** Math.min(times - 1, 20), BAN.mostMs);
    this.#bans.delete(id);
    if (this.#bans.size >= ADDRESSES.bans) this.#bans.delete(this.#bans.keys().next().value as string);
    this.#bans.set(id, { until: now + ms, times, reason });
    this.changed = true;
    return ms;
  }

  banReason(id: string, now: number): string | undefined {
    const ban = this.#bans.get(id);
    return ban && now < ban.until ? ban.reason : undefined;
  }

  bans(now: number): { readonly id: string; readonly reason: string; readonly remainingMs: number }[] {
    return [...this.#bans]
      .filter(([, { until }]) => now < until)
      .map(([id, { until, reason }]) => ({ id, reason, remainingMs: until - now }));
  }

  /** Addresses to pass on: those that have answered. */
  proven(most: number): PeerAddress[] {
    return [...this.#addresses.values()]
      .filter(({ succeededAt }) => succeededAt !== undefined)
      .sort((a, b) => (b.succeededAt ?? 0) - (a.succeededAt ?? 0))
      .slice(0, most)
      .map(({ url, name }) => ({ url, name }));
  }

  save(now: number): string {
    this.changed = false;
    return JSON.stringify({
      format: 1,
      addresses: [...this.#addresses.values()].map(({ url, name, id, source, succeededAt, failures, restsUntil }) => ({
        url,
        name,
        id,
        source,
        ...(succeededAt === undefined ? {} : { succeededMsAgo: Math.round(now - succeededAt) }),
        failures,
        restsMs: Math.max(0, Math.round(restsUntil - now)),
      })),
      bans: [...this.#bans].map(([id, { until, times, reason }]) => ({
        id,
        times,
        reason,
        remainingMs: Math.max(0, Math.round(until - now)),
      })),
    });
  }

  /** Reads a saved text into the book. @returns a refusal for one that is damaged; the book is as before then, and usable. */
  load(text: string, now: number): Refusal | undefined {
    const saved = parseJson(text, BOOK_JSON);
    const members = isRefusal(saved) || !isJsonObject(saved) ? undefined : saved;
    const addresses = members?.get('addresses');
    const bans = members?.get('bans');
    if (!Array.isArray(addresses) || !Array.isArray(bans))
      return refuse('malformed_body', 'the saved address book is damaged; the node starts with its seeds alone');
    for (const each of addresses) this.#loadAddress(each, now);
    for (const each of bans) this.#loadBan(each, now);
    this.changed = false;
    return undefined;
  }

  #loadAddress(value: JsonValue, now: number): void {
    const url = textOf(value, 'url');
    if (url === '' || url.length > TEXT_CHARACTERS.url || this.#addresses.size >= ADDRESSES.all) return;
    const address =
      this.#addresses.get(url) ?? this.#put({ url, name: '', source: textOf(value, 'source'), seed: false });
    address.name = textOf(value, 'name').slice(0, TEXT_CHARACTERS.name);
    address.id = textOf(value, 'id');
    const ago = numberOf(value, 'succeededMsAgo');
    address.succeededAt = ago === undefined ? undefined : now - ago;
    address.failures = numberOf(value, 'failures') ?? 0;
    // After a restart a seed is tried at once.
    address.restsUntil = address.seed ? 0 : now + Math.min(numberOf(value, 'restsMs') ?? 0, BACK_OFF.mostMs);
  }

  #loadBan(value: JsonValue, now: number): void {
    const id = textOf(value, 'id');
    if (id === '' || this.#bans.size >= ADDRESSES.bans) return;
    const remaining = Math.min(numberOf(value, 'remainingMs') ?? 0, BAN.mostMs);
    const times = numberOf(value, 'times') ?? 1;
    this.#bans.set(id, { until: now + remaining, times, reason: textOf(value, 'reason') });
  }
}

const isWorse = (a: Address, b: Address): boolean =>
  a.failures !== b.failures ? a.failures > b.failures : (a.succeededAt ?? -1) < (b.succeededAt ?? -1);

function textOf(value: JsonValue, name: string): string {
  const member = isJsonObject(value) ? value.get(name) : undefined;
  return typeof member === 'string' ? member : '';
}

function numberOf(value: JsonValue, name: string): number | undefined {
  const member = isJsonObject(value) ? value.get(name) : undefined;
  const number = member instanceof JsonNumber ? Number(member.text) : Number.NaN;
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
