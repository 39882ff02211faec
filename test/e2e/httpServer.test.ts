/** The choice of the HTTP server, as an operator makes it. */

import { expect, onTestFinished, test } from 'vitest';
import { chooseServer } from '../../api/server/choose.js';
import { getJson } from '../crash/crashedChain.js';
import { runProgram } from '../crash/runProgram.js';
import { type LiveNode, startNode } from '../support/liveNode.js';

/** Only node:http names how long a connection is kept. */
async function servedBy(node: LiveNode): Promise<'node' | 'uws'> {
  const { headers } = await fetch(`${node.url}/api/health`);
  return headers.get('keep-alive') === null ? 'uws' : 'node';
}

async function start(name?: string): Promise<LiveNode> {
  const node = await startNode(name === undefined ? {} : { flags: ['--http-server', name] });
  onTestFinished(node.remove);
  return node;
}

const notices = (node: LiveNode): number => node.logs().split('node:http serves instead').length - 1;

test('auto takes the native server where it has a binary, and else says once that node:http serves', async () => {
  const { name } = chooseServer('auto');
  const node = await start();
  expect(await servedBy(node)).toBe(name);
  expect(notices(node)).toBe(name === 'node' ? 1 : 0);
});

test('node:http serves when asked for, without a notice', async () => {
  const node = await start('node');
  expect(await servedBy(node)).toBe('node');
  expect(notices(node)).toBe(0);
  expect(await getJson(node.url, '/api/health')).toMatchObject({ status: 'ok' });
});

test('the native server is refused where it has no binary, before anything is written', async () => {
  if (chooseServer('auto').name === 'uws') {
    expect(await servedBy(await start('uws'))).toBe('uws');
    return;
  }
  const ran = await runProgram(['run', '--local', '--data-dir', '/nonexistent/never', '--http-server', 'uws']);
  expect(ran).toMatchObject({ code: 1, out: '' });
  expect(ran.err).toMatch(/^rouged: --http-server uws: .* or start with --http-server auto\n$/);
});

test('another value is refused with the list of known ones', async () => {
  const ran = await runProgram(['run', '--http-server', 'apache']);
  expect(ran.code).toBe(2);
  expect(ran.err).toMatch(/--http-server must be .*auto.*uws.*node/);
});
