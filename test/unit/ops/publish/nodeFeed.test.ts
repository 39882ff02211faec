/** The feed of a publisher against a node that says nothing. */

import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { NodeFeed } from '../../../../ops/publish/nodeFeed.js';

test('a feed whose signal has ended before it began gives nothing and keeps no socket', async () => {
  const silent = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as AddressInfo;
  const feed = new NodeFeed(`http://127.0.0.1:${port}`, 'silent-1', 'json', 1, AbortSignal.abort());
  expect(await feed.next()).toBe(undefined);
  await new Promise((resolve) => silent.close(resolve));
});
