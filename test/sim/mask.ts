/** The mask of a Byzantine validator: what its node says to each of its peers, and what it hears of them.
 *
 *  In: messages of the node and of its peers, whole and authenticated. Out: the same, changed as the attacks have it, kept back, or
 *  with others beside them. */

import { toHex } from '../../engine/base/bytes.js';
import { PEER_FRAME_BYTES } from '../../engine/base/peerLimits.js';
import type { Vote, VoteIntent } from '../../engine/chain/vote.js';
import { decodeMessage, encodeMessage } from '../../engine/network/messageCodec.js';
import type { CompactBlock, PeerMessage } from '../../engine/network/messages.js';
import type { LinkId, Net } from '../../engine/network/net.js';
import type { Rank, SessionEvent } from '../../engine/network/sessionEvents.js';
import type { PeerEffect } from '../../engine/network/sessionLinks.js';
import type { Attack, Liar } from './attacks.js';
import { Forgery, headerOf } from './forgery.js';
import { type PartWanted, SnapshotLies } from './snapshotLies.js';

/** Share of the messages that are followed by an old one, garbage or an oversized one, in percent. */
const EXTRA = 3;
/** Share of the peers that a slot's second block is shown to, and share of the slots that have one, in percent. */
const OTHER_SIDE = 45;
const TWO_BLOCKS = 60;
const WITHHELD = 30;
/** Share of the blocks, votes and answers that are forged, in percent. */
const FORGED = 40;
/** Within this time a peer gets the prevote that completes its quorum: meanwhile it may have executed the other block. */
const TEMPTED_MS = 400;
/** Messages that may be sent again later. */
const REMEMBERED = 60;
/** More than any message of a small kind may have. */
const OVERSIZED = 8_192;

type To = Pick<Send, 'link' | 'rank'>;
type Wanted = Extract<PeerMessage, { readonly kind: 'blocksWanted' | 'headersWanted' }>;
type Send = Extract<SessionEvent, { readonly kind: 'send' }>;

export class Mask {
  /** What the links do with an event. */
  pass: (event: SessionEvent) => void = () => {};
  /** Links that are up, with the id of their peer. */
  readonly #peers = new Map<LinkId, string>();
  readonly #forgery: Forgery;
  readonly #draws = new Map<string, boolean>();
  readonly #past: Uint8Array[] = [];
  readonly #snapshots: SnapshotLies;
  /** What peers have asked of snapshots, by link and request. */
  readonly #wanted = new Map<string, PartWanted>();

  constructor(
    private readonly owner: Liar,
    private readonly net: Net,
  ) {
    this.#forgery = new Forgery(owner);
    this.#snapshots = new SnapshotLies(owner);
  }

  /** The node says something to a peer. */
  says(event: Send): void {
    const { owner } = this;
    const message = decodeMessage(event.message);
    if (!owner.isMasked || typeof message === 'string') {
      this.pass(event);
      return;
    }
    this.#remember(event.message);
    this.#extra(event);
    switch (message.kind) {
      case 'compactBlock':
        this.#block(event, message.block);
        break;
      case 'blockOffer':
        if (!this.#withholds(event.link, message.height)) this.pass(event);
        break;
      case 'votes':
        this.#votes(event, message.votes);
        break;
      case 'status':
        this.#status(event, message);
        break;
      case 'signedByAnswer':
        this.#signedBy(event, message);
        break;
      case 'blockPart':
        this.#part(event, message);
        break;
      case 'headersPart':
        this.#headers(event, message);
        break;
      case 'snapshotsOffered':
        this.#tell(event, owner.attacks('snapshots') ? this.#snapshots.offered(message) : message);
        break;
      case 'snapshotPart':
        this.#snapshotPart(event, message);
        break;
      default:
        this.pass(event);
    }
  }

  /** A peer says something to the node. @returns what the node hears. */
  hears(effect: PeerEffect): PeerEffect | undefined {
    if (effect.kind === 'up') this.#peers.set(effect.link, effect.peer.id);
    if (effect.kind === 'down') this.#peers.delete(effect.link);
    if (effect.kind !== 'message' || !this.owner.isMasked) return effect;
    this.#remember(effect.bytes);
    const message = decodeMessage(effect.bytes);
    if (typeof message === 'string') return effect;
    if (message.kind === 'votes') this.#agree(effect.link, message.votes);
    if (message.kind === 'snapshotPartWanted' && this.owner.attacks('snapshots'))
      this.#wanted.set(`${effect.link} ${message.request}`, message);
    const isAsked = message.kind === 'blocksWanted' || message.kind === 'headersWanted';
    if (isAsked && this.#isAboveHead(message.fromHeight)) {
      this.#deceive(effect.link, message);
      return undefined;
    }
    if (!('hash' in message)) return effect;
    const first = this.#forgery.firstOf(message.hash);
    return first === undefined ? effect : { ...effect, bytes: encodeMessage({ ...message, hash: first }) };
  }

  /** @param message undefined: silence. */
  #tell(event: Send, message: PeerMessage | undefined): void {
    if (message) this.#send(event, message);
  }

  #snapshotPart(event: Send, message: Extract<PeerMessage, { readonly kind: 'snapshotPart' }>): void {
    const name = `${event.link} ${message.request}`;
    const wanted = this.#wanted.get(name);
    this.#wanted.delete(name);
    const told = wanted ? this.#snapshots.part(message, wanted) : message;
    if (told === 'vanish') this.net.close(event.link, 'it vanishes');
    else this.#tell(event, told);
  }

  #send({ link, rank }: To, message: PeerMessage): void {
    this.pass({ kind: 'send', link, message: encodeMessage(message), ...(rank && { rank }) });
  }

  #remember(message: Uint8Array): void {
    this.#past.push(message.slice());
    if (this.#past.length > REMEMBERED) this.#past.shift();
  }

  /** A choice that stays the same for a link and a height. */
  #draw(purpose: string, percent: number): boolean {
    let drawn = this.#draws.get(purpose);
    if (drawn === undefined) {
      drawn = this.owner.parts.random.chance(percent);
      this.#draws.set(purpose, drawn);
    }
    return drawn;
  }

  #extra({ link }: Send): void {
    const { owner } = this;
    const { random } = owner.parts;
    const now = (attack: Attack): boolean => {
      const does = owner.attacks(attack) && random.chance(EXTRA);
      if (does) owner.did(attack);
      return does;
    };
    const send = (message: Uint8Array, rank: Rank = 'bulk'): void => this.pass({ kind: 'send', link, message, rank });
    if (now('old')) send(random.pick(this.#past).slice(), 'urgent');
    if (now('garbage')) send(random.chance(50) ? random.bytes(random.between(1, 2_000)) : this.#damaged());
    if (!now('oversized')) return;
    if (random.chance(50)) send(encodeMessage({ kind: 'goodbye', reason: 'x'.repeat(OVERSIZED) }));
    else this.net.send(link, random.bytes(PEER_FRAME_BYTES + 1));
  }

  #damaged(): Uint8Array {
    const { random } = this.owner.parts;
    const bytes = random.pick(this.#past).slice();
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
    return bytes;
  }

  #withholds(link: LinkId, height: number): boolean {
    const withholds =
      this.owner.attacks('withhold') && this.#draw(`withheld ${this.#peers.get(link)} ${height}`, WITHHELD);
    if (withholds) this.owner.did('withhold');
    return withholds;
  }

  #block(event: Send, block: CompactBlock): void {
    const { owner } = this;
    const { random } = owner.parts;
    const header = headerOf(block);
    if (!header || this.#withholds(event.link, header.height)) return;
    if (owner.attacks('forge') && random.chance(FORGED)) {
      this.#forgedBlock(event, block);
      return;
    }
    if (header.proposer_pub_key !== toHex(owner.parts.publicKey)) {
      this.pass(event);
      return;
    }
    const first = this.#forgery.hashOf(block);
    if (!this.#isOther(event.link, header.height)) {
      this.pass(event);
      return;
    }
    void this.#forgery.twinOf(first, header).then((twin) => {
      if (!twin) return;
      owner.did(twin.hasParent ? 'equivocate' : 'crooked');
      const certificate = twin.hasParent ? block.certificate : undefined;
      this.#send(event, { kind: 'compactBlock', block: { ...block, ...twin.signed, certificate } });
    });
  }

  /** Whether this peer gets to see the second block of a slot. */
  #isOther(link: LinkId, height: number): boolean {
    const { owner } = this;
    if (!owner.attacks('equivocate') && !owner.attacks('crooked')) return false;
    return this.#draw(`two ${height}`, TWO_BLOCKS) && this.#draw(`side ${this.#peers.get(link)} ${height}`, OTHER_SIDE);
  }

  /** Takes the open slot, which is another's, before its proposer has a block. */
  #usurp(event: Send): void {
    const { owner } = this;
    if (!owner.attacks('usurp')) return;
    void this.#forgery.ownBlock().then((own) => {
      if (!own) return;
      owner.did('usurp');
      const { headerBytes: bytes, proposerSignature, parent } = own;
      owner.parts.forged(proposerSignature);
      const certificate = { certificate: parent, leftOut: [] };
      const block = { headerBytes: bytes, proposerSignature, certificate, shortIds: new Uint8Array() };
      this.#send(event, { kind: 'compactBlock', block });
    });
  }

  #isAboveHead(height: number): boolean {
    const { owner } = this;
    return owner.attacks('deceive') && height === (owner.node?.chain.tip.height ?? 0) + 1;
  }

  /** Serves a block above the head that it has claimed, or its header. */
  #deceive(link: LinkId, { kind, request, fromHeight }: Wanted): void {
    const { owner } = this;
    void this.#forgery.ownBlock().then(async (own) => {
      if (own?.header.height !== fromHeight) return;
      const { headerBytes: bytes, proposerSignature, header, parent: parentCertificate } = own;
      const signed = { headerBytes: bytes, proposerSignature };
      const head = { ...signed, parentCertificate, transactionCount: 0 };
      const certificate = await this.#forgery.ownCertificate(head, header.height);
      if (!certificate) return;
      owner.did('deceive');
      if (kind === 'headersWanted') {
        this.#send({ link }, { kind: 'headersPart', request, fromHeight, headers: [{ ...signed, certificate }] });
        return;
      }
      const part = { request, height: fromHeight, head: { ...head, certificate }, first: 0, transactions: [] };
      this.#send({ link }, { kind: 'blockPart', part });
    });
  }

  /** A header whose signature does not hold. */
  #forgedBlock(event: Send, block: CompactBlock): void {
    this.owner.did('forge');
    this.#send(event, { kind: 'compactBlock', block: this.#forgery.unsigned(block) });
  }

  #votes(event: Send, votes: readonly Vote[]): void {
    const { owner } = this;
    const sent: Vote[] = [];
    for (const vote of votes) {
      const isOwn = Buffer.compare(vote.voterKey, owner.parts.publicKey) === 0;
      if (isOwn && (owner.attacks('tempt') || this.#withholds(event.link, vote.height))) continue;
      const twin = isOwn && this.#isOther(event.link, vote.height) ? this.#forgery.twin(vote.blockHash) : undefined;
      if (isOwn && owner.attacks('doubleVote')) this.#voteAgain(event, vote, twin?.hash);
      if (!twin) sent.push(vote);
      else this.#vote(event, { ...vote, blockHash: twin.hash });
    }
    if (sent.length > 0) this.#send(event, { kind: 'votes', votes: sent });
  }

  #voteAgain(event: Send, vote: Vote, other: string | undefined): void {
    const { owner } = this;
    const { random } = owner.parts;
    if (!this.#draw(`second vote ${vote.height}`, TWO_BLOCKS)) return;
    const twin = this.#forgery.latestTwin;
    const blockHash = other !== undefined ? vote.blockHash : (twin?.hash ?? toHex(random.bytes(32)));
    owner.did('doubleVote');
    this.#vote(event, { ...vote, blockHash });
    // Of another round, too.
    if (random.chance(20)) this.#vote(event, { ...vote, round: vote.round + random.between(1, 3) });
  }

  /** A precommit that would decide something stays here. */
  #tempts({ type }: VoteIntent): boolean {
    return type === 'precommit' && this.owner.attacks('tempt');
  }

  /** Votes with a peer for whatever it votes for. */
  #agree(link: LinkId, votes: readonly Vote[]): void {
    const { owner } = this;
    const attack = (['tempt', 'doubleVote'] as const).find((one) => owner.attacks(one));
    if (!attack) return;
    for (const vote of votes) {
      const { type, height, round, blockHash, voterKey } = vote;
      const name = `agreed ${this.#peers.get(link)} ${type} ${height} ${round} ${blockHash}`;
      if (this.#draws.has(name) || Buffer.compare(voterKey, owner.parts.publicKey) === 0 || this.#tempts(vote))
        continue;
      this.#draws.set(name, true);
      owner.did(attack);
      if (attack === 'doubleVote') this.#vote({ link }, vote);
      else owner.parts.after(owner.parts.random.below(TEMPTED_MS), () => this.#vote({ link }, vote));
    }
  }

  #vote(event: To, intent: VoteIntent): void {
    void this.#forgery.vote(intent).then((vote) => {
      if (vote) this.#send(event, { kind: 'votes', votes: [vote] });
    });
  }

  #status(event: Send, message: Extract<PeerMessage, { readonly kind: 'status' }>): void {
    const { owner } = this;
    const { random } = owner.parts;
    this.#usurp(event);
    const { status } = message;
    if (owner.attacks('deceive') && random.chance(FORGED)) {
      this.#send(event, { kind: 'status', status: { ...status, height: status.height + 2 } });
      return;
    }
    if (!owner.attacks('lie') || !random.chance(50)) {
      this.pass(event);
      return;
    }
    owner.did('lie');
    const height = Math.max(0, status.height + random.pick([-3, 1, 2, 1_000_000]));
    this.#send(event, { kind: 'status', status: { ...status, height, hash: toHex(random.bytes(32)) } });
  }

  /** What others have signed: far more than they did. */
  #signedBy(event: Send, message: Extract<PeerMessage, { readonly kind: 'signedByAnswer' }>): void {
    const { owner } = this;
    if (!owner.attacks('lie')) {
      this.pass(event);
      return;
    }
    owner.did('lie');
    const height = message.signedBy.height + owner.parts.random.pick([1, 5, 1_000_000]);
    this.#send(event, { ...message, signedBy: { ...message.signedBy, height } });
  }

  /** Headers of the chain, the last one another that looks like it: what rests on it is false too. */
  #headers(event: Send, message: Extract<PeerMessage, { readonly kind: 'headersPart' }>): void {
    const { owner } = this;
    const last = message.headers.at(-1);
    const header = last && headerOf(last);
    if (!last || !header || !owner.attacks('deceive')) {
      this.pass(event);
      return;
    }
    void this.#forgery.forgedHeader(last, header).then((forged) => {
      if (!forged) return;
      owner.did('deceive');
      this.#send(event, { ...message, headers: [...message.headers.slice(0, -1), forged] });
    });
  }

  /** A block of the chain, or one that looks like it. */
  #part(event: Send, message: Extract<PeerMessage, { readonly kind: 'blockPart' }>): void {
    const { owner } = this;
    const { head } = message.part;
    const header = head && headerOf(head);
    if (!head || !header || !owner.attacks('deceive')) {
      this.pass(event);
      return;
    }
    void this.#forgery.forgedHead(head, header).then((forged) => {
      if (!forged) return;
      owner.did('deceive');
      this.#send(event, { ...message, part: { ...message.part, head: forged } });
    });
  }
}
