/** What a Byzantine key signs beyond its node: second blocks of a slot, blocks and certificates of its own making, votes.
 *
 *  In: what the node has signed, or its state. Out: the forgeries, signed with the node's key; undefined when the signer is gone. */

import { decodeUtf8, fromHex, toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { Certificate } from '../../engine/chain/certificate.js';
import { type Header, headerBytes, parseHeader } from '../../engine/chain/header.js';
import { messageOf, type Vote, type VoteIntent } from '../../engine/chain/vote.js';
import { buildBlock } from '../../engine/consensus/production.js';
import { ReplayGuard } from '../../engine/ledger/replayGuard.js';
import type { BlockHead, CertifiedHeader, HeaderBytes } from '../../engine/network/messages.js';
import type { Liar } from './attacks.js';

/** Slots whose second block is remembered. */
const TWINS = 32;

/** Two blocks of one slot. */
export interface Twin {
  readonly hash: string;
  readonly signed: HeaderBytes;
  readonly hasParent: boolean;
}

export interface OwnBlock extends HeaderBytes {
  readonly header: Header;
  readonly parent: Certificate;
}

export class Forgery {
  /** The second block of a slot by the hash of the first, as soon as it is being signed, and when it is. */
  readonly #making = new Map<string, Promise<Twin | undefined>>();
  readonly #twins = new Map<string, Twin>();
  readonly #firstOf = new Map<string, string>();

  constructor(private readonly owner: Liar) {}

  /** The block of the node that a forged one stands for. */
  firstOf(hash: string): string | undefined {
    return this.#firstOf.get(hash);
  }

  /** The second block of the slot, once it is signed. @param first hash of the first. */
  twin(first: string): Twin | undefined {
    return this.#twins.get(first);
  }

  /** The second block that was signed last. */
  get latestTwin(): Twin | undefined {
    return [...this.#twins.values()].at(-1);
  }

  hashOf({ headerBytes: bytes, proposerSignature }: HeaderBytes): string {
    return this.owner.parts.rules.protocol.blockHash(bytes, toHex(proposerSignature));
  }

  /** Signs a second block beside this one, once. */
  twinOf(first: string, header: Header): Promise<Twin | undefined> {
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
    const signed = await this.signedHeader(other);
    if (!signed) return undefined;
    const twin = { hash: this.hashOf(signed), signed, hasParent };
    this.#twins.set(first, twin);
    this.#firstOf.set(twin.hash, first);
    return twin;
  }

  async signedHeader(header: Header): Promise<HeaderBytes | undefined> {
    const bytes = headerBytes(header);
    const proposerSignature = await this.owner.sign(bytes);
    return proposerSignature && { headerBytes: bytes, proposerSignature };
  }

  /** An empty block of this key for the open slot; undefined while the node behind the mask is at work on one itself. */
  async ownBlock(): Promise<OwnBlock | undefined> {
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
    const signed = await this.signedHeader(header);
    return signed && { ...signed, header, parent };
  }

  /** A header whose signature does not hold. */
  unsigned<Signed extends HeaderBytes>(signed: Signed): Signed {
    const proposerSignature = signed.proposerSignature.slice();
    proposerSignature[0] = (proposerSignature[0] as number) ^ 1;
    const forged = { ...signed, proposerSignature };
    this.owner.parts.forged(proposerSignature);
    this.#firstOf.set(this.hashOf(forged), this.hashOf(signed));
    return forged;
  }

  /** Another block of that height, valid but for its certificate, which this key alone has signed. */
  async forgedHead(head: BlockHead, header: Header): Promise<BlockHead | undefined> {
    const signed = await this.signedHeader(header);
    const certificate = signed && head.certificate && (await this.ownCertificate(signed, header.height));
    return signed && { ...head, ...signed, certificate };
  }

  /** Another header of that height, under this key's own certificate; or the right one under a certificate whose signatures do not hold,
   *  or which leaves votes out. */
  async forgedHeader(chained: CertifiedHeader, header: Header): Promise<CertifiedHeader | undefined> {
    const { random } = this.owner.parts;
    const { certificate } = chained;
    const [first, ...others] = certificate.precommits;
    const signature = first?.signature.slice();
    if (!first || !signature || random.chance(40)) {
      const signed = await this.signedHeader({ ...header, time: header.time + 1 });
      const own = signed && (await this.ownCertificate(signed, header.height));
      return own && { ...signed, certificate: own };
    }
    if (random.chance(50)) return { ...chained, certificate: { ...certificate, precommits: [first] } };
    signature[0] = (signature[0] as number) ^ 1;
    return { ...chained, certificate: { ...certificate, precommits: [{ ...first, signature }, ...others] } };
  }

  async ownCertificate(signed: HeaderBytes, height: number): Promise<Certificate | undefined> {
    const { owner } = this;
    const { rules, publicKey } = owner.parts;
    const blockHash = this.hashOf(signed);
    const intent: VoteIntent = { type: 'precommit', height, round: 0, blockHash };
    const signature = await owner.sign(messageOf(rules.genesis.chainId, intent, rules.protocol.voteBytes));
    const precommits = [{ voterKey: publicKey, signature: signature ?? new Uint8Array() }];
    return signature && { height, round: 0, blockHash: fromHex(blockHash) ?? new Uint8Array(), precommits };
  }

  async vote({ type, height, round, blockHash }: VoteIntent): Promise<Vote | undefined> {
    const { rules, publicKey } = this.owner.parts;
    const intent: VoteIntent = { type, height, round, blockHash };
    const { genesis, protocol } = rules;
    const signature = await this.owner.sign(messageOf(genesis.chainId, intent, protocol.voteBytes));
    return signature && { ...intent, voterKey: publicKey, signature };
  }
}

export function headerOf({ headerBytes: bytes }: HeaderBytes): Header | undefined {
  const text = decodeUtf8(bytes);
  const header = text === undefined ? undefined : parseHeader(text);
  return header && !isRefusal(header) ? header : undefined;
}
