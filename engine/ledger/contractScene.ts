/** The scene of one execution of a contract: what it sees of the state, and what it does to it.
 *
 *  In: an overlay and the execution's own facts. Out: writes in the overlay, which the caller rolls back when the execution fails, and
 *  what the execution said. Storage is bounded by `CONTRACT`; the host functions refuse what is larger. */

import { XRGE } from '../base/amounts.js';
import { concatBytes, toBinary, u64Bytes } from '../base/bytes.js';
import { CONTRACT } from '../base/limits.js';
import { invariant } from '../base/refusal.js';
import { isActive, type UpgradeName } from '../chain/upgrades.js';
import { sha256 } from '../crypto/sha256.js';
import type { OutputAllowance } from '../vm/outputAllowance.js';
import type {
  AttachedAmount,
  CollectionRefusal,
  ContractScene,
  MintRefusal,
  NftTransferRefusal,
  ResultRefusal,
  TokenRefusal,
} from '../vm/scene.js';
import { recentHash } from './blockHashes.js';
import { type ActingContract, balanceOfText, transferToken, transferXrge } from './contractMoves.js';
import { createCollection, mintNft, ownerOf, royaltyFacts, transferNft } from './contractNfts.js';
import { symbolOf } from './contracts.js';
import { contractKey, contractStorage, storageSizes } from './contractTables.js';
import type { ContractEvent } from './kind.js';

/** @returns 32 bytes, the same each time. */
export type LazySeed = () => Uint8Array;

/** One execution that somebody has asked for. */
export interface CallRequest {
  /** 40 hex characters. */
  readonly address: string;
  readonly method: string;
  /** Compact JSON. */
  readonly args: string;
  /** The signer's key in hex, or the address of the calling contract. */
  readonly caller: string;
  /** Most fuel of this execution. */
  readonly fuel: number;
  /** 0 for the call that was signed. */
  readonly depth: number;
  readonly seed: LazySeed;
  readonly attached: AttachedAmount | undefined;
}

/** A sub-call as its caller asked for it. */
export interface QueuedCall {
  readonly address: string;
  readonly method: string;
  readonly args: string;
  /** 0 or less: half of the caller's limit. */
  readonly gas: bigint;
}

export class CallScene implements ContractScene {
  readonly caller: string;
  readonly self: string;
  readonly args: Uint8Array;
  readonly chainId: string;
  readonly height: number;
  readonly time: number;
  readonly attached: AttachedAmount | undefined;

  readonly queued: QueuedCall[] = [];
  returned: Uint8Array | undefined;
  readonly #prefix: string;
  #draws = 0;
  /** What storage has grown by. */
  #records = 0;
  #bytes = 0;

  constructor(
    private readonly contract: ActingContract,
    private readonly request: CallRequest,
    private readonly events: ContractEvent[],
    private readonly logs: string[],
    private readonly allowance: OutputAllowance,
  ) {
    const { block, address } = contract;
    this.caller = request.caller;
    this.self = address;
    this.args = new Uint8Array(Buffer.from(request.args, 'utf8'));
    this.chainId = block.genesis.chainId;
    this.height = block.height;
    this.time = Math.floor(block.time / 1_000);
    this.attached = request.attached;
    this.#prefix = contractKey(address);
  }

  isActive(upgrade: UpgradeName): boolean {
    return isActive(this.contract.block.genesis.schedule, upgrade, this.height);
  }

  log(line: string): void {
    const kept = this.allowance.line(line);
    if (kept !== undefined) this.logs.push(kept);
  }

  setReturn(data: Uint8Array): void {
    this.returned = data;
  }

  emit(topic: string, data: string): void {
    this.allowance.event(topic, data);
    this.events.push({ contract: this.self, topic, data });
  }

  readStorage(key: Uint8Array): Uint8Array | undefined {
    return this.contract.state.get(contractStorage, this.#prefix + toBinary(key));
  }

  writeStorage(key: Uint8Array, value: Uint8Array): void {
    invariant(key.length <= CONTRACT.keyBytes && value.length <= CONTRACT.valueBytes, 'the host bounds what is stored');
    const { state } = this.contract;
    const place = this.#prefix + toBinary(key);
    const before = state.get(contractStorage, place);
    if (before === undefined) this.#records++;
    this.#bytes += value.length - (before === undefined ? -key.length : before.length);
    state.put(contractStorage, place, value);
  }

  deleteStorage(key: Uint8Array): void {
    const { state } = this.contract;
    const place = this.#prefix + toBinary(key);
    const before = state.get(contractStorage, place);
    if (before === undefined) return;
    this.#records--;
    this.#bytes -= key.length + before.length;
    state.delete(contractStorage, place);
  }

  balance(account: string): bigint {
    return balanceOfText(this.contract.state, account, XRGE);
  }

  transfer(to: string, amount: bigint): boolean {
    return transferXrge(this.contract, to, amount);
  }

  tokenBalance(symbol: string, account: string): bigint | undefined {
    const token = symbolOf(symbol);
    return token === undefined || token === XRGE ? undefined : balanceOfText(this.contract.state, account, token);
  }

  tokenTransfer(symbol: string, to: string, amount: bigint): TokenRefusal | undefined {
    return transferToken(this.contract, symbol, to, amount);
  }

  nftOwner(collection: string, id: bigint): string | undefined {
    return ownerOf(this.contract.state, collection, id);
  }

  nftTransfer(collection: string, id: bigint, to: string): NftTransferRefusal | undefined {
    return transferNft(this.contract, collection, id, to);
  }

  nftCreateCollection(symbol: string, name: string, most: bigint): { readonly id: string } | CollectionRefusal {
    return createCollection(this.contract, symbol, name, most);
  }

  nftMint(collection: string, to: string, name: string, metadata: string): { readonly id: number } | MintRefusal {
    return mintNft(this.contract, collection, to, name, metadata);
  }

  royalty(collection: string): { readonly bps: number; readonly recipient: string } | undefined {
    return royaltyFacts(this.contract.state, collection);
  }

  random(): Uint8Array {
    return sha256(concatBytes(this.request.seed(), u64Bytes(this.#draws++)));
  }

  blockHash(height: bigint): Uint8Array | undefined {
    return recentHash(this.contract.state, height, this.height);
  }

  /** Never refused: a call that would be too deep fails when its turn comes. */
  queueCall(address: string, method: string, args: string, gas: bigint): number {
    return this.queued.push({ address, method, args, gas }) - 1;
  }

  /** Queued calls run when this execution has ended, so it never finds a result. */
  callResult(): Uint8Array | ResultRefusal {
    return 'unknown';
  }

  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
    return this.contract.block.contracts.verify(publicKey, message, signature);
  }

  /** Writes down how much the contract keeps, after a successful execution. */
  close(): void {
    if (this.#records === 0 && this.#bytes === 0) return;
    const { state } = this.contract;
    const { records, bytes } = state.get(storageSizes, this.#prefix) ?? { records: 0, bytes: 0 };
    const size = { records: records + this.#records, bytes: bytes + this.#bytes };
    if (size.records === 0) state.delete(storageSizes, this.#prefix);
    else state.put(storageSizes, this.#prefix, size);
  }
}
