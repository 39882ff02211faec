/** The program's commands: finds the one that the words name, prints its help, returns its exit code.
 *
 *  In: the words of the command line and a terminal. Out: the exit code: 0 done, 1 failed, 2 when
 *  the words or the configuration are wrong. `run` returns when the node has stopped. */

import { existsSync } from 'node:fs';
import { listenProblem } from '../../api/server/listenError.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { protocolOf } from '../../engine/protocol/protocolOf.js';
import { isClaimed } from '../../workers/store/directoryClaim.js';
import { genesisPathIn } from '../config/genesisFile.js';
import { optionHelp } from '../config/help.js';
import { loadConfig } from '../config/load.js';
import { didYouMean } from '../config/nearest.js';
import { badOption, quoted } from '../config/optionKinds.js';
import { type Config, optionTable } from '../config/schema.js';
import { findControl } from '../controlFile.js';
import { programVersion } from '../version.js';
import { bridgeCommand } from './bridge/bridge.js';
import { chainCommands } from './chain/commands.js';
import { contractCommand } from './contract/command.js';
import { devnetCommand } from './devnet.js';
import { genesisCommand } from './genesis.js';
import { keysCommand } from './keys.js';
import { localCommand } from './local.js';
import { ensureLocalNetwork } from './localNetwork.js';
import { regenCommand } from './regen/command.js';
import { relayerCommand } from './relayer.js';
import { snapshotCommand } from './snapshot.js';
import { commandHelp, runCommand, runSubcommand, subcommandHelp } from './subcommand.js';
import { EXIT_OK, stop, type Terminal } from './terminal.js';
import { walletCommand } from './wallet.js';

const COMMANDS: Readonly<Record<string, string>> = {
  run: 'Run a node (the default). `rouged run --local` is a network of its own.',
  keys: "Make and show a node's key file.",
  genesis: 'Make and check genesis files.',
  devnet: 'Run a network of several nodes on this machine.',
  local: 'Accounts, blocks, time and snapshots of a local network.',
  snapshot: 'Make, check and restore snapshots of the state.',
  wallet: 'Make a wallet, ask the faucet, send transfers, mail and messages.',
  contract: 'Write, test and deploy contracts.',
  regen: 'Recount a community vote.',
  bridge: "Check deposits on foreign chains, and settle the bridge's withdrawals.",
  relayer: 'Claim deposits on foreign chains as they come.',
  publish: 'Carry the event log of a node into NATS JetStream.',
  edge: 'Serve the event stream of a chain from NATS JetStream.',
  index: 'Keep the history of a chain in PostgreSQL.',
  ...Object.fromEntries(Object.entries(chainCommands).map(([name, { summary }]) => [name, summary])),
  help: 'Print this page, or that of a command.',
  version: 'Print the version.',
};

/** The page of `rouged --help`. */
function programHelp(): string {
  const commands = Object.entries(COMMANDS).map(([name, help]) => `  ${name.padEnd(10)}${help}`);
  return [
    'rouged [command] [options]',
    '',
    'Commands:',
    ...commands,
    '',
    'Options of run. A flag goes before its environment variable, that before the config file, that before',
    'the default. A yes-or-no option is set by --name, --name=false or --no-name.',
    '',
    optionHelp(optionTable),
    '',
  ].join('\n');
}

const chainCommandOf = (word: string | undefined) =>
  word !== undefined && Object.hasOwn(chainCommands, word) ? chainCommands[word] : undefined;

async function helpPage(command: string | undefined): Promise<string | Refusal> {
  const chainCommand = chainCommandOf(command);
  if (chainCommand) return chainCommand.help;
  switch (command) {
    case 'devnet':
      return commandHelp(devnetCommand);
    case 'keys':
      return subcommandHelp(keysCommand);
    case 'genesis':
      return subcommandHelp(genesisCommand);
    case 'local':
      return subcommandHelp(localCommand);
    case 'snapshot':
      return subcommandHelp(snapshotCommand);
    case 'wallet':
      return subcommandHelp(walletCommand);
    case 'contract':
      return subcommandHelp(contractCommand);
    case 'regen':
      return subcommandHelp(regenCommand);
    case 'bridge':
      return subcommandHelp(bridgeCommand);
    case 'relayer':
      return commandHelp(relayerCommand);
    case 'publish':
      return commandHelp((await import('./publish.js')).publishCommand);
    case 'edge':
      return commandHelp((await import('./edge.js')).edgeCommand);
    case 'index':
      return commandHelp((await import('./indexCommand.js')).indexCommand);
    case undefined:
    case 'run':
    case 'help':
    case 'version':
      return programHelp();
    default:
      return unknownCommand(command);
  }
}

const unknownCommand = (word: string): Refusal =>
  badOption(`unknown command ${quoted(word)}${didYouMean(word, Object.keys(COMMANDS))}`);

/** Checks the network and fills in its genesis file: that of the local network, or genesis.json of the data directory. */
export function withGenesis(config: Config, now: number): Config | Refusal {
  const protocol = config.chainId === undefined ? undefined : protocolOf(config.chainId);
  if (isRefusal(protocol)) return protocol;
  if (config.local) {
    const network = ensureLocalNetwork(config, now);
    return isRefusal(network) ? network : { ...config, genesis: network.genesisPath };
  }
  if (config.genesis !== undefined) return config;
  const genesis = genesisPathIn(config.dataDir);
  if (existsSync(genesis)) return { ...config, genesis };
  return badOption(
    `a node needs the genesis file of its network: --genesis <file>, or ${genesis}; --local makes a network of its own`,
  );
}

/** Checked before keys and genesis are made, so that a start that cannot serve leaves no files behind. */
async function portProblem({ host, apiPort: port, dataDir }: Config): Promise<Refusal | undefined> {
  const problem = port === 0 ? undefined : await listenProblem({ host, port });
  if (!problem) return undefined;
  if (!problem.isInUse) return refuse('busy', problem.message);
  const isOwn = findControl(dataDir)?.api.endsWith(`:${port}`) === true && (await isClaimed(dataDir));
  const holder = isOwn ? `the node that runs on ${dataDir}` : 'another program';
  return refuse(
    'busy',
    `cannot listen on ${host}:${port}: the port is in use by ${holder}; stop it, or choose another --api-port`,
  );
}

async function runNode(words: readonly string[], terminal: Terminal): Promise<number> {
  if (words.some((word) => word === '--help' || word === '-h')) {
    terminal.out(programHelp());
    return EXIT_OK;
  }
  const loaded = loadConfig(words, terminal.environment);
  if (isRefusal(loaded)) return stop(terminal, loaded);
  for (const notice of loaded.notices) terminal.err(`rouged: ${notice}\n`);
  const taken = await portProblem(loaded.config);
  if (taken) return stop(terminal, taken);
  const config = withGenesis(loaded.config, Date.now());
  if (isRefusal(config)) return stop(terminal, config);
  const { run } = await import('../run.js');
  const limits = ['rate-limit-read-per-minute', 'rate-limit-write-per-minute'];
  await run(
    config,
    limits.some((name) => loaded.origins.get(name) !== 'default'),
  );
  return Number(process.exitCode ?? EXIT_OK);
}

/** Runs the program. @param words the command line without interpreter and script. */
export async function program(words: readonly string[], terminal: Terminal): Promise<number> {
  const [word, ...rest] = words;
  const chainCommand = chainCommandOf(word);
  if (chainCommand) return chainCommand.run(rest, terminal);
  switch (word) {
    case 'devnet':
      return runCommand(devnetCommand, rest, terminal);
    case 'keys':
      return runSubcommand(keysCommand, rest, terminal);
    case 'genesis':
      return runSubcommand(genesisCommand, rest, terminal);
    case 'local':
      return runSubcommand(localCommand, rest, terminal);
    case 'snapshot':
      return runSubcommand(snapshotCommand, rest, terminal);
    case 'wallet':
      return runSubcommand(walletCommand, rest, terminal);
    case 'contract':
      return runSubcommand(contractCommand, rest, terminal);
    case 'regen':
      return runSubcommand(regenCommand, rest, terminal);
    case 'bridge':
      return runSubcommand(bridgeCommand, rest, terminal);
    case 'relayer':
      return runCommand(relayerCommand, rest, terminal);
    case 'publish':
      // The client of NATS is loaded for this command alone.
      return runCommand((await import('./publish.js')).publishCommand, rest, terminal);
    case 'edge':
      return runCommand((await import('./edge.js')).edgeCommand, rest, terminal);
    case 'index':
      // The client of PostgreSQL is loaded for this command alone.
      return (await import('./indexCommand.js')).runIndex(rest, terminal);
    case 'version':
    case '--version':
    case '-v':
      terminal.out(`rouged ${programVersion()}\n`);
      return EXIT_OK;
    case 'help': {
      const page = await helpPage(rest[0]);
      if (isRefusal(page)) return stop(terminal, page);
      terminal.out(page);
      return EXIT_OK;
    }
    case 'run':
      return runNode(rest, terminal);
    default:
      return word === undefined || word.startsWith('-')
        ? runNode(words, terminal)
        : stop(terminal, unknownCommand(word));
  }
}
