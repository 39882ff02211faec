/** The host functions as the node offers them. A contract uses the modules around this one; what is declared here is imported
 *  only when it is called. Texts are UTF-8, given by their first byte and their length in bytes. */

export declare function host_log(text: usize, length: i32): void;

/** @returns bytes written; -1 when the buffer is too small. */
export declare function host_get_caller(buffer: usize, capacity: i32): i32;
/** @returns bytes written; -1 when the buffer is too small. */
export declare function host_get_self_addr(buffer: usize, capacity: i32): i32;
export declare function host_get_args_len(): i32;
/** @returns bytes written; -1 when the buffer is too small. */
export declare function host_read_args(buffer: usize, capacity: i32): i32;
export declare function host_get_block_height(): i64;
/** Seconds. */
export declare function host_get_block_time(): i64;
/** @returns bytes written; -1 when the buffer is too small. */
export declare function host_get_chain_id(buffer: usize, capacity: i32): i32;

/** Quanta. */
export declare function host_get_balance(account: usize, length: i32): i64;
/** @returns 0; 1 when it was refused. */
export declare function host_transfer(to: usize, toLength: i32, amount: i64): i32;

/** @returns length of the value; -1 when there is none; -2 when the buffer is too small. */
export declare function host_storage_read(key: usize, keyLength: i32, buffer: usize, capacity: i32): i32;
export declare function host_storage_write(key: usize, keyLength: i32, value: usize, valueLength: i32): void;
export declare function host_storage_delete(key: usize, keyLength: i32): void;

export declare function host_emit_event(topic: usize, topicLength: i32, data: usize, dataLength: i32): void;
export declare function host_set_return(data: usize, length: i32): void;

/** Writes 32 bytes. */
export declare function host_sha256(data: usize, length: i32, out: usize): i32;
/** @returns 1 for a valid signature, 0 for another one, -1 for wrong lengths. */
export declare function host_pqc_verify(
  publicKey: usize,
  publicKeyLength: i32,
  message: usize,
  messageLength: i32,
  signature: usize,
  signatureLength: i32,
): i32;
/** @returns bytes written; -1 for a wrong key; -2 when the buffer is too small. */
export declare function host_pqc_pubkey_to_address(key: usize, length: i32, out: usize, capacity: i32): i32;
/** Writes 32 bytes. @returns 32, or -1 for a wrong key. */
export declare function host_pqc_hash_pubkey(key: usize, length: i32, out: usize): i32;

/** @returns number of the queued call; -1 at the greatest depth. */
export declare function host_call_contract(
  address: usize,
  addressLength: i32,
  method: usize,
  methodLength: i32,
  args: usize,
  argsLength: i32,
  gas: i64,
): i32;
/** @returns length of the result; -1 unknown, -2 failed, -3 when the buffer is too small. */
export declare function host_get_call_result(id: i32, buffer: usize, capacity: i32): i32;

/** @returns base units; -1 when the symbol names no token. */
export declare function host_token_balance(symbol: usize, symbolLength: i32, account: usize, length: i32): i64;
/** @returns 0; 1 when there is too little; 2 when an argument is invalid. */
export declare function host_token_transfer(
  symbol: usize,
  symbolLength: i32,
  to: usize,
  toLength: i32,
  amount: i64,
): i32;

/** @returns bytes written; -1 when there is no such NFT; -2 when the buffer is too small. */
export declare function host_nft_owner(collection: usize, length: i32, id: i64, out: usize, capacity: i32): i32;
/** @returns 0; 1 when the contract does not own it; 2 when it does not exist or cannot be moved. */
export declare function host_nft_transfer(collection: usize, length: i32, id: i64, to: usize, toLength: i32): i32;
/** @returns bytes of the collection's id; -1 exists, -2 when the buffer is too small, -3 invalid. */
export declare function host_nft_create_collection(
  symbol: usize,
  symbolLength: i32,
  name: usize,
  nameLength: i32,
  most: i64,
  out: usize,
  capacity: i32,
): i32;
/** @returns id of the NFT; -1 not its creator, -2 all are minted, -3 missing or frozen, -4 invalid. */
export declare function host_nft_mint(
  collection: usize,
  collectionLength: i32,
  to: usize,
  toLength: i32,
  name: usize,
  nameLength: i32,
  metadata: usize,
  metadataLength: i32,
): i64;
/** @returns hundredths of a percent; -1 when there is no such collection. */
export declare function host_nft_royalty_bps(collection: usize, length: i32): i32;
/** @returns bytes written; -1 when there is no such collection; -2 when the buffer is too small. */
export declare function host_nft_royalty_recipient(collection: usize, length: i32, out: usize, capacity: i32): i32;

/** Writes 32 bytes. */
export declare function host_random(out: usize): i32;
/** Writes 32 bytes. @returns 32, or -1 when the height is not one of the 256 before this block. */
export declare function host_block_hash(height: i64, out: usize): i32;

/** Quanta of XRGE, or base units of the token; 0 when nothing is attached. */
export declare function host_get_attached_amount(): i64;
/** @returns bytes written; 0 when nothing is attached; -2 when the buffer is too small. */
export declare function host_get_attached_symbol(out: usize, capacity: i32): i32;
