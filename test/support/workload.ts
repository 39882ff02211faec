/** Random traffic for a chain: every kind of transaction by many actors, good ones and every kind of bad one.
 *  Each exists twice: as an item for the engine, and as the intent for the reference ledger. */

import { XRGE } from '../../engine/base/amounts.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { rulesOf } from './chain.js';
import { membersOf } from './ledgerOrders.js';
import type { SeededRandom } from './random.js';
import { type Action, type Intent, isDirectoryAction } from './referenceActions.js';
import { ALL_UNITS } from './referenceFunds.js';
import { type Fate, flawOf, ReferenceLedger } from './referenceLedger.js';
import { type Actor, actor, freshNonce, itemOfParts, partsOf, payloadText } from './transactions.js';
import { planCall, planDeploy } from './workloadContracts.js';
import { planName, planRelease, planWallet } from './workloadDirectory.js';
import {
  planBatch,
  planCollection,
  planCollectionFreeze,
  planLock,
  planNftBurn,
  planNftMint,
  planNftTransfer,
} from './workloadNfts.js';
import { planAdd, planGreatSwap, planPool, planRemove, planSwap } from './workloadPools.js';
import { Deck, type Proposal, Scene } from './workloadScene.js';
import {
  planApproval,
  planBurn,
  planClaim,
  planCreation,
  planFreeze,
  planMint,
  planTransfer,
  planTransferFrom,
  planUpdate,
} from './workloadTokens.js';

/** Names of the kinds that the workload makes. Those of the bridge have a model of their own (`property/bridgeLedger.test.ts`): what is
 *  true on another chain decides about them. */
export const workloadKinds: readonly string[] = kinds.flatMap(({ name, chapter }) =>
  chapter === 'Bridge' ? [] : [name],
);

export interface Planned {
  readonly item: PoolItem;
  readonly intent: Intent;
}

/** Short, so that a run releases much of what it unstakes. */
const UNBONDING_BLOCKS = 9;
const LEAST_STAKE = 10_000_000_000_000n;

/** A few calls of the greatest limit are more than fit into a block behind others. */
const BLOCK_FUEL = 10_030_000;

/** Odd stakes, so that every division of fees leaves a remainder. */
/** Five validators start, and many actors stake. */
const PLACES = 4;

const STAKES = ['10000.000000001', '33333.333333333', '10007', '12345.6789', '10000.000000001'] as const;

/** Functions that make proposals, with how often each is called in a round. */
const MAKERS: readonly (readonly [number, (scene: Scene) => Proposal])[] = [
  [60, planFaucet],
  [80, planStaking],
  [240, planTransfer],
  [35, planBurn],
  [14, planCreation],
  [45, planMint],
  [25, planUpdate],
  [16, planClaim],
  [55, planApproval],
  [65, planTransferFrom],
  [24, planFreeze],
  [16, planPool],
  [60, planAdd],
  [50, planRemove],
  [150, planSwap],
  [6, planGreatSwap],
  [9, planCollection],
  [55, planNftMint],
  [20, planBatch],
  [65, planNftTransfer],
  [24, planNftBurn],
  [25, planLock],
  [14, planCollectionFreeze],
  [8, planDeploy],
  [130, planCall],
  [70, planWallet],
  [60, planName],
  [35, planRelease],
];

export interface WorkloadOptions {
  /** Stakes of the validators in the genesis file, decimal XRGE. */
  readonly stakes?: readonly string[];
  /** Places in the active set; null: the network knows none, so every staker is a member. By default fewer than there are stakers. */
  readonly places?: number | null;
  /** A nonce that was not used before: by default one that no other chain of this process uses either. */
  readonly nextNonce?: () => string;
  /** Makes the actors; those that cannot sign when absent. */
  readonly actorOf?: (name: string) => Actor;
}

export class Workload {
  readonly validators: readonly Actor[];
  readonly actors: readonly Actor[];
  readonly rules: ChainRules;
  readonly reference: ReferenceLedger;
  /** Proposals that cannot be encoded, by what is wrong with them. */
  readonly undecodable = new Map<string, number>();
  readonly #scene: Scene;
  readonly #makers: Deck<(scene: Scene) => Proposal>;
  readonly #sent: { readonly signer: Actor; readonly nonce: string }[] = [];

  readonly #nextNonce: () => string;

  constructor(
    private readonly random: SeededRandom,
    { stakes = STAKES, places = PLACES, nextNonce = freshNonce, actorOf = actor }: WorkloadOptions = {},
  ) {
    this.#nextNonce = nextNonce;
    this.validators = stakes.map((_, index) => actorOf(`validator ${index}`));
    this.actors = [...this.validators, ...Array.from({ length: 28 }, (_, index) => actorOf(`actor ${index}`))];
    const { actors } = this;
    const address = (index: number): string => (actors[index] as Actor).address;
    this.rules = rulesOf({
      validators: this.validators.map((validator, index) => ({ actor: validator, stake: stakes[index] as string })),
      allocations: [
        // Some start with nothing, some hold too much for the faucet.
        ...actors.slice(0, 26).map(({ keyHex }, index) => ({ to: keyHex, amount: `${(index + 1) ** 3 * 7}.5` })),
        // The most units that fit in 128 bits: sums of this token must never exceed them.
        { to: address(6), token: 'GOLD', amount: String(ALL_UNITS / 2n) },
        { to: address(7), token: 'GOLD', amount: String(ALL_UNITS - ALL_UNITS / 2n) },
        ...actors.slice(10, 20).map(({ address: to }) => ({ to, token: 'TIN', amount: '1000' })),
        ...actors.slice(15, 30).map(({ address: to }) => ({ to, token: 'qETH', amount: '123456789' })),
      ],
      faucet: true,
      unbondingBlocks: UNBONDING_BLOCKS,
      limits: { fuel: BLOCK_FUEL },
      ...(places === null ? { upgrades: { active_set: null } } : { maxValidators: places }),
      fees: { base_fee: '0.1', floor: '0.001', ceiling: '3', target: 40 },
    });
    const publicKeys = new Map<AccountId, string>(actors.map(({ account, keyHex }) => [account, keyHex]));
    this.reference = new ReferenceLedger(this.rules.genesis, publicKeys);
    this.#scene = new Scene(random, actors, this.reference);
    this.#makers = new Deck(random, MAKERS);
  }

  /** Milliseconds from one block to the next: mostly the block time, now and then long enough for a faucet. */
  pause(): number {
    const kind = this.random.below(100);
    if (kind < 60) return 400;
    if (kind < 85) return this.random.between(1, 60_000);
    return this.random.between(60_000, 8 * 3_600_000);
  }

  /** @param time header time of the block they are meant for. */
  plan(time: number): Planned {
    const { random } = this;
    for (;;) {
      const proposal = this.#makers.draw()(this.#scene);
      const resent = random.chance(3) && this.#sent.length > 0 ? random.pick(this.#sent.slice(-300)) : undefined;
      const signer = resent?.signer ?? proposal.signer;
      const common = {
        nonce: resent?.nonce ?? this.#nextNonce(),
        timestamp: time + this.#skew(),
        priorityFee: random.chance(20) ? random.bigBelow(2_000_000_000n) : 0n,
        accountNonce: random.chance(6) ? this.#accountNonce(signer) : undefined,
      };
      const planned = this.#planned({ signer, action: ownAction(proposal.action, signer) }, common);
      if (!planned) continue;
      this.#sent.push({ signer, nonce: common.nonce });
      return planned;
    }
  }

  /** The plans of one block, in the order of blocks: those of the directory come last. Sometimes one does not, and has to wait. */
  plans(time: number, count: number): readonly Planned[] {
    const planned = Array.from({ length: count }, () => this.plan(time));
    const isLast = ({ intent }: Planned): boolean => isDirectoryAction(intent.action) && !this.random.chance(1);
    const last = new Set(planned.filter(isLast));
    return [...planned.filter((plan) => !last.has(plan)), ...last];
  }

  /** Gives the reference a block's contents, so that later plans take it into account. @returns the expected outcome of each. */
  play(time: number, planned: readonly Planned[], proposer: AccountId): Fate[] {
    const intents = planned.map(({ intent }) => intent);
    return this.reference.block(time, intents, proposer);
  }

  /** @returns undefined for an action that does not decode, which is allowed only when no state would accept it. */
  #planned({ signer, action }: Proposal, common: Omit<Intent, 'signer' | 'action' | 'bytes'>): Planned | undefined {
    const { accountNonce, ...rest } = common;
    const order = {
      signer,
      operation: action.kind,
      members: { ...membersOf(action, this.#scene.named, this.random), ...this.#memo() },
      ...rest,
      ...(accountNonce === undefined ? {} : { accountNonce }),
    };
    const item = itemOfParts(partsOf(order));
    const intent = { signer: signer.account, action, bytes: Buffer.byteLength(payloadText(order)), ...common };
    if (!isRefusal(item)) return { item, intent };
    const flaw = flawOf(action, signer.account);
    if (flaw === undefined) throw new Error(`${describeIntent(intent)} does not decode: ${item.message}`);
    const name = `${action.kind}: ${flaw}`;
    this.undecodable.set(name, (this.undecodable.get(name) ?? 0) + 1);
    return undefined;
  }

  /** A member that no kind knows, sometimes so long that its bytes cost a fee. */
  #memo(): { readonly memo?: string } {
    const { random } = this;
    return random.chance(8) ? { memo: 'm'.repeat(random.between(8_000, 16_000)) } : {};
  }

  #skew(): number {
    const { random } = this;
    if (random.chance(3)) return random.pick([-300_001, 300_001]);
    if (random.chance(4)) return random.pick([-300_000, 300_000]);
    return random.between(-300_000, 300_000);
  }

  /** Correct for a signer that sends once in the block, which is often the case. */
  #accountNonce(signer: Actor): number {
    return (this.reference.nonces.get(signer.account) ?? 0) + this.random.pick([1, 1, 1, 1, 0, 2]);
  }
}

/** A wallet is of its signer, whoever that has become. */
const ownAction = (action: Action, { keyHex }: Actor): Action =>
  action.kind === 'register_wallet' ? { ...action, signingKey: keyHex } : action;

function planFaucet(scene: Scene): Proposal {
  const { random } = scene;
  const signer = scene.anyone();
  const recipient = random.chance(40) ? scene.other(signer).account : undefined;
  return { signer, action: { kind: 'faucet', recipient } };
}

function planStaking(scene: Scene): Proposal {
  const { random, reference } = scene;
  const signer = scene.anyone();
  const staked = reference.staking.stakeOf(signer.account);
  const unstakes = random.chance(staked > 0n ? 65 : 15);
  const amount = unstakes ? unstakeAmount(scene, staked) : stakeAmount(scene, reference.balance(signer.account, XRGE));
  return { signer, action: { kind: unstakes ? 'unstake' : 'stake', amount } };
}

function stakeAmount({ random }: Scene, have: bigint): bigint {
  const kind = random.below(100);
  const spare = have - LEAST_STAKE;
  if (kind < 45 || spare <= 1n) return LEAST_STAKE;
  if (kind < 75) return LEAST_STAKE + random.bigBelow(spare < 1n << 62n ? spare : 1n << 62n);
  // A whole balance leaves nothing for the fee.
  return kind < 95 ? (have - 100_000_000n > LEAST_STAKE ? have - 100_000_000n : LEAST_STAKE) : have;
}

function unstakeAmount({ random }: Scene, staked: bigint): bigint {
  const kind = random.below(100);
  if (kind < 35 && staked > 0n) return staked;
  if (kind < 55 && staked > LEAST_STAKE) return staked - LEAST_STAKE;
  if (kind < 90) return 1n + random.bigBelow(5_000_000_000_000n);
  return staked + 1n;
}

/** For messages of a failed comparison. */
export const describeIntent = (intent: Intent): string =>
  JSON.stringify(intent, (name, value: unknown) =>
    typeof value === 'bigint'
      ? String(value)
      : typeof value === 'string' && /[^\x20-\x7e]/.test(value)
        ? `${Buffer.from(value, 'latin1').toString('hex').slice(0, 16)}…`
        : name === 'nonce'
          ? undefined
          : value,
  );
