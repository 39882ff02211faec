/** Blocks of the open slot on their way through the network.
 *
 *  In: compact blocks and offers of peers, verdicts on headers, own candidates. Out: headers to check, once each; whole blocks, put
 *  together by `blockAssembly.ts`; each of them, compact, once to every peer that has not shown it. A block is passed on when its header
 *  was checked and its transactions have the header's root, before anybody executes it. May be lost: blocks beyond a few of one slot
 *  or beyond a few heights ahead; they come again with an offer, or by catching up. */

import { decodeUtf8, toHex } from '../base/bytes.js';
import { isRefusal } from '../base/refusal.js';
import type { Block } from '../chain/block.js';
import { parseHeader } from '../chain/header.js';
import { BlockAssembly } from './blockAssembly.js';
import type { CertificateRelay } from './certificateRelay.js';
import type { HeaderVerdict, SignedHeader } from './events.js';
import { BLOCK_PART_MS, EARLY_BLOCKS, OPEN_BLOCK_MS, OPEN_BLOCKS, PRECOMMIT_BYTES } from './limits.js';
import type { CompactBlock } from './messages.js';
import type { LinkId } from './net.js';
import { leafOf, OpenBlock } from './openBlock.js';
import type { Peer } from './peer.js';
import { shortIdsOf } from './shortIds.js';
import type { HeadFacts, Surroundings } from './surroundings.js';
import { TransactionAnswers } from './transactionAnswers.js';
import type { VoteRelay } from './voteRelay.js';

interface EarlyBlock {
  readonly signed: SignedHeader;
  readonly compact: CompactBlock;
  readonly link: LinkId;
  readonly bytes: number;
}

/** Headers of one peer that are checked at a time. */
const UNPROVEN_HEADERS = 2;

const precommitsOf = ({ certificate }: CompactBlock): number =>
  certificate ? certificate.certificate.precommits.length + certificate.leftOut.length : 0;

/** Approximately: what was left out of a certificate is short. */
const bytesOf = ({ headerBytes, shortIds, certificate }: CompactBlock): number =>
  headerBytes.length +
  shortIds.length +
  (certificate ? certificate.certificate.precommits.length * PRECOMMIT_BYTES + certificate.leftOut.length * 64 : 0);

const sizeOf = (blocks: readonly EarlyBlock[]): number => blocks.reduce((sum, { bytes }) => sum + bytes, 0);

/** The certificate of a child of the head is by the head's own voters; further ahead stakes may have changed. */
const mostPrecommits = ({ height, set, earlierSet }: HeadFacts, of: number): number =>
  of === height + 1 ? Math.max(set.size, earlierSet.size) : 2 * set.size + 64;

/** A block that was asked for by its hash: of whom, and when. */
interface Wanted {
  readonly asked: Set<LinkId>;
  at: number;
}

export class BlockRelay {
  /** By hash: of the open slot, and the head, which some peers may still be putting together. */
  readonly #blocks = new Map<string, OpenBlock>();
  readonly #refused = new Set<string>();
  #early: EarlyBlock[] = [];
  /** When a block of the open slot may take the place of another. */
  #roomAt = 0;
  readonly #wanted = new Map<string, Wanted>();
  readonly #assembly: BlockAssembly;
  readonly #answers: TransactionAnswers;

  constructor(
    private readonly around: Surroundings,
    private readonly certificates: CertificateRelay,
    private readonly votes: VoteRelay,
  ) {
    this.#answers = new TransactionAnswers(around, (hash) => this.block(hash)?.transactions);
    this.#assembly = new BlockAssembly(around, certificates, (block) => this.#whole(block));
  }

  get size(): number {
    return this.#blocks.size;
  }

  block(hash: string): Block | undefined {
    return this.#blocks.get(hash)?.block;
  }

  /** The header of a compact block; undefined when no proposer can have signed it. */
  #signed(compact: CompactBlock): SignedHeader | undefined {
    const text = decodeUtf8(compact.headerBytes);
    const header = text === undefined ? undefined : parseHeader(text);
    if (!header || isRefusal(header)) return undefined;
    const { headerBytes, proposerSignature } = compact;
    const hash = this.around.protocol.blockHash(headerBytes, toHex(proposerSignature));
    return { header, headerBytes, proposerSignature, hash };
  }

  received(peer: Peer, compact: CompactBlock): void {
    const { head, counters } = this.around;
    counters.compactBlocks.received++;
    const signed = this.#signed(compact);
    if (!signed) {
      this.around.fault(peer, 'malformed');
      return;
    }
    const { height } = signed.header;
    const known = this.#blocks.get(signed.hash);
    known?.shown.add(peer.link);
    if (height <= head.height || this.#refused.has(signed.hash)) return;
    if (precommitsOf(compact) > mostPrecommits(head, height)) return;
    if (height > head.height + 1) this.#keepEarly(peer, { signed, compact, link: peer.link, bytes: bytesOf(compact) });
    else if (signed.header.prev_hash !== head.hash) this.around.fault(peer, 'invalidHeader');
    else this.#ofOpenSlot(peer, signed, compact, known);
  }

  #ofOpenSlot(peer: Peer, signed: SignedHeader, compact: CompactBlock, known: OpenBlock | undefined): void {
    if (known?.block) return;
    if (!known && (this.#isFull() || this.#unproven(peer) >= UNPROVEN_HEADERS)) return;
    const block = known ?? new OpenBlock(signed);
    this.#blocks.set(signed.hash, block);
    this.#wanted.delete(signed.hash);
    block.shown.add(peer.link);
    block.sources.set(peer.link, compact);
    if (!known) this.around.emit({ kind: 'header', link: peer.link, signed });
    else if (block.verdict === 'holds') this.#assembly.advance(block);
  }

  /** Headers of a peer that are being checked: until then anybody can have made them. */
  #unproven(peer: Peer): number {
    return [...this.#blocks.values()].filter(({ verdict, sources }) => !verdict && sources.has(peer.link)).length;
  }

  /** Blocks of the open slot that its proposer has signed. */
  #proven(): OpenBlock[] {
    const { head } = this.around;
    return [...this.#blocks.values()].filter(({ height, verdict }) => height > head.height && verdict !== undefined);
  }

  /** The block that one more of the open slot may replace. One voter alone may be the proposer, which votes for whatever it makes. */
  #spare(proven: readonly OpenBlock[]): OpenBlock | undefined {
    if (this.around.now < this.#roomAt) return undefined;
    return proven.find(({ own, hash }) => !own && this.votes.votersNaming(hash) < 2);
  }

  #isFull(): boolean {
    const proven = this.#proven();
    return proven.length >= OPEN_BLOCKS && !this.#spare(proven);
  }

  /** Makes room for one more block of the open slot, if it may. */
  #makeRoom(): boolean {
    const proven = this.#proven();
    if (proven.length < OPEN_BLOCKS) return true;
    const spare = this.#spare(proven);
    if (!spare) return false;
    this.#roomAt = this.around.now + OPEN_BLOCK_MS;
    this.#blocks.delete(spare.hash);
    return true;
  }

  /** The parent of such a block is not the head yet. */
  #keepEarly(peer: Peer, early: EarlyBlock): void {
    const { head } = this.around;
    const { header, hash } = early.signed;
    if (header.height > head.height + EARLY_BLOCKS.heights) return;
    const ofPeer = this.#early.filter(({ link }) => link === peer.link);
    if (ofPeer.some(({ signed }) => signed.hash === hash)) return;
    this.#decideWith(peer, early);
    if (ofPeer.length >= EARLY_BLOCKS.perPeer || sizeOf(ofPeer) >= EARLY_BLOCKS.perPeerBytes) return;
    this.#early.push(early);
    while (sizeOf(this.#early) > EARLY_BLOCKS.bytes) this.#dropEarly();
  }

  /** The newest of the peer whose blocks take the most: nobody has checked them, and many peers can send what is none. */
  #dropEarly(): void {
    const bytesOf = new Map<LinkId, number>();
    for (const { link, bytes } of this.#early) bytesOf.set(link, (bytesOf.get(link) ?? 0) + bytes);
    const [most] = [...bytesOf].reduce((one, other) => (other[1] > one[1] ? other : one));
    const newest = this.#early.findLastIndex(({ link }) => link === most);
    this.#early.splice(newest, 1);
  }

  /** The certificate that the block after the next has of its parent may be what decides that one. */
  #decideWith(peer: Peer, { signed, compact: { certificate } }: EarlyBlock): void {
    if (signed.header.height !== this.around.head.height + 2) return;
    const decides = certificate && this.certificates.whole(certificate);
    if (decides) this.certificates.check(peer, decides);
  }

  headerChecked(hash: string, verdict: HeaderVerdict): void {
    const block = this.#blocks.get(hash);
    if (!block || block.verdict === 'holds') return;
    const isProven = verdict === 'holds' || verdict === 'early';
    if (isProven && (block.verdict || this.#makeRoom())) {
      block.verdict = verdict;
      if (verdict === 'holds') this.#assembly.advance(block);
      return;
    }
    this.#blocks.delete(hash);
    if (verdict !== 'invalid') return;
    this.#refused.add(hash);
    for (const link of block.sources.keys()) {
      const peer = this.around.peer(link);
      if (peer) this.around.fault(peer, 'invalidHeader');
    }
  }

  /** A block that this node has from elsewhere. */
  candidate(hash: string, block: Block, leaves: readonly Uint8Array[], own: boolean): void {
    if (block.header.height <= this.around.head.height) return;
    const known = this.#blocks.get(hash);
    if (known?.block) {
      known.own ||= own;
      return;
    }
    const { header, headerBytes, proposerSignature } = block;
    const open = known ?? new OpenBlock({ header, headerBytes, proposerSignature, hash });
    this.#blocks.set(hash, open);
    open.verdict = 'holds';
    open.own = own;
    open.block = block;
    const { protocol } = this.around;
    open.leaves =
      leaves.length === block.transactions.length
        ? [...leaves]
        : block.transactions.map((parts) => leafOf(parts, protocol));
    open.request = undefined;
    this.#spread(open);
  }

  #whole(open: OpenBlock): void {
    const block = open.block as Block;
    const leaves = open.leaves as Uint8Array[];
    const link = open.shown.values().next().value ?? -1;
    this.around.counters.compactBlocks.complete++;
    this.around.emit({ kind: 'block', link, hash: open.hash, block, leaves });
    this.#spread(open);
  }

  #spread(open: OpenBlock): void {
    for (const peer of this.around.peers) {
      // Who is further behind would not keep it.
      const isNear = peer.height < open.height && open.height <= peer.height + EARLY_BLOCKS.heights;
      if (isNear && !open.shown.has(peer.link)) this.#sendCompact(peer, open, false);
    }
  }

  #sendCompact(peer: Peer, { block, leaves, shown }: OpenBlock, wholeCertificate: boolean): void {
    const salt = peer.introduction?.salt;
    if (!block || !salt) return;
    shown.add(peer.link);
    const { headerBytes, proposerSignature, certificate } = block;
    const partial = wholeCertificate
      ? certificate && { certificate, leftOut: [] }
      : certificate && this.certificates.partialFor(peer, certificate);
    this.around.send(peer, {
      kind: 'compactBlock',
      block: {
        headerBytes,
        proposerSignature,
        certificate: partial,
        shortIds: shortIdsOf(salt, leaves as Uint8Array[]),
      },
    });
  }

  compactWanted(peer: Peer, hash: string, wholeCertificate: boolean): void {
    const open = this.#blocks.get(hash);
    if (open?.verdict === 'holds') this.#sendCompact(peer, open, wholeCertificate);
  }

  /** The peer has a block: it is asked for when this node lacks it. */
  offered(peer: Peer, height: number, hash: string): void {
    const { head, now } = this.around;
    const known = this.#blocks.get(hash);
    known?.shown.add(peer.link);
    if (height !== head.height + 1 || known?.isComing || this.#refused.has(hash)) return;
    const wanted = this.#wantedBlock(hash);
    if (!wanted || (wanted.asked.size > 0 && now < wanted.at)) return;
    this.#ask(wanted, peer, hash);
  }

  #wantedBlock(hash: string): Wanted | undefined {
    const known = this.#wanted.get(hash);
    if (known || this.#wanted.size >= OPEN_BLOCKS) return known;
    const wanted: Wanted = { asked: new Set(), at: this.around.now };
    this.#wanted.set(hash, wanted);
    return wanted;
  }

  #ask(wanted: Wanted, peer: Peer, hash: string): void {
    wanted.asked.add(peer.link);
    wanted.at = this.around.now + BLOCK_PART_MS;
    this.around.wakeAt(wanted.at);
    this.around.send(peer, { kind: 'compactBlockWanted', hash, wholeCertificate: false });
  }

  /** Votes name a block that this node lacks. Who voted for it has it. */
  want(hash: string): void {
    const { block, leaves, shown } = this.#blocks.get(hash) ?? {};
    // The head had no room for it, or no time to check it.
    if (block)
      this.around.emit({
        ...{ kind: 'block', link: shown?.values().next().value ?? -1, hash, block },
        leaves: leaves as Uint8Array[],
      });
    if (this.#blocks.get(hash)?.isComing || this.#refused.has(hash)) return;
    const wanted = this.#wantedBlock(hash);
    if (wanted && this.around.now >= wanted.at) this.#askNext(hash, wanted);
  }

  #askNext(hash: string, wanted: Wanted): void {
    const naming = this.votes.linksNaming(hash);
    const peers = [...this.around.peers];
    const fresh = peers.filter(({ link }) => !wanted.asked.has(link));
    if (fresh.length === 0) wanted.asked.clear();
    const candidates = fresh.length > 0 ? fresh : peers;
    const peer = candidates.find(({ link }) => naming.has(link)) ?? candidates[0];
    if (peer) this.#ask(wanted, peer, hash);
    else wanted.at = this.around.now + BLOCK_PART_MS;
  }

  /** Answers a peer that is putting a block together. */
  transactionsWanted(...asked: Parameters<TransactionAnswers['wanted']>): void {
    this.#answers.wanted(...asked);
  }

  /** Goes on with answers for which their peers have room. */
  advance(): void {
    this.#answers.advance();
  }

  partsReceived(...answer: Parameters<BlockAssembly['received']>): void {
    this.#assembly.received(...answer);
  }

  /** A new peer on the same head learns of the blocks of the open slot. */
  greet(peer: Peer): void {
    for (const open of this.#blocks.values()) this.#offerTo(peer, open);
  }

  #offerTo(peer: Peer, { block, height, hash, shown }: OpenBlock): void {
    if (block && height > this.around.head.height && !shown.has(peer.link) && peer.height < height)
      this.around.send(peer, { kind: 'blockOffer', height, hash });
  }

  /** The own candidate again: what was sent may have been lost, so peers that were sent it are asked too. */
  offerAgain(): void {
    for (const { own, block, height, hash } of this.#blocks.values()) {
      if (!own || !block || height <= this.around.head.height) continue;
      const peers = [...this.around.peers].filter((peer) => peer.height < height);
      this.around.sendAll(peers, { kind: 'blockOffer', height, hash });
    }
  }

  time(): void {
    const { now, head } = this.around;
    for (const block of this.#blocks.values())
      if (block.verdict === 'holds' && block.height > head.height) this.#assembly.time(block);
    for (const [hash, wanted] of this.#wanted) {
      if (now >= wanted.at) this.#askNext(hash, wanted);
      this.around.wakeAt(wanted.at);
    }
  }

  headChanged(): void {
    const { head } = this.around;
    for (const [hash, { height }] of this.#blocks) if (height < head.height) this.#blocks.delete(hash);
    this.#refused.clear();
    this.#wanted.clear();
    const early = this.#early.filter(({ signed }) => signed.header.height > head.height);
    this.#early = early.filter(({ signed }) => signed.header.height > head.height + 1);
    for (const each of early) {
      const peer = this.around.peer(each.link);
      if (peer && each.signed.header.height === head.height + 1) this.received(peer, each.compact);
      else if (peer) this.#decideWith(peer, each);
    }
  }

  gone(link: LinkId): void {
    this.#answers.gone(link);
    this.#early = this.#early.filter((each) => each.link !== link);
    for (const block of this.#blocks.values()) {
      block.shown.delete(link);
      block.sources.delete(link);
      block.failed.delete(link);
      this.#assembly.gone(block, link);
      // Nobody is left who could be asked for the rest: whoever offers it next is asked as for an unknown block.
      if (!block.block && block.sources.size === 0) this.#blocks.delete(block.hash);
    }
  }
}
