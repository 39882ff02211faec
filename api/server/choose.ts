/** Which adapter of the server port serves: the native one where it has a binary, node:http elsewhere. */

import { createNodeServer } from './node.js';
import type { ServerFactory } from './port.js';
import { uwsServerFactory } from './uws.js';
import { type LoadedUws, loadUws, type UwsFault } from './uwsBinding.js';

export const HTTP_SERVERS = ['auto', 'uws', 'node'] as const;
export type HttpServerName = (typeof HTTP_SERVERS)[number];

export interface ChosenServer {
  readonly name: 'uws' | 'node';
  readonly create: ServerFactory;
  /** One sentence for the log: why the first choice does not serve. `info` where the second is as fast. */
  readonly notice?: { readonly level: 'info' | 'warn'; readonly sentence: string };
}

const sentences = (faults: readonly UwsFault[]): string => faults.map(({ sentence }) => sentence).join('; ');

/** @param load loads the native server.
 *  @throws Error with one sentence when the native server is demanded and has no binary for this Node and platform. */
export function chooseServer(wanted: HttpServerName, load: () => LoadedUws = loadUws): ChosenServer {
  if (wanted === 'node') return { name: 'node', create: createNodeServer };
  const { binding, from, faults } = load();
  if (binding) {
    const chosen = { name: 'uws', create: uwsServerFactory(binding) } as const;
    // A missing binary of the newest package is not worth a log line where another package is as fast.
    const told = faults.filter(({ kind }) => kind !== 'absent');
    if (told.length === 0) return chosen;
    const level = told.some(({ kind }) => kind === 'altered') ? 'warn' : 'info';
    return { ...chosen, notice: { level, sentence: `${sentences(told)}; ${from} serves instead` } };
  }
  const reasons = sentences(faults);
  if (wanted === 'uws') throw new Error(`--http-server uws: ${reasons}, or start with --http-server auto`);
  const sentence = `${reasons}; node:http serves instead: the same answers, each costs about twice the processor time`;
  return { name: 'node', create: createNodeServer, notice: { level: 'warn', sentence } };
}
