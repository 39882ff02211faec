/** A real EVM chain on loopback (Foundry's anvil), and providers before it that lie. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonMembers = { [name: string]: Json };

export interface Anvil {
  readonly url: string;
  /** @throws Error with the chain's sentence. */
  rpc(method: string, params?: readonly unknown[]): Promise<Json>;
  stop(): Promise<void>;
}

/** Foundry has a package for each platform, so it cannot be a dependency of the project: `.ci/run` installs it beside, others name theirs. */
export const ANVIL = process.env.ROUGED_ANVIL;

/** The address that it prints when it listens. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}: ${text}`)));
    child.stdout?.on('data', (piece: Buffer) => {
      text += piece.toString();
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(text)?.[1];
      if (address !== undefined) resolve(`http://${address}`);
    });
  });
}

async function post(url: string, body: string): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return response.text();
}

/** A chain that mines when it is told to; `safe` and `finalized` trail its head by 4 and 8 blocks. */
export async function startAnvil(chainId = 8453): Promise<Anvil> {
  if (ANVIL === undefined) throw new Error('the variable ROUGED_ANVIL does not name an anvil');
  const words = [
    '--port',
    '0',
    '--host',
    '127.0.0.1',
    '--chain-id',
    String(chainId),
    '--slots-in-an-epoch',
    '4',
    '--no-mining',
  ];
  const child = spawn(ANVIL, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await listening(child);
  return {
    url,
    async rpc(method, params = []) {
      const text = await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
      const answer = JSON.parse(text) as { result?: Json; error?: { message: string } };
      if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
      return answer.result ?? null;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** What a provider does to the result of a call; a function writes the HTTP answer by itself. */
export type Lie = (
  method: string,
  result: Json,
  params: readonly Json[],
) => Json | ((response: ServerResponse) => void);

export interface Provider {
  readonly url: string;
  lie: Lie;
  stop(): Promise<void>;
}

export const honest: Lie = (_, result) => result;

/** A provider of its own host (127.0.0.`number`) that passes calls on to the chain. */
export async function startProvider(chain: Anvil, number: number): Promise<Provider> {
  const provider = { url: '', lie: honest, stop: async () => {} };
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const { method, params } = JSON.parse(body) as { method: string; params: Json[] };
    const answer = JSON.parse(await post(chain.url, body)) as JsonMembers;
    const told = provider.lie(method, answer.result ?? null, params);
    if (typeof told === 'function') told(response);
    // What the chain refuses stays refused, unless the provider makes something up.
    else if (answer.error !== undefined && told === null) response.end(JSON.stringify(answer));
    else response.end(JSON.stringify({ jsonrpc: '2.0', id: answer.id ?? null, result: told }));
  });
  server.listen(0, `127.0.0.${number}`);
  await once(server, 'listening');
  provider.url = `http://127.0.0.${number}:${(server.address() as AddressInfo).port}`;
  provider.stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return provider;
}
