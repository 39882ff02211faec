/** What peers ask this node for: blocks of the chain, their headers, and what a key has signed.
 *
 *  In: their questions. Out: answers for the network. Blocks are read in the store's thread, a few at a time: it has commits to
 *  make. */

import { toHex } from '../base/bytes.js';
import type { Certificate } from '../chain/certificate.js';
import type { Voting } from '../consensus/voting.js';
import { accountOfKey } from '../crypto/address.js';
import type { DecidedBlock, NetworkEvent } from '../network/events.js';
import { certifiedHeaderBytes } from '../network/headerServer.js';
import { CHUNK_BYTES } from '../network/limits.js';
import type { CertifiedHeader, SignedBy } from '../network/messages.js';
import type { ChainStore } from '../store/chainStore.js';
import { blockKey } from '../store/keys.js';
import type { StorePort } from '../store/port.js';
import { decodeStoredBlock, type StoredBlock } from '../store/records.js';
import { tipCertificate } from '../store/tipCertificate.js';
import { readWholeBlock } from '../store/wholeBlock.js';
import type { Head } from './head.js';

export interface PeerReadsParts {
  readonly head: Head;
  readonly voting: Voting;
  readonly chain: ChainStore;
  readonly store: StorePort;
}

/** Reads at a time. */
const READS = 4;

/** Records of blocks that are read at once, without their bodies. */
const MOST_RECORDS = 64;

export class PeerReads {
  #reads = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param tell tells the network the answer. */
  constructor(
    private readonly parts: PeerReadsParts,
    private readonly tell: (event: NetworkEvent) => void,
  ) {}

  async block(token: number, height: number): Promise<void> {
    const decided = await this.#inTurn(() => this.#decidedAt(height)).catch(() => undefined);
    const { chain } = this.parts;
    const lowestHeight = !decided && chain.notKept(height) ? chain.blocksFrom : 0;
    this.tell({ kind: 'blockRead', token, decided, lowestHeight });
  }

  async #inTurn<T>(read: () => Promise<T>): Promise<T> {
    if (this.#reads >= READS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#reads++;
    try {
      return await read();
    } finally {
      this.#reads--;
      this.#waiting.shift()?.();
    }
  }

  async #decidedAt(height: number): Promise<DecidedBlock | undefined> {
    const { store } = this.parts;
    const whole = await readWholeBlock(store, height);
    if (typeof whole === 'string') return undefined;
    const [next] = await this.#records(height + 1, 1);
    const certificate = next?.certificate ?? (await this.#newest(height));
    return certificate && { block: whole.block, certificate };
  }

  /** Headers of consecutive heights, as many as fit a message. */
  async headers(token: number, from: number, count: number): Promise<void> {
    const headers = await this.#inTurn(() => this.#headersFrom(from, count)).catch(() => []);
    const { chain } = this.parts;
    const lowestHeight = headers.length === 0 && chain.notKept(from) ? chain.blocksFrom : 0;
    this.tell({ kind: 'headersRead', token, headers, lowestHeight });
  }

  /** The certificate of a block is in the record of the next one. The first header says how many fit. */
  async #headersFrom(from: number, count: number): Promise<CertifiedHeader[]> {
    const headers: CertifiedHeader[] = [];
    let bytes = 0;
    let [record, ...ahead] = await this.#records(from, 2);
    while (record && headers.length < count && bytes < CHUNK_BYTES) {
      const { header, headerBytes, proposerSignature } = record;
      if (ahead.length === 0) {
        const fit = Math.ceil(((CHUNK_BYTES - bytes) * headers.length) / Math.max(bytes, 1));
        const wanted = Math.min(Math.max(fit, 1), count - headers.length, MOST_RECORDS);
        ahead = await this.#records(header.height + 1, wanted);
      }
      const certificate = ahead[0]?.certificate ?? (await this.#newest(header.height));
      if (!certificate) break;
      headers.push({ headerBytes, proposerSignature, certificate });
      bytes += certifiedHeaderBytes({ headerBytes, proposerSignature, certificate });
      record = ahead.shift();
    }
    return headers;
  }

  /** The certificate of a block that had none above it. One may have come while this was read: it has the certificate then. */
  async #newest(height: number): Promise<Certificate | undefined> {
    const certificate = await tipCertificate(this.parts.store, height);
    if (certificate) return certificate;
    const [next] = await this.#records(height + 1, 1);
    return next?.certificate;
  }

  /** Records of blocks from a height on, as far as they are here. */
  async #records(from: number, count: number): Promise<StoredBlock[]> {
    const keys = Array.from({ length: count }, (_, index) => blockKey(from + index));
    const records = await this.parts.store.getMany(keys);
    const end = records.indexOf(undefined);
    return records.slice(0, end === -1 ? count : end).flatMap((bytes) => (bytes ? [decodeStoredBlock(bytes)] : []));
  }

  /** What this node has seen of a key: in the chain, and in the open slot. */
  seenOf(key: Uint8Array): SignedBy {
    const { chain, voting, head } = this.parts;
    const { lastVoted, lastProposed } = chain.votes.of(accountOfKey(key));
    const hex = toHex(key);
    const votes = [head.tip.height, head.tip.height + 1].flatMap((height) =>
      voting.votesOf(height).filter(({ voterKey }) => toHex(voterKey) === hex),
    );
    const headers = head.candidates
      .filter(({ block }) => block.header.proposer_pub_key === hex)
      .map(({ block: { headerBytes, proposerSignature } }) => ({ headerBytes, proposerSignature }));
    const open = headers.length > 0 ? head.tip.height + 1 : 0;
    const height = Math.max(lastVoted, lastProposed, open, ...votes.map((vote) => vote.height));
    return { height, votes, headers };
  }
}
