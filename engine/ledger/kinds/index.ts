/** The table of kinds: adding a kind of transaction is one new file and one line here. */

import type { AnyKind } from '../kind.js';
import { addLiquidity } from './addLiquidity.js';
import { approve } from './approve.js';
import { bridgeAttest } from './bridgeAttest.js';
import { bridgeFail } from './bridgeFail.js';
import { bridgeFulfil } from './bridgeFulfil.js';
import { bridgeMint } from './bridgeMint.js';
import { bridgeRefund } from './bridgeRefund.js';
import { bridgeWithdraw } from './bridgeWithdraw.js';
import { burn } from './burn.js';
import { claimTokenMetadata } from './claimTokenMetadata.js';
import { contractCall } from './contractCall.js';
import { contractDeploy } from './contractDeploy.js';
import { createPool } from './createPool.js';
import { createToken } from './createToken.js';
import { faucet } from './faucet.js';
import { mintTokens } from './mintTokens.js';
import { nftBatchMint } from './nftBatchMint.js';
import { nftBurn } from './nftBurn.js';
import { nftCreateCollection } from './nftCreateCollection.js';
import { nftFreezeCollection } from './nftFreezeCollection.js';
import { nftLock } from './nftLock.js';
import { nftMint } from './nftMint.js';
import { nftTransfer } from './nftTransfer.js';
import { registerName } from './registerName.js';
import { registerWallet } from './registerWallet.js';
import { releaseName } from './releaseName.js';
import { removeLiquidity } from './removeLiquidity.js';
import { stake } from './stake.js';
import { swap } from './swap.js';
import { tokenFreeze } from './tokenFreeze.js';
import { transfer } from './transfer.js';
import { transferFrom } from './transferFrom.js';
import { unstake } from './unstake.js';
import { updateTokenMetadata } from './updateTokenMetadata.js';

const tokenKinds: readonly AnyKind[] = [
  createToken,
  mintTokens,
  updateTokenMetadata,
  claimTokenMetadata,
  approve,
  transferFrom,
  tokenFreeze,
  burn,
];

const exchangeKinds: readonly AnyKind[] = [createPool, addLiquidity, removeLiquidity, swap];

const nftKinds: readonly AnyKind[] = [
  nftCreateCollection,
  nftMint,
  nftBatchMint,
  nftTransfer,
  nftBurn,
  nftLock,
  nftFreezeCollection,
];

const contractKinds: readonly AnyKind[] = [contractDeploy, contractCall];

const directoryKinds: readonly AnyKind[] = [registerWallet, registerName, releaseName];

const bridgeKinds: readonly AnyKind[] = [
  bridgeMint,
  bridgeAttest,
  bridgeWithdraw,
  bridgeFail,
  bridgeFulfil,
  bridgeRefund,
];

export const kinds: readonly AnyKind[] = [
  transfer,
  faucet,
  stake,
  unstake,
  ...tokenKinds,
  ...exchangeKinds,
  ...nftKinds,
  ...contractKinds,
  ...directoryKinds,
  ...bridgeKinds,
];

const byName: ReadonlyMap<string, AnyKind> = new Map(kinds.map((kind) => [kind.name, kind]));

/** @returns the kind of an operation's name, or undefined for a name that no kind has. */
export const kindOf = (operation: string): AnyKind | undefined => byName.get(operation);
