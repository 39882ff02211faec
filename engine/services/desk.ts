/** The desk of the services: takes signed requests in, one group after the other, and answers readers.
 *
 *  In: bodies of requests with the moment at which they came. Out: for each the JSON of its answer, or a refusal. The lasting effects
 *  of a group, in order: every request is judged on what was there before it (nonce, authorization, limits) and entered; then all of
 *  the group becomes durable in one batch; then each is answered from what is durable. A request whose group cannot be written is
 *  refused with `busy`, and nothing of it stays. */

import { TIMESTAMP_WINDOW_MS } from '../base/limits.js';
import type { Log } from '../base/ports.js';
import type { Problem } from '../base/problem.js';
import { errorText, invariant, isRefusal, type Refusal, refuse } from '../base/refusal.js';
import {
  ANSWERS_AT_ONCE,
  SERVICE_CACHE_BYTES,
  SERVICE_GROUP,
  SERVICE_QUEUE,
  SERVICE_READS,
} from '../base/serviceLimits.js';
import { type AccountId, accountOfKey, addressOf } from '../crypto/address.js';
import { type BlockWrite, type KeyReader, StoreError } from '../store/port.js';
import { jsonBytes } from './answerText.js';
import { FairQueue } from './fairQueue.js';
import { GatheringReader } from './gatheringReader.js';
import type { Forward, ServiceHost } from './host.js';
import { keyOf } from './keys.js';
import { serviceKindOf } from './kinds/index.js';
import type { ServicesStats } from './port.js';
import { serviceQueryOf } from './queries.js';
import { nonceExpiries, type Usage, usages, usedNonces } from './record.js';
import { RecordBook, type RecordBookOptions } from './recordBook.js';
import { TOTAL_USAGE } from './records.js';
import { RowCache } from './rowCache.js';
import { DurableScene, Scene } from './scene.js';
import type { ServiceEvent } from './serviceEvent.js';
import { type ReadContext, type ReadRequest, readRequest } from './serviceRequest.js';
import type { Directory, Moment, ServiceNode, Surroundings } from './surroundings.js';
import { type SweepOptions, type SweepResult, sweep } from './sweep.js';
import { STANDARD_VOTE_RULES, type VoteRules } from './voteRules.js';

/** The part of a store that the desk needs. */
export interface ServicesStore extends KeyReader {
  commit(write: Pick<BlockWrite, 'batch'>): Promise<void>;
}

export interface DeskOptions extends RecordBookOptions {
  readonly store: ServicesStore;
  readonly directory: Directory;
  readonly read: ReadContext;
  readonly log: Log;
  readonly onEvents: (events: readonly ServiceEvent[]) => void;
  /** Absent: what belongs to another node is refused. */
  readonly forward?: Forward;
  /** Requests have become durable. */
  readonly onEntered?: () => void;
  readonly host?: ServiceHost;
  readonly voteRules?: VoteRules;
  /** Kept for answers; absent: as many as usual. */
  readonly rows?: RowCache;
}

type Answered = Uint8Array | Refusal;

interface Waiting {
  readonly kind: string;
  readonly body: Uint8Array;
  readonly moment: Moment;
  readonly settle: (answer: Answered) => void;
}

/** One of a group that was entered and waits to become durable. */
interface Entered {
  readonly request: ReadRequest;
  readonly around: Surroundings;
  readonly settle: (answer: Answered) => void;
}

/** One that another node answers. */
class Elsewhere {
  constructor(readonly answer: Promise<Answered>) {}
}

/** A piece of work that is done between two groups: what peers have sent, what is due. */
type Turn = (scene: Scene) => Promise<(durable: boolean) => void>;

const RETRY_SECONDS = 1;
/** Catching up takes seconds to hours. */
const STEP_SECONDS = 30;
const crowded = refuse('busy', 'too many requests wait for the services', RETRY_SECONDS);

/** What clients are told: the cause, and nothing of this machine. */
const unwritten = (error: unknown): string => {
  const isDisk = error instanceof StoreError && error.code === 'STORE_FAILED';
  return `the services of this node cannot be written at present${isDisk ? ': their disk is full or failing' : ''}`;
};

const outOfStep = refuse(
  'busy',
  'this node catches up with the chain, and other nodes would not take what it takes in now: send it again later, or to another node',
  STEP_SECONDS,
);

/** Whether peers may refuse a record with the height that this node has reached. */
const isTooEarly = ({ kind, timestamp }: ReadRequest, { takesUntil = timestamp }: Surroundings): boolean =>
  (kind.scope === 'public' || kind.scope === 'private') && timestamp > takesUntil;

const noneUsed = { records: 0, bytes: 0 };

export class ServiceDesk {
  readonly book: RecordBook;
  readonly #options: DeskOptions;
  readonly #rows: RowCache;
  readonly #waiting = new FairQueue<Waiting>(SERVICE_QUEUE);
  /** Reads that wait for a place: each is told whether it has one. */
  readonly #waitingReads = new FairQueue<(hasPlace: boolean) => void>(SERVICE_READS);
  #reading = 0;
  #allRead: () => void = () => undefined;
  readonly #turns: Turn[] = [];
  readonly #node: ServiceNode;
  /** Answers of other nodes that are under way. */
  readonly #elsewhere = new Set<Promise<unknown>>();
  #running: Promise<void> | undefined;
  #closed = false;
  #accepted = 0;
  #refused = 0;
  #usage = noneUsed;
  #swept = { due: 0, expired: 0, erased: 0 };
  #writeProblem: Problem | undefined;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#rows = options.rows ?? new RowCache(SERVICE_CACHE_BYTES);
    this.book = new RecordBook(options);
    const { nodeKey, read, host, voteRules = STANDARD_VOTE_RULES } = options;
    this.#node = {
      account: accountOfKey(nodeKey),
      publicKey: nodeKey,
      chainId: read.chainId,
      voteRules,
      host,
    };
  }

  /** Reads what it goes on with. */
  async open(): Promise<void> {
    this.#usage = await this.#readUsage();
  }

  /** @param source whose request it is: sources take turns, and the greediest loses when too much waits. */
  take(kind: string, body: Uint8Array, moment: Moment, source = ''): Promise<Answered> {
    if (this.#closed) return Promise.resolve(refuse('stopping', 'the node is stopping'));
    return new Promise((settle) => {
      const lost = this.#waiting.add({ kind, body, moment, settle }, source, body.length);
      for (const each of lost) this.#settle(each, crowded);
      this.#wake();
    });
  }

  /** Does a piece of work between two groups and makes it durable. @returns what it gives, once that is durable.
   *  @throws what the work throws, or the store. */
  turn<T>(work: (scene: Scene) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const turn: Turn = async (scene) => {
        try {
          const result = await scene.undoable(
            () => work(scene),
            () => true,
          );
          return (durable) => (durable ? resolve(result) : reject(new Error('the services could not be written')));
        } catch (error) {
          return () => reject(error);
        }
      };
      if (this.#closed) {
        reject(new Error('the services are closed'));
        return;
      }
      this.#turns.push(turn);
      this.#wake();
    });
  }

  /** @param source as in `take`: readers take turns too, so that a crowd of one source keeps neither others nor requests waiting. */
  async read(query: string, args: Readonly<Record<string, unknown>>, moment: Moment, source = ''): Promise<Answered> {
    const read = serviceQueryOf(query);
    if (!read) return refuse('route_not_found', `there is no read ${query}`);
    if (this.#closed) return refuse('stopping', 'the node is stopping');
    if (!(await this.#place(source))) return this.#closed ? refuse('stopping', 'the node is stopping') : crowded;
    try {
      const answer = await read(this.#reader(), args, this.around(moment));
      return isRefusal(answer) ? answer : jsonBytes(answer);
    } catch (error) {
      return this.#failed(error, `read ${query}`);
    } finally {
      this.#leave();
    }
  }

  /** @returns false when the read is lost. */
  #place(source: string): Promise<boolean> {
    if (this.#reading < SERVICE_READS.atOnce) {
      this.#reading++;
      return Promise.resolve(true);
    }
    return new Promise((begin) => {
      for (const lost of this.#waitingReads.add(begin, source, 1)) lost(false);
    });
  }

  /** A place goes on to the next that waits. */
  #leave(): void {
    const next = this.#waitingReads.shift();
    if (next) {
      next(true);
      return;
    }
    this.#reading--;
    if (this.#reading === 0) this.#allRead();
  }

  around(moment: Moment): Surroundings {
    return { ...moment, directory: this.#options.directory, node: this.#node };
  }

  /** One turn of the work that nobody asks for. */
  async sweep(moment: Moment, options: SweepOptions): Promise<SweepResult> {
    const result = await this.turn((scene) => sweep(scene, this.around(moment), options));
    this.#swept = {
      due: this.#swept.due + result.due,
      expired: this.#swept.expired + result.expired,
      erased: result.erased,
    };
    return result;
  }

  /** @returns all but the time of the thread. */
  stats(): Omit<ServicesStats, 'activeSeconds'> {
    return {
      waiting: this.#waiting.length,
      accepted: this.#accepted,
      refused: this.#refused,
      ...this.#usage,
      mostBytes: this.#options.mostBytes,
      ...this.#swept,
      writeProblem: this.#writeProblem,
    };
  }

  /** Finishes what it has begun, refuses what waits. */
  async close(): Promise<void> {
    this.#closed = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
      next.settle(refuse('stopping', 'the node is stopping'));
    for (let next = this.#waitingReads.shift(); next; next = this.#waitingReads.shift()) next(false);
    while (this.#running) await this.#running;
    await Promise.all(this.#elsewhere);
    // The database cannot be closed under a read.
    if (this.#reading > 0)
      await new Promise<void>((resolve) => {
        this.#allRead = resolve;
      });
  }

  #wake(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#waiting.length + this.#turns.length > 0) this.#wake();
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length + this.#turns.length > 0) await this.#group();
  }

  async #group(): Promise<void> {
    const scene = new Scene(this.#options.store);
    const turned = [];
    for (const turn of this.#turns.splice(0)) turned.push(await turn(scene));
    const entered: Entered[] = [];
    let bytes = 0;
    for (let count = 0; count < SERVICE_GROUP.requests; count++) {
      // What a request brings, and what it writes: the list of weights of a vote has megabytes.
      if (Math.max(bytes, scene.pendingBytes) >= SERVICE_GROUP.bytes) break;
      const next = this.#waiting.shift();
      if (!next) break;
      bytes += next.body.length;
      const request = await this.#enter(scene, next);
      if (isRefusal(request)) this.#settle(next, request);
      else if (request instanceof Elsewhere) this.#settleLater(next, request);
      else entered.push({ request, around: this.around(next.moment), settle: next.settle });
    }
    const durable = await this.#commit(scene);
    for (const done of turned) done(durable === undefined);
    if (durable) for (const each of entered) this.#settle(each, durable);
    else {
      // Requests that only ask change none.
      if (scene.hasWritten(usages, TOTAL_USAGE)) this.#usage = await this.#readUsage();
      if (entered.length > 0) this.#options.onEntered?.();
      const reader = this.#reader();
      await Promise.all(Array.from({ length: ANSWERS_AT_ONCE }, () => this.#answerAll(entered, reader)));
    }
  }

  async #readUsage(): Promise<Usage> {
    return (await new DurableScene(this.#options.store).get(usages, TOTAL_USAGE)) ?? noneUsed;
  }

  async #commit(scene: Scene): Promise<Refusal | undefined> {
    if (scene.isEmpty) return undefined;
    try {
      await this.#options.store.commit({ batch: scene.finish() });
      this.#rows.written(scene.writtenRows);
      this.#writeProblem = undefined;
      return undefined;
    } catch (error) {
      this.#rows.failed();
      this.#options.log.error({ error }, 'the services could not be written');
      const message = unwritten(error);
      this.#writeProblem = { message, detail: `the services cannot be written: ${errorText(error)}` };
      return refuse('busy', message, 10);
    }
  }

  /** Judges a request and enters it. */
  async #enter(scene: Scene, { kind: name, body, moment }: Waiting): Promise<ReadRequest | Elsewhere | Refusal> {
    const kind = serviceKindOf(name);
    if (!kind) return refuse('operation_unknown', `there is no service ${name}`);
    try {
      const request = readRequest(kind, body, moment, this.#options.read);
      if (isRefusal(request)) return request;
      const around = this.around(moment);
      // The nonce is used where the request belongs, so that it may be sent again while that node is away.
      const home = await kind.home?.(scene, request, around);
      if (home !== undefined && home !== this.#node.account) return this.#handOver(home, kind.name, body);
      if (isTooEarly(request, around)) return outOfStep;
      const used = await this.#useNonce(scene, request, moment);
      if (used) return used;
      const outcome = await scene.undoable(
        () => this.#admit(scene, request, around),
        (result) => !isRefusal(result),
      );
      return outcome ?? request;
    } catch (error) {
      return this.#failed(error, kind.name);
    }
  }

  async #admit(scene: Scene, request: ReadRequest, around: Surroundings): Promise<Refusal | undefined> {
    const { kind } = request;
    const refused = await kind.check?.(scene, request, around);
    if (refused || kind.scope === 'read' || (await kind.changes?.(scene, request)) === false) return refused;
    const { height, directory } = around;
    const since = { ...around, height: Math.max(height, directory.height ?? height) };
    return (await this.book.enter(scene, request, since)) ?? this.#follow(scene, request, since);
  }

  /** What this node adds to a request of somebody else; it is read and entered like any other. */
  async #follow(scene: Scene, request: ReadRequest, around: Surroundings): Promise<Refusal | undefined> {
    const own = await request.kind.follow?.(scene, request, around);
    if (!own || isRefusal(own)) return own;
    const kind = serviceKindOf(own.kind);
    invariant(kind, `there is no service ${own.kind}`);
    const read = readRequest(kind, own.body, around, this.#options.read);
    return isRefusal(read) ? read : this.book.enter(scene, read, around);
  }

  /** The group does not wait for the other node. */
  #handOver(home: AccountId, kind: string, body: Uint8Array): Elsewhere | Refusal {
    const { forward } = this.#options;
    if (!forward)
      return refuse(
        'busy',
        `this belongs to the node ${addressOf(home)}, which this node does not reach: send it there`,
      );
    return new Elsewhere(forward(home, kind, body).catch((error: unknown) => this.#failed(error, `forward ${kind}`)));
  }

  #settleLater(waiting: Waiting, { answer }: Elsewhere): void {
    const settled: Promise<void> = answer.then((value) => {
      this.#elsewhere.delete(settled);
      this.#settle(waiting, value);
    });
    this.#elsewhere.add(settled);
  }

  /** A nonce is used by the request that brings it, whatever becomes of that: whoever has seen a refused one cannot try it again. */
  async #useNonce(
    scene: Scene,
    { nonceKey, timestamp }: ReadRequest,
    { now, shiftMs = 0 }: Moment,
  ): Promise<Refusal | undefined> {
    const expiry = await scene.get(usedNonces, nonceKey);
    // By the machine's clock, which still lets in what was dated by it before the chain's clock was moved.
    if (expiry !== undefined && expiry >= now - shiftMs)
      return refuse('nonce_used', 'Duplicate nonce (possible replay attack)');
    const until = timestamp + TIMESTAMP_WINDOW_MS;
    scene.put(usedNonces, nonceKey, until);
    scene.put(nonceExpiries, keyOf(until, nonceKey), true);
    return undefined;
  }

  /** For one answer, or those of a group: what they read at the same time is one call of the database. */
  #reader(): DurableScene {
    return new DurableScene(new GatheringReader(this.#options.store), this.#rows);
  }

  /** Takes one after the other out of the list: many pages at once would not fit into memory. */
  async #answerAll(entered: Entered[], reader: DurableScene): Promise<void> {
    for (let next = entered.shift(); next; next = entered.shift()) await this.#answer(next, reader);
  }

  async #answer({ request, around, settle }: Entered, scene: DurableScene): Promise<void> {
    const { kind } = request;
    try {
      const events = (await kind.events?.(scene, request, around)) ?? [];
      if (events.length > 0) this.#options.onEvents(events);
      const answer = await kind.answer(scene, request, around);
      this.#settle({ settle }, isRefusal(answer) ? answer : jsonBytes({ success: true, ...answer }));
    } catch (error) {
      this.#settle({ settle }, this.#failed(error, kind.name));
    }
  }

  #settle({ settle }: { settle: (answer: Answered) => void }, answer: Answered): void {
    if (isRefusal(answer)) this.#refused++;
    else this.#accepted++;
    settle(answer);
  }

  #failed(error: unknown, where: string): Refusal {
    this.#options.log.error({ error, where }, 'a request of the services failed');
    return refuse('internal', 'the services could not answer this request; the log of the node says why');
  }
}
