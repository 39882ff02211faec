/** A machine that runs programs written down as lists of host calls, in the place of WebAssembly: the ledger's side of contracts is
 *  tested with it, without compilers. What a host call answers goes to the log. */

import { toHex, utf8, utf8Text } from '../../engine/base/bytes.js';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import { nobleBackend } from '../../engine/crypto/mldsa.js';
import { type ContractMachine, NOT_READY, type NotReady } from '../../engine/ledger/contractMachine.js';
import type { CodeHash } from '../../engine/ledger/contractTables.js';
import type { RunOutcome } from '../../engine/vm/contractModule.js';
import { HostTrap } from '../../engine/vm/host/hostFrame.js';
import type { ContractScene } from '../../engine/vm/scene.js';

/** A host call with its arguments; `$caller`, `$self` and `$args` in a text stand for what the execution has there, `$start` for the
 *  first 16 characters of its address. Amounts are
 *  digits. */
export type Step =
  | readonly ['use', number]
  | readonly ['trap', string]
  | readonly ['throw']
  | readonly ['log', string]
  | readonly ['emit', string, string]
  | readonly ['return', string]
  | readonly ['write' | 'read' | 'delete', string, string?]
  | readonly ['balance', string]
  | readonly ['pay', string, string]
  | readonly ['tokens', string, string]
  | readonly ['payTokens', string, string, string]
  | readonly ['owner', string, string]
  | readonly ['handOn', string, string, string]
  | readonly ['collect', string, string, string]
  | readonly ['mint', string, string, string, string]
  | readonly ['royalty', string]
  | readonly ['random']
  | readonly ['hash', string]
  | readonly ['seen']
  | readonly ['call', string, string, string, string];

/** Methods by name. */
export type Program = Readonly<Record<string, readonly Step[]>>;

/** The module of a program. */
export const moduleOf = (program: Program): Uint8Array => utf8(JSON.stringify(program));

/** Fuel of an instance, and of a step. */
export const START_FUEL = 1_000;
export const STEP_FUEL = 100;

const readProgram = (wasm: Uint8Array): Program | undefined => {
  try {
    return JSON.parse(utf8Text(wasm)) as Program;
  } catch {
    return undefined;
  }
};

const shown = (value: unknown): string =>
  value instanceof Uint8Array
    ? toHex(value)
    : (JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)) ?? 'none');

/** The arguments of an execution as they are put into texts: without quotes when they are one text. */
function argsText(scene: ContractScene): string {
  const text = utf8Text(scene.args);
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' ? value : text;
}

/** What a step's host call answers; undefined for those that answer nothing. */
function answerOf(scene: ContractScene, step: Step): unknown {
  const text = (at: number): string => {
    const { caller, self } = scene;
    return String(step[at])
      .replace('$caller', caller)
      .replace('$self', self)
      .replace('$start', self.slice(0, 16))
      .replace('$args', argsText(scene));
  };
  const units = (at: number): bigint => BigInt(text(at));
  switch (step[0]) {
    case 'balance':
      return scene.balance(text(1));
    case 'pay':
      return scene.transfer(text(1), units(2));
    case 'tokens':
      return scene.tokenBalance(text(1), text(2));
    case 'payTokens':
      return scene.tokenTransfer(text(1), text(2), units(3)) ?? 'done';
    case 'owner':
      return scene.nftOwner(text(1), units(2));
    case 'handOn':
      return scene.nftTransfer(text(1), units(2), text(3)) ?? 'done';
    case 'collect':
      return scene.nftCreateCollection(text(1), text(2), units(3));
    case 'mint':
      return scene.nftMint(text(1), text(2), text(3), text(4));
    case 'royalty':
      return scene.royalty(text(1));
    case 'random':
      return scene.random();
    case 'hash':
      return scene.blockHash(units(1));
    case 'call':
      return scene.queueCall(text(1), text(2), text(3), units(4));
    case 'read':
      return scene.readStorage(utf8(text(1)));
    default:
      return undefined;
  }
}

const ANSWERING: ReadonlySet<string> = new Set(
  'balance pay tokens payTokens owner handOn collect mint royalty random hash call read'.split(' '),
);

/** A step whose host call answers nothing. */
function perform(scene: ContractScene, step: Step): void {
  switch (step[0]) {
    case 'log':
      scene.log(step[1].replace('$args', argsText(scene)));
      break;
    case 'emit':
      scene.emit(step[1], step[2]);
      break;
    case 'return':
      scene.setReturn(utf8(step[1]));
      break;
    case 'write':
      scene.writeStorage(utf8(step[1]), utf8(step[2] ?? ''));
      break;
    case 'delete':
      scene.deleteStorage(utf8(step[1]));
      break;
    case 'seen': {
      const { caller, self, args, chainId, height, time, attached } = scene;
      scene.log(shown([caller, self, utf8Text(args), chainId, height, time, attached ?? null]));
      break;
    }
    case 'throw':
      throw new Error('the machine broke');
  }
}

export class ScriptedMachine implements ContractMachine {
  /** Code that is compiled; all of it when absent. */
  ready: Set<CodeHash> | undefined;
  /** Code that was asked for before it was compiled. */
  readonly asked = new Set<CodeHash>();
  /** Executions that were begun. */
  runs = 0;

  #isReady(codeHash: CodeHash): boolean {
    if (!this.ready || this.ready.has(codeHash)) return true;
    this.asked.add(codeHash);
    return false;
  }

  leastFuel(): number {
    return 0;
  }

  check(codeHash: CodeHash, wasm: () => Uint8Array): Refusal | NotReady | undefined {
    if (!this.#isReady(codeHash)) return NOT_READY;
    return readProgram(wasm()) ? undefined : refuse('malformed_payload', 'Invalid WASM: it is no program');
  }

  run(
    codeHash: CodeHash,
    wasm: () => Uint8Array,
    method: string,
    fuel: number,
    scene: ContractScene,
  ): RunOutcome | NotReady {
    if (!this.#isReady(codeHash)) return NOT_READY;
    this.runs++;
    const steps = readProgram(wasm())?.[method];
    if (!steps) return { success: false, gasUsed: 0, error: `Execution error: Method '${method}' not found` };
    let gasUsed = 0;
    /** @returns whether there was enough. */
    const take = (units: number): boolean => {
      if (gasUsed + units > fuel) return false;
      gasUsed += units;
      return true;
    };
    const outOfGas = (): RunOutcome => ({
      success: false,
      gasUsed,
      error: `Out of gas (limit: ${fuel}, used: ${gasUsed})`,
    });
    if (!take(START_FUEL)) return outOfGas();
    for (const [index, step] of steps.entries()) {
      if (!take(step[0] === 'use' ? step[1] : STEP_FUEL)) return outOfGas();
      if (step[0] === 'trap')
        return { success: false, gasUsed, error: `Execution error: ${step[1]}`, place: { function: 1, offset: index } };
      try {
        if (ANSWERING.has(step[0])) scene.log(`${step[0]} ${shown(answerOf(scene, step))}`);
        else perform(scene, step);
      } catch (error) {
        if (!(error instanceof HostTrap)) throw error;
        return { success: false, gasUsed, error: `Execution error: ${error.message}` };
      }
    }
    return { success: true, gasUsed };
  }

  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
    return nobleBackend.verify(signature, message, publicKey);
  }
}
