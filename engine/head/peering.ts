/** The node among its peers: performs what the peer network asks for, and tells it what happens here.
 *
 *  In: links that are up, messages, facts of the head. Out: messages, blocks for the head, votes for the voter, transactions for
 *  the mempool. Whatever a peer sends is checked before anything depends on it, by the part that knows its kind; the network hears
 *  the verdict and judges the peer. */

import { toHex, utf8, utf8Text } from '../base/bytes.js';
import type { Clock } from '../base/ports.js';
import { isRefusal } from '../base/refusal.js';
import type { Block } from '../chain/block.js';
import type { Certificate } from '../chain/certificate.js';
import { type Evidence, encodeEvidence } from '../chain/evidence.js';
import type { SignedParts } from '../chain/transaction.js';
import type { Vote } from '../chain/vote.js';
import type { VerifierPort } from '../intake/verifier.js';
import { leafOfItem } from '../mempool/entry.js';
import type { HandedOver, NetworkEffect, NetworkEvent } from '../network/events.js';
import type { LinkId } from '../network/net.js';
import type { PeerNetwork } from '../network/peerNetwork.js';
import type { HandshakeProof } from '../network/sessionEvents.js';
import type { PeerEffect, SessionLinks } from '../network/sessionLinks.js';
import type { Moment } from '../services/surroundings.js';
import type { StorePort } from '../store/port.js';
import { PeerBlocks, type PeerBlocksParts } from './peerBlocks.js';
import { PeerClaims, type PeerClaimsParts } from './peerClaims.js';
import { PeerLog } from './peerLog.js';
import { PeerReads, type PeerReadsParts } from './peerReads.js';
import { isServiceEffect, PeerServices } from './peerServices.js';
import { isSnapshotEffect, PeerSnapshots, type PeerSnapshotsParts } from './peerSnapshots.js';
import { PeerTransactions, type PeerTransactionsParts } from './peerTransactions.js';

export interface PeeringParts
  extends Omit<PeerBlocksParts, 'onDecided'>,
    PeerTransactionsParts,
    PeerReadsParts,
    PeerSnapshotsParts,
    PeerClaimsParts {
  readonly verifier: VerifierPort;
  readonly clock: Clock;
  /** For requests of the services. */
  readonly moment: () => Moment;
  /** A peer is up. */
  readonly onPeer: () => void;
  /** Another process has this node's key. @param later whether this process began after it. */
  readonly onTwin: (later: boolean) => void;
}

/** The sessions are told the time at least this often. */
const SESSION_TICK_MS = 1_000;

/** Link of what came over HTTP: no link has it. */
const NO_LINK = -1;

export class Peering {
  #network: PeerNetwork | undefined;
  #links: SessionLinks | undefined;
  /** What was dialled, by link, until it is up. */
  readonly #dialled = new Map<LinkId, string>();
  readonly #blocks: PeerBlocks;
  readonly #transactions: PeerTransactions;
  readonly #reads: PeerReads;
  readonly #snapshots: PeerSnapshots;
  readonly #claims: PeerClaims;
  readonly services: PeerServices;
  #cancelWake: (() => void) | undefined;
  /** When the timer is due, monotonic milliseconds. */
  #wakesAt = Number.POSITIVE_INFINITY;
  #stopped = false;
  /** Height that the chain is known to have; undefined while no peer has shown to be ahead. */
  behind: number | undefined;
  /** The lowest block of the peers that are ahead, when none of them has the next one. */
  missed: number | undefined;

  readonly #peers: PeerLog;

  constructor(private readonly parts: PeeringParts) {
    this.#peers = new PeerLog(parts.log);
    const tell = (event: NetworkEvent): void => this.step(event);
    this.#blocks = new PeerBlocks({ ...parts, onDecided: (certificate) => this.decide(certificate) }, tell);
    this.#transactions = new PeerTransactions(parts, tell);
    this.#reads = new PeerReads(parts, tell);
    this.#snapshots = new PeerSnapshots(parts, tell, () => this.#network?.snapshot);
    this.#claims = new PeerClaims(parts);
    this.services = new PeerServices(parts, tell);
  }

  /** @param named URLs that the operator has named. */
  start(network: PeerNetwork, links: SessionLinks, named: readonly string[]): void {
    this.#network = network;
    this.#peers.named = new Set(named);
    this.#links = links;
    this.headMoved();
    // What the journals gave back came before the network.
    const { head, voting } = this.parts;
    for (const { block, hash } of head.candidates) this.candidate(block, hash);
    this.step({ kind: 'ownVotes', votes: voting.ownVotes() });
    this.services.start();
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
        this.#down(effect.link, effect.reason, effect.id);
        break;
      case 'unsent':
        break;
      case 'twin':
        this.parts.onTwin(effect.later);
        break;
      case 'elsewhere':
        this.#keyElsewhere(effect.from, effect.proof);
        break;
    }
  }

  /** @param id of the other end, if it has proven its key. */
  #down(link: LinkId, reason: string, id: string | undefined): void {
    const url = this.#dialled.get(link);
    this.#dialled.delete(link);
    if (!this.#stopped) this.#peers.down(link, reason);
    if (url !== undefined) {
      if (!this.#stopped && reason !== 'already_connected') this.#peers.unreached(url, reason);
      this.step({ kind: 'undialled', url, reason, id });
    }
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
    if (isSnapshotEffect(effect)) {
      void this.#snapshots.perform(effect);
      return;
    }
    if (isServiceEffect(effect)) {
      void this.services.perform(effect);
      return;
    }
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
        void this.#blocks.header(effect.signed);
        break;
      case 'block':
        void this.#blocks.block(effect.hash, effect.block, effect.leaves);
        break;
      case 'decidedBlock':
        this.#blocks.decidedBlock(effect.hash, effect.decided);
        break;
      case 'headerCertificates':
        void this.#blocks.headerCertificates(effect.token, effect.certificates);
        break;
      case 'votes':
        void this.#blocks.votes(effect.link, effect.votes);
        break;
      case 'certificate':
        void this.#blocks.certificate(effect.link, effect.certificate);
        break;
      case 'transactions':
        void this.#transactions.received(effect.link, effect.transactions);
        break;
      case 'handover':
        void this.#transactions.takeOver(effect.link, effect.request, effect.item);
        break;
      case 'handedOver':
        this.#transactions.handedOver(effect.token, effect.outcome);
        break;
      case 'readBlock':
        void this.#reads.block(effect.token, effect.height);
        break;
      case 'readHeaders':
        void this.#reads.headers(effect.token, effect.fromHeight, effect.count);
        break;
      case 'readSignedBy':
        this.step({ kind: 'signedByRead', token: effect.token, signedBy: this.#reads.seenOf(effect.key) });
        break;
      case 'signedBy':
        void this.#claims.signedBy(effect.answer);
        break;
      default:
        this.#hear(effect);
    }
  }

  /** What the network has found out about others. */
  #hear(effect: NetworkEffect): void {
    switch (effect.kind) {
      case 'behind':
        this.behind = effect.height;
        break;
      case 'missed':
        this.missed = effect.lowestHeight;
        break;
      case 'evidence':
        void this.#claims.evidence(effect.evidence);
        break;
      case 'keyElsewhere':
        this.#keyElsewhere(effect.from, effect.proof);
        break;
      case 'ownKeyElsewhere':
        this.parts.onTwin(false);
        break;
    }
  }

  #keyElsewhere(from: Uint8Array, proof: HandshakeProof): void {
    if (this.#links) void this.#claims.keyElsewhere(from, proof, this.#links.sessions.startedAt);
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
    const leaves = this.parts.head.candidate(hash)?.items.map(leafOfItem) ?? [];
    const own = this.parts.head.set.proposer?.publicKey;
    const isOwn = own !== undefined && toHex(own) === toHex(this.parts.publicKey);
    this.step({ kind: 'candidate', hash, block, leaves, own: isOwn });
  }

  /** Transactions that this node answers for wait in the mempool. */
  admitted(ids: readonly string[]): void {
    this.step({ kind: 'admitted', ids, own: true });
  }

  /** Evidence that this node keeps: others are told. */
  evidence(evidence: Evidence): void {
    this.step({ kind: 'evidence', evidence: encodeEvidence(evidence) });
  }

  /** Votes that did not come from a peer; their signatures hold. */
  votesHeard(votes: readonly Vote[]): void {
    this.step({ kind: 'votesChecked', link: NO_LINK, votes, accepted: votes, rejected: [] });
  }

  get reachesProposer(): boolean {
    return this.#network?.reachesProposer() ?? false;
  }

  /** Asks the peers to hold a transaction for the proposer. @returns what became of it. */
  handOver(transaction: SignedParts, id: string): Promise<HandedOver> {
    return this.#transactions.handOver(transaction, id);
  }

  /** A certificate of the open height is complete. */
  decide(certificate: Certificate): void {
    this.step({ kind: 'certified', certificate });
    this.parts.head.decide(certificate);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelWake?.();
    this.#claims.stop();
    this.services.stop();
    this.#transactions.stop();
    await this.#blocks.stop();
  }
}

export const readAddresses = async (store: StorePort): Promise<string | undefined> => {
  const bytes = await store.journalRead('peers').catch(() => undefined);
  return bytes && utf8Text(bytes);
};
