/** A node's services with their log, over a disk in memory: what it takes in, signs, serves and takes from others, without network and
 *  threads.
 *
 *  In: requests, bytes of other nodes. Out: verdicts, and all that its tables hold. Keys and signatures are those of `keyedBackend`. */

import { expect } from 'vitest';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { ServiceDesk } from '../../engine/services/desk.js';
import { serviceKindOf } from '../../engine/services/kinds/index.js';
import type { HeightTime } from '../../engine/services/replication/blockTimes.js';
import { Replicator } from '../../engine/services/replication/replicator.js';
import type { RunsVerdict } from '../../engine/services/replication/runImport.js';
import type { SeriesName } from '../../engine/services/series.js';
import type { ReadContext } from '../../engine/services/serviceRequest.js';
import type { Moment } from '../../engine/services/surroundings.js';
import { LogBook } from './engineNode.js';
import { keyedBackend } from './keyedBackend.js';
import { MemoryDisks } from './memoryDisk.js';
import { type MemoryStore, openMemoryStore } from './memoryStore.js';
import { DESK_CHAIN, directoryOf, Signer } from './servicesDesk.js';

export const GENESIS_MS = 1_800_000_000_000;
export const BLOCK_MS = 10_000;

/** A store reads no more at once. */
const MOST_ENTRIES = 65_536;

/** The chain that all nodes have: a block each ten seconds. */
export class TestChain {
  height = 10;

  get moment(): Moment {
    return { now: this.timeOf(this.height) + BLOCK_MS / 2, height: this.height };
  }

  timeOf(height: number): number {
    return GENESIS_MS + height * BLOCK_MS;
  }

  times(heights: readonly number[]): readonly HeightTime[] {
    return heights.map((height) =>
      height > this.height
        ? 'ahead'
        : { time: this.timeOf(height), next: height < this.height ? this.timeOf(height + 1) : undefined },
    );
  }
}

export interface LoggedNodeOptions {
  readonly chain: TestChain;
  readonly signers: readonly Signer[];
  /** Nodes whose private records it takes. */
  readonly named?: readonly AccountId[];
  readonly mostBytes?: number;
}

export class LoggedNode {
  readonly owner: Signer;
  readonly log = new LogBook();
  readonly #disks = new MemoryDisks();
  #store: MemoryStore | undefined;
  #desk: ServiceDesk | undefined;
  #replicator: Replicator | undefined;

  private constructor(
    readonly name: string,
    private readonly options: LoggedNodeOptions,
  ) {
    this.owner = new Signer(name, false);
  }

  static async open(name: string, options: LoggedNodeOptions): Promise<LoggedNode> {
    const node = new LoggedNode(name, options);
    await node.#begin();
    return node;
  }

  get desk(): ServiceDesk {
    return this.#desk as ServiceDesk;
  }

  get replicator(): Replicator {
    return this.#replicator as Replicator;
  }

  get account(): AccountId {
    return this.owner.account;
  }

  async #begin(): Promise<void> {
    const { chain, signers, named = [], mostBytes = 1024 ** 3 } = this.options;
    const { log, owner } = this;
    const store = await openMemoryStore({ disks: this.#disks });
    const read: ReadContext = {
      chainId: DESK_CHAIN,
      requireChainId: false,
      protocol: nativeProtocol,
      backend: keyedBackend,
      isKind: (kind) => serviceKindOf(kind) !== undefined,
    };
    const nodeKey = owner.keys.publicKey;
    const onEvents = (): void => undefined;
    const directory = directoryOf(signers);
    const desk = new ServiceDesk({ store, directory, read, nodeKey, mostBytes, log, onEvents });
    await desk.open();
    this.#store = store;
    this.#desk = desk;
    this.#replicator = new Replicator({
      ...{ desk, store, nodeKey, read, log, onEvents },
      named: new Set(named),
      sign: async (message) => keyedBackend.sign(message, owner.keys.secretKey),
      blockTimes: async (heights) => chain.times(heights),
      onMarks: () => undefined,
    });
  }

  /** Ends as a process does that is killed, and begins again with what was durable. */
  async restart(): Promise<void> {
    this.#store?.crash();
    await this.#begin();
  }

  async take(kind: string, body: Uint8Array): Promise<Uint8Array | Refusal> {
    return this.desk.take(kind, body, this.options.chain.moment);
  }

  /** Signs what waits, as when a peer is there. */
  publish(): Promise<void> {
    return this.replicator.publish();
  }

  async lastOf(origin: AccountId, series: SeriesName): Promise<number> {
    const marks = await this.replicator.marks();
    return marks.find((mark) => mark.origin === origin && mark.series === series)?.last ?? 0;
  }

  takeRuns(origin: AccountId, series: SeriesName, bytes: Uint8Array): Promise<RunsVerdict> {
    return this.replicator.take(origin, series, bytes, this.options.chain.moment);
  }

  /** Pulls what another node has of a log beyond this one, as one request does. @returns the bytes, none when there is nothing. */
  async ask(of: LoggedNode, origin: AccountId, series: SeriesName): Promise<Uint8Array> {
    return of.replicator.serve(origin, series, (await this.lastOf(origin, series)) + 1);
  }

  /** Pulls every log that another node has. @returns verdicts. */
  async pullAll(of: LoggedNode): Promise<readonly RunsVerdict[]> {
    const verdicts: RunsVerdict[] = [];
    for (const { origin, series } of await of.replicator.marks())
      for (;;) {
        const bytes = await this.ask(of, origin, series);
        if (bytes.length === 0) break;
        const verdict = await this.takeRuns(origin, series, bytes);
        verdicts.push(verdict);
        if (verdict.outcome !== 'kept') break;
      }
    return verdicts;
  }

  /** What lies in the tables from one number to before another: keys and values in hex. */
  async dump(from: number, to: number): Promise<ReadonlyMap<string, string>> {
    const range = { gte: Uint8Array.of(from), lt: Uint8Array.of(to), limit: MOST_ENTRIES };
    const entries = (await this.#store?.range({ ...range, reverse: false })) ?? [];
    expect(entries.length).toBeLessThan(MOST_ENTRIES);
    return new Map(entries.map(({ key, value }) => [toHex(key), toHex(value)]));
  }
}

/** @throws for a refusal. */
export function mustAnswer(answer: Uint8Array | Refusal): void {
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.message}`);
}
