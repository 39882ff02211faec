/** Puts compact blocks together.
 *
 *  In: a compact block whose header holds, parts that peers send. Out: a whole block whose transactions have the header's root. First
 *  the parent's certificate is made from the votes that are held, then the transactions are looked up among those that wait, and the rest
 *  is asked for in one request. A root that does not match blames nobody yet, because a transaction that waits here may have the short id
 *  of another: all transactions are asked of one peer, and only that peer is to blame when the root still does not match. */

import type { SignedParts } from '../chain/transaction.js';
import { isRelabelled } from '../ledger/decode.js';
import type { CertificateRelay } from './certificateRelay.js';
import { BLOCK_PART_MS } from './limits.js';
import type { CompactBlock } from './messages.js';
import { SHORT_ID_BYTES } from './messages.js';
import type { LinkId } from './net.js';
import type { OpenBlock } from './openBlock.js';
import type { Peer } from './peer.js';
import { matchShortIds } from './shortIds.js';
import type { Surroundings } from './surroundings.js';

export class BlockAssembly {
  /** Blocks that wait for an answer, by request. */
  readonly #requests = new Map<number, OpenBlock>();

  constructor(
    private readonly around: Surroundings,
    private readonly certificates: CertificateRelay,
    private readonly onWhole: (block: OpenBlock) => void,
  ) {}

  /** Does what can be done now. */
  advance(block: OpenBlock): void {
    // What was decided meanwhile is not needed any more.
    if (block.block || block.request || block.height <= this.around.head.height) return;
    const source = this.#source(block);
    if (!source) return;
    if (!this.#hasCertificate(block, source.compact, source.peer)) return;
    if (!block.transactions)
      block.begin(
        matchShortIds(this.around.saltFor(source.peer), source.compact.shortIds, [...this.around.waiting.all()]),
      );
    const missing = block.missing();
    if (missing.length > 0) this.#ask(block, source.peer, missing);
    else this.#close(block, source.peer);
  }

  /** The first peer that can be asked; when all have failed, they begin anew. */
  #source(block: OpenBlock): { readonly peer: Peer; readonly compact: CompactBlock } | undefined {
    for (const [link, compact] of block.sources) {
      const peer = this.around.peer(link);
      if (peer && !block.failed.has(link)) return { peer, compact };
    }
    if (block.failed.size === 0) return undefined;
    block.failed.clear();
    return this.#source(block);
  }

  #hasCertificate(block: OpenBlock, { certificate: partial }: CompactBlock, peer: Peer): boolean {
    if (block.certificate !== undefined) return true;
    const named = block.signed.header.parent_commit;
    if (!partial && named === undefined) {
      block.certificate = null;
      return true;
    }
    const certificate = partial && this.certificates.whole(partial);
    if (certificate && this.around.protocol.certificateHash(certificate) === named) {
      block.certificate = certificate;
      return true;
    }
    const { now } = this.around;
    if (partial && partial.leftOut.length === 0) {
      // The header names another one, and the proposer signed it: this peer has changed it, or has none.
      this.#failed(block, peer.link);
      this.around.fault(peer, 'wrongTransactions');
    } else if (!block.certificateAsked || now >= block.certificateAsked.at + BLOCK_PART_MS) {
      block.certificateAsked = { link: peer.link, at: now };
      this.around.send(peer, { kind: 'compactBlockWanted', hash: block.hash, wholeCertificate: true });
      this.around.wakeAt(now + BLOCK_PART_MS);
    }
    return false;
  }

  #ask(block: OpenBlock, peer: Peer, positions: readonly number[] | 'all'): void {
    const { now, counters } = this.around;
    const request = this.around.nextRequest();
    block.request = { request, link: peer.link, positions, received: 0, at: now };
    this.#requests.set(request, block);
    if (positions === 'all') counters.compactBlocks.wholeAsked++;
    else counters.compactBlocks.transactionsAsked += positions.length;
    this.around.wakeAt(now + BLOCK_PART_MS);
    this.around.send(peer, { kind: 'blockTransactionsWanted', request, hash: block.hash, positions });
  }

  received(peer: Peer, request: number, first: number, list: readonly SignedParts[], unknown: boolean): void {
    const block = this.#requests.get(request);
    const asked = block?.request;
    // A late answer is no fault.
    if (!block || !asked || asked.request !== request || asked.link !== peer.link) return;
    const isUnasked = !block.continues(asked, first, list.length);
    // The name of an operation is under no root: a copy under another one would be kept and passed on.
    if (unknown || isUnasked || list.some(isRelabelled)) {
      this.#failed(block, peer.link);
      if (!unknown) this.around.fault(peer, isUnasked ? 'unasked' : 'wrongTransactions');
      this.advance(block);
      return;
    }
    block.fill(asked, first, list, this.around.protocol);
    asked.at = this.around.now;
    if (asked.received === (asked.positions === 'all' ? block.leaves.length : asked.positions.length)) {
      this.#endRequest(block);
      if (block.isFilled()) this.#close(block, peer);
      else this.advance(block);
    }
  }

  #endRequest(block: OpenBlock): void {
    if (block.request) this.#requests.delete(block.request.request);
    block.request = undefined;
  }

  /** Another source is asked next. */
  #failed(block: OpenBlock, link: LinkId): void {
    this.#forgetRequest(block);
    block.failed.add(link);
  }

  /** What has come is kept, unless all must come from one source. */
  #forgetRequest(block: OpenBlock): void {
    this.#endRequest(block);
    if (block.fromOneSource) block.transactions = undefined;
  }

  #close(block: OpenBlock, peer: Peer): void {
    if (block.close(this.around.protocol)) {
      this.onWhole(block);
      return;
    }
    if (block.fromOneSource) {
      this.#failed(block, peer.link);
      this.around.fault(peer, 'wrongTransactions');
      this.advance(block);
      return;
    }
    const compact = block.sources.get(peer.link);
    block.beginAnew((compact?.shortIds.length ?? 0) / SHORT_ID_BYTES);
    // Without a transaction in it, the block cannot be asked for: the peer has named too few.
    if (block.leaves.length > 0) this.#ask(block, peer, 'all');
    else {
      this.#failed(block, peer.link);
      this.around.fault(peer, 'wrongTransactions');
    }
  }

  /** Asks another peer when one has been silent. */
  time(block: OpenBlock): void {
    const { now, counters } = this.around;
    const { request, certificateAsked } = block;
    if (request && now >= request.at + BLOCK_PART_MS) {
      counters.timedOut.blockParts++;
      const peer = this.around.peer(request.link);
      this.#failed(block, request.link);
      if (peer) this.around.fault(peer, 'timeout');
      this.advance(block);
    } else if (certificateAsked && block.certificate === undefined && now >= certificateAsked.at + BLOCK_PART_MS) {
      block.failed.add(certificateAsked.link);
      this.advance(block);
    }
    if (block.request) this.around.wakeAt(block.request.at + BLOCK_PART_MS);
  }

  gone(block: OpenBlock, link: LinkId): void {
    if (block.request?.link !== link) return;
    this.#forgetRequest(block);
    this.advance(block);
  }
}
