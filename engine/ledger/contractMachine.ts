/** What the ledger needs of the machine that runs contracts. The machine knows nothing of accounts; the scene is all it sees. */

import { formatXrge } from '../base/amounts.js';
import { DIRECTORY_TIP } from '../base/directoryLimits.js';
import { Refusal, refuse } from '../base/refusal.js';
import type { RunOutcome } from '../vm/contractModule.js';
import type { ContractScene } from '../vm/scene.js';
import type { CodeHash } from './contractTables.js';

/** The code is not compiled in this thread yet; whoever answers so has asked for it. */
export const NOT_READY = 'not_ready';
export type NotReady = typeof NOT_READY;

export interface ContractMachine {
  /** Seconds that executions have taken, for measures only; absent where nobody times them. */
  readonly runSeconds?: number;

  /** Whether code is compiled, without asking for it; absent where all of it always is. */
  isReady?(codeHash: CodeHash): boolean;

  /** Fuel without which no call of code of this size begins: whoever has less needs nothing compiled. @param codeBytes as uploaded. */
  leastFuel(codeBytes: number): number;

  /** Whether a module may be deployed: the one check of the API, the mempool, the producer and the importer.
   *  @param wasm the module as it was uploaded. @param isNeeded whether a block waits for the verdict, and not only an admission.
   *  @returns why not; undefined when it may. */
  check(codeHash: CodeHash, wasm: () => Uint8Array, isNeeded?: boolean): Refusal | NotReady | undefined;

  /** Runs a method of deployed code in a new instance. Anything but `not_ready` is the same on every node.
   *  @param fuel most that it may use, instantiation included. */
  run(
    codeHash: CodeHash,
    wasm: () => Uint8Array,
    method: string,
    fuel: number,
    scene: ContractScene,
  ): RunOutcome | NotReady;

  /** ML-DSA-65 with an empty context. @param publicKey 1,952 bytes. @param signature 3,309 bytes. */
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

/** Of a thread in which no contract can run: every block with one has to wait for another. */
export const noMachine: ContractMachine = {
  leastFuel: () => 0,
  check: () => NOT_READY,
  run: () => NOT_READY,
  verify: () => false,
};

const POSTPONED = {
  fuel: refuse('rule_violation', 'the block has too little fuel left for this call'),
  size: refuse('rule_violation', 'the block has no room left for the code of the contracts that this transaction uses'),
  places: refuse('rule_violation', 'the block has no place left for a transaction of the directory'),
  order: refuse('rule_violation', 'transactions of the directory come after all others of a block'),
  free: refuse(
    'busy',
    `the free places of the directory are taken: try again in a moment, or add a priority_fee of ${formatXrge(DIRECTORY_TIP)} XRGE`,
  ),
  code: refuse('busy', 'this node is still compiling a contract that the transaction needs'),
} as const;

/** A transaction that is valid but cannot be in this block now: a producer leaves it in the mempool.
 *  `fuel`: the block has too little left, `size`: its contracts have as much code as one block may use, `places`: it has as many
 *  transactions of the directory as it may, `order`: it has some already, and they come last, `free`: the chain takes no more of them
 *  without a tip yet; a block that carries it all the same is invalid. `code`: a contract on its way is not compiled here, which says
 *  nothing about the block; the same block can be executed once it is. */
export class Postponed extends Refusal {
  /** @param retryAfterSeconds when it may be otherwise, for whoever is refused because of it.
   *  @param spent fuel that it has used before that showed. */
  constructor(
    readonly lacks: keyof typeof POSTPONED,
    retryAfterSeconds?: number,
    readonly spent = 0,
  ) {
    const { code, message } = POSTPONED[lacks];
    super(code, message, retryAfterSeconds);
  }
}

/** What follows when the code is there: the value, why there is none, or that other code is missing. */
type GoOn<Value> = () => Value | Refusal | CodeMissing<Value>;

/** Code that a transaction needs is not compiled here. What it has done so far is kept until it goes on, or its caller undoes it. */
export class CodeMissing<Value = unknown> extends Postponed {
  /** @param goOn executes what is left, from where it was; absent when nothing was begun. */
  constructor(
    readonly codeHash: CodeHash,
    spent = 0,
    readonly goOn?: GoOn<Value>,
  ) {
    super('code', undefined, spent);
  }

  /** @param next what is done with the value, or with why there is none. */
  followedBy<Later>(next: (value: Value | Refusal) => Later): CodeMissing<Later> {
    const { codeHash, spent, goOn } = this;
    if (!goOn) return new CodeMissing(codeHash, spent);
    return new CodeMissing(codeHash, spent, () => {
      const value = goOn();
      return value instanceof CodeMissing ? value.followedBy(next) : next(value);
    });
  }
}
