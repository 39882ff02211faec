/** Loads the native server library.
 *
 *  In: the packages that may contain a binary for this Node version and platform, best first. Out: the first binary that
 *  loads, and a sentence about each package before it. The packages' own loaders are not used: one falls back without an
 *  error to a slow imitation on node:http, and none verifies what it loads. */

import type { TemplatedApp, us_listen_socket, us_socket } from 'uWebSockets.js';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { uwsDigests } from './uwsDigests.js';

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
  /** Without it two processes can listen on one port, and each gets a part of the connections. */
  readonly LIBUS_LISTEN_EXCLUSIVE_PORT: number;
  readonly DISABLED: number;
}

/** A package with binaries of the library. */
export interface UwsPackage {
  readonly name: string;
  /** Where in the package its binaries may be. */
  readonly folders: readonly string[];
  /** SHA-256 in hex by file name: no other file of this package is loaded. */
  readonly digests?: ReadonlyMap<string, string>;
}

/** The first has binaries for Node 20, 22, 24 and 25 and needs glibc 2.38 on Linux; the second is older, has them up to
 *  Node 20, and runs with older glibc. The official build, which keeps its binaries beside its package.json, may be
 *  installed over the second. */
export const uwsPackages: readonly UwsPackage[] = [
  { name: '@btc-vision/uwebsockets.js', folders: ['.'], digests: uwsDigests },
  { name: 'uWebSockets.js', folders: ['binaries', '.'] },
];

/** Why a package does not serve. */
export interface UwsFault {
  /** `absent`: it has no binary for this Node version and platform; `unloadable`: the system does not load it;
   *  `altered`: its binary is not what it should be, and an operator has to find out why. */
  readonly kind: 'absent' | 'unloadable' | 'altered';
  readonly sentence: string;
}

export interface LoadedUws {
  /** undefined: no package has a binary that loads here. */
  readonly binding: UwsBinding | undefined;
  /** Name of the package that it is from. */
  readonly from: string | undefined;
  /** Faults of the packages that were tried before, in their order. */
  readonly faults: readonly UwsFault[];
}

/** The newer build reads the maximum size of a head from the environment when it is loaded, and defaults to 4 KiB: a path
 *  with a public key in hex takes 3.9 KiB of that. The limit of node:http is 16 KiB. */
const HEAD_BYTES = { variable: 'UWS_HTTP_MAX_HEADERS_SIZE', value: String(16 * 1024) } as const;

const here = createRequire(import.meta.url);

/** Directories in which Node looks for packages from here. */
const packageDirectories = (): readonly string[] => here.resolve.paths('uWebSockets.js') ?? [];

const binaryName = (): string => `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;

/** The loader's own message, or its meaning where that is known. */
function loadingFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const glibc = /version `GLIBC_([\d.]+)' not found/.exec(message)?.[1];
  return glibc === undefined ? `it cannot be loaded: ${message.split('\n')[0]}` : `it needs glibc ${glibc} or newer`;
}

function isBinding(loaded: unknown): loaded is UwsBinding {
  return typeof loaded === 'object' && loaded !== null && 'App' in loaded && '_cfg' in loaded;
}

/** @returns the binding, or why this package has none for us. */
function loadFrom({ name, folders, digests }: UwsPackage, directories: readonly string[]): UwsBinding | UwsFault {
  const file = binaryName();
  const ofNode = `Node ${process.versions.node} on ${process.platform} ${process.arch}`;
  const paths = directories.flatMap((directory) => folders.map((folder) => join(directory, name, folder, file)));
  const path = paths.find((candidate) => existsSync(candidate));
  if (path === undefined)
    return { kind: 'absent', sentence: `${name} has no server for ${ofNode} (${file} is not installed)` };
  try {
    if (digests && createHash('sha256').update(readFileSync(path)).digest('hex') !== digests.get(file))
      return {
        kind: 'altered',
        sentence: `${path} is not loaded: its SHA-256 is not the one that this program knows; install ${name} anew with npm ci`,
      };
    process.env[HEAD_BYTES.variable] ??= HEAD_BYTES.value;
    const loaded: unknown = here(path);
    if (!isBinding(loaded))
      return { kind: 'altered', sentence: `${path} is not loaded: it is no build of uWebSockets.js` };
    // Turns off the header in which every answer would name the library.
    loaded._cfg('silent');
    return loaded;
  } catch (error) {
    return { kind: 'unloadable', sentence: `${name} has no server for ${ofNode} here: ${loadingFault(error)}` };
  }
}

/** @param directories that hold the packages, as node_modules does. */
export function loadUws(
  packages: readonly UwsPackage[] = uwsPackages,
  directories: readonly string[] = packageDirectories(),
): LoadedUws {
  const faults: UwsFault[] = [];
  for (const one of packages) {
    const loaded = loadFrom(one, directories);
    if (isBinding(loaded)) return { binding: loaded, from: one.name, faults };
    faults.push(loaded);
  }
  return { binding: undefined, from: undefined, faults };
}
