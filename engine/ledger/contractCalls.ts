/** A call of a contract with everything that follows from it: the execution itself, then the sub-calls that it has queued, in their
 *  order, each with its own.
 *
 *  In: a request, and the overlay of its transaction. Out: what the whole of it did, or why it failed, with nothing done. An execution
 *  that fails is undone alone: what queued it goes on, and notes that it failed. A sub-call sees what was done before it.
 *
 *  All executions are paid out of the limit of the transaction: a sub-call gets what its caller gave it, or half of its caller's limit
 *  when that is nothing, but never more than the transaction has left. So the fee that was reserved covers everything, and a block
 *  never uses more fuel than the limits of its calls say. */

import { concatBytes, u64Bytes, utf8 } from '../base/bytes.js';
import { canonicalJson, parseJson } from '../base/json.js';
import { CONTRACT, SIGNED_JSON } from '../base/limits.js';
import { invariant, isRefusal } from '../base/refusal.js';
import { contractAddress } from '../crypto/address.js';
import { sha256 } from '../crypto/sha256.js';
import type { Overlay } from '../state/state.js';
import type { RunOutcome } from '../vm/contractModule.js';
import { OutputAllowance } from '../vm/outputAllowance.js';
import { CallCode, TOO_MUCH_CODE } from './blockCode.js';
import type { BlockContext } from './blockContext.js';
import { NOT_READY } from './contractMachine.js';
import { actingContract, type ContractMove } from './contractMoves.js';
import type { CallResult } from './contractResult.js';
import { type CallRequest, CallScene, type LazySeed, type QueuedCall } from './contractScene.js';
import { codeOf, contractOf } from './contracts.js';
import type { CodeHash } from './contractTables.js';
import type { ContractEvent } from './kind.js';
import type { SubCall } from './previewOrder.js';

/** How one execution ended. */
export type CallEnd = RunOutcome & {
  readonly returned: Uint8Array | undefined;
  /** The least fuel with which the execution ends like this, and so do its sub-calls that name none. */
  readonly gasNeeded: number;
};

const SUB_SEED = utf8('rougechain/rand/sub');
const SEED = utf8('rougechain/rand/v1');

/** Where the random numbers of a signed call begin. Its sender can choose it by trying: no contract may rely on it alone.
 *  @param transactionId 64 hex characters. */
export const seedOf = ({ prevHash }: BlockContext, transactionId: string): LazySeed =>
  lazily(() => sha256(concatBytes(SEED, utf8(prevHash), Uint8Array.of(0), utf8(transactionId))));

const subSeed = (seed: LazySeed, index: number): LazySeed =>
  lazily(() => sha256(concatBytes(SUB_SEED, seed(), u64Bytes(index))));

/** Most executions draw nothing: a seed is computed when the first number is drawn. */
function lazily(make: LazySeed): LazySeed {
  let seed: Uint8Array | undefined;
  return () => {
    seed ??= make();
    return seed;
  };
}

const failed = (error: string, gasUsed = 0): CallEnd => ({
  success: false,
  ...{ gasUsed, gasNeeded: 0, error, returned: undefined },
});

/** The block has no room for code that the call uses. */
export const CROWDED = Symbol('the block has no room for more code');

/** An execution that stops where code is missing, with its hash, and goes on when it is continued. It does not go on when it is
 *  `CROWDED`. */
export type Running<End> = Generator<CodeHash | typeof CROWDED, End, undefined>;

/** @param error of an execution that failed. */
export const isOutOfGas = (error: string | null | undefined): boolean => error?.startsWith('Out of gas (') === true;

/** The text as compact JSON; an empty object for a text that is none. */
function argsOf(text: string): string {
  const value = parseJson(text, SIGNED_JSON);
  return isRefusal(value) ? '{}' : canonicalJson(value);
}

export class CallTree {
  readonly events: ContractEvent[] = [];
  /** Lines of all executions, failed ones too. */
  readonly logs: string[] = [];
  readonly calls: SubCall[] = [];
  readonly moves: ContractMove[] = [];
  readonly collections: string[] = [];
  /** Contracts that were executed without failing. */
  readonly acted: string[] = [];
  readonly #allowance = new OutputAllowance();
  readonly #code = new CallCode();
  #left: number;
  /** The least limit of the transaction that leaves each sub-call what it needs. */
  #needed = 0;

  /** @param fuel limit of the transaction. */
  constructor(
    private readonly state: Overlay,
    private readonly block: BlockContext,
    private readonly fuel: number,
  ) {
    this.#left = fuel;
  }

  /** Fuel of all executions so far. */
  get gasUsed(): number {
    return this.fuel - this.#left;
  }

  /** The least limit with which all executions end as they did. One that ran out of fuel does so with any smaller limit too.
   *  @param end of the signed call. */
  gasNeeded(end: CallEnd): number {
    return Math.max(this.#needed, end.gasNeeded);
  }

  /** Everything that the receipt keeps. @param end of the signed call. */
  result({ success, returned, place }: CallEnd): CallResult {
    const { gasUsed, events, logs, calls, moves, collections } = this;
    const acted = [...new Set(this.acted)];
    return { gasUsed, returned, events, logs, calls, moves, collections, acted, place: success ? undefined : place };
  }

  /** Nothing is executed twice, and nothing that is executed is done for nothing, however much code is missing: an execution has ended
   *  before its sub-calls run, so each stop is between two of them.
   *  @returns how the execution itself ended; when it has failed, its writes are undone, otherwise its sub-calls have run too. */
  *run(request: CallRequest): Running<CallEnd> {
    if (request.depth >= CONTRACT.depth) return failed(`Max call depth ${CONTRACT.depth} exceeded`);
    const contract = contractOf(this.state, request.address);
    if (!contract) return failed(`Contract not found: ${request.address}`);
    const { codeHash, codeBytes } = contract;
    const least = this.block.contracts.leastFuel(codeBytes);
    if (request.fuel === 0 || request.fuel < least) return this.#short(request.fuel);
    if (!this.#code.use(codeHash, codeBytes)) return this.#crowded(least);
    if (this.block.code?.use(codeHash, codeBytes) === false) yield CROWDED;
    const undo = this.#mark();
    const acting = actingContract(this.state, this.block, request.address, this);
    const scene = new CallScene(acting, request, this.events, this.logs, this.#allowance);
    const wasm = (): Uint8Array => {
      const code = codeOf(this.state, contract);
      invariant(code, 'the state has the code of every contract');
      return code;
    };
    const { contracts, code } = this.block;
    while (contracts.isReady?.(codeHash) === false && code?.mayAsk(codeHash, codeBytes) === false) yield codeHash;
    let outcome = contracts.run(codeHash, wasm, request.method, request.fuel, scene);
    while (outcome === NOT_READY) {
      yield codeHash;
      outcome = contracts.run(codeHash, wasm, request.method, request.fuel, scene);
    }
    const { success, gasUsed } = outcome;
    invariant(
      Number.isSafeInteger(gasUsed) && gasUsed >= 0 && gasUsed <= request.fuel,
      'fuel used is within its limit',
    );
    this.#left -= gasUsed;
    if (!success) {
      undo();
      return { ...outcome, returned: undefined, gasNeeded: isOutOfGas(outcome.error) ? 0 : gasUsed };
    }
    scene.close();
    this.acted.push(request.address);
    let gasNeeded = gasUsed;
    for (const [index, call] of scene.queued.entries())
      gasNeeded = Math.max(gasNeeded, yield* this.#runQueued(request, call, index));
    return { ...outcome, returned: scene.returned, gasNeeded };
  }

  /** A call of one contract too many. */
  #crowded(fuel: number): CallEnd {
    this.#left -= fuel;
    return failed(TOO_MUCH_CODE, fuel);
  }

  /** A call with too little fuel for its code. */
  #short(fuel: number): CallEnd {
    this.#left -= fuel;
    const error = `Out of gas (limit: ${fuel}, used: ${fuel})`;
    return { success: false, gasUsed: fuel, gasNeeded: 0, error, returned: undefined };
  }

  /** @returns the least fuel with which the caller can give the sub-call what it needs. */
  *#runQueued(caller: CallRequest, call: QueuedCall, index: number): Running<number> {
    const used = this.gasUsed;
    const asked = call.gas > 0n ? call.gas : BigInt(Math.floor(caller.fuel / 2));
    const request: CallRequest = {
      address: contractAddress(call.address.trim()) ?? call.address,
      method: call.method,
      args: argsOf(call.args),
      caller: caller.address,
      fuel: asked < BigInt(this.#left) ? Number(asked) : this.#left,
      depth: caller.depth + 1,
      seed: subSeed(caller.seed, index),
      attached: undefined,
    };
    // Before those that it makes itself.
    const place = this.calls.length;
    const unknown: SubCall = { contract: request.address, method: request.method, gasUsed: 0, error: undefined };
    this.calls.push(unknown);
    const end = yield* this.run(request);
    this.calls[place] = { ...unknown, gasUsed: end.gasUsed, error: end.success ? undefined : end.error };
    this.#needed = Math.max(this.#needed, used + end.gasNeeded);
    return call.gas > 0n ? 0 : 2 * end.gasNeeded;
  }

  /** @returns what undoes everything since, but neither logs nor fuel. */
  #mark(): () => void {
    const { state, events, moves, collections } = this;
    const mark = state.mark();
    const lengths = [events.length, moves.length, collections.length] as const;
    return () => {
      state.rollback(mark);
      [events.length, moves.length, collections.length] = lengths;
    };
  }
}
