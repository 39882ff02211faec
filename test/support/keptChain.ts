/** A chain of small blocks over any store, kept in a mode: what the node's store does with each block, without the node.
 *
 *  In: a mode, times, numbers of blocks. Out: the stored chain, and the same chain in memory to compare it with. */

import { isRefusal } from '../../engine/base/refusal.js';
import type { Certificate } from '../../engine/chain/certificate.js';
import { parseGenesis } from '../../engine/chain/genesis.js';
import { newNetworkUpgrades } from '../../engine/chain/upgrades.js';
import type { Candidate, ChainRules } from '../../engine/consensus/production.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { ChainStore } from '../../engine/store/chainStore.js';
import type { Keeping } from '../../engine/store/keeping.js';
import type { StorePort } from '../../engine/store/port.js';
import { keepAs, type Recovered, recover } from '../../engine/store/recovery.js';
import { BLOCK_TIME_MS, GENESIS_TIME, TestChain } from './chain.js';
import {
  type Actor,
  actor,
  CHAIN_ID,
  type SigningActor,
  signedItem,
  signingActor,
  transfer,
  transferOrder,
} from './transactions.js';

/** Blocks in which stake is unbonding: few, so that few blocks have to be kept. */
const UNBONDING = 5;

export const LEAST_KEPT = UNBONDING + 100;

export const keptActors: readonly Actor[] = Array.from({ length: 6 }, (_, index) => actor(`kept ${index}`));

/** The genesis file. @param actors of the chain; the first one is its validator. */
export const keptGenesis = (actors: readonly Actor[] = keptActors): string =>
  JSON.stringify({
    chain_id: CHAIN_ID,
    genesis_time: GENESIS_TIME,
    block_time_ms: BLOCK_TIME_MS,
    initial_validators: [{ pub_key: actors[0]?.keyHex, stake: '10000' }],
    initial_allocations: actors.flatMap(({ address }) => [
      { address, amount: '1000000' },
      { address, amount: '1000000', token: 'GOLD' },
    ]),
    fees: { base_fee: '0.1', floor: '0.1', ceiling: '0.1' },
    upgrade_schedule: newNetworkUpgrades,
    unbonding_blocks: UNBONDING,
  });

function keptRules(actors: readonly Actor[]): ChainRules {
  const genesis = parseGenesis(keptGenesis(actors));
  if (isRefusal(genesis)) throw new Error(genesis.message);
  return { genesis, protocol: nativeProtocol };
}

/** A block that any store can take. */
interface Made {
  readonly candidate: Candidate;
  readonly signature: Uint8Array;
  readonly hash: string;
  readonly certificate: Certificate | undefined;
}

/** The blocks, made once. */
export class KeptChain {
  readonly chain: TestChain;
  readonly made: (Made | undefined)[] = [];

  private constructor(
    private readonly actors: readonly Actor[],
    private readonly signers?: readonly SigningActor[],
  ) {
    this.chain = new TestChain(keptRules(actors), signers?.[0]);
  }

  /** Blocks, votes and transactions carry a constant instead of signatures. */
  static unsigned(): KeptChain {
    return new KeptChain(keptActors);
  }

  /** Everything is really signed, so that snapshots of it and audits hold. A block takes some 25 ms. */
  static signed(): KeptChain {
    const signers = Array.from({ length: 3 }, (_, index) => signingActor(`kept signer ${index}`));
    return new KeptChain(signers, signers);
  }

  /** The genesis file. */
  get genesis(): string {
    return keptGenesis(this.actors);
  }

  /** Some transfers in a ring, of XRGE and of a token. */
  #items(count: number, time: number): PoolItem[] {
    return Array.from({ length: count }, (_, index) => {
      const at = this.chain.tip.height + index;
      const { actors, signers } = this;
      const to = actors[(at + 1) % actors.length] as Actor;
      const rest = [to, 1n + BigInt(index), index % 2 === 0 ? 'XRGE' : 'GOLD'] as const;
      const common = { signer: actors[at % actors.length] as Actor, timestamp: time };
      const signer = signers?.[at % signers.length];
      return signer ? signedItem({ ...transferOrder(common, ...rest), signer }) : transfer(common, ...rest);
    });
  }

  /** @param stepMs between two blocks. */
  grow(blocks: number, transfers: number, stepMs: number): this {
    const { chain } = this;
    for (let at = 0; at < blocks; at++) {
      const time = chain.tip.time + stepMs;
      const candidate = chain.build(this.#items(transfers, time), time);
      const { block, hash } = chain.seal(candidate);
      chain.commit(candidate, hash);
      this.made.push({ candidate, signature: block.proposerSignature, hash, certificate: chain.certificate });
    }
    return this;
  }

  /** Every store has the blocks: a long chain needs no memory for them. */
  forget(): void {
    this.made.fill(undefined);
  }
}

/** One directory of that chain. */
export class KeptStore {
  readonly warnings: string[] = [];

  private constructor(
    readonly port: StorePort,
    readonly recovered: Recovered,
    keeping: Keeping,
    private readonly source: KeptChain,
  ) {
    const warn = (_: unknown, message: string): void => void this.warnings.push(message);
    const log = { debug: () => {}, info: () => {}, warn, error: warn };
    this.chain = new ChainStore(port, recovered, Number.POSITIVE_INFINITY, log, keeping.blocks);
  }

  readonly chain: ChainStore;

  /** Opens a store as a node does. @throws RecoveryError as it would. */
  static async open(source: KeptChain, port: StorePort, keeping: Keeping): Promise<KeptStore> {
    const { rules } = source.chain;
    return new KeptStore(port, await keepAs(port, await recover(port, rules), keeping), keeping, source);
  }

  /** Commits the blocks that this store does not have. @param to height of the last one. */
  async follow(to = this.source.made.length): Promise<void> {
    for (let height = this.chain.tip.height + 1; height <= to; height++) {
      const made = this.source.made[height - 1];
      if (!made) throw new Error(`block ${height} was forgotten`);
      const { candidate, signature, hash, certificate } = made;
      await this.chain.commit(candidate, signature, hash, certificate);
    }
  }

  /** The same, until every old block is dropped that may be: a run that is under way when a block comes drops nothing of what that block
   *  makes old. */
  async followPruned(last = this.source.made.length): Promise<void> {
    await this.follow(last - 1);
    await this.chain.pruned();
    await this.follow(last);
    await this.chain.pruned();
  }

  async close(): Promise<void> {
    await this.chain.settled();
    await this.port.close();
  }
}

/** A streamed answer of the store as JSON. @param before the text in front of it. */
export async function readStream(stream: AsyncIterable<Uint8Array>, before: string, after = ''): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return JSON.parse(before + Buffer.concat(pieces).toString('utf8') + after);
}
