/** How many connections a server holds, in all and per address. An IPv6 /64 counts as one, because a host can use all of it.
 *
 *  The address is that of the TCP peer, even if that is a proxy: the connections are the proxy's own, and their number does not
 *  depend on its clients. Held memory and streams are counted per client instead (`clientOf` of the settings).
 *
 *  In: the address of each connection that opens or closes. Out: whether one more may open. A connection costs memory before
 *  it has sent a byte, so the limits on requests do not protect from connections without requests. An address is remembered only
 *  while it holds a connection: the table is never larger than the number of connections. */

import { clientNetwork } from '../limits/clientAddress.js';

export interface ConnectionRules {
  /** 0: no limit. */
  readonly maxConnections: number;
  /** 0: no limit. */
  readonly maxConnectionsPerAddress: number;
  /** Addresses that serve many clients, such as the operator's own proxies: they count in the total only. */
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

  /** @returns whether the connection is admitted; an admitted one has to call `leave` once. */
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
