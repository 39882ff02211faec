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

  /** Fuel without which no call of code of this size begins: whoever has less needs nothing compiled. @param codeBytes as uploaded. */
  leastFuel(codeBytes: number): number;

  /** Whether a module may be deployed: the one check of the API, the mempool, the producer and the importer.
   *  @param wasm the module as it was uploaded. @returns why not; undefined when it may. */
  check(codeHash: CodeHash, wasm: () => Uint8Array): Refusal | NotReady | undefined;

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
  places: refuse('rule_violation', 'the block has no place left for a transaction of the directory'),
  order: refuse('rule_violation', 'transactions of the directory come after all others of a block'),
  free: refuse(
    'busy',
    `the free places of the directory are taken: try again in a moment, or add a priority_fee of ${formatXrge(DIRECTORY_TIP)} XRGE`,
  ),
  code: refuse('busy', 'this node is still compiling a contract that the transaction needs'),
} as const;

/** A transaction that is valid but cannot be in this block now: a producer leaves it in the mempool.
 *  `fuel`: the block has too little left, `places`: it has as many transactions of the directory as it may, `order`: it has some already,
 *  and they come last, `free`: the chain takes no more of them without a tip yet; a block that carries it all the same is invalid. `code`: a contract on its way is not compiled
 *  here, which says nothing about the block; the same block can be executed once it is. */
export class Postponed extends Refusal {
  /** @param retryAfterSeconds when it may be otherwise, for whoever is refused because of it. */
  constructor(
    readonly lacks: keyof typeof POSTPONED,
    retryAfterSeconds?: number,
  ) {
    const { code, message } = POSTPONED[lacks];
    super(code, message, retryAfterSeconds);
  }
}

/** Whether it waits for a contract to be compiled here, and for nothing else. */
export const isForCode = (value: unknown): value is Postponed => value instanceof Postponed && value.lacks === 'code';
