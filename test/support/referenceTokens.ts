/** The rules of tokens, by the reference: who may create, mint, describe, lend and freeze them, and what a movement requires.
 *
 *  In: an action whose fee is paid. Out: the action, performed on the maps, or why it failed, with nothing changed. */

import { XRGE } from '../../engine/base/amounts.js';
import { type AccountId, burnAccount } from '../../engine/crypto/address.js';
import { allowances, mintLedger, tokenMetadata, tokens } from '../../engine/ledger/tokenTables.js';
import type { State } from '../../engine/state/state.js';
import {
  type CreateToken,
  deed,
  line,
  type Moment,
  TOKEN_TEXTS,
  type TokenAction,
  type TokenTexts,
  type Verdict,
} from './referenceActions.js';
import { ALL_UNITS, type ReferenceFunds } from './referenceFunds.js';

/** Symbols that exist without a creation. */
export const BUILT_IN = [XRGE, 'QETH', 'QUSDC', 'QBTC'];
/** Symbols that nobody may take. */
export const RESERVED = [...BUILT_IN, 'ETH', 'USDC', 'BTC'];

interface TokenFacts {
  readonly number: number;
  readonly name: string;
  readonly decimals: number;
  readonly creator: AccountId;
  readonly created: Moment;
  readonly initialSupply: bigint;
  frozen: boolean;
}

interface MintFacts {
  minted: bigint;
  readonly most: bigint | undefined;
}

/** Why an action can never succeed, whatever the state; undefined when that depends on the state. */
export function tokenFlaw(action: TokenAction, signer: AccountId): string | undefined {
  const { kind } = action;
  if ('amount' in action && action.amount === 0n && kind !== 'approve') return 'no amount';
  if (kind === 'transfer' && action.to === signer) return 'to oneself';
  if (kind === 'approve' && action.spender === signer) return 'spender is the owner';
  if ((kind === 'approve' || kind === 'transfer_from') && action.symbol.toUpperCase() === XRGE)
    return 'XRGE is not lent';
  if (kind === 'create_token') return creationFlaw(action);
  return undefined;
}

function creationFlaw({ symbol, supply, mintable, maxSupply }: CreateToken): string | undefined {
  if (supply === 0n) return 'no supply';
  if (RESERVED.includes(symbol.toUpperCase())) return 'reserved symbol';
  if (maxSupply === undefined) return undefined;
  if (!mintable) return 'a cap without minting';
  return maxSupply < supply ? 'a cap below the supply' : undefined;
}

export class ReferenceTokens {
  readonly created = new Map<string, TokenFacts>();
  readonly texts = new Map<string, { readonly texts: TokenTexts; readonly updatedAt: number }>();
  readonly minting = new Map<string, MintFacts>();
  /** Keyed by owner, spender and symbol. */
  readonly allowances = new Map<string, bigint>();

  constructor(private readonly funds: ReferenceFunds) {}

  exists(symbol: string): boolean {
    return BUILT_IN.includes(symbol) || this.funds.minted.has(symbol);
  }

  isFrozen(symbol: string): boolean {
    return this.created.get(symbol)?.frozen ?? false;
  }

  run(action: TokenAction, signer: AccountId, moment: Moment): Verdict {
    switch (action.kind) {
      case 'transfer':
        return this.#move(signer, action.to, action.token.toUpperCase(), action.amount);
      case 'burn':
        return this.#move(signer, burnAccount, action.token.toUpperCase(), action.amount);
      case 'create_token':
        return this.#create(action, signer, moment);
      case 'approve':
        return this.#approve(signer, action.spender, action.symbol.toUpperCase(), action.amount);
      case 'transfer_from':
        return this.#moveFor(signer, action.owner, action.to, action.symbol.toUpperCase(), action.amount);
      default:
        return this.#manage(action, signer, moment);
    }
  }

  #move(from: AccountId, to: AccountId, symbol: string, amount: bigint): Verdict {
    if (this.isFrozen(symbol)) return 'frozen';
    if (this.funds.balance(from, symbol) < amount) return 'balance';
    this.funds.pay(from, to, symbol, amount);
    return symbol === XRGE ? deed([to]) : deed([to], `token:${symbol}`);
  }

  #create(action: CreateToken, creator: AccountId, moment: Moment): Verdict {
    const symbol = action.symbol.toUpperCase();
    if (this.exists(symbol)) return 'symbol taken';
    this.created.set(symbol, {
      number: this.created.size + 1,
      name: action.name,
      decimals: action.decimals ?? 0,
      creator,
      created: moment,
      initialSupply: action.supply,
      frozen: false,
    });
    this.funds.create(creator, symbol, action.supply);
    if (action.mintable) this.minting.set(symbol, { minted: 0n, most: action.maxSupply });
    const texts = withoutEmpty(action.texts);
    if (Object.keys(texts).length > 0) this.texts.set(symbol, { texts, updatedAt: moment.time });
    return deed([], `token:${symbol}`);
  }

  /** Actions that only the creator may perform. */
  #manage(
    action: Extract<
      TokenAction,
      { kind: 'mint_tokens' | 'update_token_metadata' | 'claim_token_metadata' | 'token_freeze' }
    >,
    signer: AccountId,
    { time }: Moment,
  ): Verdict {
    const symbol = action.symbol.toUpperCase();
    const token = this.created.get(symbol);
    if (!token) return 'no such token';
    if (token.creator !== signer) return 'not the creator';
    if (action.kind === 'mint_tokens') {
      const problem = this.#mint(symbol, token, signer, action.amount);
      if (problem !== undefined) return problem;
    } else if (action.kind === 'token_freeze') token.frozen = action.frozen;
    else if (action.kind === 'update_token_metadata') {
      const texts = withoutEmpty({ ...this.texts.get(symbol)?.texts, ...action.texts });
      this.texts.set(symbol, { texts, updatedAt: time });
    } else if (this.texts.has(symbol)) return 'metadata exists';
    else this.texts.set(symbol, { texts: {}, updatedAt: time });
    return deed([], `token:${symbol}`);
  }

  #mint(symbol: string, token: TokenFacts, creator: AccountId, amount: bigint): string | undefined {
    const minting = this.minting.get(symbol);
    if (!minting) return 'not mintable';
    const issued = token.initialSupply + minting.minted + amount;
    if (minting.most !== undefined && issued > minting.most) return 'over the cap';
    if (issued > ALL_UNITS) return 'over 128 bits';
    minting.minted += amount;
    this.funds.create(creator, symbol, amount);
    return undefined;
  }

  #approve(owner: AccountId, spender: AccountId, symbol: string, amount: bigint): Verdict {
    if (!this.exists(symbol)) return 'no such token';
    if (amount === 0n) this.allowances.delete(owner + spender + symbol);
    else this.allowances.set(owner + spender + symbol, amount);
    return deed([spender], `token:${symbol}`);
  }

  #moveFor(spender: AccountId, owner: AccountId, to: AccountId, symbol: string, amount: bigint): Verdict {
    const key = owner + spender + symbol;
    const allowed = this.allowances.get(key) ?? 0n;
    if (allowed < amount) return 'allowance';
    if (this.isFrozen(symbol)) return 'frozen';
    if (this.funds.balance(owner, symbol) < amount) return 'balance';
    this.funds.pay(owner, to, symbol, amount);
    if (allowed === amount) this.allowances.delete(key);
    else this.allowances.set(key, allowed - amount);
    return deed([owner, to], `token:${symbol}`);
  }

  records(out: Map<string, string>): void {
    for (const [symbol, { number, name, decimals, creator, created, initialSupply, frozen }] of this.created)
      out.set(
        `${tokens.name}/${symbol}`,
        line(number, name, decimals, creator, created.time, created.height, initialSupply, frozen),
      );
    for (const [symbol, { texts, updatedAt }] of this.texts)
      out.set(`${tokenMetadata.name}/${symbol}`, line(...TOKEN_TEXTS.map((name) => texts[name]), updatedAt));
    for (const [symbol, { minted, most }] of this.minting) out.set(`${mintLedger.name}/${symbol}`, line(minted, most));
    for (const [key, amount] of this.allowances) out.set(`${allowances.name}/${key}`, String(amount));
  }
}

export function tokenRecordsOf(state: State, out: Map<string, string>): void {
  for (const [key, token] of state.entries(tokens)) {
    const { number, name, decimals, creator, createdAt, createdHeight, initialSupply, frozen } = token;
    out.set(
      `${tokens.name}/${key}`,
      line(number, name, decimals, creator, createdAt, createdHeight, initialSupply, frozen),
    );
  }
  for (const [key, texts] of state.entries(tokenMetadata))
    out.set(`${tokenMetadata.name}/${key}`, line(...TOKEN_TEXTS.map((name) => texts[name]), texts.updatedAt));
  for (const [key, { minted, maxSupply }] of state.entries(mintLedger))
    out.set(`${mintLedger.name}/${key}`, line(minted, maxSupply));
  for (const [key, amount] of state.entries(allowances)) out.set(`${allowances.name}/${key}`, String(amount));
}

const withoutEmpty = (texts: TokenTexts): TokenTexts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ''));
