/** State tables of tokens: what a token is, its metadata, what may still be minted, who may move whose units.
 *
 *  Keys are symbols in upper case. Balances and supplies are in `tables.ts`, because XRGE has them too. */

import type { AccountId } from '../crypto/address.js';
import { defineTable, type Table } from '../state/table.js';
import { account, amount, flag, integer, layout, optional, packedAmounts, text } from './layout.js';

/** What is fixed when a token is created, and whether it is frozen. It is small because transfers read it. */
export interface Token {
  /** In the order of creation, from 1. */
  readonly number: number;
  readonly name: string;
  /** Only for display: amounts are base units everywhere. */
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

/** What wallets show of a token; a separate table, because an image takes up to 100 KB. */
export interface TokenMetadata {
  readonly image: string | undefined;
  readonly description: string | undefined;
  readonly website: string | undefined;
  readonly twitter: string | undefined;
  readonly discord: string | undefined;
  /** Header time of the last block that changed it. */
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

/** What was minted of a mintable token besides its first supply; a token without this record is not mintable. */
export interface MintRecord {
  /** Base units minted after the creation. */
  readonly minted: bigint;
  /** The first supply and the minted units together stay within it; without a cap the limit is 128 bits. */
  readonly maxSupply: bigint | undefined;
}

const mintLayout = layout<MintRecord>({ minted: amount, maxSupply: optional(amount) });

/** The mint ledger: it is part of the state root from the first mintable token on. */
export const mintLedger: Table<MintRecord> = defineTable({ id: 0x0f, name: 'mint_ledger', ...mintLayout });

const amountLayout = layout<{ readonly amount: bigint }>({ amount });

/** Base units that a spender may still move for an owner. Key: owner, spender, symbol. Never zero. */
export const allowances: Table<bigint> = defineTable({
  id: 0x10,
  name: 'allowances',
  encode: (value) => amountLayout.encode({ amount: value }),
  decode: (bytes) => amountLayout.decode(bytes).amount,
  packed: packedAmounts,
});

export const allowanceKey = (owner: AccountId, spender: AccountId, symbol: string): string => owner + spender + symbol;
