/** The table of kinds: adding a kind of transaction is one new file and one line here. */

import type { AnyKind } from '../kind.js';
import { addLiquidity } from './addLiquidity.js';
import { createPool } from './createPool.js';
import { faucet } from './faucet.js';
import { nftBatchMint } from './nftBatchMint.js';
import { nftBurn } from './nftBurn.js';
import { nftCreateCollection } from './nftCreateCollection.js';
import { nftFreezeCollection } from './nftFreezeCollection.js';
import { nftLock } from './nftLock.js';
import { nftMint } from './nftMint.js';
import { nftTransfer } from './nftTransfer.js';
import { removeLiquidity } from './removeLiquidity.js';
import { stake } from './stake.js';
import { swap } from './swap.js';
import { transfer } from './transfer.js';
import { unstake } from './unstake.js';

export const kinds: readonly AnyKind[] = [
  transfer,
  faucet,
  stake,
  unstake,
  createPool,
  addLiquidity,
  removeLiquidity,
  swap,
  nftCreateCollection,
  nftMint,
  nftBatchMint,
  nftTransfer,
  nftBurn,
  nftLock,
  nftFreezeCollection,
];

const byName: ReadonlyMap<string, AnyKind> = new Map(kinds.map((kind) => [kind.name, kind]));

/** @returns the kind of an operation's name, or undefined for a name that no kind has. */
export const kindOf = (operation: string): AnyKind | undefined => byName.get(operation);
