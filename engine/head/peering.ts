/** The node among its peers: performs what the peer network asks for, and tells it what happens here.
 *
 *  In: links that are up, messages, facts of the head. Out: messages, blocks for the head, votes for the voter, transactions for
 *  the mempool. Whatever a peer sends is checked here before anything depends on it; the network hears the verdict and judges
 *  the peer. Reads for peers run in the store's thread, a few at a time. */

import { WireTransaction } from '../../proto/wire.js';
import { fromBinary, fromHex, toBinary, toHex, utf8, utf8Text } from '../base/bytes.js';
import type { Clock, Log, Timers } from '../base/ports.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Block } from '../chain/block.js';
import { type Certificate, checkCertificate } from '../chain/certificate.js';
import { checkEvidence, decodeEvidence, type Evidence, encodeEvidence } from '../chain/evidence.js';
import { parseHeader } from '../chain/header.js';
import type { SignedParts } from '../chain/transaction.js';
import { type Vote, voteCheck } from '../chain/vote.js';
import { isEarly } from '../consensus/blockCheck.js';
import type { ChainRules } from '../consensus/production.js';
import type { Voting } from '../consensus/voting.js';
import { accountOfKey } from '../crypto/address.js';
import type { VerifierPort } from '../intake/verifier.js';
import type { Mempool, PoolItem } from '../mempool/mempool.js';
import type { DecidedBlock, HeaderVerdict, NetworkEffect, NetworkEvent, SignedHeader } from '../network/events.js';
import type { HandoverOutcome, PeerTransaction, SignedBy } from '../network/messages.js';
import type { LinkId } from '../network/net.js';
import type { PeerNetwork } from '../network/peerNetwork.js';
import type { PeerEffect, SessionLinks } from '../network/sessionLinks.js';
import type { ChainStore } from '../store/chainStore.js';
import type { StorePort } from '../store/port.js';
import { tipCertificate } from '../store/tipCertificate.js';
import { readWholeBlock } from '../store/wholeBlock.js';
import { checkBlockSignatures, checkCertificateSignatures, checkVotes } from './blockSignatures.js';
import { isBusy } from './halt.js';
import type { Head } from './head.js';
import type { MempoolDoor } from './mempoolDoor.js';
import { PeerLog } from './peerLog.js';
import type { Voter } from './voter.js';

export interface PeeringParts {
  readonly rules: ChainRules;
  /** ML-DSA-65 public key of this node. */
  readonly publicKey: Uint8Array;
  readonly head: Head;
  readonly voter: Voter;
  readonly mempool: Mempool;
  readonly chain: ChainStore;
  readonly store: StorePort;
  readonly verifier: VerifierPort;
  readonly door: MempoolDoor;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  /** Milliseconds since the epoch, by the clock that blocks are dated with. */
  readonly now: () => number;
  readonly voting: Voting;
  /** A peer has shown signatures of this node's key: the greatest height of them; 0 for none. */
  readonly onSignedBy: (height: number) => void;
  /** Evidence of an equivocation has come, and its signatures hold. */
  readonly onEvidence: (evidence: Evidence) => void;
  /** A peer is up. */
  readonly onPeer: () => void;
  /** Another process has this node's key. @param later whether this process began after it. */
  readonly onTwin: (later: boolean) => void;
}

/** Blocks that are read for peers at a time: the store's thread has commits to make. */
const READS = 4;

/** Wait before a block is offered to the head again that could not be checked, because the pool was busy. */
const BLOCK_RETRY_MS = 200;

/** The sessions are told the time at least this often. */
const SESSION_TICK_MS = 1_000;

/** Link of what came over HTTP: no link has it. */
const NO_LINK = -1;

/** Wait before signatures of an answer that could not be checked are checked again. */
const PROOF_RETRY_MS = 100;

export class Peering {
  #network: PeerNetwork | undefined;
  #links: SessionLinks | undefined;
  /** What was dialled, by link, until it is up. */
  readonly #dialled = new Map<LinkId, string>();
  readonly #handovers = new Map<number, (outcome: HandoverOutcome | undefined) => void>();
  #tokens = 0;
  #reads = 0;
  readonly #waitingReads: (() => void)[] = [];
  #cancelWake: (() => void) | undefined;
  /** When the timer is due, monotonic milliseconds. */
  #wakesAt = Number.POSITIVE_INFINITY;
  /** Blocks to catch up with are brought in one after the other. */
  #catchingUp: Promise<void> = Promise.resolve();
  #stopped = false;
  /** Greatest height that peers say they have; undefined while none is ahead. */
  behind: number | undefined;

  readonly #peers: PeerLog;

  constructor(private readonly parts: PeeringParts) {
    this.#peers = new PeerLog(parts.log);
  }

  /** @param addresses what was kept of the peers of an earlier run. */
  start(network: PeerNetwork, links: SessionLinks): void {
    this.#network = network;
    this.#links = links;
    this.headMoved();
    // What the journals gave back came before the network.
    const { head, voting } = this.parts;
    for (const { block, hash } of head.candidates) this.candidate(block, hash);
    this.step({ kind: 'ownVotes', votes: voting.ownVotes() });
    links.start();
    this.#tick();
  }

  get network(): PeerNetwork | undefined {
    return this.#network;
  }

  /** What the sessions say. */
  handle(effect: PeerEffect): void {
    switch (effect.kind) {
      case 'sign':
        void this.#sign(effect.token, effect.message);
        break;
      case 'check':
        void this.#check(effect);
        break;
      case 'up':
        this.#dialled.delete(effect.link);
        this.#peers.up(effect.link, effect.peer);
        this.step({ kind: 'up', link: effect.link, peer: effect.peer });
        this.parts.onPeer();
        break;
      case 'message':
        this.step({ kind: 'message', link: effect.link, bytes: effect.bytes });
        break;
      case 'down':
        this.#down(effect.link, effect.reason);
        break;
      case 'unsent':
        break;
      case 'twin':
        this.parts.onTwin(effect.later);
        break;
    }
  }

  #down(link: LinkId, reason: string): void {
    const url = this.#dialled.get(link);
    this.#dialled.delete(link);
    if (!this.#stopped) this.#peers.down(link, reason);
    if (url !== undefined) this.step({ kind: 'undialled', url, reason });
    this.step({ kind: 'down', link, reason });
  }

  async #sign(token: number, message: Uint8Array): Promise<void> {
    const signature = await this.parts.verifier.sign(message, 'own').catch(() => undefined);
    this.#links?.step({ kind: 'signed', token, signature: signature && isRefusal(signature) ? undefined : signature });
  }

  async #check({ token, message, publicKey, signature }: Extract<PeerEffect, { kind: 'check' }>): Promise<void> {
    const verdicts = await this.parts.verifier
      .checkSignatures([{ message, publicKey, signature }])
      .catch(() => undefined);
    const holds = verdicts && !isRefusal(verdicts) ? verdicts[0] : undefined;
    this.#links?.step({ kind: 'checked', token, holds });
  }

  /** Tells the network what happened. */
  step(event: NetworkEvent): void {
    if (this.#stopped || !this.#network) return;
    if (event.kind !== 'time') this.#perform(this.#network.step({ kind: 'time', now: this.parts.clock.monotonic() }));
    this.#perform(this.#network.step(event));
  }

  #tick(): void {
    this.#wakesAt = Number.POSITIVE_INFINITY;
    const { clock } = this.parts;
    this.#links?.step({ kind: 'time', now: clock.monotonic() });
    // Messages of the links have moved the network's time on.
    this.step({ kind: 'time', now: clock.monotonic() });
    this.#wakeAt(Number.POSITIVE_INFINITY);
  }

  /** Wakes at this moment at the latest, and soon enough for the sessions, which judge silence by the time that they were told. */
  #wakeAt(at: number): void {
    if (this.#stopped) return;
    const now = this.parts.clock.monotonic();
    const due = Math.min(Math.max(at, now + 1), now + SESSION_TICK_MS);
    if (due >= this.#wakesAt) return;
    this.#cancelWake?.();
    this.#wakesAt = due;
    this.#cancelWake = this.parts.timers.after(due - now, () => this.#tick());
  }

  #perform(effects: readonly NetworkEffect[]): void {
    for (const effect of effects) this.#performOne(effect);
  }

  #performOne(effect: NetworkEffect): void {
    const { parts } = this;
    const { store, log } = parts;
    switch (effect.kind) {
      case 'send':
        this.#links?.step({ kind: 'send', link: effect.link, message: effect.message, rank: effect.rank });
        break;
      case 'disconnect':
        this.#links?.step({ kind: 'close', link: effect.link, reason: effect.reason });
        break;
      case 'dial':
        this.#dial(effect.url);
        break;
      case 'saveAddresses':
        void store.journalWrite(utf8(effect.text), 'peers').catch((error: unknown) => {
          log.debug({ error }, 'the list of peers could not be kept');
        });
        break;
      case 'wake':
        this.#wakeAt(effect.at);
        break;
      case 'header':
        void this.#header(effect.signed);
        break;
      case 'block':
        void this.#block(effect.hash, effect.block, effect.leaves);
        break;
      case 'decidedBlock':
        this.#catchingUp = this.#catchingUp.then(() => this.#decidedBlock(effect.hash, effect.decided));
        break;
      case 'votes':
        void this.#votes(effect.link, effect.votes);
        break;
      case 'certificate':
        void this.#certificate(effect.link, effect.certificate);
        break;
      case 'transactions':
        void this.#transactions(effect.link, effect.transactions);
        break;
      case 'handover':
        void this.#takeOver(effect.link, effect.request, effect.item);
        break;
      case 'handedOver':
        this.#handovers.get(effect.token)?.(effect.outcome);
        this.#handovers.delete(effect.token);
        break;
      case 'readBlock':
        void this.#readBlock(effect.token, effect.height);
        break;
      case 'readSignedBy':
        this.step({ kind: 'signedByRead', token: effect.token, signedBy: this.#seenOf(effect.key) });
        break;
      case 'signedBy':
        void this.#learnSigned(effect.signedBy);
        break;
      case 'behind':
        this.behind = effect.height;
        break;
      case 'evidence':
        void this.#evidence(effect.evidence);
        break;
      case 'ownKeyElsewhere':
        parts.onTwin(false);
        break;
    }
  }

  #dial(url: string): void {
    const link = this.#links?.dial(url);
    if (link !== undefined) this.#dialled.set(link, url);
  }

  /** The slot above the tip is open. */
  headMoved(): void {
    const { head } = this.parts;
    const { height, hash } = head.tip;
    const set = head.set.validators.map(({ publicKey }) => publicKey);
    this.step({ kind: 'head', height, hash, set, proposer: head.set.proposer?.publicKey });
  }

  /** A block of the open slot is here, and its signatures hold. */
  candidate(block: Block, hash: string): void {
    const leaves = this.parts.head.candidate(hash)?.items.map(({ leaf }) => leaf) ?? [];
    const own = this.parts.head.set.proposer?.publicKey;
    const isOwn = own !== undefined && toHex(own) === toHex(this.parts.publicKey);
    this.step({ kind: 'candidate', hash, block, leaves, own: isOwn });
  }

  /** Transactions wait in the mempool. */
  admitted(ids: readonly string[]): void {
    this.step({ kind: 'admitted', ids });
  }

  /** Evidence that this node keeps: others are told. */
  evidence(evidence: Evidence): void {
    this.step({ kind: 'evidence', evidence: encodeEvidence(evidence) });
  }

  /** What a peer calls evidence: both signatures are checked before it is believed. */
  async #evidence(encoded: Uint8Array): Promise<void> {
    const { rules, verifier } = this.parts;
    const evidence = decodeEvidence(encoded);
    if (isRefusal(evidence)) return;
    const checks = checkEvidence(evidence, { chainId: rules.genesis.chainId, ...rules.protocol });
    if (isRefusal(checks)) return;
    const verdicts = await verifier.checkSignatures(checks).catch(() => undefined);
    if (verdicts && !isRefusal(verdicts) && verdicts.every((holds) => holds)) this.parts.onEvidence(evidence);
  }

  /** What this node has seen of a key: in the chain, and in the open slot. */
  #seenOf(key: Uint8Array): SignedBy {
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

  /** What counts carries a signature of this key: a peer's word alone could keep this node from signing for ever. What peers have
   *  read in the chain needs no proof, because this node signs only above the chain. */
  async #learnSigned(signedBy: SignedBy): Promise<void> {
    const { rules, publicKey, verifier, timers, onSignedBy } = this.parts;
    const { genesis, protocol } = rules;
    const claims = signedBy.votes.map((vote) => ({
      height: vote.height,
      check: voteCheck(genesis.chainId, vote, protocol.voteBytes),
    }));
    for (const { headerBytes: message, proposerSignature: signature } of signedBy.headers) {
      const header = parseHeader(utf8Text(message));
      if (isRefusal(header) || header.chain_id !== genesis.chainId) continue;
      claims.push({ height: header.height, check: { message, publicKey, signature } });
    }
    const verdicts = await verifier.checkSignatures(claims.map(({ check }) => check)).catch(() => undefined);
    if (this.#stopped) return;
    if (!verdicts || isRefusal(verdicts)) timers.after(PROOF_RETRY_MS, () => void this.#learnSigned(signedBy));
    else onSignedBy(Math.max(0, ...claims.map(({ height }, index) => (verdicts[index] ? height : 0))));
  }

  /** Votes that did not come from a peer; their signatures hold. */
  votesHeard(votes: readonly Vote[]): void {
    this.step({ kind: 'votesChecked', link: NO_LINK, votes, accepted: votes, rejected: [] });
  }

  get reachesProposer(): boolean {
    return this.#network?.reachesProposer() ?? false;
  }

  /** Asks the peers to hold a transaction for the proposer. @returns what became of it; a refusal when no peer took it. */
  handOver(transaction: SignedParts, id: string): Promise<HandoverOutcome | undefined> {
    return new Promise((resolve) => {
      const token = ++this.#tokens;
      this.#handovers.set(token, resolve);
      this.step({ kind: 'handover', token, item: { id, transaction } });
    });
  }

  async #header(signed: SignedHeader): Promise<void> {
    const { head, now } = this.parts;
    if (isEarly(signed.header, now())) {
      this.step({ kind: 'headerChecked', hash: signed.hash, verdict: 'early' });
      const wait = signed.header.time - now();
      this.parts.timers.after(Math.min(wait, 60_000), () => void this.#header(signed));
      return;
    }
    const parent = head.tip.hash;
    const refusal = await head.offerHeader(signed, signed.hash);
    // Meanwhile another block may have become the tip: then this one is late, and nobody is to blame.
    const verdict = refusal && head.tip.hash !== parent ? 'unclear' : verdictOf(refusal);
    this.step({ kind: 'headerChecked', hash: signed.hash, verdict });
  }

  /** Transactions that wait here are not verified again. */
  #known(leaves: readonly Uint8Array[]): (PoolItem | undefined)[] {
    if (leaves.length === 0) return [];
    const waiting = new Map<string, PoolItem>();
    for (const item of this.parts.mempool.items()) waiting.set(toBinary(item.leaf), item);
    return leaves.map((leaf) => waiting.get(toBinary(leaf)));
  }

  async #block(hash: string, block: Block, leaves: readonly Uint8Array[]): Promise<void> {
    const { head, timers } = this.parts;
    const refusal = await head.offer(block, this.#known(leaves));
    if (refusal && isUnclear(refusal) && !this.#stopped && block.header.height === head.tip.height + 1) {
      timers.after(BLOCK_RETRY_MS, () => void this.#block(hash, block, leaves));
      return;
    }
    const verdict = verdictOf(refusal);
    this.step({ kind: 'blockChecked', hash, verdict: verdict === 'holds' ? 'valid' : 'unclear' });
  }

  /** A block with its certificate, from a peer that is ahead. */
  async #decidedBlock(hash: string, { block, certificate }: DecidedBlock): Promise<void> {
    const { head, rules, verifier, log } = this.parts;
    if (this.#stopped) return;
    let refusal: Refusal | undefined;
    try {
      const { height } = block.header;
      const { totalStake, stakeOf } = head.set;
      const blockHash = fromHex(hash) ?? new Uint8Array();
      refusal =
        height === head.tip.height + 1
          ? (checkCertificate(certificate, { height, blockHash, totalStake }, stakeOf) ??
            (await checkCertificateSignatures(rules, verifier, certificate)))
          : refuse('busy', `Block height ${height} doesn't extend tip height ${head.tip.height}`);
      const items = refusal ?? (await checkBlockSignatures(rules, verifier, block));
      refusal = isRefusal(items) ? items : await head.bringIn(block, items, certificate);
    } catch (error) {
      log.debug({ error }, 'a block of a peer could not be brought in');
      refusal = refuse('busy', 'the disk takes no writes');
    }
    if (refusal) log.debug({ height: block.header.height, reason: refusal.message }, 'a block of a peer stays out');
    const verdict = verdictOf(refusal);
    this.step({
      kind: 'blockChecked',
      hash,
      verdict: verdict === 'holds' ? 'valid' : verdict === 'invalid' ? 'invalid' : 'unclear',
    });
  }

  async #votes(link: LinkId, votes: readonly Vote[]): Promise<void> {
    const verdicts = await checkVotes(this.parts.rules, this.parts.verifier, votes);
    if (!verdicts) return this.step({ kind: 'votesChecked', link, votes, accepted: [], rejected: [] });
    const accepted = votes.filter((_, index) => verdicts[index]);
    const rejected = votes.filter((_, index) => !verdicts[index]);
    for (const vote of accepted) this.parts.voter.step({ kind: 'vote', vote });
    this.step({ kind: 'votesChecked', link, votes, accepted, rejected });
  }

  async #certificate(link: LinkId, certificate: Certificate): Promise<void> {
    const { head, rules, verifier } = this.parts;
    const { height, blockHash } = certificate;
    const { totalStake, stakeOf } = head.set;
    if (height !== head.tip.height + 1)
      return this.step({ kind: 'certificateChecked', link, certificate, holds: undefined });
    const refusal =
      checkCertificate(certificate, { height, blockHash, totalStake }, stakeOf) ??
      (await checkCertificateSignatures(rules, verifier, certificate).catch(() => refuse('busy', 'not checked')));
    const holds = refusal ? (isBusy(refusal) ? undefined : false) : true;
    this.step({ kind: 'certificateChecked', link, certificate, holds });
    if (holds) this.decided(certificate);
  }

  /** A certificate of the open height is complete. */
  decided(certificate: Certificate): void {
    this.step({ kind: 'certified', certificate });
    this.parts.head.decide(certificate);
  }

  async #transactions(link: LinkId, transactions: readonly PeerTransaction[]): Promise<void> {
    const outcomes = await Promise.all(transactions.map((item) => this.#admit(item)));
    const verdicts = transactions.map(({ id }, index) => {
      const outcome = outcomes[index] as HandoverOutcome;
      const verdict = outcome.held
        ? 'held'
        : INVALID.has(outcome.code)
          ? 'invalid'
          : outcome.code === 'busy'
            ? 'busy'
            : 'refused';
      return { id, verdict } as const;
    });
    this.step({ kind: 'transactionsChecked', link, verdicts });
    const admitted = transactions.filter((_, index) => outcomes[index]?.held).map(({ id }) => id);
    if (admitted.length > 0) this.admitted(admitted);
  }

  async #admit({ id, transaction }: PeerTransaction): Promise<HandoverOutcome> {
    const { mempool, chain, verifier, door, now } = this.parts;
    if (mempool.get(id) !== undefined || (await chain.includes(fromBinary(id)))) return { held: true };
    const bytes = WireTransaction.encode(transaction).finish();
    const verified = await verifier.verify({ kind: 'signed', operation: '', bytes, source: 'peer' }, now());
    if (!isRefusal(verified) && verified.transaction.id !== id)
      return { held: false, code: 'invalid_signature', message: 'it is another transaction than its id says' };
    const refusal = isRefusal(verified) ? verified : door.admit(verified);
    if (!refusal || mempool.get(id) !== undefined) return { held: true };
    return { held: false, code: refusal.code, message: refusal.message };
  }

  async #takeOver(link: LinkId, request: number, item: PeerTransaction): Promise<void> {
    const outcome = await this.#admit(item);
    this.step({ kind: 'handoverChecked', link, request, outcome });
    if (outcome.held) this.admitted([item.id]);
  }

  async #readBlock(token: number, height: number): Promise<void> {
    if (this.#reads >= READS) await new Promise<void>((resolve) => this.#waitingReads.push(resolve));
    this.#reads++;
    const decided = await this.#decidedAt(height).catch(() => undefined);
    this.#reads--;
    this.#waitingReads.shift()?.();
    this.step({ kind: 'blockRead', token, decided });
  }

  async #decidedAt(height: number): Promise<DecidedBlock | undefined> {
    const { store } = this.parts;
    const whole = await readWholeBlock(store, height);
    if (typeof whole === 'string') return undefined;
    const next = await readWholeBlock(store, height + 1);
    const certificate = typeof next === 'string' ? await tipCertificate(store, height) : next.block.certificate;
    return certificate && { block: whole.block, certificate };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelWake?.();
    for (const resolve of this.#handovers.values()) resolve(undefined);
    this.#handovers.clear();
    await this.#catchingUp;
  }
}

const INVALID: ReadonlySet<string> = new Set(['invalid_signature', 'malformed_body', 'malformed_payload']);

/** Codes that say nothing about the block, only about this node at this moment. */
const isUnclear = (refusal: Refusal): boolean => isBusy(refusal) || refusal.code === 'stopping';

function verdictOf(refusal: Refusal | undefined): HeaderVerdict {
  if (!refusal) return 'holds';
  return isUnclear(refusal) ? 'unclear' : 'invalid';
}

export const readAddresses = async (store: StorePort): Promise<string | undefined> => {
  const bytes = await store.journalRead('peers').catch(() => undefined);
  return bytes && utf8Text(bytes);
};
