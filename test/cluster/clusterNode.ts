/** One node of the cluster: a process that the test starts, ends, stops and asks. Every wait has an end, with a sentence. */

import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ChainWatch } from '../support/chainWatch.js';
import { exchange, type Received, type Sending } from '../support/httpClient.js';
import { type LiveProgram, startLive } from '../support/liveNode.js';

export type Answer = Readonly<Record<string, unknown>>;

/** What has not happened by then on a busy machine will not happen. */
const LIMIT_MS = 40_000;

/** Files of a data directory that an operator has elsewhere too. */
const KEPT_FILES: ReadonlySet<string> = new Set(['node-keys.json', 'genesis.json']);

/** Wait before something is looked at again. */
const LOOK_MS = 50;

/** @throws Error when it takes too long. @param what the sentence says that did not happen. */
export async function inTime<T>(work: Promise<T>, what: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what()} within ${LIMIT_MS / 1_000} s`)), LIMIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Looks until there is an answer. @throws Error when it takes too long, with what the last look has seen. */
export async function seen<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; ) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Error(`${what} within ${LIMIT_MS / 1_000} s`);
}

export interface NodeFacts {
  readonly name: string;
  readonly validates: boolean;
  /** ML-DSA-65, lower-case hex. */
  readonly publicKey: string;
  readonly dataDir: string;
  readonly url: string;
  readonly words: readonly string[];
  /** What the test hears of its events; everything when absent. */
  readonly topics?: readonly string[] | undefined;
}

export class ClusterNode {
  #program: LiveProgram | undefined;
  #watch: ChainWatch | undefined;
  #earlier = '';
  #isStopped = false;
  /** Transactions of this process and of those before it that are in a block here, by id. */
  readonly #included = new Set<string>();
  #looked = 0;
  #announced = 0;
  /** Processes that it has had. */
  lives = 0;

  constructor(readonly facts: NodeFacts) {}

  get name(): string {
    return this.facts.name;
  }

  get url(): string {
    return this.facts.url;
  }

  get isRunning(): boolean {
    return this.#program !== undefined;
  }

  /** Whether it runs and is not stopped. */
  get answers(): boolean {
    return this.isRunning && !this.#isStopped;
  }

  /** Everything that it has printed, in all its lives. */
  logs(): string {
    return this.#earlier + (this.#program?.logs() ?? '');
  }

  /** Starts it, and waits until it answers. */
  async start(): Promise<void> {
    this.lives++;
    this.#isStopped = false;
    this.#program = startLive(this.facts.words);
    await this.#program.printed(/^ {2}data {7}.+$/m);
    this.#watch = await ChainWatch.open(this.url);
    const { topics } = this.facts;
    if (topics) await this.#watch.request({ subscribe: topics });
    this.#looked = 0;
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const program = this.#program;
    if (!program) return;
    if (this.#isStopped) process.kill(program.pid, 'SIGCONT');
    await inTime(program.stop(signal), () => `${this.name} did not end after ${signal}`);
    this.#readFrames();
    this.#earlier += program.logs();
    this.#program = undefined;
    this.#watch = undefined;
  }

  /** Its disk is lost; the operator has a copy of the key. Only while it does not run. */
  wipe(): void {
    if (this.#program) throw new Error(`${this.name} runs`);
    const { dataDir } = this.facts;
    for (const name of readdirSync(dataDir))
      if (!KEPT_FILES.has(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }

  #signal(signal: NodeJS.Signals): void {
    if (!this.#program) throw new Error(`${this.name} does not run`);
    process.kill(this.#program.pid, signal);
  }

  /** The process stands still: it keeps its connections and says nothing. */
  standStill(): void {
    this.#signal('SIGSTOP');
    this.#isStopped = true;
  }

  goOn(): void {
    this.#signal('SIGCONT');
    this.#isStopped = false;
  }

  /** Resident memory in KiB. */
  residentKib(): number {
    if (!this.#program) throw new Error(`${this.name} does not run`);
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(this.#program.pid)], { encoding: 'utf8' }));
  }

  #watching(): ChainWatch {
    if (!this.#watch) throw new Error(`${this.name} does not run`);
    return this.#watch;
  }

  #readFrames(): void {
    const frames = this.#watch?.frames ?? [];
    for (; this.#looked < frames.length; this.#looked++) {
      const frame = frames[this.#looked];
      if (frame?.type === 'new_transaction') this.#included.add(String(frame.tx_hash));
      if (frame?.type === 'new_block') this.#announced = Number(frame.height);
    }
  }

  /** Height of the newest block that it has announced. */
  announced(): number {
    this.#readFrames();
    return this.#announced;
  }

  /** Whether it has announced a block with this transaction. */
  hasIncluded(txId: string): boolean {
    this.#readFrames();
    return this.#included.has(txId);
  }

  /** Resolves when it shows a block of this height, or a later one. */
  async reaches(height: number): Promise<void> {
    await inTime(this.#watching().height(height), () => `${this.name} did not reach height ${height}`);
  }

  async includes(txId: string): Promise<void> {
    if (this.hasIncluded(txId)) return;
    await inTime(this.#watching().included(txId), () => `${this.name} did not include ${txId}`);
  }

  ask(path: string, sending: Sending = {}): Promise<Received> {
    return inTime(exchange(this.url, path, sending), () => `${this.name} did not answer ${path}`);
  }

  async get(path: string): Promise<Answer> {
    const { status, json, text } = await this.ask(path);
    if (status !== 200 || !json) throw new Error(`${this.name} answers ${path} with ${status}: ${text.slice(0, 300)}`);
    return json;
  }

  async height(): Promise<number> {
    return Number((await this.get('/api/stats')).height);
  }

  /** Its chain up to a height. */
  async blocks(from: number, to: number): Promise<BlockFacts[]> {
    const blocks: BlockFacts[] = [];
    while (from + blocks.length <= to) {
      const first = from + blocks.length;
      const { blocks: page } = await this.get(
        `/api/blocks?from_height=${first}&limit=${Math.min(200, to - first + 1)}`,
      );
      blocks.push(...(page as BlockFacts[]));
    }
    return blocks;
  }
}

export interface BlockFacts {
  readonly hash: string;
  readonly header: Answer & { readonly height: number; readonly time: number; readonly state_root: string };
  readonly txs: readonly { readonly from_pub_key: string; readonly signed_payload: string }[];
}
