/** `rouged/client`: a client of a node, for Node and browsers. See ops/client.md. */

export { Account, type AccountKeys, type ExportedKeys } from './account.js';
export { formatAmount, formatXrge, parseAmount, parseXrge, XRGE, XRGE_DECIMALS } from './amounts.js';
export type { CallOptions } from './call.js';
export { type FinalTransaction, RougedClient, type RougedClientOptions, type WaitOptions } from './client.js';
export {
  type Attachment,
  decryptMail,
  decryptMessage,
  decryptSubject,
  type EncryptedMail,
  type EncryptedMessage,
  encryptMail,
  encryptMessage,
  MAX_ATTACHMENT_BYTES,
  type MailContent,
} from './encryption.js';
export { EncryptionKeys } from './encryptionKeys.js';
export { type ClientCode, type ErrorCode, RougedError } from './error.js';
export { EventStream, type EventStreamOptions, type WebSocketClass, type WebSocketLike } from './events.js';
export type * from './generated/answers.js';
export type * from './generated/inputs.js';
export type { OperationFields, OperationName } from './generated/routes.js';
export type { SignOptions } from './payload.js';
export { SignedRequest } from './signing.js';
