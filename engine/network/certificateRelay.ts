/** Certificates on their way through the network.
 *
 *  A certificate leaves without the precommits that its receiver has shown or was sent, and is put together again from the votes that
 *  are held. What is missing is asked for: then the whole certificate comes. */

import { compareBytes, toHex } from '../base/bytes.js';
import type { Certificate } from '../chain/certificate.js';
import type { PartialCertificate } from './messages.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';
import { precommitReference, type VoteRelay } from './voteRelay.js';

/** Most certificates being checked at once: one of each of a few peers. The newest loses; it comes again with the next block. */
const CHECKING = 4;

export class CertificateRelay {
  /** For the open height and for the head. */
  readonly #known = new Map<number, Certificate>();
  readonly #shown = new Map<number, Set<LinkId>>();
  readonly #checking = new Set<LinkId>();

  constructor(
    private readonly around: Surroundings,
    private readonly votes: VoteRelay,
  ) {}

  isKnown(height: number): boolean {
    return this.#known.has(height);
  }

  partialFor(peer: Peer, certificate: Certificate): PartialCertificate {
    const leftOut: string[] = [];
    const precommits = certificate.precommits.filter((precommit) => {
      const reference = precommitReference(precommit);
      if (!this.votes.hasShown(peer, reference)) return true;
      leftOut.push(reference);
      return false;
    });
    return { certificate: { ...certificate, precommits }, leftOut };
  }

  /** @returns undefined when a precommit that was left out is not held. */
  whole({ certificate, leftOut }: PartialCertificate): Certificate | undefined {
    const precommits = [...certificate.precommits];
    for (const reference of leftOut) {
      const precommit = this.votes.precommit(reference);
      if (!precommit) return undefined;
      precommits.push({ voterKey: precommit.voterKey, signature: precommit.signature });
    }
    return { ...certificate, precommits: precommits.sort((a, b) => compareBytes(a.voterKey, b.voterKey)) };
  }

  /** A certificate that holds: it goes to everybody that has neither shown it nor decided the height. */
  certified(certificate: Certificate): void {
    const { height } = certificate;
    const { head } = this.around;
    if (height < head.height || height > head.height + 1 || this.#known.has(height)) return;
    this.#known.set(height, certificate);
    for (const peer of this.around.peers) this.#offer(peer, certificate);
  }

  #offer(peer: Peer, certificate: Certificate): void {
    const { height } = certificate;
    const shown = this.#shownAt(height);
    if (peer.height >= height || peer.height + 1 < height || shown.has(peer.link)) return;
    shown.add(peer.link);
    this.around.send(peer, { kind: 'certificate', partial: this.partialFor(peer, certificate) });
  }

  #shownAt(height: number): Set<LinkId> {
    const shown = this.#shown.get(height) ?? new Set();
    this.#shown.set(height, shown);
    return shown;
  }

  /** A peer that is one block behind gets what it needs to decide it. */
  greet(peer: Peer): void {
    for (const certificate of this.#known.values()) this.#offer(peer, certificate);
  }

  received(peer: Peer, partial: PartialCertificate): void {
    const { height, blockHash } = partial.certificate;
    const { head } = this.around;
    if (height !== head.height + 1) return;
    this.#shownAt(height).add(peer.link);
    if (this.#known.has(height)) return;
    const certificate = this.whole(partial);
    if (certificate) this.check(peer, certificate);
    else this.around.send(peer, { kind: 'certificateWanted', height, hash: toHex(blockHash) });
  }

  /** Has a certificate for the open height checked, wherever it came from. */
  check(peer: Peer, certificate: Certificate): void {
    const { head } = this.around;
    if (certificate.height !== head.height + 1 || this.#known.has(certificate.height)) return;
    if (this.#checking.has(peer.link) || this.#checking.size >= CHECKING) return;
    this.#checking.add(peer.link);
    this.around.emit({ kind: 'certificate', link: peer.link, certificate });
  }

  checked(link: LinkId, certificate: Certificate, holds: boolean | undefined): void {
    this.#checking.delete(link);
    if (holds) {
      this.certified(certificate);
      return;
    }
    const peer = this.around.peer(link);
    // It may have become old while it was checked.
    if (holds === false && peer && certificate.height === this.around.head.height + 1)
      this.around.fault(peer, 'invalidCertificate');
  }

  /** Answers with the whole certificate, when it is held. */
  wanted(peer: Peer, height: number, hash: string): void {
    const certificate = this.#known.get(height);
    if (certificate && toHex(certificate.blockHash) === hash)
      this.around.send(peer, { kind: 'certificate', partial: { certificate, leftOut: [] } });
  }

  headChanged(): void {
    const { height } = this.around.head;
    for (const table of [this.#known, this.#shown])
      for (const each of table.keys()) if (each < height) table.delete(each);
  }

  gone(link: LinkId): void {
    this.#checking.delete(link);
    for (const shown of this.#shown.values()) shown.delete(link);
  }
}
