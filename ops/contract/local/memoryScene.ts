/** What one execution sees of a ledger in memory, and does to it. Everything takes effect at once; whoever runs the call takes the
 *  effects of a failed one back. */

import { bytesEqual, concatBytes, toHex, u64Bytes, utf8 } from '../../../engine/base/bytes.js';
import { parseJson } from '../../../engine/base/json.js';
import { FILE_JSON } from '../../../engine/base/limits.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import type { UpgradeName } from '../../../engine/chain/upgrades.js';
import { nobleBackend } from '../../../engine/crypto/mldsa.js';
import { sha256 } from '../../../engine/crypto/sha256.js';
import type { OutputAllowance } from '../../../engine/vm/outputAllowance.js';
import type {
  AttachedAmount,
  CollectionRefusal,
  ContractScene,
  MintRefusal,
  NftTransferRefusal,
  TokenRefusal,
} from '../../../engine/vm/scene.js';
import { accountKey, type Collection, type MemoryLedger, type Nft, tokenSymbol } from './memoryLedger.js';

const NAME_BYTES = 128;
/** Of a contract's address in the id of its collections. */
const ADDRESS_IN_ID = 16;

export interface ContractEvent {
  /** Address of the contract that told it. */
  readonly contract: string;
  readonly topic: string;
  readonly data: string;
}

export interface QueuedCall {
  readonly address: string;
  readonly method: string;
  readonly args: string;
  /** 0 for half of the caller's limit. */
  readonly gas: number;
}

export interface SceneFacts {
  readonly caller: string;
  readonly self: string;
  /** Compact JSON. */
  readonly args: string;
  readonly attached: AttachedAmount | undefined;
  /** 32 bytes from which the random draws follow. */
  readonly seed: Uint8Array;
}

const nameFits = (name: string): boolean => name !== '' && utf8(name).length <= NAME_BYTES;

export class MemoryScene implements ContractScene {
  readonly caller: string;
  readonly self: string;
  readonly args: Uint8Array;
  readonly attached: AttachedAmount | undefined;
  readonly chainId: string;
  readonly height: number;
  readonly time: number;
  readonly logs: string[] = [];
  readonly events: ContractEvent[] = [];
  readonly queue: QueuedCall[] = [];
  returned: Uint8Array | undefined;
  #draws = 0;

  constructor(
    private readonly ledger: MemoryLedger,
    private readonly facts: SceneFacts,
    private readonly allowance: OutputAllowance,
  ) {
    this.caller = facts.caller;
    this.self = facts.self;
    this.args = utf8(facts.args);
    this.attached = facts.attached;
    this.chainId = ledger.chainId;
    this.height = ledger.height;
    this.time = Math.floor(ledger.timeMs / 1_000);
  }

  isActive(upgrade: UpgradeName): boolean {
    return !this.ledger.inactive.has(upgrade);
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

  #key = (key: Uint8Array): string => `${this.self}/${toHex(key)}`;

  readStorage(key: Uint8Array): Uint8Array | undefined {
    return this.ledger.storage.get(this.#key(key));
  }

  writeStorage(key: Uint8Array, value: Uint8Array): void {
    const before = this.readStorage(key);
    if (!before || !bytesEqual(before, value)) this.ledger.storage.set(this.#key(key), new Uint8Array(value));
  }

  deleteStorage(key: Uint8Array): void {
    this.ledger.storage.delete(this.#key(key));
  }

  balance(account: string): bigint {
    const key = accountKey(account);
    return key === undefined ? 0n : this.ledger.balance(key);
  }

  transfer(to: string, amount: bigint): boolean {
    const key = this.ledger.recipient(to);
    return key !== undefined && amount >= 0n && this.ledger.move('XRGE', this.self, key, amount);
  }

  tokenBalance(symbol: string, account: string): bigint | undefined {
    const token = tokenSymbol(symbol);
    const key = accountKey(account);
    return token === undefined ? undefined : key === undefined ? 0n : this.ledger.tokenBalance(token, key);
  }

  tokenTransfer(symbol: string, to: string, amount: bigint): TokenRefusal | undefined {
    const token = tokenSymbol(symbol);
    const key = this.ledger.recipient(to);
    if (token === undefined || key === undefined || amount <= 0n) return 'invalid';
    return this.ledger.move(token, this.self, key, amount) ? undefined : 'insufficient';
  }

  nftOwner(collection: string, id: bigint): string | undefined {
    return this.ledger.nfts.get(`${id}/${collection}`)?.owner;
  }

  nftTransfer(collection: string, id: bigint, to: string): NftTransferRefusal | undefined {
    const key = this.ledger.recipient(to);
    const nft = this.ledger.nfts.get(`${id}/${collection}`);
    if (!nft || nft.locked || key === undefined) return 'not_found';
    if (accountKey(nft.owner) !== this.self) return 'not_owned';
    this.ledger.nfts.set(`${id}/${collection}`, { ...nft, owner: key });
    return undefined;
  }

  nftCreateCollection(symbol: string, name: string, most: bigint): { readonly id: string } | CollectionRefusal {
    const checked = tokenSymbol(symbol);
    if (checked === undefined || !nameFits(name) || most < 0n) return 'invalid';
    const id = `col:${this.self.slice(0, ADDRESS_IN_ID)}:${checked}`;
    if (this.ledger.collections.has(id)) return 'exists';
    const made: Collection = {
      ...{ creator: this.self, name, most, minted: 0, frozen: false },
      ...{ royaltyBps: 0, royaltyRecipient: this.self },
    };
    this.ledger.collections.set(id, made);
    return { id };
  }

  nftMint(collection: string, to: string, name: string, metadata: string): { readonly id: number } | MintRefusal {
    const key = this.ledger.recipient(to);
    const found = this.ledger.collections.get(collection);
    if (key === undefined || !nameFits(name)) return 'invalid';
    if (metadata !== '' && isRefusal(parseJson(metadata, FILE_JSON))) return 'invalid';
    if (!found || found.frozen) return 'missing';
    if (found.creator !== this.self) return 'not_creator';
    if (found.most > 0n && BigInt(found.minted) >= found.most) return 'max_reached';
    const id = found.minted + 1;
    const nft: Nft = { owner: key, name, metadata, locked: false };
    this.ledger.collections.set(collection, { ...found, minted: id });
    this.ledger.nfts.set(`${id}/${collection}`, nft);
    return { id };
  }

  royalty(collection: string): { readonly bps: number; readonly recipient: string } | undefined {
    const found = this.ledger.collections.get(collection);
    return found && { bps: found.royaltyBps, recipient: found.royaltyRecipient };
  }

  random(): Uint8Array {
    return sha256(concatBytes(this.facts.seed, u64Bytes(this.#draws++)));
  }

  blockHash(height: bigint): Uint8Array | undefined {
    return this.ledger.knownHash(height);
  }

  /** Never refused: a call that would be too deep fails when its turn comes. */
  queueCall(address: string, method: string, args: string, gas: bigint): number {
    const bounded = gas > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(gas);
    return this.queue.push({ address, method, args, gas: Math.max(0, bounded) }) - 1;
  }

  /** Queued calls run after their caller: while it runs there are no results. */
  callResult(): 'unknown' {
    return 'unknown';
  }

  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
    return nobleBackend.verify(signature, message, publicKey);
  }
}
