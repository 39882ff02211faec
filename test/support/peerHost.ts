/** A node around a `PeerNetwork` in a test: it answers every effect as the owner of the head would, from a chain that the world knows to
 *  be right. It signs and checks with a hash instead of ML-DSA-65, and executes nothing. */

import { compareBytes, fromHex, toBinary, toHex, utf8 } from '../../engine/base/bytes.js';
import type { Block } from '../../engine/chain/block.js';
import { type Certificate, makeCertificate } from '../../engine/chain/certificate.js';
import { type Header, headerBytes } from '../../engine/chain/header.js';
import type { SignedParts } from '../../engine/chain/transaction.js';
import type { Vote } from '../../engine/chain/vote.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import { sha256, sha256Hex, sha256Of } from '../../engine/crypto/sha256.js';
import type { HandedOver, NetworkEffect, NetworkEvent, WaitingTransaction } from '../../engine/network/events.js';
import type { HandoverOutcome } from '../../engine/network/messages.js';
import type { LinkId } from '../../engine/network/net.js';
import { leafOf } from '../../engine/network/openBlock.js';
import { PeerNetwork, type PeerNetworkOptions } from '../../engine/network/peerNetwork.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import type { SeededRandom } from './random.js';

/** A stretched hash takes the place of keys and signatures. */
const stretched = (length: number, ...parts: Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(length);
  out.set(sha256Of(...parts));
  return out;
};

export const keyOf = (name: string): Uint8Array => stretched(PUBLIC_KEY_BYTES, utf8(name));
export const sign = (key: Uint8Array, text: Uint8Array): Uint8Array => stretched(SIGNATURE_BYTES, key, text);
const holds = (key: Uint8Array, text: Uint8Array, signature: Uint8Array): boolean =>
  compareBytes(sign(key, text), signature) === 0;

export const voteText = ({ type, height, round, blockHash }: Omit<Vote, 'voterKey' | 'signature'>): Uint8Array =>
  utf8(`${type}/${height}/${round}/${blockHash}`);

export function signedVote(key: Uint8Array, type: Vote['type'], height: number, blockHash: string): Vote {
  const vote = { type, height, round: 0, blockHash };
  return { ...vote, voterKey: key, signature: sign(key, voteText(vote)) };
}

export const isVoteSigned = (vote: Vote): boolean => holds(vote.voterKey, voteText(vote), vote.signature);

export function makeTransaction(number: number): WaitingTransaction & { readonly id: string } {
  const publicKey = keyOf(`account ${number % 17}`);
  const beforeKey = '{"type":"transfer","from":"';
  const text = utf8(`${beforeKey}","amount":${number},"nonce":"nonce-${number}"}`);
  const transaction: SignedParts = {
    operation: 'transfer',
    publicKey,
    text,
    keyAt: beforeKey.length + 1,
    signature: sign(publicKey, text),
  };
  return {
    id: toBinary(nativeProtocol.transactionId(publicKey, text)),
    leaf: leafOf(transaction, nativeProtocol),
    transaction,
  };
}

export interface MadeBlock {
  readonly block: Block;
  readonly hash: string;
  readonly leaves: readonly Uint8Array[];
}

export function makeBlock(
  key: Uint8Array,
  parent: { readonly height: number; readonly hash: string },
  waiting: readonly WaitingTransaction[],
  certificate: Certificate | undefined,
  time: number,
): MadeBlock {
  const header: Header = {
    version: 1,
    chain_id: 'peers-1',
    height: parent.height + 1,
    time,
    prev_hash: parent.hash,
    tx_hash: nativeProtocol.transactionsRoot(waiting.map(({ leaf }) => leaf)),
    proposer_pub_key: toHex(key),
    ...(certificate && { parent_commit: nativeProtocol.certificateHash(certificate) }),
  };
  const bytes = headerBytes(header);
  const proposerSignature = sign(key, bytes);
  return {
    block: {
      header,
      headerBytes: bytes,
      proposerSignature,
      certificate,
      transactions: waiting.map(({ transaction }) => transaction),
    },
    hash: nativeProtocol.blockHash(bytes, toHex(proposerSignature)),
    leaves: waiting.map(({ leaf }) => leaf),
  };
}

export const GENESIS = { height: 0, hash: toHex(sha256(utf8('genesis of peers'))) };
const BLOCK_TIME_MS = 400;
export const MOST_PER_BLOCK = 300;

export interface HostOptions {
  readonly name: string;
  readonly url: string;
  readonly seeds: readonly string[];
  readonly saved: string | undefined;
  readonly validators: readonly Uint8Array[];
  readonly random: SeededRandom;
  readonly now: number;
  readonly linkBytes: (link: LinkId) => number;
}

export class PeerHost {
  readonly key: Uint8Array;
  readonly network: PeerNetwork;
  readonly pool = new Map<string, WaitingTransaction>();
  readonly chain: { readonly block: Block; readonly hash: string; readonly certificate: Certificate }[] = [];
  readonly included = new Set<string>();
  readonly votesSeen = new Map<string, Vote>();
  readonly evidence: Uint8Array[] = [];
  readonly handedOver = new Map<number, HandedOver>();
  readonly signedBy: { readonly from: Uint8Array; readonly height: number }[] = [];
  readonly twins: string[] = [];
  saved: string | undefined;
  wakeAt = 0;
  behind: number | undefined;
  readonly #blocks = new Map<string, MadeBlock>();
  readonly #certificates = new Map<string, Certificate>();
  #proposedAt = 0;
  #now: number;

  constructor(
    readonly options: HostOptions,
    overrides: Partial<PeerNetworkOptions> = {},
  ) {
    this.key = keyOf(options.name);
    this.#now = options.now;
    this.network = new PeerNetwork({
      ownKey: this.key,
      url: options.url,
      name: options.name,
      version: '0',
      producing: true,
      seeds: options.seeds,
      saved: options.saved,
      mayDial: (url) => url.startsWith('http://'),
      random: { bytes: (length) => Uint8Array.from({ length }, () => options.random.below(256)) },
      blockTimeMs: BLOCK_TIME_MS,
      protocol: nativeProtocol,
      waiting: {
        has: (id) => this.pool.has(id) || this.included.has(id),
        get: (id) => this.pool.get(id)?.transaction,
        ids: () => this.pool.keys(),
        all: () => this.pool.values(),
      },
      linkBytes: options.linkBytes,
      now: options.now,
      ...overrides,
    });
    this.saved = options.saved;
  }

  get head(): { readonly height: number; readonly hash: string } {
    const last = this.chain.at(-1);
    return last ? { height: this.chain.length, hash: last.hash } : GENESIS;
  }

  get isProposer(): boolean {
    return compareBytes(this.key, this.options.validators[0] as Uint8Array) === 0;
  }

  /** Takes over what was durable on a node that was stopped; before the first event. */
  restore({ chain, included, votesSeen }: PeerHost): void {
    this.chain.push(...chain);
    for (const id of included) this.included.add(id);
    for (const [name, vote] of votesSeen) this.votesSeen.set(name, vote);
  }

  /** The first events: the head, the moment, own votes from the journal. */
  start(): NetworkEffect[] {
    const own = [...this.votesSeen.values()].filter(
      ({ voterKey, height }) => height === this.head.height + 1 && compareBytes(voterKey, this.key) === 0,
    );
    return this.run(this.headEvent(), { kind: 'time', now: this.options.now }, { kind: 'ownVotes', votes: own });
  }

  headEvent(): NetworkEvent {
    const { validators } = this.options;
    return { kind: 'head', ...this.head, set: validators, proposer: validators[0] };
  }

  /** Hands events in and performs what belongs to the head. @returns effects for the links. */
  run(...events: NetworkEvent[]): NetworkEffect[] {
    const outside: NetworkEffect[] = [];
    const queue = [...events];
    for (let event = queue.shift(); event; event = queue.shift()) {
      if (event.kind === 'time') this.#now = event.now;
      for (const effect of this.network.step(event)) {
        const answer = this.#perform(effect);
        if (answer === 'outside') outside.push(effect);
        else queue.push(...answer);
      }
    }
    return outside;
  }

  #perform(effect: NetworkEffect): NetworkEvent[] | 'outside' {
    switch (effect.kind) {
      case 'wake':
        this.wakeAt = effect.at;
        return [];
      case 'saveAddresses':
        this.saved = effect.text;
        return [];
      case 'header':
        return [{ kind: 'headerChecked', hash: effect.signed.hash, verdict: this.#headerVerdict(effect.signed) }];
      case 'block':
        return this.#hold(effect);
      case 'decidedBlock':
        return this.#decided(effect);
      case 'votes': {
        const accepted = effect.votes.filter(isVoteSigned);
        const rejected = effect.votes.filter((vote) => !isVoteSigned(vote));
        const { link, votes } = effect;
        return [{ kind: 'votesChecked', link, votes, accepted, rejected }, ...this.#count(accepted)];
      }
      case 'certificate': {
        const { link, certificate } = effect;
        const good = this.#isQuorum(certificate);
        const verdict: NetworkEvent = { kind: 'certificateChecked', link, certificate, holds: good };
        return good ? [verdict, ...this.#certified(certificate)] : [verdict];
      }
      default:
        return this.#performOther(effect);
    }
  }

  #performOther(effect: NetworkEffect): NetworkEvent[] | 'outside' {
    switch (effect.kind) {
      case 'transactions': {
        const verdicts = effect.transactions.map((item) => ({ id: item.id, verdict: this.#judge(item) }));
        return [
          { kind: 'transactionsChecked', link: effect.link, verdicts },
          ...this.#admit(effect.transactions, false),
        ];
      }
      case 'handover': {
        const { link, request, item } = effect;
        const verdict = this.#judge(item);
        const outcome: HandoverOutcome =
          verdict === 'held' ? { held: true } : { held: false, code: 'invalid_signature', message: 'no' };
        return [{ kind: 'handoverChecked', link, request, outcome }, ...this.#admit([item], true)];
      }
      case 'readBlock': {
        const found = this.chain[effect.height - 1];
        return [{ kind: 'blockRead', token: effect.token, decided: found }];
      }
      case 'readHeaders': {
        const { token, fromHeight, count } = effect;
        const headers = this.chain
          .slice(fromHeight - 1, fromHeight - 1 + Math.min(count, 8))
          .map(({ block: { headerBytes, proposerSignature }, certificate }) => ({
            headerBytes,
            proposerSignature,
            certificate,
          }));
        return [{ kind: 'headersRead', token, headers, lowestHeight: 0 }];
      }
      case 'headerCertificates': {
        const verdicts = effect.certificates.map((each) => (this.#isQuorum(each) ? 'holds' : 'false'));
        return [{ kind: 'headerCertificatesChecked', token: effect.token, verdicts }];
      }
      case 'readSignedBy': {
        const votes = [...this.votesSeen.values()].filter(({ voterKey }) => compareBytes(voterKey, effect.key) === 0);
        const height = Math.max(0, ...votes.map((vote) => vote.height));
        return [
          { kind: 'signedByRead', token: effect.token, signedBy: { height, votes: votes.slice(-4), headers: [] } },
        ];
      }
      case 'signedBy':
        this.signedBy.push({ from: effect.answer.from, height: effect.answer.signedBy.height });
        return [];
      case 'handedOver':
        this.handedOver.set(effect.token, effect.outcome);
        return [];
      case 'evidence':
        this.evidence.push(effect.evidence);
        return [{ kind: 'evidence', evidence: effect.evidence }];
      case 'ownKeyElsewhere':
        this.twins.push(effect.url);
        return [];
      case 'behind':
        this.behind = effect.height;
        return [];
      case 'missed':
        return [];
      case 'peers':
        return [];
      default:
        return 'outside';
    }
  }

  #headerVerdict({
    header,
    headerBytes: bytes,
    proposerSignature,
  }: {
    header: Header;
    headerBytes: Uint8Array;
    proposerSignature: Uint8Array;
  }) {
    const [proposer] = this.options.validators;
    const key = fromHex(header.proposer_pub_key) ?? new Uint8Array();
    const good = compareBytes(key, proposer as Uint8Array) === 0 && holds(key, bytes, proposerSignature);
    return good ? ('holds' as const) : ('invalid' as const);
  }

  #judge({ id, transaction }: { readonly id: string; readonly transaction: SignedParts }) {
    const { publicKey, text, signature } = transaction;
    const right = toBinary(nativeProtocol.transactionId(publicKey, text)) === id && holds(publicKey, text, signature);
    return right ? ('held' as const) : ('invalid' as const);
  }

  #admit(items: readonly { readonly id: string; readonly transaction: SignedParts }[], own: boolean): NetworkEvent[] {
    const fresh = items.filter(
      (item) => this.#judge(item) === 'held' && !this.pool.has(item.id) && !this.included.has(item.id),
    );
    for (const { id, transaction } of fresh)
      this.pool.set(id, { leaf: leafOf(transaction, nativeProtocol), transaction });
    return fresh.length === 0 ? [] : [{ kind: 'admitted', ids: fresh.map(({ id }) => id), own }];
  }

  /** A client's transaction at this node. */
  submit(item: WaitingTransaction & { readonly id: string }): NetworkEffect[] {
    this.pool.set(item.id, item);
    return this.run({ kind: 'admitted', ids: [item.id], own: true });
  }

  /** A whole block: this node votes for it. */
  #hold({ block, hash, leaves }: MadeBlock): NetworkEvent[] {
    if (block.header.height !== this.head.height + 1 || this.#blocks.has(hash)) return [];
    this.#blocks.set(hash, { block, hash, leaves });
    const events: NetworkEvent[] = [{ kind: 'blockChecked', hash, verdict: 'valid' }];
    if (this.options.validators.some((key) => compareBytes(key, this.key) === 0)) {
      const vote = signedVote(this.key, 'precommit', block.header.height, hash);
      events.push({ kind: 'ownVotes', votes: [vote] }, ...this.#count([vote]));
    }
    return [...events, ...this.#advance()];
  }

  #count(votes: readonly Vote[]): NetworkEvent[] {
    const events: NetworkEvent[] = [];
    for (const vote of votes) {
      this.votesSeen.set(`${vote.height}/${vote.blockHash}/${toHex(vote.voterKey.subarray(0, 32))}`, vote);
      const same = [...this.votesSeen.values()].filter(({ blockHash }) => blockHash === vote.blockHash);
      const open = this.head.height + 1;
      if (vote.height === open && same.length >= this.#quorum() && !this.#certificates.has(vote.blockHash)) {
        const certificate = makeCertificate(open, 0, fromHex(vote.blockHash) as Uint8Array, same);
        events.push(...this.#certified(certificate));
      } else if (vote.height === open && !this.#blocks.has(vote.blockHash))
        events.push({ kind: 'wanted', hash: vote.blockHash });
    }
    return events;
  }

  #quorum(): number {
    return Math.floor((2 * this.options.validators.length) / 3) + 1;
  }

  #isQuorum({ height, blockHash, precommits }: Certificate): boolean {
    const valid = precommits.filter((precommit) =>
      isVoteSigned({ type: 'precommit', height, round: 0, blockHash: toHex(blockHash), ...precommit }),
    );
    return valid.length === precommits.length && valid.length >= this.#quorum();
  }

  #certified(certificate: Certificate): NetworkEvent[] {
    this.#certificates.set(toHex(certificate.blockHash), certificate);
    return [{ kind: 'certified', certificate }, ...this.#advance()];
  }

  /** The head moves when the block and its certificate are here. */
  #advance(): NetworkEvent[] {
    for (const [hash, made] of this.#blocks) {
      const certificate = this.#certificates.get(hash);
      if (certificate && made.block.header.height === this.head.height + 1) return this.#append(made, certificate);
    }
    return [];
  }

  #append({ block, hash, leaves }: MadeBlock, certificate: Certificate): NetworkEvent[] {
    this.chain.push({ block, hash, certificate });
    const gone = new Set(leaves.map(toHex));
    for (const parts of block.transactions)
      this.included.add(toBinary(nativeProtocol.transactionId(parts.publicKey, parts.text)));
    for (const [id, { leaf }] of this.pool) if (gone.has(toHex(leaf)) || this.included.has(id)) this.pool.delete(id);
    this.#blocks.clear();
    return [this.headEvent()];
  }

  #decided({ hash, decided }: Extract<NetworkEffect, { kind: 'decidedBlock' }>): NetworkEvent[] {
    const { block, certificate } = decided;
    const { header } = block;
    if (header.height <= this.head.height) return [{ kind: 'blockChecked', hash, verdict: 'valid' }];
    if (header.height > this.head.height + 1) return [{ kind: 'blockChecked', hash, verdict: 'unclear' }];
    const leaves = block.transactions.map((parts) => leafOf(parts, nativeProtocol));
    if (toHex(certificate.blockHash) !== hash || !this.#isQuorum(certificate))
      return [{ kind: 'blockChecked', hash, verdict: 'uncertified' }];
    const good =
      header.prev_hash === this.head.hash &&
      this.#headerVerdict(block) === 'holds' &&
      nativeProtocol.transactionsRoot(leaves) === header.tx_hash;
    if (!good) return [{ kind: 'blockChecked', hash, verdict: 'invalid' }];
    return [{ kind: 'blockChecked', hash, verdict: 'valid' }, ...this.#append({ block, hash, leaves }, certificate)];
  }

  /** The designated proposer makes a block each block time. */
  produce(): NetworkEffect[] {
    const parent = this.head;
    const isOpen = ![...this.#blocks.values()].some(({ block }) => block.header.height === parent.height + 1);
    if (!this.isProposer || !isOpen || this.#now < this.#proposedAt + BLOCK_TIME_MS) return [];
    this.#proposedAt = this.#now;
    const waiting = [...this.pool.values()].slice(0, MOST_PER_BLOCK);
    const made = makeBlock(this.key, parent, waiting, this.chain.at(-1)?.certificate, 1_000_000 + this.#now);
    return this.run({ kind: 'candidate', ...made, own: true }, ...this.#hold(made));
  }

  get url(): string {
    return this.options.url;
  }

  get id(): string {
    return sha256Hex(this.key);
  }
}
