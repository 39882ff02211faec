/** Bench of what a block costs for its stakers: one without transactions, from its opening to the commit of its state, with the reads
 *  that production, import and votes make of both sets.
 *
 *  It compares 100 stakers with 10,000, of which 100 are active, without and with a change of a member's stake in each block, and with
 *  the rule before the upgrade `active_set`, by which all 10,000 are members. The disk is left out. */

import { createHash } from 'node:crypto';
import { QUANTA } from '../../engine/base/amounts.js';
import { toHex } from '../../engine/base/bytes.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { parseGenesis } from '../../engine/chain/genesis.js';
import { newNetworkUpgrades } from '../../engine/chain/upgrades.js';
import { beginBlock, type ChainRules, nextContext } from '../../engine/consensus/production.js';
import { PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { activeSetOf, tipSetOf } from '../../engine/ledger/activeSet.js';
import { genesisState } from '../../engine/ledger/genesisState.js';
import { ReplayGuard } from '../../engine/ledger/replayGuard.js';
import { addStake } from '../../engine/ledger/staking.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import type { State } from '../../engine/state/state.js';
import { compare, type Way } from '../compare.js';
import type { BenchDefinition, BenchOptions, Figure } from '../figures.js';

const ACTIVE = 100;
const STAKERS = 10_000;
const BLOCKS = 10;

const keyOf = (index: number): string =>
  toHex(createHash('shake256', { outputLength: PUBLIC_KEY_BYTES }).update(`staker ${index}`).digest());

function rulesOf(stakers: number, hasSet: boolean): ChainRules {
  const genesis = parseGenesis(
    JSON.stringify({
      chain_id: 'bench-staking-1',
      genesis_time: 0,
      max_validators: ACTIVE,
      initial_validators: Array.from({ length: stakers }, (_, index) => ({
        pub_key: keyOf(index),
        stake: 1_000_000 - index,
      })),
      upgrade_schedule: { ...newNetworkUpgrades, ...(hasSet ? {} : { active_set: null }) },
    }),
  );
  invariant(!isRefusal(genesis), 'the genesis file of the bench is refused');
  return { genesis, protocol: nativeProtocol };
}

/** A chain of blocks without transactions. */
class StakersChain {
  readonly #rules: ChainRules;
  readonly #state: State;
  readonly #replay = new ReplayGuard();
  #height = 0;

  constructor(
    stakers: number,
    private readonly changes: boolean,
    hasSet = true,
  ) {
    this.#rules = rulesOf(stakers, hasSet);
    const state = genesisState(this.#rules.genesis, nativeProtocol);
    invariant(!isRefusal(state), 'the genesis state of the bench is refused');
    this.#state = state;
  }

  /** One block: its proposer looked up, executed, prepared and committed; then the set that votes for it. */
  #block(): void {
    const { genesis } = this.#rules;
    const tip = { height: this.#height, hash: '0', time: this.#height, transactionCount: 0, totalTransactions: 0 };
    const { validators, proposer } = activeSetOf(this.#state, genesis);
    invariant(proposer, 'the bench has no validators');
    const execution = beginBlock(this.#state, nextContext(this.#rules, this.#state, tip, tip.time), this.#replay);
    const member = validators[this.#height % ACTIVE];
    if (this.changes && member) addStake(execution.state, genesis, member.account, member.publicKey, QUANTA);
    execution.finish(proposer.account);
    this.#state.prepare(execution.state).commit();
    this.#height++;
    invariant(tipSetOf(this.#state, genesis).totalStake > 0n, 'nobody votes');
  }

  run(): void {
    for (let block = 0; block < BLOCKS; block++) this.#block();
  }
}

const way = (name: string, chain: StakersChain): Way => ({ name, run: () => chain.run() });

const measure = (options: BenchOptions): Promise<Figure[]> =>
  compare(
    {
      engine: way(`a block with ${ACTIVE} stakers`, new StakersChain(ACTIVE, false)),
      others: [
        way(`${STAKERS} stakers, ${ACTIVE} active`, new StakersChain(STAKERS, false)),
        way(`${ACTIVE} stakers, one stake changes in each block`, new StakersChain(ACTIVE, true)),
        way(`${STAKERS} stakers, one stake changes in each block`, new StakersChain(STAKERS, true)),
        way(`${STAKERS} stakers, all active, as before the upgrade`, new StakersChain(STAKERS, false, false)),
      ],
      items: BLOCKS,
    },
    options,
  );

export const staking: BenchDefinition = {
  name: 'staking',
  about: 'what a block costs for its stakers: 10,000 of them beside the 100 that are active',
  run: measure,
};
