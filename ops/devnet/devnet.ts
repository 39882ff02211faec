/** Runs a network of several nodes on this machine until a signal, or until no node is left.
 *
 *  In: the network's directory and ports. Out: lines for its developer. A node that crashes is named and started again; one that was
 *  stopped, or that refuses to start, stays down, and the others go on. The first signal ends all nodes in order, a second one at
 *  once. */

import { createServer } from 'node:net';
import { listenProblem } from '../../api/server/listenError.js';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import { EXIT_FAILED, EXIT_OK, PROGRAM, printable, shellWord, type Terminal } from '../cli/terminal.js';
import { badOption } from '../config/optionKinds.js';
import { type Devnet, type DevnetNode, urlOf, wordsOf } from './layout.js';
import { NodeProcess, type ProcessEnd } from './nodeProcess.js';

const HOST = '127.0.0.1';

/** Milliseconds between two looks at the chain while the first block is waited for. */
const LOOK_MS = 250;

/** A network without a block for this long has a problem that its developer should know. */
const LATE_MS = 60_000;

/** Wait before a node that has crashed is started again. */
const RESTART_MS = 1_000;

/** Five crashes within five minutes are not a coincidence: the node stays down. */
const CRASHES = { most: 5, withinMs: 5 * 60_000 } as const;

const EXIT_INTERRUPTED = 130;

/** @returns free ports, which nobody holds when this resolves. */
async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, HOST, resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Ports of the nodes: `first` and those that follow it, or free ones for 0. */
export async function portsFrom(first: number, count: number): Promise<readonly number[] | Refusal> {
  if (first === 0) return freePorts(count);
  if (first + count - 1 > 65_535)
    return badOption(
      `--api-port ${first} leaves no room for ${count} ports: the last one would be ${first + count - 1}`,
    );
  const ports = Array.from({ length: count }, (_, index) => first + index);
  for (const port of ports) {
    const problem = await listenProblem({ host: HOST, port });
    if (problem?.isInUse)
      return refuse(
        'busy',
        `port ${port} is in use${count > 1 ? `; ${count} nodes need the ports ${first} to ${first + count - 1}` : ''}: stop the program that has it, or choose another --api-port`,
      );
    if (problem) return refuse('busy', problem.message);
  }
  return ports;
}

interface Stats {
  readonly height: number;
  /** Public key of who makes the next block, hex. */
  readonly leader: string | null;
}

async function statsOf(port: number): Promise<Stats | undefined> {
  try {
    const response = await fetch(`${urlOf(port)}/api/stats`, { signal: AbortSignal.timeout(LATE_MS) });
    const { height, designated_proposer_next: leader } = (await response.json()) as Record<string, unknown>;
    return { height: Number(height), leader: typeof leader === 'string' ? leader : null };
  } catch {
    return undefined;
  }
}

const howEnded = ({ code, signal }: ProcessEnd): string => (signal === null ? `exit code ${code}` : `signal ${signal}`);

export interface DevnetRun {
  readonly devnet: Devnet;
  readonly ports: readonly number[];
  readonly logLevel: string;
}

class RunningDevnet {
  readonly #processes: NodeProcess[] = [];
  /** Nodes that have answered in this run, by index. */
  readonly #ready = new Set<number>();
  /** When each node has crashed, milliseconds, by index. */
  readonly #crashes = new Map<number, readonly number[]>();
  /** Ends the wait of a node that is to be started again, by index. */
  readonly #restarts = new Map<number, () => void>();
  /** Public key, hex; undefined before the introduction. */
  #leader: string | undefined;
  #isStopping = false;
  #said = false;
  #signals = 0;
  #over: () => void = () => {};
  readonly #ended = new Promise<void>((resolve) => {
    this.#over = resolve;
  });
  #cancelLook: () => void = () => {};

  constructor(
    private readonly run: DevnetRun,
    private readonly terminal: Terminal,
  ) {}

  async untilEnd(): Promise<number> {
    const { nodes } = this.run.devnet;
    const onSignal = (): void => this.#stop();
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    try {
      for (const index of nodes.keys()) this.#start(index);
      await this.#ended;
    } finally {
      this.#cancelLook();
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    }
    if (this.#signals > 1) return EXIT_INTERRUPTED;
    const ends = await Promise.all(this.#processes.map(({ ended }) => ended));
    return this.#isStopping && ends.every(({ code }) => code === EXIT_OK) ? EXIT_OK : EXIT_FAILED;
  }

  #start(index: number): void {
    const { devnet, ports, logLevel } = this.run;
    const { name } = devnet.nodes[index] as DevnetNode;
    const flags = ['--verify-workers', '1', '--log-level', logLevel, '--log-format', 'pretty'];
    let hasAnswered = false;
    this.#processes[index] = new NodeProcess([...wordsOf(devnet, index, ports), ...flags], {
      line: (text) => this.terminal.err(`${name.padEnd(12)} ${text}\n`),
      ready: () => {
        hasAnswered = true;
        if (this.#crashes.has(index)) this.terminal.err(`rouged: ${name} answers again\n`);
        this.#ready.add(index);
        this.#lookForAll();
      },
      ended: (end) => this.#nodeEnded(index, end, hasAnswered),
    });
  }

  #nodeEnded(index: number, end: ProcessEnd, hasAnswered: boolean): void {
    const { name } = this.run.devnet.nodes[index] as DevnetNode;
    const { terminal } = this;
    if (this.#isStopping) {
      if (end.code !== EXIT_OK) terminal.err(`rouged: ${name} ended with ${howEnded(end)}\n`);
    } else if (this.#mayRestart(index, end, hasAnswered)) {
      terminal.err(`rouged: ${name} has ended (${howEnded(end)}) and is started again\n`);
      this.#startAgain(index);
    } else terminal.err(`rouged: ${name} has ended (${howEnded(end)}) and stays down; ${this.#whatFollows(index)}\n`);
    if (this.#isAnyLeft()) this.#lookForAll();
    else this.#over();
  }

  #startAgain(index: number): void {
    const timer = setTimeout(() => {
      this.#restarts.delete(index);
      this.#start(index);
    }, RESTART_MS);
    this.#restarts.set(index, () => clearTimeout(timer));
  }

  #isAnyLeft(): boolean {
    return this.#restarts.size > 0 || this.#processes.some(({ isOver }) => !isOver);
  }

  /** A node that was stopped stays down, and one that refuses to start would do so again. */
  #mayRestart(index: number, { code, signal }: ProcessEnd, hasAnswered: boolean): boolean {
    if (code === EXIT_OK || (signal === null && !hasAnswered)) return false;
    const now = performance.now();
    const crashes = [...(this.#crashes.get(index) ?? []).filter((at) => now - at < CRASHES.withinMs), now];
    this.#crashes.set(index, crashes);
    return crashes.length < CRASHES.most;
  }

  #whatFollows(index: number): string {
    if (!this.#isAnyLeft()) return 'none is left';
    return this.run.devnet.nodes[index]?.publicKey === this.#leader
      ? 'blocks wait for it, because it is the leader: Ctrl-C, and start the network again'
      : 'the others go on';
  }

  #stop(): void {
    this.#signals++;
    this.#isStopping = true;
    this.#cancelLook();
    const signal = this.#signals > 1 ? 'SIGKILL' : 'SIGTERM';
    if (this.#signals === 1) this.terminal.err('rouged: stopping all nodes; a second signal stops them at once\n');
    for (const cancel of this.#restarts.values()) cancel();
    this.#restarts.clear();
    for (const one of this.#processes) one.kill(signal);
    if (!this.#isAnyLeft()) this.#over();
  }

  /** Once every node answers or has ended. */
  #lookForAll(): void {
    const isStarting = this.#processes.some(({ isOver }, index) => !isOver && !this.#ready.has(index));
    const all = this.#processes.length === this.run.devnet.nodes.length;
    if (!all || isStarting || this.#isStopping || this.#said) return;
    this.#said = true;
    void this.#introduce();
  }

  #alivePorts(): readonly number[] {
    return this.run.ports.filter((_, index) => this.#processes[index]?.isOver === false);
  }

  async #introduce(): Promise<void> {
    const { devnet } = this.run;
    const alive = this.#alivePorts();
    const stats = await statsOf(alive[0] ?? 0);
    if (this.#isStopping) return;
    if (!stats) {
      // It has ended meanwhile.
      this.#said = false;
      if (alive.length > 0) this.#lookForAll();
      return;
    }
    this.#leader = stats.leader ?? undefined;
    this.terminal.out(introduction(this.run, alive.length, stats));
    const isLate = this.#after(LATE_MS, () =>
      this.terminal.err(
        `rouged: still no block that all nodes have after ${LATE_MS / 1_000} s: blocks need the leader, and validators with two thirds of the stake; --log-level info shows what the nodes wait for\n`,
      ),
    );
    const first = await this.#blockAbove(stats.height);
    isLate();
    if (first === undefined) return;
    const leader = devnet.nodes.find(({ publicKey }) => publicKey === first.leader)?.name ?? 'the leader';
    this.terminal.out(`  The network makes blocks: ${leader} made block ${first.height}. Ctrl-C ends it.\n\n`);
  }

  /** Looks until every node that runs has a block above that height: then each of them knows others, and takes transactions.
   *  @returns undefined when the network ends before. */
  async #blockAbove(height: number): Promise<Stats | undefined> {
    for (;;) {
      const seen = await Promise.all(this.#alivePorts().map(statsOf));
      if (this.#isStopping || !this.#isAnyLeft()) return undefined;
      if (seen.length > 0 && seen.every((stats) => stats && stats.height > height)) return seen[0];
      await new Promise<void>((resolve) => {
        this.#cancelLook = this.#after(LOOK_MS, resolve);
      });
    }
  }

  #after(milliseconds: number, call: () => void): () => void {
    const timer = setTimeout(call, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  }
}

function howMany(alive: number, all: number): string {
  if (alive < all) return `${alive} of ${all} nodes are`;
  return all === 1 ? '1 node is' : `${all} nodes are`;
}

/** @param alive how many nodes run. */
function introduction({ devnet, ports }: DevnetRun, alive: number, { height, leader }: Stats): string {
  const { nodes, wallet, isNew } = devnet;
  const lines = nodes.map(({ name, publicKey }, index) => {
    const role = publicKey === leader ? '  leader: it makes the blocks' : '';
    return `  ${name.padEnd(13)}${urlOf(ports[index] as number)}${role}`;
  });
  const url = urlOf(ports[nodes.length - 1] as number);
  return [
    '',
    `  ${howMany(alive, nodes.length)} running, ${isNew ? 'on a new chain' : `on their chain at height ${height}`}`,
    '',
    ...lines,
    '',
    `  wallet       ${printable(wallet.path)}`,
    `  address      ${wallet.address}`,
    '',
    '  Send from it through any node; ask the faucet for more:',
    '',
    `    ${PROGRAM} wallet transfer --file ${shellWord(wallet.path)} --url ${url} --to <address> --amount 1`,
    `    ${PROGRAM} wallet faucet --file ${shellWord(wallet.path)} --url ${url}`,
    '',
    '',
  ].join('\n');
}

export const runDevnet = (run: DevnetRun, terminal: Terminal): Promise<number> =>
  new RunningDevnet(run, terminal).untilEnd();
