/** Runs a network of several nodes on this machine until a signal, or until no node is left.
 *
 *  In: the network's directory and ports. Out: lines for its developer. A node that ends is named, and the others go on. The first
 *  signal ends all nodes in order, a second one at once. */

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
        `port ${port} is in use; ${count} nodes need the ports ${first} to ${first + count - 1}: stop the program that has it, or choose another --api-port`,
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
  readonly #ready = new Set<number>();
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
    const { devnet, ports, logLevel } = this.run;
    const onSignal = (): void => this.#stop();
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    try {
      const flags = ['--verify-workers', '1', '--log-level', logLevel, '--log-format', 'pretty'];
      devnet.nodes.forEach((node, index) => {
        this.#processes.push(this.#start(node, index, [...wordsOf(devnet, index, ports), ...flags]));
      });
      await this.#ended;
    } finally {
      this.#cancelLook();
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    }
    if (this.#signals > 1) return EXIT_INTERRUPTED;
    const ends = await Promise.all(this.#processes.map(({ ended }) => ended));
    return this.#isStopping && ends.every(({ code }) => code === EXIT_OK) ? EXIT_OK : EXIT_FAILED;
  }

  #start({ name }: DevnetNode, index: number, words: readonly string[]): NodeProcess {
    return new NodeProcess(words, {
      line: (text) => this.terminal.err(`${name.padEnd(12)} ${text}\n`),
      ready: () => {
        this.#ready.add(index);
        this.#lookForAll();
      },
      ended: (end) => this.#nodeEnded(name, end),
    });
  }

  #nodeEnded(name: string, end: ProcessEnd): void {
    const left = this.#processes.filter(({ isOver }) => !isOver).length;
    if (!this.#isStopping)
      this.terminal.err(
        `rouged: ${name} has ended (${howEnded(end)}); ${left === 0 ? 'none is left' : 'the others go on'}\n`,
      );
    else if (end.code !== EXIT_OK) this.terminal.err(`rouged: ${name} ended with ${howEnded(end)}\n`);
    if (left === 0) this.#over();
    else this.#lookForAll();
  }

  #stop(): void {
    this.#signals++;
    this.#isStopping = true;
    this.#cancelLook();
    const signal = this.#signals > 1 ? 'SIGKILL' : 'SIGTERM';
    if (this.#signals === 1) this.terminal.err('rouged: stopping all nodes; a second signal stops them at once\n');
    for (const one of this.#processes) one.kill(signal);
  }

  /** Once every node answers or has ended. */
  #lookForAll(): void {
    const isStarting = this.#processes.some(({ isOver }, index) => !isOver && !this.#ready.has(index));
    const all = this.#processes.length === this.run.devnet.nodes.length;
    if (!all || isStarting || this.#isStopping || this.#said) return;
    this.#said = true;
    void this.#introduce();
  }

  async #introduce(): Promise<void> {
    const { devnet, ports } = this.run;
    const alive = ports.filter((_, index) => this.#processes[index]?.isOver === false);
    const stats = await statsOf(alive[0] ?? 0);
    if (this.#isStopping || !stats) return;
    this.terminal.out(introduction(this.run, stats));
    const isLate = this.#after(LATE_MS, () =>
      this.terminal.err(
        `rouged: still no block after ${LATE_MS / 1_000} s: blocks need the leader, and validators with two thirds of the stake; --log-level info shows what the nodes wait for\n`,
      ),
    );
    const first = await this.#blockAbove(alive, stats.height);
    isLate();
    if (first === undefined) return;
    const leader = devnet.nodes.find(({ publicKey }) => publicKey === first.leader)?.name ?? 'the leader';
    this.terminal.out(`  The network makes blocks: ${leader} made block ${first.height}. Ctrl-C ends it.\n\n`);
  }

  /** Looks until a node has a block above that height. @returns undefined when the network ends before. */
  async #blockAbove(ports: readonly number[], height: number): Promise<Stats | undefined> {
    for (;;) {
      const seen = (await Promise.all(ports.map(statsOf))).find((stats) => stats && stats.height > height);
      if (seen || this.#isStopping || this.#processes.every(({ isOver }) => isOver)) return seen;
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

function introduction({ devnet, ports }: DevnetRun, { height, leader }: Stats): string {
  const { nodes, wallet, isNew } = devnet;
  const lines = nodes.map(({ name, publicKey }, index) => {
    const role = publicKey === leader ? '  leader: it makes the blocks' : '';
    return `  ${name.padEnd(13)}${urlOf(ports[index] as number)}${role}`;
  });
  const url = urlOf(ports[nodes.length - 1] as number);
  return [
    '',
    `  ${nodes.length} nodes are running, ${isNew ? 'on a new chain' : `on their chain at height ${height}`}`,
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
