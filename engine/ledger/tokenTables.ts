/** State tables of tokens: what a token is, what is told about it, what may still be minted, who may move whose units.
 *
 *  Keys are symbols in upper case. Balances and supplies stand in `tables.ts`, because XRGE has them too. */

import type { AccountId } from '../crypto/address.js';
import { defineTable, type Table } from '../state/table.js';
import { account, amount, flag, integer, layout, optional, text } from './layout.js';

/** What is fixed with a token's creation, but for the creator's brake. Small: a transfer reads it. */
export interface Token {
  /** In the order of creation, from 1. */
  readonly number: number;
  readonly name: string;
  /** For display alone: amounts are base units everywhere. */
  readonly decimals: number;
  readonly creator: AccountId;
  /** Header time and height of its block. */
  readonly createdAt: number;
  readonly createdHeight: number;
  /** Base units. */
  readonly initialSupply: bigint;
  /** Whether its creator has paused every movement. */
  readonly frozen: boolean;
}

const tokenLayout = layout<Token>({
  number: integer,
  name: text,
  decimals: integer,
  creator: account,
  createdAt: integer,
  createdHeight: integer,
  initialSupply: amount,
  frozen: flag,
});

export const tokens: Table<Token> = defineTable({ id: 0x0d, name: 'tokens', ...tokenLayout });

/** What wallets show of a token; a table of its own, because an image takes up to 100 KB. */
export interface TokenMetadata {
  readonly image: string | undefined;
  readonly description: string | undefined;
  readonly website: string | undefined;
  readonly twitter: string | undefined;
  readonly discord: string | undefined;
  /** Header time of the block that changed it last. */
  readonly updatedAt: number;
}

const metadataLayout = layout<TokenMetadata>({
  image: optional(text),
  description: optional(text),
  website: optional(text),
  twitter: optional(text),
  discord: optional(text),
  updatedAt: integer,
});

export const tokenMetadata: Table<TokenMetadata> = defineTable({ id: 0x0e, name: 'token_metadata', ...metadataLayout });

/** What a mintable token has had minted beside its first supply; a token without this record is not mintable. */
export interface MintRecord {
  /** Base units minted after the creation. */
  readonly minted: bigint;
  /** First supply and minted units together stay within it; without a cap 128 bits are the limit. */
  readonly maxSupply: bigint | undefined;
}

const mintLayout = layout<MintRecord>({ minted: amount, maxSupply: optional(amount) });

/** The mint ledger: it joins the state root with the first mintable token. */
export const mintLedger: Table<MintRecord> = defineTable({ id: 0x0f, name: 'mint_ledger', ...mintLayout });

const amountLayout = layout<{ readonly amount: bigint }>({ amount });

/** Base units that a spender may still move for an owner. Key: owner, spender, symbol. Never zero. */
export const allowances: Table<bigint> = defineTable({
  id: 0x10,
  name: 'allowances',
  encode: (value) => amountLayout.encode({ amount: value }),
  decode: (bytes) => amountLayout.decode(bytes).amount,
});

export const allowanceKey = (owner: AccountId, spender: AccountId, symbol: string): string => owner + spender + symbol;
