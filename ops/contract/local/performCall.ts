/** Runs a call on a ledger in memory, and then the calls that it queued, as a block does: the effects of a call that fails are taken
 *  back; a queued call that fails takes nothing of its caller back. All of them are paid out of the limit of the first. */

import { concatBytes, toBinary, u64Bytes, utf8 } from '../../../engine/base/bytes.js';
import { canonicalJson, type PlainJson, parseJson } from '../../../engine/base/json.js';
import { FILE_JSON } from '../../../engine/base/limits.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { sha256 } from '../../../engine/crypto/sha256.js';
import { CallCode, TOO_MUCH_CODE } from '../../../engine/ledger/blockCode.js';
import { returnView } from '../../../engine/ledger/contractResult.js';
import type { CompiledContract, Place } from '../../../engine/vm/contractModule.js';
import { OutputAllowance } from '../../../engine/vm/outputAllowance.js';
import type { AttachedAmount, ContractScene } from '../../../engine/vm/scene.js';
import type { Failure, TracedOutcome } from './failure.js';
import { accountKey, type MemoryLedger } from './memoryLedger.js';
import { type ContractEvent, MemoryScene, type QueuedCall } from './memoryScene.js';

/** Contracts that call each other. */
const MAX_DEPTH = 8;

/** What runs a method: the node's machine, or the same one with counters. */
export interface MethodRunner {
  run(code: CompiledContract, method: string, fuel: number, scene: ContractScene): TracedOutcome;
}

export interface CallOrder {
  /** Address. */
  readonly contract: string;
  readonly method: string;
  /** Compact JSON. */
  readonly args: string;
  /** Public key in hex, or a contract's address. */
  readonly caller: string;
  readonly gas: number;
  readonly attached?: AttachedAmount;
}

export interface CallReport {
  readonly contract: string;
  readonly method: string;
  readonly success: boolean;
  /** Fuel of the call and of those that it queued. */
  readonly gasUsed: number;
  /** Fuel of the call alone. */
  readonly ownGas: number;
  readonly returnData: PlainJson;
  /** In their order, those of queued calls behind; empty when it failed. */
  readonly events: readonly ContractEvent[];
  readonly logs: readonly string[];
  readonly error: string | undefined;
  /** In the innermost function of the author. */
  readonly place: Place | undefined;
  /** Finds the author's line. */
  readonly failure: Failure | undefined;
  /** Queued calls in their order. */
  readonly calls: readonly CallReport[];
}

interface Frame extends CallOrder {
  readonly seed: Uint8Array;
  readonly depth: number;
}

/** JSON in its canonical text, as a node hands arguments over; undefined for what is not JSON. */
export function compactArgs(text: string): string | undefined {
  const parsed = parseJson(text, FILE_JSON);
  return isRefusal(parsed) ? undefined : canonicalJson(parsed);
}

const failed = (order: CallOrder, error: string, gasUsed = 0): CallReport => ({
  ...{ contract: order.contract, method: order.method, success: false, gasUsed, ownGas: gasUsed },
  ...{ returnData: null, events: [], logs: [], error, place: undefined, failure: undefined, calls: [] },
});

const subSeed = (seed: Uint8Array, index: number): Uint8Array =>
  sha256(concatBytes(utf8('rougechain/rand/sub'), seed, u64Bytes(index)));

class Performer {
  readonly #allowance = new OutputAllowance();
  readonly #code = new CallCode();

  constructor(
    private readonly ledger: MemoryLedger,
    private readonly runner: MethodRunner,
    /** Fuel that no call has used yet. */
    private left: number,
  ) {}

  perform(frame: Frame): CallReport {
    const { ledger } = this;
    if (frame.depth >= MAX_DEPTH) return failed(frame, `Max call depth ${MAX_DEPTH} exceeded`);
    const address = frame.contract.toLowerCase();
    const contract = ledger.contracts.get(address);
    if (!contract) return failed(frame, `Contract not found: ${frame.contract}`);
    const { codeHash, leastFuel } = contract.code;
    // Who has less fuel fails with that: the node's machine says so without the code.
    if (frame.gas >= leastFuel && !this.#code.use(toBinary(codeHash), contract.codeBytes)) {
      this.left -= leastFuel;
      return failed(frame, TOO_MUCH_CODE, leastFuel);
    }
    const mark = ledger.journal.mark;
    if (!this.#takeAttached(frame, address))
      return failed(frame, `insufficient ${frame.attached?.symbol} for the attached payment`);
    const { caller, args, attached, seed } = frame;
    const scene = new MemoryScene(ledger, { caller, self: address, args, attached, seed }, this.#allowance);
    const outcome = this.runner.run(contract.code, frame.method, frame.gas, scene);
    const report = {
      ...{ contract: address, method: frame.method, success: outcome.success, ownGas: outcome.gasUsed },
      ...{ logs: scene.logs, error: outcome.error, place: outcome.place, failure: outcome.failure },
    };
    this.left -= outcome.gasUsed;
    if (!outcome.success) {
      ledger.journal.revert(mark);
      return { ...report, gasUsed: outcome.gasUsed, returnData: null, events: [], calls: [] };
    }
    const calls = scene.queue.map((queued, index) => this.#queued(frame, address, queued, index));
    return {
      ...report,
      gasUsed: calls.reduce((sum, call) => sum + call.gasUsed, outcome.gasUsed),
      returnData: returnView(scene.returned),
      events: [...scene.events, ...calls.flatMap(({ events }) => events)],
      calls,
    };
  }

  #takeAttached({ attached, caller }: Frame, address: string): boolean {
    const payer = accountKey(caller);
    if (!attached) return true;
    return payer !== undefined && this.ledger.move(attached.symbol, payer, address, attached.amount);
  }

  #queued(parent: Frame, caller: string, queued: QueuedCall, index: number): CallReport {
    const asked = queued.gas > 0 ? queued.gas : Math.floor(parent.gas / 2);
    const gas = Math.min(asked, this.left);
    const args = compactArgs(queued.args) ?? '{}';
    const contract = queued.address.trim();
    const { method } = queued;
    return this.perform({
      ...{ contract, method, args, caller, gas, seed: subSeed(parent.seed, index), depth: parent.depth + 1 },
    });
  }
}

/** @param salt makes the random draws of two calls differ. */
export function performCall(ledger: MemoryLedger, runner: MethodRunner, order: CallOrder, salt: string): CallReport {
  const seed = sha256(utf8(`${ledger.chainId} ${ledger.height} ${salt}`));
  return new Performer(ledger, runner, order.gas).perform({ ...order, seed, depth: 0 });
}
