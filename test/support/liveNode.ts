/** A real node for tests: the built program in a process of its own, on a network of one validator.
 *
 *  In: a genesis, flags, environment, optionally the data directory of an earlier run. Out: the address it answers at, taken
 *  from the banner it prints when it is ready, its logs, and its end. Nothing waits for a fixed time: a start ends
 *  with the banner or with the end of the process. ROUGED_TEST_HTTP_SERVER in the environment of the tests names the server
 *  that all nodes run with. Only processes started here are ever signalled, and none outlives the
 *  process of the tests. The program is the built one: build before running such a test. */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { newNetworkUpgrades } from '../../engine/chain/upgrades.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import type { KeyPair } from '../../engine/crypto/mldsa.js';
import { loadOrCreateNodeKeys } from '../../ops/config/nodeKeys.js';
import { builtFile } from '../../workers/threads/workerFile.js';

export const LIVE_CHAIN_ID = 'rouged-live-1';

export interface Allocation {
  /** Address, public key in hex, or the name of a system account. */
  readonly address: string;
  /** Decimal XRGE, or whole base units of a token. */
  readonly amount: string;
  /** XRGE when absent. */
  readonly token?: string;
}

/** Contents of the genesis file of a new network; amounts are decimal XRGE. */
export interface LiveGenesis {
  readonly chainId?: string;
  readonly allocations?: readonly Allocation[];
  readonly faucet?: boolean;
  readonly blockTimeMs?: number;
  /** `steadyFees` when absent. */
  readonly fees?: Readonly<Record<'base_fee' | 'floor', string>> & {
    readonly ceiling?: string | null;
    readonly target?: number;
  };
  readonly limits?: Readonly<Partial<Record<'max_block_transactions' | 'max_block_bytes', number>>>;
  readonly unbondingBlocks?: number;
  /** Most XRGE that the network may have, decimal. */
  readonly maxSupply?: string;
  readonly maxValidators?: number;
  /** Heights from which upgrades are active; null for never. */
  readonly upgrades?: Readonly<Record<string, number | null>>;
  /** Stake of the node's own key in decimal XRGE, when other stakes are so large that it would lose its quorum. */
  readonly ownStake?: string;
  /** Member `bridge`: without `keys` the node's own key is the authority; absent: no bridge. */
  readonly bridge?: {
    readonly keys?: readonly string[];
    readonly threshold?: number;
    readonly attest?: boolean;
    readonly btcNetwork?: string;
    readonly caps?: Readonly<Record<string, { readonly claim: string; readonly day: string }>>;
  };
  /** Keys in hex of validators beside this node, with the stake of each. */
  readonly validators?: readonly { readonly pub_key: string; readonly stake: string }[];
}

/** A base fee that never moves, so that a test can tell what a transfer will cost. */
const steadyFees = { base_fee: '0.1', floor: '0.1', ceiling: '0.1' } as const;

/** Stake of the node's own key. */
const OWN_STAKE = '100000';

/** Interval between blocks while transactions wait: short, so that tests wait little. */
const BLOCK_TIME_MS = 40;

/** A node that has neither printed the expected text nor ended by then is considered hung. */
const PRINT_LIMIT_MS = 60_000;

export interface LiveNodeOptions {
  /** Data directory of an earlier run; a new one in the system's temporary directory when absent. */
  readonly dataDir?: string;
  /** Written when the data directory has no genesis file yet. */
  readonly genesis?: LiveGenesis;
  /** A local network as `npm start` makes it, instead of one from `genesis`; with the default limits. */
  readonly local?: boolean;
  /** Whether the node produces blocks; true when absent. */
  readonly mine?: boolean;
  /** Milliseconds between blocks while transactions wait, when it is not the genesis file's. */
  readonly blockTimeMs?: number;
  /** 0, any free port, when absent. */
  readonly port?: number;
  /** Whether the default rate limits apply; false when absent. */
  readonly rateLimits?: boolean;
  /** Added after the flags that follow from the members above. */
  readonly flags?: readonly string[];
  /** Added to PATH and similar variables; nothing else of the tests' environment reaches the node. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface LiveNode {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  readonly chainId: string;
  readonly keys: KeyPair;
  /** The node's public key, 3,904 hex characters. */
  readonly publicKey: string;
  readonly address: string;
  /** Everything that the process has printed: the banner, then JSON lines. */
  logs(): string;
  /** Resolves with the first match in what the process has printed or will print; rejects when it ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<Exit>;
  /** Sends a signal and waits for the end. May be called for a process that has already ended. */
  stop(signal?: NodeJS.Signals): Promise<Exit>;
  /** Kills the process if it runs, and removes the data directory. */
  readonly remove: () => Promise<void>;
}

/** Makes the key and the genesis file of a one-validator network in a directory that has none.
 *  @returns the node's keys. */
export function prepareDataDirectory(dataDir: string, genesis: LiveGenesis = {}): KeyPair {
  const keys = loadOrCreateNodeKeys(dataDir);
  if (isRefusal(keys)) throw new Error(keys.message);
  const path = join(dataDir, 'genesis.json');
  if (existsSync(path)) return keys;
  const document = {
    chain_id: genesis.chainId ?? LIVE_CHAIN_ID,
    genesis_time: Date.now(),
    block_time_ms: genesis.blockTimeMs ?? BLOCK_TIME_MS,
    initial_allocations: genesis.allocations ?? [],
    initial_validators: [
      { pub_key: toHex(keys.publicKey), stake: genesis.ownStake ?? OWN_STAKE, name: 'live' },
      ...(genesis.validators ?? []),
    ],
    faucet_enabled: genesis.faucet ?? false,
    fees: genesis.fees ?? steadyFees,
    limits: genesis.limits ?? {},
    upgrade_schedule: { ...newNetworkUpgrades, ...genesis.upgrades },
    ...(genesis.bridge === undefined ? {} : { bridge: bridgeOf(genesis.bridge, toHex(keys.publicKey)) }),
    ...(genesis.maxSupply === undefined ? {} : { max_supply: genesis.maxSupply }),
    ...(genesis.unbondingBlocks === undefined ? {} : { unbonding_blocks: genesis.unbondingBlocks }),
    ...(genesis.maxValidators === undefined ? {} : { max_validators: genesis.maxValidators }),
  };
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
  return keys;
}

const bridgeOf = ({ keys, threshold, attest, btcNetwork, caps }: NonNullable<LiveGenesis['bridge']>, own: string) => ({
  authority: { keys: keys ?? [own], threshold: threshold ?? 1 },
  ...(attest === undefined ? {} : { attest }),
  ...(btcNetwork === undefined ? {} : { btc_network: btcNetwork }),
  ...(caps === undefined ? {} : { caps }),
});

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Kills a node whose test process was itself killed and could run no handler: a shell then reads the end of its input
 *  instead of a line. When the node ends first, that line releases the shell. */
function tieToThisProcess(child: ChildProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) return;
  const shell = spawn('sh', ['-c', 'read -r line || kill -9 "$0"', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  const input = shell.stdin as Socket;
  input.unref();
  input.on('error', () => {});
  child.on('exit', () => input.end('ended\n'));
}

export function flagsOf(options: LiveNodeOptions, dataDir: string): readonly string[] {
  const httpServer = process.env.ROUGED_TEST_HTTP_SERVER;
  return [
    ...['run', '--data-dir', dataDir, '--api-port', String(options.port ?? 0)],
    ...(options.blockTimeMs === undefined ? [] : ['--block-time-ms', String(options.blockTimeMs)]),
    ...(options.local ? ['--local'] : options.mine === false ? [] : ['--mine']),
    ...['--verify-workers', '1', '--log-format', 'json'],
    ...(httpServer === undefined ? [] : ['--http-server', httpServer]),
    ...(options.rateLimits || options.local
      ? []
      : ['read', 'write', 'bridge'].flatMap((name) => [`--rate-limit-${name}-per-minute`, '0'])),
    ...(options.flags ?? []),
  ];
}

/** The environment of the node: what a process needs to run, and what the test sets. */
function environmentOf(options: LiveNodeOptions): NodeJS.ProcessEnv {
  const needed = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot'];
  const kept = Object.fromEntries(needed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  return { ...kept, ...options.environment };
}

/** A started process and what it printed. */
class Program {
  output = '';
  readonly ended: Promise<Exit>;
  readonly #waiting = new Set<() => void>();

  constructor(
    readonly child: ChildProcess,
    readonly words: readonly string[],
  ) {
    running.add(child);
    tieToThisProcess(child);
    const take = (text: string): void => {
      this.output += text;
      this.#changed();
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', take);
    this.ended = new Promise((resolve) => {
      child.on('close', (code, signal) => {
        running.delete(child);
        resolve({ code, signal });
        this.#changed();
      });
    });
  }

  get over(): boolean {
    return !running.has(this.child);
  }

  #changed(): void {
    for (const wake of this.#waiting) wake();
  }

  /** The first match in the output. @throws Error with the output when the process ends or hangs before. */
  async find(pattern: RegExp): Promise<RegExpExecArray> {
    const failed = (what: string): Error => new Error(`${this.words.join(' ')} ${what}:\n${this.output}`);
    let late = false;
    let wake = (): void => {};
    const limit = setTimeout(() => {
      late = true;
      wake();
    }, PRINT_LIMIT_MS);
    const listener = (): void => wake();
    this.#waiting.add(listener);
    try {
      for (;;) {
        const match = pattern.exec(this.output);
        if (match) return match;
        if (this.over) throw failed(`ended before it printed ${pattern}`);
        if (late) throw failed(`did not print ${pattern} within ${PRINT_LIMIT_MS} ms`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      clearTimeout(limit);
      this.#waiting.delete(listener);
    }
  }

  async stop(signal: NodeJS.Signals): Promise<Exit> {
    if (!this.over) this.child.kill(signal);
    return this.ended;
  }
}

const startProgram = (options: LiveNodeOptions, dataDir: string): Program =>
  startWords(flagsOf(options, dataDir), environmentOf(options));

function startWords(words: readonly string[], env: NodeJS.ProcessEnv): Program {
  const program = fileURLToPath(builtFile('ops/cli/main.js'));
  const child = spawn(process.execPath, [program, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Program(child, words);
}

/** Starts a node and waits until it answers.
 *  @throws Error with everything it printed when it ends before that. */
export async function startNode(options: LiveNodeOptions = {}): Promise<LiveNode> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'rouged-live-'));
  const prepared = options.local ? undefined : prepareDataDirectory(dataDir, options.genesis);
  const program = startProgram(options, dataDir);
  try {
    const [, url = '', port = ''] = await program.find(/^ {2}API {8}(http:\/\/[^\s]+:(\d+))$/m);
    const [, chainId = ''] = await program.find(/^ {2}chain id {3}(\S+)$/m);
    // The beginning of the banner may be read before the rest of it: wait for a later line, too.
    await program.find(/^ {2}data {7}.+$/m);
    const keys = prepared ?? prepareDataDirectory(dataDir);
    return {
      url,
      port: Number(port),
      pid: program.child.pid ?? 0,
      dataDir,
      chainId,
      keys,
      publicKey: toHex(keys.publicKey),
      address: addressOfKey(keys.publicKey),
      logs: () => program.output,
      printed: (pattern) => program.find(pattern),
      ended: program.ended,
      stop: (signal = 'SIGTERM') => program.stop(signal),
      remove: async () => {
        await program.stop('SIGKILL');
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await program.stop('SIGKILL');
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

export type LiveProgram = Pick<LiveNode, 'pid' | 'logs' | 'printed' | 'ended' | 'stop'>;

/** Starts the program with these words, and waits for nothing. */
export function startLive(words: readonly string[]): LiveProgram {
  const program = startWords(words, environmentOf({}));
  return {
    pid: program.child.pid ?? 0,
    logs: () => program.output,
    printed: (pattern) => program.find(pattern),
    ended: program.ended,
    stop: (signal = 'SIGTERM') => program.stop(signal),
  };
}

/** Starts a node that is expected to end on its own, at a crash point or with a refusal to start.
 *  @returns how it ended, and what it printed. */
export async function runNodeToItsEnd(
  options: LiveNodeOptions & { readonly dataDir: string },
): Promise<{ readonly exit: Exit; readonly output: string }> {
  if (!options.local) prepareDataDirectory(options.dataDir, options.genesis);
  const program = startProgram(options, options.dataDir);
  const exit = await program.ended;
  return { exit, output: program.output };
}
