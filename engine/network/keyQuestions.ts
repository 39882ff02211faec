/** Asks the peers what they have seen of a key: those of now, and each that comes as long as the question stands.
 *
 *  In: the key, answers. Out: questions, and answers with their peer. May be lost: the oldest question beyond those that may wait. */

import { bytesEqual } from '../base/bytes.js';
import type { SignedBy } from './messages.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';

/** Questions that wait for an answer. */
const QUESTIONS = 1_024;

export class KeyQuestions {
  #key: Uint8Array | undefined;
  readonly #asked = new Map<number, Uint8Array>();

  /** @param seeds URLs that the operator has named. */
  constructor(
    private readonly around: Surroundings,
    private readonly seeds: readonly string[],
  ) {}

  /** @param key undefined ends the questions. */
  ask(key: Uint8Array | undefined): void {
    this.#key = key;
    if (!key) this.#asked.clear();
    if (key) for (const peer of this.around.peers) this.#ask(peer, key);
  }

  greet(peer: Peer): void {
    if (this.#key) this.#ask(peer, this.#key);
  }

  #ask(peer: Peer, key: Uint8Array): void {
    const request = this.around.nextRequest();
    this.#asked.set(request, key);
    // A question that nobody has answered for so long is not waited for.
    for (const oldest of this.#asked.keys()) if (this.#asked.size > QUESTIONS) this.#asked.delete(oldest);
    this.around.send(peer, { kind: 'signedByWanted', request, key });
  }

  answered(peer: Peer, request: number, { height, votes, headers }: SignedBy): void {
    const key = this.#asked.get(request);
    if (!key || !this.#asked.delete(request)) return;
    const own = votes.filter(({ voterKey }) => bytesEqual(voterKey, key));
    const urls = [peer.identity.facts.url, peer.introduction?.url];
    const answer = {
      from: peer.identity.publicKey,
      isNamed: urls.some((url) => url !== undefined && this.seeds.includes(url)),
      // A signature that it has read in the chain is below its tip, or in the slot above it.
      reaches: Math.max(peer.height, height - 1),
      signedBy: { height, votes: own, headers },
    };
    this.around.emit({ kind: 'signedBy', answer });
  }
}
