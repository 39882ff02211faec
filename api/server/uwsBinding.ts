/** Loads the native server library.
 *
 *  The package's own loader falls back without an error to a slow imitation on node:http where it has no binary for
 *  this platform; a node would lose most of its throughput and nobody would know. So the binary itself is loaded here,
 *  and its absence is an error that the caller can act on. */

import type { TemplatedApp, us_listen_socket, us_socket } from 'uWebSockets.js';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What the binary has beyond the package's type declarations. */
export interface UwsApp extends Omit<TemplatedApp, 'listen'> {
  listen(host: string, port: number, options: number, done: (socket: us_listen_socket | false) => void): UwsApp;
  /** Closes every socket at once. */
  close(): UwsApp;
}

export interface UwsBinding {
  App(): UwsApp;
  us_listen_socket_close(socket: us_listen_socket): void;
  us_socket_local_port(socket: us_socket): number;
  _cfg(option: string): void;
  /** Without it two processes may listen on one port and each gets a part of the connections. */
  readonly LIBUS_LISTEN_EXCLUSIVE_PORT: number;
  readonly DISABLED: number;
}

/** The published build keeps its binaries in a folder, the official one beside its package.json. */
const FOLDERS = ['binaries', '.'];

let loaded: UwsBinding | undefined;

/** @throws Error with one sentence when there is no binary for this Node version and platform. */
export function loadUws(): UwsBinding {
  if (loaded) return loaded;
  const require = createRequire(import.meta.url);
  const file = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;
  const path = binaryPath(require, file);
  const missing = `uWebSockets.js has no server for Node ${process.versions.node} on ${process.platform} ${process.arch}`;
  if (!path)
    throw new Error(
      `${missing} (${file} is not in the package); run it with Node 20, or install an official build that fits`,
    );
  try {
    loaded = require(path) as UwsBinding;
    // Leaves out the header in which every answer would name the library.
    loaded._cfg('silent');
  } catch (error) {
    throw new Error(`${missing}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return loaded;
}

function binaryPath(require: NodeJS.Require, file: string): string | undefined {
  let root: string;
  try {
    root = dirname(require.resolve('uWebSockets.js/package.json'));
  } catch {
    return undefined;
  }
  return FOLDERS.map((folder) => join(root, folder, file)).find((path) => existsSync(path));
}
