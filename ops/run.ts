/** The composition root of a running node: the only place where threads, disk and sockets meet.
 *
 *  It opens the log, the keys, the verification pool, the store, the node, the API and the control door in that order, and closes
 *  them in reverse order. A signal drains and ends with code 0; a second one ends at once. A revert of a local network to a
 *  snapshot closes and reopens store, node and API, and keeps the rest. */

import { randomBytes } from 'node:crypto';
import { openApi } from '../api/app.js';
import { ownNamesAt } from '../api/limits/hostNames.js';
import { chooseServer } from '../api/server/choose.js';
import type { ListenAddress } from '../api/server/port.js';
import type { Clock, Random, Timers } from '../engine/base/ports.js';
import { errorText, refuse } from '../engine/base/refusal.js';
import { addressOfKey } from '../engine/crypto/address.js';
import type { VerifierPort } from '../engine/intake/verifier.js';
import { Node } from '../engine/node.js';
import { momentOf } from '../engine/services/stateDirectory.js';
import { type BackupProgress, StoreError, type StorePort } from '../engine/store/port.js';
import { calledChain } from '../workers/contracts/calledChain.js';
import { type ContractThreads, openContracts } from '../workers/contracts/openContracts.js';
import { ContractWarmUp } from '../workers/contracts/warmUp.js';
import { createImagePool, type ImagePool } from '../workers/images/imagePool.js';
import { openStateFile } from '../workers/state/openStateFile.js';
import { removeUnfinished } from '../workers/state/stateFile.js';
import { openStore } from '../workers/store/openStore.js';
import { bundledFile } from '../workers/threads/workerFile.js';
import { createVerifierPool } from '../workers/verify/verifierPool.js';
import { RunningBridge } from './bridge/openBridge.js';
import { banner, demoCommand, keepsLine, type LocalFacts } from './cli/banner.js';
import { PROGRAM, shellWord } from './cli/terminal.js';
import { DEFAULT_URL } from './cli/walletAccess.js';
import { type Config, optionTable, readTrustedBlock } from './config/schema.js';
import { openControl } from './control.js';
import { whereInUse } from './controlFile.js';
import type { HistoryReader } from './index/historyReader.js';
import { leaveState } from './leaveState.js';
import { DeveloperNetwork } from './local/developerNetwork.js';
import { MovedClock } from './local/movedClock.js';
import { finishRevert } from './local/revert.js';
import { LocalTools } from './local/tools.js';
import { openLog } from './log.js';
import { RunningOperations } from './operations.js';
import { openNet } from './peers.js';
import { openPush } from './push/openPush.js';
import { notificationsOf, servicesRegistry } from './push/servicesRegistry.js';
import { Running } from './runningParts.js';
import { RunningServices } from './services.js';
import { nodeOptions, type RunOptions, readSetting, type Setting } from './setting.js';
import { DiskIntake, discardIntake, finishIntake } from './snapshots/intake.js';
import { SnapshotKeeper } from './snapshots/keeper.js';
import { DiskShelf } from './snapshots/shelf.js';
import { systemClock } from './systemClock.js';
import { programVersion } from './version.js';

const machineClock = systemClock();

const timers: Timers = {
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

const random: Random = { bytes: (length) => new Uint8Array(randomBytes(length)) };

/** The parts that serve one chain; a revert of a local network rebuilds all of them. */
interface Chain {
  readonly store: StorePort;
  readonly node: Node;
  readonly clock: Clock;
  readonly snapshots: SnapshotKeeper;
}

async function openPools({ config, log, keys }: Setting, options: RunOptions, running: Running): Promise<VerifierPort> {
  const pool = createVerifierPool({
    threads: config.verifyWorkers,
    chainId: options.rules.genesis.chainId,
    protocol: options.rules.protocol.name,
    backend: config.signatureBackend,
    cacheBytes: config.verifyCacheBytes,
    requireChainId: config.requireSignedChainId,
    secretKey: keys.secretKey,
    log,
  });
  running.verifier = pool;
  running.images = createImagePool({ log });
  const { genesis } = options.rules;
  running.contracts = openContracts({ genesis, signatureBackend: config.signatureBackend, log });
  await pool.start();
  return pool;
}

function keepSnapshots(
  { config, log }: Setting,
  options: RunOptions,
  store: StorePort,
  { chain }: Node,
): SnapshotKeeper {
  const { dataDir, snapshotEvery: every, snapshotsKept: kept } = config;
  const { leafPrefix } = options.rules.protocol.stateTree;
  const keeper = new SnapshotKeeper({ dataDir, store, leafPrefix, every, kept, log });
  chain.onTip = (tip) => keeper.moved(tip);
  return keeper;
}

/** PostgreSQL's client is loaded where it is used. */
async function openHistory({ config, log }: Setting, node: Node): Promise<HistoryReader | undefined> {
  const { indexPostgres: url } = config;
  if (url === undefined) return undefined;
  const { HistoryReader } = await import('./index/historyReader.js');
  const { genesis, protocol } = node.options.rules;
  const network = { chainId: genesis.chainId, genesisHash: protocol.genesisBlock(genesis).hash };
  return new HistoryReader({ url, network, log });
}

async function openChain(setting: Setting, options: RunOptions, running: Running): Promise<Chain> {
  const { config, log, developer, stop } = setting;
  const stateFile = openStateFile(config.dataDir, log);
  running.stateFile = stateFile;
  const store = await openStore({
    directory: config.dataDir,
    queries: bundledFile('engine/stream/queries.js'),
    onDeath: (error) => stop(error.message),
  });
  running.store = store;
  await removeUnfinished(config.dataDir).catch((error: unknown) =>
    log.warn({ error }, 'an unfinished file of the state stays'),
  );
  // Only after the store has locked the directory, so that no other process moves this clock.
  const clock = developer instanceof DeveloperNetwork ? new MovedClock(machineClock, developer) : machineClock;
  const verifier = running.verifier ?? (await openPools(setting, options, running));
  const { net, ports } = openNet(config, options.peers, log);
  running.net = net;
  const { rules } = options;
  const { dataDir, snapshotSync, trustedBlock } = config;
  const trusted = readTrustedBlock(trustedBlock);
  const onReady = (): void => setting.onSnapshot();
  const intake = snapshotSync ? new DiskIntake({ dataDir, rules, trusted, onReady }) : undefined;
  running.intake = intake;
  const shelf = new DiskShelf(dataDir, rules, log);
  running.bridge = await RunningBridge.open(config, rules.genesis, { log, now: () => clock.now() });
  const way = { net: ports, snapshots: { shelf, intake }, bridge: running.bridge?.ports };
  const contracts = running.contracts as ContractThreads;
  const compiled = (codeHash: string): Promise<void> => contracts.machine.compiled(codeHash);
  const withContracts = { ...options, rules: { ...rules, contracts: contracts.machine } };
  running.node = await Node.open(withContracts, {
    ...{ store, verifier, clock, timers, random, log, stateFile, compiled, previews: contracts.calls },
    ...way,
  });
  contracts.calls.serve(calledChain(running.node));
  running.services = new RunningServices({ ...setting, chainId: rules.genesis.chainId, timers }, running.node);
  const { services } = running.services;
  const { node } = running;
  const registry = servicesRegistry(services, () => momentOf(node));
  running.push = openPush(config, node, { registry, clock, timers, random, log });
  services.follow((events) => running.push?.notify(notificationsOf(events)));
  // Whatever it has read and nobody uses.
  if (running.node.isChecked) await stateFile?.close();
  if (running.node.chain.tip.height > 0) discardIntake(dataDir);
  const snapshots = keepSnapshots(setting, options, store, running.node);
  running.snapshots = snapshots;
  return { store, node: running.node, clock, snapshots };
}

/** @param port of the API. */
async function openDoors(setting: Setting, chain: Chain, running: Running, port: number): Promise<ListenAddress> {
  const { config, log, status, developer } = setting;
  const { node, store, clock } = chain;
  const { metrics, metricsPort, metricsHost, dataDir } = config;
  const verifier = running.verifier as VerifierPort;
  const images = running.images as ImagePool;
  const contracts = running.contracts as ContractThreads;
  const { services } = running.services as RunningServices;
  const { bridge } = running;
  const readBridge = bridge && (() => bridge.reading(node));
  running.operations = await RunningOperations.start(
    {
      node,
      store,
      verifier,
      images,
      contracts,
      services,
      push: running.push,
      bridge: readBridge,
      clock,
      dataDir,
      log,
      status,
    },
    { metrics, metricsPort, metricsHost },
  );
  running.history = await openHistory(setting, node);
  running.api = openApi(node, {
    log,
    corsOrigins: config.dev ? ['*'] : config.corsOrigins,
    wsMaxClients: config.wsMaxClients,
    operations: running.operations.api,
    logos: images,
    history: running.history,
    services,
    peers: running.net?.route,
    createServer: chooseServer(config.httpServer).create,
    maxConnections: config.maxConnections,
    maxConnectionsPerAddress: config.maxConnectionsPerAddress,
    bridgeRequests: config.rateLimitBridgePerMinute,
    limits: {
      reads: config.rateLimitReadPerMinute,
      writes: config.rateLimitWritePerMinute,
      validators: config.rateLimitValidator,
      peers: config.rateLimitPeer,
      apiKeys: config.apiKeys,
      trustedProxies: config.trustedProxies,
      publicEdge: config.publicEdge,
      freeHere: developer instanceof DeveloperNetwork && !config.publicEdge && !setting.limitsAreSet,
    },
    names: ownNamesAt(config.host, config.publicUrl === undefined ? [] : [config.publicUrl]),
    version: programVersion(),
  });
  const at = await running.api.listen({ host: config.host, port });
  beginNode(setting, node, running);
  running.bridge?.begin(node, { timers, clock, log });
  return at;
}

/** Begins after the first answers can be given: until the state is checked, the node only reads. */
function beginNode({ log, stop }: Setting, node: Node, running: Running): void {
  const { machine } = running.contracts as ContractThreads;
  const newest = (offset: number, limit: number): readonly string[] => node.indexes.contracts.newest(offset, limit);
  const warmUp = new ContractWarmUp(machine, { state: node.state, newest }, log);
  running.warmUp = warmUp;
  void node.begin().then(
    () => warmUp.run(),
    (error: unknown) => {
      // The check of a chain that is being closed ends with an error too.
      if (running.node === node) stop(errorText(error));
    },
  );
}

const urlOf = ({ host, port }: ListenAddress): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The tools of a developer's network, over the running parts, which a revert replaces. */
function localTools(setting: Setting, network: DeveloperNetwork, first: Chain, at: ListenAddress, running: Running) {
  let chain = first;
  const takeBack = async (): Promise<void> => {
    const startsPaused = chain.node.paused;
    for (const { name, error } of await running.closeChain())
      throw new Error(`the ${name} could not be closed: ${error instanceof Error ? error.message : error}`);
    await finishRevert(network);
    chain = await openChain(setting, { ...nodeOptions(setting), startsPaused }, running);
    await openDoors(setting, chain, running, at.port);
    setting.log.info({ height: chain.node.chain.tip.height }, 'the chain is taken back to a snapshot');
  };
  return new LocalTools(network, {
    parts: () => ({
      ...chain,
      clock: chain.clock as MovedClock,
      services: (running.services as RunningServices).services,
    }),
    takeBack: () => {
      running.takingBack = takeBack();
      return running.takingBack.catch((error: unknown) => {
        setting.stop(`the chain could not be taken back to the snapshot; the next start finishes it: ${error}`);
        throw error;
      });
    },
  });
}

/** Closes the chain that has only its genesis block, and goes on with the one that was restored out of a snapshot. */
async function beginWithSnapshot(setting: Setting, options: RunOptions, running: Running, port: number): Promise<void> {
  try {
    for (const { name, error } of await running.closeChain())
      throw new Error(`the ${name} could not be closed: ${errorText(error)}`);
    await finishIntake(setting.config.dataDir);
    const chain = await openChain(setting, options, running);
    await openDoors(setting, chain, running, port);
    const { height, hash } = chain.node.chain.tip;
    setting.log.info({ height, hash, trust: chain.node.chain.snapshotTrust }, 'the chain goes on from a snapshot');
  } catch (error) {
    setting.stop(`the chain could not go on from the snapshot; the next start finishes it: ${errorText(error)}`);
  }
}

function localFacts({ config, developer }: Setting): LocalFacts | undefined {
  if (!config.local) return undefined;
  const place = config.dataDir === optionTable['data-dir'].fallback() ? '' : ` --data-dir ${shellWord(config.dataDir)}`;
  return typeof developer === 'string'
    ? { accounts: [], withoutAccounts: developer, program: PROGRAM, place }
    : { accounts: developer.accounts, program: PROGRAM, place };
}

/** A copy of the chain with what services and bridge hold beside it. */
async function* backup(running: Running, store: StorePort, directory: string): AsyncGenerator<BackupProgress> {
  yield* running.services?.backup(store, directory) ?? store.backup(directory);
  await running.bridge?.backup(directory);
}

async function open(setting: Setting, running: Running): Promise<string> {
  const { config, log, keys, developer } = setting;
  // Before anything is written: if the configured server has no binary here, the node cannot run at all.
  const server = chooseServer(config.httpServer);
  const options = nodeOptions(setting);
  if (developer instanceof DeveloperNetwork) await finishRevert(developer);
  await finishIntake(config.dataDir);
  const ready = new Promise<void>((resolve) => {
    setting.onSnapshot = resolve;
  });
  const chain = await openChain(setting, options, running);
  const at = await openDoors(setting, chain, running, config.apiPort);
  void ready.then(() => {
    running.takingBack = beginWithSnapshot(setting, options, running, at.port);
  });
  const url = urlOf(at);
  const tools = developer instanceof DeveloperNetwork ? localTools(setting, developer, chain, at, running) : undefined;
  running.tools = tools;
  running.control = await openControl(
    { dataDir: config.dataDir, api: url },
    {
      backup: (directory) => backup(running, running.store ?? chain.store, directory),
      snapshot: () => (running.snapshots ?? chain.snapshots).make(),
      local: async (order, isGone) =>
        tools?.take(order, isGone) ?? refuse('not_authorized', `this is not the network of a developer: ${developer}`),
    },
    log,
  );
  if (server.notice) log[server.notice.level]({ server: server.name }, server.notice.sentence);
  const local = localFacts(setting);
  return banner({
    version: programVersion(),
    url,
    chainId: options.rules.genesis.chainId,
    address: addressOfKey(keys.publicKey),
    dataDir: config.dataDir,
    keeps: keepsLine(chain.node.chain),
    ...(config.faucetEnabled && config.mine && chain.node.role.productionProblem === undefined
      ? { command: demoCommand(PROGRAM, url, DEFAULT_URL) }
      : {}),
    ...(local && { local }),
  });
}

/** The sentence of a failed start; for a directory in use it also says where the node is that uses it. */
function startFailure(error: unknown, { dataDir }: Config): string {
  const message = error instanceof Error ? error.message : String(error);
  const isInUse = error instanceof StoreError && error.code === 'STORE_IN_USE';
  return isInUse ? `${message}${whereInUse(dataDir)}; stop it, or choose another --data-dir and --api-port` : message;
}

/** The output may be a file on a full disk, or a pipe without a reader: a banner must not end the node. A failed write to a
 *  file throws, one to a pipe emits an error event. */
function print(stream: NodeJS.WriteStream, text: string): void {
  stream.removeAllListeners('error').on('error', () => {});
  try {
    stream.write(text);
  } catch {
    // The log and the exit code say the same.
  }
}

/** Runs a node until a signal or a fatal fault. Sets the exit code: 0 after a signal, 1 after a fault.
 *  @param limitsAreSet whether the operator has set limits on requests: then they also apply on a local network. */
export async function run(config: Config, limitsAreSet: boolean): Promise<void> {
  const { log, status } = openLog({ level: config.logLevel, format: config.logFormat });
  const running = new Running();
  let stop: (reason: string) => void = () => {};
  const stopped = new Promise<string>((resolve) => {
    stop = resolve;
  });
  let signals = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (++signals > 1) process.exit(130);
    log.info({ signal }, 'stopping; a second signal stops at once');
    stop('');
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    print(process.stdout, await open(readSetting(config, limitsAreSet, { log, status }, stop), running));
    const fault = await stopped;
    if (fault !== '') {
      log.error({ reason: fault }, 'the node has to stop');
      process.exitCode = 1;
    }
  } catch (error) {
    print(process.stderr, `rouged: ${startFailure(error, config)}\n`);
    if (error instanceof Error && !('code' in error) && error.name === 'Error') log.debug({ error }, 'start failed');
    process.exitCode = 1;
  } finally {
    const leave = (node: Node): Promise<void> => leaveState(node, config.dataDir, config.stateFileRecords, log);
    for (const { name, error } of await running.close(leave)) {
      log.error({ error, part: name }, `the ${name} could not be closed`);
      process.exitCode = 1;
    }
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
