/** The composition root of a running node: the only place where threads, disk and sockets meet.
 *
 *  It opens the log, the keys, the store, the verification pool, the node and the API in that order, and closes them in
 *  the opposite one. A signal drains and ends with code 0; a second one ends at once. */

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Api, openApi } from '../api/app.js';
import { ownNamesAt } from '../api/limits/hostNames.js';
import { chooseServer } from '../api/server/choose.js';
import { MEMPOOL_PER_SENDER, MEMPOOL_SENDER_SHARE } from '../engine/base/limits.js';
import type { Log, Random, Timers } from '../engine/base/ports.js';
import { isRefusal } from '../engine/base/refusal.js';
import { type Genesis, parseGenesis } from '../engine/chain/genesis.js';
import { type AccountId, addressOfKey, resolveAccount } from '../engine/crypto/address.js';
import type { VerifierPort } from '../engine/intake/verifier.js';
import { Node, type NodeOptions } from '../engine/node.js';
import { protocolOf } from '../engine/protocol/protocolOf.js';
import type { StorePort } from '../engine/store/port.js';
import { createImagePool, type ImagePool } from '../workers/images/imagePool.js';
import { openStore } from '../workers/store/openStore.js';
import { type ClosingFailure, closeAll } from '../workers/threads/closing.js';
import { builtFile } from '../workers/threads/workerFile.js';
import { createVerifierPool } from '../workers/verify/verifierPool.js';
import { banner, demoCommand } from './cli/banner.js';
import { DEFAULT_URL } from './cli/wallet.js';
import { loadOrCreateNodeKeys, type NodeKeys } from './config/nodeKeys.js';
import type { Config } from './config/schema.js';
import { type Control, openControl } from './control.js';
import { openLog } from './log.js';
import { RunningOperations } from './operations.js';
import { systemClock } from './systemClock.js';
import { programVersion } from './version.js';

/** The node cannot start: a sentence for its operator. */
class StartError extends Error {
  override readonly name = 'StartError';
}

const clock = systemClock();

const timers: Timers = {
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

const random: Random = { bytes: (length) => new Uint8Array(randomBytes(length)) };

function readGenesis(config: Config): Genesis {
  const path = config.genesis as string;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartError(`the genesis file ${path} cannot be read: ${(error as Error).message}`);
  }
  const genesis = parseGenesis(text);
  if (isRefusal(genesis)) throw new StartError(`${path}: ${genesis.message}`);
  if (config.chainId !== undefined && config.chainId !== genesis.chainId)
    throw new StartError(
      `--chain-id is ${config.chainId}, but the genesis file ${path} is of chain ${genesis.chainId}`,
    );
  return genesis;
}

/** Accounts that may use the faucet; undefined when everybody may. */
function readWhitelist(keys: readonly string[]): ReadonlySet<AccountId> | undefined {
  if (keys.length === 0) return undefined;
  return new Set(
    keys.map((text) => {
      const resolved = resolveAccount(text);
      if (!resolved)
        throw new StartError(`--faucet-whitelist: ${text.slice(0, 20)}... is neither a key nor an address`);
      return resolved.account;
    }),
  );
}

export function nodeOptions(config: Config, keys: NodeKeys): NodeOptions {
  const genesis = readGenesis(config);
  const protocol = protocolOf(genesis.chainId);
  if (isRefusal(protocol)) throw new StartError(protocol.message);
  const blockTimeMs = config.blockTimeMs ?? genesis.blockTimeMs;
  return {
    rules: { genesis, protocol },
    publicKey: keys.publicKey,
    mine: config.mine,
    times: { blockTimeMs, heartbeatMs: Math.max(config.heartbeatMs, blockTimeMs) },
    mempool: {
      transactions: config.mempoolTransactions,
      bytes: config.mempoolBytes,
      perSender: Math.min(MEMPOOL_PER_SENDER, config.mempoolTransactions),
      senderBytes: Math.floor(config.mempoolBytes / MEMPOOL_SENDER_SHARE),
    },
    faucet: { enabled: config.faucetEnabled, whitelist: readWhitelist(config.faucetWhitelist) },
    nodeName: config.nodeName,
    eventLogBlocks: config.eventLogBlocks,
  };
}

/** Everything that was opened, in the order of opening. */
class Running {
  store: StorePort | undefined;
  verifier: VerifierPort | undefined;
  node: Node | undefined;
  images: ImagePool | undefined;
  operations: RunningOperations | undefined;
  api: Api | undefined;
  control: Control | undefined;

  /** Takes nothing new, finishes what is under way, frees the directory. Every part is closed, whatever happens to the
   *  others. @returns what could not be closed. */
  close(): Promise<readonly ClosingFailure[]> {
    const { operations, api, images, control, node, verifier, store } = this;
    return closeAll([
      { name: 'health', close: () => operations?.health.stop() },
      { name: 'API', close: () => api?.close() },
      { name: 'images', close: () => images?.close() },
      { name: 'control door', close: () => control?.close() },
      { name: 'node', close: () => node?.stop() },
      { name: 'verification pool', close: () => verifier?.close() },
      { name: 'store', close: () => store?.close() },
      { name: 'metrics', close: () => operations?.close() },
    ]);
  }
}

async function open(config: Config, log: Log, running: Running, stop: (reason: string) => void): Promise<string> {
  // Before anything is written: a server that was demanded and has no binary here cannot run at all.
  const server = chooseServer(config.httpServer);
  const keys = loadOrCreateNodeKeys(config.dataDir);
  if (isRefusal(keys)) throw new StartError(keys.message);
  const options = nodeOptions(config, keys);
  running.store = await openStore({
    directory: config.dataDir,
    queries: builtFile('engine/stream/queries.js'),
    onDeath: (error) => stop(error.message),
  });
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
  await pool.start();
  running.node = await Node.open(options, {
    store: running.store,
    verifier: running.verifier,
    clock,
    timers,
    random,
    log,
  });
  const { node, store, verifier } = running;
  running.control = await openControl(config.dataDir, { backup: (directory) => store.backup(directory) }, log);
  const { metrics, metricsPort, metricsHost, dataDir } = config;
  const images = createImagePool({ log });
  running.images = images;
  running.operations = await RunningOperations.start(
    { node, store, verifier, images, clock, dataDir, log },
    { metrics, metricsPort, metricsHost },
  );
  running.api = openApi(node, {
    log,
    corsOrigins: config.dev ? ['*'] : config.corsOrigins,
    wsMaxClients: config.wsMaxClients,
    operations: running.operations.api,
    logos: images,
    createServer: server.create,
    maxConnections: config.maxConnections,
    maxConnectionsPerAddress: config.maxConnectionsPerAddress,
    limits: {
      reads: config.rateLimitReadPerMinute,
      writes: config.rateLimitWritePerMinute,
      validators: config.rateLimitValidator,
      peers: config.rateLimitPeer,
      apiKeys: config.apiKeys,
      trustedProxies: config.trustedProxies,
      publicEdge: config.publicEdge,
    },
    names: ownNamesAt(config.host, config.publicUrl === undefined ? [] : [config.publicUrl]),
    version: programVersion(),
  });
  const at = await running.api.listen({ host: config.host, port: config.apiPort });
  if (server.notice !== undefined) log.warn({ server: server.name }, server.notice);
  const url = `http://${at.host.includes(':') ? `[${at.host}]` : at.host}:${at.port}`;
  return banner({
    url,
    chainId: options.rules.genesis.chainId,
    address: addressOfKey(keys.publicKey),
    dataDir: config.dataDir,
    ...(config.faucetEnabled && config.mine && running.node.productionProblem === undefined
      ? { command: demoCommand('npm run -s rouged --', url, DEFAULT_URL) }
      : {}),
  });
}

/** The output may be a file on a full disk, or a pipe that nobody reads any more: a banner is not worth the node. A write to a
 *  file throws, one to a pipe tells its listeners. */
function print(stream: NodeJS.WriteStream, text: string): void {
  stream.removeAllListeners('error').on('error', () => {});
  try {
    stream.write(text);
  } catch {
    // The log and the exit code say the same.
  }
}

/** Runs a node until a signal or a fatal fault. Sets the exit code: 0 after a signal, 1 after a fault. */
export async function run(config: Config): Promise<void> {
  const log = openLog({ level: config.logLevel, format: config.logFormat });
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
    print(process.stdout, await open(config, log, running, stop));
    const fault = await stopped;
    if (fault !== '') {
      log.error({ reason: fault }, 'the node has to stop');
      process.exitCode = 1;
    }
  } catch (error) {
    print(process.stderr, `rouged: ${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof Error && !('code' in error) && error.name === 'Error') log.debug({ error }, 'start failed');
    process.exitCode = 1;
  } finally {
    for (const { name, error } of await running.close()) {
      log.error({ error, part: name }, `the ${name} could not be closed`);
      process.exitCode = 1;
    }
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
