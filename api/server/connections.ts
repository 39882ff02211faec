/** How many connections a server holds, in all and of one address; an IPv6 /64, in which a host moves at will, is one.
 *
 *  It is the address of the TCP peer, also where that is a proxy: the connections are the proxy's own, few or many whatever its
 *  clients do. What is held for a client, and its streams, are counted for the client (`clientOf` of the settings).
 *
 *  In: the address of each that comes and goes. Out: whether one more may come. A connection costs memory before it has
 *  sent a byte, so the limits on requests do not protect from those that never ask. An address is remembered only while
 *  it holds a connection: the table is never larger than the number of connections. */

import { clientNetwork } from '../limits/clientAddress.js';

export interface ConnectionRules {
  /** 0: no limit. */
  readonly maxConnections: number;
  /** 0: no limit. */
  readonly maxConnectionsPerAddress: number;
  /** Addresses that speak for many clients, such as the operator's own proxies: they count in the total only. */
  readonly isTrustedProxy: (address: string) => boolean;
}

export class ConnectionLimits {
  readonly #perAddress = new Map<string, number>();
  #total = 0;

  constructor(private readonly rules: ConnectionRules) {}

  get total(): number {
    return this.#total;
  }

  /** Addresses that hold a connection and are counted on their own. */
  get addresses(): number {
    return this.#perAddress.size;
  }

  /** @returns whether it may come in; whoever was let in has to `leave` once. */
  admit(address: string): boolean {
    const { maxConnections, maxConnectionsPerAddress } = this.rules;
    if (maxConnections > 0 && this.#total >= maxConnections) return false;
    if (this.#counted(address)) {
      const network = clientNetwork(address);
      const held = this.#perAddress.get(network) ?? 0;
      if (held >= maxConnectionsPerAddress) return false;
      this.#perAddress.set(network, held + 1);
    }
    this.#total++;
    return true;
  }

  leave(address: string): void {
    this.#total--;
    if (!this.#counted(address)) return;
    const network = clientNetwork(address);
    const held = this.#perAddress.get(network) ?? 0;
    if (held <= 1) this.#perAddress.delete(network);
    else this.#perAddress.set(network, held - 1);
  }

  #counted(address: string): boolean {
    return this.rules.maxConnectionsPerAddress > 0 && !this.rules.isTrustedProxy(address);
  }
}
