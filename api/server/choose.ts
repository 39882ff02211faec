/** Which adapter of the server port serves: the native one where it has a binary, node:http elsewhere. */

import { createNodeServer } from './node.js';
import type { ServerFactory } from './port.js';
import { createUwsServer } from './uws.js';
import { loadUws } from './uwsBinding.js';

export const HTTP_SERVERS = ['auto', 'uws', 'node'] as const;
export type HttpServerName = (typeof HTTP_SERVERS)[number];

export interface ChosenServer {
  readonly name: 'uws' | 'node';
  readonly create: ServerFactory;
  /** One sentence for the log: why the slower one serves although nobody asked for it. */
  readonly notice?: string;
}

/** @throws Error with one sentence when the native server is demanded and has no binary for this Node and platform. */
export function chooseServer(wanted: HttpServerName): ChosenServer {
  if (wanted === 'node') return { name: 'node', create: createNodeServer };
  try {
    loadUws();
    return { name: 'uws', create: createUwsServer };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (wanted === 'uws') throw new Error(`--http-server uws: ${reason}, or start with --http-server auto`);
    const notice = `${reason}; node:http serves instead: the same answers, each costs about twice the processor time`;
    return { name: 'node', create: createNodeServer, notice };
  }
}
