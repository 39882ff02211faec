/** A node behind a reverse proxy with TLS: another one reaches it at its https URL, and dials nobody whose certificate it does not
 *  trust. */

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getJson } from '../crash/crashedChain.js';
import { post } from '../crash/nodeLoad.js';
import { ChainWatch } from '../support/chainWatch.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { LOCAL_TLS_CERTIFICATE, LOCAL_TLS_KEY } from '../support/localTls.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('tls peers: alice');

let directory: string;
let leader: LiveNode;
let proxy: Server;
/** Connections whose TLS handshake has ended well. */
let secured = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rouged-tls-'));
  writeFileSync(join(directory, 'trusted.pem'), LOCAL_TLS_CERTIFICATE);
  leader = await startNode({ genesis: { allocations: [{ address: alice.address, amount: '1000' }] } });
  proxy = createServer({ key: LOCAL_TLS_KEY, cert: LOCAL_TLS_CERTIFICATE }, (near) => {
    secured++;
    const far = connect(leader.port, '127.0.0.1');
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  proxy?.close();
  await leader?.remove();
  rmSync(directory, { recursive: true, force: true });
});

const proxyUrl = (): string => `https://localhost:${(proxy.address() as AddressInfo).port}/api`;

/** A node of the same chain that knows only the proxy. */
function startBehind(name: string, environment: Readonly<Record<string, string>>): Promise<LiveNode> {
  const dataDir = mkdtempSync(join(directory, name));
  copyFileSync(join(leader.dataDir, 'genesis.json'), join(dataDir, 'genesis.json'));
  return startNode({ dataDir, mine: false, flags: ['--peers', proxyUrl()], environment });
}

test('a transaction that is sent behind the proxy is included, and its block comes back', async () => {
  const node = await startBehind('trusting-', { NODE_EXTRA_CA_CERTS: join(directory, 'trusted.pem') });
  try {
    await node.printed(/"msg":"connected to a peer/);
    const watch = await ChainWatch.open(node.url);
    const { body, txId } = signedTransfer(alice, actor('tls peers: bob').address, '1.5');
    expect(await post(node.url, body)).toMatchObject({ status: 200 });
    await watch.included(txId);
    expect(secured).toBeGreaterThan(0);
  } finally {
    await node.remove();
  }
});

test('a certificate that nobody vouches for is not trusted, and health says that there is no peer', async () => {
  const before = secured;
  const node = await startBehind('wary-', {});
  try {
    const warning = await node.printed(/"reason":"([^"]+)"[^\n]*"msg":"a node of --peers is not reached/);
    expect(warning[1]).toMatch(/certificate/);
    const health = await getJson(node.url, '/api/health');
    expect(health).toMatchObject({ status: 'degraded', peers: 0 });
    expect(JSON.stringify(health)).toContain('no_peers');
    expect(secured).toBe(before);
  } finally {
    await node.remove();
  }
});
