/** Where a call failed, as its author looks for it: the innermost line of the contract's own files.
 *
 *  In: the frames of the stack at the failure, and all that the host answered. Out: a file, a line and a column. Most failures come
 *  from a binding or from the compiler's library, several frames below the author's line. Where the compiler has inlined these, the
 *  stack does not have the author's line any more: then the call runs once more, with the same answers of the host, in a build that
 *  inlines nothing. */

import { isRefusal } from '../../../engine/base/refusal.js';
import type { Place, RunOutcome } from '../../../engine/vm/contractModule.js';
import { Machine, type Places } from '../../../engine/vm/machine.js';
import { type CopiedCode, originOf } from '../../../engine/vm/meter/copiedCode.js';
import type { ContractScene } from '../../../engine/vm/scene.js';
import { type BuiltContract, placeText } from '../build.js';

/** The lines of a stack that V8 keeps: a library that calls itself, such as the reader of JSON, has up to a hundred. */
const STACK_FRAMES = 500;

/** For the build that inlines nothing: it takes several times as much as the deployed one. */
const TRACE_FUEL = 200_000_000;

/** Files of the compiler and of the bindings, and functions in them. */
const isLibrary = (name: string): boolean => name.startsWith('~lib/');

/** What the host did, in its order. A value is an answer; `thrown` is what it threw instead. */
type Answer = { readonly name: PropertyKey } & ({ readonly value: unknown } | { readonly thrown: unknown });

/** A scene that notes what it answers. */
function noted(scene: ContractScene, answers: Answer[]): ContractScene {
  return new Proxy(scene, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]): unknown => {
        try {
          const value: unknown = member.apply(target, values);
          answers.push({ name, value });
          return value;
        } catch (thrown) {
          answers.push({ name, thrown });
          throw thrown;
        }
      };
    },
  });
}

/** The same answers once more. The chain's facts, which no call changes, are those of the scene. */
function repeated(scene: ContractScene, answers: readonly Answer[]): ContractScene {
  let next = 0;
  return new Proxy(scene, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (): unknown => {
        const answer = answers[next++];
        if (answer?.name !== name) throw new Error(`the host was not asked for ${String(name)} before`);
        if ('thrown' in answer) throw answer.thrown;
        return answer.value;
      };
    },
  });
}

/** Collects the frames of the stack at a failure, innermost first. The machine asks for each until it gets a place. */
class Frames implements Places {
  readonly places: Place[] = [];

  constructor(
    private readonly built: BuiltContract,
    private readonly copied: readonly CopiedCode[] | undefined,
  ) {}

  place(index: number, offset: number): undefined {
    const origin = this.copied ? originOf(this.copied, offset) : offset;
    const place = origin === undefined ? undefined : this.built.places.place(index, origin);
    if (place) this.places.push(place);
  }

  /** The innermost frame in a function of the author; without a source map the innermost of all. */
  get own(): Place | undefined {
    if (!this.built.sources) return this.places[0];
    return this.places.find((place) => this.lineOf(place) !== undefined || !isLibrary(place.name ?? '~lib/'));
  }

  /** The author's line, when the code at the place is the author's. */
  lineOf(place: Place | undefined): string | undefined {
    const source = place && this.built.sources?.place(place.offset);
    return source && !isLibrary(source.file) ? placeText(this.built, place) : undefined;
  }
}

/** Runs with all frames in the stacks of errors. */
function withFrames<T>(run: () => T): T {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_FRAMES;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = before;
  }
}

interface FailedRun {
  readonly built: BuiltContract;
  readonly frames: Frames;
  readonly method: string;
  readonly scene: ContractScene;
  readonly answers: readonly Answer[];
  readonly error: string | undefined;
}

export class Failure {
  readonly #run: FailedRun;

  constructor(run: FailedRun) {
    this.#run = run;
  }

  /** The innermost function of the author, or else where the failure is. */
  get place(): Place | undefined {
    const { frames } = this.#run;
    return frames.own ?? frames.places[0];
  }

  /** File, line and column when the stack alone tells them; the function and the offset where there is no source map. */
  get known(): string | undefined {
    const { place } = this;
    const { built, frames } = this.#run;
    return built.sources ? frames.lineOf(place) : place && placeText(built, place);
  }

  /** For people. @returns undefined when nothing is known that the log does not say. */
  async text(): Promise<string | undefined> {
    return this.known ?? (await this.#traced()) ?? this.#outside();
  }

  /** The line of a library, when no line of the author is on the way. */
  #outside(): string | undefined {
    const { built, frames } = this.#run;
    const [innermost] = frames.places;
    const text = innermost && placeText(built, innermost);
    return text?.startsWith('~lib/rouged/abort') || text?.startsWith('~lib/rouged/component') ? undefined : text;
  }

  async #traced(): Promise<string | undefined> {
    const run = this.#run;
    const built = await run.built.traceable();
    if (built === undefined || isRefusal(built)) return undefined;
    const frames = new Frames(built, undefined);
    const scene = repeated(run.scene, run.answers);
    const machine = new Machine(built.prices);
    try {
      const { error } = withFrames(() => machine.run(built.code, run.method, TRACE_FUEL, scene, frames));
      return error === run.error ? frames.lineOf(frames.own) : undefined;
    } catch {
      // The build asked its host for something else: it tells nothing about this failure.
      return undefined;
    }
  }
}

export type TracedOutcome = RunOutcome & { readonly failure?: Failure };

/** Runs a method, and notes what is needed to find its line when it fails.
 *  @param copied where the code that runs came from, when it is not the metered module itself. */
export function runTraced(
  built: BuiltContract,
  copied: readonly CopiedCode[] | undefined,
  method: string,
  scene: ContractScene,
  run: (scene: ContractScene, places: Places) => RunOutcome,
): TracedOutcome {
  const answers: Answer[] = [];
  const frames = new Frames(built, copied);
  const outcome = withFrames(() => run(noted(scene, answers), frames));
  if (outcome.success || frames.places.length === 0) return outcome;
  const failure = new Failure({ built, frames, method, scene, answers, error: outcome.error });
  return { ...outcome, failure, ...(failure.place ? { place: failure.place } : {}) };
}

interface FailedCall {
  readonly failure: Failure | undefined;
  readonly logs: readonly string[];
}

/** The author's line of a failed call; undefined when the log says it, as after a failed `assert` of the contract itself. */
export async function failureLine({ failure, logs }: FailedCall): Promise<string | undefined> {
  const text = await failure?.text();
  const line = text?.replace(/:\d+$/, ':');
  return line !== undefined && logs.at(-1)?.includes(` at ${line}`) ? undefined : text;
}
