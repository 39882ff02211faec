/** What peers ask this node for: blocks of the chain, and what a key has signed.
 *
 *  In: their questions. Out: answers for the network. Blocks are read in the store's thread, a few at a time: it has commits to
 *  make. */

import { toHex } from '../base/bytes.js';
import type { Voting } from '../consensus/voting.js';
import { accountOfKey } from '../crypto/address.js';
import type { DecidedBlock, NetworkEvent } from '../network/events.js';
import type { SignedBy } from '../network/messages.js';
import type { ChainStore } from '../store/chainStore.js';
import type { StorePort } from '../store/port.js';
import { tipCertificate } from '../store/tipCertificate.js';
import { readWholeBlock } from '../store/wholeBlock.js';
import type { Head } from './head.js';

export interface PeerReadsParts {
  readonly head: Head;
  readonly voting: Voting;
  readonly chain: ChainStore;
  readonly store: StorePort;
}

/** Blocks that are read at a time. */
const READS = 4;

export class PeerReads {
  #reads = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param tell tells the network the answer. */
  constructor(
    private readonly parts: PeerReadsParts,
    private readonly tell: (event: NetworkEvent) => void,
  ) {}

  async block(token: number, height: number): Promise<void> {
    if (this.#reads >= READS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#reads++;
    const decided = await this.#decidedAt(height).catch(() => undefined);
    this.#reads--;
    this.#waiting.shift()?.();
    const { chain } = this.parts;
    const lowestHeight = !decided && chain.notKept(height) ? chain.blocksFrom : 0;
    this.tell({ kind: 'blockRead', token, decided, lowestHeight });
  }

  async #decidedAt(height: number): Promise<DecidedBlock | undefined> {
    const { store } = this.parts;
    const whole = await readWholeBlock(store, height);
    if (typeof whole === 'string') return undefined;
    const next = await readWholeBlock(store, height + 1);
    const certificate = typeof next === 'string' ? await tipCertificate(store, height) : next.block.certificate;
    return certificate && { block: whole.block, certificate };
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
