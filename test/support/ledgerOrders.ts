/** Turns an action into what its author signs: the members of the payload under the names that clients use, in either shape
 *  where there are two. */

import { formatXrge, XRGE } from '../../engine/base/amounts.js';
import { type JsonValue, parseJson } from '../../engine/base/json.js';
import { SIGNED_JSON } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import type { SeededRandom } from './random.js';
import type {
  Action,
  ContractAction,
  CreateCollection,
  CreateToken,
  DirectoryAction,
  NftAction,
  PoolAction,
} from './referenceActions.js';
import { isContractAction, isDirectoryAction, isNftAction, isPoolAction } from './referenceActions.js';
import { moduleOf } from './scriptedMachine.js';
import { number } from './transactions.js';

export type Members = Readonly<Record<string, JsonValue>>;

/** How accounts are written: an address, a key, a name. */
export type Named = (account: AccountId) => string;

/** @param symbol in any case. */
const amount = (symbol: string, units: bigint): JsonValue =>
  number(symbol.toUpperCase() === XRGE ? formatXrge(units) : units);

/** Without the members whose value is absent. */
const given = (members: Readonly<Record<string, JsonValue | undefined>>): Members =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));

const ifGiven = <Value>(value: Value | undefined, write: (value: Value) => JsonValue): JsonValue | undefined =>
  value === undefined ? undefined : write(value);

/** @param sdk whether to use the published client's shape where the specification has another one. */
export function membersOf(action: Action, named: Named, random: SeededRandom): Members {
  const inSnakeCase = random.chance(50);
  if (isPoolAction(action)) return poolMembers(action, inSnakeCase);
  if (isNftAction(action)) return nftMembers(action, named);
  if (isContractAction(action)) return contractMembers(action, inSnakeCase);
  if (isDirectoryAction(action)) return directoryMembers(action, inSnakeCase);
  switch (action.kind) {
    case 'faucet':
      return given({ recipient: ifGiven(action.recipient, named) });
    case 'stake':
    case 'unstake':
      return { amount: amount(XRGE, action.amount) };
    case 'transfer':
      return { to: named(action.to), amount: amount(action.token, action.amount), token: action.token };
    case 'burn':
      return { amount: amount(action.token, action.amount), token: action.token };
    case 'create_token':
      return creationMembers(action, inSnakeCase);
    case 'update_token_metadata':
      return given({ token_symbol: action.symbol, ...action.texts });
    case 'claim_token_metadata':
      return { token_symbol: action.symbol };
    case 'token_freeze':
      return { [inSnakeCase ? 'token_symbol' : 'tokenSymbol']: action.symbol, frozen: action.frozen };
    default:
      return given({
        token_symbol: action.symbol,
        amount: number(action.amount),
        spender: action.kind === 'approve' ? named(action.spender) : undefined,
        owner: action.kind === 'transfer_from' ? named(action.owner) : undefined,
        to: action.kind === 'transfer_from' ? named(action.to) : undefined,
      });
  }
}

function directoryMembers(action: DirectoryAction, inSnakeCase: boolean): Members {
  if (action.kind === 'release_name') return { name: action.name };
  if (action.kind === 'register_name')
    return { name: action.name, [inSnakeCase ? 'wallet_id' : 'walletId']: action.walletId };
  const { signingKey: key, id = key, displayName, encryptionKey, discoverable, avatar } = action;
  // The default is left out.
  const rest = given({ id, discoverable: discoverable ? undefined : false });
  return given(
    inSnakeCase
      ? {
          ...rest,
          display_name: displayName,
          signing_public_key: key,
          encryption_public_key: encryptionKey,
          avatar_url: avatar,
        }
      : { ...rest, displayName, signingPublicKey: key, encryptionPublicKey: encryptionKey, avatarUrl: avatar },
  );
}

function contractMembers(action: ContractAction, inSnakeCase: boolean): Members {
  if (action.kind === 'contract_deploy') return { wasm: Buffer.from(moduleOf(action.program)).toString('base64') };
  const { contract, method, gasLimit, attach } = action;
  return given({
    [inSnakeCase ? 'contract_addr' : 'contractAddr']: contract,
    method,
    // The default is left out.
    [inSnakeCase ? 'gas_limit' : 'gasLimit']: gasLimit === 10_000_000 ? undefined : number(gasLimit),
    attach:
      attach &&
      new Map<string, JsonValue>([
        ['symbol', attach.symbol],
        ['amount', number(attach.amount)],
      ]),
  });
}

function creationMembers(action: CreateToken, inSnakeCase: boolean): Members {
  const { symbol, name, supply, decimals, mintable, maxSupply, texts } = action;
  const members = {
    decimals: ifGiven(decimals, number),
    mintable,
    [inSnakeCase ? 'max_supply' : 'maxSupply']: ifGiven(maxSupply, number),
    ...texts,
  };
  return given(
    inSnakeCase
      ? { token_name: name, token_symbol: symbol, initial_supply: number(supply), ...members }
      : { name, symbol, totalSupply: number(supply), ...members },
  );
}

function poolMembers(action: PoolAction, inSnakeCase: boolean): Members {
  switch (action.kind) {
    case 'create_pool': {
      const { tokenA, tokenB } = action;
      const [amountA, amountB] = [amount(tokenA, action.amountA), amount(tokenB, action.amountB)];
      return inSnakeCase
        ? { token_a: tokenA, token_b: tokenB, amount_a: amountA, amount_b: amountB }
        : { tokenA, tokenB, amountA, amountB };
    }
    case 'add_liquidity': {
      const { poolId } = action;
      const [tokenA = '', tokenB = ''] = poolId.split('-');
      const [amountA, amountB] = [amount(tokenA, action.amountA), amount(tokenB, action.amountB)];
      return inSnakeCase ? { pool_id: poolId, amount_a: amountA, amount_b: amountB } : { poolId, amountA, amountB };
    }
    case 'remove_liquidity': {
      const lp = number(action.lp);
      return inSnakeCase ? { pool_id: action.poolId, lp_amount: lp } : { poolId: action.poolId, lpAmount: lp };
    }
    case 'swap': {
      const { tokenIn, tokenOut, path } = action;
      const [amountIn, least] = [amount(tokenIn, action.amountIn), amount(tokenOut, action.least)];
      return given(
        inSnakeCase
          ? {
              token_in: tokenIn,
              token_out: tokenOut,
              amount_in: amountIn,
              min_amount_out: least,
              path: path && [...path],
            }
          : { tokenIn, tokenOut, amountIn, minAmountOut: least, path: path && [...path] },
      );
    }
  }
}

function json(text: string): JsonValue {
  const value = parseJson(text, SIGNED_JSON);
  if (isRefusal(value)) throw new Error(value.message);
  return value;
}

function nftMembers(action: NftAction, named: Named): Members {
  if (action.kind === 'nft_create_collection') return collectionMembers(action, named);
  const collectionId = action.collection;
  switch (action.kind) {
    case 'nft_mint': {
      const { name, uri, attributes } = action.token;
      return given({ collectionId, name, metadataUri: uri, attributes: ifGiven(attributes, json) });
    }
    case 'nft_batch_mint':
      return given({
        collectionId,
        names: action.tokens.map(({ name }) => name),
        uris: listOf(action.tokens.map(({ uri }) => uri)),
        batchAttributes: listOf(action.tokens.map(({ attributes }) => ifGiven(attributes, json))),
      });
    case 'nft_transfer':
      return given({
        collectionId,
        tokenId: number(action.id),
        to: named(action.to),
        salePrice: ifGiven(action.salePrice, (price) => amount(XRGE, price)),
      });
    case 'nft_burn':
      return { collectionId, tokenId: number(action.id) };
    case 'nft_lock':
      return { collectionId, tokenId: number(action.id), locked: action.locked };
    case 'nft_freeze_collection':
      return { collectionId, frozen: action.frozen };
  }
}

/** All of them, or undefined instead of an empty list. */
const listOf = (values: readonly (JsonValue | undefined)[]): JsonValue | undefined =>
  values.every((value) => value !== undefined) ? (values as JsonValue[]) : undefined;

function collectionMembers(action: CreateCollection, named: Named): Members {
  const { symbol, name, description, image, maxSupply, royaltyBps, royaltyRecipient, publicMint, gate } = action;
  return given({
    symbol,
    name,
    description,
    image,
    maxSupply: ifGiven(maxSupply, number),
    royaltyBps: ifGiven(royaltyBps, number),
    royaltyRecipient: ifGiven(royaltyRecipient, named),
    publicMint,
    mintPrice: ifGiven(action.mintPrice, (price) => amount(XRGE, price)),
    tokenGateSymbol: gate?.symbol,
    tokenGateAmount: gate && amount(gate.symbol, gate.amount),
    discountPct: ifGiven(action.discountPct, number),
  });
}
