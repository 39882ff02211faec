/** Whether what machines show was decided: by the designated proposer, under a quorum of precommits that were really signed, each
 *  block with the certificate of its parent. A second opinion: nothing here asks the engine whether a certificate holds.
 *
 *  In: nodes after their heads have moved. Out: what is wrong with the block that they show. */

import { toHex } from '../../engine/base/bytes.js';
import type { Certificate } from '../../engine/chain/certificate.js';
import type { Node } from '../../engine/node.js';
import type { Machine } from './machine.js';
import type { Signatures } from './signatures.js';

/** Who decides on a height, as the machine that showed its parent first had it. */
interface Slot {
  readonly proposer: string | undefined;
  /** By key in hex. */
  readonly stakes: ReadonlyMap<string, bigint>;
  readonly total: bigint;
}

export class Certified {
  readonly #slots: Slot[] = [];
  readonly #hashes: string[] = [];
  /** Signers that are watched, by key in hex. */
  readonly #watched = new Map<string, Machine>();
  /** Certificates looked at, and heights that were decided in a later round than the first. */
  checked = 0;
  later = 0;

  constructor(private readonly signatures: Signatures) {}

  /** What this machine's key has signed is known. */
  watch(machine: Machine): void {
    this.#watched.set(machine.options.owner.keyHex, machine);
  }

  /** The machine that signs with this key, in hex; undefined for a key that nobody watches. */
  watched(key: string): Machine | undefined {
    return this.#watched.get(key);
  }

  /** Stakes of a height's voters by key in hex; undefined while nobody has shown its parent. */
  votersOf(height: number): Pick<Slot, 'stakes' | 'total'> | undefined {
    return this.#slots[height];
  }

  /** Looks at a head when it is shown for the first time. */
  shown({ chain, head, options }: Node): string[] {
    const { tip, tipBlock } = chain;
    const { height } = tip;
    const { chainId } = options.rules.genesis;
    const problems: string[] = [];
    if (this.#hashes[height] === undefined) {
      this.#hashes[height] = tip.hash;
      this.later += Number((head.certificate?.round ?? 0) > 0);
      const slot = this.#slots[height];
      const { proposer_pub_key } = tipBlock.header;
      if (slot && slot.proposer !== proposer_pub_key) problems.push(`block ${height} is by another than its proposer`);
      if (height > 1 && head.needsCertificate(height - 1))
        problems.push(...this.#look(chainId, height - 1, tipBlock.certificate, `carried by block ${height}`));
    }
    if (height > 0 && head.needsCertificate(height) && head.certificate)
      problems.push(...this.#look(chainId, height, head.certificate, 'of the head'));
    this.#slots[height + 1] ??= {
      proposer: head.set.proposer && toHex(head.set.proposer.publicKey),
      stakes: new Map(head.set.validators.map(({ publicKey, stake }) => [toHex(publicKey), stake])),
      total: head.set.totalStake,
    };
    return problems;
  }

  #look(chainId: string, height: number, certificate: Certificate | undefined, which: string): string[] {
    const slot = this.#slots[height];
    const hash = this.#hashes[height];
    if (!slot || hash === undefined) return [];
    const name = `the certificate of height ${height} ${which}`;
    if (!certificate) return [`${name} is missing`];
    this.checked++;
    const problems: string[] = [];
    if (certificate.height !== height || toHex(certificate.blockHash) !== hash)
      problems.push(`${name} is that of another block`);
    const voters = new Set(certificate.precommits.map(({ voterKey }) => toHex(voterKey)));
    let stake = 0n;
    for (const voter of voters) {
      stake += slot.stakes.get(voter) ?? 0n;
      const machine = this.#watched.get(voter);
      const text = `ROUGECHAIN_FINALITY_VOTE_V2|chain=${chainId}|type=precommit|height=${height}|round=${certificate.round}|block=${hash}`;
      if (machine && !this.signatures.hasSigned(machine, text))
        problems.push(`${name} has a precommit that machine ${machine.number} has not signed`);
    }
    if (3n * stake <= 2n * slot.total) problems.push(`${name} has ${stake} of ${slot.total}, which is no quorum`);
    return problems;
  }
}
