/** A restart at a port to which clients still hold connections, with either server: it does not have to wait until the
 *  system has forgotten them. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { chooseServer } from '../../api/server/choose.js';
import { type LiveNode, type LiveNodeOptions, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';

const servers = chooseServer('auto').name === 'uws' ? ['uws', 'node'] : ['node'];
const signals = ['SIGTERM', 'SIGKILL'] as const;
const CLIENTS = 5;

/** Requests that are kept alive, WebSockets, and connections that never close their side. */
async function holdConnections({ port, url }: LiveNode): Promise<void> {
  const hold = (allowHalfOpen: boolean): Socket => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen }).on('error', () => {});
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  for (let index = 0; index < CLIENTS; index++) {
    for (const socket of [hold(false), hold(true)]) {
      socket.write('GET /api/health HTTP/1.1\r\nHost: h\r\n\r\n');
      await once(socket, 'data');
    }
    const listener = new WebSocket(`${url.replace('http', 'ws')}/api/ws`).on('error', () => {});
    onTestFinished(() => listener.terminate());
    await once(listener, 'open');
  }
}

const random = new SeededRandom(testSeed());

/** Each server with one of the signals. */
const restarts = servers.flatMap((server) => random.cases(signals, 1).map((signal) => [server, signal] as const));

test.each(restarts)('the server %s restarts at its port after %s', async (server, signal) => {
  const flags = ['--http-server', server, '--heartbeat-ms', '3600000'];
  const run = async (options: LiveNodeOptions): Promise<LiveNode> => {
    const node = await startNode({ flags, ...options });
    onTestFinished(node.remove);
    await holdConnections(node);
    return node;
  };
  // The program chooses the first port; then the same port is requested twice.
  const { port, dataDir, stop } = await run({});
  await stop(signal);
  const second = await run({ port, dataDir });
  await second.stop(signal);
  const third = await run({ port, dataDir });
  expect([second.port, third.port]).toEqual([port, port]);
  expect(await third.stop()).toEqual({ code: 0, signal: null });
});
