/** What a contract imports: `import { ... } from 'rouged/contract'`. `ops/contracts.md` explains it. */

export {
  add,
  formatUnits,
  formatXrge,
  isWhole,
  LARGEST_AMOUNT,
  multiply,
  multiplyDivide,
  ONE_XRGE,
  subtract,
  XRGE,
  XRGE_DECIMALS,
} from './amounts';
export {
  emit,
  emitJson,
  JsonList,
  JsonObject,
  quote,
  returnAmount,
  returnBool,
  returnBytes,
  returnJson,
  returnList,
  returnText,
} from './answer';
export {
  attachedAmount,
  attachedSymbol,
  attachedXrge,
  balanceOf,
  createCollection,
  mintNft,
  nftOwner,
  refusePayment,
  royaltyBps,
  royaltyRecipient,
  send,
  sendNft,
  sendToken,
  tokenBalanceOf,
  trySend,
  trySendToken,
} from './assets';
export { bytesEqual, bytesOfHex, hexOf, isHex, textOf, utf8 } from './bytes';
export { queueCall } from './calls';
export {
  addressOf,
  addressOfKey,
  blockHash,
  blockHeight,
  blockTime,
  caller,
  callerAddress,
  chainId,
  hashOfKey,
  log,
  random,
  self,
  sha256,
  verifySignature,
} from './chain';
export { args, Json, JsonKind, parseJson } from './json';
export { ByteReader, ByteWriter } from './records';
export {
  deleteStorage,
  readStorage,
  StorageList,
  StorageMap,
  StoragePairMap,
  StorageValue,
  writeStorage,
} from './storage';
