/** A separate server for metrics, beside the API: another port, optionally another address.
 *
 *  In: GET and HEAD of /metrics. Out: the page. If it listens on loopback only, it answers only to the names of loopback. It has
 *  no rate limit, because only the operator's scrapers know its address. Requests with a body, slow ones and those for other
 *  paths are refused; a failure of the page is answered 500 and logged. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ownNamesAt } from '../../api/limits/hostNames.js';
import type { MetricsPage } from '../../api/operations.js';
import { listenError } from '../../api/server/listenError.js';
import type { ListenAddress } from '../../api/server/port.js';
import type { Log } from '../../engine/base/ports.js';
import { passesHost } from '../hostCheck.js';

/** Enough connections to read one page every few seconds. */
const MAX_CONNECTIONS = 64;

/** Time for a scraper to send its headers. */
const HEADERS_MS = 5_000;

export interface MetricsListener {
  /** With the port in use. */
  readonly address: ListenAddress;
  close(): Promise<void>;
}

const plain = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
};

function answer(page: MetricsPage, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url?.split('?', 1)[0];
  if (path !== '/metrics') plain(response, 404, 'metrics are at /metrics');
  else if (request.method !== 'GET' && request.method !== 'HEAD') plain(response, 405, 'use GET');
  else {
    const text = page.render();
    response.writeHead(200, { 'content-type': page.contentType, 'content-length': Buffer.byteLength(text) });
    response.end(request.method === 'HEAD' ? undefined : text);
  }
}

function bind(server: Server, { host, port }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** @throws Error whose sentence names the address and what is wrong. */
export async function listenForMetrics(page: MetricsPage, at: ListenAddress, log: Log): Promise<MetricsListener> {
  const names = ownNamesAt(at.host);
  const server = createServer({ headersTimeout: HEADERS_MS, requestTimeout: HEADERS_MS }, (request, response) => {
    if (!passesHost(names, request, response)) return;
    try {
      answer(page, request, response);
    } catch (error) {
      log.error({ error, where: 'GET /metrics' }, 'a request failed');
      plain(response, 500, 'internal error');
    }
  });
  server.maxConnections = MAX_CONNECTIONS;
  try {
    await bind(server, at);
  } catch {
    throw await listenError(at);
  }
  const { port } = server.address() as AddressInfo;
  return {
    address: { host: at.host, port },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
