/** The node: wires the stages to their ports. It knows no thread, no socket and no file.
 *
 *  In: raw requests and time. Out: answers, events, durable blocks. Requests are verified in the pool, admitted on the
 *  state after the tip, and wait in the mempool for the producer. Reads of current values come from memory, reads of the
 *  past from the store's thread. */

import { binaryToHex, fromBinary, toHex, utf8 } from './base/bytes.js';
import { canonicalJson, JsonNumber } from './base/json.js';
import { assertLimits } from './base/limits.js';
import type { Clock, Log, Random, Timers } from './base/ports.js';
import { isRefusal, type Refusal, refuse } from './base/refusal.js';
import type { Block } from './chain/block.js';
import type { Transaction } from './chain/transaction.js';
import type { ChainRules, ExecutedBlock, ProductionTimes } from './consensus/production.js';
import { nextContext } from './consensus/production.js';
import { SignJournal } from './consensus/signJournal.js';
import { type AccountId, accountOfKey, resolveAccount } from './crypto/address.js';
import type { RawItem, VerifiedTransaction, VerifierPort } from './intake/verifier.js';
import { feeOf, kindOfTransaction } from './ledger/admission.js';
import { ReadingIndexes } from './ledger/indexes/index.js';
import type { BlockContext } from './ledger/kind.js';
import { checkFaucet, faucetDisabled, faucetPending, faucetRestricted } from './ledger/kinds/faucet.js';
import { NodeMeasures } from './measures.js';
import { Mempool, type MempoolLimits, nextNonce } from './mempool/mempool.js';
import { Producer } from './producer.js';
import { Overlay, type State, type StateProof } from './state/state.js';
import { ChainStore, type EventFormat } from './store/chainStore.js';
import type { StorePort } from './store/port.js';
import { lastOf, type StoredBlock } from './store/records.js';
import { proposedBy, type Recovered, recover } from './store/recovery.js';
import { eventsOf } from './stream/blockEvents.js';
import { encodings } from './stream/eventEncoding.js';
import { EventHub } from './stream/hub.js';

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
  readonly faucet: { readonly enabled: boolean; readonly whitelist: ReadonlySet<AccountId> | undefined };
  readonly nodeName: string | undefined;
  /** Of how many blocks the log of events is kept at least. */
  readonly eventLogBlocks: number;
}

/** An operator has to act first: a minute is soon enough to ask again. */
const NOT_PRODUCING_RETRY_SECONDS = 60;

/** One line in 40 s at full pace, one in a quarter of an hour on a silent network. */
const BLOCKS_PER_SUMMARY = 100;

/** Faucet requests that this node signs at a time: a header or a vote waits behind at most so many signatures. */
const FAUCET_SIGNATURES = 4;

/** A request that the node has taken in. */
export interface Accepted {
  /** 64 hex characters. */
  readonly txId: string;
  readonly transaction: Transaction;
}

export class Node {
  readonly hub: EventHub;
  readonly state: State;
  readonly chain: ChainStore;
  readonly mempool: Mempool;
  readonly measures: NodeMeasures;
  /** Orders of the state after the tip, for readers. */
  readonly indexes: ReadingIndexes;
  readonly #producer: Producer;
  readonly #recovered: Recovered;
  readonly #journal: SignJournal;
  /** Scratch over the committed state, for finding out what a transaction would do; always rolled back. */
  readonly #scratch: Overlay;
  /** State root of a chain that has no block beside its genesis, 64 hex characters. */
  readonly genesisRoot: string;
  /** Recipients for whom this node is signing a faucet request. */
  readonly #faucetRecipients = new Set<AccountId>();
  #stopping = false;
  /** Header time of the last block, milliseconds. */
  #tipTime: number;
  /** What the next summary in the log covers. */
  #summary = { blocks: 0, transactions: 0, failed: 0 };

  private constructor(
    readonly options: NodeOptions,
    private readonly ports: NodePorts,
    recovered: Recovered,
  ) {
    const { store, verifier, clock, timers, log } = ports;
    this.measures = new NodeMeasures(clock);
    this.#recovered = recovered;
    this.#tipTime = recovered.tip.time;
    this.state = recovered.state;
    this.indexes = new ReadingIndexes(recovered.state);
    this.chain = new ChainStore(store, recovered, options.eventLogBlocks, log);
    this.hub = new EventHub(lastOf(recovered.events), (work) => timers.after(0, work));
    this.mempool = new Mempool(options.mempool, recovered.replay);
    this.#scratch = new Overlay(recovered.state);
    this.genesisRoot = toHex(recovered.state.root());
    this.#journal = new SignJournal(options.rules.genesis.chainId);
    const { rules, times, publicKey } = options;
    this.#producer = new Producer({
      rules,
      times,
      publicKey,
      state: recovered.state,
      replay: recovered.replay,
      mempool: this.mempool,
      chain: this.chain,
      store,
      verifier,
      journal: this.#journal,
      clock,
      timers,
      log,
      measures: this.measures,
      onBlock: (executed, hash) => this.#announce(executed, hash),
    });
  }

  /** Recovers the chain and, when this node may produce, begins to.
   *  @throws RecoveryError or StoreError when the data directory cannot be used. */
  static async open(options: NodeOptions, ports: NodePorts): Promise<Node> {
    assertLimits();
    const recovered = await recover(ports.store, options.rules);
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
      this.#refusalToProduce = unstored.message;
      log.error({ reason: unstored.message }, 'this node will not produce blocks');
      return;
    }
    await this.#producer.start(unstored);
  }

  #refusalToProduce: string | undefined;

  /** Why this node produces nothing although it was told to; undefined when all is well. */
  get productionProblem(): string | undefined {
    if (!this.options.mine) return undefined;
    return this.#refusalToProduce ?? this.#producer.halted ?? this.#producer.standby;
  }

  /** `off`: told to produce nothing; `halted`: it was to, and cannot; `standby`: the next slot is another validator's. */
  get production(): 'off' | 'halted' | 'standby' | 'producing' {
    if (!this.options.mine) return 'off';
    if ((this.#refusalToProduce ?? this.#producer.halted) !== undefined) return 'halted';
    return this.#producer.standby === undefined ? 'producing' : 'standby';
  }

  get now(): number {
    return this.ports.clock.now();
  }

  get verifierStats() {
    return this.ports.verifier.stats();
  }

  /** Context of the earliest block that a transaction of now could stand in. */
  nextBlock(): BlockContext {
    return nextContext(this.options.rules, this.state, this.chain.tip, this.now);
  }

  nextNonce(account: AccountId): number {
    return nextNonce(this.state, this.mempool, account);
  }

  /** Takes in a signed request of an operation. */
  submit(operation: string, bytes: Uint8Array): Promise<Accepted | Refusal> {
    return this.#take({ kind: 'request', operation, bytes });
  }

  /** Takes in many, each for itself. @returns one answer each, in their order. */
  submitAll(items: readonly RawItem[]): Promise<(Accepted | Refusal)[]> {
    return Promise.all(items.map((item) => this.#take(item)));
  }

  /** Takes in a whole TxV1 with its signed payload. One that is pending or included already is taken as received. */
  broadcast(bytes: Uint8Array): Promise<Accepted | Refusal> {
    return this.#take({ kind: 'broadcast', operation: '', bytes });
  }

  async #take(item: RawItem): Promise<Accepted | Refusal> {
    if (this.#stopping) return refuse('stopping', 'the node is shutting down; try again later', 5);
    if (item.operation === 'faucet' && !this.options.faucet.enabled) return faucetDisabled();
    const idle = this.#notProducing();
    if (idle) return idle;
    const verified = await this.ports.verifier.verify(item, this.now);
    if (isRefusal(verified)) return verified;
    const { transaction } = verified;
    const accepted = { txId: binaryToHex(transaction.id), transaction };
    if (item.kind === 'broadcast' && (await this.#has(transaction))) return accepted;
    return this.#admit(verified) ?? accepted;
  }

  /** Nothing is taken that no block would ever carry. */
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
          `this node produces no blocks at present: ${problem}`,
          this.#producer.retrySeconds ?? NOT_PRODUCING_RETRY_SECONDS,
        );
  }

  /** Whether this very transaction is pending or included already. */
  async #has(transaction: Transaction): Promise<boolean> {
    return this.mempool.get(transaction.id) !== undefined || this.chain.includes(fromBinary(transaction.id));
  }

  /** Counts and times what `#decide` says. */
  #admit(item: VerifiedTransaction): Refusal | undefined {
    const lap = this.measures.laps();
    const refusal = this.#decide(item);
    lap('admit');
    if (refusal) this.measures.refused(refusal.code);
    else this.measures.admitted++;
    return refusal;
  }

  #decide(item: VerifiedTransaction): Refusal | undefined {
    const { transaction, expected } = item;
    if (this.#stopping) return refuse('stopping', 'the node is shutting down; try again later', 5);
    const block = this.nextBlock();
    const early =
      this.#gate(transaction) ??
      (expected.nonce !== undefined && expected.nonce !== this.nextNonce(transaction.sender)
        ? refuse('derived_field_mismatch', `nonce must be ${this.nextNonce(transaction.sender)}, got ${expected.nonce}`)
        : undefined) ??
      (expected.fee !== undefined && expected.fee !== feeOf(transaction, block)
        ? refuse('derived_field_mismatch', 'fee differs from what the network charges; leave it out')
        : undefined);
    // A reused nonce is named before a missing authorization (specification, Authentication).
    const refusal = early
      ? (this.mempool.checkNonce(transaction, block.time) ?? early)
      : this.mempool.add(item, this.#scratch, block);
    if (!refusal) this.#producer.wake();
    return refusal;
  }

  /** Local gates on top of the rules: this node's faucet flag and whitelist. */
  #gate(transaction: Transaction): Refusal | undefined {
    if (transaction.operation !== 'faucet') return undefined;
    const { enabled, whitelist } = this.options.faucet;
    if (!enabled) return faucetDisabled();
    const recipient = kindOfTransaction(transaction).exclusive?.(transaction).account;
    if (!whitelist || (recipient !== undefined && whitelist.has(recipient))) return undefined;
    return faucetRestricted();
  }

  /** Asks the faucet on behalf of somebody: this node signs. Everything that can be refused is refused before that,
   *  because the node's own headers and votes wait for the same signer.
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
    if (!rules.genesis.validators.some(({ account }) => account === accountOfKey(publicKey)))
      return refuse(
        'not_authorized',
        'this node cannot sign faucet requests: its key is no genesis validator; use POST /api/v2/faucet',
      );
    if (faucet.whitelist && !faucet.whitelist.has(recipient)) return faucetRestricted();
    const refusal = checkFaucet(this.state, recipient, true, this.nextBlock());
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
    const text = canonicalJson(payload);
    const signature = await this.ports.verifier.sign(utf8(text));
    if (isRefusal(signature)) return signature;
    const envelope = `{"payload":${text},"signature":"${toHex(signature)}","public_key":"${toHex(publicKey)}"}`;
    return this.submit('faucet', utf8(envelope));
  }

  #announce(executed: ExecutedBlock, hash: string): void {
    const { header, execution, prepared } = executed;
    this.indexes.apply(prepared.changes);
    this.#note(executed, hash);
    const block = {
      height: header.height,
      hash,
      time: header.time,
      proposer: header.proposer_pub_key,
      stateRoot: header.state_root,
      outcomes: execution.outcomes,
      changes: prepared.changes,
    };
    this.hub.publish(eventsOf(block, this.chain.events));
    this.hub.publishStats((sequence, format) => this.statsEvent(sequence, format));
  }

  /** Every block at debug, a summary of every hundred at info. */
  #note(executed: ExecutedBlock, hash: string): void {
    const { header, execution } = executed;
    const parentTime = header.height > 1 ? this.#tipTime : undefined;
    this.#tipTime = header.time;
    const failed = this.measures.block(executed, parentTime);
    const transactions = execution.outcomes.length;
    const fields = { height: header.height, transactions, failed, mempool: this.mempool.size };
    this.ports.log.debug({ ...fields, hash, bytes: execution.bytes }, 'block');
    const summary = this.#summary;
    summary.blocks++;
    summary.transactions += transactions;
    summary.failed += failed;
    if (summary.blocks < BLOCKS_PER_SUMMARY) return;
    this.ports.log.info({ height: header.height, ...summary, mempool: this.mempool.size }, 'blocks produced');
    this.#summary = { blocks: 0, transactions: 0, failed: 0 };
  }

  /** Statistics as an event. @param sequence number of the latest event that was handed out. */
  statsEvent(sequence: number, format: EventFormat): Uint8Array {
    const stats = { blockHeight: this.chain.tip.height, peerCount: 0, mempoolSize: this.mempool.size };
    return encodings[format].stats(stats, sequence);
  }

  /** What the state after the tip holds at a key, provable against the tip's header.
   *  @param key table number, then the record's own key. */
  async prove(key: Uint8Array): Promise<{ readonly proof: StateProof; readonly block: StoredBlock }> {
    // While a block is on its way to the disk the trie is ahead of the tip.
    while (this.state.isAhead) await this.#producer.idle();
    return { proof: this.state.prove(key), block: this.chain.tipBlock };
  }

  /** Takes nothing new, finishes the block under way. The ports are closed by whoever opened them. */
  async stop(): Promise<void> {
    this.#stopping = true;
    try {
      await this.#producer.stop();
    } finally {
      await this.chain.settled();
    }
  }
}
