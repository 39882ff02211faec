/** The node: wires the stages to their ports. It knows no thread, no socket and no file.
 *
 *  In: raw requests and time. Out: answers, events, durable blocks. Requests are verified in the pool, admitted on the
 *  state after the tip, and wait in the mempool for the producer. Reads of current values come from memory, reads of the
 *  past from the store's thread. */

import { toHex } from './base/bytes.js';
import { assertLimits } from './base/limits.js';
import type { Clock, Log, Random, Timers } from './base/ports.js';
import { invariant, isRefusal, type Refusal, refuse } from './base/refusal.js';
import type { Evidence } from './chain/evidence.js';
import type { Transaction } from './chain/transaction.js';
import { ChainClock } from './consensus/chainClock.js';
import type { ChainRules, ExecutedBlock, ProductionTimes } from './consensus/production.js';
import { nextContext } from './consensus/production.js';
import { Voting } from './consensus/voting.js';
import type { AccountId } from './crypto/address.js';
import { Aftermath } from './head/aftermath.js';
import { Announcer } from './head/announcer.js';
import { BlockImports } from './head/blockImports.js';
import { checkVotes } from './head/blockSignatures.js';
import { BridgeDesk, type BridgeOptions, type BridgePorts, NO_BRIDGE_OPTIONS } from './head/bridge/bridgeDesk.js';
import { certifyTip } from './head/certifyTip.js';
import type { ContractPreviews } from './head/contractPreviews.js';
import { EvidenceKeeper } from './head/evidenceKeeper.js';
import { FaucetDesk } from './head/faucetDesk.js';
import { Head } from './head/head.js';
import type { HeadParts } from './head/headParts.js';
import { Inclusions } from './head/inclusions.js';
import { joinNetwork, type NetPorts, type PeerOptions } from './head/joinNetwork.js';
import { type FaucetGate, MempoolDoor } from './head/mempoolDoor.js';
import { Peering, readAddresses } from './head/peering.js';
import { away } from './head/peerServices.js';
import type { SnapshotPorts } from './head/peerSnapshots.js';
import { Producer } from './head/producer.js';
import { Proofs } from './head/proofs.js';
import { type Accepted, type Forwarder, Requests } from './head/requests.js';
import { Role } from './head/role.js';
import { type SignedBefore, Signer } from './head/signer.js';
import { SigningGate } from './head/signingGate.js';
import { SlotEvidence } from './head/slotEvidence.js';
import { StartCheck } from './head/startCheck.js';
import { VoteDesk } from './head/voteDesk.js';
import { Voter } from './head/voter.js';
import type { RawItem, VerifierPort } from './intake/verifier.js';
import { tipSetOf } from './ledger/activeSet.js';
import { assertKinds } from './ledger/assertKinds.js';
import type { BlockContext } from './ledger/blockContext.js';
import type { ReadingIndexes } from './ledger/indexes/index.js';
import { TAG_BYTES } from './ledger/replaySlice.js';
import { Faults } from './measures/faults.js';
import { NodeMeasures } from './measures/nodeMeasures.js';
import { Mempool, type MempoolLimits, nextNonce } from './mempool/mempool.js';
import type { PeerNetwork } from './network/peerNetwork.js';
import type { SnapshotView } from './network/snapshotEvents.js';
import { ChainForServices } from './services/chainForServices.js';
import type { ReplicationPort } from './services/replication/port.js';
import { momentOf } from './services/stateDirectory.js';
import type { State } from './state/state.js';
import type { ImagePart } from './state/stateImage.js';
import { ChainStore, type EventFormat } from './store/chainStore.js';
import type { Keeping } from './store/keeping.js';
import { Past } from './store/past.js';
import type { StorePort } from './store/port.js';
import { keepAs, type Recovered, recover } from './store/recovery.js';
import type { StateFilePort, StateOf } from './store/stateFile.js';
import type { EventHub } from './stream/hub.js';

export interface NodePorts {
  readonly store: StorePort;
  readonly verifier: VerifierPort;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
  /** As in `HeadParts`: waits for the machine that `rules.contracts` is. */
  readonly compiled?: HeadParts['compiled'];
  /** Runs contracts for readers; absent: there are no previews. */
  readonly previews?: ContractPreviews | undefined;
  /** The way to other nodes; absent for a node that stands alone. */
  readonly net?: NetPorts;
  /** Snapshots for its peers and from them. */
  readonly snapshots?: SnapshotPorts;
  /** Foreign chains; absent where the network has no bridge. */
  readonly bridge?: BridgePorts | undefined;
  /** Where the process before may have left its state. */
  readonly stateFile?: StateFilePort | undefined;
}

export interface NodeOptions {
  readonly rules: ChainRules;
  /** ML-DSA-65 public key of this node. */
  readonly publicKey: Uint8Array;
  /** Whether to produce blocks when the slot is this node's. */
  readonly mine: boolean;
  readonly times: ProductionTimes;
  readonly mempool: MempoolLimits;
  readonly faucet: FaucetGate;
  /** What an operator configures of the bridge; absent: nothing. */
  readonly bridge?: BridgeOptions;
  readonly nodeName: string | undefined;
  /** Absent: the node looks for nobody, but takes those who come. */
  readonly peers?: PeerOptions;
  /** The log keeps the events of at least this many blocks. */
  readonly eventLogBlocks: number;
  /** What the data directory keeps; absent: what it has kept until now, and nothing more is dropped. */
  readonly keeping?: Keeping;
  /** A developer's network on this machine: answers say so, and each block with transactions writes a line to the log. */
  readonly localNetwork?: boolean;
  /** Makes no block on its own until `paused` is set to false. */
  readonly startsPaused?: boolean;
}

/** A node that looks for nobody takes those who come. */
const NO_PEERS: PeerOptions = { seeds: [], publicUrl: undefined, version: '' };

/** What was found before the node began. */
interface Start {
  readonly recovered: Recovered;
  readonly measures: NodeMeasures;
  readonly signer: Signer;
  /** What the journals hold, or why nothing may be signed; undefined for a node that does not sign. */
  readonly before: SignedBefore | Refusal | undefined;
}

export class Node {
  readonly state: State;
  readonly chain: ChainStore;
  readonly mempool: Mempool;
  readonly measures: NodeMeasures;
  /** The clock that dates blocks, and that is compared with their dates. */
  readonly chainClock: ChainClock;
  readonly head: Head;
  readonly role: Role;
  readonly proofs: Proofs;
  /** The state as it was after earlier blocks. */
  readonly past: Past;
  /** Blocks and votes that come over HTTP, and what was found against validators. */
  readonly imports: BlockImports;
  readonly votes: VoteDesk;
  readonly evidence: EvidenceKeeper;
  /** Waits for blocks that have a transaction. */
  readonly inclusions: Inclusions;
  /** State root of a chain that has only its genesis, 64 hex characters. */
  readonly genesisRoot: string;
  readonly #announcer: Announcer;
  readonly #producer: Producer;
  readonly #signer: Signer;
  readonly #voter: Voter;
  readonly #slotEvidence: SlotEvidence;
  readonly #voting: Voting;
  readonly #requests: Requests;
  readonly #faucet: FaucetDesk;
  /** Claims of deposits, withdrawals and how they end. */
  readonly bridge: BridgeDesk;
  readonly #gate: SigningGate;
  readonly #check: StartCheck;
  #beginning: Promise<void> | undefined;
  readonly #peering: Peering | undefined;
  /** Called when reads see a new tip. */
  onTipShown: () => void = () => {};
  /** Called with each block that changes wallets or names of the directory, once it is durable. */
  onDirectory: () => void = () => {};
  /** Called with each block that is durable and shown, behind everything else that follows it; absent: nobody looks at blocks. */
  onBlock: ((executed: ExecutedBlock) => void) | undefined;
  #stopping = false;

  private constructor(
    readonly options: NodeOptions,
    private readonly ports: NodePorts,
    private readonly start: Start,
  ) {
    const { store, verifier, clock, timers, log, compiled } = ports;
    const { rules, times, publicKey } = options;
    const { recovered, measures, signer, before } = start;
    this.measures = measures;
    this.#signer = signer;
    this.state = recovered.state;
    this.genesisRoot = toHex(recovered.state.root());
    this.chain = new ChainStore(store, recovered, options.eventLogBlocks, log, options.keeping?.blocks);
    this.chainClock = new ChainClock(clock, () => this.chain.tip.time);
    this.mempool = new Mempool(options.mempool, recovered.replay, () => this.chainClock.shiftMs);
    const { state, chain, mempool, chainClock } = this;
    const faults = new Faults(log, measures);
    const saysEachBlock = options.localNetwork === true;
    const peerCount = (): number => this.network?.peers().length ?? 0;
    const isCatchingUp = (): boolean => this.behind !== undefined;
    const announced = { state, chain, mempool, measures, faults, timers, log };
    this.#announcer = new Announcer({ ...announced, peerCount, isCatchingUp, saysEachBlock });
    const onBlock = (executed: ExecutedBlock, hash: string): void => {
      this.#announcer.announce(executed, hash, this.#producer.slotMs);
      this.onBlock?.(executed);
    };
    mempool.onDeparted = (transaction, reason) => this.#announcer.dropped(transaction, reason);
    const judges = (): boolean => this.role.judges;
    const onDirectory = (): void => this.onDirectory();
    const behind = { rules, state, mempool, chain, log, measures, faults, judges };
    const aftermath = new Aftermath({ ...behind, onBlock, onDirectory });
    const now = (): number => chainClock.now();
    const follow = (executed: ExecutedBlock, hash: string): void => aftermath.follow(executed, hash, now());
    const { replay } = recovered;
    const base = { rules, state, replay, chain, store, verifier, log, measures, clock, timers, signer, compiled };
    this.head = new Head({ ...base, now, follow }, recovered.certificate);
    const { head } = this;
    this.#check = new StartCheck(recovered.prove, head.halt, clock, log);
    this.#gate = this.#openGate();
    const notYet = (height: number): string | undefined => this.#gate.notYet(height);
    this.#producer = new Producer({ ...base, times, mempool, head, aftermath, chainClock, notYet });
    this.role = this.#makeRole();
    this.inclusions = new Inclusions(this, timers);
    this.past = new Past(chain, rules.protocol.stateTree);
    this.proofs = new Proofs(state, chain, head, timers, this.past);
    const signs = before !== undefined && !isRefusal(before);
    this.#voting = new Voting(
      signs ? { publicKey, journaled: before.votes, quorum: before.quorum } : { publicKey: undefined },
    );
    const voting = this.#voting;
    this.#voter = this.#makeVoter(voting);
    const votes = (key: Uint8Array): boolean =>
      head.set.stakeOf(key) > 0n || tipSetOf(state, rules.genesis).stakeOf(key) > 0n;
    this.evidence = new EvidenceKeeper({ store, height: () => chain.tip.height, votes, clock, log });
    this.#slotEvidence = new SlotEvidence({ head, voter: this.#voter, kept: this.evidence });
    this.imports = new BlockImports({ rules, state, head, verifier, mempool, now });
    this.votes = this.#openVoteDesk(voting);
    head.listener = {
      moved: () => {
        this.#slotEvidence.slotOpened();
        this.#peering?.headMoved();
        this.#producer.headMoved();
        this.inclusions.moved();
        this.onTipShown();
      },
      candidate: (block, hash) => this.#peering?.candidate(block, hash),
      wanted: (hash) => this.#peering?.step({ kind: 'wanted', hash }),
      resumed: () => this.#producer.headMoved(),
    };
    this.#producer.paused = options.startsPaused === true;
    [this.#requests, this.#faucet, this.#peering] = this.#openDoors(faults);
    const { bridge = NO_BRIDGE_OPTIONS } = options;
    const desk = { rules, publicKey, options: bridge, ports: ports.bridge, verifier, clock, log };
    this.bridge = new BridgeDesk(this, { ...desk, random: ports.random });
  }

  /** The ways into this node: requests, the faucet, peers. */
  #openDoors(faults: Faults): readonly [Requests, FaucetDesk, Peering | undefined] {
    const { state, chain, mempool, measures, chainClock, head, options, ports } = this;
    const { rules, publicKey } = options;
    const { store, verifier, clock, timers, random, log, snapshots, compiled } = ports;
    const now = (): number => chainClock.now();
    const isStopping = (): boolean => this.#stopping;
    const idle = (): Refusal | undefined => this.role.notProducing();
    const nextBlock = (): BlockContext => this.nextBlock();
    const onAdmitted = (): void => this.#producer.admitted();
    const { faucet: gate } = options;
    const doors = { state, mempool, measures, faults, faucet: gate, nextBlock, isStopping, onAdmitted, compiled };
    const door = new MempoolDoor(doors);
    const faucetEnabled = gate.enabled;
    // The way to the proposer, where it is another node.
    const forward = (): Forwarder | undefined => {
      const way = this.role.makesNext ? undefined : this.#peering;
      return way && ((transaction) => way.handOver(transaction, transaction.id));
    };
    const isProposed = (id: string): boolean =>
      [...head.candidates].some(({ items }) => items.some(({ transaction }) => transaction.id === id));
    const admitted = (ids: readonly string[]): void => this.#peering?.admitted(ids);
    const guard = (transaction: Transaction): Promise<Refusal | undefined> | undefined =>
      this.bridge.guard(transaction);
    const waiting = { verifier, mempool, chain, chainClock, door, faucetEnabled, guard };
    const { previews } = ports;
    const requests = new Requests({ ...waiting, previews, isStopping, idle, forward, isProposed, admitted });
    const voter = this.#voter;
    const voting = this.#voting;
    const peering =
      ports.net &&
      new Peering({
        ...{ rules, publicKey, head, voter, voting, mempool, chain, store, verifier, door, clock, timers, log, now },
        moment: () => momentOf(this),
        snapshots,
        onSignedBy: (answer) => this.#gate.answered(answer),
        onEvidence: (evidence) => {
          this.#foundEvidence(evidence);
          this.#slotEvidence.show(evidence);
        },
        onPeer: () => this.head.isProducing && this.#gate.peerUp(),
        onTwin: (later) => this.#gate.meetTwin(later),
        onKeyElsewhere: (from, isLater) => this.#gate.hearOfTwin(from, isLater),
      });
    const submit = (operation: string, bytes: Uint8Array): Promise<Accepted | Refusal> => this.submit(operation, bytes);
    const desk = { rules, publicKey, gate, state, mempool, verifier, random, now, nextBlock, isStopping, idle, submit };
    return [requests, new FaucetDesk(desk), peering];
  }

  #makeRole(): Role {
    const { publicKey, mine, peers = NO_PEERS } = this.options;
    const { before } = this.start;
    return new Role({
      ...{ publicKey, mine, head: this.head, producer: this.#producer, gate: this.#gate },
      unsigned: before && isRefusal(before) ? before : undefined,
      hasPeers: () => this.#peering !== undefined,
      network: () => this.network,
      isDiscoverable: peers.publicUrl !== undefined,
      namesPeers: peers.seeds.length > 0,
      reachesProposer: () => this.#peering?.reachesProposer ?? false,
    });
  }

  #openGate(): SigningGate {
    const { publicKey } = this.options;
    return new SigningGate({
      timers: this.ports.timers,
      log: this.ports.log,
      publicKey,
      journaled: this.#signer.height,
      set: () => this.head.set,
      height: () => this.head.tip.height,
      isBehind: () => this.#peering?.behind !== undefined || this.snapshot !== undefined,
      ask: (wanted) => this.#peering?.step({ kind: 'askSignedBy', key: wanted ? publicKey : undefined }),
      allow: (above) => {
        this.#voter.step({ kind: 'allowed', above });
        this.#producer.headMoved();
      },
    });
  }

  #makeVoter(voting: Voting): Voter {
    const { head } = this;
    return new Voter({
      voting,
      signer: this.#signer,
      timers: this.ports.timers,
      measures: this.measures,
      prepare: (block) => head.prepare(block),
      decide: (certificate) => (this.#peering ?? head).decide(certificate),
      send: (votes) => this.#peering?.step({ kind: 'ownVotes', votes }),
      want: (hash) => this.#peering?.step({ kind: 'wanted', hash }),
      evidence: (evidence) => this.#foundEvidence(evidence),
      double: ({ height }) => this.#gate.meetOwnVote(height),
      failed: (error) => head.failed(error),
    });
  }

  #openVoteDesk(voting: Voting): VoteDesk {
    const { head, ports, options } = this;
    return new VoteDesk({
      voting,
      validators: () => head.set.validators.length,
      check: (votes) => checkVotes(options.rules, ports.verifier, votes),
      accept: (votes) => {
        for (const vote of votes) this.#voter.step({ kind: 'vote', vote });
        this.#peering?.votesHeard(votes);
      },
      held: () => head.halt.held,
      monotonic: () => ports.clock.monotonic(),
    });
  }

  #foundEvidence(evidence: Evidence): void {
    if (this.evidence.add(evidence)) this.#peering?.evidence(evidence);
  }

  /** Recovers the chain and, when this node may produce, begins to. A node whose state came out of its file (`isChecked` is false)
   *  only answers reads before its owner has called `begin`.
   *  @throws RecoveryError or StoreError when the data directory cannot be used. */
  static async open(options: NodeOptions, ports: NodePorts): Promise<Node> {
    assertLimits();
    assertKinds(options.rules.protocol);
    const { clock, store, verifier, random, log } = ports;
    const { rules, publicKey, mine, keeping } = options;
    const found = await recover(store, rules, random.bytes(TAG_BYTES), ports.stateFile);
    const recovered = keeping ? await keepAs(store, found, keeping) : found;
    const measures = new NodeMeasures(clock);
    const signer = new Signer({ rules, publicKey, store, verifier, log, measures });
    const before = mine ? await signer.restore(recovered) : undefined;
    if (before && isRefusal(before)) log.error({ reason: before.message }, 'this node will not produce blocks');
    const node = new Node(options, ports, { recovered, measures, signer, before });
    const { height, hash } = recovered.tip;
    log.info({ height, hash, records: recovered.state.size }, 'chain recovered');
    await node.evidence.load();
    if (node.isChecked) await node.begin();
    return node;
  }

  /** Whether the state is proven to be the one of the tip: always, unless it came out of its file a moment ago. */
  get isChecked(): boolean {
    return this.#check.isDone;
  }

  /** Proves the state if that is still to be done, then takes part in the network. A second call waits for the first.
   *  @throws StateFileFault when the state is not the one of the tip: the node must be stopped. */
  begin(): Promise<void> {
    this.#beginning ??= this.#checkAndBegin();
    return this.#beginning;
  }

  async #checkAndBegin(): Promise<void> {
    const checked = this.#check.run();
    // They are made beside the check, and before a block needs the main thread.
    await Promise.all([checked, Promise.resolve().then(() => this.#announcer.makeIndexes())]);
    if (this.#stopping) return;
    await this.#begin();
    this.head.halt.admit();
  }

  /** What the next start may go on with, after `stop`; undefined when this state is not proven, or not the stored one. */
  leave(): { readonly of: StateOf; readonly parts: readonly ImagePart[] } | undefined {
    const { genesis } = this.options.rules;
    const { height, hash } = this.chain.tip;
    if (!this.#stopping || !this.isChecked || this.head.halt.problem || height === 0) return undefined;
    const root = toHex(this.state.root());
    return {
      of: { chain: genesis.chainId, genesis: genesis.fileHash, height, hash, root },
      parts: this.state.image().parts,
    };
  }

  async #begin(): Promise<void> {
    const { before, recovered } = this.start;
    const signs = before !== undefined && !isRefusal(before);
    this.head.isProducing = signs;
    await this.head.start(this.#voter, signs ? before.block : undefined);
    const { net } = this.ports;
    const { rules, publicKey, mine, nodeName, times, peers = NO_PEERS } = this.options;
    if (this.#peering && net) {
      const saved = await readAddresses(this.ports.store);
      const { random, clock, log } = this.ports;
      const { blockTimeMs } = times;
      const self = { rules, publicKey, mine, nodeName, blockTimeMs, mempool: this.mempool, random, clock, log };
      // A chain that has begun goes on by blocks.
      const snapshotSync = this.chain.tip.height === 0 ? this.ports.snapshots?.intake : undefined;
      joinNetwork(this.#peering, net, peers, { ...self, snapshotSync }, saved);
    }
    if (!signs) return;
    const { state, head, ports } = this;
    if (!recovered.certificate) await certifyTip({ rules, state, head, signer: this.#signer, log: ports.log });
    this.#producer.start();
    if (this.role.votesAlone) this.#gate.openAlone();
    await this.#voter.settled();
  }

  /** Milliseconds since the epoch, by the clock that blocks are dated with. */
  get now(): number {
    return this.chainClock.now();
  }

  /** Milliseconds since the epoch, by the clock of the machine. */
  get wallTime(): number {
    return this.ports.clock.now();
  }

  get hub(): EventHub {
    return this.#announcer.hub;
  }

  /** Indexes over the state after the tip, for readers. */
  get indexes(): ReadingIndexes {
    return this.#announcer.indexes;
  }

  /** The network of peers; undefined for a node that stands alone. */
  get network(): PeerNetwork | undefined {
    return this.#peering?.network;
  }

  /** The chain as the thread of the services asks it. */
  get forServices(): ChainForServices {
    const { state, chain, ports } = this;
    const { store, verifier } = ports;
    const forward = (home: AccountId, service: string, body: Uint8Array): Promise<Uint8Array | Refusal> =>
      this.#peering?.services.forward(home, service, body) ?? Promise.resolve(away(home));
    return new ChainForServices({ state, chain, store, verifier, forward });
  }

  /** @param services whose records are exchanged with peers. */
  attachServices(services: ReplicationPort): void {
    this.#peering?.services.attach(services);
  }

  /** Greatest height that peers say they have; undefined while none has shown to be ahead. */
  get behind(): number | undefined {
    return this.#peering?.behind;
  }

  /** The lowest block of the peers that say they are ahead, when none of them has the next one; undefined otherwise. */
  get missed(): number | undefined {
    return this.#peering?.missed;
  }

  /** How far the fetching of a snapshot is; undefined when none is fetched. */
  get snapshot(): SnapshotView | undefined {
    return this.network?.snapshot;
  }

  /** Whether it fetches blocks that other nodes have, or a snapshot. */
  get isSyncing(): boolean {
    return this.behind !== undefined || this.snapshot !== undefined;
  }

  get verifierStats() {
    return this.ports.verifier.stats();
  }

  /** Context of the earliest block that a transaction sent now could be in. */
  nextBlock(): BlockContext {
    return nextContext(this.options.rules, this.state, this.chain.tip, this.now);
  }

  /** What a query's body asks of a contract. @param address of the path; undefined when the body names it.
   *  @param height after whose block it is asked, of an archive; the tip's when absent. */
  async query(body: Uint8Array, address?: string, height?: number): ReturnType<ContractPreviews['query']> {
    const { previews } = this.ports;
    if (!previews) return refuse('busy', 'this process runs no contract queries');
    const past = height === undefined ? undefined : await this.#blockAfter(height);
    return isRefusal(past) ? past : previews.query(body, address, past);
  }

  /** Context of a block that could have followed one of the past, as soon as it may. */
  async #blockAfter(height: number): Promise<BlockContext | Refusal> {
    const block = await this.chain.storedBlock(height);
    invariant(block, `block ${height} is missing`);
    const { header, hash } = block;
    const tip = { height, time: header.time, hash };
    return this.past.read(height, (view) => nextContext(this.options.rules, view, tip, header.time));
  }

  /** What the code of a contract offers. @param address 40 hex characters. */
  describe(address: string): ReturnType<ContractPreviews['describe']> {
    const { previews } = this.ports;
    if (!previews) return Promise.resolve(refuse('busy', 'this process runs no contract queries'));
    return previews.describe(address);
  }

  nextNonce(account: AccountId): number {
    return nextNonce(this.state, this.mempool, account);
  }

  /** Accepts or refuses a signed request of an operation. @param source as in `RawItem`. */
  submit(operation: string, bytes: Uint8Array, source = ''): Promise<Accepted | Refusal> {
    return this.#requests.take({ kind: 'request', operation, bytes, source }, true);
  }

  /** The same for many, each on its own. @returns one answer each, in their order. */
  submitAll(items: readonly RawItem[], source = ''): Promise<(Accepted | Refusal)[]> {
    return this.#requests.takeAll(items.map(({ kind, operation, bytes }) => ({ kind, operation, bytes, source })));
  }

  /** Accepts or refuses a whole TxV1 with its signed payload. One that is already pending or included counts as accepted. */
  broadcast(bytes: Uint8Array, source = ''): Promise<Accepted | Refusal> {
    return this.#requests.take({ kind: 'broadcast', operation: '', bytes, source });
  }

  /** Signs a faucet request for a client with this node's key. @param recipientKey public key in hex. */
  faucetFor(recipientKey: string): Promise<Accepted | Refusal> {
    return this.#faucet.payTo(recipientKey);
  }

  /** Statistics as an event. @param sequence number of the latest event that was handed out. */
  statsEvent(sequence: number, format: EventFormat): Uint8Array {
    return this.#announcer.statsEvent(sequence, format);
  }

  /** Makes one block now, even an empty one. @returns its height. */
  makeBlock(): Promise<number | Refusal> {
    return this.#producer.makeBlock();
  }

  /** Runs a piece of work between two blocks: no block is under way, and none begins before the work has ended. */
  betweenBlocks<T>(work: () => Promise<T>): Promise<T> {
    return this.#producer.between(work);
  }

  /** Whether blocks are made only by `makeBlock`, not on the node's own schedule. */
  get paused(): boolean {
    return this.#producer.paused;
  }

  set paused(paused: boolean) {
    this.#producer.paused = paused;
  }

  /** Accepts nothing new, finishes the block under way. The caller that opened the ports closes them. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.inclusions.close();
    await this.#beginning?.catch(() => undefined);
    this.#producer.stop();
    this.#gate.stop();
    await this.#peering?.stop();
    try {
      await this.head.stop();
    } finally {
      this.#voter.stop();
      await this.evidence.settled();
      await this.chain.settled();
    }
  }
}
