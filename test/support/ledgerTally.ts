/** Counts what a run of the workload contained, so that a test can assert that everything occurred.
 *
 *  In: what was planned in a block, its outcome, and the outcome by the reference. Out: counts, and everything
 *  that occurred too rarely. */

import { defaultByteFees } from '../../engine/chain/genesis.js';
import { burnAccount } from '../../engine/crypto/address.js';
import type { Action, DirectoryAction, Verdict } from './referenceActions.js';
import type { Told } from './referenceContracts.js';
import { type Fate, paidBytesOf } from './referenceLedger.js';
import type { Planned } from './workload.js';

type Counts = Record<string, number>;

const countIn = (counts: Counts, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

const rarer = (counts: Readonly<Counts>, names: readonly string[], least: number): string[] =>
  names.filter((name) => (counts[name] ?? 0) < least).map((name) => `${name}: ${counts[name] ?? 0}`);

const FATES = [
  'done',
  'failed',
  'timestamp_window',
  'nonce_used',
  'insufficient_balance',
  'not_authorized',
  'faucet_cooldown',
  'faucet_balance',
  'invalid_recipient',
  'lost',
  'already_exists',
  'not_found',
];

/** Every reason for which a transaction of a kind can be bad, whether it decodes or not. */
type NeverFails = 'faucet' | 'stake' | 'contract_deploy' | DirectoryAction['kind'];
const REASONS: Readonly<Record<Exclude<Action['kind'], NeverFails>, readonly string[]>> = {
  unstake: ['no stake', 'more than the stake'],
  transfer: ['balance', 'frozen', 'no amount', 'to oneself'],
  burn: ['balance', 'frozen', 'no amount'],
  create_token: ['symbol taken', 'reserved symbol', 'no supply', 'a cap without minting', 'a cap below the supply'],
  mint_tokens: ['no such token', 'not the creator', 'not mintable', 'over the cap', 'over 128 bits', 'no amount'],
  update_token_metadata: ['no such token', 'not the creator'],
  claim_token_metadata: ['no such token', 'not the creator', 'metadata exists'],
  approve: ['no such token', 'spender is the owner', 'XRGE is not lent'],
  transfer_from: ['allowance', 'frozen', 'balance', 'no amount', 'XRGE is not lent'],
  token_freeze: ['no such token', 'not the creator'],
  create_pool: ['no such token', 'one token', 'pool exists', 'frozen', 'too little', 'balance', 'no amount'],
  add_liquidity: ['no such id', 'no such pool', 'frozen', 'too little', 'balance', 'no amount'],
  remove_liquidity: ['no such id', 'no such pool', 'frozen', 'too little', 'share', 'no amount'],
  swap: [
    ...['one token', 'no amount', 'length of the path', 'ends of the path', 'a token twice'],
    ...['no such pool', 'frozen', 'too little', 'slippage', 'balance'],
  ],
  nft_create_collection: ['collection exists', 'no such token', 'royalty to nobody'],
  nft_mint: ['no such collection', 'not the creator', 'frozen', 'over the supply', 'balance'],
  nft_batch_mint: ['size of the batch', 'no such collection', 'not the creator', 'frozen', 'over the supply'],
  nft_transfer: [
    ...['to oneself', 'to nobody', 'no such collection', 'no such token', 'not the owner', 'locked', 'balance'],
  ],
  nft_burn: ['no such collection', 'no such token', 'not the owner'],
  nft_lock: ['no such collection', 'no such token', 'not the owner', 'nothing to change'],
  nft_freeze_collection: ['no such collection', 'not the creator'],
  contract_call: ['no such contract', 'payment', 'frozen', 'Execution error:', 'Out of'],
};

/** What a successful transaction did that its kind alone does not show. */
const FEATS = [
  ...['transfer that burns', 'transfer_from that burns', 'faucet by a node', 'approve of nothing'],
  ...['swap through 1', 'swap through 2', 'swap through 3', 'swap with a bound'],
  ...['nft_mint that pays', 'nft_transfer with a royalty'],
  ...['paid bytes', 'paid bytes of a faucet', 'paid bytes of a failure'],
  ...['contract_call that is paid', 'contract_call that reaches others', 'contract_call with events'],
  ...['contract_call that returns something', 'sub-call', 'sub-call: Execution error:', 'sub-call: Out of'],
  ...['sub-call: Max call', 'sub-call: Contract not'],
];

function featOf(action: Action, { parties }: Exclude<Verdict, string>): string | undefined {
  switch (action.kind) {
    case 'transfer':
    case 'transfer_from':
      return action.to === burnAccount ? `${action.kind} that burns` : undefined;
    case 'faucet':
      return action.recipient === undefined ? undefined : 'faucet by a node';
    case 'approve':
      return action.amount === 0n ? 'approve of nothing' : undefined;
    case 'swap':
      return action.least > 0n ? 'swap with a bound' : `swap through ${(action.path ?? ['', '']).length - 1}`;
    case 'contract_call':
      if (action.attach) return 'contract_call that is paid';
      return parties.length > 1 ? 'contract_call that reaches others' : undefined;
    case 'nft_mint':
      return parties.length > 0 ? 'nft_mint that pays' : undefined;
    case 'nft_transfer':
      return parties.length > 1 ? 'nft_transfer with a royalty' : undefined;
    default:
      return undefined;
  }
}

export class LedgerTally {
  readonly fates: Counts = {};
  readonly done: Counts = {};
  readonly failed: Counts = {};
  /** Under kind and reason: of transactions, and in `undecodable` of proposals that could not become one. */
  readonly reasons: Counts = {};
  readonly feats: Counts = {};
  blocks = 0;
  included = 0;

  constructor(readonly undecodable: ReadonlyMap<string, number>) {}

  add(planned: readonly Planned[], fates: readonly Fate[], verdicts: readonly (Verdict | undefined)[]): void {
    this.blocks++;
    for (const [index, { intent }] of planned.entries()) {
      const fate = fates[index] as Fate;
      const verdict = verdicts[index];
      countIn(this.fates, fate);
      const bytes = paidBytesOf(intent.action, intent.bytes ?? 0, defaultByteFees.freeBytes) > 0;
      if (bytes) this.#countBytes(intent.action, fate);
      if (verdict === undefined) continue;
      this.included++;
      const { action } = intent;
      countIn(typeof verdict === 'string' ? this.failed : this.done, action.kind);
      if (typeof verdict === 'string') countIn(this.reasons, `${action.kind}: ${verdict}`);
      const feat = typeof verdict === 'string' ? undefined : featOf(action, verdict);
      if (feat !== undefined) countIn(this.feats, feat);
    }
  }

  #countBytes({ kind }: Action, fate: Fate): void {
    if (fate === 'done') countIn(this.feats, kind === 'faucet' ? 'paid bytes of a faucet' : 'paid bytes');
    else if (fate === 'failed') countIn(this.feats, 'paid bytes of a failure');
  }

  /** @param told of the block's calls. */
  addCalls(told: readonly Told[]): void {
    for (const { calls, events, returned } of told) {
      if (events.length > 0) countIn(this.feats, 'contract_call with events');
      if (returned !== undefined) countIn(this.feats, 'contract_call that returns something');
      for (const [, , , error] of calls)
        countIn(this.feats, error === undefined ? 'sub-call' : `sub-call: ${error.split(' ').slice(0, 2).join(' ')}`);
    }
  }

  /** What occurred too rarely for a run to prove much. @param kinds names of all kinds. */
  rarities(kinds: readonly string[]): string[] {
    const names = Object.entries(REASONS).flatMap(([kind, reasons]) => reasons.map((reason) => `${kind}: ${reason}`));
    const reasons = { ...this.reasons };
    for (const [name, count] of this.undecodable) reasons[name] = (reasons[name] ?? 0) + count;
    return [
      ...rarer(this.fates, FATES, 20),
      ...rarer(this.done, kinds, 10),
      ...rarer(reasons, names, 2),
      ...rarer(this.feats, FEATS, 3),
    ];
  }
}
