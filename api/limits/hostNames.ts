/** The host names that a port on loopback answers to.
 *
 *  An attacker can make a browser send requests to a port of its own machine: evil.example resolves its name to 127.0.0.1 (DNS
 *  rebinding), and its page then reads the answers as its own. The Host of such a request is evil.example, and a page cannot
 *  choose the Host. So a port that listens on loopback answers only to its own names, with any port number, because people
 *  forward ports.
 *
 *  In: the Host of a request. Out: 421 for a name that is not ours: the status for a request to a server that
 *  does not answer for that name (RFC 9110, 15.5.20). It is not 403, because the name is refused for every client. */

import { type Refusal, refuse } from '../../engine/base/refusal.js';
import { refusalAnswer } from '../routing/answer.js';
import type { SocketRoute } from '../server/port.js';
import { canonicalAddress, isLoopback } from './clientAddress.js';

/** What a machine calls itself. */
export const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'] as const;

/** A name or an IPv4 address, or an IPv6 address in brackets; then an optional port (RFC 9110, 7.2). */
const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{0,5})?$/;

/** @param host a Host header. @returns its name in lower case, or its address in canonical form; undefined when it
 *  is not a host. */
export function nameOfHost(host: string): string | undefined {
  const [, address, name] = HOST.exec(host.toLowerCase()) ?? [];
  return address === undefined ? name?.replace(/\.$/, '') : canonicalAddress(address);
}

/** Whether a server that listens there is reachable from this machine only. @param host a name or an address, without brackets. */
export const isLoopbackHost = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || isLoopback(canonicalAddress(host) ?? '');

const loopbackNames: ReadonlySet<string> = new Set(LOOPBACK_NAMES);

/** Whether the Host of a request is a loopback name. */
export const namesLoopback = (host: string): boolean => loopbackNames.has(nameOfHost(host) ?? '');

/** How much of a client's Host an error text repeats. */
const SHOWN_CHARACTERS = 100;

/** How many spellings of own names are cached, because clients send the same one with every request. */
const KEPT_SPELLINGS = 64;

export class OwnNames {
  readonly #names: ReadonlySet<string>;
  readonly #spellings = new Set<string>();

  /** @param more names and addresses beside those of loopback; a URL stands for its host. */
  constructor(more: readonly string[]) {
    const given = more.map((text) => (text.includes('://') ? new URL(text).host : text));
    const named = given.map((text) => canonicalAddress(text) ?? nameOfHost(text));
    this.#names = new Set([...LOOPBACK_NAMES, ...named.filter((name) => name !== undefined)]);
  }

  /** @param host the Host header, '' when there is none. */
  check(host: string): Refusal | undefined {
    if (this.#spellings.has(host)) return undefined;
    const name = nameOfHost(host);
    if (name !== undefined && this.#names.has(name)) {
      if (this.#spellings.size < KEPT_SPELLINGS) this.#spellings.add(host);
      return undefined;
    }
    const asked = host === '' ? 'a request without a Host' : `the Host ${host.slice(0, SHOWN_CHARACTERS)}`;
    return refuse(
      'host_unknown',
      `this port is for its own machine, and ${asked} is none of its names: ask for ${[...this.#names].join(', ')}; an operator adds the name of a reverse proxy with --public-url, or listens elsewhere with --host`,
    );
  }
}

/** @param host where a server listens. @param more other names of it. @returns undefined where any Host is answered, because
 *  other machines reach the server under names that are not known here. */
export const ownNamesAt = (host: string, more: readonly string[] = []): OwnNames | undefined =>
  isLoopbackHost(host) ? new OwnNames([host, ...more]) : undefined;

/** A WebSocket route that answers to those names only. */
export const namedSocket = (route: SocketRoute, names: OwnNames | undefined): SocketRoute =>
  names
    ? {
        ...route,
        accept(request) {
          const foreign = names.check(request.header('host'));
          return foreign ? { refused: refusalAnswer(foreign) } : route.accept(request);
        },
      }
    : route;
