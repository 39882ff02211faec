/** A Byzantine validator: an honest node behind a mask that changes what it says to each of its peers.
 *
 *  In: the attacks of the plan. Out: hooks for its machine. The mask is between the sessions and the network of peers, where
 *  messages are whole and links are authenticated, and it signs with the node's own key whatever it likes. The node behind it follows
 *  the chain, so that the lies are about real blocks. `heal` takes the mask off. */

import { decodeUtf8, fromHex, toHex } from '../../engine/base/bytes.js';
import { PEER_FRAME_BYTES } from '../../engine/base/peerLimits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { Certificate } from '../../engine/chain/certificate.js';
import { type Header, headerBytes, parseHeader } from '../../engine/chain/header.js';
import { messageOf, type Vote, type VoteIntent } from '../../engine/chain/vote.js';
import { buildBlock, type ChainRules } from '../../engine/consensus/production.js';
import type { VerifierPort } from '../../engine/intake/verifier.js';
import { ReplayGuard } from '../../engine/ledger/replayGuard.js';
import { decodeMessage, encodeMessage } from '../../engine/network/messageCodec.js';
import type { BlockHead, CompactBlock, HeaderBytes, PeerMessage } from '../../engine/network/messages.js';
import type { LinkId, Net } from '../../engine/network/net.js';
import type { Rank, SessionEvent } from '../../engine/network/sessionEvents.js';
import { type PeerEffect, SessionLinks } from '../../engine/network/sessionLinks.js';
import type { Node } from '../../engine/node.js';
import type { SeededRandom } from '../support/random.js';
import type { MachineHooks } from './machine.js';

/** `equivocate`: signs two blocks for a slot and shows each to a part, and votes for either there. `crooked`: the second block lacks
 *  its parent's certificate. `withhold`: keeps blocks and votes from some. `doubleVote`: votes for two blocks, and with everybody for what
 *  that one votes for. `usurp`: signs blocks of slots that are another's. `forge`: shows headers that nobody has signed. `deceive`: serves blocks with certificates
 *  of its own making. `lie`: about its head, and about what others have signed. `old`, `garbage`, `oversized`: such messages. */
export const attacks = [
  'equivocate',
  'crooked',
  'withhold',
  'doubleVote',
  'usurp',
  'forge',
  'deceive',
  'lie',
  'old',
  'garbage',
  'oversized',
] as const;
export type Attack = (typeof attacks)[number];

/** Attacks that have an effect only when the slots are the attacker's, or only when they are another's. */
export const leaderAttacks: ReadonlySet<Attack> = new Set(['equivocate', 'crooked', 'deceive']);
export const followerAttacks: ReadonlySet<Attack> = new Set(['usurp']);

export interface ByzantineParts {
  readonly attacks: ReadonlySet<Attack>;
  readonly random: SeededRandom;
  readonly rules: ChainRules;
  readonly publicKey: Uint8Array;
  /** The node behind the mask, while one runs. */
  readonly node: () => Node | undefined;
}

/** Share of the messages that are followed by an old one, garbage or an oversized one, in percent. */
const EXTRA = 3;
/** Share of the peers that a slot's second block is shown to, and share of the slots that have one, in percent. */
const OTHER_SIDE = 45;
const TWO_BLOCKS = 60;
const WITHHELD = 30;
/** Share of the blocks, votes and answers that are forged, in percent. */
const FORGED = 40;
/** Messages that may be sent again later. */
const REMEMBERED = 60;
/** More than any message of a small kind may have. */
const OVERSIZED = 8_192;
/** Slots whose second block is remembered. */
const TWINS = 32;

/** Two blocks of one slot. */
interface Twin {
  readonly hash: string;
  readonly signed: HeaderBytes;
  readonly hasParent: boolean;
}

export class Byzantine {
  readonly counts = new Map<Attack, number>();
  #isHealed = false;
  #verifier: VerifierPort | undefined;

  constructor(readonly parts: ByzantineParts) {}

  get isMasked(): boolean {
    return !this.#isHealed;
  }

  /** The node behind the mask; undefined while none runs. */
  get node(): Node | undefined {
    return this.parts.node();
  }

  /** From now on the node speaks for itself. */
  heal(): void {
    this.#isHealed = true;
  }

  attacks(attack: Attack): boolean {
    return this.isMasked && this.parts.attacks.has(attack);
  }

  did(attack: Attack): void {
    this.counts.set(attack, (this.counts.get(attack) ?? 0) + 1);
  }

  /** @returns undefined when the signer is gone. */
  async sign(message: Uint8Array): Promise<Uint8Array | undefined> {
    const signature = await this.#verifier?.sign(message);
    return signature && !isRefusal(signature) ? signature : undefined;
  }

  readonly hooks: MachineHooks = {
    net: (net) => this.#masked(net),
    verifier: (verifier) => {
      this.#verifier = verifier;
      return verifier;
    },
  };

  #masked(net: Net): Net {
    return {
      start: (listener) => {
        if (!(listener instanceof SessionLinks)) throw new Error('a mask is worn over the links of a node');
        wear(listener, new Mask(this, net));
        net.start(listener);
      },
      dial: (url) => net.dial(url),
      send: (link, frame) => net.send(link, frame),
      buffered: (link) => net.buffered(link),
      close: (link, reason) => net.close(link, reason),
      stop: () => net.stop(),
    };
  }
}

/** Puts a mask between links and their node. */
function wear(links: SessionLinks, mask: Mask): void {
  const step = links.step.bind(links);
  const { handle } = links;
  mask.pass = step;
  Object.defineProperties(links, {
    step: { value: (event: SessionEvent) => (event.kind === 'send' ? mask.says(event) : step(event)) },
    handle: {
      value: (effect: PeerEffect) => {
        const heard = mask.hears(effect);
        if (heard) handle(heard);
      },
    },
  });
}

type To = Pick<Send, 'link' | 'rank'>;
type Send = Extract<SessionEvent, { readonly kind: 'send' }>;

class Mask {
  /** What the links do with an event. */
  pass: (event: SessionEvent) => void = () => {};
  /** Links that are up, with the id of their peer. */
  readonly #peers = new Map<LinkId, string>();
  /** The second block of a slot by the hash of the first, as soon as it is being signed, and when it is. */
  readonly #making = new Map<string, Promise<Twin | undefined>>();
  readonly #twins = new Map<string, Twin>();
  readonly #firstOf = new Map<string, string>();
  readonly #draws = new Map<string, boolean>();
  readonly #past: Uint8Array[] = [];

  constructor(
    private readonly owner: Byzantine,
    private readonly net: Net,
  ) {}

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
    if (message.kind === 'votes' && this.owner.attacks('doubleVote')) this.#agree(effect.link, message.votes);
    if (message.kind === 'blocksWanted' && this.#isAboveHead(message.fromHeight)) {
      this.#deceive(effect.link, message);
      return undefined;
    }
    if (!('hash' in message)) return effect;
    const first = this.#firstOf.get(message.hash);
    return first === undefined ? effect : { ...effect, bytes: encodeMessage({ ...message, hash: first }) };
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
    const first = this.#hashOf(block);
    if (!this.#isOther(event.link, header.height)) {
      this.pass(event);
      return;
    }
    void this.#twinOf(first, header).then((twin) => {
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

  #hashOf({ headerBytes: bytes, proposerSignature }: HeaderBytes): string {
    return this.owner.parts.rules.protocol.blockHash(bytes, toHex(proposerSignature));
  }

  #twinOf(first: string, header: Header): Promise<Twin | undefined> {
    let twin = this.#making.get(first);
    if (!twin) {
      twin = this.#makeTwin(first, header);
      this.#making.set(first, twin);
      if (this.#making.size > TWINS) this.#making.delete(this.#making.keys().next().value as string);
    }
    return twin;
  }

  async #makeTwin(first: string, header: Header): Promise<Twin | undefined> {
    const { owner } = this;
    const { random } = owner.parts;
    const hasParent = !owner.attacks('crooked') || (owner.attacks('equivocate') && random.chance(50));
    const { parent_commit, ...orphan } = header;
    // The same header under another signature is another block too.
    const other = !hasParent ? orphan : random.chance(50) ? header : { ...header, time: header.time + 1 };
    const signed = await this.#signedHeader(other);
    if (!signed) return undefined;
    const twin = { hash: this.#hashOf(signed), signed, hasParent };
    this.#twins.set(first, twin);
    this.#firstOf.set(twin.hash, first);
    return twin;
  }

  async #signedHeader(header: Header): Promise<HeaderBytes | undefined> {
    const bytes = headerBytes(header);
    const proposerSignature = await this.owner.sign(bytes);
    return proposerSignature && { headerBytes: bytes, proposerSignature };
  }

  /** An empty block of this key for the open slot; undefined while the node behind the mask is at work on one itself. */
  async #ownBlock(): Promise<(HeaderBytes & { readonly header: Header; readonly parent: Certificate }) | undefined> {
    const { node, parts } = this.owner;
    const { rules, publicKey } = parts;
    const parent = node?.head.certificate;
    if (!node || !parent || node.state.isAhead) return undefined;
    const { header, prepared } = buildBlock({
      ...{ rules, certificate: parent, state: node.state, tip: node.chain.tip, replay: new ReplayGuard() },
      ...{ candidates: [], proposerKey: publicKey, now: node.now },
      outOfTime: () => false,
    });
    prepared.revert();
    const signed = await this.#signedHeader(header);
    return signed && { ...signed, header, parent };
  }

  /** Takes the open slot, which is another's, before its proposer has a block. */
  #usurp(event: Send): void {
    const { owner } = this;
    if (!owner.attacks('usurp')) return;
    void this.#ownBlock().then((own) => {
      if (!own) return;
      owner.did('usurp');
      const { headerBytes: bytes, proposerSignature, parent } = own;
      const certificate = { certificate: parent, leftOut: [] };
      const block = { headerBytes: bytes, proposerSignature, certificate, shortIds: new Uint8Array() };
      this.#send(event, { kind: 'compactBlock', block });
    });
  }

  #isAboveHead(height: number): boolean {
    const { owner } = this;
    return owner.attacks('deceive') && height === (owner.node?.chain.tip.height ?? 0) + 1;
  }

  /** Serves a block above the head that it has claimed. */
  #deceive(link: LinkId, { request, fromHeight }: Extract<PeerMessage, { readonly kind: 'blocksWanted' }>): void {
    const { owner } = this;
    void this.#ownBlock().then(async (own) => {
      if (own?.header.height !== fromHeight) return;
      const { headerBytes: bytes, proposerSignature, header, parent: parentCertificate } = own;
      const head = { headerBytes: bytes, proposerSignature, parentCertificate, transactionCount: 0 };
      const certificate = await this.#ownCertificate(head, header.height);
      if (!certificate) return;
      owner.did('deceive');
      const part = { request, height: fromHeight, head: { ...head, certificate }, first: 0, transactions: [] };
      this.#send({ link }, { kind: 'blockPart', part });
    });
  }

  /** A header whose signature does not hold. */
  #forgedBlock(event: Send, block: CompactBlock): void {
    this.owner.did('forge');
    const proposerSignature = block.proposerSignature.slice();
    proposerSignature[0] = (proposerSignature[0] as number) ^ 1;
    const forged = { ...block, proposerSignature };
    this.#firstOf.set(this.#hashOf(forged), this.#hashOf(block));
    this.#send(event, { kind: 'compactBlock', block: forged });
  }

  #votes(event: Send, votes: readonly Vote[]): void {
    const { owner } = this;
    const sent: Vote[] = [];
    for (const vote of votes) {
      const isOwn = Buffer.compare(vote.voterKey, owner.parts.publicKey) === 0;
      if (isOwn && this.#withholds(event.link, vote.height)) continue;
      const twin = isOwn && this.#isOther(event.link, vote.height) ? this.#twins.get(vote.blockHash) : undefined;
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
    const [twin] = [...this.#twins.values()].slice(-1);
    const blockHash = other !== undefined ? vote.blockHash : (twin?.hash ?? toHex(random.bytes(32)));
    owner.did('doubleVote');
    this.#vote(event, { ...vote, blockHash });
    // Of another round, too.
    if (random.chance(20)) this.#vote(event, { ...vote, round: vote.round + random.between(1, 3) });
  }

  /** Votes with a peer for whatever it votes for. */
  #agree(link: LinkId, votes: readonly Vote[]): void {
    const { owner } = this;
    for (const { type, height, round, blockHash, voterKey } of votes) {
      const name = `agreed ${this.#peers.get(link)} ${type} ${height} ${round} ${blockHash}`;
      if (this.#draws.has(name) || Buffer.compare(voterKey, owner.parts.publicKey) === 0) continue;
      this.#draws.set(name, true);
      owner.did('doubleVote');
      this.#vote({ link }, { type, height, round, blockHash });
    }
  }

  #vote(event: To, { type, height, round, blockHash }: VoteIntent): void {
    const { rules, publicKey } = this.owner.parts;
    const intent: VoteIntent = { type, height, round, blockHash };
    const { genesis, protocol } = rules;
    void this.owner.sign(messageOf(genesis.chainId, intent, protocol.voteBytes)).then((signature) => {
      if (!signature) return;
      this.#send(event, { kind: 'votes', votes: [{ ...intent, voterKey: publicKey, signature }] });
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

  /** A block of the chain, or one that looks like it. */
  #part(event: Send, message: Extract<PeerMessage, { readonly kind: 'blockPart' }>): void {
    const { owner } = this;
    const { head } = message.part;
    const header = head && headerOf(head);
    if (!head || !header || !owner.attacks('deceive')) {
      this.pass(event);
      return;
    }
    void this.#forgedHead(head, header).then((forged) => {
      if (!forged) return;
      owner.did('deceive');
      this.#send(event, { ...message, part: { ...message.part, head: forged } });
    });
  }

  /** Another block of that height, valid but for its certificate, which this key alone has signed. */
  async #forgedHead(head: BlockHead, header: Header): Promise<BlockHead | undefined> {
    const signed = await this.#signedHeader(header);
    const certificate = signed && (await this.#ownCertificate(signed, header.height));
    return certificate && { ...head, ...signed, certificate };
  }

  async #ownCertificate(signed: HeaderBytes, height: number): Promise<Certificate | undefined> {
    const { owner } = this;
    const { rules, publicKey } = owner.parts;
    const blockHash = this.#hashOf(signed);
    const intent: VoteIntent = { type: 'precommit', height, round: 0, blockHash };
    const signature = await owner.sign(messageOf(rules.genesis.chainId, intent, rules.protocol.voteBytes));
    const precommits = [{ voterKey: publicKey, signature: signature ?? new Uint8Array() }];
    return signature && { height, round: 0, blockHash: fromHex(blockHash) ?? new Uint8Array(), precommits };
  }
}

function headerOf({ headerBytes: bytes }: HeaderBytes): Header | undefined {
  const text = decodeUtf8(bytes);
  const header = text === undefined ? undefined : parseHeader(text);
  return header && !isRefusal(header) ? header : undefined;
}
