/** A transaction as its author meant it: the input of the reference ledger, which never sees its bytes.
 *
 *  Symbols and pool ids are texts as typed, in upper or lower case; amounts are quanta for XRGE, base units otherwise. */

import type { AccountId } from '../../engine/crypto/address.js';

import type { Program } from './scriptedMachine.js';

/** Texts that wallets show of a token; the empty text clears one. */
export type TokenTexts = Partial<Record<(typeof TOKEN_TEXTS)[number], string>>;
export const TOKEN_TEXTS = ['image', 'description', 'website', 'twitter', 'discord'] as const;

export type BasicAction =
  | { readonly kind: 'faucet'; readonly recipient: AccountId | undefined }
  | { readonly kind: 'stake' | 'unstake'; readonly amount: bigint };

export interface CreateToken {
  readonly kind: 'create_token';
  readonly symbol: string;
  readonly name: string;
  readonly supply: bigint;
  readonly decimals: number | undefined;
  readonly mintable: boolean | undefined;
  readonly maxSupply: bigint | undefined;
  readonly texts: TokenTexts;
}

export type TokenAction =
  | { readonly kind: 'transfer'; readonly to: AccountId; readonly token: string; readonly amount: bigint }
  | { readonly kind: 'burn'; readonly token: string; readonly amount: bigint }
  | CreateToken
  | { readonly kind: 'mint_tokens'; readonly symbol: string; readonly amount: bigint }
  | { readonly kind: 'update_token_metadata'; readonly symbol: string; readonly texts: TokenTexts }
  | { readonly kind: 'claim_token_metadata'; readonly symbol: string }
  | { readonly kind: 'approve'; readonly spender: AccountId; readonly symbol: string; readonly amount: bigint }
  | {
      readonly kind: 'transfer_from';
      readonly owner: AccountId;
      readonly to: AccountId;
      readonly symbol: string;
      readonly amount: bigint;
    }
  | { readonly kind: 'token_freeze'; readonly symbol: string; readonly frozen: boolean };

export type PoolAction =
  | {
      readonly kind: 'create_pool';
      readonly tokenA: string;
      readonly tokenB: string;
      readonly amountA: bigint;
      readonly amountB: bigint;
    }
  | { readonly kind: 'add_liquidity'; readonly poolId: string; readonly amountA: bigint; readonly amountB: bigint }
  | { readonly kind: 'remove_liquidity'; readonly poolId: string; readonly lp: bigint }
  | {
      readonly kind: 'swap';
      readonly tokenIn: string;
      readonly tokenOut: string;
      readonly amountIn: bigint;
      readonly least: bigint;
      readonly path: readonly string[] | undefined;
    };

export interface CreateCollection {
  readonly kind: 'nft_create_collection';
  readonly symbol: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly image: string | undefined;
  readonly maxSupply: number | undefined;
  readonly royaltyBps: number | undefined;
  readonly royaltyRecipient: AccountId | undefined;
  readonly publicMint: boolean | undefined;
  /** Quanta. */
  readonly mintPrice: bigint | undefined;
  readonly gate: { readonly symbol: string; readonly amount: bigint } | undefined;
  readonly discountPct: number | undefined;
}

/** What a minter writes on a token; attributes are canonical JSON. */
export interface NftTexts {
  readonly name: string;
  readonly uri: string | undefined;
  readonly attributes: string | undefined;
}

export type NftAction =
  | CreateCollection
  | { readonly kind: 'nft_mint'; readonly collection: string; readonly token: NftTexts }
  | { readonly kind: 'nft_batch_mint'; readonly collection: string; readonly tokens: readonly NftTexts[] }
  | {
      readonly kind: 'nft_transfer';
      readonly collection: string;
      readonly id: number;
      readonly to: AccountId;
      /** Quanta. */
      readonly salePrice: bigint | undefined;
    }
  | { readonly kind: 'nft_burn'; readonly collection: string; readonly id: number }
  | { readonly kind: 'nft_lock'; readonly collection: string; readonly id: number; readonly locked: boolean }
  | { readonly kind: 'nft_freeze_collection'; readonly collection: string; readonly frozen: boolean };

export type ContractAction =
  | { readonly kind: 'contract_deploy'; readonly program: Program }
  | {
      readonly kind: 'contract_call';
      /** Address in hex. */
      readonly contract: string;
      readonly method: string;
      readonly gasLimit: number;
      readonly attach: { readonly symbol: string; readonly amount: bigint } | undefined;
    };

/** What the owner of a wallet says of it. */
export interface RegisterWallet {
  readonly kind: 'register_wallet';
  /** Of the owner, hex. */
  readonly signingKey: string;
  /** Undefined: the wallet is called by its owner's key. */
  readonly id: string | undefined;
  readonly displayName: string;
  /** Hex. */
  readonly encryptionKey: string;
  readonly discoverable: boolean;
  readonly avatar: string | undefined;
}

export type DirectoryAction =
  | RegisterWallet
  | {
      readonly kind: 'register_name';
      readonly name: string;
      readonly walletId: string;
      /** The account that `walletId` is a key or an address of. */
      readonly account: AccountId | undefined;
    }
  | { readonly kind: 'release_name'; readonly name: string };

export type Action = BasicAction | TokenAction | PoolAction | NftAction | ContractAction | DirectoryAction;

const BASIC_KINDS = ['faucet', 'stake', 'unstake'];
const DIRECTORY_KINDS = ['register_wallet', 'register_name', 'release_name'];
const POOL_KINDS = ['create_pool', 'add_liquidity', 'remove_liquidity', 'swap'];

export const isPoolAction = (action: Action): action is PoolAction => POOL_KINDS.includes(action.kind);
export const isNftAction = (action: Action): action is NftAction => action.kind.startsWith('nft_');
export const isContractAction = (action: Action): action is ContractAction => action.kind.startsWith('contract_');
export const isDirectoryAction = (action: Action): action is DirectoryAction => DIRECTORY_KINDS.includes(action.kind);
export const isTokenAction = (action: Action): action is TokenAction =>
  !BASIC_KINDS.includes(action.kind) &&
  !isPoolAction(action) &&
  !isNftAction(action) &&
  !isContractAction(action) &&
  !isDirectoryAction(action);

export interface Intent {
  readonly signer: AccountId;
  readonly timestamp: number;
  readonly nonce: string;
  readonly priorityFee: bigint;
  readonly accountNonce: number | undefined;
  /** Length of the signed text; within the allowance when absent. */
  readonly bytes?: number;
  readonly action: Action;
}

/** What a successful action concerns besides its signer. */
export interface Deed {
  readonly parties: readonly AccountId[];
  /** `token:<symbol>`, `collection:<id>`, or `contract:<address>`. */
  readonly subjects: readonly string[];
}

/** A function that performs it, or in a few words why it failed. */
export type Verdict = Deed | string;

/** Header time and height of its block. */
export interface Moment {
  readonly time: number;
  readonly height: number;
}

export const deed = (parties: readonly AccountId[], ...subjects: readonly string[]): Deed => ({ parties, subjects });

/** A record as text: its fields in their order, `-` for an absent one. */
export const line = (...fields: readonly unknown[]): string =>
  fields.map((field) => (field === undefined ? '-' : String(field))).join(' ');

/** A whole number as 8 bytes, a character each. */
export const u64Text = (value: number): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes.toString('latin1');
};
