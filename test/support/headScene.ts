/** The head of one validator, without a node around it: its votes, its journals, and other validators who vote when the test says so.
 *
 *  In: stakes, of which the first is the proposer's and the greatest. Out: blocks of the proposer, votes of anybody, and what the head
 *  did with them. The store is in memory, signatures are the keyed stand-in, time stands still until a test lets it pass. */

import { toHex } from '../../engine/base/bytes.js';
import type { Log } from '../../engine/base/ports.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { Block } from '../../engine/chain/block.js';
import { type Certificate, makeCertificate, type VoteType } from '../../engine/chain/certificate.js';
import type { Header } from '../../engine/chain/header.js';
import { messageOf, type Vote } from '../../engine/chain/vote.js';
import { buildBlock, type Candidate, type ChainRules } from '../../engine/consensus/production.js';
import { Voting } from '../../engine/consensus/voting.js';
import { SECRET_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { Head } from '../../engine/head/head.js';
import { Signer } from '../../engine/head/signer.js';
import { Voter } from '../../engine/head/voter.js';
import type { ContractMachine } from '../../engine/ledger/contractMachine.js';
import { NodeMeasures } from '../../engine/measures/nodeMeasures.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { ChainStore } from '../../engine/store/chainStore.js';
import { type Recovered, recover } from '../../engine/store/recovery.js';
import { BLOCK_TIME_MS, GENESIS_TIME, type GenesisOptions, rulesOf } from './chain.js';
import { InlineVerifier } from './inlineVerifier.js';
import { keyedBackend } from './keyedBackend.js';
import { MemoryDisks } from './memoryDisk.js';
import { type AtPoint, MemoryStore } from './memoryStore.js';
import { type Actor, actor } from './transactions.js';
import { VirtualTime } from './virtualTime.js';

export interface HeadSceneOptions {
  /** Decimal XRGE, descending. */
  readonly stakes: readonly string[];
  /** Place of this node among them. */
  readonly me?: number;
  /** The machine of an earlier scene. */
  readonly disks?: MemoryDisks;
  readonly at?: AtPoint;
  /** Runs its contracts. */
  readonly contracts?: ContractMachine;
  readonly allocations?: GenesisOptions['allocations'];
}

export interface SceneBlock {
  readonly block: Block;
  readonly hash: string;
}

/** Turns of the event loop: everything here answers within a few. */
const MANY_TURNS = 5_000;
const QUIET_TURNS = 200;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The keyed stand-in signs with a public key that is filled up. */
export function secretOf({ publicKey }: Actor): Uint8Array {
  const secretKey = new Uint8Array(SECRET_KEY_BYTES);
  secretKey.set(publicKey);
  return secretKey;
}

export const sceneActors = (count: number): readonly Actor[] =>
  Array.from({ length: count }, (_, index) => actor(`head scene: ${index}`));

export class LineLog implements Log {
  readonly lines: string[] = [];
  readonly debug = (_: unknown, message: string): void => void this.lines.push(`debug ${message}`);
  readonly info = (_: unknown, message: string): void => void this.lines.push(`info ${message}`);
  readonly warn = (_: unknown, message: string): void => void this.lines.push(`warn ${message}`);
  readonly error = (_: unknown, message: string): void => void this.lines.push(`error ${message}`);
}

export class HeadScene {
  readonly time = new VirtualTime(GENESIS_TIME + 60_000);
  readonly timers = this.time.process();
  readonly log = new LineLog();
  readonly measures = new NodeMeasures(this.time.clock);
  readonly disks: MemoryDisks;
  readonly actors: readonly Actor[];
  readonly store: MemoryStore;
  readonly verifier: InlineVerifier;
  readonly signer: Signer;
  /** Own votes that left, in their order. */
  readonly sent: Vote[] = [];
  readonly wanted: string[] = [];
  /** Blocks that may be passed on. */
  readonly offered: string[] = [];
  /** Hashes of the blocks that were announced. */
  readonly followed: string[] = [];
  head!: Head;
  voter!: Voter;
  chain!: ChainStore;
  #recovered!: Recovered;

  private constructor(
    readonly rules: ChainRules,
    options: HeadSceneOptions,
  ) {
    const { stakes, me = 0, disks = new MemoryDisks(), at } = options;
    this.disks = disks;
    this.actors = sceneActors(stakes.length);
    const own = this.actors[me] as Actor;
    const { genesis, protocol } = rules;
    this.store = new MemoryStore({ disks, ...(at && { at }) });
    this.verifier = new InlineVerifier({
      chainId: genesis.chainId,
      protocol,
      backend: keyedBackend,
      secretKey: secretOf(own),
    });
    const { store, verifier, log } = this;
    const { measures } = this;
    this.signer = new Signer({ rules, publicKey: own.publicKey, store, verifier, log, measures });
  }

  static async open(options: HeadSceneOptions): Promise<HeadScene> {
    const actors = sceneActors(options.stakes.length);
    const validators = options.stakes.map((stake, index) => ({ actor: actors[index] as Actor, stake }));
    const { contracts, allocations } = options;
    const rules = rulesOf({ validators, ...(allocations && { allocations }) });
    const scene = new HeadScene({ ...rules, ...(contracts && { contracts }) }, options);
    await scene.#begin();
    return scene;
  }

  async #begin(): Promise<void> {
    const { rules, store, verifier, log, timers, time, signer, sent, wanted, followed, offered } = this;
    const recovered = await recover(store, rules);
    this.#recovered = recovered;
    const before = await signer.restore(recovered);
    if (isRefusal(before)) throw new Error(before.message);
    const { state, replay } = recovered;
    this.chain = new ChainStore(store, recovered);
    const parts = { rules, state, replay, chain: this.chain, store, verifier, log, timers, signer };
    const { measures } = this;
    const now = (): number => time.clock.now();
    const follow = (_: unknown, hash: string): void => void followed.push(hash);
    const head = new Head({ ...parts, measures, clock: time.clock, now, follow }, recovered.certificate);
    head.listener = {
      moved: () => {},
      candidate: (_, hash) => void offered.push(hash),
      wanted: (hash) => void wanted.push(hash),
      resumed: () => {},
    };
    head.isProducing = true;
    this.head = head;
    this.voter = new Voter({
      voting: new Voting({ publicKey: signer.publicKey, journaled: before.votes, quorum: before.quorum }),
      signer,
      timers,
      measures,
      prepare: (hash) => head.prepare(hash),
      decide: (certificate) => head.decide(certificate),
      send: (votes) => void sent.push(...votes),
      want: (hash) => void wanted.push(hash),
      evidence: () => {},
      double: () => {},
      failed: (error) => head.failed(error),
    });
    this.voter.step({ kind: 'allowed', above: 0 });
    await head.start(this.voter, before.block);
  }

  get root(): string {
    return toHex(this.#recovered.state.root());
  }

  get state() {
    return this.#recovered.state;
  }

  /** The proposer's next block, executed. The caller reverts or proposes it. @param slot different ones make different blocks. */
  build(slot = 1, candidates: readonly PoolItem[] = []): Candidate {
    const { rules, chain, head, actors } = this;
    const { state, replay } = this.#recovered;
    return buildBlock({
      ...{ rules, state, replay, tip: chain.tip, certificate: head.certificate },
      ...{ candidates, outOfTime: () => false },
      proposerKey: (actors[0] as Actor).publicKey,
      now: chain.tip.time + slot * BLOCK_TIME_MS,
    });
  }

  /** A signed block of the proposer for the open slot. @param change makes another header of it. @param by who signs. */
  block(
    slot = 1,
    change: (header: Header) => Header = (header) => header,
    by = 0,
    candidates: readonly PoolItem[] = [],
  ): SceneBlock {
    const { protocol } = this.rules;
    const { header: built, certificate, items, prepared } = this.build(slot, candidates);
    prepared.revert();
    const header = change(built);
    const headerBytes = protocol.headerBytes(header);
    const proposerSignature = keyedBackend.sign(headerBytes, secretOf(this.actors[by] as Actor));
    const block: Block = {
      header,
      headerBytes,
      proposerSignature,
      certificate,
      transactions: items.map(({ transaction }) => transaction),
    };
    return { block, hash: protocol.blockHash(headerBytes, toHex(proposerSignature)) };
  }

  /** Builds, signs and proposes a block as the proposer's loop does. */
  async propose(): Promise<string> {
    const { head, signer } = this;
    let hash = '';
    await head.attempt(async () => {
      const candidate = this.build();
      const block = await signer.block(candidate).catch((error: unknown) => {
        candidate.prepared.revert();
        throw error;
      });
      if (isRefusal(block)) throw new Error(block.message);
      hash = head.hashOf(block);
      head.propose(candidate, block);
    });
    return hash;
  }

  vote(voter: number, type: VoteType, blockHash: string, height = this.chain.tip.height + 1): Vote {
    const { publicKey } = this.actors[voter] as Actor;
    const intent = { type, height, round: 0, blockHash };
    const message = messageOf(this.rules.genesis.chainId, intent, this.rules.protocol.voteBytes);
    return {
      ...intent,
      voterKey: publicKey,
      signature: keyedBackend.sign(message, secretOf(this.actors[voter] as Actor)),
    };
  }

  hear(voters: readonly number[], type: VoteType, hash: string): void {
    for (const voter of voters) this.voter.step({ kind: 'vote', vote: this.vote(voter, type, hash) });
  }

  certificate(voters: readonly number[], hash: string, height = this.chain.tip.height + 1): Certificate {
    const votes = voters.map((voter) => this.vote(voter, 'precommit', hash, height));
    return makeCertificate(height, 0, new Uint8Array(Buffer.from(hash, 'hex')), votes);
  }

  /** Resolves when something has happened. @throws Error when it does not. */
  async until(what: string, happened: () => boolean): Promise<void> {
    for (let turns = 0; !happened(); turns++) {
      if (turns === MANY_TURNS) throw new Error(`this never happens: ${what}`);
      await turn();
    }
  }

  /** Lets everything end that is under way. */
  async settled(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns++) await turn();
  }

  /** The end of the process. @returns the machine, as a restart finds it. */
  crash(): MemoryDisks {
    this.timers.end();
    this.voter.stop();
    this.store.crash();
    return this.disks;
  }
}
