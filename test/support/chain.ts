/** A chain in memory, driven by the engine's own production and importing: blocks in, state out, no disk and no pool.
 *
 *  Seals and votes carry a constant instead of signatures unless a signing validator is given: the verifier
 *  checks signatures, and these tests do not run it. */

import { fromHex, toHex } from '../../engine/base/bytes.js';
import { invariant, isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { type Block, decodeBlock, encodeBlock, type Tip } from '../../engine/chain/block.js';
import { type Certificate, makeCertificate, voteBytes } from '../../engine/chain/certificate.js';
import { LOCAL_CHAIN_ID, parseGenesis } from '../../engine/chain/genesis.js';
import { newNetworkUpgrades } from '../../engine/chain/upgrades.js';
import { checkBlock } from '../../engine/consensus/blockCheck.js';
import {
  buildBlock,
  type Candidate,
  type ChainRules,
  type ExecutedBlock,
  nextContext,
} from '../../engine/consensus/production.js';
import { SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import { activeSetOf, tipSetOf } from '../../engine/ledger/activeSet.js';
import type { BlockContext } from '../../engine/ledger/blockContext.js';
import { genesisState } from '../../engine/ledger/genesisState.js';
import { ReplayGuard } from '../../engine/ledger/replayGuard.js';
import { ledgerTables } from '../../engine/ledger/tables.js';
import type { DirectoryItem, PoolItem } from '../../engine/mempool/mempool.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { Overlay, State } from '../../engine/state/state.js';
import { ScriptedMachine } from './scriptedMachine.js';
import { signer } from './signer.js';
import { type Actor, CHAIN_ID, itemOfParts, type SigningActor } from './transactions.js';

/** Milliseconds; a round number, so that tests can write times beside it. */
export const GENESIS_TIME = 1_700_000_000_000;
export const BLOCK_TIME_MS = 400;

export interface GenesisOptions {
  /** Stake as decimal XRGE. */
  readonly validators: readonly { readonly actor: Actor; readonly stake: string }[];
  /** Amount as decimal XRGE, or whole base units of the token. */
  readonly allocations?: readonly { readonly to: string; readonly amount: string; readonly token?: string }[];
  readonly faucet?: boolean;
  readonly fees?: Readonly<Record<string, string | number>>;
  readonly limits?: Readonly<Record<string, number>>;
  readonly unbondingBlocks?: number;
  readonly maxValidators?: number;
  /** The rules of a developer's network, which only its chain id may have. */
  readonly developer?: boolean;
  readonly upgrades?: Readonly<Record<string, number | null>>;
  /** As the genesis file has it. */
  readonly bridge?: Readonly<Record<string, unknown>>;
  /** XRGE. */
  readonly maxSupply?: number;
}

/** Rules from a genesis file's text, read by the engine's own reader. @throws Error when the reader refuses. */
export function rulesOf(options: GenesisOptions): ChainRules & { readonly contracts: ScriptedMachine } {
  const genesis = parseGenesis(
    JSON.stringify({
      ...(options.developer ? { chain_id: LOCAL_CHAIN_ID, developer_rules: true } : { chain_id: CHAIN_ID }),
      genesis_time: GENESIS_TIME,
      block_time_ms: BLOCK_TIME_MS,
      faucet_enabled: options.faucet ?? false,
      initial_validators: options.validators.map(({ actor, stake }) => ({ pub_key: actor.keyHex, stake })),
      initial_allocations: (options.allocations ?? []).map(({ to, ...rest }) => ({ address: to, ...rest })),
      fees: options.fees ?? {},
      limits: options.limits ?? {},
      upgrade_schedule: { ...newNetworkUpgrades, ...options.upgrades },
      ...(options.unbondingBlocks === undefined ? {} : { unbonding_blocks: options.unbondingBlocks }),
      ...(options.bridge === undefined ? {} : { bridge: options.bridge }),
      ...(options.maxSupply === undefined ? {} : { max_supply: options.maxSupply }),
      ...(options.maxValidators === undefined ? {} : { max_validators: options.maxValidators }),
    }),
  );
  if (isRefusal(genesis)) throw new Error(genesis.message);
  return { genesis, protocol: nativeProtocol, contracts: new ScriptedMachine() };
}

/** A block that is signed, with its decoded transactions. */
export interface SealedBlock {
  readonly block: Block;
  readonly items: readonly PoolItem[];
  readonly hash: string;
}

export interface Produced extends SealedBlock {
  readonly candidate: Candidate;
}

const NO_SIGNATURE = new Uint8Array(SIGNATURE_BYTES);

const signature = (message: Uint8Array, owner: SigningActor | undefined): Uint8Array =>
  owner ? signer.sign(message, owner.secretKey) : NO_SIGNATURE;

export class TestChain {
  state: State;
  replay = new ReplayGuard();
  tip: Tip;
  /** Precommits for the tip of all validators with voting weight; undefined at genesis. */
  certificate: Certificate | undefined;

  /** @param signer the only validator, when blocks and votes need real signatures. */
  constructor(
    readonly rules: ChainRules,
    private readonly signer?: SigningActor,
  ) {
    const state = genesisState(rules.genesis, rules.protocol);
    if (isRefusal(state)) throw new Error(state.message);
    this.state = state;
    const { hash, header } = rules.protocol.genesisBlock(rules.genesis);
    this.tip = { height: 0, hash, time: header.time, transactionCount: 0, totalTransactions: 0 };
  }

  get root(): string {
    return toHex(this.state.root());
  }

  /** Key of the proposer of the next block. */
  get proposerKey(): Uint8Array {
    const { proposer } = activeSetOf(this.state, this.rules.genesis);
    invariant(proposer, 'nobody has stake');
    return proposer.publicKey;
  }

  /** Context of the next block. */
  context(now: number = this.tip.time + BLOCK_TIME_MS): BlockContext {
    return nextContext(this.rules, this.state, this.tip, now);
  }

  /** An overlay without writes over the state after the tip. */
  scratch(): Overlay {
    return new Overlay(this.state);
  }

  /** The next block, executed and prepared. The caller seals and commits it, or reverts it. */
  build(
    candidates: Iterable<PoolItem>,
    now: number = this.tip.time + BLOCK_TIME_MS,
    outOfTime: () => boolean = () => false,
    directory: readonly DirectoryItem[] = [],
  ): Candidate {
    const { rules, state, replay, tip, certificate, proposerKey } = this;
    return buildBlock({ rules, state, replay, tip, certificate, candidates, directory, proposerKey, now, outOfTime });
  }

  seal(executed: Pick<ExecutedBlock, 'header' | 'headerBytes' | 'certificate' | 'items'>): SealedBlock {
    const { header, headerBytes, certificate, items } = executed;
    const proposerSignature = signature(headerBytes, this.signer);
    const transactions = items.map(({ transaction }) => transaction);
    const block: Block = { header, headerBytes, proposerSignature, certificate, transactions };
    return { block, items, hash: this.rules.protocol.blockHash(headerBytes, toHex(proposerSignature)) };
  }

  commit(executed: ExecutedBlock, hash: string): void {
    executed.prepared.commit();
    const { height, time } = executed.header;
    this.replay.addBlock(time, executed.execution.tags);
    const transactionCount = executed.items.length;
    const totalTransactions = this.tip.totalTransactions + transactionCount;
    this.tip = { height, hash, time, transactionCount, totalTransactions };
    const blockHash = fromHex(hash) ?? new Uint8Array();
    const message = voteBytes(this.rules.genesis.chainId, 'precommit', height, 0, blockHash);
    const voters = tipSetOf(this.state, this.rules.genesis).validators.map(({ publicKey }) => publicKey);
    this.certificate = makeCertificate(
      height,
      0,
      blockHash,
      voters.map((voterKey) => ({ voterKey, signature: signature(message, this.signer) })),
    );
  }

  /** Builds, seals and commits. */
  produce(
    candidates: Iterable<PoolItem> = [],
    now: number = this.tip.time + BLOCK_TIME_MS,
    directory: readonly DirectoryItem[] = [],
  ): Produced {
    const candidate = this.build(candidates, now, undefined, directory);
    const sealed = this.seal(candidate);
    this.commit(candidate, sealed.hash);
    return { ...sealed, candidate };
  }

  /** Continues with the state as a start from disk would find it. */
  restart(): void {
    this.state = reloaded(this.state);
  }

  /** Continues from what was read back from a store. */
  resume(state: State, replay: ReplayGuard, tip: Tip): void {
    this.state = state;
    this.replay = replay;
    this.tip = tip;
  }

  /** Imports and commits. @param now the receiver's clock; undefined for history. */
  receive({ block, items }: Pick<SealedBlock, 'block' | 'items'>, now?: number): ExecutedBlock | Refusal {
    const { rules, state, replay, tip } = this;
    const executed = checkBlock({ rules, state, replay, tip, block, items, now });
    if (isRefusal(executed)) return executed;
    this.commit(executed, rules.protocol.blockHash(block.headerBytes, toHex(block.proposerSignature)));
    return executed;
  }
}

/** The block as a peer reads it: from its bytes, with every transaction decoded again. */
export function throughTheWire({ block }: Pick<SealedBlock, 'block'>): Pick<SealedBlock, 'block' | 'items'> {
  const decoded = decodeBlock(encodeBlock(block));
  if (isRefusal(decoded)) throw new Error(decoded.message);
  const items = decoded.transactions.map(itemOfParts).map((item) => {
    if (isRefusal(item)) throw new Error(item.message);
    return item;
  });
  return { block: decoded, items };
}

/** A second state from the encoded records of the first, as at a start from disk. They come in the opposite order: no
 *  rule may depend on it. */
export function reloaded(state: State): State {
  const copy = new State(ledgerTables, nativeProtocol.stateTree);
  for (const table of ledgerTables)
    for (const [key, value] of [...state.entries(table)].reverse()) copy.load(table.id, key, table.encode(value));
  copy.finishLoad();
  return copy;
}
