/** The node: wires the stages to their ports. It knows no thread, no socket and no file.
 *
 *  In: raw requests and time. Out: answers, events, durable blocks. Requests are verified in the pool, admitted on the
 *  state after the tip, and wait in the mempool for the producer. Reads of current values come from memory, reads of the
 *  past from the store's thread. */

import { binaryToHex, fromBinary, toHex, utf8 } from './base/bytes.js';
import { JsonNumber } from './base/json.js';
import { assertLimits } from './base/limits.js';
import type { Clock, Log, Random, Timers } from './base/ports.js';
import type { Problem } from './base/problem.js';
import { isRefusal, type Refusal, refuse } from './base/refusal.js';
import type { Block } from './chain/block.js';
import { isGenesisValidator } from './chain/genesis.js';
import type { Transaction } from './chain/transaction.js';
import { ChainClock } from './consensus/chainClock.js';
import type { ChainRules, ProductionTimes } from './consensus/production.js';
import { nextContext } from './consensus/production.js';
import { SignJournal } from './consensus/signJournal.js';
import { type AccountId, accountOfKey, resolveAccount } from './crypto/address.js';
import { Announcer } from './head/announcer.js';
import { type FaucetGate, MempoolDoor } from './head/mempoolDoor.js';
import { Producer } from './head/producer.js';
import type { RawItem, VerifiedTransaction, VerifierPort } from './intake/verifier.js';
import { assertKinds } from './ledger/assertKinds.js';
import type { BlockContext } from './ledger/blockContext.js';
import type { ReadingIndexes } from './ledger/indexes/index.js';
import { checkFaucet, faucetDisabled, faucetPending, faucetRestricted } from './ledger/kinds/faucet.js';
import { TAG_BYTES } from './ledger/replaySlice.js';
import { Faults } from './measures/faults.js';
import { NodeMeasures } from './measures/nodeMeasures.js';
import { Mempool, type MempoolLimits, nextNonce } from './mempool/mempool.js';
import type { State, StateProof } from './state/state.js';
import { ChainStore, type EventFormat } from './store/chainStore.js';
import type { StorePort } from './store/port.js';
import type { StoredBlock } from './store/records.js';
import { proposedBy, type Recovered, recover } from './store/recovery.js';
import type { EventHub } from './stream/hub.js';

export interface NodePorts {
  readonly store: StorePort;
  readonly verifier: VerifierPort;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
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
  readonly nodeName: string | undefined;
  /** The log keeps the events of at least this many blocks. */
  readonly eventLogBlocks: number;
  /** A developer's network on this machine: answers say so, and each block with transactions writes a line to the log. */
  readonly localNetwork?: boolean;
  /** Makes no block on its own until `paused` is set to false. */
  readonly startsPaused?: boolean;
}

/** An operator has to act first: a minute is soon enough to ask again. */
const NOT_PRODUCING_RETRY_SECONDS = 60;

/** Faucet requests that this node signs at a time: a header or a vote waits behind at most this many signatures. */
const FAUCET_SIGNATURES = 4;

/** A proof waits this long for the block under way: a disk that takes longer has failed or is about to. */
const PROOF_WAIT_MS = 5_000;

/** A request that the node has accepted. */
export interface Accepted {
  /** 64 hex characters. */
  readonly txId: string;
  readonly transaction: Transaction;
}

export class Node {
  readonly state: State;
  readonly chain: ChainStore;
  readonly mempool: Mempool;
  readonly measures: NodeMeasures;
  /** The clock that dates blocks, and that is compared with their dates. */
  readonly chainClock: ChainClock;
  readonly #announcer: Announcer;
  readonly #faults: Faults;
  readonly #producer: Producer;
  readonly #recovered: Recovered;
  readonly #journal: SignJournal;
  readonly #door: MempoolDoor;
  /** State root of a chain that has only its genesis, 64 hex characters. */
  readonly genesisRoot: string;
  /** Recipients for whom this node is signing a faucet request. */
  readonly #faucetRecipients = new Set<AccountId>();
  #stopping = false;
  #refusalToProduce: Problem | undefined;

  private constructor(
    readonly options: NodeOptions,
    private readonly ports: NodePorts,
    recovered: Recovered,
  ) {
    const { store, verifier, clock, timers, log } = ports;
    this.measures = new NodeMeasures(clock);
    this.#faults = new Faults(log, this.measures);
    this.#recovered = recovered;
    this.state = recovered.state;
    this.chain = new ChainStore(store, recovered, options.eventLogBlocks, log);
    this.chainClock = new ChainClock(clock, () => this.chain.tip.time);
    this.mempool = new Mempool(options.mempool, recovered.replay, () => this.chainClock.shiftMs);
    const { state, chain, mempool, measures } = this;
    const faults = this.#faults;
    const saysEachBlock = options.localNetwork === true;
    this.#announcer = new Announcer({ state, chain, mempool, measures, faults, timers, log, saysEachBlock });
    this.genesisRoot = toHex(recovered.state.root());
    this.#journal = new SignJournal(options.rules.genesis.chainId);
    const { rules, times, publicKey } = options;
    this.#producer = new Producer({
      rules,
      times,
      publicKey,
      state,
      replay: recovered.replay,
      mempool,
      chain,
      store,
      verifier,
      journal: this.#journal,
      chainClock: this.chainClock,
      clock,
      timers,
      log,
      measures,
      faults,
      onBlock: (executed, hash) => this.#announcer.announce(executed, hash, this.#producer.slotMs),
    });
    this.#producer.paused = options.startsPaused === true;
    this.#door = new MempoolDoor({
      state,
      mempool,
      measures,
      faults,
      faucet: options.faucet,
      nextBlock: () => this.nextBlock(),
      isStopping: () => this.#stopping,
      onAdmitted: () => this.#producer.admitted(),
    });
  }

  /** Recovers the chain and, when this node may produce, begins to.
   *  @throws RecoveryError or StoreError when the data directory cannot be used. */
  static async open(options: NodeOptions, ports: NodePorts): Promise<Node> {
    assertLimits();
    assertKinds(options.rules.protocol);
    const recovered = await recover(ports.store, options.rules, ports.random.bytes(TAG_BYTES));
    const node = new Node(options, ports, recovered);
    const { height, hash } = recovered.tip;
    ports.log.info({ height, hash, records: recovered.state.size }, 'chain recovered');
    if (options.mine) await node.#startProducing();
    const failure = ports.store.stats().writeFailure;
    if (failure !== undefined) node.#producer.awaitDisk(failure);
    return node;
  }

  async #startProducing(): Promise<void> {
    const { store, log } = this.ports;
    const { tip, tipBlock } = this.#recovered;
    const own = tip.height > 0 && proposedBy(tipBlock, this.options.publicKey);
    const unstored: Block | undefined | Refusal = this.#journal.restore(await store.journalRead(), tip, own);
    if (isRefusal(unstored)) {
      this.#refusalToProduce = { message: unstored.message };
      log.error({ reason: unstored.message }, 'this node will not produce blocks');
      return;
    }
    await this.#producer.start(unstored);
  }

  /** Why this node produces nothing although it is configured to; undefined when all is well. */
  get productionProblem(): Problem | undefined {
    if (!this.options.mine) return undefined;
    const { halted, standby } = this.#producer;
    return this.#refusalToProduce ?? halted ?? (standby === undefined ? undefined : { message: standby });
  }

  /** `off`: not configured to produce; `halted`: configured to, but cannot; `standby`: the next slot is another validator's. */
  get production(): 'off' | 'halted' | 'standby' | 'producing' {
    if (!this.options.mine) return 'off';
    if ((this.#refusalToProduce ?? this.#producer.halted) !== undefined) return 'halted';
    return this.#producer.standby === undefined ? 'producing' : 'standby';
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

  get verifierStats() {
    return this.ports.verifier.stats();
  }

  /** Context of the earliest block that a transaction sent now could be in. */
  nextBlock(): BlockContext {
    return nextContext(this.options.rules, this.state, this.chain.tip, this.now);
  }

  nextNonce(account: AccountId): number {
    return nextNonce(this.state, this.mempool, account);
  }

  /** Accepts or refuses a signed request of an operation. @param source as in `RawItem`. */
  submit(operation: string, bytes: Uint8Array, source = ''): Promise<Accepted | Refusal> {
    return this.#take({ kind: 'request', operation, bytes, source });
  }

  /** The same for many, each on its own. @returns one answer each, in their order. */
  submitAll(items: readonly RawItem[], source = ''): Promise<(Accepted | Refusal)[]> {
    return Promise.all(items.map((item) => this.#take({ ...item, source })));
  }

  /** Accepts or refuses a whole TxV1 with its signed payload. One that is already pending or included counts as accepted. */
  broadcast(bytes: Uint8Array, source = ''): Promise<Accepted | Refusal> {
    return this.#take({ kind: 'broadcast', operation: '', bytes, source });
  }

  async #take(item: RawItem): Promise<Accepted | Refusal> {
    if (this.#stopping) return refuse('stopping', 'the node is shutting down; try again later', 5);
    if (item.operation === 'faucet' && !this.options.faucet.enabled) return faucetDisabled();
    const idle = this.#notProducing();
    if (idle) return idle;
    const verified = await this.#verify(item);
    if (isRefusal(verified)) return this.#ofHeldClock(verified) ?? verified;
    const { transaction } = verified;
    const accepted = { txId: binaryToHex(transaction.id), transaction };
    if (item.kind === 'broadcast' && (await this.#has(transaction))) return accepted;
    return this.#door.admit(verified) ?? accepted;
  }

  /** After a developer has moved the clock, requests may be dated by it or by the machine's own: clients know only the latter.
   *  Then the replay guard, which forgets by the chain's clock, does not remember all requests that the machine's clock still
   *  lets in. */
  async #verify(item: RawItem): Promise<VerifiedTransaction | Refusal> {
    const { shiftMs } = this.chainClock;
    if (shiftMs === 0) return this.ports.verifier.verify(item, this.now);
    const byMachine = await this.ports.verifier.verify(item, this.now - shiftMs);
    const isOutside = isRefusal(byMachine) && byMachine.code === 'timestamp_window';
    const verified = isOutside ? await this.ports.verifier.verify(item, this.now) : byMachine;
    if (isRefusal(verified) || item.kind === 'broadcast') return verified;
    return (await this.chain.includes(fromBinary(verified.transaction.id)))
      ? refuse('nonce_used', 'Duplicate nonce (possible replay attack)')
      : verified;
  }

  /** Refuses what no block would ever carry. */
  #notProducing(): Refusal | undefined {
    if (!this.options.mine)
      return refuse(
        'not_producing',
        'this node produces no blocks and knows no node that does: it takes no transactions',
        NOT_PRODUCING_RETRY_SECONDS,
      );
    const problem = this.productionProblem;
    return problem === undefined
      ? undefined
      : refuse(
          'not_producing',
          `this node produces no blocks at present: ${problem.message}`,
          this.#producer.retrySeconds ?? NOT_PRODUCING_RETRY_SECONDS,
        );
  }

  /** The refusal of a request that may be dated correctly while this node does not follow the machine's clock yet. */
  #ofHeldClock({ code }: Refusal): Refusal | undefined {
    const held = code === 'timestamp_window' ? this.chainClock.held : undefined;
    if (!held) return undefined;
    const left = Math.max(1, Math.ceil(held.leftMs / 1_000));
    return refuse(
      'not_producing',
      `the clock of this node was set forward by ${Math.round(held.byMs / 1_000)} s a moment ago; its blocks keep the old time for ${left} s more in case that was a mistake, and this request's timestamp is too far from it: try again then`,
      left,
    );
  }

  /** Whether exactly this transaction is already pending or included. */
  async #has(transaction: Transaction): Promise<boolean> {
    return this.mempool.get(transaction.id) !== undefined || this.chain.includes(fromBinary(transaction.id));
  }

  /** Signs a faucet request for a client with this node's key. Every other check comes before the signature, because a
   *  signature costs some milliseconds of a thread that requests wait for.
   *  @param recipientKey public key in hex. */
  async faucetFor(recipientKey: string): Promise<Accepted | Refusal> {
    const recipient = resolveAccount(recipientKey)?.account;
    if (recipient === undefined) return refuse('invalid_recipient', 'the faucet pays public keys in hex');
    const refusal = this.#notProducing() ?? this.#checkFaucetFor(recipient);
    if (refusal) return refusal;
    this.#faucetRecipients.add(recipient);
    try {
      return await this.#signFaucetFor(recipientKey);
    } finally {
      this.#faucetRecipients.delete(recipient);
    }
  }

  #checkFaucetFor(recipient: AccountId): Refusal | undefined {
    const { rules, publicKey, faucet } = this.options;
    if (this.#stopping) return refuse('stopping', 'the node is shutting down; try again later', 5);
    if (!faucet.enabled || !rules.genesis.faucetEnabled) return faucetDisabled();
    if (!isGenesisValidator(rules.genesis, accountOfKey(publicKey)))
      return refuse(
        'not_authorized',
        'this node cannot sign faucet requests: its key is no genesis validator; use POST /api/v2/faucet',
      );
    if (faucet.whitelist && !faucet.whitelist.has(recipient)) return faucetRestricted();
    const refusal = checkFaucet(this.state, recipient, true, this.nextBlock(), faucet.coolDown);
    if (refusal) return refusal;
    if (this.#faucetRecipients.has(recipient) || this.mempool.hasExclusive('faucet', recipient))
      return faucetPending(true);
    return this.#faucetRecipients.size < FAUCET_SIGNATURES
      ? undefined
      : refuse('busy', 'the faucet is busy; try again in a moment', 1);
  }

  async #signFaucetFor(recipientKey: string): Promise<Accepted | Refusal> {
    const { rules, publicKey } = this.options;
    const payload = new Map<string, string | JsonNumber>([
      ['type', 'faucet'],
      ['recipient', recipientKey],
      ['from', toHex(publicKey)],
      ['timestamp', new JsonNumber(String(this.now))],
      ['nonce', toHex(this.ports.random.bytes(16))],
      ['chain_id', rules.genesis.chainId],
    ]);
    const text = rules.protocol.payloadText(payload);
    const signature = await this.ports.verifier.sign(utf8(text), 'own');
    if (isRefusal(signature)) return signature;
    const envelope = `{"payload":${text},"signature":"${toHex(signature)}","public_key":"${toHex(publicKey)}"}`;
    return this.submit('faucet', utf8(envelope));
  }

  /** Statistics as an event. @param sequence number of the latest event that was handed out. */
  statsEvent(sequence: number, format: EventFormat): Uint8Array {
    return this.#announcer.statsEvent(sequence, format);
  }

  /** What the state after the tip holds at a key, provable against the tip's header.
   *  @param key table number, then the record's own key. */
  async prove(key: Uint8Array): Promise<{ readonly proof: StateProof; readonly block: StoredBlock } | Refusal> {
    // While a block is being written to the disk, the trie is ahead of the tip.
    if (this.state.isAhead) await this.#endOfBlock();
    if (this.state.isAhead)
      return refuse('busy', 'a block is on its way to the disk for unusually long: try again in a moment', 1);
    return { proof: this.state.prove(key), block: this.chain.tipBlock };
  }

  /** Waits for the block under way for a limited time; returns at once when there is none. */
  #endOfBlock(): Promise<void> {
    const { working } = this.#producer;
    if (!working) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.ports.timers.after(PROOF_WAIT_MS, resolve);
      const ended = (): void => {
        cancel();
        resolve();
      };
      working.then(ended, ended);
    });
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
    try {
      await this.#producer.stop();
    } finally {
      await this.chain.settled();
    }
  }
}
