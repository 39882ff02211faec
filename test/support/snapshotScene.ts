/** A chain in a store in memory, with accounts, tokens and really signed certificates, and the snapshot of its tip as files.
 *
 *  In: a seed and how many blocks. Out: the chain as it goes on, and the snapshot's bytes, which a test may change. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainRules } from '../../engine/consensus/production.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { faulty, isFault, type SnapshotFault } from '../../engine/state/snapshotFault.js';
import { ChainStore } from '../../engine/store/chainStore.js';
import type { StorePort } from '../../engine/store/port.js';
import { recover } from '../../engine/store/recovery.js';
import { type Manifest, verifyManifest } from '../../engine/store/snapshot/manifest.js';
import { type SnapshotParts, SnapshotRestore } from '../../engine/store/snapshot/restore.js';
import { createQueries } from '../../engine/stream/queries.js';
import { chunkFile, MANIFEST_FILE, recentFile, snapshotFolder } from '../../workers/snapshot/layout.js';
import { type SnapshotFacts, SnapshotMaker } from '../../workers/snapshot/snapshotMaker.js';
import { rulesOf, TestChain } from './chain.js';
import { openMemoryStore } from './memoryStore.js';
import type { SeededRandom } from './random.js';
import { type Actor, actor, createToken, type SigningActor, signingActor, transfer } from './transactions.js';

/** A snapshot in memory. */
export interface SnapshotBytes {
  manifest: Uint8Array;
  readonly chunks: Uint8Array[];
  readonly recent: Uint8Array[];
}

const validator: SigningActor = signingActor('snapshot: validator');

export const SNAPSHOT_ACTORS: readonly Actor[] = Array.from({ length: 12 }, (_, index) => actor(`snapshot: ${index}`));

/** @param silent accounts that hold XRGE and have never signed. */
export const snapshotRules = (silent = 40): ChainRules =>
  rulesOf({
    validators: [{ actor: validator, stake: '100000' }],
    allocations: [
      ...SNAPSHOT_ACTORS.map(({ address }) => ({ to: address, amount: '20000' })),
      ...Array.from({ length: silent }, (_, index) => ({ to: actor(`silent ${index}`).address, amount: '1' })),
    ],
  });

/** A chain that goes on, and its store. */
export class SnapshotChain {
  private constructor(
    readonly rules: ChainRules,
    readonly chain: TestChain,
    readonly store: StorePort,
    readonly stored: ChainStore,
  ) {}

  static async open(rules: ChainRules = snapshotRules()): Promise<SnapshotChain> {
    const store = await openMemoryStore({ queries: createQueries() });
    const stored = new ChainStore(store, await recover(store, rules));
    return new SnapshotChain(rules, new TestChain(rules, validator), store, stored);
  }

  /** Continues the chain of another store, from what is in this one. */
  static async resume(rules: ChainRules, store: StorePort): Promise<SnapshotChain> {
    const recovered = await recover(store, rules);
    const chain = new TestChain(rules, validator);
    chain.resume(recovered.state, recovered.replay, recovered.tip);
    chain.certificate = recovered.certificate;
    return new SnapshotChain(rules, chain, store, new ChainStore(store, recovered));
  }

  /** @param passMs header time after the block before. */
  async block(items: readonly PoolItem[] = [], passMs = 400) {
    const candidate = this.chain.build(items, this.chain.tip.time + passMs);
    const { block, hash, items: sealed } = this.chain.seal(candidate);
    this.chain.commit(candidate, hash);
    await this.stored.commit(candidate, block.proposerSignature, hash, this.chain.certificate);
    return { block, items: sealed, hash };
  }

  /** A block that another chain has made. */
  async receive(made: Awaited<ReturnType<SnapshotChain['block']>>): Promise<void> {
    const executed = this.chain.receive(made);
    if (!('prepared' in executed)) throw new Error(executed.message);
    await this.stored.commit(executed, made.block.proposerSignature, made.hash, this.chain.certificate);
  }

  /** Random transfers and new tokens. */
  async randomBlocks(random: SeededRandom, count: number, passMs = 400): Promise<void> {
    for (let index = 0; index < count; index++) {
      const timestamp = this.chain.tip.time + passMs;
      const items = Array.from({ length: random.below(6) }, (_, place) => {
        const signer = SNAPSHOT_ACTORS[random.below(SNAPSHOT_ACTORS.length)] as Actor;
        const others = SNAPSHOT_ACTORS.filter((other) => other !== signer);
        const to = others[random.below(others.length)] as Actor;
        if (random.below(8) === 0) {
          const symbol = `T${this.chain.tip.height}X${place}`;
          return createToken({ signer, timestamp }, { name: symbol, symbol, supply: 1_000n });
        }
        return transfer({ signer, timestamp }, to, BigInt(1 + random.below(1_000)));
      });
      await this.block(items, passMs);
    }
  }

  /** @param chunkBytes size at which a subtree is cut in two. */
  snapshot(chunkBytes?: number): Promise<MadeSnapshot> {
    return snapshotOf(this.store, this.rules, chunkBytes);
  }
}

export interface MadeSnapshot {
  readonly facts: SnapshotFacts;
  readonly bytes: SnapshotBytes;
}

/** A snapshot of the newest block in a store. @param chunkBytes size at which a subtree is cut in two. */
export async function snapshotOf(
  store: StorePort,
  { protocol }: ChainRules,
  chunkBytes?: number,
): Promise<MadeSnapshot> {
  const directory = mkdtempSync(join(tmpdir(), 'rouged-snapshot-'));
  try {
    const maker = new SnapshotMaker(directory, protocol.stateTree.leafPrefix, chunkBytes);
    for await (const packed of store.stream('snapshotEntries', {})) maker.take(packed);
    const facts = maker.finish();
    return { facts, bytes: readSnapshot(snapshotFolder(directory, facts.height)) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function readSnapshot(folder: string): SnapshotBytes {
  const read = (name: string): Uint8Array | undefined => {
    try {
      return new Uint8Array(readFileSync(join(folder, name)));
    } catch {
      return undefined;
    }
  };
  const all = (nameOf: (index: number) => string): Uint8Array[] => {
    const parts: Uint8Array[] = [];
    for (let part = read(nameOf(0)); part; part = read(nameOf(parts.length))) parts.push(part);
    return parts;
  };
  return { manifest: read(MANIFEST_FILE) ?? new Uint8Array(), chunks: all(chunkFile), recent: all(recentFile) };
}

export const partsOf = (bytes: SnapshotBytes): SnapshotParts => ({
  chunk: async (index) => bytes.chunks[index] ?? faulty('size', `chunk ${index} is missing`),
  recent: async (index) => bytes.recent[index] ?? faulty('size', `run ${index} is missing`),
});

/** Trusts the block that the manifest names. */
export function manifestOf(bytes: SnapshotBytes, rules: ChainRules): Manifest {
  const manifest = verifyManifest(bytes.manifest, rules, undefined);
  if (isFault(manifest)) throw new Error(manifest.message);
  return manifest;
}

/** @returns the fault that ended it; undefined when the store holds the chain. */
export async function restoreInto(
  store: StorePort,
  rules: ChainRules,
  bytes: SnapshotBytes,
  parts: SnapshotParts = partsOf(bytes),
): Promise<SnapshotFault | undefined> {
  const manifest = verifyManifest(bytes.manifest, rules, undefined);
  if (isFault(manifest)) return manifest;
  for await (const progress of new SnapshotRestore(store, rules, manifest, () => {}).run(parts))
    if (isFault(progress)) return progress;
  return undefined;
}
