/** A server between a client and a node: it notes the signed requests of mail and messages, and can change answers on the way, as a bad
 *  node would. */

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Json = Record<string, unknown>;
/** @returns another answer, or undefined for the true one. */
type Change = (path: string, answer: Json) => Json | undefined;

export interface MailboxServer {
  readonly url: string;
  /** Payloads of the signed requests, by path, in order. */
  readonly taken: readonly { readonly path: string; readonly payload: Json }[];
  /** Bodies of the signed requests as they came. */
  readonly bodies: readonly string[];
  /** From now on answers pass through this; undefined: they are as they are. */
  change(next: Change | undefined): void;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** The answer of another server. */
async function forwarded(url: string, method: string, body: string): Promise<{ status: number; answer: Json }> {
  const init = method === 'POST' ? { method, body, headers: { 'content-type': 'application/json' } } : { method };
  const response = await fetch(url, init);
  return { status: response.status, answer: (await response.json()) as Json };
}

export async function startMailboxServer(nodeUrl: string): Promise<MailboxServer> {
  const taken: { path: string; payload: Json }[] = [];
  const bodies: string[] = [];
  let changed: Change | undefined;

  async function answerOf(path: string, method: string, body: string): Promise<{ status: number; answer: Json }> {
    if (/^\/api\/v2\/(mail|messenger)\//.test(path) && !path.endsWith('/register')) {
      taken.push({ path, payload: (JSON.parse(body) as { payload: Json }).payload });
      bodies.push(body);
    }
    return forwarded(`${nodeUrl}${path}`, method, body);
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    bodyOf(request)
      .then((body) => answerOf(path, request.method ?? 'GET', body))
      .then(({ status, answer }) => {
        const other = changed?.(path, structuredClone(answer));
        const isRefusal = (other ?? answer).success === false;
        response.writeHead(other ? (isRefusal ? 404 : 200) : status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(other ?? answer));
      })
      .catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    bodies,
    change(next) {
      changed = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
