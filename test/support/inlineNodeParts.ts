/** The parts of the node that inlineNode.ts starts: the program's API over a node whose store is in memory and whose signatures
 *  are checked in the same thread. Flags are read by the program's own reader, so that defaults are the program's. */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApi } from '../../api/app.js';
import { ownNamesAt } from '../../api/limits/hostNames.js';
import { chooseServer } from '../../api/server/choose.js';
import { toHex } from '../../engine/base/bytes.js';
import type { Random } from '../../engine/base/ports.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import { Node } from '../../engine/node.js';
import { createQueries } from '../../engine/stream/queries.js';
import { RunningBridge } from '../../ops/bridge/openBridge.js';
import { withGenesis } from '../../ops/cli/program.js';
import { loadConfig } from '../../ops/config/load.js';
import type { Config } from '../../ops/config/schema.js';
import { RunningOperations } from '../../ops/operations.js';
import { RunningServices } from '../../ops/services.js';
import { nodeOptions, readGenesis } from '../../ops/setting.js';
import { systemClock } from '../../ops/systemClock.js';
import { programVersion } from '../../ops/version.js';
import { calledChain } from '../../workers/contracts/calledChain.js';
import { openContracts } from '../../workers/contracts/openContracts.js';
import { createImagePool } from '../../workers/images/imagePool.js';
import { closeAll } from '../../workers/threads/closing.js';
import { openKernelBackend } from '../../workers/verify/kernelBackend.js';
import { LogBook, realTimers } from './engineNode.js';
import type { InlineNode, InlineNodeOptions } from './inlineNode.js';
import { InlineVerifier } from './inlineVerifier.js';
import { flagsOf, prepareDataDirectory } from './liveNode.js';
import { openMemoryStore } from './memoryStore.js';

/** Memory for expanded keys: room for some hundred senders. */
const CACHE_BYTES = 16 * 1024 * 1024;

const random: Random = { bytes: (length) => new Uint8Array(randomBytes(length)) };

function configOf(options: InlineNodeOptions, dataDir: string): Config {
  const [, ...words] = flagsOf(options, dataDir);
  const loaded = loadConfig(words, options.variables ?? {});
  if (isRefusal(loaded)) throw new Error(loaded.message);
  const config = withGenesis(loaded.config, Date.now());
  if (isRefusal(config)) throw new Error(config.message);
  return config;
}

export async function openInlineNode(options: InlineNodeOptions): Promise<InlineNode> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rouged-inline-'));
  const keys = prepareDataDirectory(dataDir, options.genesis);
  const config = configOf(options, dataDir);
  const settings = nodeOptions({
    config,
    keys: { ...keys, created: true },
    genesis: readGenesis(config),
    developer: 'a node of tests',
  });
  const { genesis, protocol } = settings.rules;
  const log = new LogBook();
  const clock = options.clock ?? systemClock();
  const store = await openMemoryStore({ queries: createQueries() });
  const verifier = new InlineVerifier({
    chainId: genesis.chainId,
    protocol,
    backend: openKernelBackend(CACHE_BYTES),
    requireChainId: config.requireSignedChainId,
    secretKey: keys.secretKey,
    randomness: () => random.bytes(32),
    log,
  });
  const contracts = openContracts({ genesis, signatureBackend: config.signatureBackend, log });
  const bridge = await RunningBridge.open(config, genesis, { log, now: () => clock.now() });
  const node = await Node.open(
    { ...settings, rules: { ...settings.rules, contracts: contracts.machine } },
    {
      ...{ store, verifier, clock, timers: realTimers, random, log, bridge: bridge?.ports },
      compiled: (codeHash) => contracts.machine.compiled(codeHash),
      previews: contracts.calls,
    },
  );
  contracts.calls.serve(calledChain(node));
  const images = createImagePool({ log });
  const running = new RunningServices({ config, chainId: genesis.chainId, keys, timers: realTimers, log }, node);
  const { metrics, metricsPort, metricsHost } = config;
  const operations = await RunningOperations.start(
    {
      ...{ node, store, verifier, images, contracts, services: running.services, clock, dataDir, log },
      bridge: bridge && (() => bridge.reading(node)),
    },
    { metrics, metricsPort, metricsHost },
  );
  const api = openApi(node, {
    log,
    corsOrigins: config.dev ? ['*'] : config.corsOrigins,
    wsMaxClients: config.wsMaxClients,
    operations: operations.api,
    logos: images,
    services: running.services,
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
    },
    names: ownNamesAt(config.host, config.publicUrl === undefined ? [] : [config.publicUrl]),
    version: programVersion(),
    peers: options.peers,
  });
  bridge?.begin(node, { timers: realTimers, clock, log, roundMs: 100, addressMs: 1 });
  const { port } = await api.listen({ host: config.host, port: config.apiPort });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    chainId: genesis.chainId,
    keys,
    publicKey: toHex(keys.publicKey),
    address: addressOfKey(keys.publicKey),
    remove: async () => {
      const failures = await closeAll([
        { name: 'health', close: () => operations.health.stop() },
        { name: 'API', close: () => api.close() },
        { name: 'services', close: () => running.close() },
        { name: 'images', close: () => images.close() },
        { name: 'node', close: () => node.stop() },
        { name: 'bridge', close: () => bridge?.close() },
        { name: 'contracts', close: () => contracts.close() },
        { name: 'verifier', close: () => verifier.close() },
        { name: 'store', close: () => store.close() },
        { name: 'metrics', close: () => operations.close() },
      ]);
      rmSync(dataDir, { recursive: true, force: true });
      for (const { name, error } of failures) throw new Error(`the ${name} could not be closed`, { cause: error });
    },
  };
}
