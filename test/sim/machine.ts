/** One machine of a simulation: a disk, a clock, and on it one whole node at a time.
 *
 *  In: a key, rules, faults. Out: the node behind its routes, and everything that an observer can see of it. Every lasting
 *  effect of the disk and every packet of signatures takes time of the world, so that a crash can come between any two of
 *  them. A process that has crashed answers nothing and does nothing; what it asked for is never answered. */

import { clientNetwork } from '../../api/limits/clientAddress.js';
import { utf8Text } from '../../engine/base/bytes.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import type { SnapshotPorts } from '../../engine/head/peerSnapshots.js';
import type { VerifierPort } from '../../engine/intake/verifier.js';
import { noMachine } from '../../engine/ledger/contractMachine.js';
import type { SnapshotOffer } from '../../engine/network/messages.js';
import type { Net } from '../../engine/network/net.js';
import type { SnapshotTrust } from '../../engine/network/snapshotEvents.js';
import { Node } from '../../engine/node.js';
import type { Keeping } from '../../engine/store/keeping.js';
import type { JournalName } from '../../engine/store/port.js';
import type { Delivery } from '../../engine/stream/audience.js';
import { createQueries } from '../../engine/stream/queries.js';
import { BLOCK_TIME_MS } from '../support/chain.js';
import { LogBook } from '../support/engineNode.js';
import { InlineVerifier, type InlineVerifierOptions } from '../support/inlineVerifier.js';
import { MemoryDisk, MemoryDisks } from '../support/memoryDisk.js';
import { fullDisk, MemoryStore, type MemoryStoreOptions } from '../support/memoryStore.js';
import { SeededRandom } from '../support/random.js';
import type { Actor } from '../support/transactions.js';
import type { ProcessTimers, VirtualTime } from '../support/virtualTime.js';
import { type CodeCounts, CodeThread } from './codeThread.js';
import { Desk, type SnapshotOrder } from './desk.js';
import { type ApiAnswer, type ApiRequest, type Door, openDoor } from './door.js';
import { Files } from './files.js';
import type { Keyring } from './keyring.js';
import { MachineClock } from './machineClock.js';
import type { SimulatedNet, SimulatedPort } from './net.js';
import { DESK_POINT, type MachinePoint, NEVER, type Places, POINT_MS, SLOW_POINTS, type Trap } from './places.js';
import type { Shelf, SnapshotPolicy } from './shelf.js';

/** Everything about a machine that somebody outside could notice. */
export interface MachineWatch {
  /** A signature of the node's key has left the signer. */
  signed(machine: Machine, message: Uint8Array, signature: Uint8Array): void;
  /** A write of a journal begins. @returns what to call when it is durable. */
  journal(machine: Machine, name: JournalName, bytes: Uint8Array): () => void;
  /** A journal was read: what it holds is durable. */
  journalRead(machine: Machine, name: JournalName, bytes: Uint8Array): void;
  announced(machine: Machine, sequence: number, text: string): void;
  /** A process has ended, in order or not. */
  ended(machine: Machine): void;
  /** A snapshot of its own state is whole. */
  snapshotMade(machine: Machine, offer: SnapshotOffer): void;
  /** A snapshot from peers is restored: the next process begins with it. */
  snapshotTaken(machine: Machine, offer: SnapshotOffer, trust: SnapshotTrust): void;
  /** A trap has ended the process, or failed the disk. */
  sprung(machine: Machine, point: MachinePoint): void;
  /** A handler threw, or a process could not start. */
  thrown(machine: Machine, error: unknown, where: string): void;
}

/** A Byzantine node is an honest one behind hooks. */
export interface MachineHooks {
  net?(net: Net): Net;
  verifier?(verifier: VerifierPort): VerifierPort;
}

export interface MachineSnapshots {
  readonly policy: SnapshotPolicy;
  /** What the operator says at each start; undefined: the chain begins with its genesis block. */
  readonly order: (machine: Machine) => SnapshotOrder | undefined;
}

export interface MachineOptions {
  readonly number: number;
  readonly time: VirtualTime;
  readonly seed: number;
  readonly rules: ChainRules;
  readonly owner: Actor;
  readonly keyring: Keyring;
  /** Whether it produces blocks when the slot is its own. */
  readonly mine: boolean;
  readonly watch?: Partial<MachineWatch>;
  readonly hooks?: MachineHooks;
  readonly net?: SimulatedNet;
  /** URLs of the machines that it looks for. */
  readonly seeds?: readonly string[];
  /** What its disk keeps of the chain; everything when absent. */
  readonly keeping?: Keeping | undefined;
  /** Snapshots that it makes, and may begin with; none when absent. */
  readonly snapshots?: MachineSnapshots | undefined;
}

/** A source for each purpose. */
interface MachineRandom {
  readonly disk: SeededRandom;
  readonly signer: SeededRandom;
  readonly node: SeededRandom;
  readonly code: SeededRandom;
}

/** A node that runs. */
export interface RunningNode {
  readonly node: Node;
  readonly door: Door;
  readonly log: LogBook;
  readonly verifier: InlineVerifier;
  /** The snapshots that it keeps. */
  readonly shelf: Shelf | undefined;
  /** Which of the machine's processes it is, counted from 1. */
  readonly life: number;
}

const DIRECTORY = '/memory';

/** Where others reach a machine. */
export const urlOf = (machine: number): string => `http://machine-${machine}.example/api`;

class WatchedVerifier extends InlineVerifier {
  constructor(
    options: InlineVerifierOptions,
    private readonly signed: (message: Uint8Array, signature: Uint8Array) => void,
  ) {
    super(options);
  }

  override async sign(message: Uint8Array, rank?: 'urgent' | 'own') {
    const answer = await super.sign(message, rank);
    if (answer instanceof Uint8Array) this.signed(message, answer);
    return answer;
  }
}

class WatchedStore extends MemoryStore {
  constructor(
    options: MemoryStoreOptions,
    private readonly watch: Pick<Partial<MachineWatch>, 'journal' | 'journalRead'>,
    private readonly machine: Machine,
  ) {
    super(options);
  }

  override async journalWrite(bytes: Uint8Array, name: JournalName = 'slot'): Promise<void> {
    const written = this.watch.journal?.(this.machine, name, bytes);
    await super.journalWrite(bytes, name);
    written?.();
  }

  override async journalRead(name: JournalName = 'slot'): Promise<Uint8Array | undefined> {
    const bytes = await super.journalRead(name);
    if (bytes) this.watch.journalRead?.(this.machine, name, bytes);
    return bytes;
  }
}

export class Machine {
  readonly number: number;
  readonly clock: MachineClock;
  #disks = new MemoryDisks();
  /** What is beside the database. */
  #files = new Files();
  readonly #random: MachineRandom;
  #trap: Trap | undefined;
  /** The process under way, whether it has opened its node or not. */
  #process: Process | undefined;
  /** How much slower than usual the disk is. */
  diskSlowness = 1;
  lives = 0;
  /** Of all its processes. */
  readonly code: CodeCounts = { missed: 0, compiled: 0, run: 0 };

  constructor(readonly options: MachineOptions) {
    const { number, seed, time } = options;
    this.number = number;
    this.clock = new MachineClock(time);
    const stream = (purpose: string): SeededRandom => SeededRandom.of(seed, `${purpose} of machine ${number}`);
    this.#random = { disk: stream('disk'), signer: stream('signer'), node: stream('node'), code: stream('code') };
  }

  get url(): string {
    return urlOf(this.number);
  }

  get disk(): MemoryDisk {
    return this.#disks.at(DIRECTORY);
  }

  /** The node, once it has started and until its process ends. */
  get running(): RunningNode | undefined {
    return this.#process?.running;
  }

  get isUp(): boolean {
    return this.#process !== undefined;
  }

  /** Starts the node on what the disk holds. Time passes meanwhile.
   *  @throws what the start throws; then the process has ended. */
  async start(): Promise<RunningNode> {
    if (this.#process) throw new Error('a machine runs one node at a time');
    const process = new Process(this, this.#random, ++this.lives);
    this.#process = process;
    try {
      return await process.start(this.#disks, this.#files, {
        at: (point) => this.#at(process, point),
        passed: (point) => this.#pass(point),
      });
    } catch (error) {
      if (this.#process === process) this.crash();
      throw error;
    }
  }

  /** Cuts the power. */
  crash(): void {
    this.#process?.crash();
    this.#gone();
  }

  /** Stops the node as an operator does. */
  async stop(): Promise<void> {
    const process = this.#process;
    await process?.stop();
    if (this.#process === process) this.#gone();
  }

  /** Ends the process, or fails the disk, at one of the next passings of a place. @param passing counted from 1. */
  trap(how: Trap['how'], point: MachinePoint, passing: number): void {
    this.#trap = { how, point, left: passing };
  }

  disarm(): void {
    this.#trap = undefined;
  }

  /** A copy of everything on the disk, to come back with later. */
  backup(): MemoryDisk {
    return this.disk.copy();
  }

  /** What a power cut leaves of the files. */
  tear(random: SeededRandom): void {
    this.#files.crash(random);
  }

  /** Only while nothing runs. */
  restore(backup: MemoryDisk): void {
    if (this.#process) throw new Error('a disk is not replaced under a running node');
    this.#disks = new MemoryDisks();
    this.#disks.put(DIRECTORY, backup.copy());
    this.#files = new Files();
  }

  /** Replaces the disk by an empty one; only while nothing runs. */
  wipe(): void {
    this.restore(new MemoryDisk());
  }

  /** A request of a client; undefined when nothing answers at this machine. */
  ask(request: ApiRequest): Promise<ApiAnswer> | undefined {
    return this.running?.door(request);
  }

  #gone(): void {
    if (!this.#process) return;
    this.#process = undefined;
    this.#trap = undefined;
    this.options.watch?.ended?.(this);
  }

  /** A place between two effects: it takes time, and is where traps spring. */
  async #at(process: Process, point: MachinePoint): Promise<void> {
    this.#pass(point);
    if (this.#process !== process) return NEVER;
    // The store looks itself.
    if (this.disk.isFull && DESK_POINT.test(point)) throw fullDisk(point);
    if (!SLOW_POINTS.has(point)) return;
    const milliseconds = (this.#random.disk.between(1, 10 * POINT_MS) / 10) * this.diskSlowness;
    await new Promise<void>((resolve) => process.timers.after(milliseconds, resolve));
  }

  #pass(point: MachinePoint): void {
    const trap = this.#trap;
    if (trap?.point !== point || --trap.left > 0) return;
    this.#trap = undefined;
    this.options.watch?.sprung?.(this, point);
    if (trap.how === 'crash') this.crash();
    else if (point !== 'commit-answer') throw fullDisk(point);
  }
}

class Process {
  readonly timers: ProcessTimers;
  readonly #verifier: WatchedVerifier;
  readonly #log = new LogBook();
  readonly #contracts: CodeThread;
  #store: MemoryStore | undefined;
  #port: SimulatedPort | undefined;
  #desk: Desk | undefined;
  #isGone = false;
  running: RunningNode | undefined;

  constructor(
    private readonly machine: Machine,
    private readonly random: MachineRandom,
    private readonly life: number,
  ) {
    const { time, rules, owner, keyring, watch } = machine.options;
    this.timers = time.process(() => machine.clock.rate);
    this.#contracts = new CodeThread(rules.contracts ?? noMachine, this.timers, random.code, machine.code);
    this.#verifier = new WatchedVerifier(
      {
        chainId: rules.genesis.chainId,
        protocol: rules.protocol,
        backend: keyring.backend,
        secretKey: keyring.secretOf(owner),
        randomness: () => random.signer.bytes(32),
        after: (milliseconds, work) => this.timers.after(milliseconds, work),
        clock: () => machine.clock.monotonic(),
        log: this.#log,
      },
      (message, signature) => this.#isGone || watch?.signed?.(machine, message, signature),
    );
  }

  async start(disks: MemoryDisks, files: Files, places: Places): Promise<RunningNode> {
    const { machine } = this;
    const { rules, owner, keyring, mine, watch, hooks, net, seeds = [], keeping } = machine.options;
    const snapshots = await this.#openDesk(disks, files, places);
    const store = new WatchedStore(
      { disks, directory: DIRECTORY, queries: createQueries(), random: this.random.disk, at: places.at },
      watch ?? {},
      machine,
    );
    this.#store = store;
    this.#port = net?.open(machine.number, machine.url);
    const port = this.#port && (hooks?.net?.(this.#port) ?? this.#port);
    const node = await Node.open(
      {
        rules: { ...rules, contracts: this.#contracts },
        publicKey: owner.publicKey,
        mine,
        times: { blockTimeMs: BLOCK_TIME_MS, heartbeatMs: 10_000 },
        mempool: { transactions: 2_000, bytes: 64 * 1024 * 1024, perSender: 200, senderBytes: 16 * 1024 * 1024 },
        faucet: { enabled: true, whitelist: undefined },
        nodeName: `machine ${machine.number}`,
        ...(port && {
          peers: { seeds: seeds.filter((url) => url !== machine.url), publicUrl: machine.url, version: 'simulated' },
        }),
        eventLogBlocks: 1_000_000,
        ...(keeping && { keeping }),
      },
      {
        store,
        verifier: hooks?.verifier?.(this.#verifier) ?? this.#verifier,
        clock: machine.clock,
        timers: this.timers,
        random: { bytes: (length) => this.random.node.bytes(length) },
        log: this.#log,
        compiled: (codeHash) => this.#contracts.compiled(codeHash),
        ...(snapshots && { snapshots }),
        ...(port && {
          net: { net: port, kem: keyring.kem, aead: keyring.aead, networkOf: clientNetwork, mayDial: () => true },
        }),
      },
    );
    this.#desk?.follow(node, store);
    node.hub.add({
      deliver: (events: readonly Delivery[]) => {
        if (!this.#isGone)
          for (const { bytes, sequence } of events) watch?.announced?.(machine, sequence, utf8Text(bytes));
      },
      overrun: () => watch?.thrown?.(machine, new Error('a listener that never waits was left behind'), 'the hub'),
    });
    const report = (error: unknown, where: string): void => watch?.thrown?.(machine, error, where);
    const door = openDoor({ node, clock: machine.clock, report });
    const shelf = this.#desk?.shelf;
    this.running = { node, door, log: this.#log, verifier: this.#verifier, shelf, life: this.life };
    return this.running;
  }

  async #openDesk(disks: MemoryDisks, files: Files, places: Places): Promise<SnapshotPorts | undefined> {
    const { machine } = this;
    const { snapshots, watch, rules, keyring } = machine.options;
    if (!snapshots) return undefined;
    const thrown = (error: unknown, where: string): void => watch?.thrown?.(machine, error, where);
    this.#desk = new Desk({
      ...{ ...places, disks, files, rules, random: this.random.disk, backend: keyring.backend },
      ...{ policy: snapshots.policy, order: () => snapshots.order(machine) },
      made: (offer) => watch?.snapshotMade?.(machine, offer),
      taken: (offer, trust) => watch?.snapshotTaken?.(machine, offer, trust),
      thrown: (error) => thrown(error, 'making a snapshot'),
      ready: () => void machine.stop().catch((error: unknown) => thrown(error, 'stop')),
    });
    return this.#desk.open(DIRECTORY);
  }

  crash(): void {
    this.#isGone = true;
    this.running = undefined;
    this.timers.end();
    this.#store?.crash();
    this.#desk?.crash();
    this.machine.tear(this.random.disk);
    this.#port?.crash();
  }

  async stop(): Promise<void> {
    const node = this.running?.node;
    this.running = undefined;
    await node?.stop();
    await this.#port?.stop();
    await this.#desk?.close();
    await this.#verifier.close();
    await this.#store?.close();
    this.timers.end();
  }
}
