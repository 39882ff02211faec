/** Requests of clients that another node must take in: they go to that node if it is a peer, and its answer comes back.
 *
 *  In: a body and the id of its home. Out: the answer of the home, or nothing when it is not connected, is silent, or too many wait. Who
 *  gets no answer does not know whether the home has taken the request in: sent again, the same bytes change nothing. */

import { SERVICE_FORWARDS } from './limits.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { ServiceAnswer } from './serviceEvents.js';
import type { Surroundings } from './surroundings.js';

interface Waiting {
  readonly token: number;
  readonly link: LinkId;
  readonly at: number;
}

export class ServiceForwards {
  readonly #waiting = new Map<number, Waiting>();

  constructor(private readonly around: Surroundings) {}

  forward(token: number, home: string, service: string, body: Uint8Array): void {
    const peer = [...this.around.peers].find(({ id }) => id === home);
    if (!peer || this.#waiting.size >= SERVICE_FORWARDS.waiting || body.length > SERVICE_FORWARDS.bytes) {
      this.#end(token, undefined);
      return;
    }
    const request = this.around.nextRequest();
    this.#waiting.set(request, { token, link: peer.link, at: this.around.now });
    this.around.wakeAt(this.around.now + SERVICE_FORWARDS.silentMs);
    this.around.send(peer, { kind: 'serviceForward', request, service, body });
  }

  #end(token: number, answer: ServiceAnswer | undefined): void {
    this.around.emit({ kind: 'serviceForwarded', token, answer });
  }

  received(peer: Peer, request: number, service: string, body: Uint8Array): void {
    this.around.emit({ kind: 'serviceForward', link: peer.link, request, service, body });
  }

  taken(link: LinkId, request: number, answer: ServiceAnswer): void {
    const peer = this.around.peer(link);
    if (peer) this.around.send(peer, { kind: 'serviceForwarded', request, answer });
  }

  answered(peer: Peer, request: number, answer: ServiceAnswer): void {
    const waiting = this.#waiting.get(request);
    if (waiting?.link !== peer.link) return;
    this.#waiting.delete(request);
    this.#end(waiting.token, answer);
  }

  time(): void {
    const { now, counters } = this.around;
    for (const [request, { token, link, at }] of this.#waiting) {
      if (now < at + SERVICE_FORWARDS.silentMs) {
        this.around.wakeAt(at + SERVICE_FORWARDS.silentMs);
        return;
      }
      this.#waiting.delete(request);
      counters.timedOut.services++;
      const peer = this.around.peer(link);
      if (peer) this.around.fault(peer, 'timeout');
      this.#end(token, undefined);
    }
  }

  gone(link: LinkId): void {
    for (const [request, waiting] of this.#waiting)
      if (waiting.link === link) {
        this.#waiting.delete(request);
        this.#end(waiting.token, undefined);
      }
  }
}
