/** The API of a real node again, served by node:http: the client, HTTP and WebSocket tests of the default
 *  server must pass with the other one. On a Node version without the native server both runs use the same one. */

import { beforeAll, describe, expect } from 'vitest';
import { startNode } from '../support/liveNode.js';

process.env.ROUGED_TEST_HTTP_SERVER = 'node';

beforeAll(async () => {
  const node = await startNode();
  try {
    expect((await fetch(`${node.url}/api/health`)).headers.get('keep-alive')).toBe('timeout=10');
  } finally {
    await node.remove();
  }
});

describe('http', async () => {
  await import('./http.test.js');
});

describe('sdk', async () => {
  await import('./sdk.test.js');
});

describe('ws', async () => {
  await import('./ws.test.js');
});

describe('wsProtobuf', async () => {
  await import('./wsProtobuf.test.js');
});

describe('wsProtobufReplay', async () => {
  await import('./wsProtobufReplay.test.js');
});

describe('wsReplay', async () => {
  await import('./wsReplay.test.js');
});

describe('wsClients', async () => {
  await import('./wsClients.test.js');
});
