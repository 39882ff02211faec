/** `rouged edge`: serves the event stream of a chain from NATS JetStream, until a signal ends it. */

import { Gate } from '../../api/limits/gate.js';
import { ownNamesAt } from '../../api/limits/hostNames.js';
import { chooseServer } from '../../api/server/choose.js';
import type { Log } from '../../engine/base/ports.js';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { type EdgeValues, edgeOptions } from '../config/edgeOptions.js';
import { badOption } from '../config/optionKinds.js';
import { Edge } from '../edge/edge.js';
import { edgeServer } from '../edge/edgeServer.js';
import { edgePage } from '../edge/measures.js';
import { nodeGreeting } from '../edge/nodeGreeting.js';
import { PrivateRelay } from '../edge/privateRelay.js';
import type { StreamPlace } from '../edge/relayStream.js';
import { openLog } from '../log.js';
import { programVersion } from '../version.js';
import { chainOf } from './chainOf.js';
import { credentialsOf } from './publish.js';
import { runRole } from './role.js';
import type { Command } from './subcommand.js';
import { EXIT_OK } from './terminal.js';

const MEBIBYTE = 1024 * 1024;

/** @returns undefined when a signal has ended the wait for a node that is away. */
async function placeOf(
  { nats: url, natsCreds, node, stream, chainId }: EdgeValues,
  stop: AbortController,
  log: Log,
): Promise<StreamPlace | Refusal | undefined> {
  if (url === undefined) return badOption('rouged edge needs the servers of NATS: --nats <url>');
  const credentials = credentialsOf(natsCreds);
  if (isRefusal(credentials)) return credentials;
  const chain = chainId ?? (await chainOf(node, stop, log));
  return chain === undefined || isRefusal(chain) ? chain : { url, credentials, chainId: chain, stream };
}

const gateOf = ({ rateLimitReadPerMinute: reads, trustedProxies: proxies }: EdgeValues): Gate =>
  new Gate({
    ...{ reads, writes: reads, validators: 0, peers: 0 },
    ...{ apiKeys: [], trustedProxies: proxies, publicEdge: false },
  });

async function serve(values: EdgeValues): Promise<number | Refusal> {
  const { log } = openLog({ level: values.logLevel, format: values.logFormat });
  const stop = new AbortController();
  const place = await placeOf(values, stop, log);
  if (place === undefined) return EXIT_OK;
  if (isRefusal(place)) return place;
  const { node, host, port } = values;
  const gate = gateOf(values);
  const privateDoor = new PrivateRelay(node);
  const edge = new Edge({
    ...{ place, privateDoor, log, signal: stop.signal, maxClients: values.wsMaxClients },
    rememberedBytes: values.recentMegabytes * MEBIBYTE,
    sourceOf: (request) => gate.client(request),
    greeting: () => nodeGreeting(node),
  });
  const { maxConnections, maxConnectionsPerAddress, corsOrigins } = values;
  const server = edgeServer({
    ...{ edge, gate, chainId: place.chainId, version: programVersion(), corsOrigins },
    ...{ maxConnections, maxConnectionsPerAddress, maxReaders: values.sseMaxReaders },
    createServer: chooseServer(values.httpServer).create,
    trustedProxies: values.trustedProxies,
    names: ownNamesAt(host),
    report: (error, where) => log.error({ error, where }, 'a request failed'),
  });
  try {
    const at = await server.listen({ host, port });
    log.info({ host, port: at.port, chain: place.chainId }, 'the edge listens');
  } catch (error) {
    return refuse('busy', errorText(error));
  }
  const page = edgePage(() => ({
    ...edge.reading,
    ...{ readers: server.readers, privateClients: privateDoor.clients, heldBytes: server.heldBytes },
  }));
  try {
    return await runRole(values, { stop, log, page, run: () => edge.run() });
  } finally {
    privateDoor.close();
    await server.close();
  }
}

export const edgeCommand: Command<typeof edgeOptions> = {
  name: 'edge',
  table: edgeOptions,
  usage: '--nats <url> [--node <url>]',
  help: 'Serves the event stream of a chain (/api/ws, /api/sse) from a stream of NATS JetStream that `rouged publish --format relay` fills. Keeps nothing; any number of edges may run. Ends cleanly on SIGTERM.',
  options: Object.keys(edgeOptions) as (keyof typeof edgeOptions)[],
  words: 0,
  run: serve,
};
