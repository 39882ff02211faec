/** Who calls, where and when: the facts of the call and of the chain. */

import { ANSWER, ANSWER_BYTES, answerText, copyOf, decodeHex, encodeText, isHex } from './bytes';
import {
  host_block_hash,
  host_get_block_height,
  host_get_block_time,
  host_get_caller,
  host_get_chain_id,
  host_get_self_addr,
  host_log,
  host_pqc_hash_pubkey,
  host_pqc_pubkey_to_address,
  host_pqc_verify,
  host_random,
  host_sha256,
} from './env';

/** Bytes of an ML-DSA-65 public key. */
const KEY_BYTES: i32 = 1952;
const KEY_DIGITS: i32 = 3904;
const ADDRESS_BYTES: i32 = 128;

/** The key in hex of the account that signed the call, or the address of the contract that made it. For storage take `callerAddress`. */
export function caller(): string {
  return answerText(host_get_caller(ANSWER, ANSWER_BYTES));
}

/** The address of the key whose hex digits are at an address of memory. */
function addressOfDigits(digits: usize): string {
  const key = new ArrayBuffer(KEY_BYTES);
  decodeHex(digits, KEY_DIGITS, changetype<usize>(key));
  const length = host_pqc_pubkey_to_address(changetype<usize>(key), KEY_BYTES, ANSWER, ADDRESS_BYTES);
  assert(length > 0, 'the key has no address');
  return answerText(length);
}

let knownCaller: string = '';

/** The address of the account that signed the call, or of the contract that made it: short enough for a storage key. */
export function callerAddress(): string {
  if (knownCaller.length === 0) {
    const length = host_get_caller(ANSWER, ANSWER_BYTES);
    knownCaller = length === KEY_DIGITS ? addressOfDigits(ANSWER) : answerText(length);
  }
  return knownCaller;
}

/** One spelling of an account: the address of a key in hex, any other text as it is. Use it for accounts in arguments. */
export function addressOf(account: string): string {
  if (account.length !== KEY_DIGITS || !isHex(account)) return account;
  return addressOfDigits(changetype<usize>(encodeText(account)));
}

/** @param publicKey 1,952 bytes. */
export function addressOfKey(publicKey: Uint8Array): string {
  const length = host_pqc_pubkey_to_address(publicKey.dataStart, publicKey.length, ANSWER, ADDRESS_BYTES);
  assert(length > 0, 'a public key has 1952 bytes');
  return answerText(length);
}

/** This contract's address, 40 hex digits. */
export function self(): string {
  return answerText(host_get_self_addr(ANSWER, ANSWER_BYTES));
}

/** Height of the block that executes the call. */
export function blockHeight(): u64 {
  return <u64>host_get_block_height();
}

/** Unix time of the block in seconds. */
export function blockTime(): u64 {
  return <u64>host_get_block_time();
}

/** 32 bytes; null for a height that is not one of the 256 before this block. */
export function blockHash(height: u64): Uint8Array | null {
  return host_block_hash(<i64>height, ANSWER) < 0 ? null : copyOf(ANSWER, 32);
}

/** Only on networks where the rule `contract_chain_id` is active. */
export function chainId(): string {
  return answerText(host_get_chain_id(ANSWER, ANSWER_BYTES));
}

/** 32 bytes that the sender of the call can try out before: never use them alone for something of value. */
export function random(): Uint8Array {
  host_random(ANSWER);
  return copyOf(ANSWER, 32);
}

export function sha256(data: Uint8Array): Uint8Array {
  host_sha256(data.dataStart, data.length, ANSWER);
  return copyOf(ANSWER, 32);
}

/** SHA-256 of a public key of 1,952 bytes. */
export function hashOfKey(publicKey: Uint8Array): Uint8Array {
  assert(host_pqc_hash_pubkey(publicKey.dataStart, publicKey.length, ANSWER) === 32, 'a public key has 1952 bytes');
  return copyOf(ANSWER, 32);
}

/** ML-DSA-65 with an empty context. False for a wrong signature and for wrong lengths. */
export function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): bool {
  const verdict = host_pqc_verify(
    publicKey.dataStart,
    publicKey.length,
    message.dataStart,
    message.length,
    signature.dataStart,
    signature.length,
  );
  return verdict === 1;
}

/** A line of the log, which a call's receipt shows. */
export function log(line: string): void {
  const bytes = encodeText(line);
  host_log(changetype<usize>(bytes), bytes.byteLength);
}
