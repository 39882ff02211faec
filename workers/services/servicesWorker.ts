/** The thread of the services: it owns their database, checks signatures of their requests, and answers their readers, so that the main
 *  thread only hands over bytes.
 *
 *  In: calls of `openServices.ts`. Out: one answer for each. What may be lost: what was not answered. */

import { parentPort, workerData } from 'node:worker_threads';
import type { Log } from '../../engine/base/ports.js';
import { errorText, InvariantError, isRefusal } from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { protocolOfStored } from '../../engine/protocol/protocolOf.js';
import { ServiceDesk } from '../../engine/services/desk.js';
import { erasedSoFar, noteRewritten } from '../../engine/services/erasures.js';
import { serviceKindOf } from '../../engine/services/kinds/index.js';
import { DurableScene } from '../../engine/services/scene.js';
import type { Directory, DirectoryWallet } from '../../engine/services/surroundings.js';
import { chooseBackend } from '../verify/signatureBackends.js';
import {
  type FromThread,
  type HostCall,
  refusedAnswer,
  type ServicesCall,
  type ServicesRequest,
  type ServicesWorkerData,
  type ToThread,
} from './servicesMessages.js';
import { DiskServicesStore } from './servicesStore.js';

if (!parentPort) throw new InvariantError('the services run as a thread only');
const port = parentPort;
const data = workerData as ServicesWorkerData;

const send = (message: FromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

const asked = new Map<number, (value: never) => void>();
let lastAsked = 0;

const ask = <T>(call: HostCall): Promise<T> =>
  new Promise((resolve) => {
    const id = ++lastAsked;
    asked.set(id, resolve as (value: never) => void);
    send({ ask: id, call });
  });

const directory: Directory = {
  wallets: (texts) =>
    texts.length === 0
      ? Promise.resolve([])
      : ask<readonly (DirectoryWallet | undefined)[]>({ kind: 'wallets', texts }),
  walletsOf: (accounts: readonly AccountId[]) =>
    accounts.length === 0
      ? Promise.resolve([])
      : ask<readonly (DirectoryWallet | undefined)[]>({ kind: 'walletsOf', accounts }),
};

/** Errors do not survive a structured clone with their members: their text goes. */
const logged =
  (level: 'debug' | 'info' | 'warn' | 'error') => (fields: Readonly<Record<string, unknown>>, text: string) => {
    const error = fields.error === undefined ? {} : { error: errorText(fields.error) };
    send({ log: { level, text, fields: { ...fields, ...error } } });
  };

const log: Log = { debug: logged('debug'), info: logged('info'), warn: logged('warn'), error: logged('error') };

const store = await DiskServicesStore.open(data.directory);
const { instance: backend } = chooseBackend(data.backend, data.cacheBytes, () => performance.now());
const desk = new ServiceDesk({
  store,
  directory,
  read: {
    chainId: data.chainId,
    requireChainId: data.requireChainId,
    protocol: protocolOfStored(data.chainId),
    backend,
    isKind: (name) => serviceKindOf(name) !== undefined,
  },
  nodeKey: data.nodeKey,
  mostBytes: data.mostBytes,
  log,
  onEvents: (events) => send({ events }),
});
await desk.open();

const sweeping = {
  retentionMs: data.retentionMs,
  onFault: (error: unknown, where: string) =>
    log.error({ error, where }, 'work of the services that was due has failed'),
};

async function rewrite(): Promise<void> {
  // Read before: what is erased meanwhile may stay, and counts for the next time.
  const erased = await erasedSoFar(new DurableScene(store));
  await store.rewrite();
  await desk.turn(async (scene) => noteRewritten(scene, erased));
}

async function perform(call: ServicesCall): Promise<unknown> {
  switch (call.kind) {
    case 'take':
      return desk.take(call.service, call.body, call.moment, call.source);
    case 'read':
      return desk.read(call.query, call.args, call.moment);
    case 'sweep':
      return desk.sweep(call.moment, sweeping);
    case 'rewrite':
      return rewrite();
    case 'backup':
      return store.backup(call.directory);
    case 'close':
      await desk.close();
      return store.close();
  }
}

async function answer({ id, call }: ServicesRequest): Promise<void> {
  try {
    const value = await perform(call);
    const stats = desk.stats();
    if (isRefusal(value)) send({ answer: id, refused: refusedAnswer(value), stats });
    else if (value instanceof Uint8Array) {
      const own = new Uint8Array(value);
      send({ answer: id, value: own, stats }, [own.buffer]);
    } else send({ answer: id, value, stats });
  } catch (error) {
    send({ answer: id, error: errorText(error) });
  }
  if (call.kind === 'close') port.close();
}

port.on('message', (message: ToThread) => {
  if ('told' in message) {
    const resolve = asked.get(message.told);
    asked.delete(message.told);
    resolve?.(message.value as never);
  } else void answer(message);
});

send({ opened: true });
