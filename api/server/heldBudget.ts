/** Bytes held in memory for readers that have not taken them yet: one budget for WebSockets and answers together, with a share
 *  for each client.
 *
 *  In: how many bytes wait in each WebSocket and each answer under way. Out: the end of those that hold the most, as soon as
 *  their client is above its share or all together are above the total. A reader that has taken everything is not in the
 *  table. The connection that is cut is always the largest holder of the largest client, so clients that keep reading are not
 *  affected.
 *
 *  A client is what `clientOf` of the settings says: its address, or the address that a trusted proxy has written down. Those
 *  without a name (this machine, proxies that name no client) have one large share together. */

/** A connection for which bytes are held. */
export interface Holder {
  /** Releases all or most of what it holds and ends its connection. A second call releases the rest. */
  evict(why: HeldExcess): void;
}

/** Which limit was exceeded. */
export type HeldExcess = 'client' | 'total';

export interface HeldRules {
  readonly maxHeldBytes: number;
  readonly maxHeldBytesPerClient: number;
  /** What the clients without a name may hold together, as a part of the whole. */
  readonly nearShare: number;
}

/** The name of the clients that share `nearShare`. */
export const NEAR = '';

interface Client {
  held: number;
  readonly limit: number;
  /** Those with bytes. */
  readonly holdings: Set<Holding>;
}

export class HeldBudget {
  readonly #clients = new Map<string, Client>();
  #held = 0;
  #evicted = 0;

  constructor(private readonly rules: HeldRules) {}

  get heldBytes(): number {
    return this.#held;
  }

  /** Clients for which something is held. */
  get clients(): number {
    return this.#clients.size;
  }

  /** Connections that were ended for what they held. */
  get evicted(): number {
    return this.#evicted;
  }

  /** @param client as `clientOf` names it. */
  open(client: string, holder: Holder): Holding {
    return new Holding(this, client, holder);
  }

  heldOf(client: string): number {
    return this.#clients.get(client)?.held ?? 0;
  }

  /** Called by a holding whose bytes have changed. */
  changed(holding: Holding, before: number): void {
    const { bytes, client: name } = holding;
    const client = this.#clientOf(name);
    client.held += bytes - before;
    this.#held += bytes - before;
    if (bytes > 0) client.holdings.add(holding);
    else client.holdings.delete(holding);
    if (client.holdings.size === 0) this.#clients.delete(name);
    if (bytes <= before) return;
    this.#relieve(client, client.limit, 'client');
    while (this.#held > this.rules.maxHeldBytes) {
      let greatest: Client | undefined;
      for (const one of this.#clients.values()) if (!greatest || one.held > greatest.held) greatest = one;
      if (!greatest || !this.#relieve(greatest, greatest.held - 1, 'total')) return;
    }
  }

  #clientOf(name: string): Client {
    let client = this.#clients.get(name);
    if (!client) {
      const { maxHeldBytes, maxHeldBytesPerClient, nearShare } = this.rules;
      const limit = name === NEAR ? maxHeldBytes * nearShare : maxHeldBytesPerClient;
      client = { held: 0, limit, holdings: new Set() };
      this.#clients.set(name, client);
    }
    return client;
  }

  /** @returns false when nothing can be released. */
  #relieve(client: Client, limit: number, why: HeldExcess): boolean {
    while (client.held > limit) {
      let greatest: Holding | undefined;
      for (const holding of client.holdings) if (!greatest || holding.bytes > greatest.bytes) greatest = holding;
      if (!greatest) return false;
      const { bytes } = greatest;
      this.#evicted++;
      greatest.evict(why);
      // A holder that releases nothing is removed, so that the loop ends.
      if (greatest.bytes >= bytes) greatest.release();
    }
    return true;
  }
}

/** The bytes held for one reader. */
export class Holding {
  #bytes = 0;
  #isReleased = false;

  constructor(
    private readonly budget: HeldBudget,
    readonly client: string,
    private readonly holder: Holder,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Sets the bytes that wait now. May end connections, including the caller's own. */
  set(bytes: number): void {
    if (bytes === this.#bytes || this.#isReleased) return;
    const before = this.#bytes;
    this.#bytes = bytes;
    this.budget.changed(this, before);
  }

  /** Its reader is gone. */
  release(): void {
    this.set(0);
    this.#isReleased = true;
  }

  evict(why: HeldExcess): void {
    this.holder.evict(why);
  }
}
