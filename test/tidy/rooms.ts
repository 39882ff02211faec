/** The rooms of the project and which of them may import which.
 *
 *  Imports go one way, so that every room can be understood, tested and replaced without what imports it, and so
 *  that nothing below the composition root uses a thread, a socket or a disk. */

import { importsOf, targetOf } from './imports.js';
import type { Rule, SourceFile, Violation } from './rule.js';

/** For every top-level room, the rooms that it may import besides itself. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  proto: [],
  engine: ['proto'],
  workers: ['proto', 'engine'],
  api: ['proto', 'engine'],
  bench: ['proto', 'engine', 'workers', 'api', 'ops', 'test'],
  test: ['proto', 'engine', 'workers', 'api', 'ops', 'bench'],
  ops: ['proto', 'engine', 'workers', 'api', 'bench', 'test'],
};

/** Folders of the engine: each may import those before it. The files beside the folders may import all of them. */
const ENGINE_ORDER =
  'base crypto chain protocol state vm bridge ledger intake mempool consensus network store stream services measures head audit'.split(
    ' ',
  );

/** The rooms whose behaviour depends only on their inputs; a seeded simulator runs a whole cluster of them. */
const DETERMINISTIC = new Set(
  'base crypto chain protocol state vm bridge ledger intake mempool consensus network'.split(' '),
);

/** Packages that the engine may import: they only compute, and use no thread, socket, file, clock or randomness. A
 *  new one is added here together with the reason why that holds for it. */
const ENGINE_PACKAGES = [
  ...['@noble/', '@scure/', '@chainsafe/', 'protobufjs'],
  // Codecs, hashes and signatures of Ethereum; its part that asks providers (`micro-eth-signer/net.js`) is not among them.
  ...['micro-eth-signer', 'micro-eth-signer/abi.js', 'micro-eth-signer/core/rlp.js'],
];

/** What the deterministic rooms may take from node:crypto: functions of their arguments. Others draw random numbers. */
const DETERMINISTIC_CRYPTO = new Set([
  'createHash',
  'createHmac',
  'createCipheriv',
  'createDecipheriv',
  'hkdfSync',
  'hash',
  'timingSafeEqual',
  'createPublicKey',
  'verify',
]);

/** The client runs without the node, in browsers too: it is made of its own files and these packages. */
const CLIENT = 'api/client/';
const CLIENT_PACKAGES = ['@noble/', '@scure/', 'ws'];

const engineFolder = (path: string): string | undefined => /^engine\/([^/]+)\//.exec(path)?.[1];
const topLevel = (path: string): string => path.split('/')[0] as string;

export const isDeterministic = (path: string): boolean => DETERMINISTIC.has(engineFolder(path) ?? '');
export const isRoom = (name: string): boolean => Object.hasOwn(ROOMS, name);

/** Inside the engine. @returns why `path` may not import `target`, or undefined. */
function engineFault(path: string, target: string): string | undefined {
  const from = engineFolder(path);
  const to = engineFolder(target);
  if (from === undefined || from === to) return undefined;
  if (to === undefined) return `engine/${from} must not import ${target}, which stands on all folders of the engine`;
  return ENGINE_ORDER.indexOf(to) < ENGINE_ORDER.indexOf(from)
    ? undefined
    : `engine/${from} must not import engine/${to}, which stands below it`;
}

function orderFault(path: string, target: string): string | undefined {
  const from = topLevel(path);
  const to = topLevel(target);
  if (target.startsWith('..')) return `${target} is outside the project`;
  if (path.startsWith(CLIENT) && !target.startsWith(CLIENT)) return `the client must not import ${target}`;
  if (from === to) return from === 'engine' ? engineFault(path, target) : undefined;
  return isRoom(to) && !ROOMS[from]?.includes(to) ? `${from} must not import ${to}` : undefined;
}

/** Imports between rooms follow the order, and a folder of the engine has a place in it. */
export const importOrder: Rule = (file) => {
  if (!file.isCode || !isRoom(topLevel(file.path))) return [];
  const found: Violation[] = [];
  const folder = engineFolder(file.path);
  if (folder !== undefined && !ENGINE_ORDER.includes(folder))
    found.push(file.violation(1, 'import-order', `engine/${folder} has no place in the order of the engine's folders`));
  for (const { specifier, line } of importsOf(file)) {
    const target = targetOf(file, specifier);
    const fault = target === undefined ? undefined : orderFault(file.path, target);
    if (fault !== undefined) found.push(file.violation(line, 'import-order', fault));
  }
  return found;
};

function packageFault(file: SourceFile, specifier: string, names: readonly string[]): string | undefined {
  // For packages with a binary that may not fit the machine; what they load is checked like every other import.
  if (specifier === 'node:module' && names.join() === 'createRequire') return undefined;
  // Functions of their arguments, beside the global Buffer.
  if (specifier === 'node:buffer' && names.every((name) => ['isAscii', 'isUtf8'].includes(name))) return undefined;
  if (specifier !== 'node:crypto')
    return ENGINE_PACKAGES.some((name) => (name.endsWith('/') ? specifier.startsWith(name) : specifier === name))
      ? undefined
      : `the engine must not import ${specifier}; give it a port, and let workers, api or ops fill it`;
  if (!isDeterministic(file.path)) return undefined;
  if (engineFolder(file.path) !== 'crypto') return 'of the deterministic rooms only engine/crypto imports node:crypto';
  const banned = names.filter((name) => !DETERMINISTIC_CRYPTO.has(name));
  return names.length > 0 && banned.length === 0
    ? undefined
    : `engine/crypto must name what it takes from node:crypto, and take no ${banned.join(', ') || 'side effects'}`;
}

function clientPackageFault(specifier: string): string | undefined {
  return CLIENT_PACKAGES.some((name) => (name.endsWith('/') ? specifier.startsWith(name) : specifier === name))
    ? undefined
    : `the client must not import ${specifier}: it runs in browsers too`;
}

/** The engine uses no thread, socket or file: packages and Node's modules reach it through ports. The client uses nothing
 *  that a browser does not have. */
export const outsideWorld: Rule = (file) => {
  const isClient = file.path.startsWith(CLIENT);
  if (!file.isCode || !(isClient || topLevel(file.path) === 'engine')) return [];
  return importsOf(file).flatMap(({ specifier, line, names }) => {
    if (specifier.startsWith('.')) return [];
    const fault = isClient ? clientPackageFault(specifier) : packageFault(file, specifier, names);
    return fault === undefined ? [] : [file.violation(line, 'outside-world', fault)];
  });
};
