/** What the tests of a contract work with: accounts, contracts, calls, and the time. Each call is in a block of its own; nothing
 *  costs a fee, so balances change by what contracts move alone. */

import { resolve } from 'node:path';
import { toHex, utf8, utf8Text } from '../../../engine/base/bytes.js';
import { canonicalJson, JsonNumber, type JsonValue, type PlainJson } from '../../../engine/base/json.js';
import { CONTRACT } from '../../../engine/base/limits.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { addressOfKey } from '../../../engine/crypto/address.js';
import { type KeyPair, nobleBackend } from '../../../engine/crypto/mldsa.js';
import { sha256 } from '../../../engine/crypto/sha256.js';
import { MOST_ATTACHED } from '../../../engine/ledger/kinds/callFields.js';
import { MAX_CALL_FUEL } from '../../../engine/vm/prices.js';
import type { AttachedAmount } from '../../../engine/vm/scene.js';
import type { BuiltContract } from '../build.js';
import type { CountingMachine } from './countingMachine.js';
import { failureLine } from './failure.js';
import { accountKey, MemoryLedger, tokenSymbol } from './memoryLedger.js';
import { type CallReport, performCall } from './performCall.js';
import { refuseSurplus, refuseUnknownMembers } from './strictCalls.js';

const ACCOUNTS = 10;
const START_QUANTA = 1_000_000_000_000_000n;

/** Arguments of a method. A bigint is a whole number of any size. */
export type Argument = null | boolean | number | bigint | string | readonly Argument[] | { [name: string]: Argument };

export interface CallOptions {
  /** Quanta of XRGE, or an amount of a token. */
  readonly attach?: bigint | AttachedAmount;
  readonly gas?: number;
}

/** A key that signs calls. */
export class TestAccount {
  readonly address: string;
  /** Hex. */
  readonly publicKey: string;
  readonly #keys: KeyPair;

  constructor(number: number) {
    this.#keys = nobleBackend.keygen(sha256(utf8(`account ${number} of a contract's tests`)));
    this.publicKey = toHex(this.#keys.publicKey);
    this.address = addressOfKey(this.#keys.publicKey);
  }

  /** ML-DSA-65 over the UTF-8 bytes. @returns hex. */
  sign(text: string): string {
    return toHex(nobleBackend.sign(utf8(text), this.#keys.secretKey));
  }
}

const accounts: TestAccount[] = [];

/** The same accounts in every test: a key takes milliseconds to make. */
function testAccounts(): readonly TestAccount[] {
  while (accounts.length < ACCOUNTS) accounts.push(new TestAccount(accounts.length));
  return accounts;
}

export const firstTestAccount = (): TestAccount => testAccounts()[0] as TestAccount;

type Owner = TestAccount | TestContract | string;

function keyOf(owner: Owner): string {
  const text = typeof owner === 'string' ? owner : owner.address;
  const key = accountKey(text);
  if (key === undefined) throw new Error(`${text} is neither an address nor a public key`);
  return key;
}

function jsonOf(value: Argument): JsonValue {
  if (typeof value === 'number' || typeof value === 'bigint') return new JsonNumber(String(value));
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([name, member]) => [name, jsonOf(member as Argument)]));
  return value as null | boolean | string;
}

/** Arguments as a node takes them. @throws when it would not. */
function argumentsText(args: Argument): string {
  const text = canonicalJson(jsonOf(args));
  if (text.length <= CONTRACT.argsCharacters) return text;
  throw new Error(`the arguments have ${text.length} characters; a call takes at most ${CONTRACT.argsCharacters}`);
}

/** A call that was expected to succeed. */
export class CallFailed extends Error {
  constructor(readonly report: CallReport) {
    super(`${report.method} failed: ${[report.error, ...report.logs].join('\n    ')}`);
  }

  /** The message with the author's line. */
  async explained(): Promise<string> {
    const line = await failureLine(this.report);
    return line === undefined ? this.message : `${this.message}\n    at ${line}`;
  }
}

export class TestContract {
  constructor(
    private readonly ledger: TestLedger,
    readonly built: BuiltContract,
    readonly address: string,
  ) {}

  /** @throws CallFailed */
  call(from: Owner, method: string, args: Argument = {}, options: CallOptions = {}): CallReport {
    const report = this.ledger.perform(this, from, method, args, options);
    if (!report.success) throw new CallFailed(report);
    return report;
  }

  /** A call that must fail. @param expected what its error or its log must hold. @throws when it succeeds, or fails otherwise. */
  fails(from: Owner, method: string, args: Argument, expected: RegExp, options: CallOptions = {}): CallReport {
    const report = this.ledger.perform(this, from, method, args, options);
    const said = [report.error ?? '', ...report.logs].join('\n');
    if (report.success) throw new Error(`${method} succeeded; it should have failed with ${expected}`);
    if (!expected.test(said)) throw new Error(`${method} failed with "${said}", not with ${expected}`);
    return report;
  }

  /** What a method returns; its effects are dropped. @throws CallFailed */
  query(method: string, args: Argument = {}, from?: Owner): PlainJson {
    const report = this.ledger.preview(this, from ?? firstTestAccount(), method, args);
    if (!report.success) throw new CallFailed(report);
    return report.returnData;
  }

  /** Text of a stored value; undefined when there is none. */
  stored(key: string): string | undefined {
    const value = this.storedBytes(key);
    return value && utf8Text(value);
  }

  storedBytes(key: string): Uint8Array | undefined {
    return this.ledger.state.storage.get(`${this.address}/${toHex(utf8(key))}`);
  }
}

export class TestLedger {
  readonly state = new MemoryLedger();
  #deployed = 0;

  /** @param load builds a contract's file; the same file is built once. */
  constructor(
    private readonly machine: CountingMachine,
    private readonly load: (file: string) => Promise<BuiltContract | Refusal>,
    private readonly directory: string,
  ) {
    for (const { address } of testAccounts()) this.state.credit('XRGE', address, START_QUANTA);
  }

  get accounts(): readonly TestAccount[] {
    return testAccounts();
  }

  get height(): number {
    return this.state.height;
  }

  /** Unix time in seconds, as contracts see it. */
  get time(): number {
    return Math.floor(this.state.timeMs / 1_000);
  }

  /** @param file relative to the test file. @throws when it cannot be built. */
  async deploy(file: string): Promise<TestContract> {
    const built = await this.load(resolve(this.directory, file));
    if (isRefusal(built)) throw new Error(built.message);
    const address = toHex(sha256(utf8(`contract ${++this.#deployed}`)).subarray(0, 20));
    const { name, wasm } = built;
    this.state.contracts.set(address, { address, code: this.machine.add(built), codeBytes: wasm.length, name });
    return new TestContract(this, built, address);
  }

  perform(to: TestContract, from: Owner, method: string, args: Argument, options: CallOptions): CallReport {
    this.mine(1);
    refuseUnknownMembers("a call's options", options, ['attach', 'gas']);
    const { attach, gas = MAX_CALL_FUEL } = options;
    const attached = typeof attach === 'bigint' ? { symbol: 'XRGE', amount: attach } : attach;
    if (attached && (attached.amount < 0n || attached.amount > MOST_ATTACHED))
      throw new Error(`attach is at most ${MOST_ATTACHED} base units, and not negative`);
    const order = {
      ...{ contract: to.address, method, gas, args: argumentsText(args) },
      caller: from instanceof TestAccount ? from.publicKey : keyOf(from),
      ...(attached ? { attached } : {}),
    };
    const report = performCall(this.state, this.machine, order, `${this.height}`);
    this.state.journal.keep();
    return report;
  }

  /** A call whose effects are taken back. */
  preview(to: TestContract, from: Owner, method: string, args: Argument): CallReport {
    const { height, timeMs, journal } = this.state;
    const mark = journal.mark;
    this.state.mine(1);
    const caller = from instanceof TestAccount ? from.publicKey : keyOf(from);
    const order = { contract: to.address, method, args: argumentsText(args), caller, gas: MAX_CALL_FUEL };
    const report = performCall(this.state, this.machine, order, `${this.height}`);
    journal.revert(mark);
    Object.assign(this.state, { height, timeMs });
    return report;
  }

  /** Makes empty blocks, 400 ms each. */
  mine(blocks = 1): void {
    this.state.mine(blocks);
  }

  /** Lets time pass without blocks. */
  advance(seconds: number): void {
    this.state.timeMs += seconds * 1_000;
  }

  /** Quanta. */
  balance(owner: Owner): bigint {
    return this.state.balance(keyOf(owner));
  }

  /** Gives XRGE out of nothing. @param quanta may be negative: takes them. */
  fund(owner: Owner, quanta: bigint): void {
    if (!this.state.credit('XRGE', keyOf(owner), quanta)) throw new Error('there is less than what is taken');
  }

  /** Sends XRGE as a transfer does. @throws when there is too little. */
  transfer(from: Owner, to: Owner, quanta: bigint): void {
    if (quanta < 0n || !this.state.move('XRGE', keyOf(from), keyOf(to), quanta)) throw new Error('too little XRGE');
  }

  /** Base units. */
  tokenBalance(symbol: string, owner: Owner): bigint {
    return this.state.tokenBalance(symbol.toUpperCase(), keyOf(owner));
  }

  /** Gives base units of a token out of nothing. */
  fundToken(symbol: string, owner: Owner, units: bigint): void {
    const token = tokenSymbol(symbol);
    if (token === undefined) throw new Error(`${symbol} is no symbol of a token`);
    if (!this.state.credit(token, keyOf(owner), units)) throw new Error('there is less than what is taken');
  }

  /** @throws when there is too little. */
  transferToken(symbol: string, from: Owner, to: Owner, units: bigint): void {
    const moved = units > 0n && this.state.move(symbol.toUpperCase(), keyOf(from), keyOf(to), units);
    if (!moved) throw new Error(`too little ${symbol}`);
  }

  /** Makes an NFT in a collection, which is made too when there is none of this id.
   *  @returns the id of the NFT. */
  mintNft(collection: string, to: Owner, royaltyBps = 0, royaltyTo: Owner = to): number {
    const { collections, nfts } = this.state;
    const found = collections.get(collection) ?? {
      ...{ creator: keyOf(royaltyTo), name: collection, most: 0n, minted: 0, frozen: false },
      ...{ royaltyBps, royaltyRecipient: keyOf(royaltyTo) },
    };
    const id = found.minted + 1;
    collections.set(collection, { ...found, minted: id });
    nfts.set(`${id}/${collection}`, { owner: keyOf(to), name: `${collection} ${id}`, metadata: '', locked: false });
    return id;
  }

  /** The owner's address; undefined when there is no such NFT. */
  nftOwner(collection: string, id: number): string | undefined {
    return this.state.nfts.get(`${id}/${collection}`)?.owner;
  }

  /** @throws when there is no such NFT. */
  transferNft(collection: string, id: number, to: Owner): void {
    const nft = this.state.nfts.get(`${id}/${collection}`);
    if (!nft) throw new Error(`there is no NFT ${id} in ${collection}`);
    this.state.nfts.set(`${id}/${collection}`, { ...nft, owner: keyOf(to) });
  }
}

refuseSurplus(TestAccount, { sign: 1 });
refuseSurplus(TestContract, { call: 4, fails: 5, query: 3, stored: 1, storedBytes: 1 });
refuseSurplus(TestLedger, {
  ...{ deploy: 1, mine: 1, advance: 1, balance: 1, fund: 2, transfer: 3 },
  ...{ tokenBalance: 2, fundToken: 3, transferToken: 4, mintNft: 4, nftOwner: 2, transferNft: 3 },
});
