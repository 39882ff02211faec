/** What the parts of the workload choose from: actors, the reference's present state, and a random source. */

import { XRGE } from '../../engine/base/amounts.js';
import {
  type AccountId,
  accountOfContract,
  BURN_ADDRESS,
  burnAccount,
  TREASURY,
  treasuryAccount,
} from '../../engine/crypto/address.js';
import type { SeededRandom } from './random.js';
import type { Action } from './referenceActions.js';
import { ALL_UNITS } from './referenceFunds.js';
import type { ReferenceLedger } from './referenceLedger.js';
import type { Actor } from './transactions.js';

/** An action and its author. */
export interface Proposal {
  readonly signer: Actor;
  readonly action: Action;
}

/** Tokens that the genesis file allocates; the last one is built in. */
export const GENESIS_TOKENS = ['GOLD', 'TIN', 'QETH'] as const;
/** A symbol that is never created, beside a token that nobody holds. */
export const NO_TOKEN = 'NONE';
const OTHER_TOKENS = ['QBTC', NO_TOKEN] as const;

/** Early tokens are used most, so that they spread. */
const FAVOURITES = 14;

export class Scene {
  readonly #actors: ReadonlyMap<AccountId, Actor>;

  constructor(
    readonly random: SeededRandom,
    readonly actors: readonly Actor[],
    readonly reference: ReferenceLedger,
  ) {
    this.#actors = new Map(actors.map((actor) => [actor.account, actor]));
  }

  anyone(): Actor {
    return this.random.pick(this.actors);
  }

  /** Mostly the actor of an account, sometimes any other: the one that is allowed, and those that are not. */
  mostly(account: AccountId | undefined, percent = 85): Actor {
    const actor = account === undefined ? undefined : this.#actors.get(account);
    return actor && this.random.chance(percent) ? actor : this.anyone();
  }

  other({ account }: Actor): Actor {
    const { actors, random } = this;
    const index = actors.findIndex((candidate) => candidate.account === account);
    return actors[(index + random.between(1, actors.length - 1)) % actors.length] as Actor;
  }

  /** Address or key, or the name of an account without one. */
  readonly named = (account: AccountId): string => {
    if (account === burnAccount) return BURN_ADDRESS;
    if (account === treasuryAccount) return TREASURY;
    const contract = this.reference.contracts.addressOf(account);
    if (contract !== undefined) return this.random.chance(80) ? contract : contract.toUpperCase();
    const actor = this.#actors.get(account) as Actor;
    return this.random.chance(50) ? actor.keyHex : actor.address;
  };

  recipient(signer: Actor): AccountId {
    const { random, reference } = this;
    const contracts = reference.contracts.addresses;
    if (contracts.length > 0 && random.chance(6)) return accountOfContract(random.pick(contracts));
    if (random.chance(8)) return burnAccount;
    return random.chance(3) ? treasuryAccount : this.other(signer).account;
  }

  /** A text as a user might type it. */
  typed(symbol: string): string {
    const { random } = this;
    return random.chance(80) ? symbol : random.chance(50) ? symbol.toLowerCase() : mixed(symbol);
  }

  /** Mostly one of the first created; rarely one that nobody holds, or one that does not exist. */
  token(): string {
    const { random, reference } = this;
    const created = [...reference.tokens.created.keys()];
    const kind = random.below(100);
    if (kind < 4) return random.pick(OTHER_TOKENS);
    if (kind < 35 || created.length === 0) return random.pick(GENESIS_TOKENS);
    return random.pick(kind < 90 ? created.slice(0, FAVOURITES) : created);
  }

  /** One that its creator has frozen; any one where there is none. */
  frozenToken(): string {
    const { tokens } = this.reference;
    const frozen = [...tokens.created.keys()].filter((symbol) => tokens.isFrozen(symbol));
    return frozen.length > 0 ? this.random.pick(frozen) : this.token();
  }

  /** A token, or XRGE, of which the account has some; any one where it has none. */
  heldToken({ account }: Actor): string {
    const held = this.reference.funds.tokensOf(account);
    return held.length > 0 && this.random.chance(85) ? this.random.pick(held) : this.token();
  }

  /** An amount relative to the balance: little, a part, all, more than all, too much for any account. */
  amount(have: bigint, token: string): bigint {
    const { random } = this;
    const kind = random.below(100);
    if (kind < 50) return 1n + random.bigBelow(token === XRGE ? 20_000_000_000n : 50n);
    if (kind < 78 && have > 1n) return 1n + (have * BigInt(random.between(1, 60))) / 100n;
    if (kind < 85 && have > 0n) return have;
    if (kind < 90) return have < ALL_UNITS ? have + 1n : have;
    if (kind < 92) return ALL_UNITS;
    return kind < 94 ? 0n : 1n;
  }

  /** A part of what is there, in thousandths. */
  part(have: bigint, least: number, most: number): bigint {
    return (have * BigInt(this.random.between(least, most))) / 1_000n;
  }
}

const mixed = (symbol: string): string =>
  [...symbol].map((letter, index) => (index % 2 === 0 ? letter.toLowerCase() : letter)).join('');

/** Cards in a random order: in a whole deck each occurs as often as its weight says, so that rare ones always occur. */
export class Deck<Card> {
  readonly #all: readonly Card[];
  #left: Card[] = [];

  constructor(
    private readonly random: SeededRandom,
    cards: readonly (readonly [weight: number, card: Card])[],
  ) {
    this.#all = cards.flatMap(([weight, card]) => Array.from({ length: weight }, () => card));
  }

  draw(): Card {
    if (this.#left.length === 0) this.#left = [...this.#all];
    const at = this.random.below(this.#left.length);
    const card = this.#left[at] as Card;
    this.#left[at] = this.#left.at(-1) as Card;
    this.#left.pop();
    return card;
  }
}
