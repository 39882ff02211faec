/** The network of peers above authenticated sessions: values in, effects out.
 *
 *  In: sessions that come and go, their messages, the moment, and what this node knows (`events.ts`). Out: messages, dials, and what the
 *  owner of the head must check, execute or read. It believes nothing that a peer says: what is passed on was checked by this node, and
 *  what a peer is blamed for it could have checked. Each relay has its file; this one takes events to them. */

import type { Random } from '../base/ports.js';
import { invariant, type Refusal } from '../base/refusal.js';
import { sha256Hex } from '../crypto/sha256.js';
import type { Protocol } from '../protocol/protocol.js';
import { BlockRelay } from './blockRelay.js';
import { BlockServer } from './blockServer.js';
import { CatchUp } from './catchUp.js';
import { CertificateRelay } from './certificateRelay.js';
import { NetworkCounters } from './counters.js';
import { Discovery, type DiscoveryOptions } from './discovery.js';
import type { NetworkEffect, NetworkEvent, WaitingTransactions } from './events.js';
import { EvidenceRelay } from './evidenceRelay.js';
import { Handovers } from './handovers.js';
import { HeaderServer } from './headerServer.js';
import { KeyQuestions } from './keyQuestions.js';
import { assertNetworkLimits, VOTES_WANTED_MS } from './limits.js';
import { MessageDoor } from './messageDoor.js';
import type { Introduction, MessageKind, PeerMessage, PeerStatus } from './messages.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import { PeerSessions, type PeerView } from './peerSessions.js';
import { ServiceForwards } from './serviceForwards.js';
import { ServiceLogs } from './serviceLogs.js';
import type { SnapshotSyncOptions, SnapshotView } from './snapshotEvents.js';
import { SnapshotServer } from './snapshotServer.js';
import { SnapshotSync } from './snapshotSync.js';
import { StatusSpeaker } from './statusSpeaker.js';
import type { HeadFacts, Surroundings } from './surroundings.js';
import { TransactionRelay } from './transactionRelay.js';
import { VoteRelay } from './voteRelay.js';

export interface PeerNetworkOptions extends DiscoveryOptions {
  /** ML-DSA-65 public key of the node. */
  readonly ownKey: Uint8Array;
  readonly name: string;
  readonly version: string;
  /** Whether the node makes blocks when it is its turn. */
  readonly producing: boolean;
  /** Block time of the network: votes and candidates are offered again this often. */
  readonly blockTimeMs: number;
  readonly protocol: Protocol;
  readonly waiting: WaitingTransactions;
  readonly random: Random;
  /** Bytes that wait in the session and the link. */
  readonly linkBytes: (link: LinkId) => number;
  /** Monotonic milliseconds at the start. */
  readonly now: number;
  /** The chain is to begin with a snapshot; absent for a chain that has begun, or begins with its genesis block. */
  readonly snapshotSync?: SnapshotSyncOptions | undefined;
  /** Ids of the nodes with which private records of the services are exchanged. */
  readonly servicePeers?: ReadonlySet<string> | undefined;
}

type EventHandlers = {
  readonly [K in NetworkEvent['kind']]: (event: Extract<NetworkEvent, { readonly kind: K }>) => void;
};
type MessageHandlers = {
  readonly [K in MessageKind]: (peer: Peer, message: Extract<PeerMessage, { readonly kind: K }>) => void;
};

/** Timers of the platform fire up to this much early; what is then almost due is looked at, and wants its `time` again. */
const CLOCK_GRAIN_MS = 1;

export class PeerNetwork {
  readonly counters = new NetworkCounters();
  readonly #around: Surroundings;
  readonly #sessions: PeerSessions;
  readonly #door: MessageDoor;
  readonly #discovery: Discovery;
  readonly #votes: VoteRelay;
  readonly #certificates: CertificateRelay;
  readonly #blocks: BlockRelay;
  readonly #catchUp: CatchUp;
  readonly #server: BlockServer;
  readonly #headers: HeaderServer;
  readonly #snapshots: SnapshotServer;
  readonly #snapshotSync: SnapshotSync | undefined;
  readonly #transactions: TransactionRelay;
  readonly #handovers: Handovers;
  readonly #evidence: EvidenceRelay;
  readonly #status: StatusSpeaker;
  readonly #keyQuestions: KeyQuestions;
  readonly #serviceLogs: ServiceLogs;
  readonly #serviceForwards: ServiceForwards;
  readonly #on = this.#eventHandlers();
  readonly #onMessage = this.#messageHandlers();
  #effects: NetworkEffect[] = [];
  #now: number;
  #wakeWanted = false;
  #wakeAt = Number.NEGATIVE_INFINITY;
  #head: HeadFacts = { height: 0, hash: '', set: new Set(), earlierSet: new Set(), proposer: undefined };
  #requests = 0;
  #offerAt = Number.POSITIVE_INFINITY;
  #questionAt = Number.POSITIVE_INFINITY;

  constructor(private readonly options: PeerNetworkOptions) {
    assertNetworkLimits();
    this.#now = options.now;
    this.#sessions = new PeerSessions(options, () => this.#around);
    this.#around = this.#surroundings();
    this.#door = new MessageDoor(this.#around, (peer, message) =>
      (this.#onMessage[message.kind] as (peer: Peer, message: PeerMessage) => void)(peer, message),
    );
    this.#discovery = new Discovery(this.#around, this.#sessions.table, options, options.now);
    this.#votes = new VoteRelay(this.#around);
    this.#certificates = new CertificateRelay(this.#around, this.#votes);
    this.#blocks = new BlockRelay(this.#around, this.#certificates, this.#votes);
    this.#catchUp = new CatchUp(this.#around);
    this.#server = new BlockServer(this.#around);
    this.#headers = new HeaderServer(this.#around);
    this.#snapshots = new SnapshotServer(this.#around);
    this.#snapshotSync = options.snapshotSync && this.#openSnapshotSync(options.snapshotSync);
    this.#handovers = new Handovers(this.#around);
    this.#transactions = new TransactionRelay(this.#around, () => this.#handovers.nearest());
    this.#evidence = new EvidenceRelay(this.#around);
    this.#keyQuestions = new KeyQuestions(this.#around, options.seeds);
    this.#serviceLogs = new ServiceLogs(this.#around, options.servicePeers ?? new Set());
    this.#serviceForwards = new ServiceForwards(this.#around);
    this.#status = new StatusSpeaker(this.#around, this.#handovers, options.producing);
  }

  #openSnapshotSync({ trusted, held }: SnapshotSyncOptions): SnapshotSync {
    this.#catchUp.isHeld = true;
    const ended = (): void => {
      this.#catchUp.isHeld = false;
      this.#catchUp.advance();
    };
    const namedAs = (peer: Peer): string | undefined => this.#discovery.namedAs(peer);
    const named = this.options.seeds.length;
    return new SnapshotSync({ trusted, held, around: this.#around, namedAs, named, ended });
  }

  /** How far the fetching of a snapshot is; undefined when none is fetched. */
  get snapshot(): SnapshotView | undefined {
    return this.#snapshotSync?.view();
  }

  /** Why the saved addresses could not be read; the node works without them. */
  get damagedAddresses(): Refusal | undefined {
    return this.#discovery.damaged;
  }

  /** POST /api/peers/register. */
  register(url: string, name: string, source: string): 'registered' | 'known' | Refusal {
    return this.#discovery.register(url, name, source);
  }

  peers(): PeerView[] {
    return this.#sessions.view();
  }

  /** Known addresses of the public network, those of the connected peers among them; for GET /api/peers and discovery over HTTP. */
  addresses(): { readonly url: string; readonly name: string }[] {
    return [...this.#discovery.shown()];
  }

  /** Where the node with a public key is reached: one that is connected, or that has answered with this key before. */
  urlOf(publicKey: Uint8Array): string | undefined {
    const own = sha256Hex(publicKey);
    const connected = this.peers().find(({ id, url }) => id === own && url !== '');
    return connected?.url ?? this.#discovery.urlOf(own);
  }

  /** Height that half of the connected peers say they have reached; undefined without any. No single one can make it up. */
  saidHeight(): number | undefined {
    const heights = this.peers()
      .map(({ height }) => height)
      .sort((a, b) => b - a);
    return heights[Math.floor(heights.length / 2)];
  }

  bans(): { readonly id: string; readonly reason: string; readonly remainingMs: number }[] {
    return this.#discovery.book.bans(this.#now);
  }

  /** What is held at this moment, for the metrics. */
  sizes() {
    return {
      votes: this.#votes.size,
      openBlocks: this.#blocks.size,
      wantedTransactions: this.#transactions.wanted,
      blockRequests: this.#catchUp.requests,
      headers: this.#catchUp.headers,
      addresses: this.#discovery.book.size,
      serviceLogs: this.#serviceLogs.size,
    };
  }

  /** Whether records of other nodes are not taken because there is no room. */
  get servicesAreFull(): boolean {
    return this.#serviceLogs.isFull;
  }

  /** Whether a transaction can reach a proposer from here: this node, or a peer that knows a way. */
  reachesProposer(): boolean {
    return this.#handovers.distance() !== undefined;
  }

  step(event: NetworkEvent): readonly NetworkEffect[] {
    this.#sessions.begin();
    (this.#on[event.kind] as (event: NetworkEvent) => void)(event);
    for (let peer = this.#sessions.takeLeaving(); peer; peer = this.#sessions.takeLeaving()) this.#gone(peer);
    if (this.#wakeWanted) this.#wake();
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  #wake(): void {
    this.#wakeWanted = false;
    if (this.#wakeAt < Number.POSITIVE_INFINITY)
      this.#effects.push({ kind: 'wake', at: Math.max(this.#now, this.#wakeAt) });
  }

  #surroundings(): Surroundings {
    const network = this;
    const { ownKey, protocol, waiting } = this.options;
    const { table } = this.#sessions;
    return {
      ownId: sha256Hex(ownKey),
      protocol,
      waiting,
      counters: this.counters,
      get now() {
        return network.#now;
      },
      get head() {
        return network.#head;
      },
      get peers() {
        return table.introduced();
      },
      peer: (link) => {
        const peer = table.get(link);
        return peer?.introduction && peer;
      },
      saltFor: (peer) => network.#sessions.saltFor(peer),
      send: (peer, message) => network.#sessions.send(peer, message),
      sendAll: (peers, message) => network.#sessions.sendAll(peers, message),
      emit: (effect) => network.#effects.push(effect),
      fault: (peer, fault) => network.#sessions.fault(peer, fault, network.#discovery.book),
      wakeAt: (at) => {
        if (at >= network.#wakeAt) return;
        network.#wakeAt = at;
        network.#wakeWanted = true;
      },
      nextRequest: () => ++network.#requests,
    };
  }

  #eventHandlers(): EventHandlers {
    return {
      up: ({ link, peer }) => this.#sessions.up(link, peer, this.#discovery, this.#status.own()),
      down: ({ link }) => this.#sessions.down(link),
      message: ({ link, bytes }) => this.#message(link, bytes),
      drained: ({ link }) => this.#drained(link),
      undialled: ({ url, id }) => this.#discovery.undialled(url, id),
      time: ({ now }) => this.#time(now),
      head: (event) => this.#headChanged(event),
      candidate: ({ hash, block, leaves, own }) => this.#blocks.candidate(hash, block, leaves, own),
      headerChecked: ({ hash, verdict }) => this.#blocks.headerChecked(hash, verdict),
      blockChecked: ({ hash, verdict }) => this.#catchUp.blockChecked(hash, verdict),
      wanted: ({ hash }) => this.#blocks.want(hash),
      ownVotes: ({ votes }) => this.#votes.own(votes),
      votesChecked: ({ link, votes, accepted, rejected }) => this.#votes.checked(link, votes, accepted, rejected),
      certified: ({ certificate }) => this.#certificates.certified(certificate),
      certificateChecked: ({ link, certificate, holds }) => this.#certificates.checked(link, certificate, holds),
      admitted: ({ ids, own }) => this.#transactions.admitted(ids, own),
      transactionsChecked: ({ link, verdicts }) => this.#transactions.checked(link, verdicts),
      handover: ({ token, item }) => this.#handovers.handOver(token, item),
      handoverChecked: ({ link, request, outcome }) => this.#handovers.checked(link, request, outcome),
      evidence: ({ evidence }) => this.#evidence.found(evidence),
      askSignedBy: ({ key }) => {
        this.#discovery.asksAround = key !== undefined;
        this.#keyQuestions.ask(key);
      },
      blockRead: ({ token, decided, lowestHeight }) => this.#server.blockRead(token, decided, lowestHeight),
      headersRead: ({ token, headers, lowestHeight }) => this.#headers.read(token, headers, lowestHeight),
      headerCertificatesChecked: ({ token, verdicts }) => this.#catchUp.headersChecked(token, verdicts),
      signedByRead: ({ token, signedBy }) => this.#server.signedByRead(token, signedBy),
      snapshotsRead: ({ token, snapshots, blockHash }) => this.#snapshots.answer(token, snapshots, blockHash),
      snapshotPartRead: ({ token, bytes }) => this.#snapshots.partRead(token, bytes),
      snapshotManifestChecked: ({ run, plan }) => this.#snapshotSync?.manifestChecked(run, plan),
      snapshotPartChecked: ({ run, part, verdict }) => this.#snapshotSync?.partChecked(run, part, verdict),
      snapshotRestored: ({ run, outcome }) => this.#snapshotSync?.restored(run, outcome),
      serviceMarks: ({ marks, isWhole }) => this.#serviceLogs.marked(marks, isWhole),
      serviceRunsRead: ({ token, runs }) => this.#serviceLogs.read(token, runs),
      serviceRunsChecked: ({ token, outcome, last }) => this.#serviceLogs.checked(token, outcome, last),
      forwardService: ({ token, home, service, body }) => this.#serviceForwards.forward(token, home, service, body),
      serviceForwardTaken: ({ link, request, answer }) => this.#serviceForwards.taken(link, request, answer),
    };
  }

  /** Messages of a peer that are within its limits. */
  #messageHandlers(): MessageHandlers {
    return {
      introduction: (peer, { introduction }) => this.#introduced(peer, introduction),
      status: (peer, { status }) => this.#statusOf(peer, status),
      compactBlock: (peer, { block }) => this.#blocks.received(peer, block),
      blockOffer: (peer, { height, hash }) => this.#blocks.offered(peer, height, hash),
      compactBlockWanted: (peer, { hash, wholeCertificate }) =>
        this.#blocks.compactWanted(peer, hash, wholeCertificate),
      blockTransactionsWanted: (peer, { request, hash, positions }) =>
        this.#blocks.transactionsWanted(peer, request, hash, positions),
      blockTransactions: (peer, { request, first, transactions, unknown }) =>
        this.#blocks.partsReceived(peer, request, first, transactions, unknown),
      blocksWanted: (peer, wanted) => this.#server.wanted(peer, wanted),
      headersWanted: (peer, { request, fromHeight, count, mostBytes }) =>
        this.#headers.wanted(peer, request, fromHeight, count, mostBytes),
      blockPart: (peer, { part }) => this.#catchUp.received(peer, part),
      headersPart: (peer, { request, fromHeight, headers }) =>
        this.#catchUp.headersReceived(peer, request, fromHeight, headers),
      blocksEnd: (peer, { request, refused, lowestHeight }) =>
        this.#catchUp.ended(peer, request, refused, lowestHeight),
      votes: (peer, { votes }) => this.#votes.received(peer, votes),
      votesWanted: (peer, { height }) => this.#votes.wanted(peer, height),
      certificate: (peer, { partial }) => this.#certificates.received(peer, partial),
      certificateWanted: (peer, { height, hash }) => this.#certificates.wanted(peer, height, hash),
      signedByWanted: (peer, { request, key }) => this.#server.signedByWanted(peer, request, key),
      signedByAnswer: (peer, { request, signedBy }) => this.#keyQuestions.answered(peer, request, signedBy),
      inventory: (peer, { ids }) => this.#transactions.announced(peer, ids),
      transactionsWanted: (peer, { request, ids }) => this.#transactions.asked(peer, request, ids),
      transactions: (peer, { request, transactions, missing }) =>
        this.#transactions.received(peer, request, transactions, missing),
      handover: (peer, { request, item }) => this.#handovers.received(peer, request, item),
      handoverAnswer: (peer, { request, outcome }) => this.#handovers.answered(peer, request, outcome),
      peersWanted: (peer) => this.#discovery.wanted(peer),
      peers: (peer, { peers }) => this.#discovery.learned(peer, peers),
      evidence: (peer, { evidence }) => this.#evidence.received(peer, evidence),
      ping: (peer, { number }) => this.#around.send(peer, { kind: 'pong', number }),
      // Every message shows that its sender is there; this one does nothing else.
      pong: () => {},
      keyElsewhere: ({ identity }, { proof }) =>
        this.#around.emit({ kind: 'keyElsewhere', from: identity.publicKey, proof }),
      snapshotsWanted: (peer, { request, height }) => this.#snapshots.asked(peer, request, height),
      snapshotsOffered: (peer, { request, snapshots, blockHash }) =>
        this.#snapshotSync?.offered(peer, request, snapshots, blockHash),
      snapshotPartWanted: (peer, { kind: _, ...wanted }) => this.#snapshots.wanted(peer, wanted),
      snapshotPart: (peer, { request, bytes, refused }) => this.#snapshotSync?.received(peer, request, bytes, refused),
      serviceLogs: (peer, { marks }) => this.#serviceLogs.received(peer, marks),
      serviceRunsWanted: (peer, { kind: _, ...wanted }) => this.#serviceLogs.wanted(peer, wanted),
      serviceRuns: (peer, { request, runs }) => this.#serviceLogs.answered(peer, request, runs),
      serviceForward: (peer, { request, service, body }) =>
        this.#serviceForwards.received(peer, request, service, body),
      serviceForwarded: (peer, { request, answer }) => this.#serviceForwards.answered(peer, request, answer),
      goodbye: (peer, { reason }) => this.#sessions.leave(peer, `it said goodbye: ${reason}`, false),
    };
  }

  #message(link: LinkId, bytes: Uint8Array): void {
    const peer = this.#sessions.table.get(link);
    if (peer) this.#door.received(peer, bytes);
    else if (this.#sessions.isSelf(link)) this.#sessions.heardSelf(link, bytes, this.#discovery);
  }

  #drained(link: LinkId): void {
    this.#sessions.drained(link);
    this.#blocks.advance();
    this.#server.advance();
    this.#headers.advance();
    this.#snapshots.advance();
  }

  #introduced(peer: Peer, introduction: Introduction): void {
    peer.introduction = introduction;
    peer.status = introduction.status;
    this.#discovery.introduced(peer);
    this.#around.emit({ kind: 'peers', count: this.#sessions.introducedCount });
    this.#status.say();
    this.#discovery.greet(peer);
    this.#votes.greet(peer);
    this.#certificates.greet(peer);
    this.#blocks.greet(peer);
    this.#evidence.greet(peer);
    this.#transactions.greet(peer, this.options.waiting.ids());
    this.#keyQuestions.greet(peer);
    this.#catchUp.advance();
    this.#snapshotSync?.greet(peer);
    this.#serviceLogs.greet(peer);
  }

  #statusOf(peer: Peer, status: PeerStatus): void {
    peer.status = status;
    this.#status.say();
    this.#catchUp.advance();
  }

  #headChanged({ height, hash, set, proposer }: Extract<NetworkEvent, { kind: 'head' }>): void {
    const isHigher = height !== this.#head.height || hash !== this.#head.hash;
    const validators = new Set(set.map(sha256Hex));
    const { set: last, earlierSet } = this.#head;
    this.#head = {
      height,
      hash,
      set: validators,
      earlierSet: last.size === 0 ? validators : isHigher ? last : earlierSet,
      proposer: proposer && sha256Hex(proposer),
    };
    this.#status.say();
    if (!isHigher) return;
    this.#questionAt = this.#now + VOTES_WANTED_MS;
    this.#offerAt = this.#now + this.options.blockTimeMs;
    this.#around.wakeAt(this.#offerAt);
    this.#votes.headChanged();
    this.#certificates.headChanged();
    this.#blocks.headChanged();
    this.#catchUp.headChanged();
    this.#snapshotSync?.headChanged();
    this.#transactions.headChanged();
  }

  #time(now: number): void {
    invariant(now >= this.#now, 'the monotonic clock went backwards');
    this.#sessions.time(now, now - this.#now);
    this.#now = now;
    // Every event is preceded by a `time`: what is not due is not looked at.
    if (now + CLOCK_GRAIN_MS < this.#wakeAt) return;
    this.#wakeAt = Number.POSITIVE_INFINITY;
    this.#wakeWanted = true;
    this.#sessions.keepAlive();
    this.#discovery.time();
    this.#blocks.time();
    this.#catchUp.time();
    this.#transactions.time();
    this.#handovers.time();
    this.#status.time();
    this.#snapshotSync?.time();
    this.#serviceLogs.time();
    this.#serviceForwards.time();
    this.#blocks.advance();
    this.#server.advance();
    this.#headers.advance();
    this.#snapshots.advance();
    this.#offerAgain();
  }

  #offerAgain(): void {
    const open = this.#head.height + 1;
    if (this.#now >= this.#offerAt) {
      this.#offerAt = this.#now + this.options.blockTimeMs;
      if (!this.#certificates.isKnown(open)) {
        this.#votes.offerAgain();
        this.#blocks.offerAgain();
        if (this.#now >= this.#questionAt) {
          this.#questionAt = this.#now + VOTES_WANTED_MS;
          this.#around.sendAll(this.#around.peers, { kind: 'votesWanted', height: open });
        }
      }
    }
    this.#around.wakeAt(this.#offerAt);
  }

  #gone(peer: Peer): void {
    const { link } = peer;
    const { url } = peer.identity.facts;
    if (url !== undefined) this.#discovery.ended(url, peer.introduction === undefined || peer.useless);
    for (const part of [
      this.#votes,
      this.#certificates,
      this.#blocks,
      this.#catchUp,
      this.#server,
      this.#headers,
      this.#snapshots,
      this.#transactions,
      this.#handovers,
      this.#evidence,
      this.#serviceLogs,
      this.#serviceForwards,
    ])
      part.gone(link);
    this.#snapshotSync?.gone(link);
    this.#around.emit({ kind: 'peers', count: this.#sessions.introducedCount });
    this.#status.say();
  }
}
