/** A scene in which a contract sees nothing and can do nothing: what a test needs of it, the test adds. */

import type { ContractScene } from '../../engine/vm/scene.js';

const ignore = (): void => undefined;
const none = (): undefined => undefined;

export const bareScene: ContractScene = {
  isActive: () => true,
  caller: 'ca',
  self: '00'.repeat(20),
  args: new Uint8Array([0x7b, 0x7d]),
  chainId: 'test',
  height: 1,
  time: 1,
  attached: undefined,
  log: ignore,
  setReturn: ignore,
  emit: ignore,
  readStorage: none,
  writeStorage: ignore,
  deleteStorage: ignore,
  balance: () => 0n,
  transfer: () => false,
  tokenBalance: none,
  tokenTransfer: () => 'insufficient',
  nftOwner: none,
  nftTransfer: () => 'not_found',
  nftCreateCollection: () => 'invalid',
  nftMint: () => 'missing',
  royalty: none,
  random: () => new Uint8Array(32),
  blockHash: none,
  queueCall: none,
  callResult: () => 'unknown',
  verify: () => false,
};
